/* Small systems with known answers, singular ones, and the kernel of seven unknowns against the general routine.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "matrices.h"

#include "../subject.h"
#include "algebra/algebra.h"

enum { MOST = 10, STRIDE = 12 };

static void a_system_that_needs_exchanges(void **state) {
    (void)state;
    double a[3][3] = {{0, 2, 1}, {1, 1, 0}, {3, 0, -1}}, b[3] = {7, 3, 0};
    assert_true(routh_elimination_solve(3, 3, a[0], b, 0));
    for (int k = 0; k < 3; k++)
        assert_near(b[k], k + 1, 1e-14);
}

/* What is beside the matrix in its rows is left alone. */
static void random_systems(void **state) {
    (void)state;
    for (uint64_t trial = 0; trial < 200; trial++) {
        const size_t n = 1 + (size_t)trial % MOST;
        double a[MOST * STRIDE], copy[MOST * STRIDE], b[MOST], x[MOST], back[MOST];
        fill(a, MOST * STRIDE, trial);
        fill(b, MOST, 1000 + trial);
        memcpy(copy, a, sizeof a);
        memcpy(x, b, sizeof b);
        assert_true(routh_elimination_solve(n, STRIDE, a, x, 0));
        multiply(n, STRIDE, copy, x, back);
        double largest = 1;
        for (size_t i = 0; i < n; i++)
            largest = fmax(largest, fabs(x[i]));
        for (size_t i = 0; i < n;
             i++) /* backward stable: the residual is rounding, however the matrix is conditioned */
            assert_near(back[i], b[i], 1e-14 * (double)(n * n) * largest);
        for (size_t i = 0; i < n; i++)
            assert_true(memcmp(&a[i * STRIDE + n], &copy[i * STRIDE + n], (STRIDE - n) * sizeof *a) == 0);
        for (size_t i = n; i < MOST; i++)
            assert_true(x[i] == b[i]);
    }
}

static void what_is_singular_is_refused(void **state) {
    (void)state;
    double b[2] = {1, 1}, same[2][2] = {{1, 2}, {2, 4}}, nearly[2][2] = {{1, 0}, {0, 1e-15}}, again[2][2];
    memcpy(again, nearly, sizeof nearly);
    assert_false(routh_elimination_solve(2, 2, same[0], b, 0));
    assert_false(routh_elimination_solve(2, 2, nearly[0], b, 1e-14));
    b[0] = b[1] = 1;
    assert_true(routh_elimination_solve(2, 2, again[0], b, 0));
    assert_near(b[1], 1e15, 1);
    double infinite[2][2] = {{INFINITY, 0}, {0, 1}}, unknown[2][2] = {{NAN, 0}, {0, 1}};
    assert_false(routh_elimination_solve(2, 2, infinite[0], b, 0));
    assert_false(routh_elimination_solve(2, 2, unknown[0], b, 0));
}

static void seven_unknowns_as_by_the_general_routine(void **state) {
    (void)state;
    for (uint64_t trial = 0; trial < 100; trial++) {
        routh_factor7 factor;
        double a[ROUTH_SEVEN * ROUTH_SEVEN_WIDTH], x[ROUTH_SEVEN], ours[ROUTH_SEVEN];
        fill(a, ROUTH_SEVEN * ROUTH_SEVEN_WIDTH, trial);
        memcpy(factor.m, a, sizeof factor.m);
        routh_factor7_make(&factor);
        for (uint64_t right = 0; right < 2; right++) { /* the factors serve more than once */
            double copy[ROUTH_SEVEN * ROUTH_SEVEN_WIDTH];
            memcpy(copy, a, sizeof a);
            fill(x, ROUTH_SEVEN, 500 + 2 * trial + right);
            memcpy(ours, x, sizeof x);
            routh_factor7_solve(&factor, ours);
            assert_true(routh_elimination_solve(ROUTH_SEVEN, ROUTH_SEVEN_WIDTH, copy, x, 0));
            double largest = 0;
            for (int i = 0; i < ROUTH_SEVEN; i++)
                largest = fmax(largest, fabs(x[i]));
            for (int i = 0; i < ROUTH_SEVEN; i++) /* conditions of some thousands occur */
                assert_near(ours[i], x[i], 1e-11 * largest);
        }
    }
}

SUBJECT(elimination) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_system_that_needs_exchanges),
        cmocka_unit_test(random_systems),
        cmocka_unit_test(what_is_singular_is_refused),
        cmocka_unit_test(seven_unknowns_as_by_the_general_routine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
