/* A recording in groups: by hand, without drift, and with it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <routh/report.h>
#include <routh/simulate.h>
#include <routh/study.h>

#include "../cases/recorded.h"
#include "../subject.h"
#include "report/write.h"

enum { DROPS = 480 };

static routh_dataset drops(uint64_t seed, double friction) {
    routh_dataset dataset;
    routh_dataset_generator generator = routh_dataset_generator_default();
    generator.drops.seed = seed;
    generator.parameters[0] = friction;
    assert_int_equal(routh_dataset_generate(NULL, &generator, DROPS, &dataset), ROUTH_OK);
    return dataset;
}

static routh_split_options one_law(const routh_law **law, size_t groups) {
    routh_split_options options = routh_split_options_default();
    *law = routh_law_find(NULL, "wang-mason");
    options.laws = law;
    options.law_count = 1;
    options.groups = groups;
    options.fit.resamples = 100;
    return options;
}

/* Two halves in the order of the file, fitted here. */
static void test_two_halves_by_hand(void **state) {
    (void)state;
    const routh_law *law;
    const routh_split_options options = one_law(&law, 2);
    routh_dataset dataset = drops(3, 0.18);
    routh_sample *samples;
    size_t count;
    routh_estimate fit[2];
    routh_split split;
    assert_int_equal(routh_samples_of(NULL, &dataset, ROUTH_AS_RECORDED, &samples, &count, NULL), ROUTH_OK);
    const size_t half = count / 2;
    assert_int_equal(count, DROPS); /* so that no record is left out */
    for (size_t h = 0; h < 2; h++)
        assert_int_equal(routh_law_fit(NULL, law, samples + h * half, NULL, half, &options.fit, &fit[h]), ROUTH_OK);
    assert_int_equal(routh_split_of(NULL, &dataset, ROUTH_AS_RECORDED, &options, &split), ROUTH_OK);
    for (int j = 0; j < 2; j++) {
        const routh_split_number *n = &split.number[j];
        const double a = fit[0].parameters[j], b = fit[1].parameters[j];
        const double claimed = sqrt((pow(fit[0].interval[j].deviation, 2) + pow(fit[1].interval[j].deviation, 2)) / 2);
        assert_string_equal(n->of, "wang-mason");
        assert_string_equal(n->name, j == 0 ? "mu" : "eps");
        assert_int_equal(n->groups[ROUTH_SPLIT_IN_ORDER], 2);
        assert_true(fabs(n->mean[ROUTH_SPLIT_IN_ORDER] - (a + b) / 2) < 1e-12);
        assert_true(fabs(n->scatter[ROUTH_SPLIT_IN_ORDER] - fabs(a - b) / sqrt(2)) < 1e-12);
        assert_true(fabs(n->claimed[ROUTH_SPLIT_IN_ORDER] - claimed) < 1e-12);
    }
    assert_int_equal(split.least, half);
    assert_string_equal(split.units, "records");
    routh_split_release(NULL, &split);
    routh_samples_release(NULL, samples);
    routh_dataset_release(NULL, &dataset);
}

static int says(const routh_split *split, const char *words) {
    for (size_t i = 0; i < split->findings.count; i++)
        if (strstr(split->findings.finding[i].text, words))
            return 1;
    return 0;
}

static void test_right_errors_and_drift(void **state) {
    (void)state;
    const routh_law *law;
    const routh_split_options options = one_law(&law, 12);
    routh_dataset dataset = drops(4, 0.18), slippery = drops(5, 0.13);
    routh_split split;
    assert_int_equal(routh_split_of(NULL, &dataset, ROUTH_AS_RECORDED, &options, &split), ROUTH_OK);
    for (int order = 0; order < ROUTH_SPLIT_ORDERS; order++)
        assert_true(split.ratio[order] > 0.6 && split.ratio[order] < 1.4);
    assert_false(split.drifts);
    assert_false(says(&split, "drifts"));
    routh_split_release(NULL, &split);

    for (size_t i = DROPS / 2; i < DROPS; i++) /* the ground is polished half-way */
        dataset.record[i] = slippery.record[i];
    assert_int_equal(routh_split_of(NULL, &dataset, ROUTH_AS_RECORDED, &options, &split), ROUTH_OK);
    assert_true(split.number[0].ratio[ROUTH_SPLIT_IN_ORDER] > 3);
    assert_true(split.ratio[ROUTH_SPLIT_AT_RANDOM] < 1.4);
    assert_true(split.drifts && says(&split, "drifts"));
    assert_true(says(&split, "mu of wang-mason"));
    json_t *root = routh_split_json(&split);
    assert_true(json_is_true(json_object_get(root, "drifts")));
    json_decref(root);
    routh_split_release(NULL, &split);
    routh_dataset_release(NULL, &slippery);
    routh_dataset_release(NULL, &dataset);
}

static void test_too_many_groups(void **state) {
    (void)state;
    const routh_law *law;
    routh_split_options options = one_law(&law, DROPS / 4);
    routh_context context = routh_context_default();
    routh_dataset dataset = drops(6, 0.18);
    routh_split split;
    assert_int_equal(routh_split_of(&context, &dataset, ROUTH_AS_RECORDED, &options, &split), ROUTH_BAD_ARGUMENT);
    assert_string_equal(context.field, "split");
    assert_non_null(strstr(context.message, "at most 96 groups"));
    options.groups = 1;
    assert_int_equal(routh_split_of(&context, &dataset, ROUTH_AS_RECORDED, &options, &split), ROUTH_BAD_ARGUMENT);
    assert_null(split.number);
    routh_dataset_release(NULL, &dataset);
}

/* Of the ellipse drops, friction changed while they were recorded: docs/coverage.md. */
static void test_ellipse_drops(void **state) {
    (void)state;
    char path[PATH_SIZE];
    const routh_law *law;
    routh_split_options options = one_law(&law, 12);
    routh_dataset dataset;
    routh_split split;
    recorded_or_skip(ELLIPSE_DROPS, path);
    assert_int_equal(routh_dataset_read(NULL, routh_io_path(path), NULL, &dataset), ROUTH_OK);
    assert_int_equal(routh_split_of(NULL, &dataset, ROUTH_MIRROR_T, &options, &split), ROUTH_OK);
    for (size_t k = 0; k < split.count; k++)
        assert_false(split.number[k].ratio[ROUTH_SPLIT_AT_RANDOM] > 1.5);
    assert_true(split.number[0].ratio[ROUTH_SPLIT_IN_ORDER] > 2);
    routh_split_release(NULL, &split);
    routh_dataset_release(NULL, &dataset);
}

SLOW_SUBJECT(split) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_halves_by_hand),
        cmocka_unit_test(test_right_errors_and_drift),
        cmocka_unit_test(test_too_many_groups),
        cmocka_unit_test(test_ellipse_drops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
