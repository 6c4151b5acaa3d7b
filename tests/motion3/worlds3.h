/* Worlds for the tests of motion in space: boxes and random polyhedra over planes, and runs that must succeed.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_MOTION3_WORLDS3_H
#define ROUTH_TESTS_MOTION3_WORLDS3_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <routh/routh.h>

#include "algebra/space.h"
#include "base/context.h"
#include "base/numbers.h"
#include "motion3/motion3.h"

static inline double drawn(routh_random *random, double low, double high) {
    return routh_random_uniform(random, low, high);
}

/* A vector with a random direction. */
static inline void draw_vector(routh_random *random, double length, double vector[3]) {
    for (int c = 0; c < 3; c++)
        vector[c] = routh_random_normal(random);
    const double share = length / routh_length3(vector);
    for (int c = 0; c < 3; c++)
        vector[c] *= share;
}

static inline void draw_orientation(routh_random *random, double turn[4]) {
    double square = 0;
    for (int c = 0; c < 4; c++) {
        turn[c] = routh_random_normal(random);
        square += turn[c] * turn[c];
    }
    for (int c = 0; c < 4; c++)
        turn[c] /= sqrt(square);
}

static inline routh_shape3 box_of(double x, double y, double z) {
    routh_context context = routh_context_default();
    routh_shape3 shape = {0};
    if (routh_shape3_box(&context, (const double[3]){x, y, z}, &shape) != ROUTH_OK)
        fail_msg("%s", context.message);
    return shape;
}

static inline routh_shape3 hull_of(size_t count, const double *points) {
    routh_context context = routh_context_default();
    routh_polyhedron *polyhedron = NULL;
    routh_shape3 shape = {0};
    if (routh_polyhedron_of_points(&context, count, points, 0, &polyhedron) != ROUTH_OK ||
        routh_shape3_of_polyhedron(&context, polyhedron, NULL, &shape) != ROUTH_OK)
        fail_msg("%s", context.message);
    routh_polyhedron_release(&context, polyhedron);
    return shape;
}

/* The hull of random points on an ellipsoid with axes between 0.03 and 0.1 m. */
static inline routh_shape3 random_polyhedron(routh_random *random) {
    double points[24][3], axes[3];
    const size_t count = 6 + routh_random_index(random, 19);
    for (int c = 0; c < 3; c++)
        axes[c] = drawn(random, 0.03, 0.1);
    for (size_t i = 0; i < count; i++) {
        draw_vector(random, 1, points[i]);
        for (int c = 0; c < 3; c++)
            points[i][c] *= axes[c];
    }
    return hull_of(count, points[0]);
}

/* R diag(moments) Rᵀ with random axes; any moments that a body can have. */
static inline void draw_inertia(routh_random *random, double size, double inertia[3][3]) {
    const double part[3] = {drawn(random, 0.05, 1), drawn(random, 0.05, 1), drawn(random, 0.05, 1)};
    const double moment[3] = {part[1] + part[2], part[2] + part[0], part[0] + part[1]};
    double turn[4], column[3][3];
    draw_orientation(random, turn);
    for (int k = 0; k < 3; k++)
        routh_turn_apply(turn, (const double[3]){k == 0, k == 1, k == 2}, column[k]);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j <= i; j++) {
            inertia[i][j] = 0;
            for (int k = 0; k < 3; k++)
                inertia[i][j] += size * moment[k] * column[k][i] * column[k][j];
            inertia[j][i] = inertia[i][j];
        }
}

/* Angular momentum about the centre of mass, world axes. Returns the energy of turning. */
static inline double turning_of(const routh_world3 *world, const routh_state3 *state, double momentum[3]) {
    double back[4], own[3], moment[3];
    routh_turn_inverse(state->orientation, back);
    routh_turn_apply(back, state->velocity.spin, own);
    for (int k = 0; k < 3; k++)
        moment[k] = routh_dot3(world->inertia[k], own);
    routh_turn_apply(state->orientation, moment, momentum);
    return routh_dot3(moment, own) / 2;
}

static inline routh_state3 state_at(double x, double y, double z) {
    return (routh_state3){.position = {x, y, z}, .orientation = {1, 0, 0, 0}};
}

/* Moves a state along the normal of a world's first plane until it is `gap` away from what is fixed there. */
static inline void bring(const routh_world3 *world, double gap, routh_state3 *state) {
    double normal[3];
    routh_unit3(world->plane[0].normal, normal);
    const double far = routh_world3_distance(world, state) - gap;
    for (int c = 0; c < 3; c++)
        state->position[c] -= far * normal[c];
}

static inline routh_run3 run_of(const routh_world3 *world, const routh_state3 *start,
                                const routh_run3_options *options) {
    routh_context context = routh_context_default();
    routh_run3 run;
    const routh_status status = routh_world3_run(&context, world, start, options, &run);
    if (status != ROUTH_OK)
        fail_msg("%s", context.message);
    return run;
}

static inline const routh_state3 *last_of(const routh_run3 *run) {
    return &run->sample[run->sample_count - 1];
}

/* The angle between two orientations, rad. */
static inline double angle_between(const double a[4], const double b[4]) {
    double vector[3];
    routh_turn_between(a, b, vector);
    return routh_length3(vector);
}

static inline double distance_between(const double a[3], const double b[3]) {
    const double apart[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return routh_length3(apart);
}

#endif
