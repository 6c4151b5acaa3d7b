/* Pictures of strikes: well-formed, no text on other text, everything on the paper; curves go through the switches, and
 * the numbers behind the pictures are the solver's.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "cases.h"

#include <math.h>

#include "../ledger.h"
#include "study/run_shown.h"
#include "svg_page.h"

/* The ball and the pencil of Modeling of tangential compliance, in contact space. */
static const routh_contact3 ball = {{{3.5, 0, 0}, {0, 3.5, 0}, {0, 0, 1}}, {-3, 0, -5}};
static const routh_contact3 pencil = {
    {{4.04126717, 0, -1.755876419}, {0, 5.055022893, 0}, {-1.755876419, 0, 2.013755723}},
    {-3.501135596, -1.914473684, -2.978618421}};

static routh_pair touch_with(double mu, double e, double eta2) {
    return (routh_pair){.mu = mu, .eps = e, .eta2 = eta2};
}

static routh_trace curve_of(const routh_contact3 *contact, routh_pair pair, size_t points) {
    routh_context context = routh_context_default();
    routh_trace curve;
    if (routh_trace_of(&context, contact, &pair, points, &curve) != ROUTH_OK)
        fail_msg("%s", context.message);
    return curve;
}

static char *drawn(const routh_trace *curve, routh_trace_figure figure) {
    routh_buffer buffer = {0};
    assert_int_equal(routh_trace_write(NULL, curve, figure, routh_io_buffer(&buffer, "picture.svg")), ROUTH_OK);
    return buffer.byte;
}

static void check_page(char *svg) {
    svg_page *page = calloc(1, sizeof *page);
    assert_non_null(page);
    read_page(svg, page);
    check_texts(page);
    assert_null(strstr(svg, "nan"));
    assert_null(strstr(svg, "inf"));
    free(page);
    free(svg);
}

static void check_figures(const routh_contact3 *contact, routh_pair pair) {
    routh_trace curve = curve_of(contact, pair, 40);
    for (int figure = 0; figure < ROUTH_TRACE_FIGURE_COUNT; figure++)
        check_page(drawn(&curve, (routh_trace_figure)figure));
    routh_trace_release(NULL, &curve);
}

static void test_known_bodies(void **state) {
    (void)state;
    for (double mu = 0; mu < 1.5; mu += 0.1)
        for (double e = 0; e <= 1; e += 0.25) {
            check_figures(&ball, touch_with(mu, e, 1.2));
            check_figures(&pencil, touch_with(mu, e, 1.2));
        }
}

/* Minute and huge bodies, no slip at all, many switches. */
static void test_extremes(void **state) {
    (void)state;
    const double scales[] = {1e-9, 1e-4, 1, 1e5, 1e9};
    for (int i = 0; i < 5; i++) {
        routh_contact3 contact = pencil;
        for (int j = 0; j < 9; j++)
            (&contact.w[0][0])[j] *= scales[i];
        check_figures(&contact, touch_with(0.3, 0.7, 1.2));
        for (int j = 0; j < 3; j++)
            contact.v[j] *= scales[4 - i];
        check_figures(&contact, touch_with(0.8, 0.5, 1.2));
    }
    routh_contact3 straight = ball;
    straight.v[0] = 0;
    check_figures(&straight, touch_with(0.5, 0.5, 1.2));
    check_figures(&ball, touch_with(0.4, 0.9, 1e-3));
    check_figures(&pencil, touch_with(0.4, 0.9, 1e-3));
}

/* A curve has at least the points it was asked for in each phase, goes forward in time, and passes through every switch. */
static void test_curve(void **state) {
    (void)state;
    enum { POINTS = 25 };
    routh_trace curve = curve_of(&pencil, touch_with(0.8, 0.5, 1.7 / 1.4), POINTS);
    const routh_outcome3 *strike = &curve.outcome;
    assert_int_equal(strike->switch_total, 5);
    assert_true(curve.count >= strike->switch_count + POINTS * (strike->switch_count - 1));
    size_t met = 0;
    for (size_t i = 0; i < curve.count; i++) {
        assert_true(i == 0 || curve.moment[i].time >= curve.moment[i - 1].time);
        assert_true(i == 0 || curve.moment[i].p[2] >= curve.moment[i - 1].p[2]);
        if (met < strike->switch_count && memcmp(curve.moment[i].p, strike->switches[met].p, sizeof strike->p) == 0)
            met++;
    }
    assert_int_equal(met, strike->switch_count);
    strike_run run;
    size_t runs = 0;
    for (size_t first = 0; routh_strike_next_run(&curve, &first, &run); runs++) {
        assert_int_equal(run.phase, strike->switches[runs].phase);
        assert_memory_equal(curve.moment[run.first].p, strike->switches[runs].p, sizeof strike->p);
        assert_memory_equal(curve.moment[run.last].p, strike->switches[runs + 1].p, sizeof strike->p);
    }
    assert_int_equal(runs, strike->switch_count - 1);
    routh_trace_release(NULL, &curve);
}

/* The table beside the curve names every switch with its impulse. */
static void test_switches_are_named(void **state) {
    (void)state;
    routh_trace curve = curve_of(&ball, touch_with(0.4, 0.5, 1.7 / 1.4), 40);
    char *svg = drawn(&curve, ROUTH_FIGURE_IMPULSE);
    const char *const words[] = {">c-slip<", ">c-stick<", ">r-stick<", ">r-slip<",
                                 ">apart<",  ">0.625<",   ">7.36558<", ">1.54409<"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        assert_non_null(strstr(svg, words[i]));
    free(svg);
    routh_trace_release(NULL, &curve);
}

static routh_body3 solid_ball(void) {
    routh_body3 body = routh_body3_default();
    for (int i = 0; i < 3; i++)
        body.inertia[i][i] = 0.4;
    body.position[2] = 1;
    body.velocity[0] = -1;
    body.velocity[2] = -5;
    body.spin[1] = 2;
    return body;
}

static routh_scene_contact on_table(routh_pair pair) {
    routh_scene_contact scene_contact = routh_scene_contact_default();
    scene_contact.a = 0;
    scene_contact.b = 1;
    for (int i = 0; i < 3; i++) {
        scene_contact.point[i] = 0;
        scene_contact.normal[i] = i == 2;
    }
    scene_contact.pair = pair;
    return scene_contact;
}

/* The ball slips all the way at little friction: P_u = 7.5 μ, V_x = 7.5 μ − 1, ω_y = 2 − 2.5 · 7.5 μ. Without friction
 * nothing changes along the table, whatever Poisson's ratio. */
static void test_effect(void **state) {
    (void)state;
    routh_body3 body = solid_ball(), table = routh_body3_default();
    table.freedom = ROUTH_FIXED;
    routh_scene_contact scene_contact = on_table(touch_with(0.05, 0.5, 1.2));
    routh_impact3_study effect;
    assert_int_equal(routh_impact3_study_run(NULL, &body, &table, &scene_contact, 100, &effect), ROUTH_OK);
    assert_int_equal(effect.count, 101);
    for (size_t i = 0; i <= 10; i++) {
        const double mu = effect.friction[i].value;
        assert_true(fabs(mu - 0.01 * (double)i) < 1e-15);
        assert_true(fabs(effect.friction[i].velocity[0] - (7.5 * mu - 1)) < 1e-12);
        assert_true(fabs(effect.friction[i].spin[1] - (2 - 18.75 * mu)) < 1e-12);
    }
    for (size_t i = 0; i < effect.count; i++) {
        assert_true(fabs(effect.poisson[i].value - 0.005 * (double)i) < 1e-15);
        assert_true(fabs(effect.poisson[i].velocity[0] - (7.5 * 0.05 - 1)) < 1e-12);
        assert_true(fabs(effect.poisson[i].velocity[2] - 2.5) < 1e-12);
    }
    routh_buffer buffer = {0};
    assert_int_equal(routh_impact3_study_write(NULL, &effect, routh_io_buffer(&buffer, "picture.svg")), ROUTH_OK);
    check_page(buffer.byte);
    routh_impact3_study_release(NULL, &effect);
    assert_int_equal(routh_impact3_study_run(NULL, &body, &table, &scene_contact, 0, &effect), ROUTH_BAD_ARGUMENT);
    body.velocity[2] = 1;
    assert_int_equal(routh_impact3_study_run(NULL, &body, &table, &scene_contact, 5, &effect), ROUTH_SEPARATING);
}

/* Whatever allocation fails, nothing is left behind. */
static void test_no_memory(void **state) {
    (void)state;
    const routh_pair pair = touch_with(0.4, 0.5, 1.2);
    routh_body3 body = solid_ball(), table = routh_body3_default();
    table.freedom = ROUTH_FIXED;
    const routh_scene_contact scene_contact = on_table(pair);
    int done = 0;
    for (int budget = 0; !done && budget < 20; budget++) {
        ledger book = {.budget = budget};
        routh_context context = context_with(&book);
        routh_trace curve;
        routh_impact3_study effect;
        routh_status status = routh_trace_of(&context, &ball, &pair, 200, &curve);
        if (status == ROUTH_OK) {
            FILE *file = tmpfile();
            assert_non_null(file);
            status = routh_trace_write(&context, &curve, ROUTH_FIGURE_IMPULSE, routh_io_file(file, "picture.svg"));
            fclose(file);
            routh_trace_release(&context, &curve);
        }
        if (status == ROUTH_OK)
            status = routh_impact3_study_run(&context, &body, &table, &scene_contact, 5, &effect);
        if (status == ROUTH_OK) {
            routh_impact3_study_release(&context, &effect);
            done = 1;
        } else
            assert_int_equal(status, ROUTH_OUT_OF_MEMORY);
        assert_int_equal(book.blocks, 0);
    }
    assert_true(done);
}

static void test_nothing_to_draw(void **state) {
    (void)state;
    routh_context context = routh_context_default();
    routh_trace curve = {0};
    FILE *file = tmpfile();
    assert_non_null(file);
    assert_int_equal(routh_trace_write(&context, &curve, ROUTH_FIGURE_IMPULSE, routh_io_file(file, "picture.svg")),
                     ROUTH_BAD_ARGUMENT);
    assert_int_equal(routh_trace_write(&context, &curve, ROUTH_TRACE_FIGURE_COUNT, routh_io_file(file, "picture.svg")),
                     ROUTH_BAD_ARGUMENT);
    assert_int_equal(ftell(file), 0);
    fclose(file);
}

SLOW_SUBJECT(strike_svg) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_bodies),       cmocka_unit_test(test_extremes), cmocka_unit_test(test_curve),
        cmocka_unit_test(test_switches_are_named), cmocka_unit_test(test_effect),   cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_nothing_to_draw),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
