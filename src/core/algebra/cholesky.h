/* Cholesky's factors of a small symmetric positive definite matrix.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_ALGEBRA_CHOLESKY_H
#define ROUTH_SRC_ALGEBRA_CHOLESKY_H

#include <stdbool.h>
#include <stddef.h>

/* L of A = L Lᵀ in place of A's lower triangle, n × n with `stride` numbers a row; the upper triangle is neither read nor
 * written. False where what is left of a diagonal entry, before its root is taken, does not exceed `least`, which is not
 * negative. */
bool routh_cholesky_factor(size_t n, size_t stride, double *a, double least);

/* L Lᵀ x = b; b becomes x. */
void routh_cholesky_solve(size_t n, size_t stride, const double *l, double *b);

#endif
