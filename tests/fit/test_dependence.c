/* Parameters that depend on something: a known dependence comes back, its intervals cover, no other start ends lower, and
 * what the impacts cannot carry is refused with the reason.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "generated.h"

#include "../effort.h"
#include "fit/fit.h"

enum { IMPACTS = 300 };

/* Impacts with everything that a parameter may depend on. */
typedef struct world {
    routh_dataset dataset;
    routh_record record[IMPACTS];
    double plate[IMPACTS];
    routh_extra extra;
    routh_sample sample[IMPACTS];
    size_t count;
} world;

/* Restitution and friction of an impact at x, θ, of speed v. */
typedef void (*dependence)(double x, double theta, double v, double *mu, double *eps);

/* x is not normal but uniform on two plates; noise has heavy tails. */
static void make_world(world *w, const char *name, dependence truth, double noise_size, uint64_t seed) {
    const routh_law *law = routh_law_find(NULL, name);
    routh_impact_generator drops = routh_impact_generator_default();
    routh_impact impact[IMPACTS];
    routh_random random = routh_random_seed(seed, 9);
    drops.seed = seed;
    memset(w, 0, sizeof *w);
    assert_int_equal(routh_impacts_generate(NULL, &drops, IMPACTS, impact), ROUTH_OK);
    for (size_t i = 0; i < IMPACTS; i++) {
        routh_record *r = &w->record[i];
        w->plate[i] = i % 3 ? 1 : 2;
        r->x = routh_random_uniform(&random, -0.2, 0.1) + 0.3 * (w->plate[i] - 1);
        r->y = 0.03;
        r->theta = routh_random_uniform(&random, -3, 3);
        double mu, eps, parameters[ROUTH_MAX_PARAMETERS];
        truth(r->x, r->theta, hypot(impact[i].vx, impact[i].vy), &mu, &eps);
        routh_law_parameters(law, mu, eps, parameters);
        routh_contact contact;
        assert_int_equal(routh_contact_of(NULL, &impact[i], &contact), ROUTH_OK);
        const routh_impulse p = law->impulse(&contact, parameters);
        routh_velocity after = routh_impact_after(&impact[i], p.pt, p.pn, 0);
        const double tail = routh_random_uniform(&random, 0, 1) < 0.05 ? 3 : 1;
        after.vx += tail * noise_size * routh_random_normal(&random);
        after.vy += tail * noise_size * routh_random_normal(&random);
        after.omega += tail * 30 * noise_size * routh_random_normal(&random);
        if (routh_sample_of(NULL, &impact[i], after, &w->sample[w->count]) == ROUTH_OK)
            w->sample[w->count++].record = i;
    }
    w->extra = (routh_extra){.name = "plate", .value = w->plate};
    w->dataset = (routh_dataset){.count = IMPACTS, .record = w->record, .extra_count = 1, .extra = &w->extra};
}

static void linear_in_x(double x, double theta, double v, double *mu, double *eps) {
    (void)theta;
    (void)v;
    *mu = 0.2;
    *eps = 0.55 - 0.3 * x;
}

static void everything(double x, double theta, double v, double *mu, double *eps) {
    *mu = 0.15 + 0.04 * sin(2 * theta) + 0.02 * v;
    *eps = 0.6 - 0.25 * x + 0.6 * x * x - 0.03 * cos(2 * theta);
}

static routh_dependence fit_world(const world *w, const char *name, const routh_covariate *covariates, size_t count,
                                  const routh_fit_options *options) {
    routh_context context = routh_context_default();
    routh_dependence fit;
    double *value = NULL;
    assert_int_equal(routh_covariates_of(&context, &w->dataset, w->sample, w->count, covariates, count, &value),
                     ROUTH_OK);
    const routh_status status = routh_dependence_fit(&context, routh_law_find(NULL, name), w->sample, value, NULL,
                                                     w->count, covariates, count, options, &fit);
    if (status != ROUTH_OK)
        print_error("%s\n", context.message);
    assert_int_equal(status, ROUTH_OK);
    routh_covariates_release(&context, value);
    return fit;
}

static const routh_covariate over_x = {"eps", "x", 1};
static const routh_covariate many[] = {{"eps", "x", 2}, {"eps", "2theta", 1}, {"mu", "2theta", 1}, {"mu", "speed", 1}};

/* Without noise the truth itself comes back, in whichever law. */
static void a_dependence_without_noise_comes_back(void **state) {
    (void)state;
    static const char *const laws[] = {"wang-mason", "ap-newton", "whittaker", "mirtich", "drumwright-shell"};
    static world w;
    for (size_t l = 0; l < sizeof laws / sizeof *laws; l++) {
        make_world(&w, laws[l], everything, 0, 3 + l);
        const routh_dependence fit = fit_world(&w, laws[l], many, 4, NULL);
        double *value = NULL;
        assert_int_equal(routh_covariates_of(NULL, &w.dataset, w.sample, w.count, many, 4, &value), ROUTH_OK);
        for (size_t i = 0; i < w.count; i++) {
            double mu, eps, found[ROUTH_MAX_PARAMETERS];
            const routh_record *r = &w.record[w.sample[i].record];
            everything(r->x, r->theta, value[4 * i + 3], &mu, &eps);
            routh_dependence_parameters(&fit, value + 4 * i, found);
            assert_near(found[routh_law_parameter(fit.law, "eps")], eps, 1e-4);
            assert_near(found[routh_law_parameter(fit.law, "mu")], mu, 1e-3);
        }
        routh_covariates_release(NULL, value);
    }
}

/* Newton's restitution without friction is a linear regression of v_n⁺ on v_n and z v_n: its closed form. */
static void without_friction_it_is_a_regression(void **state) {
    (void)state;
    static world w;
    make_world(&w, "ap-newton", linear_in_x, 0.02, 8);
    routh_fit_options options = routh_fit_options_default();
    options.mu_max = 1e-9;
    const routh_dependence fit = fit_world(&w, "ap-newton", &over_x, 1, &options);
    double a11 = 0, a12 = 0, a22 = 0, b1 = 0, b2 = 0;
    for (size_t i = 0; i < w.count; i++) {
        const routh_sample *s = &w.sample[i];
        const double z = (w.record[s->record].x - fit.mean[0]) / fit.deviation[0];
        /* P_n = −(1 + ε) v_n/W_nn at μ = 0 */
        const double g = -s->contact.vn / s->contact.wnn, y = s->measured[ROUTH_MOMENTUM].pn - g;
        a11 += g * g;
        a12 += g * g * z;
        a22 += g * g * z * z;
        b1 += g * y;
        b2 += g * z * y;
    }
    const double determinant = a11 * a22 - a12 * a12;
    const int eps = routh_law_parameter(fit.law, "eps");
    assert_near(fit.parameters[eps], (b1 * a22 - b2 * a12) / determinant, 1e-6);
    assert_near(fit.term[0].coefficient, (a11 * b2 - a12 * b1) / determinant, 1e-6);
}

/* Every start ends where the fit is, or higher. */
static void no_other_start_ends_lower(void **state) {
    (void)state;
    static world w;
    const routh_law *law = routh_law_find(NULL, "wang-mason");
    const int starts = effort(5, 10, 200);
    double worst = 0;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        make_world(&w, "wang-mason", everything, 0.05, 40 + seed);
        routh_dependence fit = fit_world(&w, "wang-mason", many, 4, NULL);
        double *value = NULL;
        routh_box box;
        routh_dependence_search search;
        const routh_fit_options options = routh_fit_options_default();
        assert_int_equal(routh_covariates_of(NULL, &w.dataset, w.sample, w.count, many, 4, &value), ROUTH_OK);
        assert_int_equal(routh_box_of(NULL, law, options.mu_max, &box), ROUTH_OK);
        assert_int_equal(
            routh_dependence_search_create(NULL, &fit, &box, w.sample, value, NULL, w.count, &options, &search),
            ROUTH_OK);
        routh_random random = routh_random_seed(seed, 77);
        for (int start = 0; start < starts; start++) {
            double unknown[ROUTH_DEPENDENCE_UNKNOWNS] = {0}, cost;
            bool converged;
            for (size_t u = 0; u < search.unknowns; u++)
                unknown[u] = u < 2 ? routh_random_uniform(&random, 0, 8) : routh_random_normal(&random);
            assert_int_equal(routh_dependence_descend(&search, 20000, true, unknown, &cost, &converged), ROUTH_OK);
            worst = fmax(worst, 1 - cost / fit.cost);
        }
        routh_dependence_search_release(NULL, &search);
        routh_covariates_release(NULL, value);
    }
    print_message("the best of %d other starts is lower by %.2g of the cost\n", 3 * starts, worst);
    assert_true(worst < 1e-5);
}

static void intervals_cover(void **state) {
    (void)state;
    static world w;
    const int seeds = effort(10, 25, 400);
    routh_fit_options options = routh_fit_options_default();
    options.resamples = (size_t)effort(40, 60, 200);
    int slope = 0, middle = 0;
    for (int seed = 1; seed <= seeds; seed++) {
        make_world(&w, "wang-mason", linear_in_x, 0.05, 100 + (uint64_t)seed);
        const routh_dependence fit = fit_world(&w, "wang-mason", &over_x, 1, &options);
        const int eps = routh_law_parameter(fit.law, "eps");
        const double c = -0.3 * fit.deviation[0], p0 = 0.55 - 0.3 * fit.mean[0];
        slope += fit.term[0].interval.low <= c && c <= fit.term[0].interval.high;
        middle += fit.interval[eps].low <= p0 && p0 <= fit.interval[eps].high;
    }
    print_message("95 %% intervals cover the slope %d and the middle %d of %d times\n", slope, middle, seeds);
    assert_true(slope >= 0.88 * seeds - 1 &&
                middle >= 0.88 * seeds - 1); /* three deviations below 0.95 at 60 seeds, at 25 two and a half */
}

/* Sums of norms and Huber's cost end no higher than from the least squares' coefficients. */
static void other_costs_are_minimised(void **state) {
    (void)state;
    static world w;
    make_world(&w, "wang-mason", linear_in_x, 0.05, 5);
    const routh_dependence squares = fit_world(&w, "wang-mason", &over_x, 1, NULL);
    routh_fit_options options = routh_fit_options_default();
    options.norms = true;
    const routh_dependence norms = fit_world(&w, "wang-mason", &over_x, 1, &options);
    assert_true(norms.cost < norms.constant.cost &&
                fabs(norms.term[0].coefficient / squares.term[0].coefficient - 1) < 0.2);
    options.norms = false;
    options.robust = true;
    const routh_dependence robust = fit_world(&w, "wang-mason", &over_x, 1, &options);
    assert_true(robust.cost < robust.constant.cost);
    assert_true(fabs(robust.term[0].coefficient / squares.term[0].coefficient - 1) < 0.2);
}

/* Beyond the fitted impacts the curve goes on flat, and nowhere leaves the law's bounds. */
static void the_curve_ends_with_the_impacts(void **state) {
    (void)state;
    static world w;
    make_world(&w, "wang-mason", linear_in_x, 0.02, 6);
    const routh_covariate cubic = {"eps", "x", 3};
    const routh_dependence fit = fit_world(&w, "wang-mason", &cubic, 1, NULL);
    const int eps = routh_law_parameter(fit.law, "eps");
    double end[ROUTH_MAX_PARAMETERS], beyond[ROUTH_MAX_PARAMETERS];
    routh_dependence_parameters(&fit, &fit.most[0], end);
    routh_dependence_parameters(&fit, &(double){100}, beyond);
    assert_near(beyond[eps], end[eps], 0);
    routh_dependence steep = fit;
    steep.term[0].coefficient = 10;
    routh_dependence_parameters(&steep, &fit.most[0], end);
    assert_near(end[eps], 1, 0);
}

static void refuse(const world *w, const routh_covariate *covariates, size_t count, size_t impacts, const char *word) {
    routh_context context = routh_context_default();
    double *value = NULL;
    routh_dependence fit;
    routh_status status = routh_covariates_of(&context, &w->dataset, w->sample, w->count, covariates, count, &value);
    if (status == ROUTH_OK)
        status = routh_dependence_fit(&context, routh_law_find(NULL, "wang-mason"), w->sample, value, NULL, impacts,
                                      covariates, count, NULL, &fit);
    routh_covariates_release(&context, value);
    if (status != ROUTH_BAD_ARGUMENT || !strstr(context.message, word))
        print_error("status %d, \"%s\" should hold \"%s\"\n", (int)status, context.message, word);
    assert_int_equal(status, ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, word));
}

static void what_cannot_be_fitted_is_refused(void **state) {
    (void)state;
    static world w;
    make_world(&w, "wang-mason", linear_in_x, 0.02, 7);
    refuse(&w, &(routh_covariate){"eps", "sped", 1}, 1, w.count, "did you mean \"speed\"?");
    refuse(&w, &(routh_covariate){"eps", "plat", 1}, 1, w.count, "did you mean \"plate\"?");
    refuse(&w, &(routh_covariate){"esp", "x", 1}, 1, w.count, "did you mean \"eps\"?");
    refuse(&w, &(routh_covariate){"eps", "x", 0}, 1, w.count, "the degree 0 is out of range: 1 … 5");
    refuse(&w, &(routh_covariate){"eps", "x", 6}, 1, w.count, "the degree 6");
    refuse(&w, &(routh_covariate){"eps", "y", 1}, 1, w.count, "y is 0.03 in all");
    refuse(&w, (routh_covariate[]){{"eps", "x", 1}, {"eps", "x", 2}}, 2, w.count, "eps over x is given twice");
    refuse(&w, (routh_covariate[]){{"eps", "theta", 2}, {"eps", "2theta", 1}}, 2, w.count, "combination");
    refuse(&w, &(routh_covariate){"eps", "plate", 2}, 1, w.count, "lower degrees"); /* two values, three unknowns */
    refuse(&w, &(routh_covariate){"eps", "x", 3}, 1, 5, "5 impacts to fit are too few for 5 unknowns");
    refuse(&w, &over_x, 1, 1, "1 impacts to fit are too few for 3 unknowns"); /* not: it does not vary */
    w.record[w.sample[4].record].x = NAN;
    char missing[64];
    snprintf(missing, sizeof missing, "first in record %zu", w.sample[4].record);
    refuse(&w, &over_x, 1, w.count, "x is missing in 1 of");
    refuse(&w, &over_x, 1, w.count, missing);
    for (size_t i = 0; i < IMPACTS; i++)
        w.record[i].theta = NAN;
    refuse(&w, &(routh_covariate){"mu", "theta", 1}, 1, w.count, "the recording has no theta");
}

static void correlated_ones_are_told(void **state) {
    (void)state;
    static world w;
    make_world(&w, "wang-mason", linear_in_x, 0.02, 7);
    for (size_t i = 0; i < w.count; i++)
        w.plate[w.sample[i].record] = w.record[w.sample[i].record].x + 0.02 * sin((double)i);
    const routh_dependence fit = fit_world(&w, "wang-mason", (routh_covariate[]){over_x, {"eps", "plate", 1}}, 2, NULL);
    assert_true(fit.correlation > 0.95 && fit.correlated[0] == 0 && fit.correlated[1] == 1);
}

SLOW_SUBJECT(dependence) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_dependence_without_noise_comes_back),
        cmocka_unit_test(without_friction_it_is_a_regression),
        cmocka_unit_test(no_other_start_ends_lower),
        cmocka_unit_test(intervals_cover),
        cmocka_unit_test(other_costs_are_minimised),
        cmocka_unit_test(the_curve_ends_with_the_impacts),
        cmocka_unit_test(what_cannot_be_fitted_is_refused),
        cmocka_unit_test(correlated_ones_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
