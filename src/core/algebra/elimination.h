/* Small dense systems by elimination with the largest pivot of each column.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_ALGEBRA_ELIMINATION_H
#define ROUTH_SRC_ALGEBRA_ELIMINATION_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/* Solves A x = b for n unknowns. A has `stride` numbers a row; A is overwritten, b becomes x. False where no pivot of a
 * column exceeds `least_pivot`, which may be 0, or a pivot is not finite; b is then undefined. */
bool routh_elimination_solve(size_t n, size_t stride, double *a, double *b, double least_pivot);

/* Seven unknowns, the points of a collocation step: a matrix that is factored once and solved with several times. This
 * is inlined and has rows of eight numbers so that a row is one or two vectors of the processor; a step of the spring
 * solver does little else, and a general routine would make it slower. */
enum { ROUTH_SEVEN = 7, ROUTH_SEVEN_WIDTH = 8 };

/* Fill m, then factor it. The eighth column is padding and must be finite. */
typedef struct routh_factor7 {
    double m[ROUTH_SEVEN][ROUTH_SEVEN_WIDTH]; /* the factors, the inverse of each pivot on the diagonal */
    int row[ROUTH_SEVEN];                     /* the row exchanged with this one */
} routh_factor7;

static inline void routh_factor7_make(routh_factor7 *f) {
    for (int k = 0; k < ROUTH_SEVEN; k++) {
        int pivot = k;
        for (int i = k + 1; i < ROUTH_SEVEN; i++)
            pivot = fabs(f->m[i][k]) > fabs(f->m[pivot][k]) ? i : pivot;
        f->row[k] = pivot;
        for (int j = 0; j < ROUTH_SEVEN_WIDTH && pivot != k; j++) {
            const double swapped = f->m[k][j];
            f->m[k][j] = f->m[pivot][j];
            f->m[pivot][j] = swapped;
        }
        const double inverse = 1 / f->m[k][k];
        for (int i = k + 1; i < ROUTH_SEVEN; i++) {
            const double factor = f->m[i][k] * inverse;
            for (int j = k + 1; j < ROUTH_SEVEN_WIDTH; j++)
                f->m[i][j] -= factor * f->m[k][j];
            f->m[i][k] = factor;
        }
        f->m[k][k] = inverse;
    }
}

static inline void routh_factor7_solve(const routh_factor7 *f, double b[ROUTH_SEVEN]) {
    for (int k = 0; k < ROUTH_SEVEN; k++) {
        const double swapped = b[f->row[k]];
        b[f->row[k]] = b[k];
        b[k] = swapped;
    }
    for (int k = 0; k < ROUTH_SEVEN; k++)
        for (int i = k + 1; i < ROUTH_SEVEN; i++)
            b[i] -= f->m[i][k] * b[k];
    for (int k = ROUTH_SEVEN - 1; k >= 0; k--) {
        b[k] *= f->m[k][k];
        for (int i = 0; i < k; i++)
            b[i] -= f->m[i][k] * b[k];
    }
}

#endif
