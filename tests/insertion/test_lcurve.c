/* The L-curve: its corner where it is known, each point a minimum, γ chosen as it says.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "feet.h"

#include "insertion/identify.h"

/* A curve of known shape: log force = a(t), log geometric = b(t) over t = log γ. */
typedef struct shape {
    const char *name;
    double (*force)(double t), (*geometric)(double t);
    double corner; /* t */
} shape;

/* An L with a rounded corner at t = −2: force falls to a floor, geometric cost rises to it and then steeply. */
static double force_of_l(double t) {
    return log(exp(1.5 * (t + 2)) + 1);
}
static double geometric_of_l(double t) {
    return log(exp(-1.5 * (t + 2)) + 1);
}

/* The same with flat ends, where both costs stand still, as curves over a wide range of γ have. */
static double flat(double t) {
    return t > 4 ? 4 : t < -8 ? -8 : t;
}
static double force_of_flat(double t) {
    return force_of_l(flat(t));
}
static double geometric_of_flat(double t) {
    return geometric_of_l(flat(t));
}

static void the_corner_is_found(void **state) {
    (void)state;
    static const shape shapes[] = {{"L", force_of_l, geometric_of_l, -2},
                                   {"flat ends", force_of_flat, geometric_of_flat, -2}};
    for (size_t s = 0; s < 2; s++) {
        routh_lcurve_point point[23] = {{0}};
        routh_lcurve lcurve = {.count = 23, .point = point};
        for (int i = 0; i < 23; i++) {
            const double t = 9 - i; /* −2 is the twelfth */
            point[i].gamma = exp(t);
            point[i].force_cost = exp(shapes[s].force(t));
            point[i].geometric_cost = exp(shapes[s].geometric(t));
        }
        routh_lcurve_find_corner(&lcurve);
        assert_near(log(point[lcurve.corner].gamma), shapes[s].corner, 1e-9);
        assert_true(isnan(point[0].curvature) && isnan(point[22].curvature));
        assert_true(point[lcurve.corner].curvature > 0);
    }
}

/* On a circle of radius 2 the curvature is ½. */
static void curvature_is_that_of_a_circle(void **state) {
    (void)state;
    routh_lcurve_point point[9] = {{0}};
    routh_lcurve lcurve = {.count = 9, .point = point};
    for (int i = 0; i < 9; i++) {
        const double angle =
            1 + 0.01 * i; /* as γ falls the curve goes from the right to the top, around the origin's side */
        point[i].gamma = exp(-0.01 * i);
        point[i].force_cost = exp(-2 * sin(angle));
        point[i].geometric_cost = exp(-2 * cos(angle));
    }
    routh_lcurve_find_corner(&lcurve);
    for (int i = 2; i < 7; i++)
        assert_near(point[i].curvature, 0.5, 1e-3);
}

static table three_feet(void) {
    table t = make_table(3, 60);
    for (long i = 0; i < 3; i++)
        add_displacement(&t, "foot", ROUTH_DISPLACE_SHIFT, i, downwards, 1e-4);
    routh_random random = routh_random_seed(5, 0);
    for (size_t k = 0; k < t.insertion.count; k++) {
        const double deep = 2e-4 + 1e-4 * sin(0.1 * (double)k);
        put(&t, k, deep, 2e-3 * cos(0.1 * (double)k));
        push_back(&t, k, 1.8e5, 0.2, (const double[]){deep + 6e-5, deep - 5e-5, deep + 2e-5});
        for (int c = 0; c < 6; c++)
            t.insertion.sample[k].wrench[c] += (c < 3 ? 1 : 0.12) * routh_random_normal(&random);
    }
    return t;
}

static void every_point_is_a_minimum(void **state) {
    (void)state;
    table t = three_feet();
    prepare(&t);
    for (int method = 0; method < 2; method++) {
        routh_lcurve lcurve;
        assert_int_equal(
            lcurve_by(NULL, t.regressor, method ? ROUTH_NELDER_MEAD : ROUTH_LEVENBERG_MARQUARDT, 8, 1e2, 1e-5, &lcurve),
            ROUTH_OK);
        assert_near(lcurve.point[0].gamma, 1e2, 1e-12);
        assert_near(lcurve.point[7].gamma, 1e-5, 1e-18);
        for (size_t i = 0; i < lcurve.count; i++) {
            const routh_lcurve_point *p = &lcurve.point[i];
            routh_insertion_options options = routh_insertion_options_default();
            routh_insertion_estimate fit;
            options.gamma = p->gamma;
            assert_int_equal(routh_regressor_fit(NULL, t.regressor, &options, &fit), ROUTH_OK);
            assert_near(p->force_cost + p->gamma * p->geometric_cost, fit.objective, 1e-4 * fit.objective);
            assert_near(p->stiffness, fit.stiffness, 1e-2 * fit.stiffness);
            routh_insertion_estimate_release(NULL, &fit);
            if (i > 0) {
                assert_near(p->gamma / p[-1].gamma, 0.1, 1e-9);
                assert_true(p->force_cost < p[-1].force_cost * (1 + 1e-4));
                assert_true(p->geometric_cost > p[-1].geometric_cost * (1 - 1e-4));
            }
        }
        /* the chosen one is the last that is not below the Bayesian γ */
        assert_true(lcurve.point[lcurve.chosen].gamma >= lcurve.gamma_bayes);
        assert_true(lcurve.chosen + 1 == lcurve.count || lcurve.point[lcurve.chosen + 1].gamma < lcurve.gamma_bayes);
        assert_non_null(strstr(lcurve.why, "Bayesian"));
        routh_lcurve_release(NULL, &lcurve);
    }
    forget(&t);
}

/* M σ²/(6 L) for noise that remembers nothing: 0.02 of the scales. */
static void the_bayesian_gamma_is_that_of_the_noise(void **state) {
    (void)state;
    table t = three_feet();
    prepare(&t);
    routh_insertion_estimate fit;
    assert_int_equal(routh_regressor_fit(NULL, t.regressor, NULL, &fit), ROUTH_OK);
    assert_near(fit.gamma_bayes, 3 * 0.02 * 0.02 / (6 * 60), 0.35 * 3 * 0.02 * 0.02 / (6 * 60));
    /* of the residual at the lowest γ, and of that at the end */
    assert_true(fit.gamma > 0.5 * fit.gamma_bayes && fit.gamma < 2 * fit.gamma_bayes);
    routh_insertion_estimate_release(NULL, &fit);
    forget(&t);
}

static int stop(const char *what, double fraction, void *user) {
    (void)user;
    return strcmp(what, "L-curve") == 0 && fraction >= 0.5;
}

static void ranges_and_cancelling(void **state) {
    (void)state;
    table t = three_feet();
    prepare(&t);
    routh_context context = routh_context_default();
    routh_lcurve lcurve;
    static const double bad[][2] = {{1, 0}, {1e-3, 1}, {INFINITY, 1}, {1, NAN}, {1, -1}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(lcurve_by(&context, t.regressor, ROUTH_LEVENBERG_MARQUARDT, 4, bad[i][0], bad[i][1], &lcurve),
                         ROUTH_BAD_ARGUMENT);
    assert_int_equal(lcurve_by(&context, t.regressor, ROUTH_LEVENBERG_MARQUARDT, 0, 1, 1e-3, &lcurve),
                     ROUTH_BAD_ARGUMENT);
    assert_int_equal(lcurve_by(&context, t.regressor, ROUTH_LEVENBERG_MARQUARDT, 1, 0.1, 0.1, &lcurve), ROUTH_OK);
    assert_int_equal(lcurve.chosen, 0);
    routh_lcurve_release(NULL, &lcurve);
    context.progress = stop;
    assert_int_equal(lcurve_by(&context, t.regressor, ROUTH_LEVENBERG_MARQUARDT, 6, 1, 1e-3, &lcurve), ROUTH_CANCELLED);
    forget(&t);
}

SLOW_SUBJECT(lcurve) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_corner_is_found),      cmocka_unit_test(curvature_is_that_of_a_circle),
        cmocka_unit_test(every_point_is_a_minimum), cmocka_unit_test(the_bayesian_gamma_is_that_of_the_noise),
        cmocka_unit_test(ranges_and_cancelling),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
