/* The ideal rigid-body bound against a search over the admissible region, and what follows from its being a bound.
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
#include "cases.h"
#include "impact/impact.h"

static routh_impact random_impact(routh_random *r) {
    routh_impact k;
    routh_contact c;
    do {
        const double gyration = log_uniform(r, 0.01, 1), lever = gyration * routh_random_uniform(r, 0, 2.5);
        const double angle = routh_random_uniform(r, -3.2, 3.2);
        k.mass = log_uniform(r, 0.01, 10);
        k.inertia = k.mass * gyration * gyration;
        k.rx = lever * sin(angle);
        k.ry = lever * cos(angle);
        k.vx = 2 * routh_random_normal(r);
        k.vy = -routh_random_uniform(r, 0.1, 2);
        k.omega = routh_random_normal(r) / gyration;
    } while (routh_contact_of(NULL, &k, &c) != ROUTH_OK);
    return k;
}

static routh_velocity random_outcome(routh_random *r, const routh_impact *k) {
    const double size = k->mass * hypot(k->vx, k->vy);
    const double pt = size * routh_random_normal(r), pn = size * routh_random_uniform(r, -1, 3);
    routh_velocity after = routh_impact_after(k, pt, pn, 0);
    after.vx += 0.3 * routh_random_normal(r);
    after.omega += 0.3 * routh_random_normal(r) * sqrt(k->mass / k->inertia);
    return after;
}

/* The least error over a fine polar grid on the admissible region. */
static double searched(const routh_impact *k, const routh_contact *c, routh_velocity measured, routh_metric metric) {
    enum { AROUND = 720, OUT = 200 };
    routh_ellipse e;
    routh_point ring[AROUND];
    double least = INFINITY;
    assert_int_equal(routh_ellipse_of(NULL, c, &e), ROUTH_OK);
    for (int i = 0; i <= OUT; i++) {
        const double radius = (double)i / OUT;
        const routh_ellipse inner = {e.centre, radius * e.major, radius * e.minor, e.angle, {{0, 0}}, {{0, 0}}};
        routh_ellipse_outline(&inner, AROUND, ring);
        for (int j = 0; j < AROUND; j++) {
            const double vn = c->vn + c->wtn * ring[j].pt + c->wnn * ring[j].pn;
            if (vn >= 0 && ring[j].pn >= 0) {
                const routh_velocity after = routh_impact_after(k, ring[j].pt, ring[j].pn, 0);
                least = fmin(least, routh_impact_error(metric, k, after, measured));
            }
        }
    }
    return least;
}

static void no_admissible_impulse_is_closer(void **state) {
    (void)state;
    routh_random random = routh_random_seed(20, 0);
    size_t active[8] = {0};
    double worst = 0;
    for (int i = 0; i < effort(100, 200, 400); i++) {
        const routh_metric metric = (routh_metric)(i % ROUTH_METRIC_COUNT);
        const routh_impact k = random_impact(&random);
        const routh_velocity measured = random_outcome(&random, &k);
        routh_contact c;
        routh_bound bound;
        assert_int_equal(routh_contact_of(NULL, &k, &c), ROUTH_OK);
        assert_int_equal(routh_bound_of(NULL, &k, measured, metric, &bound), ROUTH_OK);
        assert_true(routh_is_admissible(&c, bound.impulse, 1e-10));
        const double least = searched(&k, &c, measured, metric);
        /* a step of the search turns the body, too: unweighted that counts in rad/s */
        const double speed = hypot(k.vx, k.vy), turn = metric == ROUTH_UNWEIGHTED ? sqrt(k.mass / k.inertia) : 0;
        const double size = metric == ROUTH_MOMENTUM ? k.mass * speed : speed * (1 + turn);
        assert_true(bound.error <= least + 1e-12 * size);
        worst = fmax(worst, (least - bound.error) / size);
        assert_true(least - bound.error < 0.05 * size);
        active[bound.active]++;
    }
    for (unsigned j = 0; j < 8; j++)
        printf("active constraints %u: %zu\n", j, active[j]);
    printf("search comes within %.1e of the bound\n", worst);
    assert_true(active[0] > 0 && active[ROUTH_BOUND_ENERGY] > 0 && active[ROUTH_BOUND_COMPRESSION] > 0);
}

/* Thousands more, checked for optimality: every small step into the region leads away. */
static void small_steps_do_not_improve(void **state) {
    (void)state;
    routh_random random = routh_random_seed(21, 0);
    size_t corners = 0, pulls = 0;
    for (int i = 0; i < effort(5000, 50000, 50000); i++) {
        const routh_metric metric = (routh_metric)(i % ROUTH_METRIC_COUNT);
        const routh_impact k = random_impact(&random);
        const routh_velocity measured = random_outcome(&random, &k);
        routh_contact c;
        routh_bound bound;
        routh_ellipse e;
        assert_int_equal(routh_contact_of(NULL, &k, &c), ROUTH_OK);
        assert_int_equal(routh_ellipse_of(NULL, &c, &e), ROUTH_OK);
        assert_int_equal(routh_bound_of(NULL, &k, measured, metric, &bound), ROUTH_OK);
        corners += bound.active == (ROUTH_BOUND_ENERGY | ROUTH_BOUND_COMPRESSION);
        pulls += (bound.active & ROUTH_BOUND_NO_PULL) != 0;
        for (int j = 0; j < 16; j++) {
            const double angle = 0.3927 * j, step = 1e-4 * e.minor;
            const routh_point p = {bound.impulse.pt + step * cos(angle), bound.impulse.pn + step * sin(angle)};
            if (!routh_is_admissible(&c, p, 0))
                continue;
            const double error = routh_impact_error(metric, &k, routh_impact_after(&k, p.pt, p.pn, 0), measured);
            assert_true(error >= bound.error * (1 - 1e-9));
        }
    }
    printf("corners %zu, P_n = 0 %zu of 50000\n", corners, pulls);
    assert_true(corners > 0 && pulls > 0);
}

static void an_admissible_law_explains_itself_and_never_beats_the_bound(void **state) {
    (void)state;
    const routh_law *law = routh_law_find(NULL, "mirtich");
    routh_random random = routh_random_seed(22, 0);
    for (int i = 0; i < effort(500, 5000, 5000); i++) {
        const routh_impact k = random_impact(&random);
        const routh_velocity measured = random_outcome(&random, &k);
        const double p[] = {routh_random_uniform(&random, 0, 1), routh_random_uniform(&random, 0, 1)};
        routh_contact c;
        routh_bound own, other;
        assert_int_equal(routh_contact_of(NULL, &k, &c), ROUTH_OK);
        const routh_impulse impulse = law->impulse(&c, p);
        const routh_velocity predicted = routh_impact_after(&k, impulse.pt, impulse.pn, 0);
        assert_int_equal(routh_bound_of(NULL, &k, predicted, ROUTH_VELOCITY, &own), ROUTH_OK);
        assert_true(own.error < 1e-10 * hypot(k.vx, k.vy));
        assert_int_equal(routh_bound_of(NULL, &k, measured, ROUTH_VELOCITY, &other), ROUTH_OK);
        assert_true(other.error <= routh_impact_error(ROUTH_VELOCITY, &k, predicted, measured) * (1 + 1e-12));
    }
}

/* The measured impulse is the free minimum; velocity and error belong to the admissible one. */
static void every_field_says_what_it_should(void **state) {
    (void)state;
    routh_random random = routh_random_seed(26, 0);
    for (int i = 0; i < effort(200, 2000, 2000); i++) {
        const routh_metric metric = (routh_metric)(i % ROUTH_METRIC_COUNT);
        const routh_impact k = random_impact(&random);
        const routh_velocity measured = random_outcome(&random, &k);
        routh_bound bound;
        assert_int_equal(routh_bound_of(NULL, &k, measured, metric, &bound), ROUTH_OK);
        const routh_velocity after = routh_impact_after(&k, bound.impulse.pt, bound.impulse.pn, 0);
        assert_true(after.vx == bound.velocity.vx && after.vy == bound.velocity.vy &&
                    after.omega == bound.velocity.omega);
        assert_true(fabs(routh_impact_error(metric, &k, after, measured) - bound.error) <= 1e-15 * bound.error);
        const double free_error =
            routh_impact_error(metric, &k, routh_impact_after(&k, bound.measured.pt, bound.measured.pn, 0), measured);
        const double step = 1e-3 * hypot(bound.measured.pt, bound.measured.pn);
        for (int j = 0; j < 12; j++) {
            const double pt = bound.measured.pt + step * cos(0.5236 * j),
                         pn = bound.measured.pn + step * sin(0.5236 * j);
            assert_true(routh_impact_error(metric, &k, routh_impact_after(&k, pt, pn, 0), measured) > free_error);
        }
        assert_int_equal(bound.active == 0,
                         bound.impulse.pt == bound.measured.pt && bound.impulse.pn == bound.measured.pn);
    }
}

static void the_metric_weighs_spin(void **state) {
    (void)state;
    const routh_impact k = {.mass = 4, .inertia = 1, .rx = 0.1, .ry = -0.2, .vx = 1, .vy = -1, .omega = 0};
    const routh_velocity measured = {1, 0.5, 2};
    const routh_velocity predicted = {1, 0.5, 4};
    /* ω counts with the radius of gyration, ½ m: 1 m/s there */
    assert_true(fabs(routh_impact_error(ROUTH_VELOCITY, &k, predicted, measured) - 1) < 1e-15);
    assert_true(fabs(routh_impact_error(ROUTH_MOMENTUM, &k, predicted, measured) - 2) < 1e-15);
}

SLOW_SUBJECT(bound) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_admissible_impulse_is_closer),
        cmocka_unit_test(small_steps_do_not_improve),
        cmocka_unit_test(an_admissible_law_explains_itself_and_never_beats_the_bound),
        cmocka_unit_test(every_field_says_what_it_should),
        cmocka_unit_test(the_metric_weighs_spin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
