/* Covariates of models: a truth that only they show is learned by every kind; a file gives the same predictions; and
 * what is refused.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <string.h>

#include "../subject.h"
#include "impact/impact.h"
#include "model_cases.h"

enum { COUNT = 160, TRAIN = 110 };

/* Restitution depends on a plate and, round and round, on an angle; neither is anything of the impact. */
typedef struct world {
    generated made;
    double value[COUNT][2]; /* plate, θ */
    routh_impact impact[COUNT];
} world;

static const routh_covariate both[] = {{.quantity = "plate"}, {.quantity = "theta"}};

static double true_restitution(const double value[2]) {
    return 0.5 + 0.25 * value[0] * value[0] * value[0] + 0.15 * sin(value[1]);
}

static world make_world(uint64_t seed) {
    world w = {.made = generate(wang_mason(), (const double[]){0.18, 0.5}, COUNT, (noise){0, 0}, seed)};
    routh_random random = routh_random_seed(seed, 7);
    assert_int_equal(w.made.count, COUNT);
    for (size_t i = 0; i < COUNT; i++) {
        routh_sample *s = &w.made.sample[i];
        w.value[i][0] = routh_random_uniform(&random, -1, 1);
        w.value[i][1] = routh_random_uniform(&random, 0, 40);
        const double parameters[] = {0.18, true_restitution(w.value[i])};
        const routh_impulse p = routh_law_impulse(wang_mason(), &s->contact, parameters);
        const routh_velocity after = routh_impact_after(&s->impact, p.pt, p.pn, 0);
        assert_int_equal(routh_sample_of(NULL, &s->impact, after, s), ROUTH_OK);
        w.impact[i] = s->impact;
    }
    return w;
}

static routh_model_options options_with(const world *w, routh_model_kind kind, size_t covariates) {
    routh_model_options options = options_for(kind);
    options.covariates = both;
    options.covariate_count = covariates;
    options.covariate = &w->value[0][0];
    return options;
}

static double held_out_error(const world *w, const routh_model_options *options) {
    routh_prediction said[COUNT];
    routh_model *model = NULL;
    assert_ok_to(routh_model_train, w->made.sample, NULL, TRAIN, options, &model);
    assert_ok_to(routh_model_predict, model, COUNT - TRAIN, w->impact + TRAIN, NULL,
                 options->covariate_count > 0 ? w->value[TRAIN] : NULL, said);
    double sum = 0;
    for (size_t i = TRAIN; i < COUNT; i++)
        sum += routh_impact_error(ROUTH_VELOCITY, &w->impact[i], said[i - TRAIN].after, w->made.sample[i].after);
    routh_model_release(NULL, model);
    return sum / (COUNT - TRAIN);
}

static void every_kind_learns_what_only_they_show(void **state) {
    (void)state;
    world w = make_world(11);
    for (int kind = 0; kind < ROUTH_MODEL_COUNT; kind++) {
        const routh_model_options with = options_with(&w, (routh_model_kind)kind, 2);
        const routh_model_options without = options_with(&w, (routh_model_kind)kind, 0);
        const double better = held_out_error(&w, &with), worse = held_out_error(&w, &without);
        if (!(better < 0.75 * worse))
            fail_msg("%s: %g m/s with covariates, %g without", routh_name(&routh_model_kinds, kind), better, worse);
    }
    forget(&w.made);
}

static void inputs_have_names(void **state) {
    (void)state;
    world w = make_world(12);
    const routh_model_options options = options_with(&w, ROUTH_MODEL_RIGID_2D, 2);
    routh_model *model = train_on_all(&w.made, &options);
    const routh_model_facts facts = routh_model_facts_of(model);
    static const char *const names[] = {"Mvt", "Mvn", "plate", "sin theta", "cos theta"};
    assert_int_equal(facts.inputs, 5);
    for (size_t k = 0; k < facts.inputs; k++)
        assert_string_equal(facts.input[k], names[k]);
    assert_int_equal(facts.covariate_count, 2);
    assert_string_equal(facts.covariate[1], "theta");
    assert_null(routh_model_law(model, 0));
    assert_null(routh_model_law(model, 1));
    routh_model_release(NULL, model);
    forget(&w.made);
}

/* vt is an input of the kind already, and plate comes twice: neither is put in again, and nothing changes. */
static void what_is_seen_already_is_not_seen_twice(void **state) {
    (void)state;
    world w = make_world(13);
    static const routh_covariate names[] = {{.quantity = "plate"}, {.quantity = "vt"}, {.quantity = "plate"}};
    double value[COUNT][3], one[COUNT];
    routh_prediction said[2];
    for (size_t i = 0; i < COUNT; i++) {
        one[i] = value[i][0] = value[i][2] = w.value[i][0];
        value[i][1] = w.made.sample[i].contact.vt;
    }
    routh_model_options options = options_with(&w, ROUTH_MODEL_RIGID, 1);
    options.covariate = one;
    routh_model *first = train_on_all(&w.made, &options);
    options.covariates = names;
    options.covariate_count = 3;
    options.covariate = &value[0][0];
    routh_model *second = train_on_all(&w.made, &options);
    assert_int_equal(routh_model_facts_of(second).inputs, routh_model_facts_of(first).inputs);
    assert_ok_to(routh_model_predict, first, 1, w.impact, NULL, one, &said[0]);
    assert_ok_to(routh_model_predict, second, 1, w.impact, NULL, value[0], &said[1]);
    assert_memory_equal(&said[0].impulse, &said[1].impulse, sizeof said[0].impulse);
    routh_model_release(NULL, first);
    routh_model_release(NULL, second);
    forget(&w.made);
}

static void a_file_predicts_the_same(void **state) {
    (void)state;
    world w = make_world(14);
    for (int kind = 0; kind < ROUTH_MODEL_COUNT; kind++) {
        const routh_model_options options = options_with(&w, (routh_model_kind)kind, 2);
        routh_model *model = train_on_all(&w.made, &options), *read = NULL;
        routh_buffer file = {0};
        routh_prediction said[2];
        assert_ok_to(routh_model_write, model, ROUTH_AS_RECORDED, "", routh_io_buffer(&file, NULL));
        assert_ok_to(routh_model_read, routh_io_memory(file.byte, file.byte_count, "model.h5"), &read, NULL);
        assert_ok_to(routh_model_predict, model, 1, w.impact, NULL, w.value[0], &said[0]);
        assert_ok_to(routh_model_predict, read, 1, w.impact, NULL, w.value[0], &said[1]);
        assert_memory_equal(&said[0].after, &said[1].after, sizeof said[0].after);
        assert_string_equal(routh_model_facts_of(read).covariate[0], "plate");
        routh_buffer_release(NULL, &file);
        routh_model_release(NULL, read);
        routh_model_release(NULL, model);
    }
    forget(&w.made);
}

static void refuse_training(const world *w, const routh_model_options *options, const char *words) {
    routh_context context = routh_context_default();
    routh_model *model = NULL;
    assert_int_equal(routh_model_train(&context, w->made.sample, NULL, TRAIN, options, &model), ROUTH_BAD_ARGUMENT);
    if (!strstr(context.message, words))
        fail_msg("\"%s\" does not say \"%s\"", context.message, words);
}

static void what_is_refused(void **state) {
    (void)state;
    world w = make_world(15);
    double same[COUNT], missing[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        same[i] = 7;
        missing[i] = i == 5 ? NAN : (double)i;
    }
    routh_model_options options = options_with(&w, ROUTH_MODEL_WRENCH, 1);
    options.covariate = same;
    refuse_training(&w, &options, "plate is the same in all 110 impacts");
    options.covariate = missing;
    refuse_training(&w, &options, "plate is missing in 1 of 110 impacts");
    options.covariate = NULL;
    refuse_training(&w, &options, "names and their values");
    options.covariate_count = ROUTH_MOST_COVARIATES + 1;
    refuse_training(&w, &options, "too many");
    options = options_with(&w, ROUTH_MODEL_WRENCH, 2);
    routh_model *model = train_on_all(&w.made, &options);
    routh_context context = routh_context_default();
    routh_prediction said;
    assert_int_equal(routh_model_predict(&context, model, 1, w.impact, NULL, NULL, &said), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "it needs plate and more"));
    const double unknown[] = {0.1, NAN};
    assert_int_equal(routh_model_predict(&context, model, 1, w.impact, NULL, unknown, &said), ROUTH_NOT_FINITE);
    assert_non_null(strstr(context.message, "sin theta"));
    options = options_for(ROUTH_MODEL_WRENCH);
    options.prior = model;
    refuse_training(&w, &options, "has covariates (plate");
    routh_model_release(NULL, model);
    forget(&w.made);
}

static void quantities_of_one_impact(void **state) {
    (void)state;
    const routh_impact impact = {.mass = 1, .inertia = 0.5, .rx = 0, .ry = -0.1, .vx = 3, .vy = -4, .omega = 2};
    const double pose[] = {0.25, 0.5, 0.75};
    assert_true(fabs(routh_quantity_of_impact("x", &impact, pose) - (0.25)) < 1e-14);
    assert_true(fabs(routh_quantity_of_impact("2theta", &impact, pose) - (1.5)) < 1e-14);
    assert_true(fabs(routh_quantity_of_impact("speed", &impact, NULL) - (5)) < 1e-14);
    assert_true(fabs(routh_quantity_of_impact("vt", &impact, NULL) - (3 + 0.1 * 2)) < 1e-14);
    assert_true(isnan(routh_quantity_of_impact("x", &impact, NULL)));
    assert_true(isnan(routh_quantity_of_impact("order", &impact, pose)));
    assert_true(isnan(routh_quantity_of_impact("plate", &impact, pose)));
}

SLOW_SUBJECT(model_covariates) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_learns_what_only_they_show),
        cmocka_unit_test(inputs_have_names),
        cmocka_unit_test(what_is_seen_already_is_not_seen_twice),
        cmocka_unit_test(a_file_predicts_the_same),
        cmocka_unit_test(what_is_refused),
        cmocka_unit_test(quantities_of_one_impact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
