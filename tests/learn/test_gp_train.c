/* Training: it ends at an optimum, finds what the samples were made with, and is the same for any number of threads.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <cblas.h>

#include "../effort.h"
#include "../ledger.h"
#include "../on_threads.h"
#include "../subject.h"
#include "gp_cases.h"
#include "learn/gp.h"

static gp_case made, test;

static routh_gp *trained_on(int threads, const routh_gp_options *options) {
    routh_context context = on_threads(threads);
    routh_gp *gp;
    assert_int_equal(routh_gp_train(&context, &made.samples, options, &gp), ROUTH_OK);
    return gp;
}

static routh_gp *trained(const routh_gp_options *options) {
    return trained_on(0, options);
}

static void it_ends_where_the_likelihood_is_flat_and_highest(void **state) {
    (void)state;
    make_case(&made, 250, 0.1, 1);
    routh_gp *gp = trained(NULL);
    for (size_t o = 0; o < CASE_OUTPUTS; o++) {
        const routh_model_output *fit = routh_gp_fit_of(gp, o);
        routh_gp_likelihood *likelihood;
        routh_gp_parameters gradient;
        assert_int_equal(routh_gp_likelihood_create(NULL, &made.samples, o, NULL, &likelihood), ROUTH_OK);
        assert_close(routh_gp_likelihood_at(likelihood, &fit->parameters, &gradient), fit->log_likelihood, 1e-9);
        assert_int_equal(fit->flags & ~(unsigned)ROUTH_GP_AT_BOUND, 0);
        for (size_t i = 0; i < CASE_INPUTS + 2; i++) {
            routh_gp_parameters p = fit->parameters;
            if (*routh_gp_parameter(&p, i) >= 1000)
                continue; /* at the bound: an input that does not matter */
            assert_close(*routh_gp_parameter(&gradient, i), 0, 0.03);
            for (int sign = -1; sign <= 1; sign += 2) {
                p = fit->parameters;
                *routh_gp_parameter(&p, i) *= exp(0.1 * sign);
                assert_true(routh_gp_likelihood_at(likelihood, &p, NULL) < fit->log_likelihood);
            }
        }
        routh_gp_likelihood_release(NULL, likelihood);
    }
    routh_gp_release(NULL, gp);
}

static void it_finds_the_noise_and_which_inputs_matter(void **state) {
    (void)state;
    make_case(&made, 500, 0.1, 2);
    routh_gp *gp = trained(NULL);
    assert_close(routh_gp_noise(gp, 0), 0.1 * 4, 0.04);
    assert_close(routh_gp_noise(gp, 1), 0.1 * 1e-3, 1e-5);
    const double *first = routh_gp_fit_of(gp, 0)->parameters.length,
                 *second = routh_gp_fit_of(gp, 1)->parameters.length;
    for (int k = 0; k < 3; k++)
        assert_true(first[3] > 5 * first[k]);
    for (int k = 0; k < 2; k++)
        assert_true(second[k] > 5 * fmax(second[2], second[3]));
    routh_gp_release(NULL, gp);
}

/* Few samples first, or all of them from every start: the optimum is the same. */
static void levels_lead_to_the_same_optimum(void **state) {
    (void)state;
    routh_gp_options options = routh_gp_options_default();
    for (uint64_t seed = 3; seed < effort(4u, 4u, 6u); seed++) {
        make_case(&made, effort((size_t)250, (size_t)250, (size_t)400), 0.1, seed);
        options.coarse = 0;
        routh_gp *all = trained(&options);
        options.coarse = 100;
        routh_gp *some = trained(&options);
        for (size_t o = 0; o < CASE_OUTPUTS; o++)
            assert_close(routh_gp_fit_of(some, o)->log_likelihood, routh_gp_fit_of(all, o)->log_likelihood, 1e-3);
        routh_gp_release(NULL, all);
        routh_gp_release(NULL, some);
    }
}

static void evaluations_are_bounded_and_running_out_is_told(void **state) {
    (void)state;
    routh_gp_options options = routh_gp_options_default();
    options.coarse = 0;
    options.starts = 2;
    options.evaluations = 3;
    make_case(&made, 100, 0.1, 6);
    routh_gp *gp = trained(&options);
    assert_true(routh_gp_fit_of(gp, 0)->evaluations <= 6);
    assert_true(routh_gp_fit_of(gp, 0)->flags & ROUTH_GP_NOT_CONVERGED);
    routh_gp_release(NULL, gp);
    options = routh_gp_options_default();
    options.low.noise = 0.4;
    options.start.noise = 0.5;
    gp = trained(&options);
    assert_true(routh_gp_fit_of(gp, 0)->parameters.noise == 0.4);
    assert_int_equal(routh_gp_fit_of(gp, 0)->flags, ROUTH_GP_AT_BOUND);
    routh_gp_release(NULL, gp);
}

/* Predictions, deviations and hyper-parameters of a training on so many threads. */
typedef struct answers {
    double mean[1200 * CASE_OUTPUTS], deviation[1200 * CASE_OUTPUTS], residual[400 * CASE_OUTPUTS];
    routh_model_output fit[CASE_OUTPUTS];
} answers;

static void answer(int threads, size_t most_exact, answers *a) {
    routh_gp_options options = routh_gp_options_default();
    options.most_exact = most_exact;
    options.inducing = 60;
    options.coarse = 100;
    memset(a, 0, sizeof *a);
    routh_context context = on_threads(threads);
    routh_gp *gp = trained_on(threads, &options);
    assert_int_equal(routh_gp_predict(&context, gp, 1200, test.input, a->mean, a->deviation), ROUTH_OK);
    routh_gp_leave_one_out(gp, a->residual, NULL);
    for (size_t o = 0; o < CASE_OUTPUTS; o++)
        a->fit[o] = *routh_gp_fit_of(gp, o);
    routh_gp_release(NULL, gp);
}

/* BLAS may have as many threads as it likes, and has them back afterwards. */
static void any_number_of_threads_gives_the_same_bits(void **state) {
    (void)state;
    if (!has_threads())
        skip();
    static answers one, many;
    const int before = openblas_get_num_threads();
    make_case(&made, 400, 0.1, 7);
    make_case(&test, 1200, 0, 8);
    for (size_t most_exact = 300; most_exact <= 400; most_exact += 100) {
        openblas_set_num_threads(1);
        answer(1, most_exact, &one);
        assert_int_equal(openblas_get_num_threads(), 1);
        for (int threads = 2; threads <= 5; threads += 3) {
            openblas_set_num_threads(2);
            answer(threads, most_exact, &many);
            assert_int_equal(openblas_get_num_threads(), 2);
            assert_memory_equal(one.mean, many.mean, sizeof one.mean);
            assert_memory_equal(one.deviation, many.deviation, sizeof one.deviation);
            assert_memory_equal(one.residual, many.residual, sizeof one.residual);
            assert_memory_equal(one.fit, many.fit, sizeof one.fit);
        }
    }
    openblas_set_num_threads(before);
}

static int stop_later(const char *what, double fraction, void *user) {
    ledger *book = user;
    assert_string_equal(what, "training");
    assert_true(fraction >= 0 && fraction <= 1);
    return book->calls > 60;
}

static void it_can_be_stopped(void **state) {
    (void)state;
    routh_gp_options options = routh_gp_options_default();
    routh_gp *gp;
    options.most_exact = 50;
    make_case(&made, 100, 0.1, 8);
    for (int sparse = 0; sparse < 2; sparse++) {
        ledger book = {.budget = 1000, .calls = sparse ? 0 : 100};
        routh_context context = context_with(&book);
        context.progress = stop_later;
        options.most_exact = sparse ? 50 : 100;
        options.coarse = 20;
        assert_int_equal(routh_gp_train(&context, &made.samples, &options, &gp), ROUTH_CANCELLED);
        assert_non_null(strstr(context.message, "training"));
        assert_int_equal(book.blocks, 0);
    }
}

static void without_memory_it_fails_cleanly(void **state) {
    (void)state;
    routh_gp_options options = routh_gp_options_default();
    options.coarse = 12;
    options.inducing = 10;
    make_case(&made, 30, 0.1, 9);
    for (int sparse = 0; sparse < 2; sparse++) {
        routh_status status = ROUTH_OUT_OF_MEMORY;
        int budget = 0;
        options.most_exact = sparse ? 29 : 30;
        for (; status != ROUTH_OK; budget++) {
            ledger book = {.budget = budget};
            routh_context context = context_with(&book);
            routh_gp *gp = NULL;
            status = routh_gp_train(&context, &made.samples, &options, &gp);
            assert_true(status == ROUTH_OK || status == ROUTH_OUT_OF_MEMORY);
            assert_true(status == ROUTH_OK || strstr(context.message, "no memory"));
            book.budget = 1;
            if (status == ROUTH_OK)
                routh_gp_release(&context, gp);
            assert_int_equal(book.blocks, 0);
        }
        assert_true(budget > 20);
    }
}

SLOW_SUBJECT(gp_train) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_ends_where_the_likelihood_is_flat_and_highest),
        cmocka_unit_test(it_finds_the_noise_and_which_inputs_matter),
        cmocka_unit_test(levels_lead_to_the_same_optimum),
        cmocka_unit_test(evaluations_are_bounded_and_running_out_is_told),
        cmocka_unit_test(any_number_of_threads_gives_the_same_bits),
        cmocka_unit_test(it_can_be_stopped),
        cmocka_unit_test(without_memory_it_fails_cleanly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
