/* Whole tosses with known truth: a body thrown at random over a board, its world run, its frames taken with noise.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_ROLLOUT_GENERATED_ROLLOUTS_H
#define ROUTH_TESTS_ROLLOUT_GENERATED_ROLLOUTS_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <routh/routh.h>

#include "algebra/space.h"

typedef struct rollout_truth {
    double side[3], mass, rate, duration;
    double position_noise, turn_noise; /* standard deviations of a coordinate, m and rad */
    double speed, spin;                /* across the board and about any axis, up to these */
    double centre[3], inertia;         /* mean moment, kg m² */
    double rounding, drag;
    routh_surface3 surface;
    routh_scatter3 scatter; /* of impacts that should be alike */
    uint64_t seed;
    size_t tosses;
} rollout_truth;

static inline rollout_truth usual_rollout_truth(void) {
    routh_surface3 surface = routh_surface3_default();
    surface.pair = (routh_pair){.mu = 0.2, .eps = 0.3, .eta2 = 1.2};
    surface.mu_slide = 0.25;
    surface.eps_slope = -0.03;
    return (rollout_truth){.side = {0.1, 0.1, 0.1},
                           .mass = 0.4,
                           .rate = 150,
                           .duration = 0.9,
                           .position_noise = 5e-5,
                           .turn_noise = 4e-4,
                           .speed = 1.2,
                           .spin = 6,
                           .centre = {0.001, -0.002, 0.004},
                           .inertia = 8e-4,
                           .rounding = 0.004,
                           .drag = 0.05,
                           .surface = surface,
                           .seed = 1,
                           .tosses = 24};
}

typedef struct generated_rollouts {
    routh_shape3 shape;
    routh_plane3 plane;
    routh_world3 world;
    routh_dataset3 dataset;
} generated_rollouts;

static inline routh_state3 throw_body(const rollout_truth *truth, const routh_world3 *world, routh_random *random) {
    routh_state3 state = {.position = {0, 0, 0}};
    double length = 0;
    for (int i = 0; i < 4; i++) {
        state.orientation[i] = routh_random_normal(random);
        length += state.orientation[i] * state.orientation[i];
    }
    for (int i = 0; i < 4; i++)
        state.orientation[i] /= sqrt(length);
    for (int c = 0; c < 3; c++) {
        state.velocity.velocity[c] = c < 2 ? routh_random_uniform(random, -truth->speed, truth->speed) : 0;
        state.velocity.spin[c] = routh_random_uniform(random, -truth->spin, truth->spin);
    }
    state.position[2] = world->shape->radius + routh_random_uniform(random, 0.08, 0.16);
    return state;
}

static inline void take_frames(const rollout_truth *truth, const routh_world3 *world, const routh_run3 *run,
                               routh_random *random, routh_trajectory3 *toss) {
    *toss = (routh_trajectory3){.name = calloc(32, 1),
                                .count = run->sample_count,
                                .position = calloc(run->sample_count, sizeof *toss->position),
                                .orientation = calloc(run->sample_count, sizeof *toss->orientation)};
    for (size_t i = 0; i < run->sample_count; i++) {
        double vector[3], turn[4];
        routh_world3_tracked(world, &run->sample[i], toss->position[i]);
        for (int c = 0; c < 3; c++) {
            toss->position[i][c] += truth->position_noise * routh_random_normal(random);
            vector[c] = truth->turn_noise * routh_random_normal(random);
        }
        routh_turn_of(vector, turn);
        routh_turn_product(turn, run->sample[i].orientation, toss->orientation[i]);
    }
}

/* Not yet segmented. A cube has no shape in the dataset, as one that was read. */
static inline void generate_rollouts(const rollout_truth *truth, generated_rollouts *g) {
    const bool cube = truth->side[0] == truth->side[1] && truth->side[1] == truth->side[2];
    routh_run3_options options = routh_run3_options_default();
    *g = (generated_rollouts){.plane = routh_plane3_default()};
    assert_int_equal(routh_shape3_box(NULL, truth->side, &g->shape), ROUTH_OK);
    g->world = routh_world3_of(&g->shape, truth->mass);
    const double mean = (g->world.inertia[0][0] + g->world.inertia[1][1] + g->world.inertia[2][2]) / 3;
    for (int i = 0; i < 3; i++)
        g->world.inertia[i][i] *= truth->inertia / mean;
    memcpy(g->world.centre, truth->centre, sizeof g->world.centre);
    g->world.rounding = truth->rounding, g->world.drag = truth->drag, g->world.surface = truth->surface;
    g->world.plane = &g->plane, g->world.plane_count = 1;
    g->dataset = (routh_dataset3){.name = "generated",
                                  .width = truth->side[0],
                                  .mass = truth->mass,
                                  .rate = truth->rate,
                                  .gravity = g->world.gravity,
                                  .shape = cube ? NULL : &g->shape,
                                  .trajectory_count = truth->tosses,
                                  .trajectory = calloc(truth->tosses, sizeof *g->dataset.trajectory)};
    options.rate = truth->rate, options.duration = truth->duration, options.records = false;
    for (size_t t = 0; t < truth->tosses; t++) {
        routh_random random = routh_random_seed(truth->seed, t);
        const routh_state3 start = throw_body(truth, &g->world, &random);
        routh_run3 run;
        options.scatter = truth->scatter, options.seed = truth->seed * 1000 + t;
        assert_int_equal(routh_world3_run(NULL, &g->world, &start, &options, &run), ROUTH_OK);
        take_frames(truth, &g->world, &run, &random, &g->dataset.trajectory[t]);
        snprintf(g->dataset.trajectory[t].name, 32, "toss_%03zu.csv", t);
        routh_run3_release(NULL, &run);
    }
}

static inline void release_rollouts(generated_rollouts *g) {
    routh_dataset3_release(NULL, &g->dataset);
    routh_shape3_release(NULL, &g->shape);
}

#endif
