/* The rigid law in three dimensions: against the planar law, against small implicit steps, and its own balances.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "../impact/cases.h"
#include "../subject.h"
#include "strike_cases.h"

/* Small implicit steps ------------------------------------------------------------------------------------------
 * Equal steps of normal impulse, each with the friction that Coulomb's law demands at its end: no rule about turning,
 * stopping, sticking or leaving is needed. The normal spring is stepped by its force: F dF = −k v_n dP_n, with k0 = 1
 * where the force is the highest so far and 1/e² otherwise. */

typedef struct stepped {
    const routh_contact3 *contact;
    double mu, eps;
    double p[3];
    double square, highest; /* F², and the highest so far */
    int reloads;
} stepped;

static void velocity_at(const stepped *s, const double p[3], double v[3]) {
    for (int i = 0; i < 3; i++)
        v[i] = s->contact->v[i] + s->contact->w[i][0] * p[0] + s->contact->w[i][1] * p[1] + s->contact->w[i][2] * p[2];
}

/* p after one more normal impulse `size`: v⊥ = 0 at its end if friction can do that, otherwise friction −μ size d with
 * v⊥ = σ d, that is (σ + μ size A) d = v⊥ + b size; |d| falls with σ: bisection, then Newton. */
static void implicit_step(const stepped *s, double size, double p[3]) {
    const double(*w)[3] = s->contact->w;
    double v[3], free_p[3] = {s->p[0], s->p[1], s->p[2] + size};
    velocity_at(s, free_p, v);
    const double limit = s->mu * size;
    const double determinant = w[0][0] * w[1][1] - w[0][1] * w[0][1];
    const double hold[2] = {-(w[1][1] * v[0] - w[0][1] * v[1]) / determinant,
                            -(w[0][0] * v[1] - w[0][1] * v[0]) / determinant};
    p[2] = free_p[2];
    if (hypot(hold[0], hold[1]) <= limit) {
        p[0] = s->p[0] + hold[0];
        p[1] = s->p[1] + hold[1];
        return;
    }
    double low = 0, high = hypot(v[0], v[1]), sigma = high, d[2];
    for (int i = 0; i < 100; i++) {
        const double a = sigma + limit * w[0][0], b = limit * w[0][1], c = sigma + limit * w[1][1];
        d[0] = (c * v[0] - b * v[1]) / (a * c - b * b);
        d[1] = (a * v[1] - b * v[0]) / (a * c - b * b);
        const double length = hypot(d[0], d[1]);
        if (length > 1)
            low = sigma;
        else
            high = sigma;
        const double bend = (c * d[0] * d[0] - 2 * b * d[0] * d[1] + a * d[1] * d[1]) / (a * c - b * b);
        const double newton = sigma + length * length * (length - 1) / bend;
        const double next = newton >= low && newton <= high ? newton : 0.5 * (low + high);
        if (fabs(next - sigma) <= 1e-15 * high)
            break;
        sigma = next;
    }
    const double length = hypot(d[0], d[1]);
    p[0] = s->p[0] - limit * d[0] / length;
    p[1] = s->p[1] - limit * d[1] / length;
}

/* F² after a step whose normal velocity goes from `before` to `after`. */
static double square_after(const stepped *s, double before, double after, double size, int loading) {
    return s->square - (loading ? 1 : 1 / (s->eps * s->eps)) * (before + after) * size;
}

/* One step of at most `size`, cut where the stiffness changes or the force vanishes; 0 at the end of the impact. */
static int take_step(stepped *s, double size, int *loading) {
    double v[3], after[3], p[3];
    velocity_at(s, s->p, v);
    double low = 0, high = size;
    for (int i = 0; i < 60; i++) {
        const double middle = i == 0 ? size : 0.5 * (low + high);
        implicit_step(s, middle, p);
        velocity_at(s, p, after);
        const double square = square_after(s, v[2], after[2], middle, *loading);
        const int beyond = *loading ? after[2] > 0 : square < 0 || square > s->highest;
        if (i == 0 && !beyond) {
            memcpy(s->p, p, sizeof p);
            s->square = square;
            return 1;
        }
        if (beyond)
            high = middle;
        else
            low = middle;
    }
    implicit_step(s, high, p);
    velocity_at(s, p, after);
    const double square = square_after(s, v[2], after[2], high, *loading);
    memcpy(s->p, p, sizeof p);
    if (!*loading && square < 0.5 * s->highest)
        return 0;
    if (*loading)
        s->highest = square;
    else
        s->reloads++;
    s->square = s->highest;
    *loading = !*loading;
    return !(*loading == 0 && s->eps == 0);
}

static int step_through(const strike_case *k, double size, double p[3]) {
    stepped s = {.contact = &k->contact, .mu = k->pair.mu, .eps = k->pair.eps};
    int loading = 1;
    for (int i = 0; i < 10000000 && take_step(&s, size, &loading); i++)
        ;
    memcpy(p, s.p, sizeof s.p);
    return s.reloads;
}

/* Difference of the rigid law from steps of 1/n and 1/2n of the normal impulse, extrapolated to none. */
static double difference_from_steps(const strike_case *k, const routh_outcome3 *strike, double n, int *reloads) {
    double coarse[3], fine[3], p[3];
    step_through(k, strike->p[2] / n, coarse);
    *reloads = step_through(k, strike->p[2] / (2 * n), fine);
    for (int j = 0; j < 3; j++)
        p[j] = 2 * fine[j] - coarse[j];
    return difference(p, strike->p);
}

/* The steps' error falls with their size, without a regular expansion where an event falls within one: the few for
 * which extrapolation fails are stepped again, finer. */
static double checked_difference(const strike_case *k, const routh_outcome3 *strike, int *reloads) {
    const double first = difference_from_steps(k, strike, 4000, reloads);
    return first < 1e-5 ? first : difference_from_steps(k, strike, 64000, reloads);
}

static void agrees_with_small_implicit_steps(void **state) {
    (void)state;
    routh_random random = routh_random_seed(40, 0);
    double worst = 0;
    int reloads;
    for (int i = 0; i < 300; i++) {
        const strike_case k = random_strike(&random);
        routh_outcome3 strike;
        assert_int_equal(routh_law3_solve(NULL, routh_law3_find(NULL, "rigid"), &k.pair, &k.contact, NULL, &strike),
                         ROUTH_OK);
        worst = fmax(worst, checked_difference(&k, &strike, &reloads));
    }
    printf("300 impacts: small implicit steps come within %.1e of the impulse\n", worst);
    assert_true(worst < 1e-5);
}

static int compresses_twice(const routh_outcome3 *strike) {
    int restitution = 0;
    for (size_t i = 0; i < strike->switch_count; i++) {
        const routh_phase phase = strike->switches[i].phase;
        restitution |= phase == ROUTH_R_STICK || phase == ROUTH_R_SLIP;
        if (restitution && (phase == ROUTH_C_STICK || phase == ROUTH_C_SLIP))
            return 1;
    }
    return 0;
}

/* Strong friction and a lever: slip turns to where it jams, and what had begun to open is pressed together again. */
static void what_opens_may_be_pressed_together_again(void **state) {
    (void)state;
    routh_random random = routh_random_seed(44, 0);
    double worst = 0;
    int found = 0;
    for (int i = 0; i < 100000 && found < 8; i++) {
        strike_case k = random_strike(&random);
        k.pair.mu *= 2;
        routh_outcome3 strike;
        assert_int_equal(routh_law3_solve(NULL, routh_law3_find(NULL, "rigid"), &k.pair, &k.contact, NULL, &strike),
                         ROUTH_OK);
        if (!compresses_twice(&strike))
            continue;
        int reloads;
        worst = fmax(worst, checked_difference(&k, &strike, &reloads));
        assert_int_equal(reloads, 1);
        assert_true(energy_error(&strike.energy) < 1e-10);
        found++;
    }
    printf("%d impacts that compress twice: small implicit steps come within %.1e of the impulse\n", found, worst);
    assert_int_equal(found, 8);
    assert_true(worst < 1e-5);
}

static void is_mirtich_in_the_plane(void **state) {
    (void)state;
    const routh_law *mirtich = routh_law_find(NULL, "mirtich");
    routh_random random = routh_random_seed(41, 0);
    double worst = 0;
    int jams = 0, modes[ROUTH_MODE_COUNT] = {0};
    for (int i = 0; i < 10000; i++) {
        const impact_case k = random_case(&random);
        const double angle = routh_random_uniform(&random, -3.2, 3.2), across = random_log(&random, 0.1, 10);
        const routh_contact3 contact = planar_contact(&k.contact, across * k.contact.wtt, angle);
        const routh_pair pair = {.mu = k.mu, .eps = k.eps};
        const double parameters[] = {k.mu, k.eps};
        routh_outcome planar;
        routh_outcome3 strike;
        assert_int_equal(routh_law_solve(mirtich, parameters, &k.contact, &planar), ROUTH_OK);
        assert_int_equal(routh_law3_solve(NULL, routh_law3_find(NULL, "rigid"), &pair, &contact, NULL, &strike),
                         ROUTH_OK);
        const double p[3] = {planar.pt * cos(angle), planar.pt * sin(angle), planar.pn};
        worst = fmax(worst, difference(strike.p, p));
        jams += k.mu * k.contact.wtn * (k.contact.vt > 0 ? 1 : -1) > k.contact.wnn;
        modes[planar.mode]++;
    }
    printf("10000 planar contacts: worst difference from mirtich %.1e of the impulse; %d jam\n", worst, jams);
    assert_true(worst < 1e-10);
    assert_true(jams > 100);
    const routh_mode path[] = {ROUTH_SLIDING, ROUTH_C_STICKING, ROUTH_R_STICKING, ROUTH_C_REVERSED, ROUTH_R_REVERSED};
    for (int i = 0; i < 5; i++)
        assert_true(modes[path[i]] > 30);
}

static void balances_hold_in_any_axes(void **state) {
    (void)state;
    routh_random random = routh_random_seed(42, 0);
    double momentum = 0, energy = 0, axes = 0, work = 0;
    int sticks = 0, leaves = 0;
    for (int i = 0; i < 20000; i++) {
        const strike_case k = random_strike(&random);
        routh_outcome3 strike, turned;
        assert_int_equal(routh_law3_solve(NULL, routh_law3_find(NULL, "rigid"), &k.pair, &k.contact, NULL, &strike),
                         ROUTH_OK);
        momentum = fmax(momentum, momentum_error(&k.contact, &strike));
        energy = fmax(energy, energy_error(&strike.energy));
        work = fmax(work, fabs(strike.energy.normal_recovered - k.pair.eps * k.pair.eps * strike.energy.normal_stored) /
                              strike.energy.normal_stored);
        assert_true(hypot(strike.p[0], strike.p[1]) <= k.pair.mu * strike.p[2] * (1 + 1e-12));
        assert_true(strike.energy.friction >= 0 && strike.energy.normal >= 0 && strike.contact_energy_ratio <= 1);

        const double angle = routh_random_uniform(&random, -3.2, 3.2);
        const routh_contact3 seen = turned_axes(&k.contact, angle);
        assert_int_equal(routh_law3_solve(NULL, routh_law3_find(NULL, "rigid"), &k.pair, &seen, NULL, &turned),
                         ROUTH_OK);
        const routh_contact3 back =
            turned_axes(&(routh_contact3){.v = {turned.p[0], turned.p[1], turned.p[2]}}, -angle);
        axes = fmax(axes, difference(back.v, strike.p));
        const routh_phase last = strike.switches[strike.switch_count - 2].phase;
        sticks += last == ROUTH_C_STICK || last == ROUTH_R_STICK;
        leaves += strike.switch_total == 4 && last == ROUTH_R_SLIP;
    }
    printf("20000 impacts: momentum %.1e, energy %.1e, restitution %.1e, other axes %.1e; %d stick, %d leave\n",
           momentum, energy, work, axes, sticks, leaves);
    assert_true(momentum < 1e-15);
    assert_true(energy < 1e-10);
    assert_true(axes < 1e-9);
    assert_true(work < 1e-12);
    assert_true(sticks > 1000 && leaves > 100);
}

/* The planar cases at which paths meet, thin ones and those with very strong friction included. */
static void is_mirtich_where_paths_meet(void **state) {
    (void)state;
    const routh_law *mirtich = routh_law_find(NULL, "mirtich");
    size_t count, solved = 0;
    impact_case *cases = degenerate_cases(&count);
    double worst = 0;
    for (size_t i = 0; i < count; i++) {
        const impact_case k = cases[i];
        if (k.mu > ROUTH_MU_HIGH)
            continue;
        const routh_contact3 contact = planar_contact(&k.contact, k.contact.wtt, 0);
        const routh_pair pair = {.mu = k.mu, .eps = k.eps};
        const double parameters[] = {k.mu, k.eps};
        routh_outcome planar;
        routh_outcome3 strike;
        if (routh_law_solve(mirtich, parameters, &k.contact, &planar) != ROUTH_OK)
            continue;
        assert_int_equal(routh_law3_solve(NULL, routh_law3_find(NULL, "rigid"), &pair, &contact, NULL, &strike),
                         ROUTH_OK);
        const double p[3] = {planar.pt, 0, planar.pn};
        worst = fmax(worst, difference(strike.p, p) / (1 + k.mu) / k.condition);
        solved++;
    }
    free(cases);
    printf("%zu planar contacts where paths meet: worst difference from mirtich %.1e x (1 + mu) x condition\n", solved,
           worst);
    assert_true(solved > 5000);
    assert_true(worst < 1e-13);
}

/* Thin W and strong friction: the balance closes to what rounding of W leaves of it. */
static void thin_compliances_are_no_trouble(void **state) {
    (void)state;
    routh_random random = routh_random_seed(46, 0);
    double worst = 0;
    for (int i = 0; i < 5000; i++) {
        strike_case k = random_strike(&random);
        const double condition = random_log(&random, 1e2, 1e12);
        const double eigenvalue[3] = {1, condition, random_log(&random, 1, condition)};
        random_symmetric(&random, eigenvalue, k.contact.w);
        k.pair.mu = random_log(&random, 1e-3, 1e3);
        routh_outcome3 strike;
        assert_int_equal(routh_law3_solve(NULL, routh_law3_find(NULL, "rigid"), &k.pair, &k.contact, NULL, &strike),
                         ROUTH_OK);
        worst = fmax(worst, energy_error(&strike.energy) / condition);
        assert_true(strike.v[2] >= -1e-14 * condition * fabs(k.contact.v[2]));
    }
    printf("5000 thin compliances: energy %.1e x condition\n", worst);
    assert_true(worst < 1e-14);
}

/* At rest, it sticks or leaves as it does after the slightest slip in any direction. */
static void starting_at_rest_is_the_limit_of_the_slightest_slip(void **state) {
    (void)state;
    routh_random random = routh_random_seed(43, 0);
    double worst = 0;
    int leaves = 0;
    for (int i = 0; i < 2000; i++) {
        strike_case k = random_strike(&random);
        k.contact.v[0] = k.contact.v[1] = 0;
        routh_outcome3 still, slight;
        assert_int_equal(routh_law3_solve(NULL, routh_law3_find(NULL, "rigid"), &k.pair, &k.contact, NULL, &still),
                         ROUTH_OK);
        const double angle = routh_random_uniform(&random, -3.2, 3.2), slip = 1e-8 * k.contact.v[2];
        k.contact.v[0] = slip * cos(angle);
        k.contact.v[1] = slip * sin(angle);
        assert_int_equal(routh_law3_solve(NULL, routh_law3_find(NULL, "rigid"), &k.pair, &k.contact, NULL, &slight),
                         ROUTH_OK);
        worst = fmax(worst, difference(slight.p, still.p));
        const int sticks = still.switches[0].phase == ROUTH_C_STICK;
        if (sticks)
            assert_true(hypot(still.v[0], still.v[1]) < 1e-13 * fabs(k.contact.v[2]));
        leaves += !sticks;
    }
    printf("2000 impacts from rest: a slip of 1e-8 changes the impulse by %.1e; %d leave\n", worst, leaves);
    assert_true(worst < 1e-5);
    assert_true(leaves > 100 && leaves < 1900);
}

/* A ball on the ground, m = r = 1: W = diag(7/2, 7/2, 1). By hand: it slips at P_n = 0 … s / (7/2 μ) and then rolls. */
static void ball_by_hand(void **state) {
    (void)state;
    const routh_contact3 ball = {.w = {{3.5, 0, 0}, {0, 3.5, 0}, {0, 0, 1}}, .v = {-0.6, 0.8, -2}};
    routh_outcome3 strike;
    assert_int_equal(routh_law3_solve(NULL, routh_law3_find(NULL, "rigid"), &(routh_pair){.mu = 0.4, .eps = 0.5}, &ball,
                                      NULL, &strike),
                     ROUTH_OK);
    assert_true(fabs(strike.p[2] - 3) < 1e-14);
    assert_true(fabs(strike.p[0] - 0.6 / 3.5) < 1e-14 && fabs(strike.p[1] + 0.8 / 3.5) < 1e-14);
    assert_int_equal(strike.switch_count, 4);
    assert_int_equal(strike.switches[1].phase, ROUTH_C_STICK);
    assert_true(fabs(strike.switches[1].p[2] - 1 / 1.4) < 1e-14);
    assert_int_equal(strike.switches[2].phase, ROUTH_R_STICK);
    assert_true(fabs(strike.switches[2].p[2] - 2) < 1e-14);
    assert_int_equal(strike.switches[3].phase, ROUTH_APART);
    assert_true(strike.duration == 0);
    assert_true(fabs(strike.energy.friction - 0.5 / 3.5) < 1e-15);
    assert_true(fabs(strike.energy.normal - 2 * 0.75) < 1e-15);

    assert_int_equal(routh_law3_solve(NULL, routh_law3_find(NULL, "rigid"), &(routh_pair){.mu = 0.05, .eps = 1}, &ball,
                                      NULL, &strike),
                     ROUTH_OK);
    assert_true(fabs(strike.p[0] - 0.05 * 4 * 0.6) < 1e-15 && fabs(strike.p[1] + 0.05 * 4 * 0.8) < 1e-15);
    assert_true(fabs(strike.p[2] - 4) < 1e-15);
}

/* Without friction P = (0, 0, −(1 + e) v_n / W_nn); without restitution v_n = 0 after. */
static void limits_of_friction_and_restitution(void **state) {
    (void)state;
    routh_random random = routh_random_seed(45, 0);
    for (int i = 0; i < 1000; i++) {
        strike_case k = random_strike(&random);
        routh_outcome3 strike;
        const double e = k.pair.eps;
        k.pair.eps = 0;
        assert_int_equal(routh_law3_solve(NULL, routh_law3_find(NULL, "rigid"), &k.pair, &k.contact, NULL, &strike),
                         ROUTH_OK);
        assert_true(fabs(strike.v[2]) < 1e-13 * length_of(k.contact.v));
        assert_true(strike.energy.normal_recovered == 0);
        k.pair = (routh_pair){.mu = 0, .eps = e};
        assert_int_equal(routh_law3_solve(NULL, routh_law3_find(NULL, "rigid"), &k.pair, &k.contact, NULL, &strike),
                         ROUTH_OK);
        assert_true(strike.p[0] == 0 && strike.p[1] == 0 && strike.energy.friction == 0);
        assert_true(fabs(strike.p[2] / ((1 + e) * -k.contact.v[2] / k.contact.w[2][2]) - 1) < 1e-14);
    }
}

static void bad_input_is_refused(void **state) {
    (void)state;
    const strike_case good = {{{{2, 0, 0}, {0, 2, 0}, {0, 0, 1}}, {1, 0, -1}}, {.mu = 0.3, .eps = 0.5, .eta2 = 1}};
    routh_context context = routh_context_default();
    routh_outcome3 strike;
    strike.p[0] = 42;
    strike_case k = good;
    k.contact.w[2][2] = -1;
    assert_int_equal(routh_law3_solve(&context, routh_law3_find(NULL, "rigid"), &k.pair, &k.contact, NULL, &strike),
                     ROUTH_BAD_COMPLIANCE);
    assert_true(context.message[0] != '\0');
    k = good;
    k.contact.v[2] = 0.1;
    assert_int_equal(routh_law3_solve(&context, routh_law3_find(NULL, "rigid"), &k.pair, &k.contact, NULL, &strike),
                     ROUTH_SEPARATING);
    k = good;
    k.contact.v[0] = NAN;
    assert_int_equal(routh_law3_solve(&context, routh_law3_find(NULL, "rigid"), &k.pair, &k.contact, NULL, &strike),
                     ROUTH_NOT_FINITE);
    k = good;
    k.pair.eps = 1.1;
    assert_int_equal(routh_law3_solve(&context, routh_law3_find(NULL, "rigid"), &k.pair, &k.contact, NULL, &strike),
                     ROUTH_BAD_PARAMETER);
    k = good;
    k.pair.mu = -0.1;
    assert_int_equal(routh_law3_solve(&context, routh_law3_find(NULL, "rigid"), &k.pair, &k.contact, NULL, &strike),
                     ROUTH_BAD_PARAMETER);
    assert_true(strike.p[0] == 42); /* left alone */
    k = good;
    k.pair.eta2 = NAN; /* of no concern to the rigid law */
    assert_int_equal(routh_law3_solve(&context, routh_law3_find(NULL, "rigid"), &k.pair, &k.contact, NULL, &strike),
                     ROUTH_OK);
}

SLOW_SUBJECT(rigid) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_small_implicit_steps),
        cmocka_unit_test(what_opens_may_be_pressed_together_again),
        cmocka_unit_test(is_mirtich_in_the_plane),
        cmocka_unit_test(is_mirtich_where_paths_meet),
        cmocka_unit_test(balances_hold_in_any_axes),
        cmocka_unit_test(thin_compliances_are_no_trouble),
        cmocka_unit_test(starting_at_rest_is_the_limit_of_the_slightest_slip),
        cmocka_unit_test(ball_by_hand),
        cmocka_unit_test(limits_of_friction_and_restitution),
        cmocka_unit_test(bad_input_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
