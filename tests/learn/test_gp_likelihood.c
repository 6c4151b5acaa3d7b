/* The likelihood against the textbook, its derivatives against differences, and jitter where a matrix is singular.
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

static gp_case made;

static routh_gp_likelihood *likelihood_of(size_t output, const routh_gp_options *options) {
    routh_gp_likelihood *likelihood;
    assert_int_equal(routh_gp_likelihood_create(NULL, &made.samples, output, options, &likelihood), ROUTH_OK);
    return likelihood;
}

static void value_is_the_textbook_s(void **state) {
    (void)state;
    const size_t sizes[] = {6, 127, 128, 129, 300}; /* around the chunks in which kernels are computed */
    const routh_gp_parameters p = some_parameters();
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (size_t output = 0; output < CASE_OUTPUTS; output++) {
            make_case(&made, sizes[s], 0.1, s);
            textbook book = textbook_make(&made.samples, output, &p);
            routh_gp_likelihood *likelihood = likelihood_of(output, NULL);
            assert_close(routh_gp_likelihood_at(likelihood, &p, NULL), book.log_likelihood, 1e-9);
            routh_gp_likelihood_release(NULL, likelihood);
            textbook_free(&book);
        }
}

/* Five-point differences with a step of 1e-3 have an error of about 1e-12 times the fifth derivative, and rounding of
 * about 1e-10. */
static double difference(routh_gp_likelihood *likelihood, const routh_gp_parameters *p, size_t i) {
    static const double weight[4] = {1, -8, 8, -1}, place[4] = {-2, -1, 1, 2};
    const double step = 1e-3;
    double sum = 0;
    for (int k = 0; k < 4; k++) {
        routh_gp_parameters moved = *p;
        *routh_gp_parameter(&moved, i) *= exp(place[k] * step);
        sum += weight[k] * routh_gp_likelihood_at(likelihood, &moved, NULL);
    }
    return sum / (12 * step);
}

static void check_derivatives(const routh_gp_options *options, routh_gp_parameters p) {
    routh_gp_likelihood *likelihood = likelihood_of(0, options);
    routh_gp_parameters gradient;
    const double value = routh_gp_likelihood_at(likelihood, &p, &gradient);
    assert_true(value == routh_gp_likelihood_at(likelihood, &p, NULL));
    for (size_t i = 0; i < CASE_INPUTS + 2; i++) {
        const double expected = difference(likelihood, &p, i);
        assert_close(*routh_gp_parameter(&gradient, i), expected, 1e-6 * fmax(1, fabs(expected)));
    }
    routh_gp_likelihood_release(NULL, likelihood);
}

static void derivatives_are_differences(void **state) {
    (void)state;
    routh_gp_parameters p = some_parameters();
    make_case(&made, 200, 0.1, 3);
    check_derivatives(NULL, p);
    p.noise = 0.01;
    p.length[3] = 300;
    check_derivatives(NULL, p);
    p = routh_gp_parameters_default();
    p.length[0] = 0.05;
    p.signal = 7;
    check_derivatives(NULL, p);
}

static void derivatives_of_the_sparse_bound_are_differences(void **state) {
    (void)state;
    routh_gp_options options = routh_gp_options_default();
    routh_gp_parameters p = some_parameters();
    options.most_exact = 0;
    options.inducing = 40;
    options.start = p;
    make_case(&made, 600, 0.1, 4); /* three blocks */
    check_derivatives(&options, p);
    p.noise = 0.05;
    p.length[1] = 0.7;
    check_derivatives(&options, p);
}

/* Two samples at one place with hardly any noise make the matrix singular to rounding. Jitter acts as noise, so the
 * result is that of a textbook model with as much more noise. */
static void jitter_comes_when_needed_and_is_told(void **state) {
    (void)state;
    routh_gp_parameters p[CASE_OUTPUTS] = {some_parameters(), some_parameters()};
    routh_gp *gp;
    make_case(&made, 40, 0.1, 5);
    memcpy(made.input + CASE_INPUTS, made.input, CASE_INPUTS * sizeof *made.input);
    p[0].noise = 1e-12;
    assert_int_equal(routh_gp_condition(NULL, &made.samples, p, NULL, &gp), ROUTH_OK);
    const routh_model_output *fit = routh_gp_fit_of(gp, 0);
    assert_true(fit->jitter > 0 && fit->jitter <= 1e-8);
    assert_int_equal(fit->flags, ROUTH_GP_JITTERED);
    assert_true(routh_gp_fit_of(gp, 1)->jitter == 0);
    assert_int_equal(routh_gp_fit_of(gp, 1)->flags, 0);
    routh_gp_parameters noisier = p[0];
    noisier.noise = p[0].signal * sqrt(fit->jitter);
    textbook book = textbook_make(&made.samples, 0, &noisier);
    assert_close(fit->log_likelihood / book.log_likelihood, 1, 1e-3);
    textbook_free(&book);
    routh_gp_release(NULL, gp);
}

SUBJECT(gp_likelihood) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(value_is_the_textbook_s),
        cmocka_unit_test(derivatives_are_differences),
        cmocka_unit_test(derivatives_of_the_sparse_bound_are_differences),
        cmocka_unit_test(jitter_comes_when_needed_and_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
