/* Tosses predicted from their starts, open loop.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/crew.h"
#include "motion3/motion3.h"
#include "rollout/rollout.h"

static const char in_the_board[] = "it starts in the board";
static const char not_ended[] = "the law could not predict its motion";

/* A quarter of an instant past the last. */
static routh_run3_options options_of(const routh_dataset3 *dataset, const routh_run3_options *given, size_t instants) {
    routh_run3_options options = *given;
    options.records = false;
    options.rate = dataset->rate;
    options.duration = ((double)instants - 0.75) / dataset->rate;
    return options;
}

routh_status routh_rollout_check(routh_context *context, const routh_dataset3 *dataset, const routh_world3 *world,
                                 const routh_run3_options *options) {
    size_t longest = 1;
    for (size_t t = 0; t < dataset->trajectory_count; t++)
        longest = dataset->trajectory[t].count > longest ? dataset->trajectory[t].count : longest;
    const routh_run3_options chosen = options_of(dataset, options, longest);
    const routh_status status = routh_world3_check(context, world);
    return status == ROUTH_OK ? routh_run3_options_check(context, &chosen) : status;
}

routh_status routh_rollout_predict(routh_context *context, const routh_dataset3 *dataset, const routh_world3 *world,
                                   const routh_start3 *start, const routh_run3_options *options, size_t instants,
                                   routh_run3 *run) {
    const routh_run3_options chosen = options_of(dataset, options, instants);
    return routh_world3_run(context, world, &start->state, &chosen, run);
}

static void judge_phases(const routh_dataset3 *dataset, const routh_world3 *world, routh_rollout *rollout) {
    routh_rollout_phases_of(dataset, world, &rollout->start, rollout->phase_end);
    size_t instant = rollout->start.first;
    for (int p = 0; p < ROUTH_ROLLOUT_PHASES; p++) {
        const size_t from = instant;
        double position = 0, rotation = 0;
        for (; instant < rollout->phase_end[p]; instant++) {
            position += rollout->apart[instant - rollout->start.first][0];
            rotation += rollout->apart[instant - rollout->start.first][1];
        }
        rollout->phase_position[p] = instant > from ? position / (double)(instant - from) : NAN;
        rollout->phase_rotation[p] = instant > from ? rotation / (double)(instant - from) : NAN;
    }
}

/* One toss; a status only where everything has to end. */
static routh_status roll_out(routh_context *context, const routh_dataset3 *dataset, const routh_world3 *world,
                             const routh_start3 *start, const routh_run3_options *options, routh_rollout *rollout) {
    routh_run3 run = {0};
    *rollout = (routh_rollout){.trajectory = start->trajectory, .start = *start, .why_not = start->why_not};
    for (int p = 0; p < ROUTH_ROLLOUT_PHASES; p++)
        rollout->phase_position[p] = rollout->phase_rotation[p] = NAN;
    if (start->why_not)
        return ROUTH_OK;
    const routh_status status = routh_rollout_predict(
        context, dataset, world, start, options, dataset->trajectory[start->trajectory].count - start->first, &run);
    if (routh_ends_all(status))
        return status;
    if (status != ROUTH_OK) {
        rollout->why_not = routh_world3_distance(world, &start->state) < 0 ? in_the_board : not_ended;
        return ROUTH_OK;
    }
    rollout->state = run.sample;
    rollout->count = run.sample_count;
    run.sample = NULL;
    routh_run3_release(context, &run);
    rollout->apart = routh_allocate(context, rollout->count, sizeof *rollout->apart);
    if (!rollout->apart)
        return ROUTH_OUT_OF_MEMORY;
    memcpy(rollout->centre, world->centre, sizeof rollout->centre);
    for (size_t k = 0; k < rollout->count; k++)
        routh_rollout_distance(dataset, world, rollout->trajectory, start->first + k, &rollout->state[k],
                               &rollout->apart[k][0], &rollout->apart[k][1]);
    rollout->error = routh_rollout_error_of(dataset, world, start, rollout->state);
    judge_phases(dataset, world, rollout);
    return ROUTH_OK;
}

typedef struct rolling {
    const routh_dataset3 *dataset;
    const routh_world3 *world;
    const routh_start3 *starts;
    const routh_run3_options *options;
    routh_rollout *rollouts;
} rolling;

static routh_status roll_one(routh_context *own, void *with, size_t t, int thread) {
    const rolling *r = with;
    (void)thread;
    return roll_out(own, r->dataset, r->world, &r->starts[t], r->options, &r->rollouts[t]);
}

routh_status routh_rollouts_run(routh_context *context, const routh_dataset3 *dataset, const routh_world3 *world,
                                const routh_start3 *starts, const routh_run3_options *run, routh_rollout *rollouts) {
    const size_t count = dataset->trajectory_count;
    const routh_run3_options options = run ? *run : routh_run3_options_default();
    rolling r = {dataset, world, starts, &options, rollouts};
    memset(rollouts, 0, count * sizeof *rollouts);
    routh_status status = routh_rollout_check(context, dataset, world, &options);
    if (status != ROUTH_OK)
        return status;
    status = routh_share_out(context, &(routh_shares){.count = count, .work = roll_one, .with = &r}, NULL);
    if (status != ROUTH_OK)
        routh_rollouts_release(context, rollouts, count);
    return status;
}

void routh_rollouts_release(routh_context *context, routh_rollout *rollouts, size_t count) {
    for (size_t t = 0; rollouts && t < count; t++) {
        routh_release(context, rollouts[t].state);
        routh_release(context, rollouts[t].apart);
        rollouts[t] = (routh_rollout){0};
    }
}
