/* Sets drawn from a material: moments, bounds, what is not determined, and the same sets again.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <routh/material.h>

#include "../effort.h"
#include "../subject.h"

enum { P = ROUTH_MATERIAL_PARAMETERS };

static routh_material known_pair(void) {
    routh_material m = routh_material_default();
    const double value[P] = {0.3, 0.6, -0.05, 0.2, 0.02, 1.2}, error[P] = {0.02, 0.03, 0.01, 0.015, 0.004, 0.06};
    memcpy(m.value, value, sizeof value);
    memcpy(m.error, error, sizeof error);
    const double pair[][3] = {{0, 1, -0.7}, {0, 3, 0.5}, {1, 2, 0.3}, {4, 5, 0.3}};
    for (size_t i = 0; i < sizeof pair / sizeof *pair; i++) {
        const int a = (int)pair[i][0], b = (int)pair[i][1];
        m.correlation[a][b] = m.correlation[b][a] = pair[i][2];
    }
    return m;
}

/* Means within 5 standard errors, covariances within 5 of theirs: √((1 + r²)/n) of the product of deviations. */
static void has_the_moments_asked_for(void **state) {
    (void)state;
    const size_t n = (size_t)effort(20000, 100000, 1000000);
    routh_material m = known_pair();
    double(*set)[P] = malloc(n * sizeof *set);
    assert_non_null(set);
    assert_int_equal(routh_material_draw(NULL, &m, 7, n, set), ROUTH_OK);
    double mean[P] = {0}, scale[P];
    for (size_t i = 0; i < n; i++)
        set[i][ROUTH_MATERIAL_ETA2] = log(set[i][ROUTH_MATERIAL_ETA2]);
    for (int p = 0; p < P; p++) {
        const bool ratio = p == ROUTH_MATERIAL_ETA2;
        scale[p] = ratio ? m.error[p] / m.value[p] : m.error[p];
        for (size_t i = 0; i < n; i++)
            mean[p] += set[i][p] / (double)n;
        assert_true(fabs(mean[p] - (ratio ? log(m.value[p]) : m.value[p])) < 5 * scale[p] / sqrt((double)n));
    }
    for (int p = 0; p < P; p++)
        for (int q = 0; q <= p; q++) {
            double sum = 0;
            for (size_t i = 0; i < n; i++)
                sum += (set[i][p] - mean[p]) * (set[i][q] - mean[q]) / (double)n;
            const double r = m.correlation[p][q];
            assert_true(fabs(sum / (scale[p] * scale[q]) - r) < 5 * sqrt((1 + r * r) / (double)n));
        }
    free(set);
}

/* Of a normal distribution cut at 0 where its mean is, the mean is √(2/π) deviations. */
static void stays_within_bounds(void **state) {
    (void)state;
    enum { N = 20000 };
    static double set[N][P];
    routh_material m = routh_material_default();
    m.value[ROUTH_MATERIAL_MU] = 0;
    m.error[ROUTH_MATERIAL_MU] = 0.1;
    m.value[ROUTH_MATERIAL_EPS] = 0.98;
    m.error[ROUTH_MATERIAL_EPS] = 0.05;
    assert_int_equal(routh_material_draw(NULL, &m, 3, N, set), ROUTH_OK);
    double mean = 0;
    for (int i = 0; i < N; i++) {
        assert_true(set[i][ROUTH_MATERIAL_MU] >= 0);
        assert_true(set[i][ROUTH_MATERIAL_EPS] >= 0 && set[i][ROUTH_MATERIAL_EPS] <= 1);
        assert_true(isnan(set[i][ROUTH_MATERIAL_ETA2]));
        mean += set[i][ROUTH_MATERIAL_MU] / N;
    }
    assert_true(fabs(mean - 0.1 * sqrt(2 / acos(-1))) < 5 * 0.0603 / sqrt(N));
}

static void keeps_what_is_not_known_and_spreads_what_is_not_determined(void **state) {
    (void)state;
    enum { N = 4000 };
    static double set[N][P];
    routh_material m = known_pair();
    m.error[ROUTH_MATERIAL_MU] = NAN;
    m.error[ROUTH_MATERIAL_EPS] = INFINITY;
    m.interval[ROUTH_MATERIAL_EPS] = (routh_interval){0.2, 0.8, INFINITY};
    m.error[ROUTH_MATERIAL_MU_SLIDE] = INFINITY;
    m.interval[ROUTH_MATERIAL_MU_SLIDE] = (routh_interval){0.2, INFINITY, INFINITY};
    assert_int_equal(routh_material_draw(NULL, &m, 3, N, set), ROUTH_OK);
    double mean = 0, squares = 0;
    for (int i = 0; i < N; i++) {
        const double e = set[i][ROUTH_MATERIAL_EPS];
        assert_true(set[i][ROUTH_MATERIAL_MU] == 0.3 && set[i][ROUTH_MATERIAL_MU_SLIDE] == 0.2);
        assert_true(e >= 0.2 && e < 0.8);
        mean += e / N;
        squares += (e - 0.5) * (e - 0.5) / N;
    }
    assert_true(fabs(mean - 0.5) < 5 * 0.6 / sqrt(12 * N));
    assert_true(fabs(squares - 0.03) < 0.003); /* 0.6²/12 */
}

/* Two parameters that are one: correlation ±1. */
static void draws_along_a_line_where_correlation_is_complete(void **state) {
    (void)state;
    enum { N = 1000 };
    static double set[N][P];
    routh_material m = routh_material_default();
    m.value[ROUTH_MATERIAL_MU] = 0.3;
    m.value[ROUTH_MATERIAL_EPS] = 0.5;
    m.error[ROUTH_MATERIAL_MU] = 0.01;
    m.error[ROUTH_MATERIAL_EPS] = 0.02;
    m.correlation[ROUTH_MATERIAL_MU][ROUTH_MATERIAL_EPS] = m.correlation[ROUTH_MATERIAL_EPS][ROUTH_MATERIAL_MU] = -1;
    assert_int_equal(routh_material_draw(NULL, &m, 3, N, set), ROUTH_OK);
    double squares = 0; /* of what is left beside the line: a thousandth of the variance of both */
    for (int i = 0; i < N; i++)
        squares += pow((set[i][0] - 0.3) / 0.01 + (set[i][1] - 0.5) / 0.02, 2) / N;
    assert_true(squares < 0.003);
}

static void gives_the_same_sets_again(void **state) {
    (void)state;
    const routh_material m = known_pair();
    double few[5][P], many[9][P], other[5][P];
    assert_int_equal(routh_material_draw(NULL, &m, 1, 5, few), ROUTH_OK);
    assert_int_equal(routh_material_draw(NULL, &m, 1, 9, many), ROUTH_OK);
    assert_int_equal(routh_material_draw(NULL, &m, 2, 5, other), ROUTH_OK);
    assert_memory_equal(few, many, sizeof few);
    assert_memory_not_equal(few, other, sizeof few);
}

static void refuses_what_no_distribution_has(void **state) {
    (void)state;
    routh_context context = routh_context_default();
    double set[1][P];
    routh_material m = known_pair();
    m.correlation[1][2] = m.correlation[2][1] = 0.9;
    m.correlation[0][2] = m.correlation[2][0] = 0.9;
    assert_int_equal(routh_material_draw(&context, &m, 1, 1, set), ROUTH_BAD_ARGUMENT);
    assert_string_equal(context.field, "correlation");
    m = known_pair();
    m.value[ROUTH_MATERIAL_EPS] = 1.1;
    assert_int_equal(routh_material_draw(&context, &m, 1, 1, set), ROUTH_BAD_ARGUMENT);
    assert_string_equal(context.field, "eps");
}

SUBJECT(draw) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(has_the_moments_asked_for),
        cmocka_unit_test(stays_within_bounds),
        cmocka_unit_test(keeps_what_is_not_known_and_spreads_what_is_not_determined),
        cmocka_unit_test(draws_along_a_line_where_correlation_is_complete),
        cmocka_unit_test(gives_the_same_sets_again),
        cmocka_unit_test(refuses_what_no_distribution_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
