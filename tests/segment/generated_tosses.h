/* Tosses whose truth is known: a cube with its centre of mass off its middle and its corners rounded flies freely, one
 * corner after another strikes the board under a law, and frames are taken with noise.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_SEGMENT_GENERATED_TOSSES_H
#define ROUTH_TESTS_SEGMENT_GENERATED_TOSSES_H

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

enum { MOST_STRIKES = 12, REST = 8 };

typedef struct toss_truth {
    double width, mass, inertia, gravity, rate;
    double scale;     /* recorded ÷ true length */
    double centre[3]; /* centre of mass from the middle of the cube, body axes, m */
    double rounding;  /* m */
    int rigid;        /* the law, with touch's parameters */
    routh_pair pair;
    double position_noise, turn_noise; /* standard deviations, m and rad */
    double speed;                      /* across the board, up to this, m/s */
    uint64_t seed;
} toss_truth;

/* A cube as the recorded one is stated to be, with friction and restitution of the same order. */
static inline toss_truth usual_truth(void) {
    return (toss_truth){.width = 0.1048,
                        .mass = 0.37,
                        .inertia = 0.37 * 0.1048 * 0.1048 / 6,
                        .gravity = 9.81,
                        .rate = 148,
                        .scale = 1,
                        .pair = {.mu = 0.2, .eps = 0.4, .eta2 = 1.2},
                        .position_noise = 2e-5,
                        .turn_noise = 3e-4,
                        .speed = 1.5,
                        .seed = 1};
}

/* The cube at an instant, and its strikes so far. */
typedef struct cube {
    const toss_truth *truth;
    double time, position[3], orientation[4];
    routh_velocity3 motion;
    size_t count;
    double strike_time[MOST_STRIKES];
    routh_velocity3 before[MOST_STRIKES], after[MOST_STRIKES];
    double next[MOST_STRIKES]; /* how much higher the next corner was */
} cube;

/* From the centre of mass to the lowest point, and how much higher the next corner's is. */
static inline double lowest_point(const cube *c, const double orientation[4], double point[3], double *next) {
    const double reach = c->truth->width / 2 - c->truth->rounding;
    double height[8], least = INFINITY;
    memset(point, 0, 3 * sizeof *point);
    for (int k = 0; k < 8; k++) {
        const double corner[3] = {(k & 1 ? reach : -reach) - c->truth->centre[0],
                                  (k & 2 ? reach : -reach) - c->truth->centre[1],
                                  (k & 4 ? reach : -reach) - c->truth->centre[2]};
        double world[3];
        routh_turn_apply(orientation, corner, world);
        height[k] = world[2];
        if (world[2] < least) {
            least = world[2];
            memcpy(point, world, sizeof world);
        }
    }
    *next = INFINITY;
    for (int k = 0; k < 8; k++)
        if (height[k] > least)
            *next = fmin(*next, height[k] - least);
    point[2] -= c->truth->rounding;
    return point[2];
}

static inline cube cube_after(const cube *c, double elapsed) {
    cube later = *c;
    later.time += elapsed;
    for (int k = 0; k < 3; k++)
        later.position[k] += elapsed * c->motion.velocity[k];
    later.position[2] -= c->truth->gravity * elapsed * elapsed / 2;
    later.motion.velocity[2] -= c->truth->gravity * elapsed;
    routh_turn_on(c->orientation, c->motion.spin, elapsed, later.orientation);
    return later;
}

/* The lowest point's height above the board, and whether it is coming down. */
static inline double clearance(const cube *c, int *closing) {
    double point[3], next, turning[3];
    const double height = c->position[2] + lowest_point(c, c->orientation, point, &next);
    routh_cross3(c->motion.spin, point, turning);
    *closing = c->motion.velocity[2] + turning[2] < 0;
    return height;
}

static inline void strike_board(cube *c) {
    const toss_truth *t = c->truth;
    routh_body3 body = routh_body3_default(), board = routh_body3_default();
    board.freedom = ROUTH_FIXED;
    body.mass = t->mass;
    for (int k = 0; k < 3; k++)
        body.inertia[k][k] = t->inertia;
    memcpy(body.position, c->position, sizeof body.position);
    memcpy(body.orientation, c->orientation, sizeof body.orientation);
    memcpy(body.velocity, c->motion.velocity, sizeof body.velocity);
    memcpy(body.spin, c->motion.spin, sizeof body.spin);
    routh_scene_contact meeting = routh_scene_contact_default();
    meeting.a = 0;
    meeting.b = 1;
    double point[3];
    lowest_point(c, c->orientation, point, &c->next[c->count]);
    for (int k = 0; k < 3; k++) {
        meeting.point[k] = c->position[k] + point[k];
        meeting.normal[k] = k == 2;
    }
    routh_contact3 contact;
    routh_outcome3 strike;
    assert_int_equal(routh_contact3_of(NULL, &body, &board, &meeting, &contact), ROUTH_OK);
    const routh_law3 *law = routh_law3_find(NULL, t->rigid ? "rigid" : "compliant");
    assert_int_equal(routh_law3_solve(NULL, law, &t->pair, &contact, NULL, &strike), ROUTH_OK);
    c->strike_time[c->count] = c->time;
    c->before[c->count] = c->motion;
    routh_contact3_apply(&body, &board, &meeting, strike.p);
    memcpy(c->motion.velocity, body.velocity, sizeof body.velocity);
    memcpy(c->motion.spin, body.spin, sizeof body.spin);
    c->after[c->count++] = c->motion;
}

/* Flies on to a time, striking the board on the way: looks for contact in small steps, then halves. False once the cube
 * strikes so fast in succession that it is about to lie. */
static inline int fly_to(cube *c, double time) {
    const double step = 2e-4;
    while (c->time < time) {
        const double elapsed = fmin(step, time - c->time);
        cube later = cube_after(c, elapsed);
        int closing;
        if (clearance(&later, &closing) >= 0 || !closing) {
            *c = later;
            continue;
        }
        double low = 0, high = elapsed;
        for (int halving = 0; halving < 40; halving++) {
            const double middle = 0.5 * (low + high);
            const cube there = cube_after(c, middle);
            *(clearance(&there, &closing) < 0 ? &high : &low) = middle;
        }
        *c = cube_after(c, high);
        clearance(c, &closing);
        if (!closing || c->count == MOST_STRIKES)
            return 0;
        strike_board(c);
    }
    return 1;
}

static inline void take_frame(const toss_truth *t, const double position[3], const double orientation[4],
                              routh_random *random, routh_trajectory3 *toss) {
    double offset[3], turn[3];
    routh_turn_apply(orientation, t->centre, offset);
    for (int k = 0; k < 3; k++) {
        toss->position[toss->count][k] =
            t->scale * (position[k] - offset[k]) + t->position_noise * routh_random_normal(random);
        turn[k] = t->turn_noise * routh_random_normal(random);
    }
    routh_turn_on(orientation, turn, 1, toss->orientation[toss->count]);
    toss->count++;
}

static inline cube throw_cube(const toss_truth *t, routh_random *random) {
    cube c = {.truth = t, .position = {0, 0, routh_random_uniform(random, 0.2, 0.35)}};
    double length = 0;
    for (int k = 0; k < 4; k++) {
        c.orientation[k] = routh_random_normal(random);
        length = hypot(length, c.orientation[k]);
    }
    for (int k = 0; k < 4; k++)
        c.orientation[k] /= length;
    for (int k = 0; k < 3; k++) {
        c.motion.velocity[k] = k < 2 ? routh_random_uniform(random, -t->speed, t->speed) : 0;
        c.motion.spin[k] = routh_random_uniform(random, -6, 6);
    }
    return c;
}

/* One toss of 0.5 s or until the cube is about to lie, then a few frames at rest on a face. */
static inline cube generate_toss(const toss_truth *t, size_t index, routh_trajectory3 *toss) {
    const size_t frames = (size_t)(0.5 * t->rate);
    routh_random random = routh_random_seed(t->seed, index);
    cube c = throw_cube(t, &random);
    *toss = (routh_trajectory3){.name = calloc(32, 1),
                                .position = calloc(frames + REST, sizeof *toss->position),
                                .orientation = calloc(frames + REST, sizeof *toss->orientation)};
    assert_true(toss->name && toss->position && toss->orientation);
    snprintf(toss->name, 32, "toss_%03zu.csv", index);
    const double phase = routh_random_uniform(&random, 0, 1 / t->rate);
    for (size_t i = 0; i < frames && fly_to(&c, phase + (double)i / t->rate); i++)
        take_frame(t, c.position, c.orientation, &random, toss);
    const double flat[4] = {1, 0, 0, 0};
    const double rest[3] = {c.position[0], c.position[1], t->width / 2 + t->centre[2]};
    for (int i = 0; i < REST; i++)
        take_frame(t, rest, flat, &random, toss);
    for (size_t i = 0; i < c.count; i++)
        c.strike_time[i] -= phase;
    return c;
}

/* `truths` gets the cubes with their strikes; NULL: not wanted. */
static inline routh_dataset3 generate_tosses(const toss_truth *t, size_t count, cube *truths) {
    routh_dataset3 dataset = {.name = "generated",
                              .width = t->width,
                              .mass = t->mass,
                              .rate = t->rate,
                              .gravity = t->gravity,
                              .trajectory = calloc(count, sizeof(routh_trajectory3)),
                              .trajectory_count = count};
    assert_non_null(dataset.trajectory);
    for (size_t i = 0; i < count; i++) {
        const cube c = generate_toss(t, i, &dataset.trajectory[i]);
        if (truths)
            truths[i] = c;
    }
    return dataset;
}

#endif
