/* Cholesky's factors of random matrices, and of those that have none.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "matrices.h"

#include "../subject.h"
#include "algebra/algebra.h"

enum { MOST = 20, STRIDE = 22 };

/* L Lᵀ = A and A x = b; the upper triangle is left alone. */
static void random_matrices(void **state) {
    (void)state;
    for (uint64_t trial = 0; trial < 100; trial++) {
        const size_t n = 1 + (size_t)trial % MOST;
        double a[MOST * MOST], l[MOST * STRIDE], b[MOST], x[MOST], back[MOST];
        fill_definite(a, n, trial);
        fill(b, n, 1000 + trial);
        memcpy(x, b, sizeof b);
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < STRIDE; j++)
                l[i * STRIDE + j] = j <= i ? a[i * n + j] : NAN;
        assert_true(routh_cholesky_factor(n, STRIDE, l, 0));
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j <= i; j++) {
                double sum = 0;
                for (size_t k = 0; k <= j; k++)
                    sum += l[i * STRIDE + k] * l[j * STRIDE + k];
                assert_near(sum, a[i * n + j], 1e-13 * (double)n);
            }
        for (size_t i = 0; i < n; i++)
            for (size_t j = i + 1; j < STRIDE; j++)
                assert_true(isnan(l[i * STRIDE + j]));
        routh_cholesky_solve(n, STRIDE, l, x);
        multiply(n, n, a, x, back);
        for (size_t i = 0; i < n; i++)
            assert_near(back[i], b[i], 1e-12 * (double)n);
    }
}

static void what_is_not_definite_is_refused(void **state) {
    (void)state;
    double flat[4] = {1, 0, 1, 1}, negative[4] = {1, 0, 2, 1}, thin[4] = {1, 0, 0, 1e-11}, unknown[1] = {NAN};
    assert_false(routh_cholesky_factor(2, 2, flat, 0));
    assert_false(routh_cholesky_factor(2, 2, negative, 0));
    assert_false(routh_cholesky_factor(2, 2, thin, 1e-10));
    assert_false(routh_cholesky_factor(1, 1, unknown, 0));
    assert_true(routh_cholesky_factor(0, 0, NULL, 0));
}

SUBJECT(cholesky) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_matrices),
        cmocka_unit_test(what_is_not_definite_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
