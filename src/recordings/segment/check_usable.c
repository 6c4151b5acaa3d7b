/* A recording without a usable impact is wrong, whatever else is fine: reports that and the likely cause.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>

#include "data/dataset.h"
#include "segment/check.h"

/* No dropped body is this fast, m/s. */
static const double fast = 300;

/* Second differences over this many frames are little disturbed by noise. */
enum { STRIDE = 4 };

static double speed_of(const routh_record *record) {
    return hypot(record->before.vx, record->before.vy);
}

/* What unusable impacts have in common; "" if it is no known mistake. */
static void hint_at_impacts(const routh_dataset *dataset, char *hint, size_t size) {
    double slowest = INFINITY, fastest = 0;
    size_t upward = 0;
    for (size_t i = 0; i < dataset->count; i++) {
        slowest = fmin(slowest, speed_of(&dataset->record[i]));
        fastest = fmax(fastest, speed_of(&dataset->record[i]));
        upward += dataset->record[i].before.vy > 0;
    }
    hint[0] = '\0';
    if (slowest > fast && fastest < 1e3 * fast)
        snprintf(hint, size, "; velocities of %.4g to %.4g look like mm/s instead of m/s", slowest, fastest);
    else if (upward == dataset->count)
        snprintf(hint, size, "; y must point out of the surface: vy before is positive in all rows");
}

/* Do bodies fall towards larger y? By the accelerations that are about gravity, up or down. */
static bool falls_up(const routh_dataset *dataset) {
    size_t up = 0, down = 0;
    for (size_t i = 0; i < dataset->trajectory_count; i++) {
        const routh_trajectory *trajectory = &dataset->trajectory[i];
        for (size_t j = STRIDE; j + STRIDE < trajectory->count; j++) {
            const double *y = &trajectory->y[j], *time = &trajectory->time[j];
            double width = (time[STRIDE] - time[-STRIDE]) / 2;
            double share = (y[STRIDE] - 2 * y[0] + y[-STRIDE]) / (width * width) / dataset->gravity;
            up += fabs(share - 1) < 0.3;
            down += fabs(share + 1) < 0.3;
        }
    }
    return up > 2 * down;
}

void routh_check_usable(const routh_dataset *dataset, routh_findings_writer *check) {
    size_t rejected[ROUTH_REASON_COUNT];
    if (routh_dataset_used(dataset, rejected) > 0)
        return;
    char list[ROUTH_REJECTED_TEXT], hint[96] = "";
    if (dataset->trajectory_count == 0)
        hint_at_impacts(dataset, hint, sizeof hint);
    else if (falls_up(dataset))
        snprintf(hint, sizeof hint, "; y must point out of the surface: bodies fall towards larger y");
    routh_finding_numbers numbers = {(double)dataset->count, 0, NAN, "records"};
    if (dataset->count == 0)
        routh_findings_measured(check, ROUTH_WRONG, "usable", numbers, "the trajectories contain no contact%s", hint);
    else
        routh_findings_measured(check, ROUTH_WRONG, "usable", numbers, "none of %zu impacts can be used (%.110s)%s",
                                dataset->count, routh_rejected_text(rejected, list), hint);
}
