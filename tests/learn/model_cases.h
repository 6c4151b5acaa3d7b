/* What the tests of models share: impacts of a law, and calls that must succeed.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_MODEL_MODEL_CASES_H
#define ROUTH_TESTS_MODEL_MODEL_CASES_H

#include "../fit/generated.h"
#include "../on_threads.h"

/* The call with a context of its own in front, whose message is shown when it fails. */
#define assert_ok_to(call, ...)                                                                                        \
    do {                                                                                                               \
        routh_context local = routh_context_default();                                                                 \
        if (call(&local, __VA_ARGS__) != ROUTH_OK)                                                                     \
            fail_msg(#call ": %s", local.message);                                                                     \
    } while (0)

static inline const routh_law *wang_mason(void) {
    return routh_law_find(NULL, "wang-mason");
}

/* About as noisy as the published recording. */
static inline generated noisy_drops(size_t count, uint64_t seed) {
    return generate(wang_mason(), (const double[]){0.18, 0.53}, count, (noise){0.02, 0.5}, seed);
}

/* One start each: these tests are not about the search. */
static inline routh_model_options options_for(routh_model_kind kind) {
    routh_model_options options = routh_model_options_default();
    options.kind = kind;
    options.gp.starts = 1;
    return options;
}

static inline routh_model *train_on_threads(int threads, const generated *made, const routh_model_options *options) {
    routh_context context = on_threads(threads);
    routh_model *model = NULL;
    if (routh_model_train(&context, made->sample, NULL, made->count, options, &model) != ROUTH_OK)
        fail_msg("routh_model_train: %s", context.message);
    return model;
}

static inline routh_model *train_on_all(const generated *made, const routh_model_options *options) {
    return train_on_threads(0, made, options);
}

static inline routh_prediction *predictions(const routh_model *model, const generated *made, int threads) {
    routh_impact *impact = calloc(made->count, sizeof *impact);
    routh_prediction *said = calloc(made->count, sizeof *said);
    assert_non_null(impact);
    assert_non_null(said);
    for (size_t i = 0; i < made->count; i++)
        impact[i] = made->sample[i].impact;
    routh_context context = on_threads(threads);
    if (routh_model_predict(&context, model, made->count, impact, NULL, NULL, said) != ROUTH_OK)
        fail_msg("routh_model_predict: %s", context.message);
    free(impact);
    return said;
}

/* Mean distance from the measured velocities, m/s. */
static inline double mean_error(const generated *made, const routh_prediction *said) {
    double sum = 0;
    for (size_t i = 0; i < made->count; i++)
        sum += routh_impact_error(ROUTH_VELOCITY, &made->sample[i].impact, said[i].after, made->sample[i].after);
    return sum / (double)made->count;
}

#endif
