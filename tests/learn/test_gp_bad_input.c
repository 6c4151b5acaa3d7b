/* What cannot be learned from is refused in words; what only looks odd is not.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../subject.h"
#include "gp_cases.h"

static gp_case made;

/* Both ways to a model, and the likelihood, say the same; none touches the place for the result. */
static void expect(const routh_gp_options *options, routh_status status, const char *words) {
    const routh_gp_parameters p[CASE_OUTPUTS] = {some_parameters(), some_parameters()};
    for (int way = 0; way < 3; way++) {
        routh_context context = routh_context_default();
        routh_gp *gp = NULL;
        routh_gp_likelihood *likelihood = NULL;
        const routh_status found = way == 0 ? routh_gp_train(&context, &made.samples, options, &gp)
                                   : way == 1
                                       ? routh_gp_condition(&context, &made.samples, p, options, &gp)
                                       : routh_gp_likelihood_create(&context, &made.samples, 0, options, &likelihood);
        assert_int_equal(found, status);
        assert_null(gp);
        assert_null(likelihood);
        if (!strstr(context.message, words))
            fail_msg("\"%s\" is not in \"%s\"", words, context.message);
    }
}

static void too_few_samples(void **state) {
    (void)state;
    make_case(&made, CASE_INPUTS + 1, 0.1, 1);
    expect(NULL, ROUTH_BAD_ARGUMENT, "5 samples are too few for 6 hyper-parameters");
    make_case(&made, 0, 0.1, 1);
    expect(NULL, ROUTH_BAD_ARGUMENT, "0 samples are too few");
    make_case(&made, CASE_INPUTS + 2, 0.1, 1);
    routh_gp *gp;
    assert_int_equal(routh_gp_train(NULL, &made.samples, NULL, &gp), ROUTH_OK);
    routh_gp_release(NULL, gp);
}

static void odd_shapes(void **state) {
    (void)state;
    make_case(&made, 50, 0.1, 1);
    made.samples.inputs = 0;
    expect(NULL, ROUTH_BAD_ARGUMENT, "0 inputs");
    made.samples.inputs = ROUTH_GP_MOST_INPUTS + 1;
    expect(NULL, ROUTH_BAD_ARGUMENT, "33 inputs");
    make_case(&made, 50, 0.1, 1);
    made.samples.outputs = 0;
    expect(NULL, ROUTH_BAD_ARGUMENT, "at least one output");
    make_case(&made, 50, 0.1, 1);
    made.samples.input = NULL;
    expect(NULL, ROUTH_BAD_ARGUMENT, "needs samples");
}

static void constant_columns(void **state) {
    (void)state;
    make_case(&made, 50, 0.1, 1);
    for (size_t i = 0; i < 50; i++)
        made.input[i * CASE_INPUTS + 1] = 0.1; /* whose mean rounds */
    expect(NULL, ROUTH_BAD_ARGUMENT, "input 2 is 0.1 in all 50 samples");
    for (size_t i = 0; i < 50; i++)
        made.input[i * CASE_INPUTS + 1] = 0;
    expect(NULL, ROUTH_BAD_ARGUMENT, "input 2 is 0 in all 50 samples");
    make_case(&made, 50, 0.1, 1);
    for (size_t i = 0; i < 50; i++)
        made.output[i * CASE_OUTPUTS + 1] = -3e5;
    expect(NULL, ROUTH_BAD_ARGUMENT, "output 2 is -300000 in all 50 samples");
}

static void numbers_that_are_not_finite(void **state) {
    (void)state;
    make_case(&made, 50, 0.1, 1);
    made.input[7 * CASE_INPUTS + 2] = NAN;
    expect(NULL, ROUTH_NOT_FINITE, "input 3 of sample 8 is nan, not finite");
    make_case(&made, 50, 0.1, 1);
    made.output[49 * CASE_OUTPUTS] = -INFINITY;
    expect(NULL, ROUTH_NOT_FINITE, "output 1 of sample 50 is -inf, not finite");
}

/* Hours are refused before the first second. */
static void more_work_than_anyone_waits_for(void **state) {
    (void)state;
    routh_context context = routh_context_default();
    routh_gp_options options = routh_gp_options_default();
    assert_int_equal(routh_gp_check_work(&context, &options, 250000, 3), ROUTH_OK);
    options.inducing = 5000;
    assert_int_equal(routh_gp_check_work(&context, &options, 250000, 3), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "may be 3e+11; use fewer inducing points"));
    options.most_exact = 20000;
    assert_int_equal(routh_gp_check_work(&context, &options, 4600, 3), ROUTH_OK);
    assert_int_equal(routh_gp_check_work(&context, &options, 8000, 1), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "8000 samples, 1 outputs: samples cubed × outputs may be 3e+11"));
}

static void options_outside_their_ranges(void **state) {
    (void)state;
    make_case(&made, 50, 0.1, 1);
    routh_gp_options options = routh_gp_options_default();
    options.starts = 0;
    expect(&options, ROUTH_BAD_ARGUMENT, "0 starts");
    options = routh_gp_options_default();
    options.evaluations = 0;
    expect(&options, ROUTH_BAD_ARGUMENT, "0 evaluations");
    options = routh_gp_options_default();
    options.tolerance = 0;
    expect(&options, ROUTH_BAD_ARGUMENT, "tolerance 0");
    options = routh_gp_options_default();
    options.inducing = 0;
    expect(&options, ROUTH_BAD_ARGUMENT, "inducing point");
    options = routh_gp_options_default();
    options.low.length[3] = 0;
    expect(&options, ROUTH_BAD_ARGUMENT, "length4 is 0");
    options = routh_gp_options_default();
    options.high.noise = NAN;
    expect(&options, ROUTH_NOT_FINITE, "noise is nan");
    options = routh_gp_options_default();
    options.start.signal = 1e6;
    expect(&options, ROUTH_BAD_ARGUMENT, "start signal 1e+06 is not between its bounds, 0.01 … 100");
}

static void parameters_that_are_not_positive(void **state) {
    (void)state;
    routh_gp_parameters p[CASE_OUTPUTS] = {some_parameters(), some_parameters()};
    routh_context context = routh_context_default();
    routh_gp *gp = NULL;
    make_case(&made, 50, 0.1, 1);
    p[1].length[2] = -1;
    assert_int_equal(routh_gp_condition(&context, &made.samples, p, NULL, &gp), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "length3 is -1"));
    routh_gp_likelihood *likelihood = NULL;
    assert_int_equal(routh_gp_likelihood_create(&context, &made.samples, 2, NULL, &likelihood), ROUTH_BAD_ARGUMENT);
    assert_string_equal(context.message, "there is no output 3: the samples have 2");
}

/* Every sample twice says as much as every sample once with a noise smaller by √2. */
static void samples_twice_are_samples_with_less_noise(void **state) {
    (void)state;
    enum { N = 40 };
    routh_gp_parameters p[CASE_OUTPUTS] = {some_parameters(), some_parameters()};
    double mean[2][N * CASE_OUTPUTS], deviation[2][N * CASE_OUTPUTS];
    static gp_case test;
    make_case(&test, N, 0, 2);
    for (size_t times = 1; times <= 2; times++) {
        routh_gp *gp;
        make_case(&made, N, 0.1, 1);
        memcpy(made.input + N * CASE_INPUTS, made.input, N * CASE_INPUTS * sizeof *made.input);
        memcpy(made.output + N * CASE_OUTPUTS, made.output, N * CASE_OUTPUTS * sizeof *made.output);
        made.samples.count = N * times;
        p[0].noise = p[1].noise = 0.2 * sqrt((double)times);
        assert_int_equal(routh_gp_condition(NULL, &made.samples, p, NULL, &gp), ROUTH_OK);
        assert_true(routh_gp_fit_of(gp, 0)->jitter == 0);
        assert_int_equal(routh_gp_predict(NULL, gp, N, test.input, mean[times - 1], deviation[times - 1]), ROUTH_OK);
        routh_gp_release(NULL, gp);
        assert_int_equal(routh_gp_train(NULL, &made.samples, NULL, &gp), ROUTH_OK);
        routh_gp_release(NULL, gp);
    }
    for (size_t i = 0; i < N * CASE_OUTPUTS; i++) {
        assert_close(mean[1][i], mean[0][i], 1e-10);
        assert_close(deviation[1][i], deviation[0][i], 1e-10);
    }
}

SUBJECT(gp_bad_input) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(too_few_samples),
        cmocka_unit_test(odd_shapes),
        cmocka_unit_test(constant_columns),
        cmocka_unit_test(numbers_that_are_not_finite),
        cmocka_unit_test(more_work_than_anyone_waits_for),
        cmocka_unit_test(options_outside_their_ranges),
        cmocka_unit_test(parameters_that_are_not_positive),
        cmocka_unit_test(samples_twice_are_samples_with_less_noise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
