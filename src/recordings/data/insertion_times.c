/* Times of a recorded insertion: its rate, whether it is regular, and its gaps.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "data/insertion_recording.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "algebra/space.h"
#include "base/context.h"
#include "base/numbers.h"
#include "geometry/geometry.h"

/* Filters count samples, not seconds, so the rate must match the times to this share. */
static const double rate_slack = 0.01;

/* A longer step, in usual ones, is a gap, if the times on either side of it are that far apart, too: a single sample whose
 * time is late is followed by a shorter step, and nothing is missing. This number on either side is compared. */
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

/* Velocities of the hand from its poses.
 *
 * Around each sample a parabola is fitted to the positions, and another to the rotation vectors that lead from its own
 * orientation to that of its neighbours; their slopes at the sample are velocity and angular velocity (A. Savitzky,
 * M. J. E. Golay, Smoothing and differentiation of data by simplified least squares procedures, Analytical Chemistry 36
 * (1964)). Constant velocities come out exactly. The window lies symmetrically about the sample; near an end of the
 * recording, or at a gap, it has the same length and lies to one side. With n samples in a window of T seconds and noise
 * σ of the pose, the noise of the velocity is σ √(12/n) / T in the middle and four times that at an end. */

/* Weights c₀ + c₁ t + c₂ t² whose sum with x over the samples is the slope of the parabola at t = 0. The times are
 * divided by `scale`. Two samples: of the straight line. */
static void find_weights(const routh_insertion_instant *sample, size_t count, double now, double scale, double c[3]) {
    double s[5] = {0};
    for (size_t i = 0; i < count; i++) {
        double power = 1;
        for (int k = 0; k < 5; k++) {
            s[k] += power;
            power *= (sample[i].time - now) / scale;
        }
    }
    /* S c = (0, 1, 0), S the matrix of the sums */
    const double straight = s[0] * s[2] - s[1] * s[1];
    c[0] = -s[1] / straight, c[1] = s[0] / straight, c[2] = 0;
    if (count > 2) {
        const double m[3] = {s[2] * s[3] - s[1] * s[4], s[0] * s[4] - s[2] * s[2], s[1] * s[2] - s[0] * s[3]};
        const double determinant = s[1] * m[0] + s[2] * m[1] + s[3] * m[2];
        for (int k = 0; k < 3; k++)
            c[k] = m[k] / determinant;
    }
    for (int k = 0; k < 3; k++)
        c[k] /= scale;
}

static void find_twist(const routh_insertion_instant *first, size_t count, const routh_insertion_instant *sample,
                       double twist[6]) {
    const double scale = fmax(first[count - 1].time - sample->time, sample->time - first->time);
    double c[3], own[4];
    find_weights(first, count, sample->time, scale, c);
    routh_turn_of_matrix(sample->hand.rotation, own);
    for (int k = 0; k < 6; k++)
        twist[k] = 0;
    for (size_t i = 0; i < count; i++) {
        const double t = (first[i].time - sample->time) / scale, weight = c[0] + t * (c[1] + t * c[2]);
        double other[4], turn[3];
        routh_turn_of_matrix(first[i].hand.rotation, other);
        routh_turn_between(own, other, turn);
        for (int k = 0; k < 3; k++) {
            twist[k] += weight * (first[i].hand.position[k] - sample->hand.position[k]);
            twist[3 + k] += weight * turn[k];
        }
    }
}

void routh_insertion_differentiate(routh_insertion *insertion, double window) {
    enum { LEAST_REACH = 2 }; /* samples to either side */
    const double wanted = floor(window * insertion->rate / 2 + 0.5);
    const size_t reach = wanted > LEAST_REACH ? (size_t)fmin(wanted, (double)insertion->count) : LEAST_REACH;
    size_t kept = 0;
    for (size_t first = 0, end; first < insertion->count; first = end) {
        end = routh_insertion_stretch(insertion, first);
        const size_t all = end - first, width = all < 2 * reach + 1 ? all : 2 * reach + 1;
        for (size_t k = first; all > 1 && k < end; k++) {
            size_t from = k < first + reach ? first : k - reach;
            from = from + width > end ? end - width : from;
            find_twist(&insertion->sample[from], width, &insertion->sample[k], insertion->sample[k].twist);
        }
        /* a sample between two gaps has no velocity */
        for (size_t k = first; all > 1 && k < end; k++)
            insertion->sample[kept++] = insertion->sample[k];
    }
    insertion->count = kept;
    insertion->twist_window = (double)(2 * reach) / insertion->rate;
}

/* Recorded velocities that are noisier than those of the poses.
 *
 * Friction acts against the direction of sliding. Noise turns that direction, the more the slower parts slide, and friction
 * comes out too small: with noise as large as a usual slip speed by a third. So the noise of recorded velocities is compared
 * with that of velocities from poses, both at the place of object 1 when mated. Third differences leave nothing of a
 * parabola, and √20 of noise that is independent from sample to sample. */

/* Noise above this speed matters, m/s: a quarter of a usual slip speed. */
static const double noisy = 5e-5;

/* Velocities from poses are taken if they have less than this share of the noise. */
static const double quieter = 0.5;

/* This share of normal noise stays below this number of deviations. The largest differences are where the motion changes. */
static const double share = 0.8, deviations = 1.2816;

static const double fewest = 4; /* steps in the window */

/* Where object 1 is, or how fast it is. */
typedef void quantity(const routh_insertion_instant *sample, const double in_hand[3], double value[3]);

static void place_of(const routh_insertion_instant *sample, const double in_hand[3], double value[3]) {
    routh_pose3_point(&sample->hand, in_hand, value);
}

static void speed_of(const routh_insertion_instant *sample, const double in_hand[3], double value[3]) {
    double arm[3];
    routh_pose3_direction(&sample->hand, in_hand, arm);
    routh_cross3(sample->twist + 3, arm, value);
    for (int i = 0; i < 3; i++)
        value[i] += sample->twist[i];
}

/* The deviation of a component's noise; `scratch` has room for three numbers a sample. */
static double noise_of(quantity *of, const routh_insertion *insertion, const double in_hand[3], double *scratch) {
    size_t count = 0;
    for (size_t first = 0, end; first < insertion->count; first = end) {
        end = routh_insertion_stretch(insertion, first);
        for (size_t k = first; k + 3 < end; k++) {
            double value[4][3];
            for (size_t m = 0; m < 4; m++)
                of(&insertion->sample[k + m], in_hand, value[m]);
            for (int i = 0; i < 3; i++)
                scratch[count++] = fabs(value[3][i] - 3 * value[2][i] + 3 * value[1][i] - value[0][i]);
        }
    }
    qsort(scratch, count, sizeof *scratch, routh_ascending);
    return count ? routh_quantile(scratch, count, share) / (deviations * sqrt(20)) : 0.0;
}

routh_status routh_insertion_choose_velocities(routh_context *context, routh_insertion *insertion) {
    const routh_pose3 back = routh_pose3_inverse(&insertion->reference);
    const double window = routh_velocity_window;
    double in_hand[3], *scratch;
    /* with fewer samples in the window differences show the motion itself */
    if (insertion->twist_window > 0 || window * insertion->rate < fewest)
        return ROUTH_OK;
    ROUTH_ARENA(room, context);
    scratch = routh_take(&room, insertion->count, 3 * sizeof *scratch);
    ROUTH_TRY(room.status);
    routh_pose3_point(&back, insertion->receptacle.position, in_hand);
    const double recorded = noise_of(speed_of, insertion, in_hand, scratch);
    const double place = noise_of(place_of, insertion, in_hand, scratch);
    const double derived = place * sqrt(12 / (window * insertion->rate + 1)) / window; /* see above */
    if (recorded > noisy && derived < quieter * recorded)
        routh_insertion_differentiate(insertion, window);
    return ROUTH_OK;
}
