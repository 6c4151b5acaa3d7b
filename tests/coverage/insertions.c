/* Insertions: stiffness and friction from a short recording of V-guides.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "coverage.h"
#include "papers.h"

enum { STIFFNESS, FRICTION };

/* The plate's force sensor; the hand's pose is exact to the micrometre. */
static void disturb(const coverage_world *world, uint64_t seed, routh_insertion *insertion) {
    instrument with = instrument_of(world, seed, 0);
    for (size_t i = 0; i < insertion->count; i++) {
        routh_insertion_instant *at = &insertion->sample[i];
        for (int k = 0; k < 6; k++)
            at->wrench[k] = measured(&with, k, at->wrench[k], (k < 3 ? 0.5 : 0.05) * world->size);
        for (int k = 0; k < 3; k++)
            at->hand.position[k] = measured(&with, 6 + k, at->hand.position[k], 1e-6 * world->size);
    }
}

static routh_status make(routh_context *context, const coverage_world *world, uint64_t seed,
                         const routh_assembly *assembly, routh_insertion *insertion) {
    guides_test test = GUIDES_TEST_1A;
    while (strcmp(guides_path(test)->name, world->law) != 0)
        test++;
    routh_insertion full;
    routh_insertion_generator g = guides_generator(test);
    g.stiffness = world->further;
    g.friction = world->mu;
    g.sensors = false;
    g.rate = 100;
    g.seed = world_seed(world, seed);
    routh_status status = routh_insertion_generate(context, assembly, &g, &full, NULL);
    if (status != ROUTH_OK)
        return status;
    disturb(world, seed, &full);
    status = routh_insertion_reduce(context, &full, 10, insertion);
    routh_insertion_release(context, &full);
    return status;
}

static void run_insertion(const coverage_world *world, uint64_t seed, coverage_claims *claims) {
    routh_context context = routh_context_default();
    const vguides guides = vguides_default();
    routh_assembly assembly;
    routh_insertion insertion = {0};
    routh_insertion_estimate fit;
    context.threads = 1;
    routh_status status = vguides_assembly(&context, &guides, &assembly);
    if (status == ROUTH_OK)
        status = make(&context, world, seed, &assembly, &insertion);
    if (status == ROUTH_OK)
        status = routh_insertion_fit(&context, &assembly, &insertion, NULL, &fit);
    if (status == ROUTH_OK) {
        claim_add(claims, STIFFNESS, world->further, fit.stiffness, fit.stiffness_error, fit.stiffness_low,
                  fit.stiffness_high);
        if (isfinite(fit.friction))
            claim_add(claims, FRICTION, world->mu, fit.friction, fit.friction_error,
                      fit.friction - 1.959964 * fit.friction_error, fit.friction + 1.959964 * fit.friction_error);
        else
            claim_refuse(claims, FRICTION, "no contact slides");
        routh_insertion_estimate_release(&context, &fit);
    }
    for (int k = STIFFNESS; k <= FRICTION && status != ROUTH_OK; k++)
        claim_refuse(claims, k, context.message);
    routh_insertion_release(&context, &insertion);
    routh_assembly_release(&context, &assembly);
}

const coverage_estimator estimators_of_insertions[] = {
    {"insertion", "K and μ of V-guides at 10 Hz", {"K", "mu"}, INSERTIONS, 12, false, run_insertion},
    {0},
};
