/* Rotations as quaternions, vectors and matrices.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "matrices.h"

#include "../subject.h"
#include "algebra/space.h"
#include "base/numbers.h"

/* A turn and its rotation vector are two names of one thing; turning twice is turning by the product. */
static void turns_and_their_vectors(void **state) {
    (void)state;
    routh_random random = routh_random_seed(3, 0);
    for (int trial = 0; trial < 200; trial++) {
        double vector[3], back[3], turn[4], other[4], both[4], once[3], twice[3], at_once[3];
        const double size = trial % 2 ? 1e-9 : 1.8; /* rotation vectors of up to π come back */
        for (int c = 0; c < 3; c++)
            vector[c] = routh_random_uniform(&random, -size, size);
        routh_turn_of(vector, turn);
        routh_turn_vector(turn, back);
        for (int c = 0; c < 3 && routh_length3(vector) < 3.1; c++)
            assert_true(fabs(back[c] - vector[c]) < 1e-12 * size);
        const double further[3] = {0.3, -0.7, 1.1};
        routh_turn_of(further, other);
        routh_turn_product(other, turn, both);
        routh_turn_apply(turn, further, once);
        routh_turn_apply(other, once, twice);
        routh_turn_apply(both, further, at_once);
        for (int c = 0; c < 3; c++)
            assert_true(fabs(twice[c] - at_once[c]) < 1e-14);
        assert_true(fabs(routh_length3(once) - routh_length3(further)) < 1e-14);
        routh_turn_between(turn, both, back);
        for (int c = 0; c < 3; c++)
            assert_true(fabs(back[c] - further[c]) < 1e-13);
    }
    const double quarter[3] = {0, 0, 1.5707963267948966}, x[3] = {1, 0, 0};
    double turn[4], y[3];
    routh_turn_of(quarter, turn);
    routh_turn_apply(turn, x, y);
    assert_true(fabs(y[0]) < 1e-15 && fabs(y[1] - 1) < 1e-15); /* right-handed */
}

/* The matrix of a turn has the turned axes as columns, and gives the turn back, but for a sign that makes w ≥ 0: about any
 * axis, and by any angle up to half a turn, where w vanishes. */
static void matrices_give_their_turns_back(void **state) {
    (void)state;
    routh_random random = routh_random_seed(4, 0);
    for (int trial = 0; trial < 500; trial++) {
        static const double pi = 3.141592653589793;
        double axis[3], vector[3], turn[4], back[4];
        for (int c = 0; c < 3; c++)
            axis[c] = trial % 5 == 4 ? c == trial % 3 : routh_random_normal(&random);
        struct {
            double m[3][3];
        } made;
        routh_unit3(axis, axis);
        const double angle = trial % 4 == 0 ? pi : trial % 4 == 1 ? 1e-9 : routh_random_uniform(&random, 0, pi);
        for (int c = 0; c < 3; c++)
            vector[c] = angle * axis[c];
        routh_turn_of(vector, turn);
        for (int c = 0; c < 3; c++) {
            const double unit[3] = {c == 0, c == 1, c == 2};
            double turned[3];
            routh_turn_apply(turn, unit, turned);
            for (int r = 0; r < 3; r++)
                made.m[r][c] = turned[r];
        }
        const double(*matrix)[3] = (const double(*)[3])made.m;
        routh_turn_of_matrix(matrix, back);
        const double along = turn[0] * back[0] + turn[1] * back[1] + turn[2] * back[2] + turn[3] * back[3];
        assert_true(back[0] >= 0);
        assert_near(fabs(along), 1, 1e-14);
        for (int c = 0; c < 4; c++)
            assert_near((along < 0 ? -1 : 1) * back[c], turn[c], 1e-15 * 8);
    }
}

/* Uniform over rotations: an axis of the body points anywhere, with the covariance 1/3 of the sphere, and |cos(angle/2)| has
 * the mean 4/(3π). */
static void drawn_turns_are_uniform(void **state) {
    enum { COUNT = 100000 };
    const double axis[3] = {0.6, 0, 0.8};
    double mean[3] = {0}, square[3][3] = {{0}}, cosine = 0;
    routh_random random = routh_random_seed(3, 1);
    (void)state;
    for (int i = 0; i < COUNT; i++) {
        double turn[4], at[3];
        routh_turn_draw(&random, turn);
        assert_true(fabs(hypot(turn[0], routh_length3(turn + 1)) - 1) < 1e-14);
        routh_turn_apply(turn, axis, at);
        cosine += fabs(turn[0]) / COUNT;
        for (int j = 0; j < 3; j++) {
            mean[j] += at[j] / COUNT;
            for (int k = 0; k < 3; k++)
                square[j][k] += at[j] * at[k] / COUNT;
        }
    }
    assert_true(fabs(cosine - 4 / (3 * ROUTH_PI)) < 0.004);
    for (int j = 0; j < 3; j++) {
        assert_true(fabs(mean[j]) < 0.01);
        for (int k = 0; k < 3; k++)
            assert_true(fabs(square[j][k] - (j == k ? 1.0 / 3 : 0)) < 0.01);
    }
}

SUBJECT(turn) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns_and_their_vectors),
        cmocka_unit_test(matrices_give_their_turns_back),
        cmocka_unit_test(drawn_turns_are_uniform),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
