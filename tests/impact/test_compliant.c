/* The law with springs: against a time integration that knows nothing of phases, against reference values, and in its
 * limits.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "../effort.h"
#include "../subject.h"
#include "base/context.h"
#include "cases.h"
#include "spring_series.h"

static const routh_law *compliant(void) {
    return routh_law_find(NULL, "compliant");
}

static routh_impulse impulse_of(const routh_contact *c, double mu, double e, double eta2) {
    const double parameters[] = {mu, e, eta2};
    return compliant()->impulse(c, parameters);
}

static double apart(routh_impulse a, routh_point b) {
    return hypot(a.pt - b.pt, a.pn - b.pn) / hypot(a.pt, a.pn);
}

/* The normal spring after a change of length: on 1/e² up to the highest force so far, on 1 beyond. */
static double press(double force, double by, double e, double *highest) {
    const double stiffness = 1 / (e * e), room = (*highest - force) / stiffness;
    if (by <= room)
        return force + stiffness * by;
    return *highest += by - room;
}

/* Steps of time so short that nothing need be said of phases: the tangential spring takes up the motion as far as friction
 * lets it. Velocities and forces alternate, which is of second order. */
static routh_point integrate(const routh_contact *c, double mu, double e, double eta2, double dt) {
    double vt = c->vt, vn = c->vn, ft = 0, fn = 0, pt = 0, pn = 0, highest = 0;
    for (long i = 0; i < 400000000L; i++) {
        const double half_t = vt + 0.5 * dt * (c->wtt * ft + c->wtn * fn);
        const double half_n = vn + 0.5 * dt * (c->wtn * ft + c->wnn * fn);
        const double next_n = press(fn, -half_n * dt, e, &highest);
        const double trial = ft - half_t * dt / eta2, most = mu * fmax(0.0, next_n);
        const double next_t = fmin(most, fmax(-most, trial));
        if (next_n <= 0) { /* over within this step; forces fall to 0 in a line */
            const double part = fn / (fn - next_n);
            return (routh_point){pt + 0.5 * dt * part * ft, pn + 0.5 * dt * part * fn};
        }
        vt = half_t + 0.5 * dt * (c->wtt * next_t + c->wtn * next_n);
        vn = half_n + 0.5 * dt * (c->wtn * next_t + c->wnn * next_n);
        pt += 0.5 * dt * (ft + next_t);
        pn += 0.5 * dt * (fn + next_n);
        ft = next_t;
        fn = next_n;
    }
    return (routh_point){NAN, NAN};
}

/* Random impacts, half of them ready to jam, against the integration with two lengths of step. */
static void agrees_with_tiny_steps(void **state) {
    (void)state;
    routh_random random = routh_random_seed(40, 0);
    double worst = 0, worst_coarse = 0;
    size_t modes[ROUTH_MODE_COUNT] = {0}, jams = 0;
    for (int i = 0; i < effort(100, 1000, 1000); i++) {
        const impact_case k = random_case(&random);
        const routh_contact *c = &k.contact;
        const double e = routh_random_uniform(&random, 0.05, 1), eta2 = log_uniform(&random, 0.1, 10);
        double mu = fmin(k.mu, 5);
        if (i % 2 && c->wtn != 0)
            mu = fmin(5, fabs(c->wnn / c->wtn) * routh_random_uniform(&random, 0.8, 2));
        jams += mu * c->wtn * (c->vt > 0 ? 1 : -1) > c->wnn;
        const routh_impulse exact = impulse_of(c, mu, e, eta2);
        const double fastest = sqrt(c->wtt / eta2 + c->wnn * (1 + mu) / (e * e)), dt = 1e-3 / fastest;
        const routh_point coarse = integrate(c, mu, e, eta2, 2 * dt), fine = integrate(c, mu, e, eta2, dt);
        const routh_point better = {fine.pt + (fine.pt - coarse.pt) / 3, fine.pn + (fine.pn - coarse.pn) / 3};
        modes[exact.mode]++;
        worst_coarse = fmax(worst_coarse, apart(exact, coarse));
        worst = fmax(worst, fmin(apart(exact, fine), apart(exact, better)));
    }
    printf("largest distance from tiny steps %.1e, with steps twice as long %.1e; %zu would jam\n", worst, worst_coarse,
           jams);
    for (int mode = 0; mode < ROUTH_MODE_COUNT; mode++)
        printf("  %-12s %zu\n", routh_name(&routh_modes, (routh_mode)mode), modes[mode]);
    assert_true(worst < 1e-6);
}

/* The same in extended precision, e = 0 among them: exact to rounding. */
static void is_exact_to_rounding(void **state) {
    (void)state;
    routh_random random = routh_random_seed(41, 0);
    double worst = 0;
    for (int i = 0; i < effort(400, 4000, 4000); i++) {
        const impact_case k = random_case(&random);
        const double e = i % 10 ? routh_random_uniform(&random, 0.05, 1) : 0, eta2 = log_uniform(&random, 0.1, 10);
        const double mu = fmin(k.mu, 5);
        real p[2];
        series_impulse(&k.contact, mu, e, eta2, p);
        const routh_impulse found = impulse_of(&k.contact, mu, e, eta2);
        const double off = (double)(hypotl(found.pt - p[0], found.pn - p[1]) / hypotl(p[0], p[1]));
        assert_true(off < 1e-12);
        worst = fmax(worst, off);
    }
    printf("largest distance from series in extended precision %.1e\n", worst);
}

/* Over the whole range of η², where springs ring and where they hardly move. */
static void energy_never_grows(void **state) {
    (void)state;
    routh_random random = routh_random_seed(42, 0);
    for (int i = 0; i < effort(10000, 100000, 100000); i++) {
        const impact_case k = random_case(&random);
        const double parameters[] = {k.mu, i % 100 ? k.eps : 0, log_uniform(&random, 1e-4, 1e4)};
        routh_outcome o;
        assert_int_equal(routh_law_solve(compliant(), parameters, &k.contact, &o), ROUTH_OK);
        assert_true(o.contact_energy_ratio <= 1 + 1e-12);
        assert_int_equal(o.flags, 0);
        assert_true(fabs(o.pt) <= k.mu * o.pn * (1 + 1e-12));
        assert_true(k.eps > 0 || fabs(o.vn) <= 1e-12 * (fabs(k.contact.vn) + k.contact.wnn * o.pn));
    }
}

/* A ball with m = r = 1, I = 2/5 and Poisson's ratio 0.3 at (−1, −5) m/s, 2 rad/s: Modeling of tangential compliance in 3D
 * impact, with the value of a converged integration (docs/laws.md) in place of the paper's. */
static void the_ball_of_the_paper(void **state) {
    (void)state;
    const routh_contact ball = {.wtt = 3.5, .wtn = 0, .wnn = 1, .vt = -3, .vn = -5};
    const routh_impulse p = impulse_of(&ball, 0.4, 0.5, 1.7 / 1.4);
    assert_true(fabs(-1 + p.pt - 0.544090) < 1e-6);
    assert_true(fabs(p.pn - 7.5) < 1e-14);
    assert_int_equal(p.mode, ROUTH_C_STICKING);
}

/* Without friction e is every restitution there is: P_n = −(1 + e) v_n / W_nn, and nearly so with hardly any. */
static void hardly_any_friction_hardly_matters(void **state) {
    (void)state;
    routh_random random = routh_random_seed(43, 0);
    for (int i = 0; i < effort(200, 2000, 2000); i++) {
        const impact_case k = random_case(&random);
        const double plain = -(1 + k.eps) * k.contact.vn / k.contact.wnn;
        for (int j = 0; j < 3; j++) {
            const double mu = j == 0 ? 0 : (j == 1 ? 1e-12 : 1e-6);
            const routh_impulse p = impulse_of(&k.contact, mu, k.eps, log_uniform(&random, 1e-2, 1e2));
            assert_true(fabs(p.pt) <= (mu + 1e-15) * p.pn);
            assert_true(fabs(p.pn - plain) <= (1e-14 + 100 * mu) * plain);
        }
    }
}

/* η² → 0 is the rigid law with the same restitution. It tends there irregularly, like η: for every η² in the table, the mean
 * distance from Mirtich's impulse and the largest. */
static void stiff_springs_are_the_rigid_law(void **state) {
    (void)state;
    static const double ratios[] = {1e-1, 1e-2, 1e-3, 1e-4};
    double last = INFINITY;
    for (int j = 0; j < 4; j++) {
        routh_random random = routh_random_seed(44, 0);
        double mean = 0, worst = 0;
        for (int i = 0; i < effort(200, 2000, 2000); i++) {
            impact_case k = random_case(&random);
            k.mu = fmin(k.mu, 2);
            const double parameters[] = {k.mu, k.eps};
            const routh_impulse rigid = routh_law_find(NULL, "mirtich")->impulse(&k.contact, parameters);
            const double off = apart(impulse_of(&k.contact, k.mu, k.eps, ratios[j]), (routh_point){rigid.pt, rigid.pn});
            mean += off / 2000;
            worst = fmax(worst, off);
        }
        printf("η² = %g: %.1e from mirtich in the mean, %.1e at most\n", ratios[j], mean, worst);
        assert_true(mean < 0.5 * last);
        last = mean;
    }
    assert_true(last < 1e-3);
}

/* Slip that would pass 0 sticks for a moment, however little friction there is. */
static void modes_say_when_slip_first_stopped(void **state) {
    (void)state;
    const routh_contact slow = {.wtt = 2, .wtn = -1.2, .wnn = 1, .vt = 0.5, .vn = -1},
                        late = {.wtt = 2, .wtn = -1.2, .wnn = 1, .vt = 1.5, .vn = -1},
                        fast = {.wtt = 2, .wtn = -1.2, .wnn = 1, .vt = 4, .vn = -1};
    for (int j = 0; j < 2; j++) {
        const double mu = j == 0 ? 0 : 1e-9;
        assert_int_equal(impulse_of(&slow, mu, 0.5, 1).mode, ROUTH_C_STICKING);
        assert_int_equal(impulse_of(&late, mu, 0.5, 1).mode, ROUTH_R_STICKING);
        assert_int_equal(impulse_of(&fast, mu, 0.5, 1).mode, ROUTH_SLIDING);
    }
    const routh_contact still = {.wtt = 2, .wtn = 0, .wnn = 1, .vt = 0, .vn = -1};
    const routh_impulse p = impulse_of(&still, 0.3, 0.5, 1);
    assert_true(p.pt == 0 && p.pn == 1.5);
    assert_int_equal(p.mode, ROUTH_C_STICKING);
}

/* Friction that pulls the body down makes the normal spring ring, the faster the smaller e is. */
static void hardly_any_restitution_is_solved_all_the_same(void **state) {
    (void)state;
    routh_random random = routh_random_seed(45, 0);
    for (int i = 0; i < effort(200, 2000, 2000); i++) {
        const impact_case k = random_case(&random);
        const double parameters[] = {k.mu, pow(10, routh_random_uniform(&random, -16, -2)),
                                     log_uniform(&random, 0.1, 10)};
        routh_outcome o;
        assert_int_equal(routh_law_solve(compliant(), parameters, &k.contact, &o), ROUTH_OK);
        assert_true(o.contact_energy_ratio <= 1 + 1e-12);
        assert_int_equal(o.flags, 0);
    }
}

/* On so thin a W the tangential spring oscillates 1e6 times, and e is so small that the normal one rings. Without a bound this
 * impact, drawn by test_promises.c, took more than a minute; with 100,000 phases it takes 0.2 s and has no answer. */
static void ringing_for_ever_is_given_up(void **state) {
    (void)state;
    const routh_contact c = {.wtt = 1.6354194677749447e-08,
                             .wtn = -6.9468288663915719e-13,
                             .wnn = 2.9508289616221947e-17,
                             .vt = 21718.71103031372,
                             .vn = -0.92255333692140429};
    const double parameters[] = {0.13688925215034031, 0.00018559558171406707, 0.00044493802168671712};
    const double start = routh_seconds();
    routh_outcome o;
    assert_int_equal(routh_law_solve(compliant(), parameters, &c, &o), ROUTH_OUT_OF_RANGE);
    assert_true(routh_seconds() - start < 20); /* also where every access is checked */
}

SLOW_SUBJECT(compliant) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_tiny_steps),
        cmocka_unit_test(is_exact_to_rounding),
        cmocka_unit_test(energy_never_grows),
        cmocka_unit_test(the_ball_of_the_paper),
        cmocka_unit_test(hardly_any_friction_hardly_matters),
        cmocka_unit_test(stiff_springs_are_the_rigid_law),
        cmocka_unit_test(modes_say_when_slip_first_stopped),
        cmocka_unit_test(hardly_any_restitution_is_solved_all_the_same),
        cmocka_unit_test(ringing_for_ever_is_given_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
