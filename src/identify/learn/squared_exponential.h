/* The squared exponential kernel on rows of points, as vectors of numbers.
 *
 * Points lie coordinate by coordinate: coordinate k of point i at z[k * stride + i], already divided by the length
 * scale ℓ_k, so that k(z, z′) = σ² exp(−½ |z − z′|²).
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_LEARN_SQUARED_EXPONENTIAL_H
#define ROUTH_SRC_LEARN_SQUARED_EXPONENTIAL_H

#include <stddef.h>

#include <routh/learn.h>

/* Points, and where the coordinates of the next one begin. */
typedef struct routh_points {
    const double *z;
    size_t stride;
    size_t inputs;
} routh_points;

/* value[i] = σ² exp(−½ |z_(first + i) − point|²) for i < count. */
void routh_kernel_row(const routh_points *points, size_t first, size_t count, const double *point, double variance,
                      double *value);

/* Numbers that many rows add up side by side: kept apart by their place in a chunk of a row, so that the sums do not
 * depend on the width of the processor's vectors. */
enum { ROUTH_KERNEL_CHUNK = 128 };

typedef struct routh_kernel_sums {
    double plain[ROUTH_KERNEL_CHUNK];                        /* Σ w k */
    double square[ROUTH_GP_MOST_INPUTS][ROUTH_KERNEL_CHUNK]; /* Σ w k (z_k − z′_k)² */
} routh_kernel_sums;

/* With k as in routh_kernel_row and one weight w for each point: adds the row's part. */
void routh_kernel_row_sums(const routh_points *points, size_t first, size_t count, const double *point, double variance,
                           const double *weight, routh_kernel_sums *sums);

/* The sum of a chunk. */
double routh_kernel_sum(const double chunk[ROUTH_KERNEL_CHUNK]);

/* The coordinates of one point. */
void routh_point_of(const routh_points *points, size_t index, double *point);

#endif
