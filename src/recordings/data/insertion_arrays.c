/* A recorded insertion from arrays in memory, under the rules that hold for files.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/numbers.h"
#include "data/insertion_recording.h"

routh_insertion_arrays routh_insertion_arrays_default(void) {
    return (routh_insertion_arrays){
        .name = "insertion",
        .receptacle = {[3] = 1},
        .plate = {[3] = 1},
        .reference = {[3] = 1},
        .rate = NAN,
    };
}

/* With w last the pose that is not given would be no rotation. */
static bool is_default(const double pose[7]) {
    const double identity[7] = {[3] = 1};
    return memcmp(pose, identity, sizeof identity) == 0;
}

static routh_status read_pose(routh_context *context, const routh_insertion_convention *convention, const char *name,
                              const double numbers[7], routh_pose3 *pose) {
    char text[ROUTH_FAULT_SIZE];
    *pose = routh_pose3_default();
    const char *fault = is_default(numbers) ? NULL : routh_pose_from_file(convention, numbers, pose, text);
    return fault ? routh_fail_field(context, ROUTH_BAD_ARGUMENT, name, "%s: %s", name, fault) : ROUTH_OK;
}

static routh_status read_constants(routh_context *context, const routh_insertion_arrays *arrays,
                                   routh_insertion *insertion) {
    const routh_insertion_convention *convention = &insertion->convention;
    snprintf(insertion->name, sizeof insertion->name, "%s", arrays->name ? arrays->name : "insertion");
    routh_utf8_drop_cut(insertion->name);
    insertion->offset = arrays->offset * routh_convention_unit(convention, ROUTH_LENGTH);
    insertion->rate = arrays->rate;
    routh_status status = read_pose(context, convention, "receptacle", arrays->receptacle, &insertion->receptacle);
    if (status == ROUTH_OK)
        status = read_pose(context, convention, "plate", arrays->plate, &insertion->plate);
    return status == ROUTH_OK ? read_pose(context, convention, "reference", arrays->reference, &insertion->reference)
                              : status;
}

static routh_status read_samples(routh_context *context, const routh_insertion_arrays *arrays,
                                 routh_insertion *insertion) {
    insertion->sample = routh_allocate(context, arrays->count, sizeof *insertion->sample);
    if (!insertion->sample)
        return ROUTH_OUT_OF_MEMORY;
    insertion->count = arrays->count;
    for (size_t k = 0; k < arrays->count; k++) {
        char text[ROUTH_FAULT_SIZE];
        double number[ROUTH_INSERTION_COLUMNS] = {arrays->time[k]};
        memcpy(&number[1], &arrays->hand[7 * k], 7 * sizeof *number);
        if (arrays->twist)
            memcpy(&number[ROUTH_VELOCITY_COLUMN], &arrays->twist[6 * k], 6 * sizeof *number);
        memcpy(&number[ROUTH_WRENCH_COLUMN], &arrays->wrench[6 * k], 6 * sizeof *number);
        const char *fault = routh_sample_from_file(insertion, number, &insertion->sample[k], text);
        if (fault)
            return routh_fail(context, ROUTH_BAD_ARGUMENT, "sample %zu: %s", k + 1, fault);
    }
    return ROUTH_OK;
}

routh_status routh_insertion_of_arrays(routh_context *context, const routh_insertion_arrays *arrays,
                                       const routh_insertion_convention *convention, routh_insertion *insertion) {
    *insertion = (routh_insertion){.rate = NAN};
    if (arrays->count < 2)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "time", "a recording has at least 2 samples, not %zu",
                                arrays->count);
    if (!arrays->time || !arrays->hand || !arrays->wrench)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "time, hand and wrench must be given");
    if (convention)
        insertion->convention = *convention;
    routh_status status = read_constants(context, arrays, insertion);
    if (status == ROUTH_OK)
        status = read_samples(context, arrays, insertion);
    const routh_insertion_reader reader = {.insertion = insertion, .has_velocities = arrays->twist != NULL};
    if (status == ROUTH_OK)
        status = routh_insertion_complete(context, insertion->name, &reader);
    if (status != ROUTH_OK)
        routh_insertion_release(context, insertion);
    return status;
}
