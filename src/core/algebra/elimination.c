/* Small dense systems by elimination with the largest pivot of each column.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "algebra/elimination.h"

static void exchange(double *a, double *b) {
    const double kept = *a;
    *a = *b;
    *b = kept;
}

/* The row at or below `column` with the largest entry there. */
static size_t pivot_row(size_t n, size_t stride, const double *a, size_t column) {
    size_t pivot = column;
    for (size_t i = column + 1; i < n; i++)
        if (fabs(a[i * stride + column]) > fabs(a[pivot * stride + column]))
            pivot = i;
    return pivot;
}

bool routh_elimination_solve(size_t n, size_t stride, double *a, double *b, double least_pivot) {
    for (size_t c = 0; c < n; c++) {
        const size_t pivot = pivot_row(n, stride, a, c);
        const double largest = fabs(a[pivot * stride + c]);
        if (!(largest > least_pivot && isfinite(largest)))
            return false;
        for (size_t j = c; j < n && pivot != c; j++)
            exchange(&a[c * stride + j], &a[pivot * stride + j]);
        exchange(&b[c], &b[pivot]);
        for (size_t i = c + 1; i < n; i++) {
            const double factor = a[i * stride + c] / a[c * stride + c];
            for (size_t j = c; j < n; j++)
                a[i * stride + j] -= factor * a[c * stride + j];
            b[i] -= factor * b[c];
        }
    }
    for (size_t i = n; i-- > 0;) {
        for (size_t j = i + 1; j < n; j++)
            b[i] -= a[i * stride + j] * b[j];
        b[i] /= a[i * stride + i];
    }
    return true;
}
