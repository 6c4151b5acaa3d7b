/* Starts by contact mode and the comparison of answers, against depths known by hand and integrals by brute force.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "guides.h"
#include "insertion/identify.h"

static const double stiffness = 1.8e5, friction = 0.2;

enum { FEET = 4, SHORT_FOOT = 3 };

/* A table whose last foot is drawn short: at a foot's own depth of 0 it is `gap` above the slab. */
static table make_short_table(size_t samples, double gap, double deviation) {
    table t = make_table(FEET - 1, samples);
    const double a = foot_place[SHORT_FOOT][0], b = foot_place[SHORT_FOOT][1];
    make_box(&t.assembly.object[0], "short foot", (const double[]){a - 0.01, b - 0.01, gap},
             (const double[]){a + 0.01, b + 0.01, 0.03});
    for (long i = 0; i < FEET; i++)
        add_displacement(&t, "foot", ROUTH_DISPLACE_SHIFT, i, downwards, deviation);
    return t;
}

/* The feet really are `own` longer than drawn. */
static void rock(table *t, double gap, const double own[FEET]) {
    for (size_t k = 0; k < t->insertion.count; k++) {
        const double deep = 2e-4 + 1e-4 * sin(0.1 * (double)k);
        double depth[FEET];
        for (size_t i = 0; i < FEET; i++)
            depth[i] = deep + own[i] - (i == SHORT_FOOT ? gap : 0);
        put(t, k, deep, 2e-3 * cos(0.1 * (double)k));
        push_back(t, k, stiffness, friction, depth);
    }
}

/* Depths of closed and of open contacts, at displacements that close and open them: by hand they are straight lines. */
static void the_linearised_knows_every_depth(void **state) {
    (void)state;
    const double gap = 4e-4;
    table t = make_short_table(60, gap, 1e-4);
    rock(&t, gap, (const double[]){0, 0, 0, 0});
    prepare(&t);
    routh_separable problem;
    routh_linearised linearised;
    ROUTH_ARENA(room, NULL);
    assert_int_equal(routh_separable_create(&room, t.regressor, &problem), ROUTH_OK);
    assert_int_equal(routh_linearised_create(&room, &problem, &linearised), ROUTH_OK);
    assert_int_equal(linearised.contacts, FEET * linearised.samples);
    const double z[FEET] = {0.5, -3, 1, 4.5};
    for (size_t i = 0; i < linearised.contacts; i++) {
        const routh_linearised_contact *c = &linearised.contact[i];
        const size_t foot = c->part[0];
        /* all feet of a sample are as deep as the first, but for what they are drawn short */
        const double deep = linearised.contact[FEET * c->sample].depth - (foot == SHORT_FOOT ? gap : 0);
        assert_near(c->depth, deep, 1e-12);
        assert_near(c->reach, 1e-4, 1e-10);
        assert_near(routh_linearised_depth(&linearised, i, z), deep + 1e-4 * z[foot], 1e-10);
    }
    forget(&t);
}

/* A foot that the drawing leaves 0.4 mm short touches nothing as drawn: its displacement has no gradient. */
static void a_foot_drawn_short_is_found(void **state) {
    (void)state;
    const double gap = 4e-4, deviations[] = {1e-4, 2e-4, 4e-4};
    for (size_t d = 0; d < 3; d++) {
        if (!in_slice((long)d, 3))
            continue;
        table t = make_short_table(effort(100, 100, 700), gap, deviations[d]);
        rock(&t, gap, (const double[]){3e-5, -2e-5, 1e-5, gap + 1e-5});
        routh_random random = routh_random_seed(4, d);
        for (size_t k = 0; k < t.insertion.count; k++)
            for (int c = 0; c < 6; c++)
                t.insertion.sample[k].wrench[c] += (c < 3 ? 0.5 : 0.06) * routh_random_normal(&random);
        prepare(&t);
        routh_insertion_options options = routh_insertion_options_default();
        routh_insertion_estimate with, without;
        assert_int_equal(routh_regressor_fit(NULL, t.regressor, &options, &with), ROUTH_OK);
        options.starts = 0;
        assert_int_equal(routh_regressor_fit(NULL, t.regressor, &options, &without), ROUTH_OK);
        print_message("prior %.0e m: K %+.2f %% (%.0f to %.0f N/m), as drawn %+.2f %%; %zu answers from %zu modes\n",
                      deviations[d], 100 * (with.stiffness / stiffness - 1), with.stiffness_low, with.stiffness_high,
                      100 * (without.stiffness / stiffness - 1), with.answers, with.modes);
        assert_near(with.stiffness, stiffness, 0.02 * stiffness);
        assert_true(with.stiffness_low <= stiffness && stiffness <= with.stiffness_high);
        /* four feet on a plane: one combination of their lengths changes no wrench, so that only contact is asked for */
        assert_true(with.x[SHORT_FOOT] > 3e-4);
        assert_true(fabs(without.stiffness / stiffness - 1) > 0.05);
        assert_true(with.answer[0].load[SHORT_FOOT] > 0.1);
        routh_insertion_estimate_release(NULL, &with);
        routh_insertion_estimate_release(NULL, &without);
        forget(&t);
    }
}

/* Feet that are 0.4 mm longer than drawn press where the drawing has a gap at every instant. */
static void a_drawing_that_never_touches(void **state) {
    (void)state;
    table t = make_table(3, 200);
    routh_random random = routh_random_seed(6, 1);
    for (long i = 0; i < 3; i++)
        add_displacement(&t, "foot", ROUTH_DISPLACE_SHIFT, i, downwards, 2e-4);
    for (size_t k = 0; k < t.insertion.count; k++) {
        const double deep = -2e-4 + 1e-4 * sin(0.1 * (double)k);
        put(&t, k, deep, 2e-3 * cos(0.07 * (double)k));
        push_back(&t, k, stiffness, friction, (const double[]){deep + 4.2e-4, deep + 3.8e-4, deep + 4.1e-4});
        for (int c = 0; c < 6; c++)
            t.insertion.sample[k].wrench[c] += (c < 3 ? 0.3 : 0.03) * routh_random_normal(&random);
    }
    prepare(&t);
    routh_insertion_options options = routh_insertion_options_default();
    routh_insertion_estimate with, without;
    assert_int_equal(routh_regressor_fit(NULL, t.regressor, &options, &with), ROUTH_OK);
    print_message("never touches as drawn: K %+.2f %% (%.0f to %.0f N/m), mu %.4f\n",
                  100 * (with.stiffness / stiffness - 1), with.stiffness_low, with.stiffness_high, with.friction);
    assert_false(with.flags & ROUTH_INSERTION_NO_CONTACT);
    assert_near(with.stiffness, stiffness, 0.02 * stiffness);
    assert_near(with.friction, friction, 0.02 * friction);
    assert_true(with.stiffness_low <= stiffness && stiffness <= with.stiffness_high);
    options.starts = 0;
    assert_int_equal(routh_regressor_fit(NULL, t.regressor, &options, &without), ROUTH_OK);
    assert_true(without.flags & ROUTH_INSERTION_NO_CONTACT && isnan(without.stiffness));
    routh_insertion_estimate_release(NULL, &with);
    routh_insertion_estimate_release(NULL, &without);
    /* out of the prior's reach: no answer, and no failure */
    for (size_t k = 0; k < t.insertion.count; k++)
        t.insertion.sample[k].hand.position[2] += 0.1;
    routh_arena_end(NULL, t.room);
    prepare(&t);
    assert_int_equal(routh_regressor_fit(NULL, t.regressor, NULL, &with), ROUTH_OK);
    assert_true(with.flags & ROUTH_INSERTION_NO_CONTACT && isnan(with.stiffness));
    routh_insertion_estimate_release(NULL, &with);
    forget(&t);
}

/* One foot, never sliding, K and its length unknown: the integral of the posterior over log K and z. */
static void evidence_is_an_integral(void **state) {
    (void)state;
    table t = make_table(1, 30);
    add_displacement(&t, "foot", ROUTH_DISPLACE_SHIFT, 0, downwards, 2e-5);
    routh_random random = routh_random_seed(9, 1);
    for (size_t k = 0; k < t.insertion.count; k++) {
        const double depth = 2e-4 + 1e-4 * sin(0.3 * (double)k) + 1e-5;
        put(&t, k, depth - 1e-5, 0);
        push_back(&t, k, stiffness, friction, &depth);
        t.insertion.sample[k].wrench[2] += 0.5 * routh_random_normal(&random);
    }
    prepare(&t);
    routh_separable problem;
    routh_descent descent;
    routh_linear linear;
    ROUTH_ARENA(room, NULL);
    assert_int_equal(routh_separable_create(&room, t.regressor, &problem), ROUTH_OK);
    assert_int_equal(routh_descent_create(&room, &problem, &descent), ROUTH_OK);
    assert_int_equal(routh_project(NULL, &problem, &descent.at), ROUTH_OK);
    const double level = 1e-4;
    routh_lm_search search = {
        .gamma = level / (6 * problem.mass), .tolerance = 1e-12, .limit = 1000}; /* one unknown: the Bayesian γ */
    assert_int_equal(routh_levenberg_marquardt(NULL, &problem, &descent, &search), ROUTH_OK);
    assert_int_equal(routh_linearise(&room, &problem, &descent.at, NULL, &linear), ROUTH_OK);
    double work[3];
    const double ours = routh_log_evidence(&problem, &descent.at, &linear, level, work);
    const double best = descent.at.z[0], k_best = descent.at.fit.theta[0];
    const double peak = -3 * problem.mass * descent.at.force_cost / level - 0.5 * best * best;
    double sum = 0;
    const double dz = 0.02, dk = 0.001;
    for (int i = -150; i <= 150; i++) {
        descent.trial.z[0] = best + dz * i;
        assert_int_equal(routh_project(NULL, &problem, &descent.trial), ROUTH_OK);
        for (int j = -150; j <= 150; j++) {
            double square = 0;
            for (size_t r = 0; r < problem.rows; r++) {
                const double left = problem.y[r] - descent.trial.phi[r] * k_best * exp(dk * j);
                square += left * left;
            }
            const double z = descent.trial.z[0];
            sum += dz * dk * exp(-0.5 * (square - problem.idle) / level - 0.5 * z * z - peak);
        }
    }
    const double theirs = peak + log(sum / (2 * 3.14159265358979323846));
    print_message("log evidence %.5f, integral %.5f\n", ours, theirs);
    assert_near(ours, theirs, 0.02);
    forget(&t);
}

/* The fit continues from the L-curve's own solution. */
static void the_fit_never_ends_above_the_l_curve(void **state) {
    (void)state;
    routh_insertion_generator setting = guides_generator(GUIDES_TEST_2A);
    for (int seed = 1; seed <= effort(1, 1, 10); seed++) {
        setting.rate = 250;
        setting.seed = (uint64_t)seed;
        guided g;
        generate_guided(&setting, 50, &g);
        prepare_guided(&g);
        routh_insertion_options options = routh_insertion_options_default();
        options.starts = 0;
        options.gammas = effort((size_t)5, (size_t)5, options.gammas);
        routh_lcurve lcurve;
        routh_insertion_estimate fit;
        assert_int_equal(routh_regressor_lcurve(NULL, g.regressor, &options, &lcurve), ROUTH_OK);
        assert_int_equal(routh_regressor_fit_along(NULL, g.regressor, &options, &lcurve, &fit), ROUTH_OK);
        const routh_lcurve_point *point = &lcurve.point[lcurve.chosen];
        assert_true(fit.gamma == point->gamma);
        assert_true(fit.objective <= (point->force_cost + point->gamma * point->geometric_cost) * (1 + 1e-12));
        routh_insertion_estimate_release(NULL, &fit);
        routh_lcurve_release(NULL, &lcurve);
        release_guided(&g);
    }
}

/* Seed 13: one flank of each guide carries the load. From the drawing alone the search ends with eight flanks, half the
 * stiffness and a narrow interval. */
static void one_flank_of_each_guide_is_found(void **state) {
    (void)state;
    routh_insertion_generator setting = guides_generator(GUIDES_TEST_1A);
    setting.rate = 250;
    setting.seed = 13;
    guided g;
    generate_guided(&setting, 25, &g);
    prepare_guided(&g);
    routh_insertion_estimate fit;
    assert_int_equal(routh_regressor_fit(NULL, g.regressor, NULL, &fit), ROUTH_OK);
    print_message("K %+.2f %%, %zu answers from %zu modes\n", 100 * (fit.stiffness / setting.stiffness - 1),
                  fit.answers, fit.modes);
    assert_true(fit.stiffness_low <= setting.stiffness && setting.stiffness <= fit.stiffness_high);
    assert_near(fit.answer[0].stiffness, setting.stiffness, 0.05 * setting.stiffness);
    routh_insertion_estimate_release(NULL, &fit);
    release_guided(&g);
}

SLOW_SUBJECT(modes) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_linearised_knows_every_depth),     cmocka_unit_test(a_foot_drawn_short_is_found),
        cmocka_unit_test(a_drawing_that_never_touches),         cmocka_unit_test(evidence_is_an_integral),
        cmocka_unit_test(the_fit_never_ends_above_the_l_curve), cmocka_unit_test(one_flank_of_each_guide_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
