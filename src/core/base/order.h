/* The order of numbers, their median and quantiles.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_BASE_ORDER_H
#define ROUTH_SRC_BASE_ORDER_H

#include <stddef.h>

/* Ascending order of doubles; none of them may be NaN. */
static inline int routh_ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Median of values[0 … count-1], which it reorders; NaN of none. */
double routh_median(double *values, size_t count);

/* The quantile of sorted values, between neighbours where it falls between. The i-th of n lies, on average, at i/(n +
 * 1) of the distribution. */
double routh_quantile(const double *value, size_t count, double share);

/* √(π/2): the standard error of a median over that of a mean. */
#define ROUTH_MEDIAN_ERROR 1.2533141373155

/* Standard deviation of normal numbers with this median of absolute deviations. */
#define ROUTH_FROM_MEDIAN_DEVIATION 1.482602218505602

/* 95 % of normal errors lie within ± this. */
#define ROUTH_NORMAL_INTERVAL 1.9599639845400545

#endif
