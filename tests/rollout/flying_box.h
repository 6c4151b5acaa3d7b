/* Tosses of a box that fly until their velocity jumps, with known truth. Euler's equations and the fall with drag go by Runge
 * and Kutta's small steps: nothing here uses the library's free turn or its closed form of the fall.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_ROLLOUT_FLYING_BOX_H
#define ROUTH_TESTS_ROLLOUT_FLYING_BOX_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <routh/routh.h>

#define assert_near(x, y, tolerance) assert_true(fabs((x) - (y)) <= (tolerance))

enum { BOX_INSTANTS = 40, BOX_JUMP = 26, BOX_STEPS = 50 }; /* instants, the one after which the velocity jumps */

typedef struct box_tosses {
    routh_shape3 shape;
    routh_plane3 plane;
    routh_world3 world;
    routh_dataset3 dataset;
    routh_state3 *truth; /* at instant 0 of each */
} box_tosses;

/* Position, orientation, velocity, spin in world axes → their rates. */
static inline void box_rates(const routh_world3 *world, const double s[13], double rate[13]) {
    const double *q = s + 3, *w = s + 10;
    double turned[3], body[3], momentum[3], torque[3], own[3];
    const double r[3][3] = {
        {1 - 2 * (q[2] * q[2] + q[3] * q[3]), 2 * (q[1] * q[2] - q[0] * q[3]), 2 * (q[1] * q[3] + q[0] * q[2])},
        {2 * (q[1] * q[2] + q[0] * q[3]), 1 - 2 * (q[1] * q[1] + q[3] * q[3]), 2 * (q[2] * q[3] - q[0] * q[1])},
        {2 * (q[1] * q[3] - q[0] * q[2]), 2 * (q[2] * q[3] + q[0] * q[1]), 1 - 2 * (q[1] * q[1] + q[2] * q[2])}};
    for (int c = 0; c < 3; c++)
        body[c] = r[0][c] * w[0] + r[1][c] * w[1] + r[2][c] * w[2];
    for (int c = 0; c < 3; c++)
        momentum[c] = world->inertia[c][c] * body[c]; /* a box: its own axes are principal */
    for (int c = 0; c < 3; c++)
        torque[c] = momentum[(c + 1) % 3] * body[(c + 2) % 3] - momentum[(c + 2) % 3] * body[(c + 1) % 3];
    for (int c = 0; c < 3; c++)
        own[c] = torque[c] / world->inertia[c][c];
    for (int c = 0; c < 3; c++)
        turned[c] = r[c][0] * own[0] + r[c][1] * own[1] + r[c][2] * own[2];
    for (int c = 0; c < 3; c++) {
        rate[c] = s[7 + c];
        rate[7 + c] = -world->drag * s[7 + c] - (c == 2 ? world->gravity : 0);
        rate[10 + c] = turned[c];
    }
    rate[3] = -0.5 * (w[0] * q[1] + w[1] * q[2] + w[2] * q[3]);
    rate[4] = 0.5 * (w[0] * q[0] + w[1] * q[3] - w[2] * q[2]);
    rate[5] = 0.5 * (w[1] * q[0] + w[2] * q[1] - w[0] * q[3]);
    rate[6] = 0.5 * (w[2] * q[0] + w[0] * q[2] - w[1] * q[1]);
}

static inline void box_fly(const routh_world3 *world, double s[13], double time) {
    for (int step = 0; step < BOX_STEPS; step++) {
        const double h = time / BOX_STEPS;
        double k[4][13], at[13];
        for (int stage = 0; stage < 4; stage++) {
            const double part = stage == 0 ? 0 : stage == 3 ? 1 : 0.5;
            for (int i = 0; i < 13; i++)
                at[i] = s[i] + (stage > 0 ? part * h * k[stage - 1][i] : 0);
            box_rates(world, at, k[stage]);
        }
        for (int i = 0; i < 13; i++)
            s[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
    }
}

/* Records one instant with noise and, if `bend` is not 0, with an error that bends the whole flight. */
static inline void box_record(const box_tosses *b, const double s[13], routh_random *random, const double noise[2],
                              const double bend[6], double time, double position[3], double orientation[4]) {
    routh_state3 state = {.time = 0};
    double turn[4] = {1, 0, 0, 0}, tracked[3];
    memcpy(state.position, s, sizeof state.position);
    for (int c = 0; c < 3; c++)
        turn[1 + c] = 0.5 * (noise[1] * routh_random_normal(random) + bend[3 + c] * time * time);
    const double *q = s + 3;
    const double product[4] = {turn[0] * q[0] - turn[1] * q[1] - turn[2] * q[2] - turn[3] * q[3],
                               turn[0] * q[1] + turn[1] * q[0] + turn[2] * q[3] - turn[3] * q[2],
                               turn[0] * q[2] - turn[1] * q[3] + turn[2] * q[0] + turn[3] * q[1],
                               turn[0] * q[3] + turn[1] * q[2] - turn[2] * q[1] + turn[3] * q[0]};
    double length = 0;
    for (int i = 0; i < 4; i++)
        length += product[i] * product[i];
    for (int i = 0; i < 4; i++)
        orientation[i] = product[i] / sqrt(length);
    memcpy(state.orientation, q, sizeof state.orientation);
    routh_world3_tracked(&b->world, &state, tracked);
    tracked[2] += b->dataset.calibration.ground;
    for (int c = 0; c < 3; c++)
        position[c] = b->dataset.calibration.scale *
                      (tracked[c] + noise[0] * routh_random_normal(random) + bend[c] * time * time);
}

/* `noise`: standard deviations of a coordinate, m and rad; `bend`: of errors of acceleration, m/s² and rad/s². */
static inline void box_toss_all(size_t count, const double noise[2], const double bend[2], box_tosses *b) {
    const double side[3] = {0.14, 0.06, 0.1}, rate = 200;
    routh_random random = routh_random_seed(7, 0);
    *b = (box_tosses){.plane = routh_plane3_default()};
    assert_int_equal(routh_shape3_box(NULL, side, &b->shape), ROUTH_OK);
    b->world = routh_world3_of(&b->shape, 0.3);
    b->world.plane = &b->plane, b->world.plane_count = 1, b->world.drag = 0.3;
    b->world.centre[0] = 0.004, b->world.centre[2] = -0.003;
    b->dataset = (routh_dataset3){.mass = 0.3,
                                  .rate = rate,
                                  .gravity = b->world.gravity,
                                  .shape = &b->shape,
                                  .trajectory_count = count,
                                  .trajectory = calloc(count, sizeof *b->dataset.trajectory),
                                  .calibration = {.applied = true, .scale = 0.97, .ground = 0.002}};
    b->truth = calloc(count, sizeof *b->truth);
    for (size_t t = 0; t < count; t++) {
        routh_trajectory3 *toss = &b->dataset.trajectory[t];
        double s[13] = {0}, length = 0, bent[6];
        *toss = (routh_trajectory3){.count = BOX_INSTANTS,
                                    .position = calloc(BOX_INSTANTS, sizeof *toss->position),
                                    .orientation = calloc(BOX_INSTANTS, sizeof *toss->orientation)};
        for (int i = 0; i < 13; i++)
            s[i] = routh_random_normal(&random) * (i < 3 ? 0.1 : i < 10 ? 1 : 8);
        s[2] += 1;
        for (int i = 3; i < 7; i++)
            length += s[i] * s[i];
        for (int i = 3; i < 7; i++)
            s[i] /= sqrt(length);
        for (int i = 0; i < 6; i++)
            bent[i] = bend[i / 3] * routh_random_normal(&random) / 2;
        memcpy(b->truth[t].position, s, sizeof b->truth[t].position);
        memcpy(b->truth[t].orientation, s + 3, sizeof b->truth[t].orientation);
        memcpy(b->truth[t].velocity.velocity, s + 7, sizeof b->truth[t].velocity.velocity);
        memcpy(b->truth[t].velocity.spin, s + 10, sizeof b->truth[t].velocity.spin);
        for (size_t i = 0; i < BOX_INSTANTS; i++) {
            box_record(b, s, &random, noise, bent, (double)i / rate, toss->position[i], toss->orientation[i]);
            if (i == BOX_JUMP)
                s[9] += 3, s[11] += 4;
            box_fly(&b->world, s, 1 / rate);
        }
    }
}

static inline void box_release(box_tosses *b) {
    for (size_t t = 0; t < b->dataset.trajectory_count; t++) {
        free(b->dataset.trajectory[t].position);
        free(b->dataset.trajectory[t].orientation);
    }
    free(b->dataset.trajectory);
    free(b->truth);
    routh_shape3_release(NULL, &b->shape);
}

#endif
