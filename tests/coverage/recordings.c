/* What a recording shows about itself: calibration.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "coverage.h"

/* True values of what is calibrated, in the order of the library. */
static void truths(const coverage_world *world, double truth[ROUTH_CALIBRATION_COUNT]) {
    const routh_body body = world_body(world);
    truth[ROUTH_CALIBRATION_ANGLE] = world->noise == BIASED ? BIAS_ANGLE : 0;
    truth[ROUTH_CALIBRATION_CENTRE_X] = truth[ROUTH_CALIBRATION_CENTRE_Y] = 0;
    truth[ROUTH_CALIBRATION_RATIO] = truth[ROUTH_CALIBRATION_SIZE] = 1;
    truth[ROUTH_CALIBRATION_LEAD] = world->noise == LATENT ? 0.5 : 0;
    truth[ROUTH_CALIBRATION_LAG] = 0;
    truth[ROUTH_CALIBRATION_SLOPE] = body.mass / body.inertia;
}

static void run_calibration(const coverage_world *world, uint64_t seed, coverage_claims *claims) {
    routh_context context = routh_context_default();
    routh_dataset dataset;
    routh_calibration found;
    double truth[ROUTH_CALIBRATION_COUNT];
    context.threads = 1;
    truths(world, truth);
    world_impacts(world, seed, &dataset);
    const routh_status status = routh_calibration_of(&context, &dataset, ROUTH_AS_RECORDED, NULL, &found);
    for (int k = 0; k < ROUTH_CALIBRATION_COUNT; k++) {
        const routh_calibration_value *v = &found.value[k];
        if (status != ROUTH_OK)
            claim_refuse(claims, k, context.message);
        else if (!v->determined)
            claim_refuse(claims, k, v->why);
        else
            claim_add(claims, k, truth[k], v->value, v->error, v->low, v->high);
    }
    routh_dataset_release(&context, &dataset);
}

const coverage_estimator estimators_of_recordings[] = {
    {"calibration",
     "what impacts show about the recording, without a law",
     {"angle", "centre-x", "centre-y", "ratio", "lead", "lag", "size", "m/I"},
     IMPACTS,
     100,
     false,
     run_calibration},
    {0},
};
