/* Singular values of tall matrices.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "steps.h"

#include "inertia/inertia.h"

enum { ROWS = 40 };

/* U S Vᵀ gives the matrix back, U and V are orthogonal; and with two columns of length 1 at the angle φ the singular
 * values are √(1 ± cos φ). */
static void test_decomposition(void **state) {
    (void)state;
    routh_random random = routh_random_seed(1, 0);
    for (int trial = 0; trial < 50; trial++) {
        double a[ROWS * MOST_UNKNOWNS], left[ROWS * MOST_UNKNOWNS], s[MOST_UNKNOWNS], v[MOST_UNKNOWNS][MOST_UNKNOWNS];
        for (int i = 0; i < ROWS * MOST_UNKNOWNS; i++)
            a[i] = routh_random_normal(&random) * (i % MOST_UNKNOWNS == 1 ? 1e-6 : 1);
        memcpy(left, a, sizeof a);
        routh_inertia_singular(left, ROWS, 3, s, v);
        assert_true(s[0] >= s[1] && s[1] >= s[2] && s[2] > 0);
        for (int i = 0; i < ROWS; i++)
            for (int k = 0; k < 3; k++) {
                double sum = 0;
                for (int j = 0; j < 3; j++)
                    sum += left[i * MOST_UNKNOWNS + j] * v[j][k];
                check_near(sum, a[i * MOST_UNKNOWNS + k], 1e-14 * s[0]);
            }
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++) {
                double of_left = 0, of_right = 0;
                for (int i = 0; i < ROWS; i++)
                    of_left += left[i * MOST_UNKNOWNS + j] * left[i * MOST_UNKNOWNS + k] / (s[j] * s[k]);
                for (int i = 0; i < 3; i++)
                    of_right += v[j][i] * v[k][i];
                check_near(of_left, j == k, 1e-9);
                check_near(of_right, j == k, 1e-13);
            }
    }
}

static void test_two_columns_at_an_angle(void **state) {
    (void)state;
    for (double angle = 1e-6; angle < 1.5; angle *= 10) {
        double a[2 * MOST_UNKNOWNS] = {1, cos(angle), 0, 0, sin(angle), 0}, s[MOST_UNKNOWNS];
        double v[MOST_UNKNOWNS][MOST_UNKNOWNS];
        routh_inertia_singular(a, 2, 2, s, v);
        check_near(s[0], sqrt(2) * cos(angle / 2), 1e-14);
        check_near(s[1], sqrt(2) * sin(angle / 2), 1e-15);
        check_near(fabs(v[1][0]), sqrt(0.5), 1e-9);
        check_near(v[1][0] + v[1][1], 0, 1e-9);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_decomposition),
        cmocka_unit_test(test_two_columns_at_an_angle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
