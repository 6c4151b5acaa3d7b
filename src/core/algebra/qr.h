/* Least squares with few unknowns and many rows, columns one after another in memory.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_ALGEBRA_QR_H
#define ROUTH_SRC_ALGEBRA_QR_H

#include <stddef.h>

/* Φ = Q R with up to two columns, and θ that minimises |y − Φ θ|. A column that is zero, or the second where it is a
 * multiple of the first, is left out: its θ is 0. */
typedef struct routh_two_columns {
    int rank;         /* columns that count: 0, 1 (the first), 2 */
    double r[3];      /* R = [r0 r1; 0 r2] */
    double theta[2];  /* K, μK */
    double length[2]; /* of the columns of Φ */
} routh_two_columns;

/* `phi` and `q` are rows × 2; q must not be phi. Unused columns of q are 0. */
routh_two_columns routh_solve_two_columns(size_t rows, const double *phi, const double *y, double *q);

double routh_sum_of_products(size_t rows, const double *a, const double *b);

/* R of A = Q R by Householder's reflections, A rows × columns; A is overwritten. `r` is columns × columns, row by row, 0
 * below the diagonal, whose entries are not negative; the rows that A does not have are 0. With y as last column, R holds
 * Qᵀ y there, and the length of what is left of y at the end. */
void routh_triangularise(size_t rows, size_t columns, double *a, double *r);

/* R x = y of n unknowns, R being stored with `stride` numbers a row. A zero on the diagonal gives a zero unknown. */
void routh_solve_triangular(size_t n, size_t stride, const double *r, const double *y, double *x);

/* The inverse of an upper triangle (n × n, row by row), of which no diagonal entry is 0. */
void routh_invert_triangle(size_t n, const double *r, double *inverse);

#endif
