/* Samples drawn from a Gaussian process: the intervals that a trained model promises hold what they should.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../subject.h"
#include "gp_cases.h"

enum { TRAIN = 150, TEST = 150, ALL = TRAIN + TEST, INPUTS = 2, DRAWS = 12 };

static double input[ALL * INPUTS], output[ALL];

/* y = L z + noise with the textbook's factor of the kernel matrix of all inputs. */
static void draw(uint64_t seed) {
    routh_gp_parameters p = routh_gp_parameters_default();
    double z[ALL];
    p.signal = 2;
    p.noise = 1e-3; /* keeps the factor regular */
    p.length[0] = 0.8;
    p.length[1] = 1.5;
    routh_random random = routh_random_seed(seed, 2);
    for (size_t i = 0; i < ALL; i++) {
        input[2 * i] = routh_random_uniform(&random, -2, 2);
        input[2 * i + 1] = routh_random_uniform(&random, -2, 2);
        z[i] = routh_random_normal(&random);
        output[i] = z[i]; /* only to have some */
    }
    const routh_gp_samples samples = {ALL, INPUTS, 1, input, output};
    textbook book = textbook_make(&samples, 0, &p);
    for (size_t i = 0; i < ALL; i++) {
        output[i] = 0.3 * routh_random_normal(&random);
        for (size_t j = 0; j <= i; j++)
            output[i] += book.l[i * ALL + j] * z[j];
    }
    textbook_free(&book);
}

/* Of 1800 tests a share of 95 % has a standard deviation of 0.5 % if they were independent, and f ties neighbours
 * together, so about four of these are allowed; likewise for the others. */
static void intervals_hold_what_they_promise(void **state) {
    (void)state;
    const double level[3] = {0.5, 0.9, 0.95}, quantile[3] = {0.674490, 1.644854, 1.959964};
    const double allowed[3] = {0.05, 0.03, 0.022};
    double inside[3] = {0}, left_out[3] = {0}, mean[TEST], deviation[TEST], residual[TRAIN], spread[TRAIN];
    for (uint64_t d = 0; d < DRAWS; d++) {
        draw(d);
        const routh_gp_samples samples = {TRAIN, INPUTS, 1, input, output};
        routh_gp *gp;
        assert_int_equal(routh_gp_train(NULL, &samples, NULL, &gp), ROUTH_OK);
        assert_int_equal(routh_gp_predict(NULL, gp, TEST, input + TRAIN * INPUTS, mean, deviation), ROUTH_OK);
        routh_gp_leave_one_out(gp, residual, spread);
        for (size_t i = 0; i < TEST; i++) {
            const double wide = hypot(deviation[i], routh_gp_noise(gp, 0));
            for (int l = 0; l < 3; l++) {
                inside[l] += fabs(output[TRAIN + i] - mean[i]) < quantile[l] * wide;
                left_out[l] += fabs(residual[i]) < quantile[l] * spread[i];
            }
        }
        routh_gp_release(NULL, gp);
    }
    for (int l = 0; l < 3; l++) {
        assert_close(inside[l] / (TEST * DRAWS), level[l], allowed[l]);
        assert_close(left_out[l] / (TRAIN * DRAWS), level[l], allowed[l]);
    }
}

SUBJECT(gp_coverage) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(intervals_hold_what_they_promise)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
