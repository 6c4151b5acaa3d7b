/* Sentences about a behaviour: of the law's own restitution, of one of a thing, and without numbers that there are not.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../subject.h"
#include "behaviour/behaviour.h"

/* Ten impacts like a law with energetic restitution, while Newton's scatters least. */
static routh_behaviour ten_impacts(void) {
    routh_behaviour b = {.count = 10,
                         .contacts = 10,
                         .law_count = 1,
                         .alike = 1,
                         .described = true,
                         .bound = 0.001,
                         .speed = {0.3, 3},
                         .eps_at_1 = 0.5,
                         .eps_mean = 0.5,
                         .eps_scatter = 0.01,
                         .has_kind = true,
                         .kind = ROUTH_NEWTON,
                         .curve = ROUTH_NEWTON,
                         .bin_count = 1,
                         .mu_power = NAN,
                         .mu_direction = {NAN, NAN}};
    b.law[0] = (routh_behaviour_law){.name = "rigid",
                                     .parameter_count = 1,
                                     .parameter = {{.name = "eps", .symbol = "e"}},
                                     .value = {0.52},
                                     .has_restitution = true,
                                     .restitution = ROUTH_ENERGETIC,
                                     .error = 0.002};
    b.scatter[ROUTH_NEWTON] = 0.01;
    b.scatter[ROUTH_POISSON] = 0.02;
    b.scatter[ROUTH_ENERGETIC] = NAN;
    return b;
}

static bool says(const routh_behaviour *b, const char *words) {
    for (size_t i = 0; i < b->findings.count; i++)
        if (strstr(b->findings.finding[i].text, words))
            return true;
    return false;
}

static void the_law_has_its_own_restitution(void **state) {
    routh_behaviour b = ten_impacts();
    (void)state;
    assert_int_equal(routh_behaviour_say(NULL, &b), ROUTH_OK);
    assert_true(says(&b, "It behaves like rigid, with energetic restitution: e 0.520."));
    assert_true(says(&b, "It keeps Newton's restitution. "));
    routh_findings_release(NULL, &b.findings);
}

static void what_is_unknown_is_left_out(void **state) {
    routh_behaviour b = ten_impacts();
    (void)state;
    assert_int_equal(routh_behaviour_say(NULL, &b), ROUTH_OK);
    assert_true(says(&b, "From impact to impact Newton's scatters by 0.01, Poisson's by 0.02."));
    assert_false(says(&b, "nan"));
    routh_findings_release(NULL, &b.findings);
}

static void one_is_singular(void **state) {
    routh_behaviour b = ten_impacts();
    (void)state;
    b.slipping = b.gains = b.several = 1;
    b.contacts = 11;
    b.mu = b.mu_low = b.mu_high = 0.3;
    b.worst_gain = 0.01;
    b.worst_speed = b.gain_speed[0] = b.gain_speed[1] = 0.4;
    b.step = b.lasted = 1e-3;
    b.bin[0] = (routh_behaviour_bin){.count = 10, .speed = 1, .lasted = 1e-3};
    assert_int_equal(routh_behaviour_say(NULL, &b), ROUTH_OK);
    assert_true(
        says(&b, "In the one impact that slips all the way, the impulse of friction is 0.300 of the normal one."));
    assert_true(says(&b, "One impact of 10 gains energy: 1.00 %, at 0.4 m/s."));
    assert_true(says(&b, "Contacts last 1 ms (one step) and sink in 0 mm, at most 0 mm."));
    assert_true(says(&b, "Of 11 throws 1 is left out: 1 with several points that touch."));
    assert_false(says(&b, "half of them"));
    routh_findings_release(NULL, &b.findings);
}

/* Friction that neither step shows is no part of what changes. */
static void unknown_friction_does_not_change(void **state) {
    routh_behaviour_series series = {.count = 2};
    (void)state;
    for (int i = 0; i < 2; i++) {
        series.at[i] = ten_impacts();
        series.at[i].step = 1e-3 * (i + 1);
        series.at[i].bin_count = 0;
        series.at[i].mu = NAN;
    }
    series.at[1].gains = 4;
    assert_int_equal(routh_behaviour_series_compare(NULL, &series), ROUTH_OK);
    assert_int_equal(series.changes, 1);
    assert_string_equal(series.findings.finding[0].text,
                        "It changes with the time step, from 2 ms on: energy grows in 4 "
                        "of 10 impacts instead of 0 of 10.");
    routh_behaviour_series_release(NULL, &series);
}

/* As good as the best, within a tenth: named together, in the count and in the sentence. */
static void alike_is_one_threshold(void **state) {
    routh_behaviour b = ten_impacts();
    (void)state;
    b.law_count = 3;
    b.alike = 0;
    b.law[1] = b.law[2] = b.law[0];
    b.law[0].error = 0.01, b.law[1].error = 0.0110, b.law[2].error = 0.0112;
    b.law[1].name = "compliant", b.law[2].name = "frictionless";
    routh_behaviour_rank(&b);
    assert_int_equal(b.alike, 2);
    assert_int_equal(routh_behaviour_say(NULL, &b), ROUTH_OK);
    assert_true(says(&b, "These impacts do not distinguish: rigid, compliant."));
    routh_findings_release(NULL, &b.findings);
}

/* Neither a law nor its parameters where it misses most of the velocity, and no number like 1.1e+02. */
static void what_no_law_describes_has_none(void **state) {
    routh_behaviour b = ten_impacts();
    (void)state;
    b.described = false;
    b.contacts = 200;
    b.several = 190;
    b.step = 2e-3;
    b.lasted = 0.072;
    b.depth = 0.003;
    b.bound = 0.99;
    b.law[0].error = 1.104;
    assert_int_equal(routh_behaviour_say(NULL, &b), ROUTH_OK);
    assert_string_equal(b.findings.finding[0].text,
                        "No rigid law describes it: contacts last 72 ms and sink in 3 mm; the nearest law, rigid, "
                        "misses the velocity after an impact by 110.40 %, and the best rigid impulse by 99.00 %. Only "
                        "10 of 200 throws could be judged.");
    assert_true(says(&b, "Of 200 throws 190 are left out: 190 with several points that touch."));
    assert_true(says(&b, "190 of 200 throws are left out, and those that are judged"));
    assert_false(says(&b, "behaves like"));
    routh_findings_release(NULL, &b.findings);
}

static void reasons_are_words(void **state) {
    routh_behaviour b = ten_impacts();
    (void)state;
    b.contacts = 13;
    b.rejected[ROUTH_TOO_CLOSE_INDEX] = 3;
    b.rejected[ROUTH_SECOND_BOUNCE_INDEX] = 1;
    assert_int_equal(routh_behaviour_say(NULL, &b), ROUTH_OK);
    assert_true(says(&b, "Of 13 contacts 3 are left out, some for more than one reason. 1: a second bounce inside the "
                         "window; 3: two contacts too close to separate."));
    routh_findings_release(NULL, &b.findings);
}

/* The table's numbers, not those of a line. */
static void a_trend_is_that_of_the_table(void **state) {
    routh_behaviour b = ten_impacts();
    (void)state;
    b.eps_slope = 0.1;
    b.bin_count = 2;
    b.bin[0] = (routh_behaviour_bin){.count = 5, .speed = 0.5, .eps = 0.4};
    b.bin[1] = (routh_behaviour_bin){.count = 5, .speed = 2.5, .eps = 0.55};
    assert_int_equal(routh_behaviour_say(NULL, &b), ROUTH_OK);
    assert_true(says(&b, "rises with speed: 0.400 at 0.5 m/s, 0.550 at 2.5 m/s"));
    routh_findings_release(NULL, &b.findings);
}

/* The worst step is named, and what is shown is the model's own. */
static void the_worst_step_is_named(void **state) {
    routh_behaviour_series series = {.count = 3, .own_step = 2e-3};
    (void)state;
    for (int i = 0; i < 3; i++) {
        series.at[i] = ten_impacts();
        series.at[i].step = 1e-3 * (i + 1);
        series.at[i].bin_count = 0;
        series.at[i].mu = NAN;
    }
    series.at[1].gains = 1;
    series.at[2].gains = 10;
    series.at[2].eps_mean = 3.2;
    assert_int_equal(routh_behaviour_series_compare(NULL, &series), ROUTH_OK);
    assert_int_equal(series.shown, 1);
    assert_int_equal(series.changes, 1);
    assert_string_equal(series.findings.finding[1].text,
                        "It is worst at 3 ms: restitution is 3.200 there, energy grows in 10 of 10 impacts.");
    routh_behaviour_series_release(NULL, &series);
}

/* A pyramid: μ/(|cos| + |sin|) of the direction of friction; a cone does not depend on it. */
static void a_pyramid_shows(void **state) {
    enum { COUNT = 60 };
    (void)state;
    for (int pyramid = 0; pyramid < 2; pyramid++) {
        routh_contact3 contact[COUNT] = {{.w = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .v = {1, 0, -1}}};
        const routh_behaviour_options options = routh_behaviour_options_default();
        routh_behaviour b;
        assert_int_equal(routh_behaviour_begin(NULL, "made", &options, &b), ROUTH_OK);
        assert_int_equal(routh_behaviour_reserve(NULL, COUNT, &b), ROUTH_OK);
        b.space = true;
        b.contacts = COUNT;
        for (int i = 0; i < COUNT; i++) {
            const double angle = 0.7 * i, shape = pyramid ? fabs(cos(angle)) + fabs(sin(angle)) : 1;
            contact[i] = contact[0];
            b.impact[i] = (routh_behaviour_impact){.speed = 1 + 0.01 * i,
                                                   .slip = 1,
                                                   .slip_after = 0.5,
                                                   .normal = 1,
                                                   .tangential = 0.6 / shape,
                                                   .heading = angle,
                                                   .energy = 0.5,
                                                   .slips = true};
        }
        assert_int_equal(routh_behaviour_conclude(NULL, contact, &options, &b), ROUTH_OK);
        assert_int_equal(isfinite(b.mu_direction[0]), pyramid);
        assert_int_equal(says(&b, "depends on the direction of slip"), pyramid);
        if (pyramid)
            assert_true(fabs(b.mu_direction[0] - 0.42) < 0.03 && fabs(b.mu_direction[1] - 0.6) < 0.06);
        routh_behaviour_release(NULL, &b);
    }
}

SUBJECT(behaviour_words) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_law_has_its_own_restitution),
                                       cmocka_unit_test(what_is_unknown_is_left_out),
                                       cmocka_unit_test(one_is_singular),
                                       cmocka_unit_test(unknown_friction_does_not_change),
                                       cmocka_unit_test(alike_is_one_threshold),
                                       cmocka_unit_test(what_no_law_describes_has_none),
                                       cmocka_unit_test(reasons_are_words),
                                       cmocka_unit_test(a_trend_is_that_of_the_table),
                                       cmocka_unit_test(the_worst_step_is_named),
                                       cmocka_unit_test(a_pyramid_shows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
