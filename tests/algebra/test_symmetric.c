/* Eigenvalues of symmetric matrices: by definition, and where they are known.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "matrices.h"

#include "../subject.h"
#include "algebra/algebra.h"

/* λ and its vector satisfy A x = λ x, and A − λ has no negative direction; A = BᵀB of B with a row less, so that λ may be 0. */
static void the_smallest_eigenvalue_is_one(void **state) {
    (void)state;
    enum { MOST = ROUTH_GRAM_MOST };
    routh_random random = routh_random_seed(5, 0);
    for (int trial = 0; trial < 300; trial++) {
        const int n = 1 + trial % MOST, rows = n - trial % 2;
        double a[MOST][MOST] = {{0}}, b[MOST][MOST] = {{0}}, x[MOST] = {0}, length = 0;
        for (int i = 0; i < n * rows; i++)
            b[i / n][i % n] = routh_random_normal(&random);
        for (int i = 0; i < n * n; i++)
            for (int k = 0; k < rows; k++)
                a[i / n][i % n] += b[k][i / n] * b[k][i % n];
        const double least = routh_gram_smallest((size_t)n, MOST, a[0], x);
        for (int i = 0; i < n; i++) {
            double product = 0;
            for (int j = 0; j < n; j++)
                product += a[i][j] * x[j];
            assert_near(product, least * x[i], 1e-12);
            length += x[i] * x[i];
        }
        assert_near(length, 1, 1e-12);
        for (int k = 0; k < 20; k++) {
            double y[MOST] = {0}, form = 0, norm = 0;
            for (int i = 0; i < n; i++)
                y[i] = routh_random_normal(&random);
            for (int i = 0; i < n; i++) {
                norm += y[i] * y[i];
                for (int j = 0; j < n; j++)
                    form += y[i] * a[i][j] * y[j];
            }
            assert_true(form >= (least - 1e-12) * norm);
        }
    }
}

/* A v = λ v, the vectors are orthonormal; columns on scales of 1, 1e-3 and 1e-6 keep the digits of small eigenvalues, of
 * which the product is the determinant. */
static void eigenvalues_keep_their_digits(void **state) {
    (void)state;
    for (uint64_t trial = 0; trial < 200; trial++) {
        double a[9], m[3][3], value[3], v[3][3];
        static const double scale[3] = {1, 1e-3, 1e-6};
        fill_definite(a, 3, trial);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                m[i][j] = a[3 * i + j] *= scale[i] * scale[j];
        const double determinant = a[0] * (a[4] * a[8] - a[5] * a[7]) - a[1] * (a[3] * a[8] - a[5] * a[6]) +
                                   a[2] * (a[3] * a[7] - a[4] * a[6]);
        routh_symmetric3_eigen(m, value, v);
        assert_near(value[0] * value[1] * value[2], determinant, 1e-12 * determinant);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                double along = 0, product = 0;
                for (int k = 0; k < 3; k++) {
                    along += v[k][i] * v[k][j];
                    product += a[3 * j + k] * v[k][i];
                }
                assert_near(along, i == j, 1e-14);
                assert_near(product, value[i] * v[j][i], 1e-14 * a[0]);
            }
    }
}

/* [2 1; 1 2] has 1 along (1, −1) and 3 along (1, 1); a diagonal matrix is left as it is. */
static void known_eigenvalues(void **state) {
    (void)state;
    double pair[3][3] = {{2, 1, 0}, {1, 2, 0}, {0, 0, 0.5}}, vector[3];
    assert_near(routh_gram_smallest(2, 3, pair[0], vector), 1, 1e-15); /* the third row does not count */
    assert_near(vector[0] + vector[1], 0, 1e-15);
    assert_near(routh_gram_smallest(3, 3, pair[0], vector), 0.5, 1e-15);
    double diagonal[3][3] = {{3, 0, 0}, {0, 1e-200, 0}, {0, 0, 7}}, value[3], v[3][3];
    routh_symmetric3_eigen(diagonal, value, v);
    assert_true(value[0] == 3 && value[1] == 1e-200 && value[2] == 7 && v[1][1] == 1 && v[0][1] == 0);
}

SUBJECT(symmetric) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_smallest_eigenvalue_is_one),
        cmocka_unit_test(eigenvalues_keep_their_digits),
        cmocka_unit_test(known_eigenvalues),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
