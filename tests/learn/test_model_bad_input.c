/* What cannot be learned from or predicted is refused in words; what only looks odd is not.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "model_cases.h"

#include "../ledger.h"

static void refuses(const generated *made, const routh_model_options *options, routh_status status, const char *words) {
    routh_context context = routh_context_default();
    routh_model *model = NULL;
    assert_int_equal(routh_model_train(&context, made->sample, NULL, made->count, options, &model), status);
    assert_null(model);
    if (!strstr(context.message, words) || strchr(context.message, '\n'))
        fail_msg("\"%s\" is not in \"%s\"", words, context.message);
}

static void too_few_impacts(void **state) {
    (void)state;
    generated made = noisy_drops(40, 1);
    const routh_model_options wrench = options_for(ROUTH_MODEL_WRENCH), rigid = options_for(ROUTH_MODEL_RIGID_2D);
    made.count = 0;
    refuses(&made, &wrench, ROUTH_BAD_ARGUMENT, "no impacts");
    made.count = 1;
    refuses(&made, &wrench, ROUTH_BAD_ARGUMENT, "all alike");
    made.count = 6;
    refuses(&made, &wrench, ROUTH_BAD_ARGUMENT, "6 samples are too few for 7 hyper-parameters");
    made.count = 3;
    refuses(&made, &rigid, ROUTH_BAD_ARGUMENT, "3 samples are too few for 4 hyper-parameters");
    made.count = 7;
    for (int kind = 0; kind < ROUTH_MODEL_COUNT; kind++) {
        const routh_model_options options = options_for((routh_model_kind)kind);
        routh_model_release(NULL, train_on_all(&made, &options));
    }
    forget(&made);
}

static void odd_options(void **state) {
    (void)state;
    generated made = noisy_drops(40, 1);
    routh_model_options options = options_for(ROUTH_MODEL_COUNT);
    refuses(&made, &options, ROUTH_BAD_ARGUMENT, "unknown kind of model");
    options = options_for(ROUTH_MODEL_RESIDUAL);
    options.law = NULL;
    refuses(&made, &options, ROUTH_BAD_ARGUMENT, "residual needs a law");
    options = options_for(ROUTH_MODEL_RIGID);
    options.metric = (routh_metric)7;
    refuses(&made, &options, ROUTH_BAD_ARGUMENT, "unknown metric 7");
    options = options_for(ROUTH_MODEL_PARAMETERS);
    options.ensemble.mu_max = -1;
    refuses(&made, &options, ROUTH_BAD_ARGUMENT, "cap on friction");
    options = options_for(ROUTH_MODEL_RIGID);
    options.gp.evaluations = 0;
    refuses(&made, &options, ROUTH_BAD_ARGUMENT, "evaluations");
    forget(&made);
}

static void bad_numbers(void **state) {
    (void)state;
    generated made = noisy_drops(40, 1);
    const routh_sample good = made.sample[17];
    for (int kind = 0; kind < ROUTH_MODEL_COUNT; kind++) {
        const routh_model_options options = options_for((routh_model_kind)kind);
        made.sample[17].measured[ROUTH_MOMENTUM].pn = NAN;
        refuses(&made, &options, ROUTH_NOT_FINITE, "sample 17");
        made.sample[17] = good;
        made.sample[17].after.omega = INFINITY;
        refuses(&made, &options, ROUTH_NOT_FINITE, "sample 17");
        made.sample[17] = good;
        made.sample[17].contact.vn = 1;
        refuses(&made, &options, ROUTH_SEPARATING, "sample 17 (from 0): the contact point does not approach");
        made.sample[17] = good;
    }
    forget(&made);
}

/* All impacts the same; one impact twenty times among others. */
static void repeated_impacts(void **state) {
    (void)state;
    generated made = noisy_drops(40, 1);
    for (size_t i = 0; i < 20; i++)
        made.sample[i] = made.sample[0];
    for (int kind = 0; kind < ROUTH_MODEL_COUNT; kind++) {
        const routh_model_options options = options_for((routh_model_kind)kind);
        made.count = 40;
        routh_model *model = train_on_all(&made, &options);
        routh_prediction *said = predictions(model, &made, 1);
        for (size_t i = 0; i < made.count; i++)
            assert_true(isfinite(said[i].after.vx) && isfinite(said[i].after_sd[0]));
        free(said);
        routh_model_release(NULL, model);
        made.count = 20;
        refuses(&made, &options, ROUTH_BAD_ARGUMENT, "all alike");
    }
    forget(&made);
}

static void illegal_impacts_are_named(void **state) {
    (void)state;
    generated made = noisy_drops(40, 1);
    const routh_model_options options = options_for(ROUTH_MODEL_RIGID);
    routh_model *model = train_on_all(&made, &options);
    routh_impact impact[3] = {made.sample[0].impact, made.sample[1].impact, made.sample[2].impact};
    routh_prediction said[3];
    routh_context context = routh_context_default();
    impact[2].mass = -1;
    assert_int_equal(routh_model_predict(&context, model, 3, impact, NULL, NULL, said), ROUTH_BAD_MASS);
    assert_non_null(strstr(context.message, "impact 2 (from 0): mass -1 kg"));
    impact[1].vy = NAN;
    assert_int_equal(routh_model_predict(&context, model, 3, impact, NULL, NULL, said), ROUTH_NOT_FINITE);
    assert_non_null(strstr(context.message, "impact 1 (from 0)"));
    assert_int_equal(routh_model_predict(&context, model, 0, NULL, NULL, NULL, NULL), ROUTH_OK);
    assert_int_equal(routh_model_predict(&context, NULL, 1, impact, NULL, NULL, said), ROUTH_BAD_ARGUMENT);
    routh_model_release(NULL, model);
    routh_model_release(NULL, NULL);
    forget(&made);
}

/* Wherever memory ends, everything is given back. */
static void memory_runs_out(void **state) {
    (void)state;
    generated made = noisy_drops(30, 1);
    for (int kind = ROUTH_MODEL_WRENCH; kind <= ROUTH_MODEL_PARAMETERS; kind += 3) {
        const routh_model_options options = options_for((routh_model_kind)kind);
        routh_status status = ROUTH_OUT_OF_MEMORY;
        int budget = 0;
        for (; status == ROUTH_OUT_OF_MEMORY && budget < 5000; budget += 1 + budget / 16) {
            ledger book = {.budget = budget};
            routh_context context = context_with(&book);
            routh_model *model = NULL, *second = NULL;
            const routh_impact impact = made.sample[0].impact;
            routh_prediction said;
            routh_model_options upon = options_for(ROUTH_MODEL_RIGID);
            status = routh_model_train(&context, made.sample, NULL, made.count, &options, &model);
            upon.prior = model;
            if (status == ROUTH_OK && kind == ROUTH_MODEL_WRENCH)
                status = routh_model_train(&context, made.sample, NULL, made.count, &upon, &second);
            if (status == ROUTH_OK)
                status = routh_model_predict(&context, model, 1, &impact, NULL, NULL, &said);
            routh_model_release(&context, model);
            routh_model_release(&context, second);
            assert_int_equal(book.blocks, 0);
        }
        assert_int_equal(status, ROUTH_OK);
        assert_true(budget > 10);
    }
    forget(&made);
}

SUBJECT(model_bad_input) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(too_few_impacts), cmocka_unit_test(odd_options),
        cmocka_unit_test(bad_numbers),     cmocka_unit_test(repeated_impacts),
        cmocka_unit_test(memory_runs_out), cmocka_unit_test(illegal_impacts_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
