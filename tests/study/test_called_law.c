/* A law by a call goes through batches, fits and studies. Wang–Mason repeated by a call must give Wang–Mason's bits, from any
 * number of threads; a call that fails must end in a status, and never in a number.
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

#include <routh/routh.h>

#include "../subject.h"

enum { COUNT = 60 };

/* How a call fails. */
typedef enum fault {
    NONE,
    SILENT,    /* leaves the impulse as it comes */
    INFINITE,  /* an impulse without bound */
    NO_MODE,   /* a mode that is none */
    UNSOLVED,  /* says so */
    NO_COUPLE, /* a couple that is no number */
    LIMITED,   /* silent at a restitution above 0.8, which is a parameter like any other */
    SOMETIMES, /* silent where the body slides to the right */
    LATER,     /* silent after a thousand calls, as after an exception that must not be asked again */
    FAULTS
} fault;

typedef struct twin {
    const routh_law *law;
    fault fault;
    size_t calls;
} twin;

static void repeat(const routh_contact *contact, const double *parameters, void *user, routh_impulse *impulse) {
    twin *of = user;
    size_t calls;
#pragma omp atomic capture
    calls = ++of->calls;
    const fault f = of->fault;
    if (f == SILENT || (f == LIMITED && parameters[1] > 0.8) || (f == SOMETIMES && contact->vt > 0) ||
        (f == LATER && calls > 1000))
        return;
    *impulse = of->law->impulse(contact, parameters);
    impulse->pn = f == INFINITE ? INFINITY : impulse->pn;
    impulse->mode = f == NO_MODE ? 99 : f == UNSOLVED ? ROUTH_UNSOLVED : impulse->mode;
    impulse->couple = f == NO_COUPLE ? NAN : 0;
}

/* The law of the registry under a name of as many letters, so that texts have the same length. */
static routh_law law_of(twin *of, routh_law_caller *caller, fault how) {
    *of = (twin){routh_law_find(NULL, "wang-mason"), how, 0};
    *caller = (routh_law_caller){repeat, of};
    routh_law law = *of->law;
    law.name = "called-law";
    assert_int_equal(routh_law_of_call(NULL, caller, &law), ROUTH_OK);
    return law;
}

static routh_dataset drops(void) {
    const routh_dataset_generator recording = routh_dataset_generator_default();
    routh_dataset dataset;
    assert_int_equal(routh_dataset_generate(NULL, &recording, COUNT, &dataset), ROUTH_OK);
    return dataset;
}

/* Batches ------------------------------------------------------------------------------------------------*/

enum { MANY = 5000, RESULTS = 6 };

static routh_status solve_many(const routh_law *law, int threads, double (*result)[MANY], unsigned char *mode,
                               size_t *first_bad) {
    static double in[7][MANY];
    routh_random random = routh_random_seed(7, 0);
    for (size_t i = 0; i < MANY; i++) {
        in[0][i] = routh_random_uniform(&random, 1, 9);
        in[2][i] = routh_random_uniform(&random, 1, 9);
        in[1][i] = sqrt(in[0][i] * in[2][i]) * routh_random_uniform(&random, -0.9, 0.9);
        in[3][i] = routh_random_uniform(&random, -3, 3);
        in[4][i] = routh_random_uniform(&random, -3, -0.1);
        in[5][i] = routh_random_uniform(&random, 0, 1);
        in[6][i] = routh_random_uniform(&random, 0, 1);
    }
    routh_batch batch = routh_batch_default();
    batch.count = MANY;
    batch.wtt = in[0], batch.wtn = in[1], batch.wnn = in[2], batch.vt = in[3], batch.vn = in[4];
    batch.parameter[0] = in[5], batch.parameter[1] = in[6], batch.parameter_varies = 3;
    batch.pt = result[0], batch.pn = result[1], batch.vt_after = result[2], batch.vn_after = result[3];
    batch.contact_energy_ratio = result[4], batch.couple = result[5], batch.mode = mode;
    batch.threads = threads;
    return routh_law_solve_batch(law, &batch, first_bad);
}

static void batches_have_the_same_bits(void **state) {
    (void)state;
    static double expected[RESULTS][MANY], found[RESULTS][MANY];
    static unsigned char expected_mode[MANY], found_mode[MANY];
    twin of;
    routh_law_caller caller;
    const routh_law law = law_of(&of, &caller, NONE);
    assert_int_equal(solve_many(of.law, 1, expected, expected_mode, NULL), ROUTH_OK);
    for (int threads = 1; threads <= 4; threads++) {
        assert_int_equal(solve_many(&law, threads, found, found_mode, NULL), ROUTH_OK);
        assert_memory_equal(found, expected, sizeof found);
        assert_memory_equal(found_mode, expected_mode, sizeof found_mode);
    }
    assert_int_equal(of.calls, 4 * MANY);
}

static void failed_calls_are_unsolved_impacts(void **state) {
    (void)state;
    static double found[RESULTS][MANY];
    static unsigned char mode[MANY];
    for (fault f = SILENT; f < FAULTS; f++) {
        twin of;
        routh_law_caller caller;
        const routh_law law = law_of(&of, &caller, f);
        size_t first_bad = MANY, unsolved = 0;
        assert_int_equal(solve_many(&law, 1, found, mode, &first_bad), ROUTH_OUT_OF_RANGE);
        for (size_t i = 0; i < MANY; i++) {
            unsolved += mode[i] == ROUTH_UNSOLVED;
            for (int k = 0; k < RESULTS; k++)
                assert_true(isfinite(found[k][i]) == (mode[i] != ROUTH_UNSOLVED));
        }
        assert_int_equal(mode[first_bad], ROUTH_UNSOLVED);
        if (f == LATER)
            assert_int_equal(unsolved, MANY - 1000);
        else
            assert_true(f >= LIMITED ? unsolved > MANY / 10 && unsolved < 2 * MANY / 3 : unsolved == MANY);
    }
}

/* Fits and studies ---------------------------------------------------------------------------------------*/

static routh_status fit(routh_context *context, const routh_dataset *dataset, const routh_law *law, size_t draws,
                        routh_fit_study *study) {
    const routh_law *laws[1] = {law};
    *study = (routh_fit_study){.dataset = dataset,
                               .frame = ROUTH_AS_RECORDED,
                               .why = "by choice",
                               .laws = laws,
                               .law_count = 1,
                               .fit_count = 30,
                               .draws = draws,
                               .resamples = draws ? 0 : 20,
                               .seed = 3,
                               .options = routh_fit_options_default()};
    assert_int_equal(routh_samples_of(NULL, dataset, ROUTH_AS_RECORDED, &study->sample, &study->count, NULL), ROUTH_OK);
    return routh_fit_study_run(context, study);
}

/* All of what a study says, as text. */
static char *results_of(routh_context *context, const routh_dataset *dataset, const routh_law *law,
                        routh_status *status) {
    const routh_law *const laws[] = {law, routh_law_find(NULL, "mirtich")};
    const routh_frame frame = ROUTH_AS_RECORDED;
    routh_study_options options = routh_study_options_default();
    options.laws = laws;
    options.law_count = 2;
    options.k_max = 5;
    options.draws = 2;
    options.resamples = 10;
    options.surface = 5;
    options.references = 2;
    routh_study study;
    *status = routh_study_run(context, dataset, &frame, 1, "by choice", &options, &study);
    if (*status != ROUTH_OK)
        return NULL;
    FILE *results = tmpfile(), *page = tmpfile();
    assert_int_equal(routh_study_write(NULL, &study, 0, routh_io_file(page, "report.html")), ROUTH_OK);
    assert_int_equal(routh_study_write(NULL, &study, 0, routh_io_file(results, "results.json")), ROUTH_OK);
    fclose(page);
    routh_study_release(NULL, &study);
    const long size = ftell(results);
    char *text = calloc((size_t)size + 1, 1);
    rewind(results);
    assert_int_equal(fread(text, 1, (size_t)size, results), size);
    fclose(results);
    for (char *at = text; (at = strstr(at, "called-law"));)
        memcpy(at, "wang-mason", 10);
    return text;
}

static void studies_have_the_same_bits(void **state) {
    (void)state;
    twin of;
    routh_law_caller caller;
    const routh_law law = law_of(&of, &caller, NONE);
    routh_dataset dataset = drops();
    routh_status status;
    char *expected = results_of(NULL, &dataset, of.law, &status);
    for (int threads = 1; threads <= 4; threads += 3) {
        routh_context context = routh_context_default();
        context.threads = threads;
        char *found = results_of(&context, &dataset, &law, &status);
        assert_int_equal(status, ROUTH_OK);
        size_t same = 0;
        while (expected[same] && found[same] == expected[same])
            same++;
        if (strcmp(found, expected) != 0)
            fail_msg("from byte %zu: \"%.80s\", not \"%.80s\"", same, found + same, expected + same);
        free(found);
    }
    free(expected);
    for (size_t draws = 0; draws <= 5; draws += 5) {
        routh_fit_study own, usual;
        assert_int_equal(fit(NULL, &dataset, of.law, draws, &usual), ROUTH_OK);
        assert_int_equal(fit(NULL, &dataset, &law, draws, &own), ROUTH_OK);
        own.fit->law = usual.fit->law;
        assert_memory_equal(own.fit, usual.fit, sizeof *own.fit);
        routh_samples_release(NULL, own.sample);
        routh_samples_release(NULL, usual.sample);
        routh_fit_study_release(NULL, &own);
        routh_fit_study_release(NULL, &usual);
    }
    routh_dataset_release(NULL, &dataset);
}

static void failed_calls_end_fits_and_studies(void **state) {
    (void)state;
    routh_dataset dataset = drops();
    for (fault f = SILENT; f < FAULTS; f++) {
        twin of;
        routh_law_caller caller;
        const routh_law law = law_of(&of, &caller, f);
        routh_context context = routh_context_default();
        routh_fit_study study;
        routh_status status = fit(&context, &dataset, &law, 0, &study);
        if (f == LIMITED) {
            assert_int_equal(status, ROUTH_OK);
            assert_true(fabs(study.fit->value[1] - 0.53) < 0.1);
        } else {
            assert_int_equal(status, ROUTH_OUT_OF_RANGE);
            assert_non_null(strstr(context.message, "called-law"));
        }
        routh_samples_release(NULL, study.sample);
        routh_fit_study_release(NULL, &study);
        of.calls = 0;
        context = routh_context_default();
        free(results_of(&context, &dataset, &law, &status));
        assert_int_equal(status, ROUTH_OUT_OF_RANGE);
        assert_non_null(strstr(context.message, "called-law"));
    }
    routh_dataset_release(NULL, &dataset);
}

/* One sample, one impact and a run of a body. */
static void failed_calls_end_what_is_smaller(void **state) {
    (void)state;
    routh_dataset dataset = drops();
    routh_sample *sample;
    size_t count;
    assert_int_equal(routh_samples_of(NULL, &dataset, ROUTH_AS_RECORDED, &sample, &count, NULL), ROUTH_OK);
    for (fault f = SILENT; f < LIMITED; f++) {
        twin of;
        routh_law_caller caller;
        const routh_law law = law_of(&of, &caller, f), *const laws[] = {&law};
        routh_context context = routh_context_default();
        routh_sample_estimate estimate;
        assert_int_equal(routh_sample_fit(&context, &law, &sample[0], NULL, &estimate), ROUTH_OUT_OF_RANGE);
        routh_impact_study_options options = routh_impact_study_options_default();
        options.laws = laws;
        options.law_count = 1;
        routh_impact_study study;
        assert_int_equal(routh_impact_study_run(&context, &sample[0].impact, &options, &study), ROUTH_OUT_OF_RANGE);
        routh_impact_study_release(NULL, &study);
        const routh_half_plane ground = {.mu = 0.3, .eps = 0.5};
        const routh_world world = {.body = {.shape = routh_shape_disc(0.05), .mass = 1, .inertia = 1e-3},
                                   .plane = &ground,
                                   .plane_count = 1,
                                   .gravity = 9.81,
                                   .wrench = routh_wrench_default()};
        routh_run_options run = routh_run_options_default();
        run.law = &law;
        routh_run result;
        const routh_state start = {.pose.y = 1};
        assert_int_equal(routh_world_run(&context, &world, &start, &run, &result), ROUTH_OUT_OF_RANGE);
        assert_non_null(strstr(context.message, "called-law"));
        routh_run_release(NULL, &result);
    }
    routh_samples_release(NULL, sample);
    routh_dataset_release(NULL, &dataset);
}

/* Refusals ---------------------------------------------------------------------------------------------*/

static void nothing(const routh_contact *contact, const double *parameters, void *user, routh_impulse *impulse) {
    (void)contact, (void)parameters, (void)user, (void)impulse;
}

static void laws_that_could_not_work_are_refused(void **state) {
    (void)state;
    const routh_parameter eps = {.name = "eps", .high = 1, .initial = 0.5};
    const routh_law good = {.name = "mine", .parameter_count = 1, .parameter = {eps}};
    const routh_law_caller caller = {nothing, NULL};
    routh_context context = routh_context_default();
    routh_law law = good;
    assert_int_equal(routh_law_of_call(&context, &caller, &law), ROUTH_OK);
    assert_string_equal(law.title, "mine");
    assert_string_equal(law.parameter[0].unit, "1");
    assert_non_null(law.rule);
    assert_non_null(law.reference);
    struct {
        routh_law law;
        const char *words;
    } bad[] = {{good, "no name"},   {good, "of the registry"}, {good, "9 parameters"},  {good, "has no name"},
               {good, "two param"}, {good, "in order"},        {good, "is searched"},   {good, "is searched"},
               {good, "in order"},  {good, "in order"},        {good, "-1 parameters"}, {good, "is searched"}};
    bad[0].law.name = "";
    bad[1].law.name = "mirtich";
    bad[2].law.parameter_count = ROUTH_MAX_PARAMETERS + 1;
    bad[3].law.parameter[0].name = NULL;
    bad[4].law.parameter_count = 2, bad[4].law.parameter[1] = eps;
    bad[5].law.parameter[0].initial = 2;
    bad[6].law.parameter[0].high = INFINITY;
    bad[7].law.parameter[0].fit_low = 2, bad[7].law.parameter[0].fit_high = 1;
    bad[8].law.parameter[0].low = NAN;
    bad[9].law.parameter[0].low = -INFINITY;
    bad[10].law.parameter_count = -1;
    bad[11].law.parameter[0].fit_low = 1, bad[11].law.parameter[0].fit_high = INFINITY;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(routh_law_of_call(&context, &caller, &bad[i].law), ROUTH_BAD_ARGUMENT);
        if (!strstr(context.message, bad[i].words))
            fail_msg("%zu: \"%s\" without \"%s\"", i, context.message, bad[i].words);
    }
    law = good;
    assert_int_equal(routh_law_of_call(NULL, NULL, &law), ROUTH_BAD_ARGUMENT);
    assert_int_equal(routh_law_of_call(NULL, &(routh_law_caller){0}, &law), ROUTH_BAD_ARGUMENT);
    assert_int_equal(routh_law_of_call(NULL, &caller, NULL), ROUTH_BAD_ARGUMENT);
}

SLOW_SUBJECT(called_law) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(batches_have_the_same_bits),       cmocka_unit_test(failed_calls_are_unsolved_impacts),
        cmocka_unit_test(studies_have_the_same_bits),       cmocka_unit_test(failed_calls_end_fits_and_studies),
        cmocka_unit_test(failed_calls_end_what_is_smaller), cmocka_unit_test(laws_that_could_not_work_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
