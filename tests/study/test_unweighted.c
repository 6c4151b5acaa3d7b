/* The unweighted metric and the sum of norms against brute force; a law without numbers.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <routh/routh.h>

#include "../subject.h"

static routh_dataset generated(size_t count, uint64_t seed) {
    routh_dataset_generator recording = routh_dataset_generator_default();
    routh_dataset dataset;
    recording.drops.seed = seed;
    assert_int_equal(routh_dataset_generate(NULL, &recording, count, &dataset), ROUTH_OK);
    return dataset;
}

/* |Δv − M⁻¹JᵀP|² is quadratic in P: three equations solved by normal equations, without what the library does. */
static void unweighted_impulse_is_least_squares(void **state) {
    (void)state;
    routh_dataset dataset = generated(50, 3);
    routh_sample *sample;
    size_t count;
    assert_int_equal(routh_samples_of(NULL, &dataset, ROUTH_AS_RECORDED, &sample, &count, NULL), ROUTH_OK);
    for (size_t i = 0; i < count; i++) {
        const routh_impact *k = &sample[i].impact;
        const double row[3][2] = {{1 / k->mass, 0}, {0, 1 / k->mass}, {-k->ry / k->inertia, k->rx / k->inertia}};
        const double change[3] = {sample[i].after.vx - k->vx, sample[i].after.vy - k->vy,
                                  sample[i].after.omega - k->omega};
        double a = 0, b = 0, d = 0, f = 0, g = 0;
        for (int r = 0; r < 3; r++) {
            a += row[r][0] * row[r][0];
            b += row[r][0] * row[r][1];
            d += row[r][1] * row[r][1];
            f += row[r][0] * change[r];
            g += row[r][1] * change[r];
        }
        const double pt = (d * f - b * g) / (a * d - b * b), pn = (a * g - b * f) / (a * d - b * b);
        const double size = hypot(pt, pn);
        assert_true(fabs(sample[i].measured[ROUTH_UNWEIGHTED].pt - (pt)) <= 1e-9 * size);
        assert_true(fabs(sample[i].measured[ROUTH_UNWEIGHTED].pn - (pn)) <= 1e-9 * size);
    }
    routh_samples_release(NULL, sample);
    routh_dataset_release(NULL, &dataset);
}

static double sum_of_norms(const routh_law *law, const double *parameters, const routh_sample *sample, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        routh_outcome p;
        assert_int_equal(routh_law_solve(law, parameters, &sample[i].contact, &p), ROUTH_OK);
        const routh_point *measured = &sample[i].measured[ROUTH_UNWEIGHTED];
        sum += hypot(p.pt - measured->pt, p.pn - measured->pn);
    }
    return sum / (double)count;
}

/* No point of a fine grid is lower, and a grid point beside the fit costs about as much. */
static void norms_find_the_least_sum(void **state) {
    (void)state;
    routh_dataset dataset = generated(60, 8);
    const routh_law *law = routh_law_find(NULL, "wang-mason");
    routh_fit_options options = routh_fit_options_default();
    routh_estimate fit;
    routh_sample *sample;
    size_t count;
    options.norms = true;
    options.metric = ROUTH_UNWEIGHTED;
    assert_int_equal(routh_samples_of(NULL, &dataset, ROUTH_AS_RECORDED, &sample, &count, NULL), ROUTH_OK);
    assert_int_equal(routh_law_fit(NULL, law, sample, NULL, count, &options, &fit), ROUTH_OK);
    assert_true(fabs(fit.cost - sum_of_norms(law, fit.parameters, sample, count)) <= 1e-12 + 1e-9 * fit.cost);
    double least = INFINITY;
    for (int i = 0; i <= 200; i++)
        for (int j = 0; j <= 100; j++) {
            const double parameters[] = {0.005 * i, 0.01 * j};
            least = fmin(least, sum_of_norms(law, parameters, sample, count));
        }
    assert_true(fit.cost <= least * (1 + 1e-9));
    assert_true(fit.cost > 0.9 * least);

    options.robust = true;
    routh_context context = routh_context_default();
    assert_int_equal(routh_law_fit(&context, law, sample, NULL, count, &options, &fit), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "norms"));
    routh_samples_release(NULL, sample);
    routh_dataset_release(NULL, &dataset);
}

/* A law whose predictions are not numbers takes no place, not even as the first. */
static routh_impulse no_number(const routh_contact *contact, const double *parameters) {
    (void)contact;
    (void)parameters;
    return (routh_impulse){NAN, NAN, ROUTH_STICKING, 0};
}

/* Whose law it is should hear of it, rather than find a row of gaps in the tables. */
static void law_without_numbers_ends_the_study(void **state) {
    (void)state;
    routh_dataset dataset = generated(40, 1);
    routh_law broken = *routh_law_find(NULL, "frictionless");
    broken.name = "broken";
    broken.impulse = no_number;
    broken.impulses = NULL;
    const routh_law *laws[] = {routh_law_find(NULL, "wang-mason"), &broken};
    routh_study_options options = routh_study_options_default();
    const routh_frame frame = ROUTH_AS_RECORDED;
    routh_context context = routh_context_default();
    routh_study study;
    options.laws = laws;
    options.law_count = 2;
    options.k_max = 2;
    options.draws = 2;
    options.resamples = 5;
    options.surface = 5;
    assert_int_equal(routh_study_run(&context, &dataset, &frame, 1, NULL, &options, &study), ROUTH_OUT_OF_RANGE);
    assert_non_null(strstr(context.message, "broken"));
    routh_dataset_release(NULL, &dataset);
}

SUBJECT(unweighted) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unweighted_impulse_is_least_squares),
        cmocka_unit_test(norms_find_the_least_sum),
        cmocka_unit_test(law_without_numbers_ends_the_study),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
