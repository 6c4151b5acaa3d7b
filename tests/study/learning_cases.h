/* Impacts whose truth is known, for tests of learning. Include after cmocka.h.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_LEARNING_CASES_H
#define ROUTH_TESTS_LEARNING_CASES_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <routh/routh.h>

#include "impact/impact.h"
#include "study/learning.h"

/* What the ground does in the tests beyond Wang–Mason with μ = 0.18, ε = 0.53. */
typedef struct ground {
    double friction; /* μ grows by this with every m/s of incident slip, but is never below 0 */
    double couple;   /* times m k |v_n| tanh v_t, k the radius of gyration: against the slip, beyond any impulse */
    double noise;    /* deviation of the velocities after, m/s, of ω in units of k */
} ground;

/* `count` drops of the published ellipse on that ground. Nothing but what comes after is noisy. Release with free. */
static inline routh_sample *drops_on(ground g, size_t count, uint64_t seed) {
    const routh_law *law = routh_law_find(NULL, "wang-mason");
    routh_impact_generator drops = routh_impact_generator_default();
    routh_impact *impact = malloc(count * sizeof *impact);
    routh_sample *sample = malloc(count * sizeof *sample);
    routh_random random = routh_random_seed(seed, 7);
    assert_true(impact && sample);
    drops.seed = seed;
    assert_int_equal(routh_impacts_generate(NULL, &drops, count, impact), ROUTH_OK);
    for (size_t i = 0; i < count; i++) {
        const routh_impact *b = &impact[i];
        const double gyration = sqrt(b->inertia / b->mass);
        double parameters[ROUTH_MAX_PARAMETERS];
        routh_contact contact;
        assert_int_equal(routh_contact_of(NULL, b, &contact), ROUTH_OK);
        routh_law_parameters(law, fmax(0, 0.18 + g.friction * fabs(contact.vt)), 0.53, parameters);
        const routh_impulse p = routh_law_impulse(law, &contact, parameters);
        const double couple = -g.couple * b->mass * gyration * fabs(contact.vn) * tanh(contact.vt);
        routh_velocity after = routh_impact_after(b, p.pt, p.pn, couple);
        after.vx += g.noise * routh_random_normal(&random);
        after.vy += g.noise * routh_random_normal(&random);
        after.omega += g.noise / gyration * routh_random_normal(&random);
        assert_int_equal(routh_sample_of(NULL, b, after, &sample[i]), ROUTH_OK);
        sample[i].record = i;
    }
    free(impact);
    return sample;
}

/* Few sizes, few draws, few evaluations: seconds, also under sanitizers. */
static inline routh_learning_options quick_options(const size_t *sizes, size_t size_count, size_t draws) {
    routh_learning_options options = routh_learning_options_default();
    options.sizes = sizes;
    options.size_count = size_count;
    options.draws = options.last_draws = draws;
    options.gp.evaluations = 60;
    return options;
}

/* Learns beside Wang–Mason, Mirtich and Whittaker. */
static inline routh_status learn(routh_context *context, const routh_sample *samples, size_t count,
                                 const routh_learning_options *options, routh_learning *learning) {
    const routh_law *const laws[] = {routh_law_find(NULL, "wang-mason"), routh_law_find(NULL, "mirtich"),
                                     routh_law_find(NULL, "whittaker")};
    const routh_fit_options ensemble = routh_fit_options_default();
    return routh_learning_run(context, samples, count, NULL, laws, 3, &ensemble, options, learning);
}

static inline const routh_contestant *contestant(const routh_learning *learning, const char *name) {
    for (size_t i = 0; i < learning->count; i++)
        if (strcmp(learning->contestant[i].name, name) == 0)
            return &learning->contestant[i];
    fail_msg("no contestant %s", name);
    return NULL;
}

#endif
