/* Intervals of the parameters of laws in space: tosses drawn again, from their frames on.
 *
 * Parameters depend on scale, centre of mass, rounding and inertia, which the same tosses show. With these kept, generated
 * cubes' restitution and friction scatter by 1.3 of the errors that draws of impacts give, and by 1.0 where the true
 * calibration is given. So each draw is calibrated, segmented and fitted by itself: the bootstrap of the whole way from
 * frames to parameters (A. C. Davison, D. V. Hinkley, Bootstrap methods and their application (1997), section 3.8: whole
 * tosses are the units).
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "study/study3.h"

#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "base/context.h"
#include "segment/segment3.h"

/* Streams of tosses without samples; those with samples have the draw's own. */
static const uint64_t others_stream = (uint64_t)1 << 40;

static const double level = 0.95;

static size_t toss_of(const routh_study3 *study, size_t sample) {
    return study->dataset->record[study->sample[sample].record].trajectory;
}

/* How often each toss is drawn. Tosses with and without samples are drawn among themselves, so that every draw has as
 * many with samples as the recording. `room`: as many. */
static void count_tosses(const routh_study3 *study, uint64_t stream, unsigned *times, unsigned *room) {
    const size_t all = study->dataset->trajectory_count, with = study->trajectory_count;
    size_t next[2] = {0, with}, sample = 0;
    routh_resample_counts(study->options.seed, stream, with, room);
    if (all > with)
        routh_resample_counts(study->options.seed, others_stream + stream, all - with, room + with);
    for (size_t t = 0; t < all; t++) {
        const bool has = sample < study->count && toss_of(study, sample) == t;
        while (sample < study->count && toss_of(study, sample) == t)
            sample++;
        times[t] = room[next[!has]++];
    }
}

/* The tosses drawn, as a recording of their own. Their frames stay those of the whole one. */
static routh_status segment_draw(routh_context *context, const routh_study3 *study, const unsigned *times,
                                 routh_draw3 *draw) {
    routh_dataset3 part = *study->dataset;
    part.trajectory = routh_allocate(context, part.trajectory_count, sizeof *part.trajectory);
    part.record = NULL;
    part.trajectory_count = part.count = 0;
    if (!part.trajectory)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t t = 0; t < study->dataset->trajectory_count; t++)
        for (unsigned k = 0; k < times[t]; k++)
            part.trajectory[part.trajectory_count++] = study->dataset->trajectory[t];
    routh_status status =
        routh_segment3_draw(context, study->options.segmentation, &study->dataset->calibration, &part);
    if (status == ROUTH_OK)
        status = routh_samples3_of(context, &part, &draw->sample, &draw->samples.count);
    draw->samples.sample = draw->sample;
    routh_release(context, part.record);
    routh_release(context, part.trajectory);
    return status;
}

static routh_status weigh_draw(routh_context *context, const routh_study3 *study, const unsigned *times,
                               routh_draw3 *draw) {
    draw->weight = routh_allocate(context, study->count, sizeof *draw->weight);
    if (!draw->weight)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; i < study->count; i++)
        draw->weight[i] = times[toss_of(study, i)];
    draw->samples = (routh_weighted3){study->sample, draw->weight, study->count};
    return ROUTH_OK;
}

routh_status routh_study3_draw(routh_context *context, const routh_study3 *study, uint64_t stream, routh_draw3 *draw) {
    const size_t tosses = study->dataset->trajectory_count;
    const bool measured = study->dataset->calibration.applied && !study->dataset->calibration.given;
    unsigned *times = routh_allocate(context, tosses, 2 * sizeof *times);
    *draw = (routh_draw3){0};
    if (!times)
        return ROUTH_OUT_OF_MEMORY;
    count_tosses(study, stream, times, times + tosses);
    const routh_status status = (measured ? segment_draw : weigh_draw)(context, study, times, draw);
    routh_release(context, times);
    return status;
}

void routh_draw3_release(routh_context *context, routh_draw3 *draw) {
    routh_samples3_release(context, draw->sample);
    routh_release(context, draw->weight);
    *draw = (routh_draw3){0};
}

/* In the coordinates of the search, in which a ratio such as η² is even in its logarithm, and back: intervals by their ends,
 * deviations by the slope. */
void routh_study3_intervals(const routh_law3 *law, const routh_fit3 *fit, double *const drawn[ROUTH_MAX_PARAMETERS],
                            size_t draws, size_t tosses, routh_interval interval[ROUTH_MAX_PARAMETERS]) {
    enum { LOW, HIGH, BELOW, ABOVE, PLACES };
    const double step = 1e-4;
    double u[PLACES][ROUTH_MAX_PARAMETERS] = {{0}}, parameters[PLACES][ROUTH_MAX_PARAMETERS];
    for (int d = 0; d < law->parameter_count; d++) {
        interval[d] = routh_resample_middle(fit->u[d], drawn[d], draws, level, tosses, law->parameter_count);
        u[LOW][d] = fmax(interval[d].low, 0);
        u[HIGH][d] = fmin(interval[d].high, 1);
        u[BELOW][d] = fit->u[d] - step;
        u[ABOVE][d] = fit->u[d] + step;
    }
    for (int k = 0; k < PLACES; k++)
        routh_fit3_parameters(law, u[k], parameters[k]);
    for (int d = 0; d < law->parameter_count; d++) {
        interval[d].low = parameters[LOW][d];
        interval[d].high = parameters[HIGH][d];
        interval[d].deviation *= (parameters[ABOVE][d] - parameters[BELOW][d]) / (2 * step);
    }
}
