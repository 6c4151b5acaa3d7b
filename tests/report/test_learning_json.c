/* What learned models add, as JSON: each number under its name, null where there is none, and no trace of it in results.json
 * or the page of a study that learned nothing.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "cases.h"

#include <jansson.h>
#include <math.h>

#include "report/write.h"
#include "study/internal.h"

enum { SIZES = 2, CONTESTANTS = 5 };

typedef struct learned {
    size_t size[SIZES];
    routh_learning_point curve[CONTESTANTS][SIZES];
    routh_contestant contestant[CONTESTANTS];
    routh_learning learning;
} learned;

static void add(learned *l, routh_contestant_kind kind, const char *name, const char *title, double mean) {
    const size_t i = l->learning.count++;
    routh_contestant *c = &l->contestant[i];
    c->kind = kind;
    snprintf(c->name, sizeof c->name, "%s", name);
    snprintf(c->title, sizeof c->title, "%s", title);
    c->curve = l->curve[i];
    for (size_t s = 0; s < SIZES; s++)
        l->curve[i][s] = (routh_learning_point){l->size[s], 10 - 9 * s, mean, 0.01, mean - 0.02, mean + 0.03, 0.15};
    for (size_t k = 0; k < ROUTH_DENSITY_POINTS; k++)
        c->density[k] = (double)(i + 1) + 0.001 * (double)k;
}

static routh_model_study wrench_detail(void) {
    return (routh_model_study){
        .outputs = 3,
        .inputs = 2,
        .output = {"Pt", "Pn", "couple"},
        .unit = {"N s", "N s", "N m s"},
        .covered = {"Pt", "Pn", "couple"},
        .input = {"Mtt", "vt"},
        .coverage_mean = {0.52, 0.906, 0.95},
        .coverage = {{0.48, 0.89, 0.94}, {0.53, 0.91, 0.96}, {0.55, 0.92, 0.95}},
        .length = {{1.5, 0.4}, {2.5, 1.4}, {NAN, 9}},
        .noise = {0.001, 0.002, 0.0003},
        .outside = 0.125,
        .projected_error = 0.199,
        .bounded = 3,
        .bin_speed = {0.5, 0.8, 1.1, 1.5, 2.2},
        .bin_error = {0.7, 0.8, 1, 1.2, 1.6},
        .speed_correlation = 0.21,
        .speed_confidence = 6.5,
    };
}

/* A model that 25 impacts do not suffice for, the same on top of another body's, a law, and both kinds of bound. */
static void fill(learned *l) {
    memset(l, 0, sizeof *l);
    l->size[0] = 25;
    l->size[1] = 450;
    add(l, ROUTH_CONTESTANT_MODEL, "wrench", "impulse and couple", 0.195);
    add(l, ROUTH_CONTESTANT_ON_PRIOR, "wrench-on-prior", "impulse and couple on another body's <b>", 0.185);
    add(l, ROUTH_CONTESTANT_LAW, "wang-mason", "Wang–Mason", 0.237);
    add(l, ROUTH_CONTESTANT_BEST_POST_HOC, "best-post-hoc", "best law of each impact", 0.211);
    add(l, ROUTH_CONTESTANT_BOUND, "irb-velocity", "rigid bound", 0.07);
    l->curve[0][0].mean = l->curve[0][0].deviation = NAN;
    l->contestant[0].model = l->contestant[1].model = ROUTH_MODEL_WRENCH;
    l->contestant[0].detail = wrench_detail();
    l->contestant[2].law = routh_law_find(NULL, "wang-mason");
    l->contestant[4].metric = ROUTH_VELOCITY;
    l->learning.size_count = SIZES;
    l->learning.size = l->size;
    l->learning.detail = 1;
    l->learning.draws = 10;
    l->learning.contestant = l->contestant;
    for (size_t k = 0; k < ROUTH_DENSITY_POINTS; k++)
        l->learning.density_error[k] = 0.01 * (double)k;
    l->learning.best_law = 2;
    l->learning.pays_from = 450;
    l->learning.gain = 0.177;
    l->learning.prior_pays_until = NAN;
    l->learning.seconds = 12.5;
}

static double number(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    assert_true(json_is_number(value));
    return json_number_value(value);
}

static const char *text(const json_t *object, const char *key) {
    const char *value = json_string_value(json_object_get(object, key));
    assert_non_null(value);
    return value;
}

static double entry(const json_t *object, const char *key, size_t i) {
    return json_number_value(json_array_get(json_object_get(object, key), i));
}

static void conclusion_and_axes(void **state) {
    (void)state;
    learned l;
    fill(&l);
    json_t *json = routh_learning_json(&(routh_frame_study){.learning = &l.learning});
    assert_non_null(json);
    assert_int_equal(json_array_size(json_object_get(json, "sizes")), 2);
    assert_true(entry(json, "sizes", 1) == 450);
    assert_true(number(json, "detail") == 450);
    assert_true(number(json, "draws") == 10);
    assert_string_equal(text(json, "best_law"), "wang-mason");
    assert_string_equal(text(json, "best_model"), "wrench");
    assert_true(number(json, "pays_from") == 450);
    assert_true(number(json, "gain") == 0.177);
    assert_true(json_is_null(json_object_get(json, "prior_pays_until")));
    assert_true(entry(json, "coverage_levels", 0) == 0.5);
    assert_true(entry(json, "coverage_levels", 2) == 0.95);
    assert_int_equal(json_array_size(json_object_get(json, "density_error")), ROUTH_DENSITY_POINTS);
    assert_true(entry(json, "density_error", 127) == 1.27);
    json_decref(json);
}

static void contestants_by_kind(void **state) {
    (void)state;
    static const char *const kinds[] = {"model", "on-prior", "law", "best-post-hoc", "bound"};
    learned l;
    fill(&l);
    json_t *json = routh_learning_json(&(routh_frame_study){.learning = &l.learning}),
           *list = json_object_get(json, "contestants");
    assert_int_equal(json_array_size(list), CONTESTANTS);
    for (size_t i = 0; i < CONTESTANTS; i++) {
        const json_t *c = json_array_get(list, i);
        assert_string_equal(text(c, "kind"), kinds[i]);
        assert_string_equal(text(c, "name"), l.contestant[i].name);
        assert_int_equal(json_array_size(json_object_get(c, "density")), ROUTH_DENSITY_POINTS);
        assert_true(entry(c, "density", 2) == (double)(i + 1) + 0.002);
        const json_t *last = json_array_get(json_object_get(c, "curve"), 1);
        assert_true(number(last, "size") == 450);
        assert_true(number(last, "draws") == 1);
        assert_true(number(last, "mean") == l.curve[i][1].mean);
        assert_true(number(last, "least") < number(last, "mean"));
        assert_true(number(last, "most") > number(last, "mean"));
        assert_true(number(last, "deviation") == 0.01);
        assert_true(number(last, "relative") == 0.15);
        assert_int_equal(json_is_string(json_object_get(c, "model")), i < 2);
        assert_int_equal(json_is_string(json_object_get(c, "law")), i == 2);
    }
    assert_string_equal(text(json_array_get(list, 4), "metric"), "velocity");
    assert_null(json_object_get(json_array_get(list, 2), "metric"));
    assert_string_equal(text(json_array_get(list, 0), "model"), "wrench");
    const json_t *untrained = json_array_get(json_object_get(json_array_get(list, 0), "curve"), 0);
    assert_true(json_is_null(json_object_get(untrained, "mean")));
    json_decref(json);
}

static void details_of_models_only(void **state) {
    (void)state;
    learned l;
    fill(&l);
    json_t *json = routh_learning_json(&(routh_frame_study){.learning = &l.learning}),
           *list = json_object_get(json, "contestants");
    for (size_t i = 1; i < CONTESTANTS; i++)
        assert_true(json_is_null(json_object_get(json_array_get(list, i), "detail")));
    const json_t *detail = json_object_get(json_array_get(list, 0), "detail");
    const json_t *couple = json_array_get(json_object_get(detail, "outputs"), 2);
    assert_int_equal(json_array_size(json_object_get(detail, "outputs")), 3);
    assert_int_equal(json_array_size(json_object_get(detail, "inputs")), 2);
    assert_string_equal(json_string_value(json_array_get(json_object_get(detail, "inputs"), 1)), "vt");
    assert_string_equal(text(couple, "name"), "couple");
    assert_string_equal(text(couple, "covered"), "couple");
    assert_string_equal(text(couple, "unit"), "N m s");
    assert_true(number(couple, "noise") == 0.0003);
    assert_true(entry(couple, "coverage", 1) == 0.92);
    assert_true(json_is_null(json_array_get(json_object_get(couple, "length"), 0)));
    assert_true(entry(couple, "length", 1) == 9);
    assert_true(number(detail, "outside") == 0.125);
    assert_true(number(detail, "projected_error") == 0.199);
    assert_true(number(detail, "bounded") == 3);
    const json_t *speed = json_object_get(detail, "speed");
    assert_true(entry(speed, "mean", 4) == 2.2);
    assert_true(entry(speed, "error", 0) == 0.7);
    assert_true(number(speed, "correlation") == 0.21);
    assert_true(number(speed, "confidence") == 6.5);
    json_decref(json);
}

static void nothing_of_nothing(void **state) {
    (void)state;
    json_t *object = json_object();
    routh_json_put(&object, "learning", routh_learning_json(&(routh_frame_study){.learning = NULL}));
    assert_non_null(object);
    assert_int_equal(json_object_size(object), 0);
    json_decref(object);
}

static char *results_of(const routh_study *study) {
    routh_buffer buffer = {0};
    assert_int_equal(routh_study_write(NULL, study, 0, routh_io_buffer(&buffer, "results.json")), ROUTH_OK);
    return buffer.byte;
}

static char *page_of(const routh_study *study) {
    routh_buffer buffer = {0};
    assert_int_equal(routh_study_write(NULL, study, 0, routh_io_buffer(&buffer, "report.html")), ROUTH_OK);
    return buffer.byte;
}

static void in_a_study_that_learned(void **state) {
    (void)state;
    const routh_dataset_generator recording = routh_dataset_generator_default();
    routh_dataset dataset;
    assert_int_equal(routh_dataset_generate(NULL, &recording, 40, &dataset), ROUTH_OK);
    routh_study_options options = routh_study_options_default();
    options.k_max = 3;
    options.draws = 2;
    options.resamples = 5;
    options.surface = 3;
    const routh_frame frame = ROUTH_AS_RECORDED;
    routh_study study;
    assert_int_equal(routh_study_run(NULL, &dataset, &frame, 1, NULL, &options, &study), ROUTH_OK);
    char *results = results_of(&study), *page = page_of(&study);
    assert_null(strstr(results, "\"learning\""));
    assert_null(strstr(page, "\"learning\":"));
    free(results);
    free(page);

    learned l;
    fill(&l);
    study.frame[0].learning = &l.learning;
    routh_findings_add_learning(&study, 0, &(routh_findings_writer){.findings = &study.frame[0].findings});
    results = results_of(&study);
    page = page_of(&study);
    study.frame[0].learning = NULL;
    json_t *read = json_loads(results, 0, NULL);
    assert_true(number(json_object_get(read, "learning"), "pays_from") == 450);
    /* what is said of learning is the end of what is said at all */
    const json_t *own = json_object_get(json_object_get(read, "learning"), "words");
    const json_t *all = json_object_get(read, "words");
    const size_t before = json_array_size(all) - json_array_size(own);
    assert_true(json_array_size(own) > 0 && json_array_size(own) < json_array_size(all));
    for (size_t i = 0; i < json_array_size(own); i++)
        assert_true(json_equal(json_array_get(own, i), json_array_get(all, before + i)));
    json_decref(read);
#ifdef ROUTH_HAVE_WEB
    assert_non_null(strstr(page, "\"learning\":{"));
#else
    assert_non_null(strstr(page, "\nLearning, frame"));
#endif
    free(results);
    free(page);
    routh_study_release(NULL, &study);
    routh_dataset_release(NULL, &dataset);
}

SUBJECT(learning_json) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conclusion_and_axes),     cmocka_unit_test(contestants_by_kind),
        cmocka_unit_test(details_of_models_only),  cmocka_unit_test(nothing_of_nothing),
        cmocka_unit_test(in_a_study_that_learned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
