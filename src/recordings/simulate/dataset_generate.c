/* Generated recordings: drops resolved by a known law, seen through a noisy motion capture.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>

#include <routh/simulate.h>

#include "base/context.h"
#include "base/limits.h"

/* Noise has its own streams, beyond those of the drops. */
static const uint64_t first_noise_stream = (uint64_t)1 << 40;

routh_dataset_generator routh_dataset_generator_default(void) {
    return (routh_dataset_generator){
        .drops = routh_impact_generator_default(),
        .law = routh_law_find(NULL, "wang-mason"),
        .parameters = {0.18, 0.53},
        .velocity_noise = 0.01,
        .spin_noise = 0.3,
    };
}

static void add_noise(const routh_dataset_generator *r, routh_random *random, routh_velocity *v) {
    v->vx += r->velocity_noise * routh_random_normal(random);
    v->vy += r->velocity_noise * routh_random_normal(random);
    v->omega += r->spin_noise * routh_random_normal(random);
}

/* One drop as it is recorded. Noise that would make the contact separate is drawn again: such a record would not have
 * been taken for an impact. */
static routh_status record_drop(routh_context *context, const routh_dataset_generator *r, const routh_impact *drop,
                                size_t i, routh_record *record) {
    enum { MOST_TRIES = 1000 };
    routh_contact contact;
    routh_outcome outcome;
    routh_status status = routh_contact_of(context, drop, &contact);
    if (status == ROUTH_OK)
        status = routh_law_solve(r->law, r->parameters, &contact, &outcome);
    if (status != ROUTH_OK)
        return status;
    routh_random random = routh_random_seed(r->drops.seed, first_noise_stream + i);
    const routh_velocity before = {drop->vx, drop->vy, drop->omega};
    const routh_velocity after = routh_impact_after(drop, outcome.pt, outcome.pn, outcome.couple);
    *record = (routh_record){
        .x = 0, .y = -drop->ry, .theta = 0, .rx = drop->rx, .ry = drop->ry, .time = NAN, .trajectory = -1};
    for (int tries = 0; tries < MOST_TRIES; tries++) {
        record->before = before;
        record->after = after;
        add_noise(r, &random, &record->before);
        add_noise(r, &random, &record->after);
        if (record->before.vy + drop->rx * record->before.omega < 0)
            return ROUTH_OK;
    }
    return routh_fail(context, ROUTH_BAD_ARGUMENT, "noise of %g m/s and %g rad/s drowns the impacts", r->velocity_noise,
                      r->spin_noise);
}

/* Drops between two questions whether to stop. */
enum { ASKED = 256 };

routh_status routh_dataset_generate(routh_context *context, const routh_dataset_generator *r, size_t count,
                                    routh_dataset *dataset) {
    *dataset = (routh_dataset){0};
    if (!(r->velocity_noise >= 0) || !(r->spin_noise >= 0) || !isfinite(r->velocity_noise + r->spin_noise))
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "noise of %g m/s and %g rad/s must be finite and not negative",
                          r->velocity_noise, r->spin_noise);
    routh_status status = routh_check_count(context, "drops", "count", count, 0, ROUTH_MOST_MADE);
    if (status == ROUTH_OK)
        status = routh_law_check(context, r->law, r->parameters);
    if (status != ROUTH_OK)
        return status;
    routh_dataset result = {
        .body = {.shape = routh_shape_ellipse(r->drops.semi_a, r->drops.semi_b),
                 .mass = r->drops.mass,
                 .inertia = r->drops.inertia},
        .rate = NAN,
        .gravity = 9.81,
        .gap = 0,
    };
    snprintf(result.name, sizeof result.name, "generated-%s", r->law->name);
    snprintf(result.source, sizeof result.source, "built-in generator, seed %llu, noise of %g m/s and %g rad/s",
             (unsigned long long)r->drops.seed, r->velocity_noise, r->spin_noise);
    routh_impact *drop = routh_allocate(context, count, sizeof *drop);
    result.record = routh_allocate(context, count, sizeof *result.record);
    status = drop && result.record ? routh_impacts_generate(context, &r->drops, count, drop) : ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; i < count && status == ROUTH_OK; i++, result.count++) {
        status = record_drop(context, r, &drop[i], i, &result.record[i]);
        if (status == ROUTH_OK && i % ASKED == 0)
            status = routh_progress(context, "drops", (double)i / (double)count);
    }
    routh_release(context, drop);
    if (status == ROUTH_OK)
        *dataset = result;
    else
        routh_dataset_release(context, &result);
    return status;
}
