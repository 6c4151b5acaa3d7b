/* Predictions and leaving one out against the textbook; what must not matter does not.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../on_threads.h"
#include "../subject.h"
#include "gp_cases.h"

enum { POINTS = 600 }; /* more than a block */

static gp_case made;
static double input[POINTS * CASE_INPUTS], mean[POINTS * CASE_OUTPUTS], deviation[POINTS * CASE_OUTPUTS];
static const double unit[CASE_OUTPUTS] = {1, 1e-3}; /* what the outputs are measured in */

static void make_points(void) {
    routh_random random = routh_random_seed(9, 9);
    for (size_t i = 0; i < POINTS; i++)
        draw_input(&random, input + i * CASE_INPUTS);
}

static routh_gp *model_of(const routh_gp_parameters p[CASE_OUTPUTS]) {
    routh_gp *gp;
    assert_int_equal(routh_gp_condition(NULL, &made.samples, p, NULL, &gp), ROUTH_OK);
    return gp;
}

static void predictions_are_the_textbook_s(void **state) {
    (void)state;
    routh_gp_parameters p[CASE_OUTPUTS] = {some_parameters(), some_parameters()};
    p[1].noise = 0.03;
    p[1].length[2] = 0.8;
    make_case(&made, 260, 0.1, 1);
    make_points();
    routh_gp *gp = model_of(p);
    assert_int_equal(routh_gp_predict(NULL, gp, POINTS, input, mean, deviation), ROUTH_OK);
    for (size_t o = 0; o < CASE_OUTPUTS; o++) {
        textbook book = textbook_make(&made.samples, o, &p[o]);
        assert_close(routh_gp_noise(gp, o), book.scale_y * p[o].noise, 1e-12 * unit[o]);
        for (size_t i = 0; i < POINTS; i++) {
            double point[CASE_INPUTS], m, v;
            for (size_t k = 0; k < CASE_INPUTS; k++)
                point[k] = (input[i * CASE_INPUTS + k] - book.mean_x[k]) / book.scale_x[k];
            textbook_predict(&book, point, &m, &v);
            assert_close(mean[i * CASE_OUTPUTS + o], book.mean_y + book.scale_y * m, 1e-8 * unit[o]);
            assert_close(deviation[i * CASE_OUTPUTS + o], book.scale_y * sqrt(v), 1e-8 * unit[o]);
        }
        textbook_free(&book);
    }
    routh_gp_release(NULL, gp);
}

/* Sample by sample the textbook model of all others, standardised as all are. */
static void leaving_one_out_is_doing_so(void **state) {
    (void)state;
    enum { N = 60 };
    const routh_gp_parameters p[CASE_OUTPUTS] = {some_parameters(), some_parameters()};
    double residual[N * CASE_OUTPUTS], spread[N * CASE_OUTPUTS];
    make_case(&made, N, 0.1, 2);
    routh_gp *gp = model_of(p);
    routh_gp_leave_one_out(gp, residual, spread);
    for (size_t o = 0; o < CASE_OUTPUTS; o++)
        for (size_t out = 0; out < N; out++) {
            textbook book = textbook_make(&made.samples, o, &p[o]);
            double point[CASE_INPUTS], m, v;
            memcpy(point, book.x + out * CASE_INPUTS, sizeof point);
            const double y = book.y[out];
            memmove(book.x + out * CASE_INPUTS, book.x + (out + 1) * CASE_INPUTS,
                    (N - 1 - out) * CASE_INPUTS * sizeof *book.x);
            memmove(book.y + out, book.y + out + 1, (N - 1 - out) * sizeof *book.y);
            book.count = N - 1;
            textbook_condition(&book);
            textbook_predict(&book, point, &m, &v);
            const double wide = sqrt(v + p[o].noise * p[o].noise);
            assert_close(residual[out * CASE_OUTPUTS + o], book.scale_y * (y - m), 1e-8 * unit[o]);
            assert_close(spread[out * CASE_OUTPUTS + o], book.scale_y * wide, 1e-8 * unit[o]);
            textbook_free(&book);
        }
    routh_gp_release(NULL, gp);
}

static void mean_alone_and_one_point_agree_with_the_batch(void **state) {
    (void)state;
    const routh_gp_parameters p[CASE_OUTPUTS] = {some_parameters(), some_parameters()};
    double alone[POINTS * CASE_OUTPUTS], one[CASE_OUTPUTS], spread[CASE_OUTPUTS];
    make_case(&made, 200, 0.1, 3);
    make_points();
    routh_gp *gp = model_of(p);
    double *scratch = need(routh_gp_scratch(gp), sizeof *scratch);
    routh_context two = on_threads(2), three = on_threads(3);
    assert_int_equal(routh_gp_predict(&two, gp, POINTS, input, mean, deviation), ROUTH_OK);
    assert_int_equal(routh_gp_predict(&three, gp, POINTS, input, alone, NULL), ROUTH_OK);
    assert_memory_equal(mean, alone, sizeof mean);
    for (size_t i = 0; i < POINTS; i++) {
        routh_gp_predict_one(gp, input + i * CASE_INPUTS, scratch, one, spread);
        for (size_t o = 0; o < CASE_OUTPUTS; o++) {
            assert_true(one[o] == mean[i * CASE_OUTPUTS + o]);
            assert_close(spread[o] / unit[o], deviation[i * CASE_OUTPUTS + o] / unit[o], 1e-12);
        }
        routh_gp_predict_one(gp, input + i * CASE_INPUTS, scratch, one, NULL);
        assert_memory_equal(one, mean + i * CASE_OUTPUTS, sizeof one);
    }
    assert_int_equal(routh_gp_predict(NULL, gp, 0, input, mean, deviation), ROUTH_OK);
    free(scratch);
    routh_gp_release(NULL, gp);
}

/* Far from all samples nothing is known; at a sample with little noise nearly everything is. */
static void deviation_is_the_signal_s_far_away_and_small_at_samples(void **state) {
    (void)state;
    routh_gp_parameters p[CASE_OUTPUTS] = {some_parameters(), some_parameters()};
    p[0].noise = 1e-3;
    make_case(&made, 100, 0, 4);
    routh_gp *gp = model_of(p);
    const routh_model_output *fit = routh_gp_fit_of(gp, 0);
    const double away[CASE_INPUTS] = {1e6, 0, 0, 0};
    assert_int_equal(routh_gp_predict(NULL, gp, 1, away, mean, deviation), ROUTH_OK);
    assert_close(mean[0], fit->mean, 1e-12);
    assert_close(deviation[0], fit->scale * p[0].signal, 1e-12);
    assert_int_equal(routh_gp_predict(NULL, gp, 100, made.input, mean, deviation), ROUTH_OK);
    for (size_t i = 0; i < 100; i++) {
        assert_close(mean[i * CASE_OUTPUTS], made.output[i * CASE_OUTPUTS], 1e-2);
        assert_true(deviation[i * CASE_OUTPUTS] <= routh_gp_noise(gp, 0));
    }
    routh_gp_release(NULL, gp);
}

static void points_that_are_not_finite_are_told(void **state) {
    (void)state;
    const routh_gp_parameters p[CASE_OUTPUTS] = {some_parameters(), some_parameters()};
    routh_context context = routh_context_default();
    double one[CASE_OUTPUTS], spread[CASE_OUTPUTS];
    make_case(&made, 30, 0.1, 5);
    make_points();
    routh_gp *gp = model_of(p);
    double *scratch = need(routh_gp_scratch(gp), sizeof *scratch);
    input[2 * CASE_INPUTS + 1] = INFINITY;
    assert_int_equal(routh_gp_predict(&context, gp, POINTS, input, mean, NULL), ROUTH_NOT_FINITE);
    assert_string_equal(context.message, "input 2 of point 3 is inf, not finite");
    routh_gp_predict_one(gp, input + 2 * CASE_INPUTS, scratch, one, spread);
    for (size_t o = 0; o < CASE_OUTPUTS; o++)
        assert_true(isnan(one[o]) && isnan(spread[o]));
    free(scratch);
    routh_gp_release(NULL, gp);
}

SUBJECT(gp_predict) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(predictions_are_the_textbook_s),
        cmocka_unit_test(leaving_one_out_is_doing_so),
        cmocka_unit_test(mean_alone_and_one_point_agree_with_the_batch),
        cmocka_unit_test(deviation_is_the_signal_s_far_away_and_small_at_samples),
        cmocka_unit_test(points_that_are_not_finite_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
