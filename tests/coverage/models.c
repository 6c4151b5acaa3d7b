/* Learned models and published rebounds.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "coverage.h"
#include "study/internal.h"

enum { MOST_ROWS = 200 };

/* Trained on every other impact; each prediction is a claim about what is then measured. */
static void run_model(const coverage_world *world, uint64_t seed, coverage_claims *claims) {
    routh_context context = routh_context_default();
    routh_dataset dataset;
    routh_sample *samples = NULL;
    routh_model *model = NULL;
    size_t count = 0, train[MOST_ROWS], trained = 0;
    routh_model_options options = routh_model_options_default();
    options.gp.starts = 1;
    options.gp.seed = seed;
    context.threads = 1;
    world_impacts(world, seed, &dataset);
    routh_status status = routh_samples_of(&context, &dataset, ROUTH_AS_RECORDED, &samples, &count, NULL);
    for (size_t i = 0; i < count && trained < MOST_ROWS; i += 2)
        train[trained++] = i;
    if (status == ROUTH_OK)
        status = routh_model_train(&context, samples, train, trained, &options, &model);
    for (size_t i = 1; i < count && status == ROUTH_OK; i += 2) {
        routh_prediction p;
        status = routh_model_predict(&context, model, 1, &samples[i].impact, NULL, NULL, &p);
        const double truth[] = {samples[i].after.vx, samples[i].after.vy, samples[i].after.omega};
        const double value[] = {p.after.vx, p.after.vy, p.after.omega};
        for (int k = 0; k < 3 && status == ROUTH_OK; k++)
            claim_add(claims, k, truth[k], value[k], p.after_sd[k], value[k] - p.after_interval[k],
                      value[k] + p.after_interval[k]);
    }
    for (int k = 0; k < 3 && status != ROUTH_OK; k++)
        claim_refuse(claims, k, context.message);
    routh_model_release(&context, model);
    routh_samples_release(&context, samples);
    routh_dataset_release(&context, &dataset);
}

/* Rows as a paper prints them: three quantities, angles of incidence between 4° and 75°. Each seed has angles of its own:
 * with the same ones, rounded numbers would be the same in every seed. */
static routh_status world_rebounds(const coverage_world *world, uint64_t seed, routh_rebounds *rebounds) {
    static const double deviation[] = {0.02, 15, 0.01}; /* rad, rad/s, 1 */
    double parameters[ROUTH_MAX_PARAMETERS];
    const routh_law *law = world_law(world, parameters);
    instrument with = instrument_of(world, seed, 0);
    routh_random random = routh_random_seed(world_seed(world, seed), 1);
    routh_status status = ROUTH_OK;
    for (size_t i = 0; i < rebounds->count && status == ROUTH_OK; i++) {
        routh_rebound *row = &rebounds->rebound[i];
        row->quantity = (routh_rebound_quantity)(i % ROUTH_REBOUND_QUANTITIES);
        const double place = ((double)i + routh_random_uniform(&random, 0, 1)) / (double)rebounds->count;
        row->incidence = (4 + 71 * place) * acos(-1) / 180;
        status = routh_rebound_predict(NULL, rebounds, law, parameters, row, &row->value);
        row->value = measured(&with, (int)row->quantity, row->value, deviation[row->quantity] * world->size);
    }
    return status;
}

static void run_rebounds(const coverage_world *world, uint64_t seed, coverage_claims *claims) {
    routh_context context = routh_context_default();
    routh_rebound row[MOST_ROWS];
    routh_rebounds rebounds = {
        .name = "rebounds", .radius = 0.0025, .speed = 3.9, .count = world->count, .rebound = row};
    double truth[ROUTH_MAX_PARAMETERS];
    const routh_law *law = world_law(world, truth);
    routh_rebound_study study;
    routh_rebound_options options = routh_rebound_options_default();
    options.laws = &law;
    options.law_count = 1;
    options.resamples = 100;
    options.seed = seed;
    context.threads = 1;
    routh_status status = world_rebounds(world, seed, &rebounds);
    if (status == ROUTH_OK)
        status = routh_rebound_study_run(&context, &rebounds, &options, &study);
    for (int j = 0; j < law->parameter_count; j++) {
        const char *name = law->parameter[j].name;
        const int q = strcmp(name, "mu") == 0 ? 0 : strcmp(name, "eps") == 0 ? 1 : 2;
        if (status != ROUTH_OK) {
            claim_refuse(claims, q, context.message);
            continue;
        }
        const routh_interval *interval = &study.law[0].interval[j];
        claim_add(claims, q, truth[j], study.law[0].parameters[j], interval->deviation, interval->low, interval->high);
    }
    if (status == ROUTH_OK)
        routh_rebound_study_release(&context, &study);
}

const coverage_estimator estimators_of_models[] = {
    {"model", "velocities that a learned wrench predicts", {"vx", "vy", "omega"}, IMPACTS, 20, true, run_model},
    {"rebounds", "parameters from published rebounds", {"mu", "eps", "further"}, REBOUNDS, 20, false, run_rebounds},
    {0},
};
