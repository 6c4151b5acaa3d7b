/* Covariates before and after on held-out impacts, their figure, and what learning gains from the same inputs, on drops
 * whose truth is known.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <routh/routh.h>

#include "../subject.h"

enum { COUNT = 240, FIT = 120 };

/* Generated drops whose restitution falls with x. */
static routh_dataset falling(double slope) {
    routh_dataset_generator generator = routh_dataset_generator_default();
    routh_dataset dataset;
    routh_random random = routh_random_seed(3, 8);
    assert_int_equal(routh_dataset_generate(NULL, &generator, COUNT, &dataset), ROUTH_OK);
    for (size_t i = 0; i < dataset.count; i++) {
        routh_record *r = &dataset.record[i];
        const routh_impact impact = routh_dataset_impact(&dataset, i, ROUTH_AS_RECORDED);
        routh_contact contact;
        routh_outcome outcome;
        double parameters[ROUTH_MAX_PARAMETERS];
        r->x = routh_random_uniform(&random, -0.2, 0.2);
        if (routh_contact_of(NULL, &impact, &contact) != ROUTH_OK)
            continue;
        routh_law_parameters(generator.law, 0.18, 0.53 + slope * r->x, parameters);
        assert_int_equal(routh_law_solve(generator.law, parameters, &contact, &outcome), ROUTH_OK);
        r->after = routh_impact_after(&impact, outcome.pt, outcome.pn, 0);
        r->after.vy += 0.01 * routh_random_normal(&random);
        r->after.vx += 0.01 * routh_random_normal(&random);
    }
    return dataset;
}

static routh_study study_of(const routh_dataset *dataset, const routh_covariate *covariates, size_t count,
                            const routh_learning_options *learning) {
    static const routh_frame frame = ROUTH_AS_RECORDED;
    routh_context context = routh_context_default();
    const routh_law *laws[] = {routh_law_find(NULL, "wang-mason"), routh_law_find(NULL, "ap-newton")};
    routh_study_options options = routh_study_options_default();
    routh_study study;
    options.laws = laws;
    options.law_count = 2;
    options.fit_count = FIT;
    options.k_max = 2;
    options.draws = 2;
    options.resamples = 20;
    options.references = 0;
    options.surface = 5;
    options.covariates = covariates;
    options.covariate_count = count;
    options.learning = learning;
    const routh_status status = routh_study_run(&context, dataset, &frame, 1, NULL, &options, &study);
    if (status != ROUTH_OK)
        print_error("%s\n", context.message);
    assert_int_equal(status, ROUTH_OK);
    return study;
}

static void held_out_errors_fall_where_they_should(void **state) {
    (void)state;
    const routh_covariate over_x = {"eps", "x", 1}, wrong = {"mu", "order", 1};
    routh_dataset dataset = falling(-0.8);
    routh_study study = study_of(&dataset, &over_x, 1, NULL);
    const routh_dependence_study *d = study.frame[0].dependence;
    assert_int_equal(d->law_count, 2);
    for (size_t l = 0; l < 2; l++) {
        const routh_dependence_test *t = &d->law[l];
        assert_true(t->error_mean < t->constant_mean && t->gain > 5 * t->gain_se);
        assert_true(fabs(t->constant_mean - t->error_mean - t->gain) < 1e-12);
        assert_true(fabs(t->constant_mean - study.frame[0].law[l].error_mean) < 1e-9); /* the same split and fit */
    }
    assert_true(d->law[0].error_mean < 0.3 * d->law[0].constant_mean);
    assert_null(study.frame[0].inputs);
    assert_null(study.frame[0].exploration);
    routh_study_release(NULL, &study);
    study = study_of(&dataset, &wrong, 1, NULL);
    d = study.frame[0].dependence;
    assert_true(d->law[0].gain < 2 * d->law[0].gain_se);
    routh_study_release(NULL, &study);
    routh_dataset_release(NULL, &dataset);
}

/* The law-free means lie on the truth, and so does the curve. */
static void the_figure_shows_the_truth(void **state) {
    (void)state;
    const routh_covariate over_x = {"eps", "x", 1};
    routh_dataset dataset = falling(-0.8);
    routh_study study = study_of(&dataset, &over_x, 1, NULL);
    const routh_dependence_study *d = study.frame[0].dependence;
    assert_int_equal(d->figure_count, 1);
    const routh_dependence_figure *f = &d->figure[0];
    assert_string_equal(f->quantity, "x");
    assert_int_equal(f->bins, ROUTH_DEPENDENCE_BINS);
    for (size_t i = 0; i < ROUTH_DEPENDENCE_CURVE; i++)
        assert_true(fabs(f->eps[i] - (0.53 - 0.8 * f->curve_at[i])) < 0.02);
    for (size_t b = 0; b < f->bins; b++) /* Poisson's restitution is not quite a ratio of velocities */
        assert_true(fabs(f->restitution[b] - (0.53 - 0.8 * f->at[b])) < 0.06);
    routh_study_release(NULL, &study);
    routh_dataset_release(NULL, &dataset);
}

/* Friction that turns with the angle, drawn over x, on which nothing depends: the curve must pass through the points, which at
 * the mean angle it would miss by all of the amplitude. */
static void the_curve_is_the_mean_over_impacts(void **state) {
    (void)state;
    const routh_covariate both[] = {{"eps", "x", 1}, {"mu", "2theta", 1}};
    routh_dataset dataset = falling(-0.8);
    routh_random random = routh_random_seed(4, 8);
    const routh_law *law = routh_law_find(NULL, "wang-mason");
    for (size_t i = 0; i < dataset.count; i++) {
        routh_record *r = &dataset.record[i];
        const routh_impact impact = routh_dataset_impact(&dataset, i, ROUTH_AS_RECORDED);
        routh_contact contact;
        routh_outcome outcome;
        double parameters[ROUTH_MAX_PARAMETERS];
        r->theta = routh_random_uniform(&random, -3.1415, 3.1415);
        if (routh_contact_of(NULL, &impact, &contact) != ROUTH_OK)
            continue;
        routh_law_parameters(law, 0.15 + 0.1 * cos(2 * r->theta), 0.53 - 0.8 * r->x, parameters);
        assert_int_equal(routh_law_solve(law, parameters, &contact, &outcome), ROUTH_OK);
        r->after = routh_impact_after(&impact, outcome.pt, outcome.pn, 0);
        r->after.vx += 0.04 * routh_random_normal(&random);
        r->after.vy += 0.03 * routh_random_normal(&random);
    }
    routh_study study = study_of(&dataset, both, 2, NULL);
    const routh_dependence_study *d = study.frame[0].dependence;
    const routh_dependence_figure *f = &d->figure[0];
    double points = 0, curve = 0, error = 0;
    for (size_t b = 0; b < f->bins; b++) {
        points += f->friction[b] / (double)f->bins;
        error += f->friction_se[b] * f->friction_se[b];
    }
    for (size_t i = 0; i < ROUTH_DEPENDENCE_CURVE; i++)
        curve += f->mu[i] / ROUTH_DEPENDENCE_CURVE;
    error = sqrt(error) / (double)f->bins;
    print_message("friction over x: points %.4f ± %.4f, curve %.4f\n", points, error, curve);
    assert_true(error < 0.01 && fabs(points - curve) < 4 * error);
    routh_study_release(NULL, &study);
    routh_dataset_release(NULL, &dataset);
}

static void inputs_and_form_add_up(void **state) {
    (void)state;
    const size_t size = 40;
    const routh_covariate over_x = {"eps", "x", 1};
    routh_learning_options learning = routh_learning_options_default();
    learning.sizes = &size;
    learning.size_count = 1;
    learning.draws = 1;
    routh_dataset dataset = falling(-0.8);
    routh_study study = study_of(&dataset, &over_x, 1, &learning);
    const routh_input_study *s = study.frame[0].inputs;
    assert_non_null(s);
    assert_true(s->learned[ROUTH_INPUTS_COVARIATES] < 0.8 * s->learned[ROUTH_INPUTS_CONTACT]); /* x is worth seeing */
    assert_true(s->law_covariates < s->learned[ROUTH_INPUTS_COVARIATES]);                      /* the form is right */
    assert_true(fabs(s->from_inputs + s->from_structure - (s->law_constant - s->learned[ROUTH_INPUTS_ALL])) < 1e-12);
    /* the law's own advantage from x, and what the model gains from all beside it */
    const double other =
        s->law_constant - s->law_covariates + s->learned[ROUTH_INPUTS_COVARIATES] - s->learned[ROUTH_INPUTS_ALL];
    assert_true(fabs(s->inputs_first - other) < 1e-12 && s->inputs_first != s->from_inputs);
    assert_true(s->advantage_se > 0 && s->from_inputs_se > 0 && s->inputs_first_se > 0);
    assert_true(s->from_inputs_se < s->learned[ROUTH_INPUTS_CONTACT] / sqrt(COUNT - FIT)); /* paired */
    assert_true(s->findings.count == 2);
    assert_int_equal(s->inputs[ROUTH_INPUTS_COVARIATES], s->inputs[ROUTH_INPUTS_CONTACT] + 1);
    routh_study_release(NULL, &study);
    routh_dataset_release(NULL, &dataset);
}

SLOW_SUBJECT(dependence_study) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(held_out_errors_fall_where_they_should),
        cmocka_unit_test(the_figure_shows_the_truth),
        cmocka_unit_test(the_curve_is_the_mean_over_impacts),
        cmocka_unit_test(inputs_and_form_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
