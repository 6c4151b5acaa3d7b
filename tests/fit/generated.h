/* Samples of which the truth is known: ellipse drops under a law, with measurement noise or without.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_IDENTIFY_GENERATED_H
#define ROUTH_TESTS_IDENTIFY_GENERATED_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <routh/routh.h>

#include "fit/fit.h"
#include "impact/impact.h"

typedef struct noise {
    double velocity, spin; /* standard deviations before and after, m/s and rad/s */
} noise;

typedef struct generated {
    routh_sample *sample;
    size_t count;
} generated;

/* Impacts that the noise turns into separating ones are left out. */
static inline generated generate(const routh_law *law, const double *parameters, size_t count, noise level,
                                 uint64_t seed) {
    routh_impact_generator drops = routh_impact_generator_default();
    drops.seed = seed;
    routh_impact *impact = calloc(count, sizeof *impact);
    generated made = {.sample = calloc(count, sizeof(routh_sample))};
    assert_non_null(impact);
    assert_non_null(made.sample);
    assert_int_equal(routh_impacts_generate(NULL, &drops, count, impact), ROUTH_OK);
    routh_random random = routh_random_seed(seed, 1);
    for (size_t i = 0; i < count; i++) {
        routh_contact contact;
        assert_int_equal(routh_contact_of(NULL, &impact[i], &contact), ROUTH_OK);
        const routh_impulse p = routh_law_impulse(law, &contact, parameters);
        routh_velocity after = routh_impact_after(&impact[i], p.pt, p.pn, p.couple);
        double *const velocities[] = {&impact[i].vx, &impact[i].vy, &after.vx, &after.vy};
        double *const spins[] = {&impact[i].omega, &after.omega};
        for (int j = 0; j < 4; j++)
            *velocities[j] += level.velocity * routh_random_normal(&random);
        for (int j = 0; j < 2; j++)
            *spins[j] += level.spin * routh_random_normal(&random);
        if (routh_sample_of(NULL, &impact[i], after, &made.sample[made.count]) == ROUTH_OK)
            made.sample[made.count++].record = i;
    }
    free(impact);
    return made;
}

static inline void forget(generated *made) {
    free(made->sample);
    *made = (generated){0};
}

static inline routh_ensemble *ensemble_for(size_t count) {
    routh_ensemble *ensemble = NULL;
    assert_int_equal(routh_ensemble_create(NULL, count, &ensemble), ROUTH_OK);
    return ensemble;
}

static inline routh_estimate fit_all(const routh_law *law, const generated *made, const routh_fit_options *options) {
    routh_ensemble *ensemble = ensemble_for(made->count);
    routh_estimate fit;
    assert_int_equal(routh_ensemble_fit(NULL, law, made->sample, NULL, made->count, options, ensemble, &fit), ROUTH_OK);
    routh_ensemble_release(NULL, ensemble);
    return fit;
}

static inline void assert_near(double a, double b, double tolerance) {
    if (!(fabs(a - b) <= tolerance))
        print_error("%.17g and %.17g differ by %.3g, more than %.3g\n", a, b, fabs(a - b), tolerance);
    assert_true(fabs(a - b) <= tolerance);
}

#endif
