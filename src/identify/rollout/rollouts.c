/* Tosses predicted from their starts, and how far they are from the recorded ones.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include <routh/rollout.h>

#include "algebra/space.h"
#include "base/context.h"
#include "fields/structs.h"
#include "motion3/motion3.h"
#include "rollout/rollout.h"

/* What happens in a recorded toss, from its start to its end. */

/* How long the first impact lasts in its effects, s. */
static const double first_impact = 0.1;

/* A face that leans by less than this is down, rad. */
static const double lying = 0.1;

/* A body that is no farther than this from where it ends has come to rest, m and rad. */
static const double at_rest = 0.001, at_rest_turned = 0.01;

static const routh_name_entry entries[] = {
#define ENTRY(code, name, about) {name, about},
    ROUTH_ROLLOUT_PHASE_TABLE(ENTRY)
#undef ENTRY
};
const routh_names routh_rollout_phases = {"phase of a toss", ROUTH_ROLLOUT_PHASES, entries};

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

static size_t most(size_t a, size_t b) {
    return a > b ? a : b;
}

static bool lies(const routh_shape3 *shape, size_t face, const double orientation[4]) {
    double normal[3];
    routh_turn_apply(orientation, shape->face[face], normal);
    return -normal[2] > cos(lying);
}

static bool rests(const routh_dataset3 *dataset, const routh_trajectory3 *toss, size_t instant) {
    const double scale = dataset->calibration.applied ? dataset->calibration.scale : 1;
    double moved[3], turned[3];
    for (int c = 0; c < 3; c++)
        moved[c] = (toss->position[instant][c] - toss->position[toss->count - 1][c]) / scale;
    routh_turn_between(toss->orientation[instant], toss->orientation[toss->count - 1], turned);
    return routh_length3(moved) < at_rest && routh_length3(turned) < at_rest_turned;
}

void routh_rollout_phases_of(const routh_dataset3 *dataset, const routh_world3 *world, const routh_start3 *start,
                             size_t end[ROUTH_ROLLOUT_PHASES]) {
    const routh_trajectory3 *toss = &dataset->trajectory[start->trajectory];
    const size_t last_face = routh_shape3_face_below(world->shape, toss->orientation[toss->count - 1]);
    size_t down = toss->count, still = toss->count;
    while (down > 0 && lies(world->shape, last_face, toss->orientation[down - 1]))
        down--;
    while (still > 0 && rests(dataset, toss, still - 1))
        still--;
    if (still + 1 == toss->count) /* the last instant is where it ends: it may still move */
        still = toss->count;
    end[ROUTH_PHASE_FLIGHT] = least(start->last + 1, toss->count);
    end[ROUTH_PHASE_FIRST_IMPACT] =
        least(end[ROUTH_PHASE_FLIGHT] + (size_t)lround(first_impact * dataset->rate), toss->count);
    end[ROUTH_PHASE_TUMBLING] = most(end[ROUTH_PHASE_FIRST_IMPACT], down);
    end[ROUTH_PHASE_SLIDING] = most(end[ROUTH_PHASE_TUMBLING], still);
    end[ROUTH_PHASE_REST] = toss->count;
}

/* The world that a recording of tosses was made in: body and board. */

/* The calibration knows the mean moment; the tensor's form is the shape's. */
static void take_calibration(const routh_calibration3 *calibration, routh_world3 *world) {
    const double mean = (world->inertia[0][0] + world->inertia[1][1] + world->inertia[2][2]) / 3;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            world->inertia[i][j] *= calibration->inertia / mean;
    memcpy(world->centre, calibration->centre, sizeof world->centre);
    world->rounding = calibration->rounding;
    world->drag = calibration->drag > 0 ? calibration->drag : 0; /* noise may make it negative */
}

routh_status routh_world3_of_dataset(routh_context *context, const routh_dataset3 *dataset, bool calibrated,
                                     routh_shape3 *cube, routh_plane3 *plane, routh_world3 *world) {
    const routh_shape3 *shape = dataset->shape;
    const routh_calibration3 *calibration = &dataset->calibration;
    *cube = (routh_shape3){0};
    *world = (routh_world3){0};
    if (calibrated && !(calibration->inertia > 0))
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "%s is not calibrated: segment it first", dataset->name);
    if (!shape) {
        const double side[3] = {dataset->width, dataset->width, dataset->width};
        ROUTH_TRY(routh_shape3_box(context, side, cube));
        shape = cube;
    }
    *plane = routh_plane3_default();
    *world = routh_world3_of(shape, dataset->mass);
    world->plane = plane;
    world->plane_count = 1;
    world->gravity = dataset->gravity;
    if (calibrated)
        take_calibration(calibration, world);
    return ROUTH_OK;
}

/* How far a predicted toss is from the recorded one, as published comparisons measure it: the mean distance of the tracked
 * point and the mean angle between orientations, over every instant after the first fitted one. */

void routh_rollout_recorded(const routh_dataset3 *dataset, size_t trajectory, size_t instant, double point[3]) {
    const routh_calibration3 *calibration = &dataset->calibration;
    const double scale = calibration->applied ? calibration->scale : 1;
    for (int c = 0; c < 3; c++)
        point[c] = dataset->trajectory[trajectory].position[instant][c] / scale;
    point[2] -= calibration->applied ? calibration->ground : 0;
}

/* How far a predicted state is from that instant: distance of the tracked point, m, and angle, rad. */
static void rollout_distance(const routh_dataset3 *dataset, const routh_world3 *world, size_t trajectory,
                             size_t instant, const routh_state3 *predicted, double *distance, double *angle) {
    double recorded[3], tracked[3], turn[3];
    routh_rollout_recorded(dataset, trajectory, instant, recorded);
    routh_world3_tracked(world, predicted, tracked);
    for (int c = 0; c < 3; c++)
        tracked[c] -= recorded[c];
    routh_turn_between(predicted->orientation, dataset->trajectory[trajectory].orientation[instant], turn);
    *distance = routh_length3(tracked);
    *angle = routh_length3(turn);
}

routh_rollout_error routh_rollout_error_of(const routh_dataset3 *dataset, const routh_world3 *world,
                                           const routh_start3 *start, const routh_state3 *predicted) {
    const routh_trajectory3 *toss = &dataset->trajectory[start->trajectory];
    routh_rollout_error error = {.position = NAN,
                                 .rotation = NAN,
                                 .position_after = NAN,
                                 .rotation_after = NAN,
                                 .position_end = NAN,
                                 .rotation_end = NAN};
    double sum[2] = {0}, after[2] = {0};
    size_t later = 0;
    if (start->first + 1 >= toss->count)
        return error;
    for (size_t k = 1; start->first + k < toss->count; k++) {
        double distance, angle;
        rollout_distance(dataset, world, start->trajectory, start->first + k, &predicted[k], &distance, &angle);
        sum[0] += distance, sum[1] += angle;
        error.instants++;
        error.position_end = distance, error.rotation_end = angle;
        if (start->first + k > start->last) {
            after[0] += distance, after[1] += angle;
            later++;
        }
    }
    error.position = sum[0] / (double)error.instants;
    error.rotation = sum[1] / (double)error.instants;
    if (later > 0) {
        error.position_after = after[0] / (double)later;
        error.rotation_after = after[1] / (double)later;
    }
    error.face_right = routh_shape3_face_below(world->shape, predicted[error.instants].orientation) ==
                       routh_shape3_face_below(world->shape, toss->orientation[toss->count - 1]);
    return error;
}

/* Tosses predicted from their starts, open loop. */

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
    ROUTH_TRY(routh_world3_check(context, world));
    return routh_run3_options_check(context, &chosen);
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
        rollout_distance(dataset, world, rollout->trajectory, start->first + k, &rollout->state[k],
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
    for (size_t t = 0; rollouts && t < count; t++)
        ROUTH_STRUCT_RELEASE(context, routh_rollout, &rollouts[t]);
}
