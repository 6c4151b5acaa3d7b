/* Cholesky's factors of a small symmetric positive definite matrix.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "algebra/cholesky.h"

#include <math.h>

bool routh_cholesky_factor(size_t n, size_t stride, double *a, double least) {
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++) {
            double rest = a[i * stride + j];
            for (size_t k = 0; k < j; k++)
                rest -= a[i * stride + k] * a[j * stride + k];
            if (i == j && !(rest > least))
                return false;
            a[i * stride + j] = i == j ? sqrt(rest) : rest / a[j * stride + j];
        }
    return true;
}

void routh_cholesky_solve(size_t n, size_t stride, const double *l, double *b) {
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < i; k++)
            b[i] -= l[i * stride + k] * b[k];
        b[i] /= l[i * stride + i];
    }
    for (size_t i = n; i-- > 0;) {
        for (size_t k = i + 1; k < n; k++)
            b[i] -= l[k * stride + i] * b[k];
        b[i] /= l[i * stride + i];
    }
}
