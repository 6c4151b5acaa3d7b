/* Free rotation: what is conserved, the symmetric top's closed form, and small steps of Euler's equations.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "matrices.h"

#include <string.h>

#include "../effort.h"
#include "../subject.h"
#include "algebra/space.h"

/* A tensor R diag(moments) Rᵀ with random axes, and an orientation. */
static void random_body(routh_random *random, const double moment[3], double inertia[3][3], double axes[4]) {
    double vector[3], column[3][3];
    for (int c = 0; c < 3; c++)
        vector[c] = routh_random_uniform(random, -1.7, 1.7);
    routh_turn_of(vector, axes);
    for (int k = 0; k < 3; k++) {
        const double unit[3] = {k == 0, k == 1, k == 2};
        routh_turn_apply(axes, unit, column[k]);
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            inertia[i][j] = 0;
            for (int k = 0; k < 3; k++)
                inertia[i][j] += moment[k] * column[k][i] * column[k][j];
        }
}

/* Angular momentum in world axes, and twice the energy. */
static double momentum(double inertia[3][3], const double q[4], const double spin[3], double world[3]) {
    double back[4], own[3], l[3];
    routh_turn_inverse(q, back);
    routh_turn_apply(back, spin, own);
    for (int k = 0; k < 3; k++)
        l[k] = routh_dot3(inertia[k], own);
    routh_turn_apply(q, l, world);
    return routh_dot3(own, l);
}

/* Angular momentum and energy stay, over many turns, and going back leads back. */
static void momentum_and_energy_stay(void **state) {
    (void)state;
    routh_random random = routh_random_seed(11, 0);
    for (int trial = 0; trial < effort(20, 100, 2000); trial++) {
        const double a = routh_random_uniform(&random, 0.5, 3), b = routh_random_uniform(&random, 0.5, 3);
        const double moment[3] = {a, b, routh_random_uniform(&random, fabs(a - b) + 0.05, a + b)};
        double inertia[3][3], axes[4], q[4], spin[3], then[4], spin_then[3], before[3], after[3], off[3];
        random_body(&random, moment, inertia, axes);
        for (int c = 0; c < 3; c++)
            spin[c] = routh_random_uniform(&random, -10, 10);
        routh_turn_of(spin, q);
        const double energy = momentum(inertia, q, spin, before), time = routh_random_uniform(&random, -1, 1);
        const routh_free_turn turn = routh_free_turn_of((const double(*)[3])inertia);
        routh_free_turn_series series;
        routh_free_turn_start(&turn, q, spin, &series);
        routh_free_turn_at(&series, time, then, spin_then);
        assert_true(fabs(momentum(inertia, then, spin_then, after) / energy - 1) < 1e-10);
        for (int c = 0; c < 3; c++)
            assert_true(fabs(after[c] - before[c]) < 1e-9 * routh_length3(before));
        routh_free_turn_start(&turn, then, spin_then, &series);
        routh_free_turn_at(&series, -time, then, spin_then);
        routh_turn_between(q, then, off);
        assert_true(routh_length3(off) < 1e-9);
    }
}

/* Two equal moments A and one C: the body turns about its axis by Ω = (1 − C/A) ω₃ t, and its axis about the angular
 * momentum L by |L|/A t. */
static void symmetric_top(void **state) {
    (void)state;
    routh_random random = routh_random_seed(12, 0);
    for (int trial = 0; trial < 50; trial++) {
        const double a = 2, c = routh_random_uniform(&random, 0.3, 3.8);
        double inertia[3][3] = {{a, 0, 0}, {0, a, 0}, {0, 0, c}};
        double q[4], spin[3], own[3], l[3], about[4], rolled[4], expected[4], then[4], spin_then[3], off[3], start[3];
        for (int k = 0; k < 3; k++) {
            spin[k] = routh_random_uniform(&random, -8, 8);
            start[k] = routh_random_uniform(&random, -1, 1);
        }
        routh_turn_of(start, q);
        momentum(inertia, q, spin, l);
        double back[4];
        routh_turn_inverse(q, back);
        routh_turn_apply(back, spin, own);
        const double time = 0.7, roll[3] = {0, 0, (1 - c / a) * own[2] * time};
        const double precess[3] = {l[0] / a * time, l[1] / a * time, l[2] / a * time};
        routh_turn_of(roll, rolled);
        routh_turn_of(precess, about);
        routh_turn_product(q, rolled, expected);
        routh_turn_product(about, expected, expected);
        const routh_free_turn turn = routh_free_turn_of((const double(*)[3])inertia);
        routh_free_turn_series series;
        routh_free_turn_start(&turn, q, spin, &series);
        routh_free_turn_at(&series, time, then, spin_then);
        routh_turn_between(expected, then, off);
        assert_true(routh_length3(off) < 1e-9);
    }
}

/* Against ten thousand midpoint steps of Euler's equations in body axes; and the rate that it starts with. */
static void small_steps(void **state) {
    (void)state;
    routh_random random = routh_random_seed(13, 0);
    const double moment[3] = {1, 2.2, 2.9};
    for (int trial = 0; trial < 5; trial++) {
        enum { STEPS = 10000 };
        double inertia[3][3], axes[4], q[4], spin[3], then[4], spin_then[3], off[3], rate[3], first[4], soon[3];
        random_body(&random, moment, inertia, axes);
        for (int k = 0; k < 3; k++)
            spin[k] = routh_random_uniform(&random, -5, 5);
        routh_turn_of(spin, q);
        const routh_free_turn turn = routh_free_turn_of((const double(*)[3])inertia);
        routh_free_turn_series series;
        routh_free_turn_start(&turn, q, spin, &series);
        const double time = 0.5, h = time / STEPS;
        double walked[4], moving[3];
        memcpy(walked, q, sizeof q);
        memcpy(moving, spin, sizeof spin);
        for (int i = 0; i < STEPS; i++) {
            double middle[4], halfway[3], slope[3];
            routh_free_turn_rate(&turn, walked, moving, slope);
            for (int k = 0; k < 3; k++)
                halfway[k] = moving[k] + h / 2 * slope[k];
            routh_turn_on(walked, moving, h / 2, middle);
            routh_free_turn_rate(&turn, middle, halfway, slope);
            routh_turn_on(walked, halfway, h, walked);
            for (int k = 0; k < 3; k++)
                moving[k] += h * slope[k];
        }
        routh_free_turn_at(&series, time, then, spin_then);
        routh_turn_between(walked, then, off);
        assert_true(routh_length3(off) < 1e-5);
        /* the rate keeps L: I ω̇ + ω × I ω = 0 */
        routh_free_turn_rate(&turn, q, spin, rate);
        routh_free_turn_at(&series, 1e-6, first, soon);
        for (int k = 0; k < 3; k++)
            assert_true(fabs((soon[k] - spin[k]) / 1e-6 - rate[k]) < 1e-3 * (1 + fabs(rate[k])));
    }
}

/* Three equal moments: exactly the steady turn. */
static void equal_moments(void **state) {
    (void)state;
    double inertia[3][3] = {{0.3, 0, 0}, {0, 0.3, 0}, {0, 0, 0.3}};
    const double q[4] = {0.6, 0, 0.8, 0}, spin[3] = {3, -2, 1};
    const routh_free_turn turn = routh_free_turn_of((const double(*)[3])inertia);
    double then[4], spin_then[3], expected[4], rate[3];
    assert_false(turn.unequal);
    routh_free_turn_series series;
    routh_free_turn_start(&turn, q, spin, &series);
    routh_free_turn_at(&series, 0.4, then, spin_then);
    routh_turn_on(q, spin, 0.4, expected);
    assert_memory_equal(then, expected, sizeof then);
    assert_memory_equal(spin_then, spin, sizeof spin);
    routh_free_turn_rate(&turn, q, spin, rate);
    assert_true(routh_length3(rate) == 0);
}

SUBJECT(free_turn) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(momentum_and_energy_stay),
        cmocka_unit_test(symmetric_top),
        cmocka_unit_test(small_steps),
        cmocka_unit_test(equal_moments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
