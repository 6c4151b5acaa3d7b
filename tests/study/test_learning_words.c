/* Sentences about learning against the numbers they are made from, which are made up here.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "../subject.h"
#include "study/internal.h"

enum { WRENCH, BASELINE, PRIOR, ON_PRIOR, LAW, BOUND, CONTESTANTS };

/* A study with two sizes, everything on the stack. */
typedef struct made_up {
    routh_study study;
    routh_learning learning;
    size_t size[2];
    routh_contestant contestant[CONTESTANTS];
    routh_learning_point curve[CONTESTANTS][2];
} made_up;

static void set(made_up *m, int which, routh_contestant_kind kind, const char *name, double few, double many) {
    routh_contestant *c = &m->contestant[which];
    c->kind = kind;
    snprintf(c->name, sizeof c->name, "%s", name);
    snprintf(c->title, sizeof c->title, "%s", name);
    c->curve = m->curve[which];
    c->pays_from = NAN;
    c->curve[0] = (routh_learning_point){.size = 25, .draws = 2, .mean = few};
    c->curve[1] = (routh_learning_point){.size = 100, .draws = 2, .mean = many};
}

/* A wrench that pays from 100 impacts on, with an honest spread, above the bound. */
static void make_up(made_up *m) {
    memset(m, 0, sizeof *m);
    set(m, WRENCH, ROUTH_CONTESTANT_MODEL, "wrench", 0.4, 0.2);
    set(m, BASELINE, ROUTH_CONTESTANT_MODEL, "baseline", 0.5, 0.3);
    set(m, PRIOR, ROUTH_CONTESTANT_PRIOR, "prior", 0.5, 0.5);
    set(m, ON_PRIOR, ROUTH_CONTESTANT_ON_PRIOR, "on-prior", 0.3, 0.2);
    set(m, LAW, ROUTH_CONTESTANT_LAW, "wang-mason", 0.25, 0.25);
    set(m, BOUND, ROUTH_CONTESTANT_BOUND, "irb-velocity", 0.1, 0.1);
    m->contestant[WRENCH].model = ROUTH_MODEL_WRENCH;
    m->contestant[BASELINE].model = ROUTH_MODEL_BASELINE;
    routh_model_study *d = &m->contestant[WRENCH].detail;
    *d = (routh_model_study){.outputs = 1,
                             .inputs = 2,
                             .output = {"Pt"},
                             .covered = {"Pt"},
                             .unit = {"N s"},
                             .input = {"vt", "vn"},
                             .coverage = {{0.5, 0.9, 0.94}},
                             .length = {{2, 50}},
                             .bin_speed = {1, 2, 3, 4, 5},
                             .bin_error = {0.8, 0.9, 1, 1.1, 1.2},
                             .speed_correlation = 0.4,
                             .speed_confidence = 5};
    m->size[0] = 25;
    m->size[1] = 100;
    m->learning = (routh_learning){.size_count = 2,
                                   .size = m->size,
                                   .detail = 1,
                                   .draws = 2,
                                   .count = CONTESTANTS,
                                   .contestant = m->contestant,
                                   .best_law = LAW,
                                   .best_model = WRENCH,
                                   .pays_from = 100,
                                   .gain = 0.2,
                                   .prior_pays_until = 25};
    m->study.frame_count = 1;
    m->study.frame[0].learning = &m->learning;
}

static int says(const made_up *m, const char *part) {
    routh_findings findings = {0};
    routh_findings_writer words = {.findings = &findings};
    int found = 0;
    routh_findings_add_learning(&m->study, 0, &words);
    assert_int_equal(words.status, ROUTH_OK);
    for (size_t i = 0; i < findings.count; i++)
        found |= strstr(findings.finding[i].text, part) != NULL;
    routh_findings_release(NULL, &findings);
    return found;
}

static void it_says_whether_learning_pays(void **state) {
    (void)state;
    made_up m;
    make_up(&m);
    assert_true(says(&m, "Learning pays from 100 impacts on: "));
    assert_true(says(&m, "its mean error is 0.200 instead of 0.250 m/s, 20 % less"));
    assert_false(says(&m, "fewer training impacts"));
    m.contestant[BASELINE].pays_from = 25;
    assert_true(says(&m, "baseline pays from 25 on: 0.500 instead of 0.250 m/s"));
    m.learning.pays_from = 25;
    assert_true(says(&m, "from 25 impacts on, the fewest that were tried"));
    m.learning.pays_from = NAN;
    assert_true(says(&m, "Learning does not pay here") && !says(&m, "Learning pays"));
    m.learning.best_model = CONTESTANTS;
    assert_true(says(&m, "No model could be trained on 100 impacts"));
    m.study.frame[0].learning = NULL;
    assert_false(says(&m, ""));
}

/* The same numbers mean something else where the data contradict the frame. */
static void it_explains_a_beaten_bound_by_the_frame(void **state) {
    (void)state;
    made_up m;
    make_up(&m);
    assert_true(says(&m, "stays above the rigid bound"));
    m.curve[BOUND][1].mean = 0.7;
    assert_true(says(&m, "beats the rigid bound (0.700 m/s): these data contain a couple"));
    m.study.evidence.decided = 1;
    m.study.evidence.best = ROUTH_MIRROR_T;
    m.study.frame[0].frame = ROUTH_AS_RECORDED;
    assert_true(says(&m, "a frame that the data contradict"));
}

static void it_judges_the_spread(void **state) {
    (void)state;
    made_up m;
    make_up(&m);
    double *coverage = m.contestant[WRENCH].detail.coverage[0];
    assert_true(says(&m, "its intervals are well calibrated") && !says(&m, "heavier tails"));
    coverage[0] = 0.6;
    assert_true(
        says(&m, "its intervals are well calibrated; since 50 % intervals hold 60 %, errors have heavier tails"));
    coverage[0] = 0.4;
    coverage[2] = 0.85;
    assert_true(says(&m, "its intervals are too narrow") && !says(&m, "heavier tails"));
    coverage[2] = 0.99;
    assert_true(says(&m, "its intervals are too wide"));
}

static void it_tells_what_matters_and_what_speed_does(void **state) {
    (void)state;
    made_up m;
    make_up(&m);
    assert_true(says(
        &m, "Inputs that matter to it: vt. Inputs that do not, with a length scale of 10 deviations or more: vn."));
    m.contestant[WRENCH].detail.length[0][1] = 9;
    assert_true(says(&m, "All its inputs matter: vt, vn."));
    assert_true(says(&m, "its errors grow with the incident speed: 0.80 in the slowest fifth"));
    m.contestant[WRENCH].detail.speed_confidence = 2;
    assert_true(says(&m, "Its errors show no detectable dependence on the incident speed"));
    assert_true(says(&m, "No prediction gains energy"));
    m.contestant[WRENCH].detail.outside = 0.0004;
    assert_true(says(&m, "Hardly any prediction gains energy"));
    m.contestant[WRENCH].detail.outside = 0.1;
    m.contestant[WRENCH].detail.projected_error = 0.22;
    assert_true(says(&m, "10.0 % gain energy") && says(&m, "their mean error is 0.220 instead of 0.200 m/s"));
}

static void it_values_the_prior_and_the_structure(void **state) {
    (void)state;
    made_up m;
    make_up(&m);
    assert_true(
        says(&m, "helps up to 25 impacts: with 25 impacts the mean error is 0.300 m/s, without the prior 0.400 m/s, "
                 "and that of the best law or model without it (wang-mason) 0.250 m/s"));
    m.learning.prior_pays_until = NAN;
    assert_true(says(&m, "does not help"));
    assert_false(says(&m, "is not a law for others"));
    m.learning.best_model = BASELINE;
    m.contestant[BASELINE].detail = m.contestant[WRENCH].detail;
    m.curve[WRENCH][1].mean = 0.31;
    assert_true(says(&m, "is not a law for others") && !says(&m, "something else that was recorded"));
    m.curve[WRENCH][1].mean = 0.4;
    assert_true(says(&m, "something else that was recorded") && says(&m, "wrench is best (0.400 against 0.300 m/s"));
}

SUBJECT(learning_words) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_says_whether_learning_pays),
        cmocka_unit_test(it_explains_a_beaten_bound_by_the_frame),
        cmocka_unit_test(it_judges_the_spread),
        cmocka_unit_test(it_tells_what_matters_and_what_speed_does),
        cmocka_unit_test(it_values_the_prior_and_the_structure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
