/* Many rollouts of one toss: starts, parameters, impacts and noise are drawn for each.
 *
 * Every rollout has random numbers of its own, and takes them in an order that does not depend on what happens in it. So
 * neither threads nor other tosses change a rollout, and it changes little where the scatter does.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/cholesky.h"
#include "algebra/turn.h"
#include "base/context.h"
#include "motion3/motion3.h"
#include "rollout/rollout.h"

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
            status = routh_ask(context);
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
