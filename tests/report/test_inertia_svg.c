/* The picture of the regression: well-formed, the same in every locale, every contact where it belongs and marked for
 * what it is, lines with the slopes of the fits.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "cases.h"
#include "report/svg.h"

#include <math.h>

#include "../comma_locale.h"

enum { COUNT = 12 };

/* A fit as routh_inertia_fit leaves it; one contact of every kind is left out. */
static routh_inertia_estimate made_fit(double slope, double *lever, double *turn, routh_misfit *misfit) {
    for (int i = 0; i < COUNT; i++) {
        lever[i] = 0.01 * (i - 5.5);
        turn[i] = 100 * lever[i] + (i % 2 ? 0.05 : -0.05);
        misfit[i] = i <= (int)ROUTH_MISFIT_MODE ? (routh_misfit)i : ROUTH_FITS;
    }
    static char text[] = "m/I < 101 & so on";
    static routh_finding finding = {.kind = ROUTH_NOTE, .topic = "m/I", .unit = "", .text = text};
    routh_inertia_estimate fit = {.estimator = ROUTH_ERRORS_IN_VARIABLES,
                                  .unknowns = 1,
                                  .value = {slope},
                                  .m_over_i = slope,
                                  .m_over_i_error = 1.5,
                                  .count = COUNT,
                                  .used = COUNT - 4,
                                  .left_out = 4,
                                  .lever = lever,
                                  .turn = turn,
                                  .misfit = misfit,
                                  .findings = {1, &finding}};
    return fit;
}

static char *drawing_of(const char *title, const routh_inertia_estimate *fit, const routh_inertia_estimate *other) {
    routh_buffer buffer = {0};
    routh_dataset dataset = {0};
    snprintf(dataset.name, sizeof dataset.name, "%s", title);
    routh_inertia_study study = {.dataset = &dataset, .fit = *fit, .has_plain = other != NULL};
    if (other)
        study.plain = *other;
    for (size_t i = 0; i < fit->count; i++)
        study.by_misfit[fit->misfit[i]]++;
    assert_int_equal(routh_inertia_study_write(NULL, &study, routh_io_buffer(&buffer, "fit.svg")), ROUTH_OK);
    return buffer.byte;
}

static size_t count_of(const char *text, const char *part) {
    size_t count = 0;
    for (const char *found = strstr(text, part); found; found = strstr(found + 1, part))
        count++;
    return count;
}

static void test_parts(void **state) {
    (void)state;
    double lever[COUNT], turn[COUNT];
    routh_misfit misfit[COUNT];
    routh_inertia_estimate fit = made_fit(100, lever, turn, misfit), plain = fit;
    plain.estimator = ROUTH_LEAST_SQUARES;
    plain.m_over_i = 90;
    char *both = drawing_of("drops <1>", &fit, &plain), *alone = drawing_of("drops", &fit, NULL);
    assert_int_equal(count_of(both, "<circle"), COUNT + 5); /* and five kinds in the legend */
    assert_non_null(strstr(both, ">8 used<"));
    for (int k = ROUTH_MISFIT_TWO_POINTS; k <= (int)ROUTH_MISFIT_MODE; k++) {
        char part[48];
        snprintf(part, sizeof part, ">1 %s<", routh_name(&routh_misfits, (routh_misfit)k));
        assert_int_equal(count_of(both, part), 1);
    }
    assert_int_equal(count_of(both, "class=\"line\""), 2);
    assert_int_equal(count_of(alone, "class=\"line\""), 1);
    assert_non_null(strstr(both, "drops &lt;1&gt;"));
    assert_non_null(strstr(both, "&lt; 101 &amp; so on"));
    assert_non_null(strstr(both, "ordinary least squares"));
    assert_null(strstr(alone, "ordinary least squares"));
    assert_true(!strstr(both, "nan") && !strstr(both, "inf"));
    assert_int_equal(count_of(both, "<g "), count_of(both, "</g>"));
    assert_int_equal(count_of(both, "<text"), count_of(both, "</text>"));
    free(both);
    free(alone);
}

/* A contact's place undone: the first that fits is at (lever, turn), whatever the window; and the line has its slope.
 * */
static void test_true_to_scale(void **state) {
    (void)state;
    double lever[COUNT], turn[COUNT], x, y, line[4];
    routh_misfit misfit[COUNT];
    const routh_inertia_estimate fit = made_fit(100, lever, turn, misfit);
    char *svg = drawing_of("drops", &fit, NULL);
    assert_int_equal(sscanf(strstr(svg, "<circle"), "<circle cx=\"%lf\" cy=\"%lf\"", &x, &y), 2);
    const char *drawn = strstr(svg, "class=\"line\"");
    assert_int_equal(sscanf(strstr(drawn, "d=\""), "d=\"M%lf,%lfL%lf,%lf", &line[0], &line[1], &line[2], &line[3]), 4);
    /* the line runs through the origin, as far as there are levers on either side */
    const double per_x = (line[2] - line[0]) / (2 * fabs(lever[0])),
                 per_y = (line[1] - line[3]) / (200 * fabs(lever[0]));
    assert_true(fabs((line[0] + line[2]) / 2 + per_x * lever[0] - x) < 0.02);
    assert_true(fabs((line[1] + line[3]) / 2 - per_y * turn[0] - y) < 0.02);
    free(svg);
}

/* What follows a subscript takes its shift back: a whole character, also where that has several bytes. */
static void test_whole_characters_in_formulas(void **state) {
    (void)state;
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    routh_svg_formula(file, 0, 0, 12, SVG_START, "", "*v*_n⁺ _μ");
    fclose(file);
    assert_non_null(strstr(text, ">⁺</tspan>"));
    assert_non_null(strstr(text, ">μ</tspan>"));
    free(text);
}

static void test_the_same_with_commas(void **state) {
    (void)state;
    double lever[COUNT], turn[COUNT];
    routh_misfit misfit[COUNT];
    const routh_inertia_estimate fit = made_fit(100, lever, turn, misfit);
    char *plain = drawing_of("drops", &fit, NULL);
    enter_comma_locale();
    char *comma = drawing_of("drops", &fit, NULL);
    setlocale(LC_ALL, "C");
    assert_string_equal(plain, comma);
    free(plain);
    free(comma);
}

/* Contact by contact: a cross for each row without an estimate, intervals of the others, true to scale and the same in
 * every locale; the logarithms of the counts run along x. */
static void test_contact_by_contact(void **state) {
    (void)state;
    double lever[COUNT], turn[COUNT];
    routh_misfit misfit[COUNT];
    routh_inertia_row row[] = {{.contacts = 10, .why = "too few"},
                               {.contacts = 100, .used = 90, .m_over_i = 110, .error = 10, .low = 80, .high = 140},
                               {.contacts = 1000, .used = 900, .m_over_i = 102, .error = 2, .low = 98, .high = 106}};
    const routh_dataset dataset = {.name = "drops & more", .body = {.mass = 2, .inertia = 0.02}};
    const routh_inertia_study study = {.dataset = &dataset,
                                       .fit = made_fit(100, lever, turn, misfit),
                                       .online = {.count = 3, .row = row},
                                       .stated_m_over_i = 100};
    routh_buffer buffer[2] = {{0}};
    assert_int_equal(routh_inertia_study_write(NULL, &study, routh_io_buffer(&buffer[0], "a.svg")), ROUTH_OK);
    enter_comma_locale();
    assert_int_equal(routh_inertia_study_write(NULL, &study, routh_io_buffer(&buffer[1], "a.svg")), ROUTH_OK);
    setlocale(LC_ALL, "C");
    const char *svg = buffer[0].byte;
    assert_string_equal(svg, buffer[1].byte);
    assert_non_null(strstr(svg, "drops &amp; more"));
    assert_int_equal(count_of(svg, "class=\"none\""), 1);
    assert_int_equal(count_of(svg, "class=\"interval\""), 2);
    double cross, cross_y, x[2], y[2], low, high, stated;
    assert_int_equal(sscanf(strstr(svg, "class=\"none\""), "class=\"none\" d=\"M%lf,%lf", &cross, &cross_y), 2);
    const char *circle = strstr(svg, "<circle");
    for (int i = 0; i < 2; i++, circle = strstr(circle + 1, "<circle"))
        assert_int_equal(sscanf(circle, "<circle cx=\"%lf\" cy=\"%lf\"", &x[i], &y[i]), 2);
    assert_int_equal(sscanf(strstr(svg, "class=\"interval\""), "class=\"interval\" d=\"M%*f,%lfV%lf", &low, &high), 2);
    assert_int_equal(sscanf(strstr(svg, "class=\"line\""), "class=\"line\" d=\"M%*f,%lf", &stated), 1);
    assert_true(fabs((x[1] - x[0]) - (x[0] - (cross + 4))) < 0.05);      /* a decade each */
    assert_true(fabs((low - high) / (y[1] - y[0]) - 60.0 / 8) < 0.05);   /* 80 … 140 beside 110 and 102 */
    assert_true(fabs((stated - y[1]) / (y[1] - y[0]) - 2.0 / 8) < 0.02); /* 100 as stated */
    free(buffer[0].byte);
    free(buffer[1].byte);
}

static void test_nothing_to_draw(void **state) {
    (void)state;
    routh_context context = routh_context_default();
    const routh_dataset dataset = {.name = "drops"};
    const routh_inertia_study none = {.dataset = &dataset};
    assert_int_equal(routh_inertia_study_write(&context, &none, routh_io_file(stdout, "fit.svg")), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "no fit"));
}

SUBJECT(inertia_svg) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_true_to_scale),
        cmocka_unit_test(test_whole_characters_in_formulas),
        cmocka_unit_test(test_the_same_with_commas),
        cmocka_unit_test(test_contact_by_contact),
        cmocka_unit_test(test_nothing_to_draw),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
