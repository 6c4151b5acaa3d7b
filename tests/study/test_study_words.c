/* What a study decides about its numbers, which are made up here: which laws are best, which intervals hold the truth,
 * and what readers are warned of. The page shows these answers and decides nothing itself.
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

enum { LAWS = 4, RECORDS = 20 };

/* A study of one frame, or two, everything on the stack. */
typedef struct made_up {
    routh_study study;
    routh_dataset dataset;
    routh_record record[RECORDS];
    routh_law_study law[LAWS];
    unsigned char held_out[1];
} made_up;

static void make_up(made_up *m) {
    memset(m, 0, sizeof *m);
    m->dataset.record = m->record;
    m->dataset.count = RECORDS;
    m->study.dataset = &m->dataset;
    m->study.frame_count = 2;
    for (int i = 0; i < 2; i++)
        m->study.frame[i] = (routh_frame_study){.law = m->law, .law_count = LAWS, .held_out = m->held_out, .count = 0};
    for (size_t l = 0; l < LAWS; l++) {
        m->law[l].law = routh_law_at(l);
        m->law[l].error_mean = 0.2 + 0.1 * (double)l;
        m->law[l].slow_error_mean = NAN;
    }
    m->study.evidence.decided = 1;
}

static void add_finding(made_up *m, routh_finding_kind kind, const char *topic, const char *text) {
    routh_findings_add(&(routh_findings_writer){.findings = &m->study.check}, kind, topic, "%s", text);
}

/* Judges and says all from the numbers as they are now. */
static void speak(made_up *m) {
    routh_findings_release(NULL, &m->study.used);
    for (size_t l = 0; l < LAWS; l++)
        routh_findings_release(NULL, &m->law[l].findings);
    for (size_t i = 0; i < m->study.frame_count; i++) {
        routh_frame_study *f = &m->study.frame[i];
        routh_findings_release(NULL, &f->findings);
        routh_findings_release(NULL, &f->alarm);
        routh_findings_release(NULL, &f->verdict);
        routh_study_judge(&m->study.options, f);
    }
    assert_int_equal(routh_study_say(NULL, &m->study), ROUTH_OK);
}

static void let_go(made_up *m) {
    routh_findings_release(NULL, &m->study.check);
    routh_findings_release(NULL, &m->study.used);
    for (size_t l = 0; l < LAWS; l++)
        routh_findings_release(NULL, &m->law[l].findings);
    for (size_t i = 0; i < 2; i++) {
        routh_findings_release(NULL, &m->study.frame[i].findings);
        routh_findings_release(NULL, &m->study.frame[i].alarm);
        routh_findings_release(NULL, &m->study.frame[i].verdict);
    }
}

static int holds(const routh_findings *findings, const char *part) {
    for (size_t i = 0; i < findings->count; i++)
        if (strstr(findings->finding[i].text, part))
            return 1;
    return 0;
}

/* A thousandth of the least error is no difference; more is one. */
static void ties_are_within_a_thousandth(void **state) {
    (void)state;
    made_up m;
    make_up(&m);
    routh_frame_study *f = &m.study.frame[0];
    m.law[0].error_mean = 0.1 * 1.00099;
    m.law[1].error_mean = 0.1;
    m.law[2].error_mean = 0.1 * 1.00101;
    m.law[3].error_mean = NAN;
    routh_study_judge(&m.study.options, f);
    assert_int_equal(f->best, 1);
    static const int best[LAWS] = {1, 1, 0, 0};
    for (size_t l = 0; l < LAWS; l++)
        assert_int_equal(m.law[l].best, best[l]);
    m.law[0].error_mean = NAN; /* a first law without errors hides none of the others */
    routh_study_judge(&m.study.options, f);
    assert_int_equal(f->best, 1);
}

/* Does the interval of the law that generated the data hold a truth of that value? */
static int covers(made_up *m, int parameter, double value) {
    m->study.options.truth = m->law[0].law;
    m->study.options.truth_parameters[parameter] = value;
    routh_study_judge(&m->study.options, &m->study.frame[0]);
    return m->law[0].covers[parameter];
}

static void intervals_hold_their_ends(void **state) {
    (void)state;
    made_up m;
    make_up(&m);
    m.law[0].law = routh_law_find(NULL, "wang-mason");
    m.law[0].interval[0].low = 0.1;
    m.law[0].interval[0].high = 0.2;
    m.law[0].interval[1].low = 0.5;
    m.law[0].interval[1].high = INFINITY; /* open above */
    assert_true(covers(&m, 0, 0.1) && covers(&m, 0, 0.2));
    assert_false(covers(&m, 0, 0.0999) || covers(&m, 0, 0.2001));
    assert_true(covers(&m, 1, 1e9));
    assert_false(covers(&m, 1, 0.4));
}

static void nothing_wrong_is_no_alarm(void **state) {
    (void)state;
    made_up m;
    make_up(&m);
    add_finding(&m, ROUTH_FINE, "frame", "the frame is right");
    add_finding(&m, ROUTH_WARNING, "rate", "it may be slow");
    speak(&m);
    assert_int_equal(m.study.frame[0].alarm.count, 0);
    assert_string_equal(m.study.frame[0].verdict.finding[0].text, "passes the check");
    assert_int_equal(m.study.frame[0].verdict.finding[0].kind, ROUTH_FINE);
    let_go(&m);
}

static void what_is_wrong_is_an_alarm(void **state) {
    (void)state;
    made_up m;
    make_up(&m);
    add_finding(&m, ROUTH_FINE, "frame", "the frame is right");
    add_finding(&m, ROUTH_WRONG, "units", "a unit is off");
    add_finding(&m, ROUTH_WRONG, "gravity", "it is upside down.");
    add_finding(&m, ROUTH_WRONG, "units", "another is off");
    speak(&m);
    const routh_findings *alarm = &m.study.frame[0].alarm;
    assert_int_equal(alarm->count, 4);
    assert_string_equal(alarm->finding[0].text, "Something is wrong with the recording.");
    assert_string_equal(alarm->finding[1].text, "a unit is off.");
    assert_string_equal(alarm->finding[2].text, "it is upside down.");
    assert_string_equal(m.study.frame[0].verdict.finding[0].text,
                        "passes the check; wrong in the recording: units, gravity");
    let_go(&m);
}

static void another_frame_is_an_alarm(void **state) {
    (void)state;
    made_up m;
    make_up(&m);
    m.study.frame[0].frame = ROUTH_MIRROR_T;
    snprintf(m.study.frame[0].why, sizeof m.study.frame[0].why, "it fits");
    add_finding(&m, ROUTH_WRONG, "frame", "turned round");
    speak(&m);
    const routh_findings *chosen = &m.study.frame[0].alarm, *other = &m.study.frame[1].alarm;
    assert_int_equal(chosen->count, 2); /* that the recorded frame is wrong is why */
    assert_string_equal(chosen->finding[1].text, "Frame mirror-t is used: it fits.");
    assert_true(holds(other, "frame does not fit") && holds(other, "mirror-t") && holds(other, "as recorded"));
    assert_string_equal(m.study.frame[0].verdict.finding[0].text, "not as recorded");
    assert_string_equal(m.study.frame[1].verdict.finding[0].text, "the check found it wrong");
    let_go(&m);
}

/* Reasons may overlap, and records that are used may still not close. */
static void records_left_out_are_counted(void **state) {
    (void)state;
    made_up m;
    make_up(&m);
    speak(&m);
    assert_string_equal(m.study.used.finding[0].text, "All 20 impacts are used.");
    m.record[3].reasons = 1u << 0;
    speak(&m);
    assert_true(holds(&m.study.used, "19 of 20 impacts are used. Left out: 1 "));
    assert_false(holds(&m.study.used, "several"));
    m.record[3].reasons |= 1u << 1;
    speak(&m);
    assert_true(holds(&m.study.used, ", some for several reasons."));
    m.study.frame[0].separating = 19;
    speak(&m);
    assert_true(holds(&m.study.frame[0].findings, "19 of the 19 used impacts do not close in this frame"));
    let_go(&m);
}

/* "Anitescu–Potra, Poisson, Anitescu–Potra, Newton" could be four laws. */
static void titles_with_commas_are_listed_apart(void **state) {
    (void)state;
    made_up m;
    make_up(&m);
    static const char *const names[] = {"ap-poisson", "ap-newton", "mirtich", "wang-mason"};
    for (size_t l = 0; l < LAWS; l++) {
        m.law[l].law = routh_law_find(NULL, names[l]);
        m.law[l].error_mean = l < 3 ? 0.1 : 0.2;
    }
    speak(&m);
    assert_true(
        holds(&m.study.frame[0].findings, "Anitescu–Potra, Poisson; Anitescu–Potra, Newton; and Mirtich predict"));
    m.law[2].error_mean = 0.01;
    m.law[3].error_mean = 0.01;
    speak(&m);
    assert_true(holds(&m.study.frame[0].findings, "Mirtich and Wang–Mason predict"));
    let_go(&m);
}

/* What laws reach, and how often friction is 0, are said in the metric of the fit, as the tables are. */
static void sentences_are_in_the_metric_of_the_fit(void **state) {
    (void)state;
    made_up m;
    make_up(&m);
    m.law[0].range_fraction[ROUTH_MOMENTUM] = 0.1;
    m.law[0].reach = 0.6;
    m.law[1].range_fraction[ROUTH_MOMENTUM] = 0.9;
    m.law[1].reach = 0.2;
    speak(&m);
    for (size_t i = 0; i < m.law[0].findings.count; i++)
        assert_null(strstr(m.law[0].findings.finding[i].text, "cannot reach"));
    assert_non_null(strstr(m.law[1].findings.finding[0].text, "cannot reach most measured impulses (80 %)"));
    let_go(&m);

    routh_dataset_generator drops = routh_dataset_generator_default();
    routh_study_options options = routh_study_options_default();
    const routh_law *laws[] = {routh_law_find(NULL, "ap-newton")};
    const routh_frame frame = ROUTH_AS_RECORDED;
    size_t none[ROUTH_METRIC_COUNT] = {0};
    routh_dataset dataset;
    routh_study study;
    drops.velocity_noise = 0.3;
    drops.spin_noise = 6;
    options.laws = laws;
    options.law_count = 1;
    options.ensemble.metric = ROUTH_UNWEIGHTED;
    options.references = 0;
    options.k_max = options.draws = options.resamples = options.surface = 2;
    assert_int_equal(routh_dataset_generate(NULL, &drops, 60, &dataset), ROUTH_OK);
    assert_int_equal(routh_study_run(NULL, &dataset, &frame, 1, NULL, &options, &study), ROUTH_OK);
    const routh_frame_study *f = &study.frame[0];
    for (size_t i = 0; i < f->count; i++)
        for (int metric = 0; metric < ROUTH_METRIC_COUNT; metric++)
            none[metric] += f->law[0].impact[i].own[metric].parameters[0] < 1e-3;
    assert_int_equal(f->zero_friction, none[ROUTH_UNWEIGHTED]);
    assert_true(none[ROUTH_UNWEIGHTED] != none[ROUTH_MOMENTUM]);
    routh_study_release(NULL, &study);
    routh_dataset_release(NULL, &dataset);
}

SUBJECT(study_words) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ties_are_within_a_thousandth),        cmocka_unit_test(intervals_hold_their_ends),
        cmocka_unit_test(nothing_wrong_is_no_alarm),           cmocka_unit_test(what_is_wrong_is_an_alarm),
        cmocka_unit_test(another_frame_is_an_alarm),           cmocka_unit_test(records_left_out_are_counted),
        cmocka_unit_test(titles_with_commas_are_listed_apart), cmocka_unit_test(sentences_are_in_the_metric_of_the_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
