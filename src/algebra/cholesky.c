/* Cholesky's factors of a small symmetric positive definite matrix.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "algebra/cholesky.h"

#include <math.h>

#include "algebra/qr.h"

bool routh_cholesky_factor(size_t n, size_t stride, double *a, double least) {
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++) {
            const double rest = a[i * stride + j] - routh_sum_of_products(j, &a[i * stride], &a[j * stride]);
            if (i == j && !(rest > least))
                return false;
            a[i * stride + j] = i == j ? sqrt(rest) : rest / a[j * stride + j];
        }
    return true;
}

void routh_cholesky_solve(size_t n, size_t stride, const double *l, double *b) {
    for (size_t i = 0; i < n; i++)
        b[i] = (b[i] - routh_sum_of_products(i, &l[i * stride], b)) / l[i * stride + i];
    for (size_t i = n; i-- > 0;) {
        for (size_t k = i + 1; k < n; k++)
            b[i] -= l[k * stride + i] * b[k];
        b[i] /= l[i * stride + i];
    }
}
