/* What the tests of the algebra room share: random numbers, closeness, and the plain product that they check against.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_ALGEBRA_MATRICES_H
#define ROUTH_TESTS_ALGEBRA_MATRICES_H

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <routh/base.h>

#define assert_near(value, expected, slack)                                                                            \
    do {                                                                                                               \
        const double value_ = (value), expected_ = (expected);                                                         \
        if (!(fabs(value_ - expected_) <= (slack)))                                                                    \
            fail_msg("%.17g is not %.17g within %.3g", value_, expected_, (double)(slack));                            \
    } while (0)

/* Normal numbers. */
static inline void fill(double *a, size_t count, uint64_t seed) {
    routh_random random = routh_random_seed(seed, 0);
    for (size_t i = 0; i < count; i++)
        a[i] = routh_random_normal(&random);
}

/* A x of n rows and columns, row by row with `stride` numbers each. */
static inline void multiply(size_t n, size_t stride, const double *a, const double *x, double *product) {
    for (size_t i = 0; i < n; i++) {
        product[i] = 0;
        for (size_t j = 0; j < n; j++)
            product[i] += a[i * stride + j] * x[j];
    }
}

/* Bᵀ B + ½ of a random B, n × n: positive definite, with a condition of some tens. */
static inline void fill_definite(double *a, size_t n, uint64_t seed) {
    double b[400];
    assert_true(n * n <= sizeof b / sizeof *b);
    fill(b, n * n, seed);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            a[i * n + j] = i == j ? 0.5 : 0;
            for (size_t k = 0; k < n; k++)
                a[i * n + j] += b[k * n + i] * b[k * n + j];
        }
}

#endif
