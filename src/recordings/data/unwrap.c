/* Recorded angles that wrap.
 *
 * A recorder that knows an angle only up to whole turns keeps it within one turn, −π … π or 0 … 2π, and lets it jump by a
 * turn at the ends. Where all angles of a trajectory lie within a turn, a step by more than half a turn from one instant
 * to the next is such a jump, as long as the body itself turns by less than half a turn between instants. Whether it does
 * cannot be seen from angles alone: a wheel may seem to turn backwards. Steps near half a turn, a recorded angular
 * velocity that fast, and missing frames in which the fastest turning of the trajectory comes that far, say that it may
 * not; then nothing is changed. Angles over more than a turn were not wrapped.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "data/dataset.h"

#include <math.h>
#include <stdbool.h>

#include "base/context.h"
#include "base/numbers.h"

/* Beyond this share of half a turn in a step, the direction of turning is a guess. */
static const double surest_share = 0.8;

/* Rounding of written angles, rad: a turn that is written with a few digits may be this much longer. */
static const double written = 1e-3;

/* Between these, in frames, a step has no frame missing. */
static const double shortest_step = 0.5, longest_step = 1.5;

static double turn_to(double from, double to) {
    return remainder(to - from, 2 * ROUTH_PI);
}

static bool is_within_a_turn(const routh_trajectory *one) {
    double low = INFINITY, high = -INFINITY;
    for (size_t k = 0; k < one->count; k++) {
        low = fmin(low, one->theta[k]);
        high = fmax(high, one->theta[k]);
    }
    return high - low <= 2 * ROUTH_PI + written;
}

static size_t count_jumps(const routh_trajectory *one) {
    size_t jumps = 0;
    for (size_t k = 1; k < one->count; k++)
        jumps += fabs(one->theta[k] - one->theta[k - 1]) > ROUTH_PI;
    return jumps;
}

/* The fastest turning where no frame is missing, rad/s. */
static double fastest_turning(const routh_trajectory *one, double frame) {
    double fastest = 0;
    for (size_t k = 1; k < one->count; k++) {
        const double step = one->time[k] - one->time[k - 1];
        if (step > shortest_step * frame && step < longest_step * frame)
            fastest = fmax(fastest, fabs(turn_to(one->theta[k - 1], one->theta[k])) / step);
    }
    return fastest;
}

/* Does it turn so slowly that the shorter way from each instant to the next is the one it took? */
static bool is_slow(const routh_trajectory *one, double frame) {
    const double fastest = fastest_turning(one, frame);
    for (size_t k = 1; k < one->count; k++) {
        const double step = one->time[k] - one->time[k - 1];
        if (fabs(turn_to(one->theta[k - 1], one->theta[k])) > surest_share * ROUTH_PI)
            return false;
        if (step >= longest_step * frame && fastest * step > surest_share * ROUTH_PI)
            return false;
        if (one->omega && fabs(one->omega[k] * step) > surest_share * ROUTH_PI)
            return false;
    }
    return true;
}

/* Whole turns are added, so that nothing but the rounding of the sum changes. */
static void unwrap(routh_trajectory *one) {
    double turns = 0, before = one->theta[0];
    for (size_t k = 1; k < one->count; k++) {
        const double now = one->theta[k];
        if (fabs(now - before) > ROUTH_PI)
            turns += now > before ? -1 : 1;
        one->theta[k] = now + turns * 2 * ROUTH_PI;
        before = now;
    }
}

bool routh_trajectory_unwrap(routh_trajectory *one, double frame, size_t *jumps) {
    *jumps = count_jumps(one);
    if (*jumps == 0)
        return true;
    if (!is_within_a_turn(one) || !is_slow(one, frame))
        return false;
    unwrap(one);
    return true;
}

void routh_dataset_unwrap(routh_context *context, routh_dataset *dataset) {
    size_t jumps = 0, wrapped = 0, left = 0, first = 0;
    for (size_t i = 0; i < dataset->trajectory_count; i++) {
        routh_trajectory *one = &dataset->trajectory[i];
        size_t found;
        if (!routh_trajectory_unwrap(one, 1 / dataset->rate, &found)) {
            first = left++ == 0 ? i : first;
            continue;
        }
        jumps += found;
        wrapped += found > 0;
    }
    if (jumps > 0)
        routh_log(context, ROUTH_LOG_INFO,
                  "the angle wraps: %zu jump%s by a turn in %zu of %zu trajectories taken out; it is continuous now",
                  jumps, jumps == 1 ? "" : "s", wrapped, dataset->trajectory_count);
    if (left > 0)
        routh_log(
            context, ROUTH_LOG_WARNING,
            "the angle jumps by more than half a turn between frames in %zu of %zu trajectories, first in %.60s; the "
            "body may turn too fast for the rate or while frames are missing, or the angle is not in radians; it stays "
            "as recorded",
            left, dataset->trajectory_count, dataset->trajectory[first].name);
}
