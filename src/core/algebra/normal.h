/* Linear least squares in a few unknowns, row by row.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_ALGEBRA_NORMAL_H
#define ROUTH_SRC_ALGEBRA_NORMAL_H

#include <stdbool.h>
#include <stddef.h>

enum { ROUTH_NORMAL_MOST = 7 };

typedef struct routh_normal {
    int unknowns;
    double matrix[ROUTH_NORMAL_MOST][ROUTH_NORMAL_MOST]; /* Σ a aᵀ */
    double right[ROUTH_NORMAL_MOST];                     /* Σ a y */
    double square;                                       /* Σ y² */
    double freedom; /* rows less everything else that was fitted to them: subtract that yourself */
} routh_normal;

void routh_normal_add(routh_normal *normal, const double *row, double y);

/* Rows without what a straight line in time explains of each column: `row` fills the coefficients of row i, y after the last,
 * and returns its time from the mean of all; `second` is the sum of that squared. */
void routh_normal_add_without_line(routh_normal *normal, size_t count, double second,
                                   double (*row)(const void *user, size_t i, double *row), const void *user);

typedef struct routh_normal_answer {
    double value[ROUTH_NORMAL_MOST];
    double error[ROUTH_NORMAL_MOST]; /* standard errors from the scatter of the rows */
    double scatter;                  /* root mean square of what remains, by degrees of freedom */
} routh_normal_answer;

/* Adds the rows of another one, each with this weight in its square; its freedom counts as it is. */
void routh_normal_merge(routh_normal *normal, const routh_normal *from, double weight);

/* The sum of squares that these values leave. */
double routh_normal_remains(const routh_normal *normal, const double *value);

/* False where the rows do not determine every unknown. */
bool routh_normal_solve(const routh_normal *normal, routh_normal_answer *answer);

#endif
