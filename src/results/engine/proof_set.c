/* Impacts in all of their phases, run with one setting.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>

#include "base/context.h"
#include "base/order.h"
#include "engine/proof.h"

/* A contact is not met at the instant itself. */
static const double edge = 0.002;

routh_status routh_proof_set_open(routh_context *context, const routh_proof_runner *runner,
                                  const routh_engine_target *target, const routh_engine_body *body, double step,
                                  double share, size_t impacts, size_t phases, routh_proof_set *set) {
    const size_t count = impacts * phases;
    *set = (routh_proof_set){.runner = runner,
                             .target = target,
                             .body = body,
                             .share = share,
                             .step = step,
                             .impacts = impacts,
                             .phases = phases};
    set->start = routh_allocate(context, count, sizeof *set->start);
    set->impact = routh_allocate(context, count, sizeof *set->impact);
    set->sample = routh_allocate(context, count, sizeof *set->sample);
    set->room = routh_allocate(context, count, sizeof *set->room);
    if (set->start && set->impact && set->sample && set->room)
        return ROUTH_OK;
    routh_proof_set_close(context, set);
    return ROUTH_OUT_OF_MEMORY;
}

void routh_proof_set_close(routh_context *context, routh_proof_set *set) {
    routh_release(context, set->start);
    routh_release(context, set->impact);
    routh_release(context, set->sample);
    routh_release(context, set->room);
    *set = (routh_proof_set){0};
}

void routh_proof_set_fill(routh_proof_set *set, const routh_proof_body *of, const routh_state3 *touching,
                          routh_random *random) {
    for (size_t i = 0; i < set->impacts; i++)
        for (size_t k = 0; k < set->phases; k++) {
            const double even = set->phases > 1 ? (double)k / (double)(set->phases - 1) : 0.5;
            const double phase = random ? ((double)k + routh_random_uniform(random, 0, 1)) / (double)set->phases
                                        : edge + (1 - 2 * edge) * even;
            routh_proof_start(of, &touching[i], phase, set->step, &set->start[i * set->phases + k]);
        }
}

/* The mean over impacts of ln(worst phase ÷ tolerance), where that is above 1: a few impacts that are far off cannot hide that
 * the others agree. Below 1 a twentieth of it counts: of two settings with which as many agree the one in the middle. */
static double shortfall(const routh_proof_set *set) {
    static const double most = 1e6, share = 0.05;
    double sum = 0;
    for (size_t i = 0; i < set->impacts; i++) {
        double worst = 0;
        for (size_t k = 0; k < set->phases; k++)
            worst = fmax(worst, fmin(set->sample[i * set->phases + k].score, most));
        sum += worst > 1 ? share + log(worst) : share * worst;
    }
    return sum / (double)set->impacts;
}

routh_status routh_proof_set_run(routh_context *context, routh_proof_set *set, const routh_engine_setting *setting,
                                 double *score, double *rank) {
    const size_t count = set->impacts * set->phases;
    const routh_proof_runner *by = set->runner;
    routh_status status = by->run(context, by->user, setting, set->start, count, ROUTH_PROOF_STEPS, set->impact);
    for (size_t i = 0; status == ROUTH_OK && i < count; i++) {
        status = routh_proof_measure(context, set->target, set->body, set->step, &set->impact[i], &set->sample[i]);
        set->room[i] = set->sample[i].score;
    }
    if (status != ROUTH_OK)
        return status;
    qsort(set->room, count, sizeof *set->room, routh_ascending);
    const double last = ceil(set->share * (double)count - 1e-9);
    *score = set->room[last > 1 ? (size_t)last - 1 : 0];
    if (rank)
        *rank = *score <= 1 ? *score : 1 + shortfall(set);
    return ROUTH_OK;
}
