/* The bootstrap: drawing again with replacement, and intervals from the values of many draws.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_ALGEBRA_RESAMPLE_H
#define ROUTH_SRC_ALGEBRA_RESAMPLE_H

#include <routh/base.h>

/* How often each of `count` is drawn when `count` are drawn. Each draw has a random stream of its own, so that threads
 * change nothing; counting costs less than copying what was drawn. */
void routh_resample_counts(uint64_t seed, uint64_t stream, size_t count, unsigned *times);

/* What is left when a share `tail` of the values is left out at each end, and their standard deviation. Sorts them; at
 * least 2. */
routh_interval routh_resample_interval(double *value, size_t count, double tail);

/* The share of values to leave out at each end for an interval of that level, when `parameters` were fitted to `count`
 * things. */
double routh_resample_tail(double level, size_t count, int parameters);

#endif
