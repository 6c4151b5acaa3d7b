/* One compliant strike: against small steps of time, against itself, its balances, the reference values.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "../effort.h"
#include "../subject.h"
#include "brute_force.h"

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void agrees_with_small_steps_of_time(void **state) {
    (void)state;
    routh_random random = routh_random_seed(50, 0);
    const routh_law3_options tight = {.tolerance = 1e-13};
    double worst = 0, friction = 0, stored = 0, itself = 0;
    const int strikes = effort(100, 1000, 1000);
    for (int i = 0; i < strikes; i++) {
        const strike_case k = random_strike(&random);
        routh_outcome3 strike, exact;
        assert_int_equal(routh_law3_solve(NULL, routh_law3_find(NULL, "compliant"), &k.pair, &k.contact, NULL, &strike),
                         ROUTH_OK);
        assert_int_equal(
            routh_law3_solve(NULL, routh_law3_find(NULL, "compliant"), &k.pair, &k.contact, &tight, &exact), ROUTH_OK);
        itself = fmax(itself, difference(strike.p, exact.p));
        const stepped_outcome stepped = brute_force(&k, 400);
        worst = fmax(worst, difference(stepped.p, strike.p));
        friction = fmax(friction, fabs(stepped.friction - strike.energy.friction) / strike.energy.before);
        stored = fmax(stored, fabs(stepped.tangential_stored - strike.energy.tangential_stored) / strike.energy.before);
    }
    printf("%d strikes: small steps come within %.1e of the impulse, %.1e and %.1e of the energy before; "
           "tolerance 1e-13 within %.1e\n",
           strikes, worst, friction, stored, itself);
    assert_true(worst < 1e-6);
    assert_true(itself < 1e-9);
    assert_true(friction < 1e-5 && stored < 1e-5);
}

/* The phases follow each other as they can. */
static void check_phases(const routh_outcome3 *strike) {
    assert_true(strike->switch_total == strike->switch_count);
    assert_int_equal(strike->switches[strike->switch_count - 1].phase, ROUTH_APART);
    for (size_t i = 1; i < strike->switch_count; i++) {
        const routh_moment *before = &strike->switches[i - 1], *now = &strike->switches[i];
        assert_true(now->phase != before->phase);
        assert_true(now->time >= before->time && now->p[2] >= before->p[2]);
    }
    assert_true(strike->switches[strike->switch_count - 1].time == strike->duration);
}

static void balances_hold_in_any_axes(void **state) {
    (void)state;
    routh_random random = routh_random_seed(51, 0);
    double momentum = 0, energy = 0, axes = 0, restitution = 0;
    size_t again = 0, most = 0;
    for (int i = 0; i < effort(500, 5000, 5000); i++) {
        const strike_case k = random_strike(&random);
        routh_outcome3 strike, turned;
        assert_int_equal(routh_law3_solve(NULL, routh_law3_find(NULL, "compliant"), &k.pair, &k.contact, NULL, &strike),
                         ROUTH_OK);
        momentum = fmax(momentum, momentum_error(&k.contact, &strike));
        energy = fmax(energy, energy_error(&strike.energy));
        check_phases(&strike);
        const routh_outcome3_energy *e = &strike.energy;
        restitution = fmax(restitution,
                           fabs(e->normal_recovered - k.pair.eps * k.pair.eps * e->normal_stored) / e->normal_stored);
        assert_true(hypot(strike.p[0], strike.p[1]) <= k.pair.mu * strike.p[2] * (1 + 1e-12));
        assert_true(e->friction >= 0 && e->normal >= 0 && e->left == 0 && strike.contact_energy_ratio <= 1);
        assert_true(strike.v[2] > 0);

        const double angle = routh_random_uniform(&random, -3.2, 3.2);
        const routh_contact3 seen = turned_axes(&k.contact, angle);
        assert_int_equal(routh_law3_solve(NULL, routh_law3_find(NULL, "compliant"), &k.pair, &seen, NULL, &turned),
                         ROUTH_OK);
        const routh_contact3 back =
            turned_axes(&(routh_contact3){.v = {turned.p[0], turned.p[1], turned.p[2]}}, -angle);
        axes = fmax(axes, difference(back.v, strike.p));
        for (size_t j = 2; j < strike.switch_count; j++)
            again += (strike.switches[j].phase == ROUTH_C_STICK || strike.switches[j].phase == ROUTH_C_SLIP) &&
                     (strike.switches[j - 1].phase == ROUTH_R_STICK || strike.switches[j - 1].phase == ROUTH_R_SLIP);
        most = strike.switch_total > most ? strike.switch_total : most;
    }
    printf("5000 strikes: momentum %.1e, energy %.1e, restitution %.1e, other axes %.1e; compression "
           "begins again in %zu; up to %zu phases\n",
           momentum, energy, restitution, axes, again, most - 1);
    assert_true(momentum < 1e-15);
    assert_true(energy < 1e-10);
    assert_true(restitution < 1e-10);
    assert_true(axes < 1e-9);
    assert_true(again > 0);
}

/* Errors go down with the tolerance. A few strikes magnify them, those that all but touch the limit of friction on the
 * way: of one in a thousand no more is asked. */
static void errors_follow_the_tolerance(void **state) {
    (void)state;
    enum { STRIKES = 4000 };
    static const double tolerance[] = {1e-6, 1e-8, 1e-10, 1e-12};
    static double error[4][STRIKES];
    routh_random random = routh_random_seed(53, 0);
    for (int i = 0; i < STRIKES; i++) {
        const strike_case k = random_strike(&random);
        routh_outcome3 strike, exact;
        routh_law3_options options = {.tolerance = 1e-13};
        assert_int_equal(
            routh_law3_solve(NULL, routh_law3_find(NULL, "compliant"), &k.pair, &k.contact, &options, &exact),
            ROUTH_OK);
        for (int j = 0; j < 4; j++) {
            options.tolerance = tolerance[j];
            assert_int_equal(
                routh_law3_solve(NULL, routh_law3_find(NULL, "compliant"), &k.pair, &k.contact, &options, &strike),
                ROUTH_OK);
            error[j][i] = difference(strike.p, exact.p);
            assert_true(energy_error(&strike.energy) < 20 * tolerance[j]);
        }
    }
    for (int j = 0; j < 4; j++) {
        qsort(error[j], STRIKES, sizeof error[j][0], ascending);
        const double most = error[j][STRIKES - STRIKES / 1000];
        printf(
            "tolerance %.0e: error of the impulse %.1e in the median, %.1e but for one in a thousand, %.1e at most\n",
            tolerance[j], error[j][STRIKES / 2], most, error[j][STRIKES - 1]);
        assert_true(most < 10 * tolerance[j]);
    }
}

/* ../shared/spec/compliant-impact-3d.md: m = r = 1, V = (−1, 0, −5), ω = (0, 2, 0), ν = 0.3. The slip lasts until
 * μ η² |v_n| = |v⊥| exactly. */
static void reference_ball(void **state) {
    (void)state;
    const routh_contact3 ball = {.w = {{3.5, 0, 0}, {0, 3.5, 0}, {0, 0, 1}}, .v = {-3, 0, -5}};
    const routh_pair pair = {.mu = 0.4, .eps = 0.5, .eta2 = routh_eta2_of_poisson(0.3)};
    routh_outcome3 strike;
    char phases[64];
    assert_int_equal(routh_law3_solve(NULL, routh_law3_find(NULL, "compliant"), &pair, &ball, NULL, &strike), ROUTH_OK);
    assert_string_equal(routh_outcome3_phases(&strike, phases, sizeof phases), "c-slip>c-stick>r-stick>r-slip");
    const double at[] = {0, 0.625, 5, 7.365582, 7.5};
    assert_int_equal(strike.switch_count, 5);
    for (int i = 0; i < 5; i++)
        assert_true(fabs(strike.switches[i].p[2] - at[i]) < (i == 3 ? 1e-6 : 1e-12));
    assert_true(fabs(-1 + strike.p[0] - 0.544090) < 1e-6);      /* V_x = −1 + P_x / m */
    assert_true(fabs(2 - 2.5 * strike.p[0] + 1.860225) < 1e-6); /* ω_y = 2 + (r × P)_y / I */
    assert_true(fabs(-5 + strike.p[2] - 2.5) < 1e-12);
    assert_true(fabs(strike.p[1]) < 1e-15);
    const double vx = -1 + strike.p[0], spin = 2 - 2.5 * strike.p[0];
    assert_true(fabs(0.5 * (vx * vx + 2.5 * 2.5 + 0.4 * spin * spin) - 3.965) < 5e-4);
}

/* A cylinder of height h1 on a cone of height h2, of one density; the point touches. r runs along the axis, so that only
 * the transverse moment of inertia counts: W = 1/m + h²/Q (1 − a aᵀ). */
static void reference_pencil(void **state) {
    (void)state;
    const double m = 1, r = 0.5, h1 = 3, h2 = 0.5, third = acos(-1) / 3;
    const double h = (6 * h1 * h1 + 12 * h1 * h2 + 3 * h2 * h2) / (12 * h1 + 4 * h2); /* point to centre of mass */
    const double m1 = m * h1 / (h1 + h2 / 3), m2 = m - m1, off1 = h1 / 2 + h2 - h, off2 = h - 0.75 * h2;
    const double q =
        m1 * ((3 * r * r + h1 * h1) / 12 + off1 * off1) + m2 * (3.0 / 80 * (4 * r * r + h2 * h2) + off2 * off2);
    assert_true(fabs(q - 0.903869) < 1e-6);
    const double axis[3] = {cos(third), 0, sin(third)}, body_x[3] = {sin(third), 0, -cos(third)};
    strike_case k = {.pair = {.mu = 0.8, .eps = 0.5, .eta2 = routh_eta2_of_poisson(0.3)}};
    double spin[3];
    for (int i = 0; i < 3; i++) {
        spin[i] = -1 * body_x[i] - 0.5 * (i == 1) - 0.5 * axis[i];
        for (int j = 0; j < 3; j++)
            k.contact.w[i][j] = (i == j) / m + h * h / q * ((i == j) - axis[i] * axis[j]);
    }
    const double v0[3] = {-5 * cos(third / 2), 0, -5 * sin(third / 2)};
    for (int i = 0; i < 3; i++) { /* V + ω × r, r = −h a */
        const int j = (i + 1) % 3, l = (i + 2) % 3;
        k.contact.v[i] = v0[i] - h * (spin[j] * axis[l] - spin[l] * axis[j]);
    }
    routh_outcome3 strike;
    assert_int_equal(routh_law3_solve(NULL, routh_law3_find(NULL, "compliant"), &k.pair, &k.contact, NULL, &strike),
                     ROUTH_OK);
    printf("pencil: I = (%.5f, %.5f, %.5f)\n", strike.p[0], strike.p[1], strike.p[2]);
    assert_true(fabs(strike.p[0] - 4.03748) < 1e-5);
    assert_true(fabs(strike.p[1] - 0.33074) < 1e-5);
    assert_true(fabs(strike.p[2] - 5.78989) < 1e-5);
    const stepped_outcome stepped = brute_force(&k, 400);
    assert_true(difference(stepped.p, strike.p) < 1e-6);
}

/* Theorem 1 of Modeling of tangential compliance: a ball's tangential impulse stays in line with v⊥. */
static void ball_keeps_to_one_line(void **state) {
    (void)state;
    routh_random random = routh_random_seed(52, 0);
    for (int i = 0; i < effort(100, 1000, 1000); i++) {
        strike_case k = random_strike(&random);
        const double mass = random_log(&random, 0.1, 10), gyration = routh_random_uniform(&random, 0.1, 1);
        const double across = (1 + 1 / (gyration * gyration)) / mass;
        const routh_contact3 ball = {.w = {{across, 0, 0}, {0, across, 0}, {0, 0, 1 / mass}},
                                     .v = {k.contact.v[0], k.contact.v[1], k.contact.v[2]}};
        const double size = hypot(ball.v[0], ball.v[1]);
        routh_outcome3 strike;
        assert_int_equal(routh_law3_solve(NULL, routh_law3_find(NULL, "compliant"), &k.pair, &ball, NULL, &strike),
                         ROUTH_OK);
        for (size_t j = 0; j < strike.switch_count; j++) {
            const double *p = strike.switches[j].p;
            assert_true(fabs(p[0] * ball.v[1] - p[1] * ball.v[0]) <= 1e-13 * size * length_of(strike.p));
        }
    }
}

SLOW_SUBJECT(strike) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_small_steps_of_time),
        cmocka_unit_test(balances_hold_in_any_axes),
        cmocka_unit_test(errors_follow_the_tolerance),
        cmocka_unit_test(reference_ball),
        cmocka_unit_test(reference_pencil),
        cmocka_unit_test(ball_keeps_to_one_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
