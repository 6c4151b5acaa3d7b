/* Hyper-parameters that few samples allow: do the points stand for the posterior, and do deviations then hold?
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../effort.h"
#include "../subject.h"
#include "gp_cases.h"

enum { INPUTS = 3, VARIABLES = INPUTS + 2, MOST = 400 };

static double input[MOST * INPUTS], output[MOST];

/* A smooth function with a bend, and noise that is not normal: uniform, of deviation 0.1. */
static void draw(uint64_t seed, size_t count) {
    routh_random random = routh_random_seed(seed, 11);
    for (size_t i = 0; i < count; i++) {
        double *const x = input + i * INPUTS;
        for (int k = 0; k < INPUTS; k++)
            x[k] = routh_random_uniform(&random, -1, 1);
        output[i] = tanh(3 * x[0]) + 0.5 * x[1] * x[1] - 0.7 * x[0] * x[2] +
                    0.1 * sqrt(3) * routh_random_uniform(&random, -1, 1);
    }
}

static routh_gp *train(size_t count) {
    const routh_gp_samples samples = {count, INPUTS, 1, input, output};
    routh_gp *gp = NULL;
    assert_int_equal(routh_gp_train(NULL, &samples, NULL, &gp), ROUTH_OK);
    return gp;
}

/* Minus the gradient of the log posterior by the logarithms. The prior again from its description: normal around 1, 0.3
 * and 2 with deviations 1, 2 and 1.5. */
static void slope(routh_gp_likelihood *likelihood, const double *x, double *gradient) {
    static const double centre[] = {1, 0.3, 2, 2, 2}, wide[] = {1, 2, 1.5, 1.5, 1.5};
    routh_gp_parameters p = routh_gp_parameters_default(), derivative = {0};
    for (size_t i = 0; i < VARIABLES; i++)
        *routh_gp_parameter(&p, i) = exp(x[i]);
    routh_gp_likelihood_at(likelihood, &p, &derivative);
    for (size_t i = 0; i < VARIABLES; i++)
        gradient[i] = (x[i] - log(centre[i])) / (wide[i] * wide[i]) - *routh_gp_parameter(&derivative, i);
}

/* With many samples the posterior is nearly normal: the weighted squares of the points are the inverse of its curvature,
 * so that the trace of their product is the number of hyper-parameters. */
static void points_have_the_posteriors_covariance(void **state) {
    (void)state;
    enum { N = 200 };
    draw(1, N);
    routh_gp *gp = train(N);
    assert_int_equal(gp->alternatives, 2 * VARIABLES + 1);
    const routh_gp_samples samples = {N, INPUTS, 1, input, output};
    routh_gp_likelihood *likelihood = NULL;
    assert_int_equal(routh_gp_likelihood_create(NULL, &samples, 0, NULL, &likelihood), ROUTH_OK);
    double x[VARIABLES], above[VARIABLES], below[VARIABLES], trace = 0, weights = 0;
    routh_gp_parameters centre = gp->alternative[0]->part[0].fit.parameters;
    for (size_t k = 0; k < VARIABLES; k++) {
        for (size_t i = 0; i < VARIABLES; i++)
            x[i] = log(*routh_gp_parameter(&centre, i));
        x[k] += 1e-3;
        slope(likelihood, x, above);
        x[k] -= 2e-3;
        slope(likelihood, x, below);
        for (size_t j = 0; j < gp->alternatives; j++) {
            routh_gp_parameters p = gp->alternative[j]->part[0].fit.parameters;
            const double step = log(*routh_gp_parameter(&p, k) / *routh_gp_parameter(&centre, k));
            for (size_t i = 0; i < VARIABLES; i++) {
                const double other = log(*routh_gp_parameter(&p, i) / *routh_gp_parameter(&centre, i));
                trace += routh_gp_alternative_weight(gp, j) * step * other * (above[i] - below[i]) / 2e-3;
            }
        }
    }
    for (size_t j = 0; j < gp->alternatives; j++)
        weights += routh_gp_alternative_weight(gp, j);
    assert_close(weights, 1, 1e-12);
    assert_close(trace / VARIABLES, 1, 0.3); /* a step is right to 15 %, and sides differ */
    routh_gp_likelihood_release(NULL, likelihood);
    routh_gp_release(NULL, gp);
}

/* The textbook's model without sample `out`, and what it says of it. */
static void textbook_without(const routh_gp_samples *samples, const routh_gp_parameters *p, size_t out, double *off,
                             double *variance, double *log_likelihood) {
    textbook book = textbook_make(samples, 0, p);
    double point[INPUTS], mean;
    memcpy(point, book.x + out * INPUTS, sizeof point);
    const double y = book.y[out];
    const size_t rest = samples->count - 1 - out;
    memmove(book.x + out * INPUTS, book.x + (out + 1) * INPUTS, rest * INPUTS * sizeof *book.x);
    memmove(book.y + out, book.y + out + 1, rest * sizeof *book.y);
    book.count--;
    textbook_condition(&book);
    textbook_predict(&book, point, &mean, variance);
    *off = book.scale_y * (y - mean);
    *variance = book.scale_y * book.scale_y * (*variance + p->noise * p->noise);
    *log_likelihood = book.log_likelihood;
    textbook_free(&book);
}

/* Without sample i, a point's weight changes by the likelihood of the others ÷ that of all: brute force. */
static void leaving_one_out_is_never_having_seen_it(void **state) {
    (void)state;
    enum { N = 18 };
    draw(2, N);
    routh_gp *gp = train(N);
    const routh_gp_samples samples = {N, INPUTS, 1, input, output};
    double residual[N], deviation[N];
    routh_gp_leave_one_out_measured(gp, residual, deviation);
    for (size_t i = 0; i < N; i++) {
        double sum = 0, mean = 0, square = 0, first = 0;
        for (size_t j = 0; j < gp->alternatives; j++) {
            const routh_gp_parameters *p = &gp->alternative[j]->part[0].fit.parameters;
            double off, variance, others;
            textbook_without(&samples, p, i, &off, &variance, &others);
            const double change = others - gp->alternative[j]->part[0].fit.log_likelihood;
            first = j == 0 ? change : first;
            const double weight = routh_gp_alternative_weight(gp, j) * exp(change - first);
            sum += weight;
            mean += weight * off;
            square += weight * (variance + off * off);
        }
        mean /= sum;
        assert_close(residual[i], mean, 1e-6);
        assert_close(deviation[i], sqrt(square / sum - mean * mean), 1e-6);
    }
    routh_gp_release(NULL, gp);
}

/* Share of new measurements within ± 1.96 deviations, with the alternatives and with the likeliest hyper-parameters. */
static void coverage_of(size_t count, size_t draws, double *with, double *alone) {
    enum { TEST = 40 };
    double mean[TEST], measured[TEST], deviation[TEST];
    *with = *alone = 0;
    for (size_t d = 0; d < draws; d++) {
        draw(100 + d, count + TEST);
        routh_gp *gp = train(count);
        const double *at = input + count * INPUTS, share = 1 / (double)(TEST * draws);
        assert_int_equal(routh_gp_predict(NULL, gp, TEST, at, mean, deviation), ROUTH_OK);
        for (size_t i = 0; i < TEST; i++)
            *alone += share * (fabs(output[count + i] - mean[i]) < 1.96 * hypot(deviation[i], routh_gp_noise(gp, 0)));
        assert_int_equal(routh_gp_predict_measured(NULL, gp, TEST, at, measured, deviation), ROUTH_OK);
        for (size_t i = 0; i < TEST; i++) {
            assert_close(measured[i], mean[i], 0); /* the mean is the same to the last bit */
            *with += share * (fabs(output[count + i] - mean[i]) < 1.96 * deviation[i]);
        }
        routh_gp_release(NULL, gp);
    }
}

static void few_samples_know_what_they_do_not_know(void **state) {
    (void)state;
    static const size_t counts[] = {8, 12, 20, 40, 120};
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        double with, alone;
        coverage_of(counts[c], effort(10, 30, 200), &with, &alone);
        print_message("%3zu samples: 95 %% intervals hold %.1f %%, with the likeliest hyper-parameters alone %.1f %%\n",
                      counts[c], 100 * with, 100 * alone);
        assert_true(with > 0.88 && with < 0.995); /* 30 draws of 40 that share a model vary by 2 % */
        assert_true(counts[c] > 20 || alone < with - 0.05);
    }
}

/* Given hyper-parameters, and those of many samples, are taken as known. */
static void many_samples_have_no_alternatives(void **state) {
    (void)state;
    draw(3, 201);
    routh_gp *gp = train(201), *given = NULL;
    assert_int_equal(gp->alternatives, 0);
    const routh_gp_samples samples = {50, INPUTS, 1, input, output};
    const routh_gp_parameters p = routh_gp_parameters_default();
    assert_int_equal(routh_gp_condition(NULL, &samples, &p, NULL, &given), ROUTH_OK);
    assert_int_equal(given->alternatives, 0);
    routh_gp_release(NULL, gp);
    routh_gp_release(NULL, given);
}

SUBJECT(gp_alternatives) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_have_the_posteriors_covariance),
        cmocka_unit_test(leaving_one_out_is_never_having_seen_it),
        cmocka_unit_test(few_samples_know_what_they_do_not_know),
        cmocka_unit_test(many_samples_have_no_alternatives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
