/* Vectors and symmetric matrices of three.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "matrices.h"

#include "../subject.h"
#include "algebra/space.h"

/* In a struct, so that it can be passed as constant. */
typedef struct matrix {
    double m[3][3];
} matrix;

static matrix random_definite(uint64_t seed) {
    matrix a;
    fill_definite(a.m[0], 3, seed);
    return a;
}

/* A A⁻¹ = 1, A⁻¹ is exactly symmetric, and ½ xᵀA⁻¹x is the form. */
static void inverse_is_the_inverse(void **state) {
    (void)state;
    for (uint64_t trial = 0; trial < 1000; trial++) {
        const matrix a = random_definite(trial);
        double inverse[3][3], x[3], form = 0;
        fill(x, 3, 5000 + trial);
        routh_factor3 factor;
        assert_true(routh_factor3_of(a.m, &factor));
        routh_inverse3(&factor, inverse);
        for (int k = 0; k < 3; k++)
            for (int l = 0; l < 3; l++) {
                assert_true(inverse[k][l] == inverse[l][k]);
                assert_near(routh_dot3(a.m[k], inverse[l]), k == l, 1e-13);
                form += 0.5 * x[k] * inverse[k][l] * x[l];
            }
        assert_near(routh_half_form3(&factor, x), form, 1e-13 * (1 + form));
    }
}

/* Diagonal matrices are inverted exactly; what is not positive definite beyond rounding is refused. */
static void what_is_not_definite_is_refused(void **state) {
    (void)state;
    const double diagonal[3][3] = {{3, 0, 0}, {0, 1e-200, 0}, {0, 0, 1e200}};
    const double flat[3][3] = {{1, 1, 0}, {1, 1, 0}, {0, 0, 1}}, negative[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, -1}};
    routh_factor3 factor;
    double inverse[3][3];
    assert_true(routh_factor3_of(diagonal, &factor));
    routh_inverse3(&factor, inverse);
    for (int k = 0; k < 3; k++)
        assert_true(inverse[k][k] == 1 / diagonal[k][k]);
    assert_false(routh_factor3_of(flat, &factor));
    assert_false(routh_factor3_of(negative, &factor));
    const double skew[3][3] = {{1, 1e-11, 0}, {0, 1, 0}, {0, 0, 1}},
                 rounded[3][3] = {{1, 1e-13, 0}, {0, 1, 0}, {0, 0, 1}};
    assert_false(routh_is_symmetric3(skew));
    assert_true(routh_is_symmetric3(rounded));
}

/* Directions of vectors whose squares overflow or vanish; a × b is at right angles to both. */
static void vectors(void **state) {
    (void)state;
    const double sizes[] = {1e-300, 1, 1e300};
    for (int i = 0; i < 3; i++) {
        const double long_or_short[3] = {3 * sizes[i], 0, -4 * sizes[i]};
        double unit[3];
        routh_unit3(long_or_short, unit);
        assert_near(unit[0], 0.6, 1e-15);
        assert_near(unit[2], -0.8, 1e-15);
    }
    const double a[3] = {1, 2, 3}, numbers[4] = {1, -7, NAN, 2};
    double b[3] = {-2, 0.5, 4}, product[3];
    routh_cross3(a, b, product);
    assert_true(product[0] == 6.5 && product[1] == -10 && product[2] == 4.5);
    assert_true(routh_dot3(a, product) == 0 && routh_dot3(b, product) == 0);
    routh_cross3(a, b, b); /* in place */
    assert_true(b[0] == 6.5 && b[1] == -10 && b[2] == 4.5);
    assert_true(routh_largest(numbers, 4) == 7);
    assert_true(routh_all_finite(numbers, 2) && !routh_all_finite(numbers, 3));
}

SUBJECT(matrix3) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inverse_is_the_inverse),
        cmocka_unit_test(what_is_not_definite_is_refused),
        cmocka_unit_test(vectors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
