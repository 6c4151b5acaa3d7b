/* A couple at the contact: against small steps of the impulse, in closed form, and what it may never do.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "../subject.h"
#include "cases.h"
#include "impact/impact.h"
#include "stepped.h"

/* A body anywhere on the ground, spinning or not, and its parameters μ, ε, ρ. */
typedef struct turning_case {
    routh_impact impact;
    double p[3];
} turning_case;

static turning_case random_body(routh_random *r) {
    const double gyration = log_uniform(r, 1e-3, 1), spin = routh_random_uniform(r, -10, 10);
    turning_case k = {
        .impact = {.mass = log_uniform(r, 0.01, 10),
                   .rx = gyration * routh_random_uniform(r, -1.5, 1.5),
                   .ry = gyration * routh_random_uniform(r, -2, -0.2),
                   .vx = routh_random_uniform(r, -3, 3),
                   .vy = routh_random_uniform(r, -3, -0.1),
                   .omega = routh_random_uniform(r, 0, 1) < 0.2 ? 0 : spin / gyration * 0.3},
        .p = {routh_random_uniform(r, 0, 1), routh_random_uniform(r, 0, 1), gyration * log_uniform(r, 1e-3, 1)}};
    k.impact.inertia = k.impact.mass * gyration * gyration;
    return k;
}

static void small_steps_come_to_the_same(void **state) {
    (void)state;
    const routh_law *law = routh_law_find(NULL, "mirtich+couple");
    routh_random random = routh_random_seed(81, 0);
    size_t modes[ROUTH_MODE_COUNT] = {0}, solved = 0;
    double worst = 0;
    for (int i = 0; i < 600; i++) {
        const turning_case k = random_body(&random);
        routh_contact contact;
        routh_outcome found;
        double p[3], coarse[3];
        if (routh_contact_of(NULL, &k.impact, &contact) != ROUTH_OK)
            continue;
        assert_int_equal(routh_law_solve(law, k.p, &contact, &found), ROUTH_OK);
        step_through(&k.impact, k.p[0], k.p[1], k.p[2], found.pn / 4000, coarse);
        step_through(&k.impact, k.p[0], k.p[1], k.p[2], found.pn / 8000, p);
        const double scale = hypot(found.pt, found.pn), gyration = sqrt(k.impact.inertia / k.impact.mass);
        const double off =
            (fabs(found.pt - p[0]) + fabs(found.pn - p[1]) + fabs(found.couple - p[2]) / gyration) / scale;
        const double step =
            (fabs(coarse[0] - p[0]) + fabs(coarse[1] - p[1]) + fabs(coarse[2] - p[2]) / gyration) / scale;
        /* each event of the path, six or fewer, is missed by up to one step; what halving the step changes shows how much that matters */
        if (off > 2 * step + 10.0 / 8000)
            print_error("case %d: (%g %g %g), in steps (%g %g %g)\n", i, found.pt, found.pn, found.couple, p[0], p[1],
                        p[2]);
        assert_true(off <= 2 * step + 10.0 / 8000);
        worst = fmax(worst, off);
        modes[found.mode]++;
        solved++;
    }
    printf("couple: %zu impacts within %.1e of steps; sliding %zu, c-sticking %zu, r-sticking %zu, reversed %zu\n",
           solved, worst, modes[ROUTH_SLIDING], modes[ROUTH_C_STICKING], modes[ROUTH_R_STICKING],
           modes[ROUTH_C_REVERSED] + modes[ROUTH_R_REVERSED]);
    assert_true(modes[ROUTH_SLIDING] > 20 && modes[ROUTH_C_STICKING] > 20 && modes[ROUTH_R_STICKING] > 5);
}

/* The body never gains energy nor goes into the ground, force and couple stay within their bounds; ρ = 0 is the law without. */
static void nothing_is_created(void **state) {
    (void)state;
    const routh_law *law = routh_law_find(NULL, "mirtich+couple"), *plain = routh_law_find(NULL, "mirtich");
    routh_random random = routh_random_seed(82, 0);
    size_t stopped = 0;
    for (int i = 0; i < 200000; i++) {
        const turning_case k = random_body(&random);
        const double none[] = {k.p[0], k.p[1], 0};
        routh_contact contact;
        routh_outcome found, without, limit;
        if (routh_contact_of(NULL, &k.impact, &contact) != ROUTH_OK)
            continue;
        assert_int_equal(routh_law_solve(law, k.p, &contact, &found), ROUTH_OK);
        const routh_velocity after = routh_impact_after(&k.impact, found.pt, found.pn, found.couple);
        const double speed = hypot(after.vy, k.impact.vy) + fabs(k.impact.rx) * hypot(after.omega, k.impact.omega);
        assert_true(routh_impact_energy_ratio(&k.impact, after) <= 1 + 1e-12);
        assert_true(after.vy + k.impact.rx * after.omega >= -1e-11 * speed);
        assert_true(fabs(found.couple) <= k.p[2] * found.pn * (1 + 1e-12));
        assert_true(fabs(found.pt) <= k.p[0] * found.pn * (1 + 1e-12));
        stopped +=
            fabs(after.omega) < 1e-12 * (fabs(k.impact.omega) + hypot(k.impact.vx, k.impact.vy) / fabs(k.impact.ry));
        assert_int_equal(routh_law_solve(law, none, &contact, &limit), ROUTH_OK);
        assert_int_equal(routh_law_solve(plain, none, &contact, &without), ROUTH_OK);
        assert_memory_equal(&limit, &without, sizeof limit);
    }
    printf("couple: turning stops in %zu of 200000\n", stopped);
    assert_true(stopped > 1000);
}

/* Without friction a disc bounces by itself and loses ρ P_n / I of its spin, or all of it. */
static void a_disc_on_ice_loses_its_spin(void **state) {
    (void)state;
    const routh_law *law = routh_law_find(NULL, "mirtich+couple");
    for (double spin = -8; spin <= 8; spin += 4) {
        const routh_impact disc = {.mass = 2, .inertia = 0.01, .ry = -0.1, .vx = 1, .vy = -3, .omega = spin};
        const double p[] = {0, 0.5, 0.005}, pn = 2 * 1.5 * 3, lost = 0.005 * pn / 0.01;
        routh_contact contact;
        routh_outcome found;
        assert_int_equal(routh_contact_of(NULL, &disc, &contact), ROUTH_OK);
        assert_int_equal(routh_law_solve(law, p, &contact, &found), ROUTH_OK);
        const routh_velocity after = routh_impact_after(&disc, found.pt, found.pn, found.couple);
        assert_true(fabs(found.pn - pn) < 1e-14 * pn && found.pt == 0);
        assert_true(fabs(after.omega - copysign(fmax(0, fabs(spin) - lost), spin)) < 1e-14 * 8);
    }
}

/* Of a table of bodies at once as of each alone; where no body is known there is no couple. */
static void a_table_is_as_one_by_one(void **state) {
    (void)state;
    enum { COUNT = 300 };
    static routh_impact impact[COUNT];
    static double in[5][COUNT], pt[COUNT], pn[COUNT], couple[COUNT];
    const routh_law *law = routh_law_find(NULL, "mirtich+eps-power+couple");
    const double p[] = {0.3, 0.6, 0.2, 0.01};
    routh_random random = routh_random_seed(83, 0);
    for (size_t i = 0; i < COUNT;) {
        routh_contact c;
        impact[i] = random_body(&random).impact;
        i += routh_contact_of(NULL, &impact[i], &c) == ROUTH_OK;
    }
    assert_int_equal(routh_contacts_of(NULL, impact, COUNT, in[0], in[1], in[2], in[3], in[4], NULL), ROUTH_OK);
    routh_batch batch = routh_batch_default();
    batch.count = COUNT;
    batch.wtt = in[0], batch.wtn = in[1], batch.wnn = in[2], batch.vt = in[3], batch.vn = in[4];
    batch.pt = pt, batch.pn = pn, batch.couple = couple;
    for (int j = 0; j < law->parameter_count; j++)
        batch.parameter[j] = &p[j];
    assert_int_equal(routh_impacts_solve_batch(law, impact, &batch, NULL), ROUTH_OK);
    for (size_t i = 0; i < COUNT; i++) {
        routh_contact c;
        routh_outcome one;
        assert_int_equal(routh_contact_of(NULL, &impact[i], &c), ROUTH_OK);
        assert_int_equal(routh_law_solve(law, p, &c, &one), ROUTH_OK);
        assert_true(one.pt == pt[i] && one.pn == pn[i] && one.couple == couple[i]);
    }
    assert_int_equal(routh_law_solve_batch(law, &batch, NULL), ROUTH_OK);
    for (size_t i = 0; i < COUNT; i++)
        assert_true(couple[i] == 0);
}

SUBJECT(couple) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_steps_come_to_the_same),
        cmocka_unit_test(nothing_is_created),
        cmocka_unit_test(a_disc_on_ice_loses_its_spin),
        cmocka_unit_test(a_table_is_as_one_by_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
