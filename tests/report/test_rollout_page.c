/* What is written of whole tosses where there is little to say: no "nan", no decimal comma, nothing that was not checked.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "../subject.h"
#include "cases.h"

#include "../comma_locale.h"
#include "study/rollout_study.h"
#include "study/study3.h"

/* Two recorded instants of a cube, predicted as they were; no phase but the flight, an ablation that predicts nothing, and
 * parameters without errors. */
typedef struct small_study {
    double position[2][3], orientation[2][4], apart[2][2];
    routh_trajectory3 toss;
    routh_dataset3 dataset;
    routh_shape3 shape;
    routh_state3 state[2];
    routh_rollout rollout;
    routh_rollout_study study;
} small_study;

static void make(small_study *s) {
    const double side[3] = {0.1, 0.1, 0.1};
    *s = (small_study){.position = {{0, 0, 0.5}, {0, 0, 0.4}}, .orientation = {{1}, {1}}};
    assert_int_equal(routh_shape3_box(NULL, side, &s->shape), ROUTH_OK);
    s->toss = (routh_trajectory3){.count = 2, .position = s->position, .orientation = s->orientation};
    s->dataset = (routh_dataset3){.name = "small",
                                  .width = 0.1,
                                  .rate = 100,
                                  .trajectory = &s->toss,
                                  .trajectory_count = 1,
                                  .calibration = {.scale = 1, .identity.correlation = 1}};
    for (int i = 0; i < 2; i++)
        s->state[i] = (routh_state3){.position = {0, 0, s->position[i][2]}, .orientation = {1}};
    s->rollout = (routh_rollout){.count = 2, .state = s->state, .apart = s->apart};
    s->study = (routh_rollout_study){.dataset = &s->dataset,
                                     .options = routh_rollout_study_options_default(),
                                     .width = 0.1,
                                     .world = routh_world3_of(&s->shape, 0.4),
                                     .estimate = {.free = 1u << ROUTH_ROLLOUT_MU, .tosses = 17},
                                     .count = 1,
                                     .rollout = &s->rollout,
                                     .ablated = {true, [ROUTH_ABLATION_BODY] = true, [ROUTH_ABLATION_START] = true}};
    s->study.estimate.value[ROUTH_ROLLOUT_MU] = 0.25;
    s->study.estimate.interval[ROUTH_ROLLOUT_MU] = (routh_interval){-INFINITY, INFINITY, INFINITY};
    s->study.summary = routh_rollout_summary_of(&s->rollout, 1, 0.1, (double[1]){0});
    s->study.summary.phase_tosses[ROUTH_PHASE_FLIGHT] = 1;
    for (int p = ROUTH_PHASE_FIRST_IMPACT; p < ROUTH_ROLLOUT_PHASES; p++)
        s->study.summary.phase_tosses[p] = 0,
        s->study.summary.phase_position[p] = s->study.summary.phase_rotation[p] = NAN;
    s->study.ablation[ROUTH_ABLATION_NONE] = s->study.ablation[ROUTH_ABLATION_START] = s->study.summary;
    s->study.ablation[ROUTH_ABLATION_BODY] = routh_rollout_summary_of(NULL, 0, 0.1, NULL);
    assert_int_equal(routh_rollout_words(NULL, &s->study), ROUTH_OK);
}

static void release(small_study *s) {
    routh_findings_release(NULL, &s->study.findings);
    routh_shape3_release(NULL, &s->shape);
}

static bool says(const small_study *s, const char *text) {
    for (size_t i = 0; i < s->study.findings.count; i++)
        if (strstr(s->study.findings.finding[i].text, text))
            return true;
    return false;
}

static char *page_of(const small_study *s) {
    routh_buffer buffer = {0};
    assert_int_equal(routh_rollout_study_write(NULL, &s->study, routh_io_buffer(&buffer, "page.html")), ROUTH_OK);
    return buffer.byte;
}

static void test_words(void **state) {
    (void)state;
    small_study s;
    make(&s);
    assert_true(says(&s, "Fewer than 18 tosses: 17 were fitted to."));
    assert_true(says(&s, "With a sharp uniform body, as stated no toss could be predicted."));
    assert_true(says(&s, ", and the parameters of the full fit, the errors are"));
    assert_true(isnan(s.study.comparison[0].apart));
    assert_false(says(&s, "agree"));
    assert_false(says(&s, "Errors by phase")); /* there are none after the flight */
    release(&s);
}

static void test_page(void **state) {
    (void)state;
    small_study s;
    make(&s);
    char *page = page_of(&s);
    assert_non_null(strstr(page, "Errors by phase"));
    assert_null(strstr(page, "\"nan\""));
    assert_null(strstr(page, "\"-nan\""));
    free(page);
    release(&s);
}

static void test_locale(void **state) {
    (void)state;
    small_study plain, comma;
    enter_comma_locale();
    make(&comma);
    char *with_comma = page_of(&comma);
    setlocale(LC_ALL, "C");
    make(&plain);
    char *without = page_of(&plain);
    assert_int_equal(plain.study.findings.count, comma.study.findings.count);
    for (size_t i = 0; i < plain.study.findings.count; i++)
        assert_string_equal(plain.study.findings.finding[i].text, comma.study.findings.finding[i].text);
    assert_true(strcmp(with_comma, without) == 0);
    free(with_comma);
    free(without);
    release(&plain);
    release(&comma);
}

/* A run that gains energy, as one written by hand may, is not said to lose it. */
static void test_energy(void **state) {
    (void)state;
    small_study s;
    routh_findings findings = {0};
    make(&s);
    const routh_state3 sample[2] = {s.state[1], s.state[0]};
    const routh_run3 run = {.sample = (routh_state3 *)sample, .sample_count = 2, .contact_time = INFINITY};
    assert_int_equal(routh_run3_words(NULL, &s.study.world, &run, &findings), ROUTH_OK);
    assert_int_equal(findings.count, 3);
    assert_string_equal(findings.finding[1].text, "It touches nothing.");
    assert_string_equal(findings.finding[2].text, "Its energy is 1.57 J at the beginning and 1.962 J at the end.");
    routh_findings_release(NULL, &findings);
    release(&s);
}

SUBJECT(rollout_page) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_page),
        cmocka_unit_test(test_locale),
        cmocka_unit_test(test_energy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
