/* The spread of tosses: where each may be at any time, and on which face it comes to rest.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "rollout/rollout.h"

#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/crew.h"
#include "base/limits.h"
#include "motion3/motion3.h"

enum { FEWEST = 20 };

static const char too_few[] = "the law could not predict its motion";

routh_spread3_options routh_spread3_options_default(void) {
    return (routh_spread3_options){
        .rollouts = 200, .share = 0.9, .widen = {1, 1, 1}, .run = routh_run3_options_default()};
}

static routh_status check(routh_context *context, const routh_dataset3 *dataset, const routh_world3 *world,
                          const routh_spread3_options *options) {
    const routh_limit limits[] = {{"share", "", options->share, 0.5, 0.99},
                                  {"widen", "", options->widen[0], 0.01, 100},
                                  {"widen", "", options->widen[1], 0.01, 100},
                                  {"widen", "", options->widen[2], 0.01, 100}};
    routh_status status = routh_check_count(context, "spread", "rollouts", options->rollouts, ROUTH_RANGE_SPREAD);
    if (status == ROUTH_OK)
        status = routh_check_limits(context, "spread", limits, sizeof limits / sizeof limits[0]);
    return status == ROUTH_OK ? routh_rollout_check(context, dataset, world, &options->run) : status;
}

/* The error of the centres, as of any other prediction. */
static void judge(const routh_dataset3 *dataset, const routh_world3 *world, const routh_start3 *start,
                  routh_spread3 *spread) {
    const routh_spread3_instant *last = &spread->instant[spread->count - 1];
    routh_rollout_error error = {.instants = spread->count - 1, .position_after = NAN, .rotation_after = NAN};
    double sum[2] = {0}, after[2] = {0};
    size_t later = 0;
    for (size_t k = 1; k < spread->count; k++)
        for (int i = 0; i < 2; i++) {
            sum[i] += spread->instant[k].apart[i];
            if (start->first + k > start->last) {
                after[i] += spread->instant[k].apart[i];
                later += i == 0;
            }
        }
    for (int i = 0; i < 3; i++) {
        for (size_t k = spread->count - later; k < spread->count; k++)
            spread->inside[i] += spread->instant[k].reach[i] <= 1;
        spread->inside[i] /= (double)later;
    }
    error.position = sum[0] / (double)error.instants, error.rotation = sum[1] / (double)error.instants;
    if (later > 0)
        error.position_after = after[0] / (double)later, error.rotation_after = after[1] / (double)later;
    error.position_end = last->apart[0], error.rotation_end = last->apart[1];
    error.face_right = routh_shape3_face_below(world->shape, last->orientation) == spread->recorded_face;
    spread->error = error;
    routh_rollout_phases_of(dataset, world, start, spread->phase_end);
}

static void take_faces(const routh_ensemble3 *ensemble, const routh_trajectory3 *toss, const routh_shape3 *shape,
                       routh_spread3 *spread) {
    for (size_t j = 0; j < ensemble->rollouts; j++)
        spread->face[ensemble->face[j]] += 1 / (double)ensemble->rollouts;
    spread->recorded_face = routh_shape3_face_below(shape, toss->orientation[toss->count - 1]);
}

static routh_status take(routh_context *context, const routh_spread3_source *source, const routh_start3 *start,
                         const routh_spread3_options *options, const routh_ensemble3 *ensemble, routh_spread3 *spread) {
    const routh_dataset3 *dataset = source->dataset;
    const double width = routh_rollout_width(dataset);
    routh_status status = ROUTH_OK;
    for (size_t k = 0; k < spread->count && status == ROUTH_OK; k++) {
        const routh_seen3 recorded = routh_seen3_of(dataset, start->trajectory, start->first + k);
        routh_ensemble3_regions(ensemble, k, options, &recorded, &spread->instant[k]);
        spread->score += routh_ensemble3_score(ensemble, k, width, &recorded) / (double)spread->count;
        status = routh_ask(context);
    }
    take_faces(ensemble, &dataset->trajectory[start->trajectory], source->world->shape, spread);
    judge(dataset, source->world, start, spread);
    return status;
}

/* One toss; a status only where everything has to end. */
static routh_status spread_one(routh_context *context, const routh_spread3_source *source, const routh_start3 *start,
                               const routh_spread3_options *options, routh_spread3 *spread) {
    routh_ensemble3 ensemble;
    *spread = (routh_spread3){.trajectory = start->trajectory, .why_not = start->why_not, .first = start->first};
    if (start->why_not)
        return ROUTH_OK;
    routh_status status = routh_ensemble3_draw(context, source, start, options->rollouts, &ensemble);
    if (status != ROUTH_OK)
        return status;
    spread->rollouts = ensemble.rollouts;
    spread->count = ensemble.count;
    spread->face_count = source->world->shape->face_count;
    spread->instant = routh_allocate(context, spread->count, sizeof *spread->instant);
    spread->face = routh_allocate(context, spread->face_count, sizeof *spread->face);
    const bool room = spread->instant && spread->face;
    if (ensemble.rollouts < FEWEST || ensemble.count < 2)
        spread->why_not = too_few;
    else if (room)
        status = take(context, source, start, options, &ensemble, spread);
    routh_ensemble3_release(context, &ensemble);
    return room ? status : ROUTH_OUT_OF_MEMORY;
}

typedef struct spreading {
    const routh_spread3_source *source;
    const routh_start3 *starts;
    const routh_spread3_options *options;
    routh_spread3 *spreads;
} spreading;

static routh_status spread_this(routh_context *own, void *with, size_t t, int thread) {
    const spreading *s = with;
    (void)thread;
    return spread_one(own, s->source, &s->starts[t], s->options, &s->spreads[t]);
}

routh_status routh_spreads3_run(routh_context *context, const routh_dataset3 *dataset, const routh_world3 *world,
                                const routh_start3 *starts, const routh_rollout_estimate *estimate,
                                const routh_spread3_options *options, routh_spread3 *spreads) {
    const routh_spread3_options chosen = options ? *options : routh_spread3_options_default();
    routh_spread3_source source;
    memset(spreads, 0, dataset->trajectory_count * sizeof *spreads);
    routh_status status = check(context, dataset, world, &chosen);
    if (status != ROUTH_OK)
        return status;
    routh_spread3_source_of(dataset, world, estimate, &chosen.run, &source);
    spreading all = {&source, starts, &chosen, spreads};
    const routh_shares shares = {
        .what = "spreads", .count = dataset->trajectory_count, .work = spread_this, .with = &all};
    status = routh_share_out(context, &shares, NULL);
    if (status != ROUTH_OK)
        routh_spreads3_release(context, spreads, dataset->trajectory_count);
    return status;
}

void routh_spreads3_release(routh_context *context, routh_spread3 *spreads, size_t count) {
    for (size_t t = 0; spreads && t < count; t++) {
        routh_release(context, spreads[t].instant);
        routh_release(context, spreads[t].face);
        spreads[t] = (routh_spread3){0};
    }
}
