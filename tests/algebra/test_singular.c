/* Singular values by definition, where they are known, and against LAPACK; least squares of low rank.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "matrices.h"

#include <lapacke.h>

#include "../subject.h"
#include "algebra/algebra.h"

enum { COLUMNS = 5, TALL = 40, STRIDE = 4 };

static void singular_values_agree_with_lapack(void **state) {
    (void)state;
    double a[COLUMNS * COLUMNS], copy[COLUMNS * COLUMNS], singular[COLUMNS], direction[COLUMNS * COLUMNS];
    double theirs[COLUMNS], u[COLUMNS * COLUMNS], vt[COLUMNS * COLUMNS], scratch[COLUMNS];
    fill(a, COLUMNS * COLUMNS, 6);
    for (int i = 0; i < COLUMNS; i++)
        a[i * COLUMNS + 2] *= 1e-9;
    memcpy(copy, a, sizeof a);
    routh_singular_values(COLUMNS, COLUMNS, COLUMNS, a, singular, direction);
    assert_int_equal(LAPACKE_dgesvd(LAPACK_ROW_MAJOR, 'A', 'A', COLUMNS, COLUMNS, copy, COLUMNS, theirs, u, COLUMNS, vt,
                                    COLUMNS, scratch),
                     0);
    for (int i = 0; i < COLUMNS; i++) {
        double same = 0;
        for (int k = 0; k < COLUMNS; k++)
            same += direction[i * COLUMNS + k] * vt[i * COLUMNS + k];
        assert_near(singular[i], theirs[i], 1e-14 * theirs[0]);
        assert_near(fabs(same), 1, 1e-7);
    }
    memset(a, 0, sizeof a);
    routh_singular_values(COLUMNS, COLUMNS, COLUMNS, a, singular, direction);
    for (int i = 0; i < COLUMNS; i++)
        assert_true(singular[i] == 0 && direction[i * COLUMNS + i] == 1);
}

/* U S Vᵀ gives the matrix back, U and V are orthogonal; and with two columns of length 1 at the angle φ the singular
 * values are √(1 ± cos φ). */
static void the_product_is_the_matrix(void **state) {
    (void)state;
    routh_random random = routh_random_seed(1, 0);
    for (int trial = 0; trial < 50; trial++) {
        double a[TALL * STRIDE], left[TALL * STRIDE], s[3], v[3][3];
        for (int i = 0; i < TALL * STRIDE; i++)
            a[i] = routh_random_normal(&random) * (i % STRIDE == 1 ? 1e-6 : 1);
        memcpy(left, a, sizeof a);
        routh_singular_values(TALL, 3, STRIDE, left, s, v[0]);
        assert_true(s[0] >= s[1] && s[1] >= s[2] && s[2] > 0);
        for (int i = 0; i < TALL; i++)
            for (int k = 0; k < 3; k++) {
                double sum = 0;
                for (int j = 0; j < 3; j++)
                    sum += left[i * STRIDE + j] * v[j][k];
                assert_near(sum, a[i * STRIDE + k], 1e-14 * s[0]);
            }
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++) {
                double of_left = 0, of_right = 0;
                for (int i = 0; i < TALL; i++)
                    of_left += left[i * STRIDE + j] * left[i * STRIDE + k] / (s[j] * s[k]);
                for (int i = 0; i < 3; i++)
                    of_right += v[j][i] * v[k][i];
                assert_near(of_left, j == k, 1e-9);
                assert_near(of_right, j == k, 1e-13);
            }
    }
}

static void two_columns_at_an_angle(void **state) {
    (void)state;
    for (double angle = 1e-6; angle < 1.5; angle *= 10) {
        double a[2 * STRIDE] = {1, cos(angle), 0, 0, 0, sin(angle), 0, 0}, s[2], v[2][2];
        routh_singular_values(2, 2, STRIDE, a, s, v[0]);
        assert_near(s[0], sqrt(2) * cos(angle / 2), 1e-14);
        assert_near(s[1], sqrt(2) * sin(angle / 2), 1e-15);
        assert_near(fabs(v[1][0]), sqrt(0.5), 1e-9);
        assert_near(v[1][0] + v[1][1], 0, 1e-9);
    }
}

/* Tall and wide, of full rank and with a column that repeats another: the answer of shortest length, as LAPACK's. */
static void least_squares_agree_with_lapack(void **state) {
    (void)state;
    enum { MOST = ROUTH_SINGULAR_MOST };
    for (uint64_t trial = 0; trial < 60; trial++) {
        const size_t rows = trial % 3 == 0 ? 4 : 20;
        double a[20 * MOST], copy[20 * MOST], y[20], right[20], x[MOST], singular[MOST];
        fill(a, 20 * MOST, trial);
        fill(y, 20, 100 + trial);
        for (size_t i = 0; i < 20 && trial % 3 == 1; i++)
            a[i * MOST + 4] = 2 * a[i * MOST + 1];
        memcpy(copy, a, sizeof a);
        memcpy(right, y, sizeof y);
        routh_singular_solve(rows, MOST, MOST, a, y, 1e-6, x);
        lapack_int rank;
        assert_int_equal(
            LAPACKE_dgelsd(LAPACK_ROW_MAJOR, (lapack_int)rows, MOST, 1, copy, MOST, right, 1, singular, 1e-6, &rank),
            0);
        assert_int_equal(rank, trial % 3 == 0 ? 4 : trial % 3 == 1 ? MOST - 1 : MOST);
        const double slack = 1e-13 * pow(singular[0] / singular[rank - 1], 2);
        for (int k = 0; k < MOST; k++)
            assert_near(x[k], right[k], slack);
    }
}

SUBJECT(singular) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(singular_values_agree_with_lapack),
        cmocka_unit_test(the_product_is_the_matrix),
        cmocka_unit_test(two_columns_at_an_angle),
        cmocka_unit_test(least_squares_agree_with_lapack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
