/* Contacts that do not belong are found among those that do, and named for what they are.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "geometry/geometry.h"
#include "steps.h"

enum { DROPS = 80 };

static const double mass = 1, inertia = 1.0 / 6, mu = 0.4, eps = 0.5;

static void strike_at(routh_record *c, double rx, double ry, double pt, double pn) {
    c->after.vx += pt / mass;
    c->after.vy += pn / mass;
    c->after.omega += (rx * pn - ry * pt) / inertia;
}

/* A square of side 1 on one corner, tilted by 0.05 … 0.7 rad either way; hit by a plausible impulse. */
static routh_record corner_hit(routh_random *random, const routh_shape *shape, size_t i) {
    routh_record c = {.index = i, .trajectory = (long)i};
    double next;
    c.theta = routh_random_uniform(random, 0.05, 0.7) * (i % 2 ? 1 : -1);
    routh_shape_lowest(shape, c.theta, &c.rx, &c.ry, &next);
    c.y = -c.ry;
    c.before = (routh_velocity){routh_random_uniform(random, -1, 1), -routh_random_uniform(random, 2, 4), 0};
    c.after = c.before;
    const double pn = -(1 + eps) * c.before.vy / (1 / mass + c.rx * c.rx / inertia);
    strike_at(&c, c.rx, c.ry, (c.before.vx > 0 ? -mu : mu) * pn, pn);
    return c;
}

static void add_noise(routh_random *random, routh_record *c, double deviation) {
    routh_velocity *both[] = {&c->before, &c->after};
    for (int k = 0; k < 2; k++) {
        both[k]->vx += deviation * routh_random_normal(random);
        both[k]->vy += deviation * routh_random_normal(random);
        both[k]->omega += deviation * routh_random_normal(random);
    }
}

/* Every tenth contact is spoiled: 3, 13, 23 … in turns by a second corner, a contact in between, a wrong number. */
static routh_misfit expected(size_t i) {
    static const routh_misfit kinds[] = {ROUTH_MISFIT_TWO_POINTS, ROUTH_MISFIT_MISSED, ROUTH_MISFIT_OTHER};
    return i % 10 == 3 ? kinds[i / 10 % 3] : ROUTH_FITS;
}

static void spoil(const routh_shape *shape, routh_record *c, routh_misfit misfit) {
    double next;
    if (misfit == ROUTH_MISFIT_TWO_POINTS) { /* lands nearly flat; the other corner takes its share */
        const double pn = -1.5 * c->before.vy;
        c->theta = copysign(0.02, c->theta);
        routh_shape_lowest(shape, c->theta, &c->rx, &c->ry, &next);
        c->y = -c->ry;
        c->after = c->before;
        strike_at(c, c->rx, c->ry, 0, 0.6 * pn);
        strike_at(c, -c->rx, c->ry, 0, 0.4 * pn);
    } else if (misfit == ROUTH_MISFIT_MISSED) { /* it has fallen back and touched once more on the other side */
        c->after.vy = -2;
        c->after.omega = c->rx > 0 ? -10 : 10;
    } else
        c->after.omega += c->rx > 0 ? 2.5 : -2.5;
}

static void make_contacts(const routh_shape *shape, double noise, int spoiled, routh_record *c) {
    routh_random random = routh_random_seed(5, 0);
    for (size_t i = 0; i < DROPS; i++) {
        c[i] = corner_hit(&random, shape, i);
        if (spoiled && expected(i) != ROUTH_FITS)
            spoil(shape, &c[i], expected(i));
        add_noise(&random, &c[i], noise);
    }
}

static void test_outliers_are_named(void **state) {
    (void)state;
    const routh_shape shape = routh_shape_square(1);
    for (int noisy = 0; noisy < 2; noisy++)
        for (int estimator = 0; estimator < 2; estimator++) {
            routh_record contacts[DROPS];
            const double noise = noisy ? 0.03 : 0;
            make_contacts(&shape, noise, 1, contacts);
            routh_inertia_options o = routh_inertia_options_default();
            o.shape = &shape;
            o.estimator = (routh_estimator)estimator;
            routh_inertia_estimate fit;
            assert_int_equal(routh_inertia_fit(NULL, contacts, DROPS, &o, &fit), ROUTH_OK);
            for (size_t i = 0; i < DROPS; i++) {
                if (fit.misfit[i] != expected(i))
                    print_error("contact %zu: %s, deviation %g\n", i, routh_name(&routh_misfits, fit.misfit[i]),
                                fit.deviation[i]);
                assert_int_equal(fit.misfit[i], expected(i));
            }
            assert_int_equal(fit.left_out, DROPS / 10);
            check_near(fit.m_over_i, 6, noisy ? 0.1 : 1e-9);
            routh_inertia_estimate_release(NULL, &fit);

            o.robust = 0; /* left in, they spoil the estimate */
            assert_int_equal(routh_inertia_fit(NULL, contacts, DROPS, &o, &fit), ROUTH_OK);
            print_message("with all contacts m/I = %.4f\n", fit.m_over_i);
            assert_true(fabs(fit.m_over_i - 6) > 0.15);
            routh_inertia_estimate_release(NULL, &fit);
        }
}

static void test_good_contacts_stay(void **state) {
    (void)state;
    const routh_shape shape = routh_shape_square(1);
    routh_record contacts[DROPS];
    make_contacts(&shape, 0.1, 0, contacts);
    routh_inertia_options o = routh_inertia_options_default();
    o.shape = &shape;
    routh_inertia_estimate fit;
    assert_int_equal(routh_inertia_fit(NULL, contacts, DROPS, &o, &fit), ROUTH_OK);
    assert_int_equal(fit.left_out, 0);
    check_near(fit.noise.vx, 0.1, 0.04); /* its level is found, though vx, vy and ω are not alike in √(I/m) ω */
    check_near(fit.m_over_i, 6, 4 * fit.m_over_i_error);
    routh_inertia_estimate_release(NULL, &fit);
}

static void test_words(void **state) {
    (void)state;
    assert_string_equal(routh_name(&routh_misfits, ROUTH_MISFIT_TWO_POINTS), "two-points");
    assert_non_null(strstr(routh_about(&routh_misfits, ROUTH_MISFIT_MISSED), "contact is missing"));
    assert_string_equal(routh_name(&routh_misfits, (routh_misfit)99), "unknown");
}

SUBJECT(outliers) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_outliers_are_named),
        cmocka_unit_test(test_good_contacts_stay),
        cmocka_unit_test(test_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
