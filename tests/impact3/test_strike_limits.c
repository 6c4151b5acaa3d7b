/* Limits of the compliant law: no friction, no restitution, stiff tangential springs, the plane; moments on the way; bad
 * input.
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
#include "../impact/cases.h"
#include "../subject.h"
#include "brute_force.h"

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* P = (0, 0, −(1 + e) v_n / W_nn). */
static void without_friction(void **state) {
    (void)state;
    routh_random random = routh_random_seed(60, 0);
    for (int i = 0; i < effort(100, 1000, 1000); i++) {
        strike_case k = random_strike(&random);
        k.pair.mu = 0;
        routh_outcome3 strike;
        assert_int_equal(routh_law3_solve(NULL, routh_law3_find(NULL, "compliant"), &k.pair, &k.contact, NULL, &strike),
                         ROUTH_OK);
        assert_true(strike.p[0] == 0 && strike.p[1] == 0);
        assert_true(fabs(strike.p[2] / ((1 + k.pair.eps) * -k.contact.v[2] / k.contact.w[2][2]) - 1) < 1e-12);
        assert_true(strike.energy.friction == 0 && strike.energy.tangential_stored == 0);

        k.pair.mu = 1e-7; /* and the limit is approached */
        routh_outcome3 near;
        assert_int_equal(routh_law3_solve(NULL, routh_law3_find(NULL, "compliant"), &k.pair, &k.contact, NULL, &near),
                         ROUTH_OK);
        assert_true(difference(near.p, strike.p) < 1e-4);
    }
}

/* e = 0 ends the impact with compression; what the tangential springs hold then is lost. */
static void without_restitution(void **state) {
    (void)state;
    routh_random random = routh_random_seed(61, 0);
    double worst = 0;
    for (int i = 0; i < effort(100, 1000, 1000); i++) {
        strike_case k = random_strike(&random);
        k.pair.eps = 0;
        routh_outcome3 strike;
        assert_int_equal(routh_law3_solve(NULL, routh_law3_find(NULL, "compliant"), &k.pair, &k.contact, NULL, &strike),
                         ROUTH_OK);
        assert_true(fabs(strike.v[2]) < 1e-12 * length_of(k.contact.v));
        assert_true(energy_error(&strike.energy) < 1e-10);
        assert_true(strike.energy.normal_recovered == 0 && strike.energy.left == strike.energy.tangential_stored);
        for (size_t j = 0; j + 1 < strike.switch_count; j++)
            assert_true(strike.switches[j].phase == ROUTH_C_STICK || strike.switches[j].phase == ROUTH_C_SLIP);
        if (i < 100)
            worst = fmax(worst, difference(brute_force(&k, 400).p, strike.p));
    }
    printf("100 strikes without restitution: small steps come within %.1e of the impulse\n", worst);
    assert_true(worst < 1e-6);
}

/* η² → 0 tends to the rigid law in three dimensions, irregularly: quantiles. */
static void stiff_tangential_springs_make_the_rigid_law(void **state) {
    (void)state;
    enum { STRIKES = 400 };
    static const double eta2[] = {1e-2, 1e-3, 1e-4, 1e-5};
    double before = INFINITY;
    for (int j = 0; j < 4; j++) {
        routh_random random = routh_random_seed(62, 0);
        double apart[STRIKES];
        for (int i = 0; i < STRIKES; i++) {
            strike_case k = random_strike(&random);
            k.pair.eta2 = eta2[j];
            routh_outcome3 strike, rigid;
            assert_int_equal(
                routh_law3_solve(NULL, routh_law3_find(NULL, "compliant"), &k.pair, &k.contact, NULL, &strike),
                ROUTH_OK);
            assert_int_equal(routh_law3_solve(NULL, routh_law3_find(NULL, "rigid"), &k.pair, &k.contact, NULL, &rigid),
                             ROUTH_OK);
            apart[i] = difference(strike.p, rigid.p);
        }
        qsort(apart, STRIKES, sizeof apart[0], ascending);
        const double most = apart[STRIKES * 9 / 10];
        printf("eta2 = %.0e: %.1e of the impulse from the rigid law in the median, %.1e but for one in ten, %.1e at "
               "most\n",
               eta2[j], apart[STRIKES / 2], most, apart[STRIKES - 1]);
        assert_true(most < before);
        before = most;
    }
    assert_true(before < 1e-3);
}

/* What the planar law computes in the plane. */
static void planar_strikes_obey_the_planar_law(void **state) {
    (void)state;
    const routh_law *law = routh_law_find(NULL, "compliant");
    assert_non_null(law);
    routh_random random = routh_random_seed(63, 0);
    double worst = 0;
    for (int i = 0; i < effort(200, 2000, 2000); i++) {
        const impact_case k = random_case(&random);
        const double angle = routh_random_uniform(&random, -3.2, 3.2), eta2 = random_log(&random, 0.1, 10);
        const routh_contact3 contact = planar_contact(&k.contact, k.contact.wtt, angle);
        const routh_pair pair = {.mu = k.mu, .eps = k.eps, .eta2 = eta2};
        const double parameters[] = {k.mu, k.eps, eta2};
        routh_outcome planar;
        routh_outcome3 strike;
        assert_int_equal(routh_law_solve(law, parameters, &k.contact, &planar), ROUTH_OK);
        assert_int_equal(routh_law3_solve(NULL, routh_law3_find(NULL, "compliant"), &pair, &contact, NULL, &strike),
                         ROUTH_OK);
        const double p[3] = {planar.pt * cos(angle), planar.pt * sin(angle), planar.pn};
        worst = fmax(worst, difference(strike.p, p));
    }
    printf("2000 planar strikes: within %.1e of the planar law\n", worst);
    assert_true(worst < 1e-9);
}

/* Moments on the way: the springs obey friction at each, and what the particle slips goes along them. */
typedef struct watched {
    const strike_case *k;
    routh_moment last;
    size_t count, slips;
} watched;

static void watch(const routh_moment *moment, void *user) {
    watched *w = user;
    const routh_contact3 *c = &w->k->contact;
    const routh_pair *pair = &w->k->pair;
    const double size = length_of(c->v);
    assert_true(moment->time >= w->last.time && moment->p[2] >= w->last.p[2] - 1e-14 * size / c->w[2][2]);
    for (int i = 0; i < 3; i++) {
        double v = c->v[i], terms = fabs(v);
        for (int j = 0; j < 3; j++) {
            v += c->w[i][j] * moment->p[j];
            terms += fabs(c->w[i][j] * moment->p[j]);
        }
        assert_true(fabs(moment->v[i] - v) <= 1e-8 * terms);
    }
    const int restitutes = moment->phase == ROUTH_R_STICK || moment->phase == ROUTH_R_SLIP;
    const double stiffness = restitutes ? 1 / (pair->eps * pair->eps) : 1;
    const double limit = pair->mu * stiffness * -moment->spring[2], scale = pair->mu * size / sqrt(c->w[2][2]);
    const double *s = moment->spring, force = hypot(s[0], s[1]) / pair->eta2;
    assert_true(force <= limit + 1e-6 * scale);
    if (moment->phase == ROUTH_C_SLIP || moment->phase == ROUTH_R_SLIP) {
        const double slip[2] = {moment->v[0] - moment->spring_rate[0], moment->v[1] - moment->spring_rate[1]};
        assert_true(fabs(force - limit) <= 1e-6 * scale);
        assert_true(fabs(slip[0] * s[1] - slip[1] * s[0]) <= 1e-6 * size * hypot(s[0], s[1]));
        assert_true(slip[0] * s[0] + slip[1] * s[1] >= -1e-6 * size * hypot(s[0], s[1]));
        w->slips++;
    }
    w->last = *moment;
    w->count++;
}

static void moments_on_the_way_obey_friction(void **state) {
    (void)state;
    routh_random random = routh_random_seed(64, 0);
    for (int i = 0; i < 500; i++) {
        const strike_case k = random_strike(&random);
        watched w = {.k = &k};
        const routh_law3_options options = {.tolerance = 1e-10, .watch = watch, .points = 20, .user = &w};
        routh_outcome3 strike, plain;
        assert_int_equal(
            routh_law3_solve(NULL, routh_law3_find(NULL, "compliant"), &k.pair, &k.contact, &options, &strike),
            ROUTH_OK);
        assert_int_equal(routh_law3_solve(NULL, routh_law3_find(NULL, "compliant"), &k.pair, &k.contact, NULL, &plain),
                         ROUTH_OK);
        assert_true(difference(strike.p, plain.p) == 0); /* watching changes nothing */
        assert_int_equal(w.last.phase, ROUTH_APART);
        assert_true(w.count > strike.switch_total + 10);
    }
}

/* Far from everyday stiffness ratios and friction it still ends, and its energy balances. */
/* The worst energy error of that many strikes with the logarithms of μ and η² drawn evenly; all end. */
static double worst_of_extremes(int count, const double mu[2], const double eta2[2]) {
    routh_random random = routh_random_seed(65, 0);
    double worst = 0;
    for (int i = 0; i < count; i++) {
        strike_case k = random_strike(&random);
        k.pair.mu = random_log(&random, mu[0], mu[1]);
        k.pair.eta2 = random_log(&random, eta2[0], eta2[1]);
        k.pair.eps = i % 3 == 0 ? random_log(&random, 1e-3, 1) : k.pair.eps;
        routh_outcome3 strike;
        routh_context context = routh_context_default();
        if (routh_law3_solve(&context, routh_law3_find(NULL, "compliant"), &k.pair, &k.contact, NULL, &strike) !=
            ROUTH_OK)
            fail_msg("strike %d: %s", i, context.message);
        worst = fmax(worst, energy_error(&strike.energy));
        assert_true(strike.v[2] >= 0);
    }
    return worst;
}

/* Energy in the tangential springs is ½ μ²η²F²/k0: large μ and η² cost the balance digits. */
static void extremes_come_to_an_end(void **state) {
    (void)state;
    const double any = worst_of_extremes(4000, (double[]){1e-4, 1e6}, (double[]){1e-7, 1e8});
    /* next to no friction: where slip stops, what it leaves is known to rounding of the normal force only */
    const double little = worst_of_extremes(40000, (double[]){1e-12, 1e-3}, (double[]){0.1, 10});
    printf("4000 extreme strikes: energy %.1e; 40000 with little friction: %.1e\n", any, little);
    assert_true(any < 1e-5);
    assert_true(little < 1e-10);
}

/* Hardly any friction or restitution does what none does, down to the smallest numbers there are. */
static void next_to_nothing_is_nothing(void **state) {
    (void)state;
    static const double least[] = {1e-10, 1e-20, 1e-150, 1e-200, 4.94e-324};
    routh_random random = routh_random_seed(66, 0);
    for (int i = 0; i < 200; i++) {
        const strike_case k = random_strike(&random);
        for (size_t j = 0; j < sizeof least / sizeof *least; j++)
            for (int rigid = 0; rigid < 2; rigid++)
                for (int what = 0; what < 2; what++) {
                    routh_pair little = k.pair, none = k.pair;
                    *(what ? &little.mu : &little.eps) = least[j];
                    *(what ? &none.mu : &none.eps) = 0;
                    routh_outcome3 a, b;
                    assert_int_equal(routh_law3_solve_batch(NULL, routh_law3_find(NULL, rigid ? "rigid" : "compliant"),
                                                            &little, &k.contact, 1, &a, NULL),
                                     0);
                    assert_int_equal(routh_law3_solve_batch(NULL, routh_law3_find(NULL, rigid ? "rigid" : "compliant"),
                                                            &none, &k.contact, 1, &b, NULL),
                                     0);
                    assert_true(difference(a.p, b.p) < 1e-8);
                }
    }
}

static void bad_input_is_refused(void **state) {
    (void)state;
    const strike_case good = {{{{2, 0, 0.3}, {0, 2, 0}, {0.3, 0, 1}}, {1, 0, -1}}, {.mu = 0.3, .eps = 0.5, .eta2 = 1}};
    static const struct {
        double w22, w01, v2, v0, mu, eps, eta2, tolerance;
        routh_status status;
    } bad[] = {
        {-1, 0, -1, 1, 0.3, 0.5, 1, 1e-10, ROUTH_BAD_COMPLIANCE},
        {0.01, 0, -1, 1, 0.3, 0.5, 1, 1e-10, ROUTH_BAD_COMPLIANCE}, /* W_un² > W_uu W_nn */
        {1, 3, -1, 1, 0.3, 0.5, 1, 1e-10, ROUTH_BAD_COMPLIANCE},
        {NAN, 0, -1, 1, 0.3, 0.5, 1, 1e-10, ROUTH_NOT_FINITE},
        {1, 0, 0.1, 1, 0.3, 0.5, 1, 1e-10, ROUTH_SEPARATING},
        {1, 0, 0, 1, 0.3, 0.5, 1, 1e-10, ROUTH_SEPARATING},
        {1, 0, -1, NAN, 0.3, 0.5, 1, 1e-10, ROUTH_NOT_FINITE},
        {1, 0, -INFINITY, 1, 0.3, 0.5, 1, 1e-10, ROUTH_NOT_FINITE},
        {1, 0, -1, 1, -0.1, 0.5, 1, 1e-10, ROUTH_BAD_PARAMETER},
        {1, 0, -1, 1, 0.3, 1.0001, 1, 1e-10, ROUTH_BAD_PARAMETER},
        {1, 0, -1, 1, 0.3, -0.1, 1, 1e-10, ROUTH_BAD_PARAMETER},
        {1, 0, -1, 1, 0.3, NAN, 1, 1e-10, ROUTH_NOT_FINITE},
        {1, 0, -1, 1, 0.3, 0.5, 0, 1e-10, ROUTH_BAD_PARAMETER},
        {1, 0, -1, 1, 0.3, 0.5, -1, 1e-10, ROUTH_BAD_PARAMETER},
        {1, 0, -1, 1, 0.3, 0.5, 1, 0, ROUTH_BAD_ARGUMENT},
        {1, 0, -1, 1, 0.3, 0.5, 1, NAN, ROUTH_BAD_ARGUMENT},
    };
    routh_context context = routh_context_default();
    routh_outcome3 strike;
    strike.p[0] = 42;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        strike_case k = good;
        k.contact.w[2][2] = bad[i].w22;
        k.contact.w[0][1] = k.contact.w[1][0] = bad[i].w01;
        k.contact.v[2] = bad[i].v2;
        k.contact.v[0] = bad[i].v0;
        k.pair = (routh_pair){.mu = bad[i].mu, .eps = bad[i].eps, .eta2 = bad[i].eta2};
        const routh_law3_options options = {.tolerance = bad[i].tolerance};
        context.message[0] = '\0';
        assert_int_equal(
            routh_law3_solve(&context, routh_law3_find(NULL, "compliant"), &k.pair, &k.contact, &options, &strike),
            bad[i].status);
        assert_true(context.message[0] != '\0');
        assert_true(strike.p[0] == 42); /* left alone */
    }
    assert_int_equal(
        routh_law3_solve(&context, routh_law3_find(NULL, "compliant"), &good.pair, &good.contact, NULL, &strike),
        ROUTH_OK);
}

SLOW_SUBJECT(strike_limits) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_friction),
        cmocka_unit_test(without_restitution),
        cmocka_unit_test(stiff_tangential_springs_make_the_rigid_law),
        cmocka_unit_test(planar_strikes_obey_the_planar_law),
        cmocka_unit_test(moments_on_the_way_obey_friction),
        cmocka_unit_test(extremes_come_to_an_end),
        cmocka_unit_test(next_to_nothing_is_nothing),
        cmocka_unit_test(bad_input_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
