/* One trajectory as comma-separated values.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/report.h>

#include "file/output.h"

static void print_csv(FILE *file, const void *what) {
    const routh_trajectory *one = what;
    const double *const column[] = {one->time, one->x, one->y, one->theta, one->vx, one->vy, one->omega};
    enum { COLUMNS = sizeof column / sizeof *column };
    char text[ROUTH_SHORTEST_TEXT];
    fputs("time,x,y,theta,vx,vy,omega\n", file);
    for (size_t i = 0; i < one->count; i++)
        for (int j = 0; j < COLUMNS; j++)
            fprintf(file, "%s%s%s", j > 0 ? "," : "", routh_shortest_text(column[j] ? column[j][i] : NAN, text),
                    j == COLUMNS - 1 ? "\n" : "");
}

routh_status routh_trajectory_write(routh_context *context, const routh_trajectory *trajectory, routh_io to) {
    return routh_text_print(context, to, print_csv, trajectory);
}
