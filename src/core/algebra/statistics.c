/* Linear least squares row by row, the bootstrap, and robust least squares over groups.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "algebra/algebra.h"
#include "base/context.h"
#include "base/numbers.h"

/* Linear least squares in a few unknowns: normal equations, solved by Cholesky's factors after scaling the diagonal to 1. */

enum { MOST = ROUTH_NORMAL_MOST };

/* A pivot of less than this share of 1 leaves an unknown undetermined. */
static const double thinnest_pivot = 1e-10;

void routh_normal_add(routh_normal *normal, const double *row, double y) {
    for (int i = 0; i < normal->unknowns; i++) {
        for (int j = 0; j < normal->unknowns; j++)
            normal->matrix[i][j] += row[i] * row[j];
        normal->right[i] += row[i] * y;
    }
    normal->square += y * y;
    normal->freedom += 1;
}

void routh_normal_add_without_line(routh_normal *normal, size_t count, double second,
                                   double (*row)(const void *user, size_t i, double *row), const void *user) {
    const int y = normal->unknowns;
    double mean[ROUTH_NORMAL_MOST + 1] = {0}, slope[ROUTH_NORMAL_MOST + 1] = {0}, one[ROUTH_NORMAL_MOST + 1];
    for (size_t i = 0; i < count; i++) {
        const double time = row(user, i, one);
        for (int k = 0; k <= y; k++) {
            mean[k] += one[k] / (double)count;
            slope[k] += one[k] * time / second;
        }
    }
    for (size_t i = 0; i < count; i++) {
        const double time = row(user, i, one);
        for (int k = 0; k <= y; k++)
            one[k] -= mean[k] + slope[k] * time;
        routh_normal_add(normal, one, one[y]);
    }
    normal->freedom -= 2;
}

void routh_normal_merge(routh_normal *normal, const routh_normal *from, double weight) {
    for (int i = 0; i < normal->unknowns; i++) {
        for (int j = 0; j < normal->unknowns; j++)
            normal->matrix[i][j] += weight * from->matrix[i][j];
        normal->right[i] += weight * from->right[i];
    }
    normal->square += weight * from->square;
    normal->freedom += weight != 0 ? from->freedom : 0;
}

double routh_normal_remains(const routh_normal *normal, const double *value) {
    double remains = normal->square;
    for (int i = 0; i < normal->unknowns; i++) {
        remains -= 2 * value[i] * normal->right[i];
        for (int j = 0; j < normal->unknowns; j++)
            remains += value[i] * normal->matrix[i][j] * value[j];
    }
    return fmax(remains, 0);
}

/* L of A = L Lᵀ, A the matrix scaled to ones on its diagonal. */
static bool factorise(const routh_normal *normal, const double *scale, double l[MOST][MOST]) {
    for (int i = 0; i < normal->unknowns; i++)
        for (int j = 0; j <= i; j++)
            l[i][j] = normal->matrix[i][j] * scale[i] * scale[j];
    return routh_cholesky_factor((size_t)normal->unknowns, MOST, l[0], thinnest_pivot);
}

bool routh_normal_solve(const routh_normal *normal, routh_normal_answer *answer) {
    const int count = normal->unknowns;
    double scale[MOST] = {0}, l[MOST][MOST] = {{0}}, x[MOST] = {0};
    for (int i = 0; i < count; i++) {
        if (!(normal->matrix[i][i] > 0))
            return false;
        scale[i] = 1 / sqrt(normal->matrix[i][i]);
        x[i] = normal->right[i] * scale[i];
    }
    const double freedom = normal->freedom - count;
    if (!(freedom > 0) || !factorise(normal, scale, l))
        return false;
    routh_cholesky_solve((size_t)count, MOST, l[0], x);
    double remains = normal->square;
    for (int i = 0; i < count; i++) {
        answer->value[i] = x[i] * scale[i];
        remains -= answer->value[i] * normal->right[i];
    }
    answer->scatter = sqrt(fmax(remains, 0) / freedom);
    for (int i = 0; i < count; i++) {
        double unit[MOST] = {0};
        unit[i] = 1;
        routh_cholesky_solve((size_t)count, MOST, l[0], unit);
        answer->error[i] = answer->scatter * sqrt(unit[i]) * scale[i];
    }
    return true;
}

/* The bootstrap: B. Efron, R. J. Tibshirani, An introduction to the bootstrap (1993), chapter 13. */

void routh_resample_counts(uint64_t seed, uint64_t stream, size_t count, unsigned *times) {
    routh_random random = routh_random_seed(seed, stream);
    memset(times, 0, count * sizeof *times);
    for (size_t i = 0; i < count; i++)
        times[routh_random_index(&random, count)]++;
}

void routh_resample_groups(uint64_t seed, uint64_t stream, const size_t *group, size_t count, unsigned *times) {
    if (count == 0)
        return;
    routh_resample_counts(seed, stream, group[count - 1] + 1, times);
    for (size_t i = count; i-- > 0;) /* from the end: group[i] ≤ i, so that it is still there */
        times[i] = times[group[i]];
}

routh_interval routh_resample_interval(double *value, size_t count, double tail) {
    double mean = 0, squares = 0;
    for (size_t i = 0; i < count; i++)
        mean += value[i] / (double)count;
    for (size_t i = 0; i < count; i++)
        squares += (value[i] - mean) * (value[i] - mean);
    qsort(value, count, sizeof *value, routh_ascending);
    return (routh_interval){.low = routh_quantile(value, count, tail),
                            .high = routh_quantile(value, count, 1 - tail),
                            .deviation = sqrt(squares / (double)(count - 1))};
}

/* The normal distribution below z. */
static double normal_below(double z) {
    return 0.5 * erfc(-z * sqrt(0.5));
}

/* By the expansion around the normal quantile z: M. Abramowitz, I. A. Stegun, Handbook of mathematical functions (1964),
 * 26.7.5. */
double routh_student_quantile(double level, double freedom) {
    const double wanted = 0.5 * (1 - level);
    double low = 0, high = 40;
    for (int halving = 0; halving < 60; halving++) {
        const double middle = 0.5 * (low + high);
        *(normal_below(-middle) > wanted ? &low : &high) = middle;
    }
    const double z = low, zz = z * z;
    return z * (1 + (zz + 1) / (4 * freedom) + (5 * zz * zz + 16 * zz + 3) / (96 * freedom * freedom));
}

/* The share of resamples to leave out at each end. Plain percentiles are too narrow for few impacts: bootstrap
 * distributions are narrower than sampling ones by √(1 − p/n), and have no longer tails for a deviation that is itself
 * estimated. T. C. Hesterberg, What teachers should know about the bootstrap, American Statistician 69 (2015), section
 * 4.4: look up Student's t instead. */
static double deviations_wide(double level, size_t count, int parameters) {
    const double n = (double)count, free = n > parameters + 1 ? n - parameters : 1;
    return routh_student_quantile(level, free) * sqrt(n / free);
}

double routh_resample_tail(double level, size_t count, int parameters) {
    return normal_below(-deviations_wide(level, count, parameters));
}

/* The variance over draws need not be near that of the estimate, nor even finite, where a draw in a hundred leaves too few
 * units that matter; its quantiles are (M. Ghosh, W. C. Parr, K. Singh, G. J. Babu, Ann. Statist. 12 (1984) 1130). */
routh_interval routh_resample_middle(double estimate, double *value, size_t count, double level, size_t units,
                                     int parameters) {
    const double outside = normal_below(-1), wide = deviations_wide(level, units, parameters);
    qsort(value, count, sizeof *value, routh_ascending);
    const double deviation = 0.5 * (routh_quantile(value, count, 1 - outside) - routh_quantile(value, count, outside));
    return (routh_interval){
        .low = estimate - wide * deviation, .high = estimate + wide * deviation, .deviation = deviation};
}

/* The values of a row, those far out drawn in, less their mean and in units of their deviation; all 0 where they do not vary. */
static void standardise(const double *value, size_t count, double *standard) {
    const double outside = normal_below(-1), n = (double)count;
    memcpy(standard, value, count * sizeof *value);
    qsort(standard, count, sizeof *standard, routh_ascending);
    const double middle = routh_quantile(standard, count, 0.5);
    const double half = 0.5 * (routh_quantile(standard, count, 1 - outside) - routh_quantile(standard, count, outside));
    double mean = 0, squares = 0;
    for (size_t i = 0; i < count; i++) {
        standard[i] = half > 0 ? fmin(fmax(value[i], middle - 3 * half), middle + 3 * half) : value[i];
        mean += standard[i] / n;
    }
    for (size_t i = 0; i < count; i++)
        squares += (standard[i] - mean) * (standard[i] - mean);
    const double deviation = sqrt(squares / n);
    for (size_t i = 0; i < count; i++)
        standard[i] = deviation > 1e-12 * fabs(mean) ? (standard[i] - mean) / deviation : 0;
}

void routh_resample_correlation(const double *const *value, size_t rows, size_t count, double *room, size_t stride,
                                double *correlation) {
    for (size_t p = 0; p < rows; p++) {
        standardise(value[p], count, room);
        correlation[p * stride + p] = 1;
        for (size_t q = 0; q < p; q++) {
            double sum = 0;
            standardise(value[q], count, room + count);
            for (size_t i = 0; i < count; i++)
                sum += room[i] * room[count + i] / (double)count;
            correlation[p * stride + q] = correlation[q * stride + p] = fmin(fmax(sum, -1), 1);
        }
    }
}

/* Robust least squares over groups, and the jackknife over them.
 *
 * What a model leaves out, and a sensor's bias, is shared by all rows of a group: a group of many rows is not worth as many
 * independent ones, and one with errors ten times as large must not decide. Each group's variance s² = (Q + ν σ²)/(f + ν),
 * Q what remains in its f rows and σ² that of the median group, is the estimate of a variance that itself varies from
 * group to group like σ² ν/χ²_ν: the weights of a Student's t likelihood with the group as its unit (K. L. Lange, R. J. A.
 * Little, J. M. G. Taylor, J. Amer. Statist. Assoc. 84 (1989) 881). No group gets more than the weight 1/σ².
 *
 * Standard errors come from leaving out one group at a time (B. Efron, C. Stein, Ann. Statist. 9 (1981) 586: their square is
 * too large rather than too small), whatever the errors inside of a group are like. */

/* ν: variances differ by a factor of 2 or so from group to group. */
static const double variance_freedom = 4;

/* Each pass gains a digit or so; without a group the estimate is near the one with it. */
enum { PASSES = 20, PASSES_WITHOUT = 4, FEWEST_UNITS = 3 };

static bool solve(const routh_votes *votes, size_t without, routh_normal_answer *answer) {
    routh_normal all = {.unknowns = votes->group[0].unknowns};
    for (size_t g = 0; g < votes->count; g++)
        if (g != without)
            routh_normal_merge(&all, &votes->group[g], votes->weight[g]);
    return routh_normal_solve(&all, answer);
}

/* The variance in a row of the median group. χ²_f/f has the median (1 − 2/(9 f))³ (E. B. Wilson, M. M. Hilferty, 1931). */
static double ordinary_variance(const routh_votes *votes, const double *value) {
    size_t count = 0;
    for (size_t g = 0; g < votes->count; g++) {
        const double freedom = votes->group[g].freedom;
        if (freedom > 0)
            votes->scratch[count++] =
                routh_normal_remains(&votes->group[g], value) / freedom / pow(1 - 2 / (9 * freedom), 3);
    }
    return routh_median(votes->scratch, count);
}

static void weigh(routh_votes *votes, const double *value, double variance) {
    for (size_t g = 0; g < votes->count; g++) {
        const routh_normal *group = &votes->group[g];
        const double own =
            (routh_normal_remains(group, value) + variance_freedom * variance) / (group->freedom + variance_freedom);
        votes->weight[g] = group->freedom > 0 ? fmin(variance / own, 1) : 0;
    }
}

/* The estimate without a group. The others are weighed anew: with the weights kept, an estimate that depends on them would
 * seem more certain than it is. */
static bool solve_without(routh_votes *votes, size_t group, const double *value, double variance,
                          routh_normal_answer *answer) {
    memcpy(answer->value, value, ROUTH_NORMAL_MOST * sizeof *value);
    for (int pass = 0; pass < PASSES_WITHOUT; pass++) {
        if (variance > 0)
            weigh(votes, answer->value, variance);
        if (!solve(votes, group, answer))
            return false;
    }
    return true;
}

bool routh_votes_solve(routh_votes *votes, double *value, double *scatter, double *change, size_t stride) {
    routh_normal_answer answer, left;
    if (votes->count == 0)
        return false;
    for (size_t g = 0; g < votes->count; g++)
        votes->weight[g] = votes->group[g].freedom > 0;
    if (!solve(votes, votes->count, &answer))
        return false;
    double variance = 0;
    for (int pass = 0; pass < PASSES; pass++) {
        variance = ordinary_variance(votes, answer.value);
        if (!(variance > 0)) /* exact data: nothing to weigh */
            break;
        weigh(votes, answer.value, variance);
        if (!solve(votes, votes->count, &answer))
            return false;
    }
    const int unknowns = votes->group[0].unknowns;
    for (size_t g = 0; change && g < votes->count; g++) {
        const bool part = votes->group[g].freedom > 0;
        if (part && !solve_without(votes, g, answer.value, variance, &left))
            return false;
        for (int k = 0; k < unknowns; k++)
            change[g * stride + (size_t)k] = part ? left.value[k] - answer.value[k] : 0;
    }
    for (int k = 0; k < unknowns; k++)
        value[k] = answer.value[k];
    *scatter = sqrt(variance);
    return true;
}

/* Degrees of freedom by F. E. Satterthwaite (Biometrics Bull. 2 (1946) 110): twice the square of Σ d² over its variance. As
 * many as there are units where these have about the same part in the estimate, few where a few decide. */
static double freedom_of(double squares, double fourths, double units) {
    const double variance = fourths - squares * squares / units;
    const double freedom = variance > 0 ? 2 * squares * squares / variance : units - 1;
    return fmax(fmin(freedom, units - 1), FEWEST_UNITS - 1);
}

routh_interval routh_jackknife_interval(double value, const double *change, size_t stride, size_t count) {
    double units = 0, sum = 0, squares = 0, fourths = 0;
    for (size_t i = 0; i < count; i++) {
        const double d = change[i * stride];
        units += d != 0;
        sum += d;
        squares += d * d;
        fourths += d * d * d * d;
    }
    if (units < FEWEST_UNITS)
        return (routh_interval){-INFINITY, INFINITY, INFINITY};
    const double error = sqrt((units - 1) / units * fmax(squares - sum * sum / units, 0));
    const double wide = error * routh_student_quantile(0.95, freedom_of(squares, fourths, units));
    return (routh_interval){value - wide, value + wide, error};
}
