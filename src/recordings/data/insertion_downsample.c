/* A recording at a lower rate.
 *
 * Every channel runs through the same low-pass, a sinc under Hamming's window that passes up to 0.8 of the new
 * Nyquist frequency. It is symmetric about each new sample, so nothing is delayed and straight motion stays as it is; where
 * it would reach beyond the recording, or across a gap, there is no new sample.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/space.h"
#include "base/context.h"
#include "base/numbers.h"
#include "data/insertion_recording.h"
#include "drawing/drawing.h"
#include "geometry/geometry.h"

/* 2·reach + 1 weights that sum to 1. */
static void find_weights(size_t factor, size_t reach, double *weight) {
    const double pass = 0.4 / (double)factor; /* cycles a sample */
    double sum = 0;
    for (size_t i = 0; i <= 2 * reach; i++) {
        const double t = (double)i - (double)reach, window = 0.54 + 0.46 * cos(ROUTH_PI * t / ((double)reach + 1));
        weight[i] = window * (i == reach ? 2 * pass : sin(2 * ROUTH_PI * pass * t) / (ROUTH_PI * t));
        sum += weight[i];
    }
    for (size_t i = 0; i <= 2 * reach; i++)
        weight[i] /= sum;
}

static routh_insertion_instant filtered(const routh_insertion_instant *centre, size_t reach, const double *weight) {
    routh_insertion_instant out = {.time = centre->time};
    double middle[4], mean[4] = {0}, position[3] = {0};
    routh_turn_of_matrix(centre->hand.rotation, middle);
    for (size_t i = 0; i <= 2 * reach; i++) {
        const routh_insertion_instant *s = centre - reach + i;
        double q[4], along = 0;
        out.time += weight[i] * (s->time - centre->time); /* 0 if steps are regular */
        routh_turn_of_matrix(s->hand.rotation, q);
        for (int k = 0; k < 4; k++)
            along += q[k] * middle[k];
        for (int k = 0; k < 4; k++)
            mean[k] += (along < 0 ? -weight[i] : weight[i]) * q[k];
        for (int k = 0; k < 3; k++)
            position[k] += weight[i] * s->hand.position[k];
        for (int k = 0; k < 6; k++) {
            out.twist[k] += weight[i] * s->twist[k];
            out.wrench[k] += weight[i] * s->wrench[k];
        }
    }
    out.hand = routh_pose3_of_quaternion(mean, position);
    return out;
}

static routh_status copy_truth(routh_context *context, const routh_insertion *from, routh_insertion *to) {
    to->truth = from->truth;
    to->truth.displacement = NULL;
    if (from->truth.count == 0)
        return ROUTH_OK;
    to->truth.displacement = routh_allocate(context, from->truth.count, sizeof *to->truth.displacement);
    if (!to->truth.displacement)
        return ROUTH_OUT_OF_MEMORY;
    memcpy(to->truth.displacement, from->truth.displacement, from->truth.count * sizeof *to->truth.displacement);
    return ROUTH_OK;
}

routh_status routh_insertion_reduce(routh_context *context, const routh_insertion *insertion, double rate,
                                    routh_insertion *reduced) {
    *reduced = (routh_insertion){0};
    const routh_limit limit = {"rate", "Hz", rate == 0 ? 1 : rate, ROUTH_RANGE_RATE};
    ROUTH_TRY(routh_check_limits(context, "insertion", &limit, 1));
    const double ratio = rate > 0 ? insertion->rate / rate : 1;
    if (ratio > (double)insertion->count) /* before a whole number is made of it, which it may be too large for */
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "rate",
                                "%zu samples at %g Hz are too few for a rate of %g Hz", insertion->count,
                                insertion->rate, rate);
    routh_status status =
        routh_insertion_downsample(context, insertion, ratio > 1.5 ? (size_t)llround(ratio) : 1, reduced);
    if (status == ROUTH_OK)
        status = routh_insertion_choose_velocities(context, reduced);
    if (status != ROUTH_OK)
        routh_insertion_release(context, reduced);
    return status;
}

/* Each stretch between gaps has a filter of its own. */
static size_t count_reduced(const routh_insertion *insertion, size_t factor, size_t reach) {
    size_t count = 0;
    for (size_t first = 0, end; first < insertion->count; first = end) {
        end = routh_insertion_stretch(insertion, first);
        count += end - first > 2 * reach ? (end - first - 2 * reach - 1) / factor + 1 : 0;
    }
    return count;
}

routh_status routh_insertion_downsample(routh_context *context, const routh_insertion *insertion, size_t factor,
                                        routh_insertion *reduced) {
    *reduced = (routh_insertion){0};
    if (factor == 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "a rate can be divided by 1, 2, …, not by 0");
    if (factor > 1 && factor > insertion->count)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "rate",
                                "%zu samples are too few to divide the rate by %zu", insertion->count, factor);
    const size_t reach = factor == 1 ? 0 : 4 * factor;
    routh_insertion made = *insertion;
    made.count = count_reduced(insertion, factor, reach);
    if (made.count == 0)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "rate",
                                "%zu samples are too few to divide the rate by %zu: %zu needed%s", insertion->count,
                                factor, 2 * reach + 1, insertion->count > 2 * reach ? " without a gap" : "");
    made.rate = insertion->rate / (double)factor;
    made.sample = routh_allocate(context, made.count, sizeof *made.sample);
    made.truth.displacement = NULL;
    ROUTH_ARENA(room, context);
    double *weight = routh_take(&room, 2 * reach + 1, sizeof *weight);
    routh_status status = made.sample && weight ? copy_truth(context, insertion, &made) : ROUTH_OUT_OF_MEMORY;
    if (status == ROUTH_OK) {
        find_weights(factor, reach, weight);
        size_t kept = 0;
        for (size_t first = 0, end; first < insertion->count; first = end) {
            end = routh_insertion_stretch(insertion, first);
            for (size_t k = first + reach; k + reach < end; k += factor)
                made.sample[kept++] = filtered(&insertion->sample[k], reach, weight);
        }
        *reduced = made;
    } else
        routh_insertion_release(context, &made);
    return status;
}
