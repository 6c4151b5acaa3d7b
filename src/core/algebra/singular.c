/* Singular values by one-sided Jacobi rotations, which find small ones as exactly as large ones.
 *
 * M. R. Hestenes, Inversion of matrices by biorthogonalization and related results, J. SIAM 6 (1958).
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "algebra/singular.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

enum { MOST_SWEEPS = 60 };

/* The matrix at work. */
typedef struct work {
    size_t rows, columns, stride;
    double *a, *singular, *direction;
} work;

static void rotate(double *p, double *q, double c, double s) {
    const double a = *p, b = *q;
    *p = c * a - s * b;
    *q = s * a + c * b;
}

/* Makes columns p and q perpendicular and turns the same rows of `direction` along. False if they were, to the rounding
 * of a sum over the rows: LAPACK's dgesvj ends there as well. */
static bool make_perpendicular(const work *w, size_t p, size_t q) {
    double pp = 0, qq = 0, pq = 0;
    for (size_t i = 0; i < w->rows; i++) {
        const double *row = &w->a[i * w->stride];
        pp += row[p] * row[p];
        qq += row[q] * row[q];
        pq += row[p] * row[q];
    }
    if (fabs(pq) <= DBL_EPSILON * sqrt((double)w->rows) * sqrt(pp) * sqrt(qq))
        return false;
    const double zeta = (qq - pp) / (2 * pq);
    const double t = (zeta < 0 ? -1 : 1) / (fabs(zeta) + hypot(1, zeta)), c = 1 / hypot(1, t), s = c * t;
    for (size_t i = 0; i < w->rows; i++)
        rotate(&w->a[i * w->stride + p], &w->a[i * w->stride + q], c, s);
    for (size_t i = 0; i < w->columns; i++)
        rotate(&w->direction[p * w->columns + i], &w->direction[q * w->columns + i], c, s);
    return true;
}

static void swap(double *a, double *b) {
    const double kept = *a;
    *a = *b;
    *b = kept;
}

static void swap_columns(const work *w, size_t p, size_t q) {
    swap(&w->singular[p], &w->singular[q]);
    for (size_t i = 0; i < w->rows; i++)
        swap(&w->a[i * w->stride + p], &w->a[i * w->stride + q]);
    for (size_t i = 0; i < w->columns; i++)
        swap(&w->direction[p * w->columns + i], &w->direction[q * w->columns + i]);
}

static void sort(const work *w) {
    for (size_t k = 0; k < w->columns; k++) {
        size_t largest = k;
        for (size_t other = k + 1; other < w->columns; other++)
            largest = w->singular[other] > w->singular[largest] ? other : largest;
        if (largest != k)
            swap_columns(w, k, largest);
    }
}

void routh_singular_values(size_t rows, size_t columns, size_t stride, double *a, double *singular, double *direction) {
    const work w = {rows, columns, stride, a, singular, direction};
    for (size_t i = 0; i < columns; i++)
        for (size_t k = 0; k < columns; k++)
            direction[i * columns + k] = i == k;
    bool turned = true;
    for (int sweep = 0; turned && sweep < MOST_SWEEPS; sweep++) {
        turned = false;
        for (size_t p = 0; p < columns; p++)
            for (size_t q = p + 1; q < columns; q++)
                turned |= make_perpendicular(&w, p, q);
    }
    for (size_t k = 0; k < columns; k++) {
        double square = 0;
        for (size_t i = 0; i < rows; i++)
            square += a[i * stride + k] * a[i * stride + k];
        singular[k] = sqrt(square);
    }
    sort(&w);
}

void routh_singular_solve(size_t rows, size_t columns, size_t stride, double *a, const double *y, double negligible,
                          double *x) {
    double singular[ROUTH_SINGULAR_MOST], direction[ROUTH_SINGULAR_MOST * ROUTH_SINGULAR_MOST];
    routh_singular_values(rows, columns, stride, a, singular, direction);
    for (size_t i = 0; i < columns; i++)
        x[i] = 0;
    for (size_t k = 0; k < columns && singular[k] > negligible * singular[0]; k++) {
        double product = 0;
        for (size_t j = 0; j < rows; j++)
            product += a[j * stride + k] * y[j];
        for (size_t i = 0; i < columns; i++)
            x[i] += direction[k * columns + i] * product / (singular[k] * singular[k]);
    }
}
