/* The drawing: well-formed whatever a law is called, no text on other text, everything inside the paper, true to scale.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../effort.h"
#include "../subject.h"
#include "cases.h"

#include <math.h>

#include "impact/impact.h"
#include "report/svg.h"
#include "study/explore.h"
#include "svg_page.h"

static void check_drawing(const routh_impact_study *study) {
    char *svg = written_as("ellipse.svg", study);
    svg_page *page = calloc(1, sizeof *page);
    assert_non_null(page);
    read_page(svg, page);
    check_texts(page);
    for (size_t i = 0; i < study->count; i++) { /* named in the table and above its panel */
        int named = 0, has_energy = 0;
        char energy[ROUTH_NUMBER_TEXT + 4], number[ROUTH_NUMBER_TEXT];
        snprintf(energy, sizeof energy, "%s %%", routh_fixed_text(100 * study->laws[i].body_energy_ratio, 1, number));
        for (int j = 0; j < page->texts; j++) {
            named += strcmp(page->text[j].words, study->laws[i].law->name) == 0;
            has_energy += strcmp(page->text[j].words, energy) == 0;
        }
        assert_int_equal(named, 2);
        assert_true(has_energy > 0 || study->laws[i].body_energy_ratio >= 10);
    }
    free(page);
    free(svg);
}

static void test_drops(void **state) {
    (void)state;
    enum { IMPACTS = 40 };
    routh_impact impact[IMPACTS];
    const routh_impact_generator drops = routh_impact_generator_default();
    assert_int_equal(routh_impacts_generate(NULL, &drops, IMPACTS, impact), ROUTH_OK);
    for (int i = 0; i < effort(8, 8, IMPACTS); i++) {
        routh_impact_study study = study_of(&impact[i], 0.05 * (i % 20), 0.1 * (i % 11));
        check_drawing(&study);
        routh_impact_study_release(NULL, &study);
    }
}

/* Slender bodies, fast slip, no slip, minute and huge bodies. */
static void test_extremes(void **state) {
    (void)state;
    static const routh_impact impacts[] = {
        {1, 0.02, -0.3, -0.5, -1, -1, 0}, {1, 1e-4, 0.5, -0.5, 1, -1, 0},        {1, 0.4, 0, -1, 40, -0.1, 0},
        {1, 0.4, 0, -1, 0, -1, 0},        {1e-9, 1e-18, 3e-5, -4e-5, 1, -1, 20}, {1e6, 1e7, 2, -4, -3, -1, 0.1},
    };
    long number = 0;
    for (size_t i = 0; i < sizeof impacts / sizeof impacts[0]; i++) {
        for (double mu = 0; mu < 60; mu = 3 * mu + 0.1) {
            if (!in_slice(number++, 8))
                continue;
            routh_impact_study study = study_of(&impacts[i], mu, 0.7);
            check_drawing(&study);
            routh_impact_study_release(NULL, &study);
        }
    }
}

/* From one law to many, and names that XML would trip over. */
static void test_any_laws(void **state) {
    (void)state;
    const routh_impact impact = {0.0364, 1.347e-5, 0.02, -0.028, 0.3, -1.2, 4};
    for (size_t count = 1; count <= routh_law_count(); count++) {
        const routh_law *laws[32];
        for (size_t i = 0; i < count; i++)
            laws[i] = routh_law_at(routh_law_count() - 1 - i);
        const routh_impact_study_options options = options_with(0.3, 0.5, laws, count);
        routh_impact_study study;
        assert_int_equal(routh_impact_study_run(NULL, &impact, &options, &study), ROUTH_OK);
        check_drawing(&study);
        routh_impact_study_release(NULL, &study);
    }
    routh_law odd = *routh_law_at(0);
    odd.name = "a<b>&\"c\"\n";
    odd.title = "</title>&";
    const routh_law *laws[] = {&odd};
    const routh_impact_study_options options = options_with(0.3, 0.5, laws, 1);
    routh_impact_study study;
    assert_int_equal(routh_impact_study_run(NULL, &impact, &options, &study), ROUTH_OK);
    char *svg = written_as("ellipse.svg", &study);
    svg_page page;
    read_page(svg, &page);
    assert_non_null(strstr(svg, ">a&lt;b&gt;&amp;&quot;c&quot;</text>"));
    free(svg);
    routh_impact_study_release(NULL, &study);
}

/* One pixel is as many N s along t as along n, and the ellipse and all its impulses are in the window. */
static void test_view(void **state) {
    (void)state;
    const routh_impact impact = {1, 0.02, -0.3, -0.5, -1, -1, 0};
    routh_impact_study study = study_of(&impact, 0.4, 0.6);
    svg_plot view = routh_svg_plot_of(routh_svg_study_extent(&study), 300, 200);
    svg_spot origin = routh_svg_project(&view, (routh_point){0, 0}),
             right = routh_svg_project(&view, (routh_point){0.1, 0});
    svg_spot above = routh_svg_project(&view, (routh_point){0, 0.1});
    assert_true(right.x > origin.x && above.y < origin.y);
    assert_true(fabs((right.x - origin.x) - (origin.y - above.y)) < 1e-9);
    routh_point point[100];
    routh_ellipse_outline(&study.ellipse, 90, point);
    for (size_t i = 0; i < 10; i++)
        point[90 + i] = (routh_point){study.laws[i % study.count].outcome.pt, study.laws[i % study.count].outcome.pn};
    for (int i = 0; i < 100; i++) {
        svg_spot spot = routh_svg_project(&view, point[i]);
        assert_true(spot.x > 0 && spot.x < 300 && spot.y > 0 && spot.y < 200);
    }
    routh_impact_study_release(NULL, &study);
}

static void test_numbers(void **state) {
    (void)state;
    char text[ROUTH_NUMBER_TEXT];
    assert_string_equal(routh_number_text(-1.347e-5, 4, text), "−1.347×10⁻⁵");
    assert_string_equal(routh_number_text(0.0364, 4, text), "0.0364");
    assert_string_equal(routh_number_text(2.5e12, 4, text), "2.5×10¹²");
    assert_string_equal(routh_error_text(0.2034, 0.0041, 3, text), "0.203 ± 0.004");
    assert_string_equal(routh_error_text(-0.2, 0.00042, 3, text), "−0.2000 ± 0.0004");
    assert_string_equal(routh_error_text(0.2, 0, 3, text), "0.200 ± 0.000");
    assert_string_equal(routh_fixed_text(-0.0004, 2, text), "0.00");
    assert_string_equal(routh_fixed_text(-0.126, 2, text), "−0.13");
    assert_string_equal(routh_svg_unit(-3, "N s", text), "(10⁻³ N s)");
    for (double span = 1e-9; span < 1e9; span *= 1.37) {
        svg_ticks ticks = routh_svg_ticks_for(span, span, 9);
        double digit = ticks.step / pow(10, floor(log10(ticks.step) + 1e-9));
        assert_true(fabs(digit - 1) < 1e-9 || fabs(digit - 2) < 1e-9 || fabs(digit - 5) < 1e-9);
        assert_true(span / ticks.step <= 9 + 1e-9 && span / ticks.step >= 9 / 2.5 - 1e-9);
        double shown = ticks.step / pow(10, ticks.exponent) * pow(10, ticks.decimals); /* a label loses no digit */
        assert_true(fabs(shown - round(shown)) < 1e-6 * shown);
    }
}

/* At rx = 0 five laws agree, and share one letter. */
static void test_groups(void **state) {
    (void)state;
    const routh_impact impact = {0.0364, 1.347e-5, 0, -0.025, 0.6, -1.2, 4};
    routh_impact_study study = study_of(&impact, 0.18, 0.53);
    routh_impulse_groups groups;
    assert_int_equal(routh_impulse_groups_create(NULL, &study, &groups), ROUTH_OK);
    static const char *const agree[] = {"wang-mason", "mirtich", "ap-newton", "ap-poisson", "whittaker"};
    size_t shared = groups.count;
    for (size_t i = 0; i < study.count; i++) {
        assert_true(groups.of_law[groups.first[groups.of_law[i]]] == groups.of_law[i]);
        for (int j = 0; j < 5; j++) {
            if (strcmp(study.laws[i].law->name, agree[j]) != 0)
                continue;
            shared = shared == groups.count ? groups.of_law[i] : shared;
            assert_int_equal(groups.of_law[i], shared);
        }
    }
    assert_true(groups.count > 1 && groups.count < study.count);
    char name[ROUTH_GROUP_NAME];
    assert_string_equal(routh_group_name(25, name), "Z");
    assert_string_equal(routh_group_name(26, name), "A2");
    routh_impulse_groups_release(NULL, &groups);
    routh_impact_study_release(NULL, &study);
}

SLOW_SUBJECT(ellipse_svg) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_drops), cmocka_unit_test(test_extremes), cmocka_unit_test(test_any_laws),
        cmocka_unit_test(test_view),  cmocka_unit_test(test_numbers),  cmocka_unit_test(test_groups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
