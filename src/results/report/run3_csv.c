/* The states of a run in space as comma-separated values.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/output.h"
#include "report/tosses_json.h"
#include "report/writers.h"

static void print_numbers(FILE *file, const double *number, int count) {
    char text[ROUTH_SHORTEST_TEXT];
    for (int k = 0; k < count; k++)
        fprintf(file, ",%s", routh_shortest_text(number[k], text));
}

routh_status routh_run3_write_csv(routh_context *context, const routh_world3 *world, const routh_run3 *run,
                                  const char *title, routh_io to) {
    (void)title;
    char text[ROUTH_SHORTEST_TEXT];
    routh_text csv;
    const routh_status status = routh_text_begin(context, to, &csv);
    if (status != ROUTH_OK)
        return status;
    fputs("time,px,py,pz,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz\n", csv.file);
    for (size_t i = 0; i < run->sample_count; i++) {
        const routh_state3 *state = &run->sample[i];
        double pose[7];
        routh_toss_pose(world, state, pose);
        fputs(routh_shortest_text(state->time, text), csv.file);
        print_numbers(csv.file, pose, 7);
        print_numbers(csv.file, state->velocity.velocity, 3);
        print_numbers(csv.file, state->velocity.spin, 3);
        fputc('\n', csv.file);
    }
    return routh_text_end(context, &csv, status);
}
