/* Worlds for the tests of motion, and steps through them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_MOTION_WORLDS_H
#define ROUTH_TESTS_MOTION_WORLDS_H

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

static const double pi = 3.14159265358979323846;
static const double gravity = 9.81;

/* A body of 1 kg and uniform density over some planes. */
static inline routh_world world_of(routh_shape shape, const routh_half_plane *plane, size_t count) {
    return (routh_world){.body = {shape, 1, routh_shape_gyration_squared(&shape)},
                         .plane = plane,
                         .plane_count = count,
                         .gravity = gravity,
                         .wrench = routh_wrench_default()};
}

/* Moves a body along y until it touches. */
static inline routh_pose touching(const routh_world *world, routh_pose pose) {
    pose.y -= routh_world_distance(world, pose) / cos(world->plane[0].angle);
    return pose;
}

static inline void advance(const routh_world *world, double h, routh_state *state, routh_step_report *report) {
    routh_context context = routh_context_default();
    routh_state next;
    if (routh_world_step(&context, world, h, state, &next, report) != ROUTH_OK)
        fail_msg("%s", context.message);
    *state = next;
}

static inline double speed_of(const routh_state *state) {
    return hypot(state->velocity.vx, state->velocity.vy) + fabs(state->velocity.omega);
}

#endif
