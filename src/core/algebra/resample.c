/* The bootstrap: B. Efron, R. J. Tibshirani, An introduction to the bootstrap (1993), chapter 13.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "algebra/resample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"

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
