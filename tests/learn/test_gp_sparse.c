/* The sparse model: the exact one when every sample is an inducing point, a lower bound otherwise, and good enough with
 * few points.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../subject.h"
#include "gp_cases.h"
#include "learn/gp.h"

static gp_case made, test;
static const double unit[CASE_OUTPUTS] = {1, 1e-3};

static routh_gp *model_with(size_t most_exact, size_t inducing, const routh_gp_parameters *p) {
    routh_gp_options options = routh_gp_options_default();
    options.most_exact = most_exact;
    options.inducing = inducing;
    routh_gp *gp;
    const routh_gp_parameters both[CASE_OUTPUTS] = {*p, *p};
    assert_int_equal(routh_gp_condition(NULL, &made.samples, both, &options, &gp), ROUTH_OK);
    return gp;
}

static void all_points_make_it_exact(void **state) {
    (void)state;
    enum { N = 300 };
    static double mean[2][N * CASE_OUTPUTS], deviation[2][N * CASE_OUTPUTS];
    static double residual[2][N * CASE_OUTPUTS], spread[2][N * CASE_OUTPUTS];
    routh_gp_parameters p = some_parameters();
    for (size_t k = 0; k < CASE_INPUTS; k++)
        p.length[k] = 0.4; /* short enough for the points' own kernel matrix to be regular */
    make_case(&made, N, 0.1, 1);
    make_case(&test, N, 0, 2);
    for (int sparse = 0; sparse < 2; sparse++) {
        routh_gp *gp = model_with(sparse ? 0 : N, N, &p);
        assert_int_equal(routh_gp_fit_of(gp, 1)->inducing, sparse ? N : 0);
        assert_true(routh_gp_fit_of(gp, 1)->jitter == 0);
        assert_int_equal(routh_gp_predict(NULL, gp, N, test.input, mean[sparse], deviation[sparse]), ROUTH_OK);
        routh_gp_leave_one_out(gp, residual[sparse], spread[sparse]);
        routh_gp_release(NULL, gp);
    }
    for (size_t i = 0; i < N * CASE_OUTPUTS; i++) {
        const double u = unit[i % CASE_OUTPUTS];
        assert_close(mean[1][i] / u, mean[0][i] / u, 1e-7);
        assert_close(deviation[1][i] / u, deviation[0][i] / u, 1e-7);
        assert_close(residual[1][i] / u, residual[0][i] / u, 1e-7);
        assert_close(spread[1][i] / u, spread[0][i] / u, 1e-7);
    }
}

static void likelihood_and_derivatives_become_exact(void **state) {
    (void)state;
    routh_gp_options options = routh_gp_options_default();
    routh_gp_parameters p = some_parameters(), gradient[2];
    double value[2];
    for (size_t k = 0; k < CASE_INPUTS; k++)
        p.length[k] = 0.4;
    make_case(&made, 300, 0.1, 1);
    for (int sparse = 0; sparse < 2; sparse++) {
        routh_gp_likelihood *likelihood;
        options.most_exact = sparse ? 0 : 300;
        options.inducing = 300;
        assert_int_equal(routh_gp_likelihood_create(NULL, &made.samples, 0, &options, &likelihood), ROUTH_OK);
        value[sparse] = routh_gp_likelihood_at(likelihood, &p, &gradient[sparse]);
        routh_gp_likelihood_release(NULL, likelihood);
    }
    assert_close(value[1], value[0], 1e-7);
    for (size_t i = 0; i < CASE_INPUTS + 2; i++)
        assert_close(*routh_gp_parameter(&gradient[1], i), *routh_gp_parameter(&gradient[0], i), 1e-6);
}

/* Titsias: F ≤ log p(y), and points more can only raise it. */
static void it_is_a_lower_bound_that_rises_with_points(void **state) {
    (void)state;
    const routh_gp_parameters p = some_parameters();
    double below = -INFINITY;
    make_case(&made, 400, 0.1, 3);
    routh_gp *gp = model_with(400, 1, &p);
    const double exact = routh_gp_fit_of(gp, 0)->log_likelihood;
    routh_gp_release(NULL, gp);
    for (size_t inducing = 40; inducing <= 320; inducing *= 2) {
        gp = model_with(0, inducing, &p); /* chosen one after another among all: the first ones stay */
        assert_int_equal(routh_gp_fit_of(gp, 0)->inducing, inducing);
        const double bound = routh_gp_fit_of(gp, 0)->log_likelihood;
        assert_true(bound > below && bound <= exact + 1e-6);
        below = bound;
        routh_gp_release(NULL, gp);
    }
    assert_true(below > exact - 1);
}

static double trained_error(size_t most_exact, size_t *inducing) {
    static double mean[CASE_MOST * CASE_OUTPUTS];
    routh_gp_options options = routh_gp_options_default();
    routh_gp *gp;
    double sum = 0;
    options.most_exact = most_exact;
    options.inducing = 150;
    options.starts = 1;
    assert_int_equal(routh_gp_train(NULL, &made.samples, &options, &gp), ROUTH_OK);
    assert_int_equal(routh_gp_predict(NULL, gp, test.samples.count, test.input, mean, NULL), ROUTH_OK);
    for (size_t i = 0; i < test.samples.count * CASE_OUTPUTS; i++)
        sum += pow((mean[i] - test.output[i]) / unit[i % CASE_OUTPUTS], 2);
    *inducing = routh_gp_fit_of(gp, 0)->inducing;
    routh_gp_release(NULL, gp);
    return sqrt(sum / (double)test.samples.count);
}

/* On the same samples, tested on measurements with the same noise. */
static void few_points_err_little_more_than_the_exact_model(void **state) {
    (void)state;
    size_t inducing;
    make_case(&made, 900, 0.1, 4);
    make_case(&test, 900, 0.1, 5);
    const double exact = trained_error(900, &inducing);
    assert_int_equal(inducing, 0);
    const double sparse = trained_error(899, &inducing);
    assert_true(inducing > 0 && inducing <= 150);
    assert_true(sparse < 1.05 * exact);
}

/* When further points would add nothing, there are fewer than asked for. */
static void points_that_add_nothing_are_left_out(void **state) {
    (void)state;
    routh_gp_parameters p = routh_gp_parameters_default();
    for (size_t k = 0; k < CASE_INPUTS; k++)
        p.length[k] = 30;
    make_case(&made, 500, 0.1, 6);
    routh_gp *gp = model_with(0, 200, &p);
    const size_t inducing = routh_gp_fit_of(gp, 0)->inducing;
    assert_true(inducing >= CASE_INPUTS + 1 && inducing < 100);
    routh_gp_release(NULL, gp);
}

SLOW_SUBJECT(gp_sparse) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_points_make_it_exact),
        cmocka_unit_test(likelihood_and_derivatives_become_exact),
        cmocka_unit_test(it_is_a_lower_bound_that_rises_with_points),
        cmocka_unit_test(few_points_err_little_more_than_the_exact_model),
        cmocka_unit_test(points_that_add_nothing_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
