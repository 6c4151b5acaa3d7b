/* The bootstrap: drawing again with replacement, and intervals from the values of many draws.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_ALGEBRA_RESAMPLE_H
#define ROUTH_SRC_ALGEBRA_RESAMPLE_H

#include <routh/base.h>

/* How often each of `count` items is drawn in `count` draws. Each draw has its own random stream, so that the result
 * does not depend on threads; counting costs less than copying what was drawn. */
void routh_resample_counts(uint64_t seed, uint64_t stream, size_t count, unsigned *times);

/* The same with groups, numbered from 0 in ascending order: as many of them are drawn as there are, each whole. */
void routh_resample_groups(uint64_t seed, uint64_t stream, const size_t *group, size_t count, unsigned *times);

/* The range that remains when a share `tail` of the values is dropped at each end, and their standard deviation. Sorts
 * them; at least 2. */
routh_interval routh_resample_interval(double *value, size_t count, double tail);

/* Between ± this lies that share of Student's t with so many degrees of freedom; good to a per cent from 3 on. */
double routh_student_quantile(double level, double freedom);

/* The share of values to leave out at each end for an interval of that level, when `parameters` were fitted to `count`
 * things. */
double routh_resample_tail(double level, size_t count, int parameters);

/* The interval about an estimate from values of draws with things that were each fitted with `parameters`, of which there
 * are `units`: Student's t times the half width of the middle 68 % of the values, which is its deviation. For few draws,
 * whose outermost values say little about the tails, and for values that some draws throw far out. Sorts them; at least
 * 2. */
routh_interval routh_resample_middle(double estimate, double *value, size_t count, double level, size_t units,
                                     int parameters);

/* Correlations between rows of values, value[row][draw], of the same draws: 1 with itself, 0 where a row does not vary. A
 * value beyond three half widths of its row's middle 68 % counts as just that far, so that a few draws thrown far out do not
 * decide. `correlation` has `stride` numbers a row; `room`: 2 count of them. Needs at least 2 draws. */
void routh_resample_correlation(const double *const *value, size_t rows, size_t count, double *room, size_t stride,
                                double *correlation);

#endif
