/* Tosses whose impacts differ from one another, by laws of scatter that the library's own may or may not be.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_ROLLOUT_SCATTERED_TOSSES_H
#define ROUTH_TESTS_ROLLOUT_SCATTERED_TOSSES_H

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

typedef enum scattered_shape { SCATTERED_CUBE, SCATTERED_BOX, SCATTERED_WEDGE } scattered_shape;

typedef struct scattered_law {
    const char *name;
    scattered_shape shape;
    const char *law;       /* of impacts */
    double eta2;           /* 0: 1.2 */
    routh_scatter3 impact; /* drawn for each impact, as the library does */
    routh_scatter3 toss;   /* drawn once for each toss */
    bool heavy;            /* the latter with Student's t of 3 degrees of freedom, scaled to the same quartiles */
    double mu_slope;       /* friction over speed, which the prediction does not have */
    double position_bias;  /* of the tracker, different in each toss, after the first contact; m */
    size_t tosses;
    uint64_t seed;
} scattered_law;

typedef struct scattered {
    routh_shape3 shape;
    routh_plane3 plane;
    routh_world3 world; /* as the prediction may know it: rigid, the medians of what is drawn */
    routh_dataset3 dataset;
} scattered;

static inline void scattered_shape_of(scattered_shape kind, routh_shape3 *shape) {
    const double side[2][3] = {{0.1, 0.1, 0.1}, {0.12, 0.08, 0.06}};
    const double wedge[6][3] = {{0, 0, 0}, {0.12, 0, 0}, {0, 0.09, 0}, {0, 0, 0.08}, {0.12, 0, 0.06}, {0, 0.09, 0.08}};
    routh_polyhedron *polyhedron;
    if (kind != SCATTERED_WEDGE) {
        assert_int_equal(routh_shape3_box(NULL, side[kind], shape), ROUTH_OK);
        return;
    }
    assert_int_equal(routh_polyhedron_of_points(NULL, 6, wedge[0], 0, &polyhedron), ROUTH_OK);
    assert_int_equal(routh_shape3_of_polyhedron(NULL, polyhedron, NULL, shape), ROUTH_OK);
    routh_polyhedron_release(NULL, polyhedron);
}

/* Of deviation 1, or with the same quartiles and far tails. */
static inline double scattered_number(bool heavy, routh_random *random) {
    const double normal = routh_random_normal(random);
    double square = 0;
    for (int i = 0; i < 3; i++)
        square += pow(routh_random_normal(random), 2) / 3;
    return heavy ? 0.8819 * normal / sqrt(square) : normal;
}

static inline routh_state3 scattered_throw(const routh_world3 *world, routh_random *random) {
    routh_state3 state = {.position = {0, 0, 0}};
    double length = 0;
    for (int i = 0; i < 4; i++) {
        state.orientation[i] = routh_random_normal(random);
        length += state.orientation[i] * state.orientation[i];
    }
    for (int i = 0; i < 4; i++)
        state.orientation[i] /= sqrt(length);
    for (int c = 0; c < 3; c++) {
        state.velocity.velocity[c] = c < 2 ? routh_random_uniform(random, -1.5, 1.5) : 0;
        state.velocity.spin[c] = routh_random_uniform(random, -7, 7);
    }
    state.position[2] = world->shape->radius + routh_random_uniform(random, 0.08, 0.16);
    return state;
}

static inline void scattered_frames(const scattered_law *law, const routh_world3 *world, const routh_run3 *run,
                                    routh_random *random, routh_trajectory3 *toss) {
    double bias[3];
    *toss = (routh_trajectory3){.name = calloc(32, 1),
                                .count = run->sample_count,
                                .position = calloc(run->sample_count, sizeof *toss->position),
                                .orientation = calloc(run->sample_count, sizeof *toss->orientation)};
    for (int c = 0; c < 3; c++)
        bias[c] = law->position_bias * routh_random_normal(random);
    for (size_t i = 0; i < run->sample_count; i++) {
        double vector[3];
        routh_world3_tracked(world, &run->sample[i], toss->position[i]);
        for (int c = 0; c < 3; c++) {
            toss->position[i][c] +=
                (run->sample[i].time > run->contact_time ? bias[c] : 0) + 5e-5 * routh_random_normal(random);
            vector[c] = 4e-4 * routh_random_normal(random);
        }
        routh_turn_on(run->sample[i].orientation, vector, 1, toss->orientation[i]);
    }
}

static inline void scatter_tosses(const scattered_law *law, scattered *s) {
    routh_run3_options options = routh_run3_options_default();
    *s = (scattered){.plane = routh_plane3_default()};
    scattered_shape_of(law->shape, &s->shape);
    s->world = routh_world3_of(&s->shape, 0.4);
    s->world.rounding = 0.004, s->world.drag = 0.05;
    s->world.plane = &s->plane, s->world.plane_count = 1;
    s->world.surface.pair = (routh_pair){.mu = 0.2, .eps = 0.3, .eta2 = law->eta2 > 0 ? law->eta2 : 1.2};
    s->world.surface.mu_slide = 0.25;
    s->dataset = (routh_dataset3){.name = "scattered",
                                  .mass = 0.4,
                                  .rate = 150,
                                  .gravity = s->world.gravity,
                                  .shape = &s->shape,
                                  .trajectory_count = law->tosses,
                                  .trajectory = calloc(law->tosses, sizeof *s->dataset.trajectory)};
    options.rate = 150, options.duration = 0.8, options.records = false, options.scatter = law->impact;
    for (size_t t = 0; t < law->tosses; t++) {
        routh_random random = routh_random_seed(law->seed, t);
        routh_world3 world = s->world;
        const routh_state3 start = scattered_throw(&world, &random);
        double own[3];
        routh_run3 run;
        for (int i = 0; i < 3; i++)
            own[i] = scattered_number(law->heavy, &random);
        world.surface.law = routh_law3_find(NULL, law->law);
        world.surface.pair.mu *= exp(law->toss.mu * own[0]);
        world.surface.mu_slide *= exp(law->toss.mu_slide * own[1]);
        world.surface.mu_slope = law->mu_slope;
        world.surface.pair.eps = fmin(fmax(world.surface.pair.eps + law->toss.eps * own[2], 0), 1);
        options.seed = 1000 * law->seed + t;
        assert_int_equal(routh_world3_run(NULL, &world, &start, &options, &run), ROUTH_OK);
        scattered_frames(law, &world, &run, &random, &s->dataset.trajectory[t]);
        snprintf(s->dataset.trajectory[t].name, 32, "toss_%03zu.csv", t);
        routh_run3_release(NULL, &run);
    }
}

static inline void release_scattered(scattered *s) {
    routh_dataset3_release(NULL, &s->dataset);
    routh_shape3_release(NULL, &s->shape);
}

#endif
