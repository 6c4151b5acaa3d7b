/* The parameters of another recording, tested on all impacts of this one: nothing here was fitted to them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "study/study3.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "algebra/algebra.h"
#include "algebra/space.h"
#include "base/context.h"
#include "base/numbers.h"
#include "segment/segment3.h"
#include "study/internal.h"

enum { DRAWS = 2000 };

/* What is left out at each end of an interval. */
static const double tail = 0.025;

/* Room for the errors, the toss of each sample, how often a toss is drawn, and the means of the draws. */
typedef struct workspace {
    double *error, *drawn;
    size_t *toss;
    unsigned *times;
    size_t tosses;
} workspace;

static routh_status allocate(routh_arena *arena, const routh_study3 *study, workspace *work) {
    work->error = routh_take(arena, study->count, sizeof *work->error);
    work->drawn = routh_take(arena, DRAWS, sizeof *work->drawn);
    work->toss = routh_take(arena, study->count, sizeof *work->toss);
    work->times = routh_take(arena, study->count, sizeof *work->times);
    return arena->status;
}

size_t routh_study3_number_tosses(const routh_study3 *study, size_t *toss) {
    const routh_record3 *record = study->dataset->record;
    size_t tosses = 0;
    for (size_t i = 0; i < study->count; i++) {
        tosses +=
            i == 0 || record[study->sample[i - 1].record].trajectory != record[study->sample[i].record].trajectory;
        toss[i] = tosses - 1;
    }
    return tosses;
}

static routh_status test_law(routh_context *context, const routh_study3 *study, workspace *work,
                             routh_law3_study *law) {
    double mean = 0;
    for (size_t i = 0; i < study->count; i++) {
        routh_velocity3 after;
        ROUTH_TRY(routh_sample3_predict(context, law->law, law->other, &study->sample[i], &after));
        work->error[i] = routh_sample3_error(&study->sample[i], &after);
        mean += work->error[i] / (double)study->count;
    }
    for (size_t draw = 0; draw < DRAWS; draw++) {
        double sum = 0, weights = 0;
        routh_resample_counts(study->options.seed, draw, work->tosses, work->times);
        for (size_t i = 0; i < study->count; i++) {
            sum += work->times[work->toss[i]] * work->error[i];
            weights += work->times[work->toss[i]];
        }
        work->drawn[draw] = sum / weights;
    }
    law->other_error = mean;
    law->other_interval = routh_resample_interval(work->drawn, DRAWS, tail);
    law->other_median = routh_median(work->error, study->count);
    return ROUTH_OK;
}

routh_status routh_study3_apply(routh_context *context, routh_study3 *study) {
    const routh_results3 *results = study->options.results;
    workspace work;
    for (size_t k = 0; k < study->contestant_count; k++) {
        routh_law3_study *one = &study->contestant[k];
        one->other_error = one->other_median = NAN;
        one->other_interval = (routh_interval){NAN, NAN, NAN};
        for (int d = 0; d < ROUTH_MAX_PARAMETERS; d++)
            one->other[d] = NAN;
    }
    if (!results || study->count == 0)
        return ROUTH_OK;
    ROUTH_ARENA(room, context);
    ROUTH_TRY(allocate(&room, study, &work));
    work.tosses = routh_study3_number_tosses(study, work.toss);
    for (size_t k = 0; k < study->contestant_count; k++) {
        routh_law3_study *one = &study->contestant[k];
        size_t law = 0;
        while (one->law && routh_law3_at(law) && routh_law3_at(law) != one->law)
            law++;
        if (!one->law || !routh_law3_at(law) || isnan(results->parameters[law][0]))
            continue;
        memcpy(one->other, results->parameters[law], sizeof one->other);
        ROUTH_TRY(test_law(context, study, &work, one));
    }
    return ROUTH_OK;
}

/* What the samples of a dataset in space show, whatever the law: medians and quartiles. */

/* The median restitution of the samples that close faster than `least`, or of the others. */
static double restitution_of(const routh_study3 *study, double least, bool faster, double *scratch) {
    size_t count = 0;
    for (size_t i = 0; i < study->count; i++) {
        const routh_sample3 *sample = &study->sample[i];
        if ((-sample->contact.v[2] > least) == faster)
            scratch[count++] = sample->restitution;
    }
    return routh_median(scratch, count);
}

/* Sorts the values. */
static routh_quartiles quartiles_of(double *value, size_t count) {
    routh_quartiles found = {NAN, routh_median(value, count), NAN};
    if (count > 0) {
        found.low = routh_quantile(value, count, 0.25);
        found.high = routh_quantile(value, count, 0.75);
    }
    return found;
}

double routh_sample3_corner(const routh_sample3 *sample, const routh_velocity3 *motion, bool normal) {
    double velocity[3];
    const double *slip = sample->contact.v, speed = hypot(slip[0], slip[1]);
    routh_cross3(motion->spin, sample->point, velocity);
    for (int c = 0; c < 3; c++)
        velocity[c] += motion->velocity[c];
    if (normal)
        return velocity[2];
    return speed > 0 ? (velocity[0] * slip[0] + velocity[1] * slip[1]) / speed : hypot(velocity[0], velocity[1]);
}

routh_status routh_study3_summarise(routh_context *context, routh_study3 *study) {
    ROUTH_ARENA(room, context);
    double *value = routh_take(&room, study->count, sizeof *value);
    ROUTH_TRY(room.status);
    for (size_t i = 0; i < study->count; i++)
        value[i] = study->sample[i].restitution;
    study->restitution = quartiles_of(value, study->count);
    for (size_t i = 0; i < study->count; i++) {
        const double *impulse = study->sample[i].impulse;
        value[i] = hypot(impulse[0], impulse[1]) / impulse[2];
    }
    study->friction = quartiles_of(value, study->count);
    for (size_t i = 0; i < study->count; i++)
        value[i] = -study->sample[i].contact.v[2];
    const double middle = routh_median(value, study->count);
    routh_approach3_of(study->sample, study->count, study->approach);
    study->restitution_slow = restitution_of(study, middle, false, value);
    study->restitution_fast = restitution_of(study, middle, true, value);
    return routh_tossed_body_of_dataset(context, study->dataset, &study->body);
}

/* Intervals of the parameters of laws in space: tosses drawn again, from their frames on. Parameters depend on scale,
 * centre of mass, rounding and inertia, which the same tosses show. With these kept, generated cubes' restitution and
 * friction scatter by 1.3 of the errors that draws of impacts give, and by 1.0 where the true calibration is given. So
 * each draw is calibrated, segmented and fitted by itself: the bootstrap of the whole way from frames to parameters (A.
 * C. Davison, D. V. Hinkley, Bootstrap methods and their application (1997), section 3.8: whole tosses are the units). */

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
static routh_status segment_draw(routh_arena *arena, const routh_study3 *study, const unsigned *times,
                                 routh_draw3 *draw) {
    routh_dataset3 part = *study->dataset;
    part.trajectory = routh_take(arena, part.trajectory_count, sizeof *part.trajectory);
    part.record = NULL;
    part.trajectory_count = part.count = 0;
    ROUTH_TRY(arena->status);
    for (size_t t = 0; t < study->dataset->trajectory_count; t++)
        for (unsigned k = 0; k < times[t]; k++)
            part.trajectory[part.trajectory_count++] = study->dataset->trajectory[t];
    routh_status status =
        routh_segment3_draw(arena->context, study->options.segmentation, &study->dataset->calibration, &part);
    if (status == ROUTH_OK)
        status = routh_samples3_of(arena->context, &part, &draw->sample, &draw->samples.count);
    draw->samples.sample = draw->sample;
    routh_release(arena->context, part.record);
    return status;
}

static routh_status weigh_draw(routh_arena *arena, const routh_study3 *study, const unsigned *times,
                               routh_draw3 *draw) {
    double *weight = routh_take(arena, study->count, sizeof *weight);
    ROUTH_TRY(arena->status);
    for (size_t i = 0; i < study->count; i++)
        weight[i] = times[toss_of(study, i)];
    draw->samples = (routh_weighted3){study->sample, weight, study->count};
    return ROUTH_OK;
}

routh_status routh_study3_draw(routh_arena *arena, const routh_study3 *study, uint64_t stream, routh_draw3 *draw) {
    const size_t tosses = study->dataset->trajectory_count;
    const bool measured = study->dataset->calibration.applied && !study->dataset->calibration.given;
    unsigned *times = routh_take(arena, tosses, 2 * sizeof *times);
    *draw = (routh_draw3){0};
    ROUTH_TRY(arena->status);
    count_tosses(study, stream, times, times + tosses);
    return (measured ? segment_draw : weigh_draw)(arena, study, times, draw);
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
