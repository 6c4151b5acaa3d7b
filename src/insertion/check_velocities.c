/* Do recorded velocities match the poses? In other axes, in other units or of another point they do not.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "data/insertion_recording.h"
#include "insertion/check_recording.h"

/* Velocities are compared over so many seconds, where the hand moves so many times faster than what sticks. */
static const double window = 0.1, fast = 5;

static double root_mean_square(const routh_insertion *a, const routh_insertion *b) {
    double sum = 0;
    for (size_t k = 0; k < a->count; k++)
        for (int i = 0; i < 3; i++) {
            const double v = a->sample[k].twist[i] - (b ? b->sample[k].twist[i] : 0.0);
            sum += v * v;
        }
    return sqrt(sum / (double)a->count);
}

routh_status routh_velocity_mismatch(routh_context *context, const routh_insertion *insertion, double slip_speed,
                                     double *share) {
    routh_insertion other = *insertion;
    *share = 0;
    if (insertion->twist_window > 0)
        return ROUTH_OK;
    other.sample = routh_allocate(context, insertion->count, sizeof *other.sample);
    if (!other.sample)
        return ROUTH_OUT_OF_MEMORY;
    memcpy(other.sample, insertion->sample, insertion->count * sizeof *other.sample);
    routh_insertion_differentiate(&other, window);
    const double recorded = root_mean_square(insertion, NULL);
    if (other.count == insertion->count) { /* no sample is alone between gaps */
        const double derived = root_mean_square(&other, NULL), most = fmax(recorded, derived);
        if (most > fast * slip_speed)
            *share = root_mean_square(&other, insertion) / most;
    }
    routh_release(context, other.sample);
    return ROUTH_OK;
}
