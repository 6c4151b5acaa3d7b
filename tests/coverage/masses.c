/* Mass and moment of inertia.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "coverage.h"
#include "inertia/inertia.h"

static void claim_ratio(const coverage_world *world, routh_context *context, const routh_dataset *dataset,
                        const routh_noise *noise, coverage_claims *claims) {
    routh_record *records = NULL;
    size_t count = 0;
    routh_inertia_estimate fit;
    routh_inertia_options options = routh_inertia_options_default();
    options.noise = *noise;
    options.shape = &dataset->body.shape;
    const double truth = world->mass / world_body(world).inertia;
    routh_status status = routh_records_of(context, dataset, ROUTH_AS_RECORDED, &records, &count);
    if (status == ROUTH_OK)
        status = routh_inertia_fit(context, records, count, &options, &fit);
    if (status == ROUTH_OK && isfinite(fit.standard_error[0]))
        claim_add(claims, 0, truth, fit.value[0], fit.standard_error[0], fit.low[0], fit.high[0]);
    else
        claim_refuse(claims, 0, status == ROUTH_OK ? "not determined" : context->message);
    if (status == ROUTH_OK)
        routh_inertia_estimate_release(context, &fit);
    routh_records_release(context, records);
}

/* `routh inertia --noise`: the instrument is known. */
static void run_known(const coverage_world *world, uint64_t seed, coverage_claims *claims) {
    routh_context context = routh_context_default();
    routh_dataset dataset;
    const routh_noise noise = world_noise(world);
    context.threads = 1;
    world_impacts(world, seed, &dataset);
    claim_ratio(world, &context, &dataset, &noise, claims);
    routh_dataset_release(&context, &dataset);
}

/* Trajectories, whose flights show the noise. */
static void run_flights(const coverage_world *world, uint64_t seed, coverage_claims *claims) {
    routh_context context = routh_context_default();
    routh_dataset dataset;
    routh_noise noise;
    context.threads = 1;
    world_drops(world, seed, &dataset);
    routh_status status = routh_dataset_segment(&context, NULL, &dataset);
    if (status == ROUTH_OK)
        status = routh_noise_of_flights(&context, &dataset, &noise);
    if (status == ROUTH_OK)
        claim_ratio(world, &context, &dataset, &noise, claims);
    else
        claim_refuse(claims, 0, context.message);
    routh_dataset_release(&context, &dataset);
}

/* `routh inertia --snr`: the ratio is known, and the deviations follow from the records. */
static void run_ratio(const coverage_world *world, uint64_t seed, coverage_claims *claims) {
    routh_context context = routh_context_default();
    routh_dataset dataset;
    routh_record *records = NULL;
    size_t count = 0;
    routh_noise noise;
    context.threads = 1;
    world_impacts(world, seed, &dataset);
    routh_status status = routh_records_of(&context, &dataset, ROUTH_AS_RECORDED, &records, &count);
    if (status == ROUTH_OK)
        status = routh_noise_of_snr(&context, records, count, world->size, &noise);
    if (status == ROUTH_OK)
        claim_ratio(world, &context, &dataset, &noise, claims);
    else
        claim_refuse(claims, 0, context.message);
    routh_records_release(&context, records);
    routh_dataset_release(&context, &dataset);
}

/* m and I under a known force, with an instrument ten times as good: the force adds 0.06 m/s in a step. */
static void run_pushed(const coverage_world *world, uint64_t seed, coverage_claims *claims) {
    routh_context context = routh_context_default();
    coverage_world precise = *world;
    routh_dataset dataset;
    routh_record *records = NULL;
    size_t count = 0;
    routh_inertia_estimate fit;
    routh_inertia_options options = routh_inertia_options_default();
    precise.size = 0.1 * world->size;
    context.threads = 1;
    world_pushed(&precise, seed, &dataset);
    options.noise = world_noise(&precise);
    options.shape = &dataset.body.shape;
    routh_status status = routh_records_of(&context, &dataset, ROUTH_AS_RECORDED, &records, &count);
    if (status == ROUTH_OK)
        status = routh_inertia_fit(&context, records, count, &options, &fit);
    const double truth[] = {world->mass / dataset.body.inertia, world->mass, dataset.body.inertia};
    for (int k = 0; k < 3; k++) {
        double value[4] = {NAN, NAN, NAN, NAN}; /* with its error, low and high */
        if (status == ROUTH_OK) {
            const double all[3][4] = {{fit.m_over_i, fit.m_over_i_error, fit.low[0], fit.high[0]},
                                      {fit.mass, fit.mass_error, fit.mass_low, fit.mass_high},
                                      {fit.inertia, fit.inertia_error, fit.inertia_low, fit.inertia_high}};
            memcpy(value, all[k], sizeof value);
        }
        if (isfinite(value[0]) && isfinite(value[1]) && value[1] > 0)
            claim_add(claims, k, truth[k], value[0], value[1], value[2], value[3]);
        else
            claim_refuse(claims, k, status == ROUTH_OK ? "not determined" : context.message);
    }
    if (status == ROUTH_OK)
        routh_inertia_estimate_release(&context, &fit);
    routh_records_release(&context, records);
    routh_dataset_release(&context, &dataset);
}

const coverage_estimator estimators_of_inertia[] = {
    {"inertia", "m/I from impacts, the noise known", {"m/I"}, IMPACTS, 100, false, run_known},
    {"inertia-snr", "m/I from impacts, the signal-to-noise ratio known", {"m/I"}, RATIOS, 100, false, run_ratio},
    {"inertia-force", "m/I, m and I under a known force", {"m/I", "m", "I"}, IMPACTS, 40, false, run_pushed},
    {"inertia-flights", "m/I from trajectories, noise from their flights", {"m/I"}, DROPS, 40, false, run_flights},
    {0},
};
