/* Times of a recorded insertion: its rate, whether it is regular, and its gaps.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/context.h"
#include "base/numbers.h"
#include "data/insertion_recording.h"

/* Filters count samples, not seconds, so the rate must match the times to this share. */
static const double rate_slack = 0.01;

/* A longer step, in usual ones, is a gap, if the times on either side of it are that far apart, too: a single sample whose
 * time is late is followed by a shorter step, and nothing is missing. So many on either side are compared. */
static const double gap_step = 1.5;
enum { GAP_SIDE = 5 };

/* If more than this share of all steps are gaps, they are no gaps: the rate is wrong. */
static const double most_gaps = 0.1;

static double step_at(const routh_insertion *insertion, size_t k) {
    return insertion->sample[k].time - insertion->sample[k - 1].time;
}

/* When sample `at` would have been taken, by the median of samples `from` to `end` and the rate. */
static double expected_time(const routh_insertion *insertion, size_t from, size_t end, size_t at) {
    double time[GAP_SIDE];
    for (size_t i = from; i < end; i++)
        time[i - from] = insertion->sample[i].time + ((double)at - (double)i) / insertion->rate;
    return routh_median(time, end - from);
}

/* Is something missing before sample k? */
static bool is_gap(const routh_insertion *insertion, size_t k) {
    if (!(step_at(insertion, k) * insertion->rate > gap_step))
        return false;
    const size_t from = k > GAP_SIDE ? k - GAP_SIDE : 0, after = insertion->count - k;
    const double before = expected_time(insertion, from, k, k - 1);
    const double later = expected_time(insertion, k, k + (after < GAP_SIDE ? after : GAP_SIDE), k);
    return (later - before) * insertion->rate > gap_step;
}

size_t routh_insertion_stretch(const routh_insertion *insertion, size_t first) {
    size_t end = first + 1;
    while (end < insertion->count && !is_gap(insertion, end))
        end++;
    return end;
}

/* The usual step is the middle one. */
static routh_status find_rate(routh_context *context, routh_insertion *insertion) {
    const size_t steps = insertion->count - 1;
    ROUTH_ARENA(room, context);
    double *step = routh_take(&room, steps, sizeof *step);
    ROUTH_TRY(room.status);
    for (size_t k = 0; k < steps; k++)
        step[k] = step_at(insertion, k + 1);
    insertion->rate = 1 / routh_median(step, steps);
    return ROUTH_OK;
}

static bool too_many(const routh_insertion *insertion) {
    return (double)insertion->gaps.count > most_gaps * (double)(insertion->count - 1);
}

/* The rate over all steps but those that are gaps, which are counted. Too many gaps are none: then over all. */
static double find_gaps(routh_insertion *insertion) {
    routh_insertion_gaps gaps = {0};
    double sum = 0;
    const size_t steps = insertion->count - 1;
    for (size_t k = 1; k <= steps; k++) {
        const double step = step_at(insertion, k);
        const bool missing = is_gap(insertion, k);
        sum += missing ? 0 : step;
        gaps.count += missing;
        if (missing && step > gaps.longest) {
            gaps.longest = step;
            gaps.start = insertion->sample[k - 1].time;
        }
    }
    insertion->gaps = gaps;
    return too_many(insertion) ? (double)steps / (insertion->sample[steps].time - insertion->sample[0].time)
                               : (double)(steps - gaps.count) / sum;
}

static routh_status refuse_rate(routh_context *context, const char *shown, const routh_insertion *insertion,
                                double found) {
    const double length = insertion->sample[insertion->count - 1].time - insertion->sample[0].time;
    if (insertion->gaps.count && !too_many(insertion))
        return routh_fail_in(context, ROUTH_BAD_FORMAT, shown,
                             "rate %g Hz, but with its gaps in time (%zu) left out it is %.4g Hz", insertion->rate,
                             insertion->gaps.count, found);
    return routh_fail_in(context, ROUTH_BAD_FORMAT, shown, "rate %g Hz, but %zu samples in %g s are %.4g Hz",
                         insertion->rate, insertion->count, length, found);
}

static routh_status check_rising(routh_context *context, const char *shown, const routh_insertion *insertion) {
    for (size_t k = 1; k < insertion->count; k++)
        if (!(insertion->sample[k].time > insertion->sample[k - 1].time))
            return routh_fail_at(
                context, ROUTH_BAD_FORMAT,
                &(routh_place){
                    .file = shown, .row = k + 1, .said = true, .column = "time", .number = &insertion->sample[k].time},
                "time does not rise from sample %zu (%g s) to %zu (%g s)", k, insertion->sample[k - 1].time, k + 1,
                insertion->sample[k].time);
    return ROUTH_OK;
}

routh_status routh_insertion_check_times(routh_context *context, const char *shown, routh_insertion *insertion) {
    if (insertion->count < 2)
        return routh_fail_in(context, ROUTH_BAD_FORMAT, shown, "%s; an insertion has at least two",
                             insertion->count ? "only one sample" : "no samples");
    const bool given = !isnan(insertion->rate);
    ROUTH_TRY(check_rising(context, shown, insertion));
    if (!given)
        ROUTH_TRY(find_rate(context, insertion));
    if (!(insertion->rate > 0) || !isfinite(insertion->rate))
        return routh_fail_in(context, ROUTH_BAD_FORMAT, shown, "rate %g Hz is not positive", insertion->rate);
    double found = find_gaps(insertion);
    if (!given && !too_many(insertion)) { /* the middle step is as coarse as the clock, the mean is not */
        insertion->rate = found;
        found = find_gaps(insertion);
    }
    if (!(fabs(found / insertion->rate - 1) < rate_slack))
        return refuse_rate(context, shown, insertion, found);
    return too_many(insertion)
               ? routh_fail_in(context, ROUTH_BAD_FORMAT, shown,
                               "%zu of %zu steps in time are longer than 1.5 of the usual %g s: resample it first",
                               insertion->gaps.count, insertion->count - 1, 1 / insertion->rate)
               : ROUTH_OK;
}
