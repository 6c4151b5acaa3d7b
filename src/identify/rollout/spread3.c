/* The spread of tosses: many rollouts of one, and the regions that hold a share of them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "algebra/algebra.h"
#include "algebra/space.h"
#include "base/context.h"
#include "base/numbers.h"
#include "fields/structs.h"
#include "motion3/motion3.h"
#include "rollout/rollout.h"

/* Many rollouts of one toss: starts, parameters, impacts and noise are drawn for each.
 *
 * Every rollout has random numbers of its own, and takes them in an order that does not depend on what happens in it. So
 * neither threads nor other tosses change a rollout, and it changes little where the scatter does. */

enum { PARAMETERS = ROUTH_ROLLOUT_PARAMETERS, START = 12 };

/* Added to each 1 of a correlation, so that parameters which depend on each other have a root all the same. */
static const double correlation_slack = 1e-9;

/* A lower triangular root of a covariance, n × n; rows without variance are 0. */
static void root_of(size_t n, const double *covariance, double *root) {
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            const double scale = sqrt(covariance[i * n + i] * covariance[j * n + j]);
            root[i * n + j] = scale > 0 ? covariance[i * n + j] / scale : 0;
            if (i == j)
                root[i * n + j] = 1 + correlation_slack;
        }
    const bool factored = routh_cholesky_factor(n, n, root, 0);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            const double own = factored && j <= i ? root[i * n + j] : 0;
            root[i * n + j] = sqrt(covariance[i * n + i]) * (factored ? own : i == j);
        }
}

static void draw(size_t n, const double *root, routh_random *random, double *x) {
    double normal[START > PARAMETERS ? START : PARAMETERS];
    for (size_t i = 0; i < n; i++)
        normal[i] = routh_random_normal(random);
    for (size_t i = 0; i < n; i++) {
        x[i] = 0;
        for (size_t j = 0; j <= i; j++)
            x[i] += root[i * n + j] * normal[j];
    }
}

void routh_spread3_source_of(const routh_dataset3 *dataset, const routh_world3 *world,
                             const routh_rollout_estimate *estimate, const routh_run3_options *run,
                             routh_spread3_source *source) {
    *source = (routh_spread3_source){.dataset = dataset, .world = world, .run = *run};
    if (estimate)
        root_of(PARAMETERS, estimate->covariance[0], source->parameters[0]);
}

/* Another world, and how it is run. Values outside their ranges are put on the edge. */
static void draw_parameters(const routh_spread3_source *source, routh_random *random, routh_world3 *world,
                            routh_run3_options *run) {
    double by[PARAMETERS];
    *world = *source->world;
    *run = source->run;
    draw(PARAMETERS, source->parameters[0], random, by);
    for (int k = 0; k < PARAMETERS; k++) {
        const routh_rollout_parameter own = (routh_rollout_parameter)k;
        if (by[k] == 0)
            continue;
        const routh_rollout_range range = routh_rollout_range_of(own, source->world, &source->run);
        const double value = routh_rollout_get(own, source->world, &source->run) + by[k];
        routh_rollout_set(own, fmin(fmax(value, range.low), range.high), world, run);
    }
}

static void draw_start(const double *root, routh_random *random, routh_state3 *state) {
    double by[START];
    draw(START, root, random, by);
    routh_turn_on(state->orientation, by + 3, 1, state->orientation);
    for (int c = 0; c < 3; c++) {
        state->position[c] += by[c];
        state->velocity.velocity[c] += by[6 + c];
        state->velocity.spin[c] += by[9 + c];
    }
}

/* As the recording would show it. */
static void see(const routh_world3 *world, const routh_state3 *state, const double noise[2], routh_random *random,
                routh_seen3 *seen) {
    double turn[3];
    routh_world3_tracked(world, state, seen->position);
    for (int c = 0; c < 3; c++) {
        seen->position[c] += noise[0] * routh_random_normal(random);
        turn[c] = noise[1] * routh_random_normal(random);
    }
    routh_turn_on(state->orientation, turn, 1, seen->orientation);
}

/* One rollout, into the next free place; none where the law cannot predict it. */
static routh_status roll_out(routh_context *context, const routh_spread3_source *source, const routh_start3 *start,
                             const double *root, uint64_t seed, size_t rollout, routh_ensemble3 *ensemble) {
    routh_random random = routh_random_seed(seed, rollout);
    routh_start3 drawn = *start;
    routh_world3 world;
    routh_run3_options options;
    routh_run3 run = {0};
    draw_parameters(source, &random, &world, &options);
    drawn.state = routh_start3_moved(source->dataset, &world, start);
    draw_start(root, &random, &drawn.state);
    options.seed = routh_random_bits(&random);
    const routh_status status =
        routh_rollout_predict(context, source->dataset, &world, &drawn, &options, ensemble->count, &run);
    if (status != ROUTH_OK)
        return routh_ends_all(status) ? status : ROUTH_OK;
    const size_t place = ensemble->rollouts++;
    for (size_t k = 0; k < ensemble->count; k++)
        see(&world, &run.sample[k], start->noise, &random, &ensemble->pose[k * ensemble->wanted + place]);
    ensemble->face[place] = routh_shape3_face_below(world.shape, run.sample[ensemble->count - 1].orientation);
    routh_run3_release(context, &run);
    return ROUTH_OK;
}

routh_status routh_ensemble3_draw(routh_context *context, const routh_spread3_source *source, const routh_start3 *start,
                                  size_t wanted, routh_ensemble3 *ensemble) {
    double root[START][START];
    routh_random random = routh_random_seed(source->run.seed, start->trajectory);
    const uint64_t seed = routh_random_bits(&random);
    *ensemble = (routh_ensemble3){.wanted = wanted,
                                  .count = source->dataset->trajectory[start->trajectory].count - start->first};
    ensemble->pose = routh_allocate(context, wanted, ensemble->count * sizeof *ensemble->pose);
    ensemble->face = routh_allocate(context, wanted, sizeof *ensemble->face);
    for (int i = 0; i < 2; i++)
        ensemble->distance[i] = routh_allocate(context, wanted, sizeof *ensemble->distance[i]);
    routh_status status = ensemble->pose && ensemble->face && ensemble->distance[0] && ensemble->distance[1]
                              ? ROUTH_OK
                              : ROUTH_OUT_OF_MEMORY;
    root_of(START, start->covariance[0], root[0]);
    for (size_t j = 0; status == ROUTH_OK && j < wanted; j++) {
        status = roll_out(context, source, start, root[0], seed, j, ensemble);
        if (status == ROUTH_OK)
            status = routh_check_cancelled(context);
    }
    if (status != ROUTH_OK)
        routh_ensemble3_release(context, ensemble);
    return status;
}

void routh_ensemble3_release(routh_context *context, routh_ensemble3 *ensemble) {
    routh_release(context, ensemble->pose);
    routh_release(context, ensemble->face);
    for (int i = 0; i < 2; i++)
        routh_release(context, ensemble->distance[i]);
    *ensemble = (routh_ensemble3){0};
}

/* Centre and regions of an ensemble of poses at one instant, and its energy score.
 *
 * The error of a prediction is a distance and an angle, so the centre is the place with the least mean distance and the
 * orientation with the least mean angle: spatial medians, by Weiszfeld's steps (Tohoku Math. J. 43 (1937) 355). Where some
 * rollouts end on another face, a median stays with most of them; a mean would stand on an edge.
 *
 * Regions are quantiles of what the ensemble itself does about that centre. No shape of the distribution is assumed. They are
 * balls, as errors are distances: heights are known much better than places across the board, but only as well as the
 * recording is. */

enum { STEPS = 12, CANDIDATES = 24 };

/* Points nearer than this to the centre weigh no more than those at it, m and rad. No region is smaller. */
static const double near = 1e-7;

routh_seen3 routh_seen3_of(const routh_dataset3 *dataset, size_t trajectory, size_t instant) {
    routh_seen3 seen;
    routh_rollout_recorded(dataset, trajectory, instant, seen.position);
    memcpy(seen.orientation, dataset->trajectory[trajectory].orientation[instant], sizeof seen.orientation);
    return seen;
}

static double angle_between(const double a[4], const double b[4]) {
    double turn[3];
    routh_turn_between(a, b, turn);
    return routh_length3(turn);
}

static double apart(const double a[3], const double b[3]) {
    const double by[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    return routh_length3(by);
}

static void centre_position(const routh_ensemble3 *e, const routh_seen3 *pose, double centre[3]) {
    for (int c = 0; c < 3; c++) {
        for (size_t j = 0; j < e->rollouts; j++)
            e->distance[0][j] = pose[j].position[c];
        centre[c] = routh_median(e->distance[0], e->rollouts);
    }
    for (int step = 0; step < STEPS; step++) {
        double sum[3] = {0}, all = 0;
        for (size_t j = 0; j < e->rollouts; j++) {
            const double weight = 1 / fmax(apart(centre, pose[j].position), near);
            all += weight;
            for (int c = 0; c < 3; c++)
                sum[c] += weight * pose[j].position[c];
        }
        for (int c = 0; c < 3; c++)
            centre[c] = sum[c] / all;
    }
}

/* Begins with the best of a few of the ensemble: the sum of angles has a least value near each group of orientations. */
static void centre_orientation(const routh_ensemble3 *e, const routh_seen3 *pose, double centre[4]) {
    const size_t stride = (e->rollouts + CANDIDATES - 1) / CANDIDATES;
    double least = INFINITY;
    for (size_t i = 0; i < e->rollouts; i += stride) {
        double sum = 0;
        for (size_t j = 0; j < e->rollouts && sum < least; j++)
            sum += angle_between(pose[i].orientation, pose[j].orientation);
        if (sum < least) {
            least = sum;
            memcpy(centre, pose[i].orientation, sizeof pose[i].orientation);
        }
    }
    for (int step = 0; step < STEPS; step++) {
        double sum[3] = {0}, all = 0;
        for (size_t j = 0; j < e->rollouts; j++) {
            double turn[3];
            routh_turn_between(centre, pose[j].orientation, turn);
            const double weight = 1 / fmax(routh_length3(turn), near);
            all += weight;
            for (int c = 0; c < 3; c++)
                sum[c] += weight * turn[c];
        }
        routh_turn_on(centre, sum, 1 / all, centre);
    }
}

static double quantile_of(double *value, size_t count, double share) {
    qsort(value, count, sizeof *value, routh_ascending);
    return routh_quantile(value, count, share);
}

void routh_ensemble3_regions(const routh_ensemble3 *e, size_t k, const routh_spread3_options *options,
                             const routh_seen3 *recorded, routh_spread3_instant *instant) {
    const routh_seen3 *pose = e->pose + k * e->wanted;
    double *value = e->distance[0], *both = e->distance[1];
    *instant = (routh_spread3_instant){.pose = 0};
    centre_position(e, pose, instant->position);
    centre_orientation(e, pose, instant->orientation);
    for (size_t j = 0; j < e->rollouts; j++)
        both[j] = value[j] = apart(instant->position, pose[j].position);
    instant->radius = fmax(options->widen[0] * quantile_of(value, e->rollouts, options->share), near);
    for (size_t j = 0; j < e->rollouts; j++) {
        const double angle = angle_between(instant->orientation, pose[j].orientation);
        both[j] /= instant->radius;
        value[j] = angle;
    }
    instant->angle = fmax(options->widen[1] * quantile_of(value, e->rollouts, options->share), near);
    for (size_t j = 0; j < e->rollouts; j++) /* once more: sorting has moved the angles */
        both[j] = fmax(both[j], angle_between(instant->orientation, pose[j].orientation) / instant->angle);
    instant->pose = options->widen[2] * quantile_of(both, e->rollouts, options->share);
    instant->apart[0] = apart(instant->position, recorded->position);
    instant->apart[1] = angle_between(instant->orientation, recorded->orientation);
    instant->reach[0] = instant->apart[0] / instant->radius;
    instant->reach[1] = instant->apart[1] / instant->angle;
    instant->reach[2] = fmax(instant->reach[0], instant->reach[1]) / instant->pose;
}

/* Positions by their distance ÷ width, orientations by the chord between them: 2 sin(angle/2). */
static double chord(const routh_seen3 *a, const routh_seen3 *b, double width) {
    double product = 0;
    for (int c = 0; c < 4; c++)
        product += a->orientation[c] * b->orientation[c];
    const double distance = apart(a->position, b->position) / width;
    return sqrt(distance * distance + 4 * fmax(1 - product * product, 0));
}

/* Without bias for any number of rollouts: pairs are of two different ones. To take each with the next half of the others is
 * enough where there are many. */
double routh_ensemble3_score(const routh_ensemble3 *e, size_t k, double width, const routh_seen3 *recorded) {
    enum { MOST_PAIRS = 10 };
    const routh_seen3 *pose = e->pose + k * e->wanted;
    const size_t n = e->rollouts, pairs = (n - 1) / 2 < MOST_PAIRS ? (n - 1) / 2 : MOST_PAIRS;
    double off = 0, spread = 0;
    if (n < 3)
        return NAN;
    for (size_t i = 0; i < n; i++) {
        off += chord(&pose[i], recorded, width);
        for (size_t j = 1; j <= pairs; j++)
            spread += chord(&pose[i], &pose[(i + j) % n], width);
    }
    return off / (double)n - spread / (double)(2 * n * pairs);
}

/* The spread of tosses: where each may be at any time, and on which face it comes to rest. */

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
    ROUTH_TRY(routh_check_count(context, "spread", "rollouts", options->rollouts, ROUTH_RANGE_SPREAD));
    ROUTH_TRY(routh_check_limits(context, "spread", limits, sizeof limits / sizeof limits[0]));
    return routh_rollout_check(context, dataset, world, &options->run);
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
        status = routh_check_cancelled(context);
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
    for (size_t t = 0; spreads && t < count; t++)
        ROUTH_STRUCT_RELEASE(context, routh_spread3, &spreads[t]);
}
