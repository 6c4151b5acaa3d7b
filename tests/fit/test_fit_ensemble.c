/* Many impacts: known parameters come back, the cost is what it says, outliers are borne, and flags are raised.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <limits.h>

#include "../subject.h"
#include "generated.h"

static const noise none = {0, 0};

/* every law, both costs, with and without Huber: 40 impacts without noise determine all parameters */
static void known_parameters_come_back(void **state) {
    (void)state;
    const double frictions[] = {0.05, 0.18, 0.4}, restitutions[] = {0.1, 0.53, 0.9};
    int unseen = 0;
    for (size_t l = 0; l < routh_law_count(); l++)
        for (int i = 0; i < 3; i++)
            for (int way = 0; way < 4; way++) {
                const routh_law *law = routh_law_at(l);
                double truth[ROUTH_MAX_PARAMETERS] = {0};
                routh_law_parameters(law, frictions[i], restitutions[i], truth);
                const int third = routh_law_parameter(law, "et");
                if (third >= 0)
                    truth[third] = 0.3;
                generated made = generate(law, truth, 40, none, 5 + (uint64_t)i);
                routh_fit_options options = routh_fit_options_default();
                options.cost = way % 2 ? ROUTH_COST_VELOCITY : ROUTH_COST_IMPULSE;
                options.robust = way / 2;
                const routh_estimate fit = fit_all(law, &made, &options);
                /* friction does not show where everything sticks, then it is bounded below */
                const int friction = routh_law_parameter(law, "mu"), all = fit.flags & ROUTH_FIT_BOUNDED_BELOW;
                for (int d = 0; d < law->parameter_count; d++)
                    if (all && d == friction)
                        assert_true(fit.parameters[d] <= truth[d] + 1e-6);
                    else
                        assert_near(fit.parameters[d], truth[d], 1e-6);
                unseen += all != 0;
                assert_false(fit.flags & (ROUTH_FIT_NOT_CONVERGED | ROUTH_FIT_AT_BOUND));
                forget(&made);
            }
    assert_int_equal(unseen, 12); /* ap-newton, whittaker and chatterjee-ruina at μ = 0.4 */
}

/* no point of a fine grid is lower, for draws of few impacts with several valleys and of many */
static void nothing_on_a_grid_is_lower(void **state) {
    (void)state;
    const size_t sizes[] = {1, 2, 3, 5, 10, 40};
    const double truth[] = {0.2, 0.5};
    routh_ensemble *ensemble = ensemble_for(40);
    int fits = 0, missed = 0;
    for (size_t l = 0; l < routh_law_count(); l++) {
        const routh_law *law = routh_law_at(l);
        if (!(law->traits & ROUTH_LAW_OF_SIX))
            continue;
        for (int k = 0; k < 6; k++)
            for (uint64_t draw = 0; draw < 3; draw++) {
                generated made = generate(law, truth, sizes[k], (noise){0.1, 4}, 20 + draw);
                routh_fit_options options = routh_fit_options_default();
                routh_estimate fit;
                assert_int_equal(routh_ensemble_fit(NULL, law, made.sample, NULL, made.count, &options, ensemble, &fit),
                                 ROUTH_OK);
                double least = INFINITY;
                for (int m = 0; m <= 120; m++)
                    for (int e = 0; e <= 60; e++) {
                        const double at[] = {2 * pow(m / 120.0, 1.5), e / 60.0};
                        least = fmin(least,
                                     routh_ensemble_cost(law, at, made.sample, NULL, made.count, &options, ensemble));
                    }
                fits++;
                missed += fit.cost > least * (1 + 1e-9);
                assert_true(fit.cost <= 1.05 * least + 1e-15);
                forget(&made);
            }
    }
    if (missed > fits / 50)
        print_error("%d of %d missed\n", missed, fits);
    assert_true(missed <= fits / 50);
    routh_ensemble_release(NULL, ensemble);
}

/* the cost against its definition, one impact after the other */
static void the_cost_is_what_it_says(void **state) {
    (void)state;
    const double truth[] = {0.2, 0.5}, at[] = {0.3, 0.7};
    const routh_law *law = routh_law_find(NULL, "mirtich");
    generated made = generate(law, truth, 37, (noise){0.05, 2}, 6);
    const size_t index[] = {3, 3, 0, 36, 17};
    routh_ensemble *ensemble = ensemble_for(made.count);
    for (int cost = 0; cost < 2; cost++)
        for (int metric = 0; metric < 2; metric++)
            for (int scaled = 0; scaled < 2; scaled++)
                for (int some = 0; some < 2; some++) {
                    routh_fit_options options = routh_fit_options_default();
                    options.cost = (routh_cost)cost;
                    options.metric = (routh_metric)metric;
                    options.scale = scaled;
                    const size_t count = some ? 5 : made.count;
                    double sum = 0;
                    for (size_t i = 0; i < count; i++) {
                        const routh_sample *s = &made.sample[some ? index[i] : i];
                        const routh_impulse p = law->impulse(&s->contact, at);
                        const routh_point q = s->measured[metric];
                        const routh_velocity still = {0, 0, 0};
                        double error = hypot(p.pt - q.pt, p.pn - q.pn), size = hypot(q.pt, q.pn);
                        if (cost == ROUTH_COST_VELOCITY) {
                            error = routh_impact_error(ROUTH_VELOCITY, &s->impact, routh_sample_predict(law, at, s),
                                                       s->after);
                            size = routh_impact_error(ROUTH_VELOCITY, &s->impact, still, s->after);
                        }
                        sum += scaled ? error * error / (size * size) : error * error;
                    }
                    const double found =
                        routh_ensemble_cost(law, at, made.sample, some ? index : NULL, count, &options, ensemble);
                    assert_near(found, sum / (double)count, 1e-12 * found);
                }
    routh_ensemble_release(NULL, ensemble);
    forget(&made);
}

/* Huber's cost is the least over σ of its definition, found here by looking at many; and that of small residuals alone
 * is the mean square */
static void hubers_cost_is_what_it_says(void **state) {
    (void)state;
    const double truth[] = {0.2, 0.5}, c = 1.345, a = 1 - exp(-0.5 * c * c);
    const routh_law *law = routh_law_find(NULL, "wang-mason");
    generated made = generate(law, truth, 50, (noise){0.03, 1}, 7);
    for (size_t i = 0; i < 10; i++)
        made.sample[i].measured[0].pn *= 1.5;
    routh_ensemble *ensemble = ensemble_for(made.count);
    routh_fit_options options = routh_fit_options_default();
    options.robust = 1;
    const double found = routh_ensemble_cost(law, truth, made.sample, NULL, made.count, &options, ensemble);
    double least = INFINITY;
    for (int k = 0; k < 4000; k++) {
        const double sigma = 1e-5 * exp(k * 0.003);
        double q = 0;
        for (size_t i = 0; i < made.count; i++) {
            const routh_impulse p = law->impulse(&made.sample[i].contact, truth);
            const routh_point m = made.sample[i].measured[0];
            const double z = hypot(p.pt - m.pt, p.pn - m.pn) / sigma;
            q += ((z <= c ? 0.5 * z * z : c * z - 0.5 * c * c) + a) * sigma / (double)made.count;
        }
        least = fmin(least, q);
    }
    assert_near(found, least * least / (2 * a), 1e-5 * found);
    assert_true(found <= least * least / (2 * a));

    const double equal = 1e-3; /* all residuals of one size: no outliers */
    for (size_t i = 0; i < made.count; i++) {
        const routh_impulse p = law->impulse(&made.sample[i].contact, truth);
        made.sample[i].measured[0] = (routh_point){p.pt + equal, p.pn};
    }
    assert_near(routh_ensemble_cost(law, truth, made.sample, NULL, made.count, &options, ensemble), equal * equal,
                1e-12 * equal * equal);
    routh_ensemble_release(NULL, ensemble);
    forget(&made);
}

/* a tenth of the impacts measured wrongly, all in the same direction */
static void outliers_are_borne(void **state) {
    (void)state;
    const double truth[] = {0.2, 0.5};
    const routh_law *law = routh_law_find(NULL, "ap-newton");
    generated made = generate(law, truth, 300, (noise){0.01, 0.3}, 8);
    for (size_t i = 0; i < 30; i++)
        for (int metric = 0; metric < 2; metric++)
            made.sample[i].measured[metric].pn *= 1.6;
    routh_fit_options options = routh_fit_options_default();
    const routh_estimate plain = fit_all(law, &made, &options);
    options.robust = 1;
    const routh_estimate robust = fit_all(law, &made, &options);
    assert_true(fabs(plain.parameters[1] - truth[1]) > 0.05);
    assert_near(robust.parameters[0], truth[0], 0.003);
    assert_near(robust.parameters[1], truth[1], 0.003);
    forget(&made);
}

/* A body hit below its centre of mass, slipping at 1 m/s: W is diagonal, sticks from μ = 1/(2P_n) on. */
static generated plain_samples(double pt, double pn, size_t count) {
    generated made = {.sample = calloc(count, sizeof(routh_sample)), .count = count};
    const routh_impact impact = {.mass = 1, .inertia = 1, .rx = 0, .ry = -1, .vx = 1, .vy = -1, .omega = 0};
    for (size_t i = 0; i < count; i++)
        assert_int_equal(routh_sample_of(NULL, &impact, routh_impact_after(&impact, pt, pn, 0), &made.sample[i]),
                         ROUTH_OK);
    return made;
}

static void flags_are_raised_one_by_one(void **state) {
    (void)state;
    const routh_law *law = routh_law_find(NULL, "wang-mason");
    const struct {
        double pt, pn;
        unsigned flags;
        double mu, eps;
    } cases[] = {
        {-0.3, 1.5, 0, 0.2, 0.5},
        {-0.5, 1.5, ROUTH_FIT_BOUNDED_BELOW, 1.0 / 3, 0.5},
        {0.3, 1.5, ROUTH_FIT_AT_BOUND, 0, 0.5},
    };
    routh_fit_options options = routh_fit_options_default();
    for (int i = 0; i < 3; i++)
        for (size_t count = 1; count <= 9; count += 4) {
            generated made = plain_samples(cases[i].pt, cases[i].pn, count);
            const routh_estimate fit = fit_all(law, &made, &options);
            assert_int_equal(fit.flags, cases[i].flags);
            assert_near(fit.parameters[0], cases[i].mu, 1e-6);
            assert_near(fit.parameters[1], cases[i].eps, 1e-6);
            forget(&made);
        }

    /* nothing sticks: tangential restitution does nothing */
    generated made = plain_samples(-0.3, 1.5, 3);
    routh_estimate fit = fit_all(routh_law_find(NULL, "chatterjee-ruina"), &made, &options);
    assert_int_equal(fit.flags & ROUTH_FIT_FLAT, ROUTH_FIT_FLAT);
    assert_near(fit.curvature[2], 0, 1e-9);
    assert_true(fit.curvature[0] > 0.1 && fit.curvature[1] > 0.1);

    options.evaluations = 5;
    fit = fit_all(law, &made, &options);
    assert_int_equal(fit.flags, ROUTH_FIT_NOT_CONVERGED);
    options.evaluations = INT_MAX; /* no limit, and no sum with it that overflows, which sanitizers see */
    fit = fit_all(law, &made, &options);
    assert_int_equal(fit.flags, 0);
    forget(&made);
}

/* d²cost/dε² of the frictionless law: P_n = −(1 + ε) v_n / W_nn, so 2 mean (v_n/W_nn)² */
static void curvature_is_the_second_derivative(void **state) {
    (void)state;
    const routh_law *law = routh_law_find(NULL, "frictionless");
    const double truth[] = {0.6};
    generated made = generate(law, truth, 100, (noise){0.05, 1}, 9);
    const routh_fit_options options = routh_fit_options_default();
    const routh_estimate fit = fit_all(law, &made, &options);
    double mean = 0, top = 0, bottom = 0;
    for (size_t i = 0; i < made.count; i++) {
        const double plain = -made.sample[i].contact.vn / made.sample[i].contact.wnn;
        mean += 2 * plain * plain / (double)made.count;
        top += made.sample[i].measured[0].pn * plain;
        bottom += plain * plain;
    }
    assert_near(fit.curvature[0], mean, 1e-8 * mean);
    assert_near(fit.parameters[0], top / bottom - 1, 1e-7); /* linear least squares */
    forget(&made);
}

static routh_impulse own_impulse(const routh_contact *contact, const double *parameters) {
    return routh_law_find(NULL, "wang-mason")->impulse(contact, parameters);
}

static void a_law_of_ones_own_can_be_fitted(void **state) {
    (void)state;
    const double truth[] = {0.18, 0.53};
    routh_law own = *routh_law_find(NULL, "wang-mason");
    generated made = generate(&own, truth, 60, (noise){0.02, 0.5}, 3);
    const routh_fit_options options = routh_fit_options_default();
    const routh_estimate library = fit_all(&own, &made, &options);
    own.impulse = own_impulse;
    own.impulses = NULL;
    const routh_estimate mine = fit_all(&own, &made, &options);
    assert_memory_equal(&mine, &library, sizeof mine);
    forget(&made);
}

static int allocations;

static void *counting_allocate(size_t size, void *user) {
    (void)user;
    allocations++;
    return malloc(size);
}

static void *counting_reallocate(void *block, size_t size, void *user) {
    (void)user;
    allocations++;
    return realloc(block, size);
}

static void plain_release(void *block, void *user) {
    (void)user;
    free(block);
}

static void fitting_allocates_nothing(void **state) {
    (void)state;
    routh_context context = routh_context_default();
    context.allocate = counting_allocate;
    context.reallocate = counting_reallocate;
    context.release = plain_release;
    const double truth[] = {0.2, 0.5};
    const routh_law *law = routh_law_find(NULL, "ap-poisson");
    generated made = generate(law, truth, 20, (noise){0.02, 0.5}, 3);
    routh_ensemble *ensemble;
    assert_int_equal(routh_ensemble_create(&context, 20, &ensemble), ROUTH_OK);
    const int before = allocations;
    routh_estimate fit;
    routh_sample_estimate one;
    const routh_fit_options options = routh_fit_options_default();
    const routh_sample_fit_options own = routh_sample_fit_options_default();
    assert_int_equal(routh_ensemble_fit(&context, law, made.sample, NULL, 20, &options, ensemble, &fit), ROUTH_OK);
    assert_int_equal(routh_sample_fit(&context, law, made.sample, &own, &one), ROUTH_OK);
    assert_true(before > 0 && allocations == before);
    routh_ensemble_release(&context, ensemble);
    forget(&made);
}

static void bad_questions_are_refused(void **state) {
    (void)state;
    routh_context context = routh_context_default();
    const routh_law *law = routh_law_find(NULL, "mirtich");
    generated made = plain_samples(-0.3, 1.5, 4);
    routh_ensemble *ensemble = ensemble_for(3);
    routh_estimate fit;
    const routh_fit_options good = routh_fit_options_default();
    routh_fit_options bad[5] = {good, good, good, good, good};
    bad[0].cost = (routh_cost)5;
    bad[1].metric = (routh_metric)5;
    bad[2].scale = 2;
    bad[3].mu_max = 0;
    bad[4].evaluations = 0;
    for (int i = 0; i < 5; i++)
        assert_int_equal(routh_ensemble_fit(&context, law, made.sample, NULL, 3, &bad[i], ensemble, &fit),
                         ROUTH_BAD_ARGUMENT);
    assert_int_equal(routh_ensemble_fit(&context, law, made.sample, NULL, 0, &good, ensemble, &fit),
                     ROUTH_BAD_ARGUMENT);
    assert_string_equal(context.message, "no impacts to fit");
    assert_int_equal(routh_ensemble_fit(&context, law, made.sample, NULL, 4, &good, ensemble, &fit),
                     ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "made for 3"));
    made.sample[1].measured[0].pn = INFINITY;
    assert_int_equal(routh_ensemble_fit(&context, law, made.sample, NULL, 3, &good, ensemble, &fit), ROUTH_NOT_FINITE);
    const double outside[] = {-0.1, 0.5};
    assert_true(isnan(routh_ensemble_cost(law, outside, made.sample, NULL, 1, &good, ensemble)));
    routh_ensemble_release(NULL, ensemble);
    routh_ensemble_release(NULL, NULL);
    forget(&made);
}

SUBJECT(fit_ensemble) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_parameters_come_back),
        cmocka_unit_test(nothing_on_a_grid_is_lower),
        cmocka_unit_test(the_cost_is_what_it_says),
        cmocka_unit_test(hubers_cost_is_what_it_says),
        cmocka_unit_test(outliers_are_borne),
        cmocka_unit_test(flags_are_raised_one_by_one),
        cmocka_unit_test(curvature_is_the_second_derivative),
        cmocka_unit_test(a_law_of_ones_own_can_be_fitted),
        cmocka_unit_test(fitting_allocates_nothing),
        cmocka_unit_test(bad_questions_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
