/* A dataset in space from arrays in memory.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "data/dataset3.h"

/* Copies one toss, with lengths in metres and orientations of unit length. */
static routh_status take_toss(routh_context *context, const routh_trajectory3 *from, size_t index, double unit,
                              routh_trajectory3 *toss) {
    double length;
    char name[32];
    snprintf(name, sizeof name, "%zu", index);
    if (from->count < ROUTH_FEWEST_FRAMES)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "tosses",
                                "toss %zu: %zu instant%s; a toss has at least %d", index, from->count,
                                from->count == 1 ? "" : "s", ROUTH_FEWEST_FRAMES);
    routh_status status =
        routh_trajectory3_allocate(context, from->name ? from->name : name, from->count, from->spin != NULL, toss);
    if (status == ROUTH_OK && from->time && !(toss->time = routh_allocate(context, from->count, sizeof *toss->time)))
        status = ROUTH_OUT_OF_MEMORY;
    for (size_t row = 0; status == ROUTH_OK && row < from->count; row++) {
        bool finite = true;
        for (int c = 0; c < 3; c++) {
            toss->position[row][c] = unit * from->position[row][c];
            finite &= isfinite(toss->position[row][c]) != 0;
            if (toss->spin)
                finite &= isfinite(toss->spin[row][c] = from->spin[row][c]) != 0;
        }
        if (toss->time)
            finite &= isfinite(toss->time[row] = from->time[row]) != 0;
        memcpy(toss->orientation[row], from->orientation[row], sizeof toss->orientation[row]);
        if (!finite)
            status = routh_fail_field(context, ROUTH_NOT_FINITE, "tosses",
                                      "toss %zu: instant %zu: a number is missing or not finite", index, row);
        else if (!routh_trajectory3_orient(toss, row, &length))
            status = routh_fail_field(context, ROUTH_BAD_ARGUMENT, "tosses",
                                      "toss %zu: instant %zu: the quaternion w, x, y, z has length %g, not 1", index,
                                      row, length);
    }
    return status;
}

routh_status routh_dataset3_of_tosses(routh_context *context, const routh_trajectory3 *tosses, size_t count,
                                      const routh_import3_options *options, routh_dataset3 *dataset) {
    const routh_import3_options *stated = options ? options : &routh_import3_unstated,
                                chosen = routh_import3_options_fill(stated);
    *dataset = (routh_dataset3){.name = "tosses",
                                .width = chosen.width,
                                .mass = chosen.mass,
                                .rate = chosen.rate,
                                .gravity = chosen.gravity,
                                .shape = chosen.shape};
    routh_status status = routh_import3_options_check(context, &chosen);
    if (status == ROUTH_OK && count == 0)
        status = routh_fail_field(context, ROUTH_BAD_ARGUMENT, "tosses", "there are no tosses");
    if (status == ROUTH_OK && !(dataset->trajectory = routh_allocate(context, count, sizeof *dataset->trajectory)))
        status = ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; status == ROUTH_OK && i < count; i++) {
        dataset->trajectory_count = i + 1;
        status = take_toss(context, &tosses[i], i, chosen.unit > 0 ? chosen.unit : 1, &dataset->trajectory[i]);
    }
    if (status == ROUTH_OK)
        routh_import3_note_mass(context, stated);
    else
        routh_dataset3_release(context, dataset);
    return status;
}
