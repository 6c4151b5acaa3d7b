/* What is written does not depend on the locale of the program that calls, and leaves that locale as it was.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "cases.h"

#include "../comma_locale.h"

typedef struct text_maker {
    const char *name;
    char *(*make)(const void *what);
    const void *what;
} text_maker;

enum { MOST_TEXTS = 24 };

/* Skips the test before there is anything to release. */
static void need_comma_locale(void) {
    enter_comma_locale();
    setlocale(LC_ALL, "C");
}

/* Makes every text twice, in a program with a decimal point and in one with a decimal comma. */
static void check_same(const text_maker *makers, size_t count) {
    char *plain[MOST_TEXTS], *text[MOST_TEXTS], shown[16];
    assert_true(count <= MOST_TEXTS);
    for (size_t i = 0; i < count; i++)
        plain[i] = makers[i].make(makers[i].what);
    enter_comma_locale();
    for (size_t i = 0; i < count; i++)
        text[i] = makers[i].make(makers[i].what);
    snprintf(shown, sizeof shown, "%g", 1.5);
    setlocale(LC_ALL, "C");
    assert_string_equal(shown, "1,5");
    for (size_t i = 0; i < count; i++) {
        if (strcmp(plain[i], text[i]) != 0)
            fail_msg("%s depends on the locale", makers[i].name);
        assert_non_null(strstr(plain[i], "0."));
        free(plain[i]);
        free(text[i]);
    }
}

static char *ellipse_svg(const void *what) {
    return written_as("ellipse.svg", what);
}

static char *ellipse_json(const void *what) {
    return written_as("ellipse.json", what);
}

static char *ellipse_csv(const void *what) {
    return written_as("ellipse.csv", what);
}

static void test_ellipse(void **state) {
    (void)state;
    need_comma_locale();
    const routh_impact impact = {0.0364, 1.347e-5, 0.02, -0.028, 0.3, -1.2, 4};
    routh_impact_study study = study_of(&impact, 0.18, 0.53);
    const text_maker makers[] = {
        {"SVG", ellipse_svg, &study}, {"JSON", ellipse_json, &study}, {"CSV", ellipse_csv, &study}};
    check_same(makers, 3);
    routh_impact_study_release(NULL, &study);
}

typedef struct study_part {
    const routh_study *study;
    const char *table;
} study_part;

static char *study_table(const void *what) {
    const study_part *part = what;
    routh_buffer buffer = {0};
    char name[ROUTH_NAME_SIZE];
    snprintf(name, sizeof name, "%s.csv", part->table);
    assert_int_equal(routh_study_write(NULL, part->study, 0, routh_io_buffer(&buffer, name)), ROUTH_OK);
    return buffer.byte;
}

static char *study_json(const void *what) {
    routh_buffer buffer = {0};
    assert_int_equal(routh_study_write(NULL, what, 0, routh_io_buffer(&buffer, "results.json")), ROUTH_OK);
    return buffer.byte;
}

static char *study_page(const void *what) {
    routh_buffer buffer = {0};
    assert_int_equal(routh_study_write(NULL, what, 0, routh_io_buffer(&buffer, "report.html")), ROUTH_OK);
    return buffer.byte;
}

static void test_study(void **state) {
    (void)state;
    need_comma_locale();
    const routh_dataset_generator recording = routh_dataset_generator_default();
    routh_dataset dataset;
    assert_int_equal(routh_dataset_generate(NULL, &recording, 60, &dataset), ROUTH_OK);
    routh_study_options options = routh_study_options_default();
    options.k_max = 4;
    options.draws = 2;
    options.resamples = 5;
    options.surface = 5;
    options.slow_friction = 0.25;
    const size_t sizes[] = {20};
    routh_learning_options learning = routh_learning_options_default();
    learning.sizes = sizes;
    learning.size_count = 1;
    learning.draws = 1;
    learning.gp.evaluations = 5;
    options.learning = &learning;
    const routh_frame frame = ROUTH_AS_RECORDED;
    routh_study study;
    assert_int_equal(routh_study_run(NULL, &dataset, &frame, 1, "by choice", &options, &study), ROUTH_OK);
    text_maker makers[MOST_TEXTS] = {{"results.json", study_json, &study}, {"the page", study_page, &study}};
    study_part tables[MOST_TEXTS];
    size_t count = 2;
    const char *table;
    for (size_t i = 0; (table = routh_study_table(&study, 0, i)); i++) {
        assert_true(count < MOST_TEXTS);
        tables[i] = (study_part){&study, table};
        makers[count++] = (text_maker){table, study_table, &tables[i]};
    }
    check_same(makers, count);
    routh_study_release(NULL, &study);
    routh_dataset_release(NULL, &dataset);
}

static char *check_text(const void *what) {
    routh_check_answer answer = {.dataset = what, .why = "by choice"};
    routh_buffer buffer = {0};
    assert_int_equal(routh_dataset_check(NULL, what, &answer.findings, &answer.evidence), ROUTH_OK);
    assert_int_equal(routh_check_write(NULL, &answer, routh_io_buffer(&buffer, ".txt")), ROUTH_OK);
    routh_findings_release(NULL, &answer.findings);
    return buffer.byte;
}

static char *inertia_words(const void *what) {
    const routh_dataset *dataset = what;
    routh_inertia_estimate fit;
    size_t size = 1;
    assert_int_equal(routh_inertia_fit(NULL, dataset->record, dataset->count, NULL, &fit), ROUTH_OK);
    for (size_t i = 0; i < fit.findings.count; i++)
        size += strlen(fit.findings.finding[i].text);
    char *text = calloc(size, 1);
    assert_non_null(text);
    for (size_t i = 0; i < fit.findings.count; i++)
        strcat(text, fit.findings.finding[i].text);
    routh_inertia_estimate_release(NULL, &fit);
    return text;
}

static void test_findings(void **state) {
    (void)state;
    need_comma_locale();
    const routh_dataset_generator recording = routh_dataset_generator_default();
    routh_dataset dataset;
    assert_int_equal(routh_dataset_generate(NULL, &recording, 60, &dataset), ROUTH_OK);
    check_same(&(text_maker){"the check", check_text, &dataset}, 1);
    for (size_t i = 0; i < dataset.count; i++) { /* levers so long that m/I begins with "0." */
        dataset.record[i].rx *= 1e4;
        dataset.record[i].ry *= 1e4;
    }
    check_same(&(text_maker){"inertia", inertia_words, &dataset}, 1);
    routh_dataset_release(NULL, &dataset);
}

SLOW_SUBJECT(locale) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ellipse),
        cmocka_unit_test(test_study),
        cmocka_unit_test(test_findings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
