/* One recorded toss in memory.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "data/dataset3.h"

/* A quaternion whose length differs from 1 by more than this is invalid. */
static const double unit_length_slack = 0.01;

routh_status routh_trajectory3_allocate(routh_context *context, const char *name, size_t count, bool has_spin,
                                        routh_trajectory3 *toss) {
    const size_t size = strlen(name) + 1;
    toss->name = routh_allocate(context, size, 1);
    toss->position = toss->name ? routh_allocate(context, count, sizeof *toss->position) : NULL;
    toss->orientation = toss->position ? routh_allocate(context, count, sizeof *toss->orientation) : NULL;
    toss->spin = toss->orientation && has_spin ? routh_allocate(context, count, sizeof *toss->spin) : NULL;
    if (!toss->orientation || (has_spin && !toss->spin))
        return ROUTH_OUT_OF_MEMORY;
    memcpy(toss->name, name, size);
    toss->count = count;
    return ROUTH_OK;
}

/* q and −q are the same orientation. */
bool routh_trajectory3_orient(routh_trajectory3 *toss, size_t row, double *length) {
    double *q = toss->orientation[row], along = 0;
    *length = 0;
    for (int c = 0; c < 4; c++) {
        *length = hypot(*length, q[c]);
        along += row > 0 ? q[c] * toss->orientation[row - 1][c] : 0;
    }
    if (!(fabs(*length - 1) <= unit_length_slack))
        return false;
    for (int c = 0; c < 4; c++)
        q[c] *= (along < 0 ? -1 : 1) / *length;
    return true;
}
