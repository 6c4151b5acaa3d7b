/* K, μ and displacements of a table on a slab, where all is known by hand.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../effort.h"
#include "../subject.h"
#include "feet.h"

static const double stiffness = 1.8e5, friction = 0.2;

/* Depth between 0.1 and 0.3 mm, sliding to and fro; each foot deeper by its own. */
static void rock(table *t, const double *own) {
    for (size_t k = 0; k < t->insertion.count; k++) {
        const double deep = 2e-4 + 1e-4 * sin(0.1 * (double)k);
        double depth[MOST_FEET];
        for (size_t i = 0; i < t->assembly.object[0].count; i++)
            depth[i] = deep + own[i];
        put(t, k, deep, 2e-3 * cos(0.1 * (double)k));
        push_back(t, k, stiffness, friction, depth);
    }
}

static void add_noise(table *t, double force, double moment, uint64_t seed) {
    routh_random random = routh_random_seed(seed, 0);
    for (size_t k = 0; k < t->insertion.count; k++)
        for (int c = 0; c < 6; c++)
            t->insertion.sample[k].wrench[c] += (c < 3 ? force : moment) * routh_random_normal(&random);
}

static routh_insertion_estimate identify(table *t, const routh_insertion_options *options) {
    routh_insertion_estimate fit;
    assert_int_equal(routh_regressor_fit(NULL, t->regressor, options, &fit), ROUTH_OK);
    return fit;
}

static void exact_geometry_gives_exact_answers(void **state) {
    (void)state;
    table t = make_table(4, 100);
    rock(&t, (const double[]){0, 0, 0, 0});
    prepare(&t);
    routh_insertion_estimate fit = identify(&t, NULL);
    assert_near(fit.stiffness, stiffness, 1e-9 * stiffness);
    assert_near(fit.friction, friction, 1e-9);
    assert_near(fit.force_cost, 0, 1e-20);
    assert_int_equal(fit.used, 100);
    assert_int_equal(fit.flags, 0);
    for (size_t k = 0; k < fit.sample_count; k++) {
        const double speed = fabs(t.insertion.sample[k].twist[0]);
        assert_near(fit.instant[k].stiffness, stiffness, 1e-9 * stiffness);
        if (speed > 2e-4)
            assert_near(fit.instant[k].friction, friction, 1e-9);
        else
            assert_true(isnan(fit.instant[k].friction));
        assert_int_equal(fit.instant[k].contacts, 4);
        assert_int_equal(fit.instant[k].sliding, speed > 2e-4 ? 4 : 0);
        /* in object 1's axes, whose origin is as deep as the feet */
        const double *w = t.insertion.sample[k].wrench, deep = -t.insertion.sample[k].hand.position[2];
        assert_near(fit.instant[k].wrench[0], w[0], 1e-7);
        assert_near(fit.instant[k].wrench[2], w[2], 1e-7);
        assert_near(fit.instant[k].wrench[4], w[4] + deep * w[0], 1e-9);
    }
    routh_insertion_estimate_release(NULL, &fit);
    forget(&t);
}

/* Three feet push with one force and two moments: all are told. With γ = 0 the answer is exact. */
static void unequal_feet_are_found_by_either_search(void **state) {
    (void)state;
    static const double own[] = {3e-5, -5e-5, 2e-5};
    table t = make_table(3, 100);
    for (long i = 0; i < 3; i++)
        add_displacement(&t, (const char *[]){"first", "second", "third"}[i], ROUTH_DISPLACE_SHIFT, i, downwards, 1e-4);
    rock(&t, own);
    prepare(&t);
    for (int method = 0; method < 2; method++) {
        routh_insertion_options options = routh_insertion_options_default();
        options.method = method ? ROUTH_NELDER_MEAD : ROUTH_LEVENBERG_MARQUARDT;
        options.gamma = 0;
        routh_insertion_estimate fit = identify(&t, &options);
        const double tolerance = method ? 1e-3 : 1e-6;
        assert_near(fit.stiffness, stiffness, tolerance * stiffness);
        assert_near(fit.friction, friction, tolerance);
        for (int i = 0; i < 3; i++)
            assert_near(fit.x[i], own[i], tolerance * 1e-4);
        routh_insertion_estimate_release(NULL, &fit);
    }
    forget(&t);
}

static void plain_fits_keep_the_drawing(void **state) {
    (void)state;
    static const double own[] = {3e-5, -5e-5, 2e-5};
    table t = make_table(3, 100);
    for (long i = 0; i < 3; i++)
        add_displacement(&t, "foot", ROUTH_DISPLACE_SHIFT, i, downwards, 1e-4);
    rock(&t, own);
    prepare(&t);
    routh_insertion_options options = routh_insertion_options_default();
    options.geometry = 0;
    routh_insertion_estimate plain = identify(&t, &options);
    options.geometry = 1;
    double cost = plain.force_cost, geometric = 0;
    for (int i = 0; i < 3; i++) {
        assert_true(plain.x[i] == 0);
        assert_near(plain.error[i], 1e-4, 1e-9);
    }
    assert_true(isnan(plain.gamma));
    /* the error of K owns up to what the drawing may be wrong by */
    assert_true(fabs(plain.stiffness - stiffness) < 3 * plain.stiffness_error);
    /* less weight on the prior: lower force cost, larger displacements */
    for (options.gamma = 1e2; options.gamma > 1e-6; options.gamma /= 100) {
        routh_insertion_estimate fit = identify(&t, &options);
        assert_true(fit.force_cost < cost && fit.geometric_cost > geometric);
        assert_near(fit.objective, fit.force_cost + options.gamma * fit.geometric_cost, 1e-15);
        cost = fit.force_cost;
        geometric = fit.geometric_cost;
        routh_insertion_estimate_release(NULL, &fit);
    }
    routh_insertion_estimate_release(NULL, &plain);
    forget(&t);
}

/* Noise of known size and true displacements drawn from the prior: errors are what they claim. */
static void errors_are_honest(void **state) {
    (void)state;
    const int seeds = effort(10, 40, 200);
    double squares[5] = {0};
    for (int seed = 0; seed < seeds; seed++) {
        routh_random random = routh_random_seed((uint64_t)seed, 9);
        double own[3];
        table t = make_table(3, 60);
        for (long i = 0; i < 3; i++) {
            add_displacement(&t, "foot", ROUTH_DISPLACE_SHIFT, i, downwards, 2e-5);
            own[i] = 2e-5 * routh_random_normal(&random);
        }
        rock(&t, own);
        add_noise(&t, 1, 0.12, (uint64_t)seed);
        prepare(&t);
        routh_insertion_options options = routh_insertion_options_default();
        options.tolerance = 1e-6;
        options.gamma = seed % 2 ? 1e-7 : 1e-5; /* errors hold for any */
        routh_insertion_estimate fit = identify(&t, &options);
        for (int i = 0; i < 3; i++)
            squares[i] += pow((fit.x[i] - own[i]) / fit.error[i], 2) / seeds;
        squares[3] += pow((fit.stiffness - stiffness) / fit.stiffness_error, 2) / seeds;
        squares[4] += pow((fit.friction - friction) / fit.friction_error, 2) / seeds;
        routh_insertion_estimate_release(NULL, &fit);
        forget(&t);
    }
    /* the mean of n squares has deviation √(2/n) */
    for (int i = 0; i < 5; i++)
        assert_near(squares[i], 1, 4 * sqrt(2.0 / seeds));
}

/* Constant depth: only K × (depth + offset) shows. Then K is told only as well as the offset's prior allows, 15 %, and the
 * interval, that of 1/K, covers the truth in 95 of 100 draws; with varied depth it is narrow. */
static void a_constant_push_widens_the_interval(void **state) {
    (void)state;
    enum { SEEDS = 20 };
    int covered = 0;
    for (int seed = 0; seed < SEEDS; seed++)
        for (int varied = 0; varied < 2; varied++) {
            routh_random random = routh_random_seed((uint64_t)seed, 3);
            const double offset = 3e-5 * routh_random_normal(&random);
            table t = make_table(4, 60);
            add_displacement(&t, "offset", ROUTH_DISPLACE_OFFSET, -1, downwards, 3e-5);
            for (size_t k = 0; k < t.insertion.count; k++) {
                const double deep = 2e-4 + (varied ? 1e-4 * sin(0.1 * (double)k) : 0), true_deep = deep + offset;
                put(&t, k, deep, 2e-3);
                push_back(&t, k, stiffness, friction, (const double[]){true_deep, true_deep, true_deep, true_deep});
            }
            add_noise(&t, 0.5, 0.06, (uint64_t)seed);
            prepare(&t);
            routh_insertion_estimate fit = identify(&t, NULL);
            const double width = (fit.stiffness_high - fit.stiffness_low) / stiffness;
            const int covers = fit.stiffness_low <= stiffness && stiffness <= fit.stiffness_high;
            if (varied) {
                assert_false(fit.flags & ROUTH_INSERTION_OFFSET_UNSEEN);
                assert_true(width < 0.05);
                assert_near(fit.stiffness, stiffness, 0.03 * stiffness);
                assert_near(fit.x[0], offset, 4 * fit.error[0]);
            } else {
                assert_true(fit.flags & ROUTH_INSERTION_OFFSET_UNSEEN);
                /* ±1.96 × 15 % of 1/K */
                assert_near(stiffness * (1 / fit.stiffness_low - 1 / fit.stiffness_high),
                            2 * 1.96 * 0.15 * stiffness / fit.stiffness, 0.02);
                assert_near(fit.error[0], 3e-5, 1e-6);
                covered += covers;
            }
            routh_insertion_estimate_release(NULL, &fit);
            forget(&t);
        }
    assert_in_range(covered, 18, SEEDS);
}

/* A foot that loses contact at a displacement must leave its measured wrench in the cost. */
static void losing_contact_is_no_way_out(void **state) {
    (void)state;
    table t = make_table(1, 40);
    add_displacement(&t, "foot", ROUTH_DISPLACE_SHIFT, 0, downwards, 1e-4);
    /* wrenches that fit no spring: constant while the depth falls to nothing */
    for (size_t k = 0; k < 40; k++) {
        put(&t, k, 5e-6 * (double)k - 2e-5, 2e-3);
        push_back(&t, k, stiffness, friction, (const double[]){1e-4});
    }
    prepare(&t);
    routh_insertion_options options = routh_insertion_options_default();
    for (options.gamma = 1e-4; options.gamma > 1e-9; options.gamma /= 100) {
        routh_insertion_estimate fit = identify(&t, &options);
        assert_int_equal(fit.used, 40); /* all: those without contact are clearly pushed */
        assert_true(fit.x[0] > 2e-5);   /* the only good answer is contact everywhere */
        for (size_t k = 0; k < 40; k++)
            assert_int_equal(fit.instant[k].contacts, 1);
        routh_insertion_estimate_release(NULL, &fit);
    }
    forget(&t);
}

static void bad_recordings_are_told_so(void **state) {
    (void)state;
    table t = make_table(4, 20);
    add_displacement(&t, "first", ROUTH_DISPLACE_SHIFT, 0, downwards, 1e-4);
    for (size_t k = 0; k < 20; k++)
        put(&t, k, -1e-3, 2e-3);
    prepare(&t);
    routh_insertion_estimate fit = identify(&t, NULL);
    assert_int_equal(fit.flags, ROUTH_INSERTION_NO_CONTACT);
    assert_true(isnan(fit.stiffness) && isnan(fit.friction) && isnan(fit.stiffness_low));
    assert_true(fit.x[0] == 0 && fit.error[0] == 1e-4 && fit.used == 0);
    routh_insertion_estimate_release(NULL, &fit);
    routh_context context = routh_context_default();
    routh_lcurve lcurve;
    assert_int_equal(lcurve_by(&context, t.regressor, ROUTH_LEVENBERG_MARQUARDT, 5, 1, 1e-3, &lcurve),
                     ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "contact"));
    forget(&t);

    /* all sticks, with one contact */
    t = make_table(1, 20);
    for (size_t k = 0; k < 20; k++) {
        put(&t, k, 1e-4 + 1e-6 * (double)k, 0);
        push_back(&t, k, stiffness, friction, (const double[]){1e-4 + 1e-6 * (double)k});
    }
    prepare(&t);
    fit = identify(&t, NULL);
    assert_int_equal(fit.flags, ROUTH_INSERTION_ALL_STICK | ROUTH_INSERTION_ONE_CONTACT);
    assert_near(fit.stiffness, stiffness, 1e-9 * stiffness);
    assert_true(isnan(fit.friction) && isnan(fit.friction_error) && isnan(fit.covariance[3]));
    assert_true(fit.covariance[0] >= 0);
    routh_insertion_estimate_release(NULL, &fit);

    routh_insertion_options options = routh_insertion_options_default();
    options.gamma = -1;
    assert_int_equal(routh_regressor_fit(&context, t.regressor, &options, &fit), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "-1"));
    options = routh_insertion_options_default();
    options.tolerance = 0;
    assert_int_equal(routh_regressor_fit(&context, t.regressor, &options, &fit), ROUTH_BAD_ARGUMENT);
    forget(&t);
}

static void evaluations_are_bounded(void **state) {
    (void)state;
    table t = make_table(3, 40);
    for (long i = 0; i < 3; i++)
        add_displacement(&t, "foot", ROUTH_DISPLACE_SHIFT, i, downwards, 1e-4);
    rock(&t, (const double[]){3e-5, -5e-5, 2e-5});
    prepare(&t);
    for (int method = 0; method < 2; method++) {
        routh_insertion_options options = routh_insertion_options_default();
        options.method = method ? ROUTH_NELDER_MEAD : ROUTH_LEVENBERG_MARQUARDT;
        options.gamma = 1e-4;
        options.evaluations = 12;
        options.starts = 0;
        routh_insertion_estimate fit = identify(&t, &options);
        assert_true(fit.flags & ROUTH_INSERTION_NOT_CONVERGED);
        /* the errors' differences come on top */
        assert_true(fit.evaluations <= 12 + 2 * 3 + 4);
        assert_true(isfinite(fit.stiffness_error));
        routh_insertion_estimate_release(NULL, &fit);
    }
    forget(&t);
}

SLOW_SUBJECT(identify) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_geometry_gives_exact_answers),
        cmocka_unit_test(unequal_feet_are_found_by_either_search),
        cmocka_unit_test(plain_fits_keep_the_drawing),
        cmocka_unit_test(errors_are_honest),
        cmocka_unit_test(a_constant_push_widens_the_interval),
        cmocka_unit_test(losing_contact_is_no_way_out),
        cmocka_unit_test(bad_recordings_are_told_so),
        cmocka_unit_test(evaluations_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
