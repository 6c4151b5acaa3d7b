/* One impact: known parameters come back, nothing lies closer, and what is not determined is flagged.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../effort.h"
#include "../subject.h"
#include "in_region.h"

static routh_sample_estimate fit_of(const routh_law *law, const routh_sample *sample) {
    const routh_sample_fit_options options = routh_sample_fit_options_default();
    routh_sample_estimate fit;
    assert_int_equal(routh_sample_fit(NULL, law, sample, &options, &fit), ROUTH_OK);
    return fit;
}

static double distance_at(const routh_law *law, const double *parameters, const routh_sample *sample) {
    const routh_impulse p = law->impulse(&sample->contact, parameters);
    const routh_point target = sample->measured[ROUTH_MOMENTUM];
    return hypot(p.pt - target.pt, p.pn - target.pn);
}

/* Two parameters and two components of the impulse: where it slid they come back, unless the law folds over, and then
 * what comes back has less friction. Where it stuck, what comes back has no more friction and the same impulse; now and
 * then that is a slip which ends just as it stops, at a friction that could not hold it. */
static void known_parameters_come_back(void **state) {
    (void)state;
    routh_random random = routh_random_seed(1, 0);
    for (size_t l = 0; l < routh_law_count(); l++) {
        const routh_law *law = routh_law_at(l);
        const int friction = routh_law_parameter(law, "mu");
        const int springs = (law->traits & ROUTH_LAW_COMPLIANT) != 0; /* friction matters also where it sticks */
        int slid = 0, recovered = 0, stuck = 0, bounded = 0, overlooked = 0;
        for (int round = 0; round < 20; round++) {
            double truth[ROUTH_MAX_PARAMETERS];
            routh_law_parameters(law, routh_random_uniform(&random, 0.02, 0.5),
                                 routh_random_uniform(&random, 0.05, 0.95), truth);
            generated made = generate(law, truth, 25, (noise){0, 0}, 100 + (uint64_t)round);
            for (size_t i = 0; i < made.count; i++) {
                const routh_sample_estimate fit = fit_of(law, &made.sample[i]);
                assert_true(fit.relative < 1e-8);
                assert_near(distance_at(law, fit.parameters, &made.sample[i]), fit.distance, 0);
                assert_false(fit.flags & (ROUTH_FIT_OUT_OF_RANGE | ROUTH_FIT_NOT_CONVERGED));
                double off = 0;
                for (int d = 0; d < law->parameter_count; d++)
                    off = fmax(off, fabs(fit.parameters[d] - truth[d]));
                const routh_impulse p = law->impulse(&made.sample[i].contact, truth);
                if (routh_mode_sticks((routh_mode)p.mode) && !springs) {
                    stuck++;
                    bounded += (fit.flags & ROUTH_FIT_BOUNDED_BELOW) != 0;
                    assert_true(fit.parameters[friction] <= truth[friction] + 1e-9);
                    continue;
                }
                slid++;
                recovered += off < 1e-6;
                if (friction >= 0 && off >= 1e-6 && fit.parameters[friction] > truth[friction] + 1e-9) {
                    assert_true(springs);
                    overlooked++;
                }
            }
            forget(&made);
        }
        const int least = slid - slid / (springs ? 3 : 10); /* springs fold over more often */
        if (recovered < least || bounded < stuck - stuck / 10)
            print_error("%s: of %d sliding %d recovered, of %d sticking %d bounded below\n", law->name, slid, recovered,
                        stuck, bounded);
        assert_true(recovered >= least);
        assert_true(overlooked <= slid / 50); /* two folds closer than the nodes of the search */
        assert_true(bounded >= stuck - stuck / 10);
        assert_true(slid > 40);
    }
}

/* No point of a fine grid is closer; and the fit is not closer than any law can be: it is the law's own point. */
static void nothing_on_a_grid_is_closer(void **state) {
    (void)state;
    const double truth[] = {0.25, 0.5, 0};
    for (size_t l = 0; l < routh_law_count(); l++) {
        const routh_law *law = routh_law_at(l);
        if (law->parameter_count != 2)
            continue;
        generated made = generate(law, truth, 30, (noise){0.15, 5}, 9);
        for (size_t i = 0; i < made.count; i++) {
            const routh_sample_estimate fit = fit_of(law, &made.sample[i]);
            double least = INFINITY;
            for (int m = 0; m <= 400; m++)
                for (int e = 0; e <= 100; e++) {
                    const double at[] = {2 * pow(m / 400.0, 2), e / 100.0, 0};
                    least = fmin(least, distance_at(law, at, &made.sample[i]));
                }
            if (!(fit.distance <= least * (1 + 1e-9)))
                print_error("%s, impact %zu: %g, on the grid %g\n", law->name, i, fit.distance, least);
            assert_true(fit.distance <= least * (1 + 1e-9));
            assert_near(distance_at(law, fit.parameters, &made.sample[i]), fit.distance, 0);
        }
        forget(&made);
    }
}

/* The regions of the energy ellipse come from another algorithm: what lies inside one must be reproduced exactly. */
static void impulses_in_the_region_are_reproduced(void **state) {
    (void)state;
    const char *const names[] = {"wang-mason", "mirtich", "ap-newton", "ap-poisson"};
    const double truth[] = {0.2, 0.5};
    for (int l = 0; l < 4; l++) {
        const routh_law *law = routh_law_find(NULL, names[l]);
        generated made = generate(law, truth, (size_t)effort(60, 100, 200), (noise){0.1, 3}, 10);
        size_t inside = 0, exact = 0, both = 0;
        for (size_t i = 0; i < made.count; i++) {
            const int in = is_in_region(law, &made.sample[i], ROUTH_MOMENTUM);
            const int reproduced = fit_of(law, &made.sample[i]).relative < 1e-8;
            inside += in != 0;
            exact += reproduced != 0;
            both += in && reproduced;
        }
        /* outlines are drawn to 1e-4 of the ellipse: at most one impact lies that close to one */
        assert_true(inside - both <= 1 && exact - both <= 1);
        assert_true(inside > made.count / 4 && inside < made.count);
        forget(&made);
    }
}

/* Smallest means: just below it the law does not lead there whatever ε. */
static void sticking_gives_the_smallest_friction(void **state) {
    (void)state;
    const char *const names[] = {"wang-mason", "mirtich", "ap-poisson", "whittaker"};
    const double truth[] = {0.9, 0.4};
    for (int l = 0; l < 4; l++) {
        const routh_law *law = routh_law_find(NULL, names[l]);
        generated made = generate(law, truth, 40, (noise){0, 0}, 12);
        int looked = 0;
        for (size_t i = 0; i < made.count; i++) {
            const routh_sample_estimate fit = fit_of(law, &made.sample[i]);
            if (!(fit.flags & ROUTH_FIT_BOUNDED_BELOW) || fit.parameters[0] < 1e-3)
                continue;
            looked++;
            double least = INFINITY, at[] = {fit.parameters[0] * (1 - 1e-3), 0};
            for (int e = 0; e <= 20000; e++) {
                at[1] = e / 20000.0;
                least = fmin(least, distance_at(law, at, &made.sample[i]));
            }
            const routh_point p = made.sample[i].measured[0];
            assert_true(least > 1e-6 * hypot(p.pt, p.pn));
        }
        assert_true(looked > 20);
        forget(&made);
    }
}

/* A body hit right below its centre of mass, slipping at 1 m/s: W is diagonal and everything is known by hand. */
static routh_sample plain_sample(double pt, double pn) {
    const routh_impact impact = {.mass = 1, .inertia = 1, .rx = 0, .ry = -1, .vx = 1, .vy = -1, .omega = 0};
    const routh_velocity after = routh_impact_after(&impact, pt, pn, 0);
    routh_sample sample;
    assert_int_equal(routh_sample_of(NULL, &impact, after, &sample), ROUTH_OK);
    return sample;
}

static void flags_say_what_is_not_determined(void **state) {
    (void)state;
    const routh_law *wang_mason = routh_law_find(NULL, "wang-mason");
    char text[ROUTH_FIT_TEXT];

    /* P = (−0.3, 1.5): μ = 0.2, ε = 0.5, slides; it would stick from μ = (1/W_tt)/P_n = 1/3 on */
    routh_sample sample = plain_sample(-0.3, 1.5);
    routh_sample_estimate fit = fit_of(wang_mason, &sample);
    assert_int_equal(fit.flags, 0);
    assert_near(fit.parameters[0], 0.2, 1e-9);
    assert_near(fit.parameters[1], 0.5, 1e-9);
    assert_near(fit.mu_s, 1.0 / 3, 1e-9);

    /* P_t = −1/W_tt = −1/2 stops the slip: any μ from 1/3 on, if ε = 1/2 */
    sample = plain_sample(-0.5, 1.5);
    fit = fit_of(wang_mason, &sample);
    assert_int_equal(fit.flags, ROUTH_FIT_BOUNDED_BELOW);
    assert_near(fit.parameters[0], 1.0 / 3, 1e-8);
    assert_near(fit.mu_s, 1.0 / 3, 1e-8);
    assert_string_equal(routh_fit_text(fit.flags, text), "bounded below");

    /* friction that pushes: the nearest is frictionless */
    sample = plain_sample(0.3, 1.5);
    fit = fit_of(wang_mason, &sample);
    assert_int_equal(fit.flags, ROUTH_FIT_OUT_OF_RANGE | ROUTH_FIT_AT_BOUND);
    assert_near(fit.parameters[0], 0, 0);
    assert_near(fit.distance, 0.3, 1e-12);
    assert_near(fit.relative, 0.3 / hypot(0.3, 1.5), 1e-12);
    assert_string_equal(routh_fit_text(fit.flags, text), "out of range, at a bound");

    /* a cap below what sticks */
    routh_sample_fit_options options = routh_sample_fit_options_default();
    options.mu_max = 0.25;
    assert_int_equal(routh_sample_fit(NULL, wang_mason, &sample, &options, &fit), ROUTH_OK);
    assert_true(fit.flags & ROUTH_FIT_NEVER_STICKS);
    assert_true(isnan(fit.mu_s));

    /* on the cone's edge the third parameter changes nothing */
    sample = plain_sample(-0.3, 1.5);
    fit = fit_of(routh_law_find(NULL, "chatterjee-ruina"), &sample);
    assert_int_equal(fit.flags, ROUTH_FIT_FLAT);
    assert_near(fit.parameters[0], 0.2, 1e-9);
    assert_string_equal(routh_fit_text(fit.flags, text), "flat");
    assert_string_equal(routh_fit_text(0, text), "");
    assert_string_equal(routh_fit_text(~0u, text),
                        "bounded below, never sticks, out of range, at a bound, flat, not converged");
}

/* Within the tolerance counts as in range, a little beyond does not. */
static void the_tolerance_is_a_share_of_the_impulse(void **state) {
    (void)state;
    const routh_law *law = routh_law_find(NULL, "frictionless");
    const double size = hypot(1e-3, 1.5);
    const routh_sample sample = plain_sample(1e-3, 1.5);
    routh_sample_fit_options options = routh_sample_fit_options_default();
    routh_sample_estimate fit;
    options.tolerance = 1.001e-3 / size;
    assert_int_equal(routh_sample_fit(NULL, law, &sample, &options, &fit), ROUTH_OK);
    assert_false(fit.flags & ROUTH_FIT_OUT_OF_RANGE);
    options.tolerance = 0.999e-3 / size;
    assert_int_equal(routh_sample_fit(NULL, law, &sample, &options, &fit), ROUTH_OK);
    assert_true(fit.flags & ROUTH_FIT_OUT_OF_RANGE);
}

static void the_metric_chooses_the_impulse(void **state) {
    (void)state;
    const routh_law *law = routh_law_find(NULL, "frictionless");
    const routh_impact impact = {.mass = 1, .inertia = 0.01, .rx = 0.2, .ry = -0.5, .vx = 0, .vy = -1, .omega = 0};
    routh_sample sample;
    assert_int_equal(routh_sample_of(NULL, &impact, (routh_velocity){0.06, -0.75, 4}, &sample), ROUTH_OK);
    routh_sample_fit_options options = routh_sample_fit_options_default();
    for (int metric = 0; metric < 2; metric++) {
        routh_sample_estimate fit;
        options.metric = (routh_metric)metric;
        assert_int_equal(routh_sample_fit(NULL, law, &sample, &options, &fit), ROUTH_OK);
        const double pn = sample.measured[metric].pn; /* P_n = −(1 + ε) v_n / W_nn */
        assert_near(fit.parameters[0], pn * sample.contact.wnn - 1, 1e-9);
    }
    assert_true(fabs(sample.measured[0].pn - sample.measured[1].pn) > 0.01);
}

static void bad_questions_are_refused(void **state) {
    (void)state;
    routh_context context = routh_context_default();
    const routh_law *law = routh_law_find(NULL, "mirtich");
    routh_sample_fit_options options = routh_sample_fit_options_default();
    routh_sample_estimate fit;
    routh_sample sample = plain_sample(-0.3, 1.5);
    options.mu_max = -1;
    assert_int_equal(routh_sample_fit(&context, law, &sample, &options, &fit), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "-1"));
    options = routh_sample_fit_options_default();
    options.tolerance = NAN;
    assert_int_equal(routh_sample_fit(&context, law, &sample, &options, &fit), ROUTH_BAD_ARGUMENT);
    options = routh_sample_fit_options_default();
    options.metric = (routh_metric)7;
    assert_int_equal(routh_sample_fit(&context, law, &sample, &options, &fit), ROUTH_BAD_ARGUMENT);
    options = routh_sample_fit_options_default();
    sample.measured[0].pt = NAN;
    assert_int_equal(routh_sample_fit(&context, law, &sample, &options, &fit), ROUTH_NOT_FINITE);
    sample = plain_sample(-0.3, 1.5);
    sample.contact.vn = 1;
    assert_int_equal(routh_sample_fit(&context, law, &sample, &options, &fit), ROUTH_SEPARATING);
}

SLOW_SUBJECT(fit_impact) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_parameters_come_back),
        cmocka_unit_test(nothing_on_a_grid_is_closer),
        cmocka_unit_test(impulses_in_the_region_are_reproduced),
        cmocka_unit_test(sticking_gives_the_smallest_friction),
        cmocka_unit_test(flags_say_what_is_not_determined),
        cmocka_unit_test(the_tolerance_is_a_share_of_the_impulse),
        cmocka_unit_test(the_metric_chooses_the_impulse),
        cmocka_unit_test(bad_questions_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
