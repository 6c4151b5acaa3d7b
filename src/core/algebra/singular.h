/* Singular values of a matrix with few columns, and least squares through them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_ALGEBRA_SINGULAR_H
#define ROUTH_SRC_ALGEBRA_SINGULAR_H

#include <stddef.h>

/* A = U S Vᵀ by Jacobi's rotations of the columns (Hestenes), which do not square the condition. A is rows × columns, row
 * by row with `stride` numbers each, tall or wide; it is overwritten by U S. `singular` falls; the rows of `direction`,
 * columns × columns, are the columns of V. */
void routh_singular_values(size_t rows, size_t columns, size_t stride, double *a, double *singular, double *direction);

enum { ROUTH_SINGULAR_MOST = 6 }; /* columns of the least squares below */

/* The shortest x that minimises |y − A x|, x = Σ v_k (u_k · y) / s_k. Directions with s_k ≤ negligible × s_0 are taken as
 * not determined and stay 0. A is overwritten. */
void routh_singular_solve(size_t rows, size_t columns, size_t stride, double *a, const double *y, double negligible,
                          double *x);

#endif
