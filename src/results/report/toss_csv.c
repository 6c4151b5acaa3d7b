/* A toss as it was recorded, as comma-separated values.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "base/context.h"
#include "file/output.h"
#include "report/writers.h"

routh_status routh_trajectory3_write(routh_context *context, const routh_dataset3 *dataset, size_t index, routh_io to) {
    char text[ROUTH_SHORTEST_TEXT];
    routh_text csv;
    if (index >= dataset->trajectory_count)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "index", "toss %zu: there are %zu", index,
                                dataset->trajectory_count);
    const routh_trajectory3 *toss = &dataset->trajectory[index];
    const routh_status status = routh_text_begin(context, to, &csv);
    if (status != ROUTH_OK)
        return status;
    fputs("time,px,py,pz,qw,qx,qy,qz\n", csv.file);
    for (size_t i = 0; i < toss->count; i++) {
        fputs(routh_shortest_text(toss->time ? toss->time[i] : (double)i / dataset->rate, text), csv.file);
        for (int c = 0; c < 7; c++) {
            const double value = c < 3 ? toss->position[i][c] : toss->orientation[i][c - 3];
            fprintf(csv.file, ",%s", routh_shortest_text(value, text));
        }
        fputc('\n', csv.file);
    }
    return routh_text_end(context, &csv, status);
}
