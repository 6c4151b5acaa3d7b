/* A law without parameters, as learned ones are, goes through fits and studies: Wang–Mason with its parameters fixed
 * must cost, miss and predict what Wang–Mason at these parameters does.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <jansson.h>

#include <routh/routh.h>

#include "../subject.h"
#include "fit/fit.h"
#include "impact/impact.h"

static const double fixed[ROUTH_MAX_PARAMETERS] = {0.18, 0.53};

static routh_impulse answer(const routh_law *law, const routh_contact *contact, const double *parameters) {
    (void)parameters;
    const double *own = law->data;
    return routh_law_impulse(routh_law_find(NULL, "wang-mason"), contact, own);
}

static const routh_law silent = {.name = "silent",
                                 .title = "Silent",
                                 .rule = "Wang–Mason at fixed parameters",
                                 .reference = "none",
                                 .answer = answer,
                                 .data = fixed};

enum { COUNT = 60 };

static routh_dataset drops(void) {
    const routh_dataset_generator recording = routh_dataset_generator_default();
    routh_dataset dataset;
    assert_int_equal(routh_dataset_generate(NULL, &recording, COUNT, &dataset), ROUTH_OK);
    return dataset;
}

static void nothing_is_fitted(void **state) {
    (void)state;
    routh_dataset dataset = drops();
    routh_sample *sample;
    size_t count;
    assert_int_equal(routh_samples_of(NULL, &dataset, ROUTH_AS_RECORDED, &sample, &count, NULL), ROUTH_OK);
    routh_ensemble *ensemble;
    assert_int_equal(routh_ensemble_create(NULL, count, &ensemble), ROUTH_OK);
    const routh_law *law = routh_law_find(NULL, "wang-mason");
    for (int cost = ROUTH_COST_IMPULSE; cost <= ROUTH_COST_VELOCITY; cost++) {
        routh_fit_options options = routh_fit_options_default();
        routh_estimate fit;
        routh_interval interval[ROUTH_MAX_PARAMETERS];
        options.cost = (routh_cost)cost;
        assert_int_equal(routh_ensemble_fit(NULL, &silent, sample, NULL, count, &options, ensemble, &fit), ROUTH_OK);
        const double expected = routh_ensemble_cost(law, fixed, sample, NULL, count, &options, ensemble);
        assert_true(fabs(fit.cost - expected) <= 1e-12 * expected);
        assert_int_equal(fit.flags, 0);
        assert_int_equal(
            routh_ensemble_bootstrap(NULL, &silent, sample, NULL, count, &options, 10, 0.95, 1, interval, NULL),
            ROUTH_OK);
    }
    for (size_t i = 0; i < count; i++) {
        const routh_sample_fit_options options = routh_sample_fit_options_default();
        const routh_impulse p = routh_law_impulse(law, &sample[i].contact, fixed);
        const routh_point measured = sample[i].measured[ROUTH_MOMENTUM];
        routh_sample_estimate fit;
        routh_region region;
        assert_int_equal(routh_sample_fit(NULL, &silent, &sample[i], &options, &fit), ROUTH_OK);
        const double distance = hypot(p.pt - measured.pt, p.pn - measured.pn), size = hypot(measured.pt, measured.pn);
        assert_true(fabs(fit.distance - distance) <= 1e-12 * size);
        assert_int_equal(fit.flags, distance <= options.tolerance * size ? 0 : ROUTH_FIT_OUT_OF_RANGE);
        assert_int_equal(routh_region_of(NULL, &silent, &sample[i].contact, NULL, ROUTH_MU_CAP, &region), ROUTH_OK);
        assert_int_equal(region.count, 0);
    }
    routh_ensemble_release(NULL, ensemble);
    routh_samples_release(NULL, sample);
    routh_dataset_release(NULL, &dataset);
}

/* Reads back what was written to a file; the caller frees it. */
static char *text_of(FILE *file) {
    const long size = ftell(file);
    char *text = calloc((size_t)size + 1, 1);
    assert_non_null(text);
    rewind(file);
    assert_int_equal(fread(text, 1, (size_t)size, file), size);
    fclose(file);
    return text;
}

static void it_is_studied_beside_others(void **state) {
    (void)state;
    routh_dataset dataset = drops();
    const routh_law *const laws[] = {&silent, routh_law_find(NULL, "wang-mason")};
    const routh_frame frame = ROUTH_AS_RECORDED;
    routh_study_options options = routh_study_options_default();
    options.laws = laws;
    options.law_count = 2;
    options.k_max = 5;
    options.draws = 2;
    options.resamples = 10;
    options.surface = 5;
    options.slow_friction = 0.3;
    routh_study study;
    assert_int_equal(routh_study_run(NULL, &dataset, &frame, 1, "by choice", &options, &study), ROUTH_OK);
    const routh_frame_study *f = &study.frame[0];
    for (size_t i = 0; i < f->count; i++) {
        const double expected = routh_sample_error(&f->sample[i], routh_sample_predict(laws[1], fixed, &f->sample[i]));
        assert_true(fabs(f->law[0].impact[i].error - expected) <= 1e-12);
    }
    assert_int_equal(f->law[0].convergence_count, 0);
    assert_null(f->law[0].surface);
    assert_true(isnan(f->law[0].slow_error_mean));

    FILE *page = tmpfile(), *results = tmpfile(), *table = tmpfile();
    assert_int_equal(routh_study_write(NULL, &study, 0, routh_io_file(page, "report.html")), ROUTH_OK);
    assert_int_equal(routh_study_write(NULL, &study, 0, routh_io_file(results, "results.json")), ROUTH_OK);
    assert_int_equal(routh_study_write(NULL, &study, 0, routh_io_file(table, "table-1.csv")), ROUTH_OK);
    fclose(page);
    char *text = text_of(results);
    json_t *root = json_loads(text, 0, NULL);
    json_t *first = json_array_get(json_object_get(root, "laws"), 0);
    assert_string_equal(json_string_value(json_object_get(first, "name")), "silent");
    assert_int_equal(json_object_size(json_object_get(first, "parameters")), 0);
    json_decref(root);
    free(text);
    text = text_of(table); /* a row, although it has no parameter to name */
    assert_non_null(strstr(text, "\nsilent,,,,,,,,,0."));
    free(text);
    routh_study_release(NULL, &study);
    routh_dataset_release(NULL, &dataset);
}

static routh_impulse answer_now_and_then(const routh_law *law, const routh_contact *contact, const double *parameters) {
    return contact->vt > 0 ? (routh_impulse){NAN, NAN, ROUTH_UNSOLVED, NAN} : answer(law, contact, parameters);
}

/* Where the first law has no answer, the best law is the best of the others. */
static void a_law_without_an_answer_is_not_the_best(void **state) {
    (void)state;
    routh_dataset dataset = drops();
    routh_law reticent = silent;
    reticent.answer = answer_now_and_then;
    const routh_law *const laws[] = {&reticent, routh_law_find(NULL, "wang-mason"), routh_law_find(NULL, "mirtich")};
    const routh_frame frame = ROUTH_AS_RECORDED;
    routh_study_options options = routh_study_options_default();
    options.laws = laws;
    options.law_count = 3;
    options.k_max = 5;
    options.draws = 2;
    options.resamples = 10;
    options.surface = 5;
    routh_study study;
    assert_int_equal(routh_study_run(NULL, &dataset, &frame, 1, "by choice", &options, &study), ROUTH_OK);
    const routh_frame_study *f = &study.frame[0];
    size_t unanswered = 0;
    for (size_t i = 0; i < f->count; i++) {
        double least = fmin(f->law[1].impact[i].error, f->law[2].impact[i].error);
        if (isnan(f->law[0].impact[i].error))
            unanswered++;
        else
            least = fmin(least, f->law[0].impact[i].error);
        assert_true(f->best_post_hoc[i] == least);
    }
    assert_true(unanswered > 0 && unanswered < f->count);
    double best = 0, worst = 0;
    for (size_t l = 0; l < 3; l++) {
        best += f->law[l].best_percent;
        worst += f->law[l].worst_percent;
    }
    assert_true(fabs(best - 100) < 1e-9 && fabs(worst - 100) < 1e-9);
    routh_study_release(NULL, &study);
    routh_dataset_release(NULL, &dataset);
}

SUBJECT(law_without_parameters) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_fitted),
        cmocka_unit_test(it_is_studied_beside_others),
        cmocka_unit_test(a_law_without_an_answer_is_not_the_best),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
