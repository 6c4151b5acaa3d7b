/* Impacts at random: a body, how it touches the ground, and the law's friction and restitution for it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_ENGINE_RANDOM_IMPACTS_H
#define ROUTH_TESTS_ENGINE_RANDOM_IMPACTS_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "algebra/space.h"
#include "base/context.h"
#include "engine/proof.h"

/* A sphere, a sharp box or a rounded one. */
enum { SPHERE, BOX, ROUNDED, KINDS };

typedef struct random_impact {
    int kind;
    routh_shape3 shape;
    double ball[8][4];
    routh_engine_body body;
    routh_proof_body of;
    routh_engine_target target; /* one speed */
    routh_state3 touching;
} random_impact;

static inline double random_factor(routh_random *random, double low, double high) {
    return low * pow(high / low, routh_random_uniform(random, 0, 1));
}

static inline void draw_sphere(routh_random *random, random_impact *impact) {
    const double radius = random_factor(random, 0.02, 0.1);
    const double moment = routh_random_uniform(random, 0.2, 0.65) * impact->body.mass * radius * radius;
    impact->ball[0][3] = radius;
    impact->body.ball_count = 1;
    for (int c = 0; c < 3; c++)
        impact->body.inertia[c][c] = moment;
}

static inline void draw_box(routh_random *random, random_impact *impact) {
    double side[3];
    for (int c = 0; c < 3; c++)
        side[c] = random_factor(random, 0.05, 0.3);
    if (routh_shape3_box(NULL, side, &impact->shape) != ROUTH_OK)
        abort();
    impact->body.shape = &impact->shape;
    const double denser = routh_random_uniform(random, 0.7, 1.3); /* outside or inside */
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            impact->body.inertia[r][c] = denser * impact->body.mass * impact->shape.gyration[r][c];
    if (impact->kind == BOX)
        return;
    const double radius = routh_random_uniform(random, 0.05, 0.9) * impact->shape.thickness;
    for (size_t i = 0; i < 8; i++) {
        for (int c = 0; c < 3; c++)
            impact->ball[i][c] = impact->shape.vertex[i][c] - radius * impact->shape.inset[i][c];
        impact->ball[i][3] = radius;
    }
    impact->body.ball_count = 8;
}

static inline void release_impact(random_impact *impact) {
    routh_proof_body_release(NULL, &impact->of);
    routh_shape3_release(NULL, &impact->shape);
}

/* Does another part reach the ground within two steps of the first? The law is for one contact. */
static inline bool touches_alone(const random_impact *impact, double step) {
    routh_state3 later = impact->touching;
    size_t lowest = 0;
    double next;
    if (impact->of.count < 2)
        return true;
    for (int c = 0; c < 3; c++)
        later.position[c] += 2 * step * later.velocity.velocity[c];
    routh_turn_on(impact->touching.orientation, later.velocity.spin, 2 * step, later.orientation);
    routh_proof_height(&impact->of, &later, &lowest, &next);
    return next > 0;
}

static inline void draw_any(routh_random *random, double step, random_impact *impact) {
    *impact = (random_impact){.kind = (int)routh_random_index(random, KINDS), .target = routh_engine_target_default()};
    impact->body.mass = random_factor(random, 0.05, 5);
    impact->body.gravity = 9.81;
    if (impact->kind == SPHERE)
        draw_sphere(random, impact);
    else
        draw_box(random, impact);
    if (impact->body.ball_count > 0)
        impact->body.ball = (const double(*)[4])impact->ball;
    if (routh_proof_body_of(NULL, &impact->body, &impact->of) != ROUTH_OK)
        abort();
    const double speed = random_factor(random, 0.1, 5);
    const double slip = speed * tan(routh_random_uniform(random, 0, 1.4));
    const double spin = routh_random_uniform(random, 0, 1) * speed / impact->of.reach;
    impact->target.surface.pair.eps = routh_random_uniform(random, 0.1, 0.9);
    impact->target.surface.pair.mu = routh_random_uniform(random, 0.05, 1);
    impact->target.speed[0] = impact->target.speed[1] = speed;
    routh_proof_draw(&impact->of, random, speed, slip, spin, 3 * speed * step, &impact->touching);
}

/* Speeds 0.1 … 5 m/s, up to 80° from the vertical, ε 0.1 … 0.9, μ 0.05 … 1. Its parts point into *impact. */
static inline void draw_impact(uint64_t seed, size_t index, double step, random_impact *impact) {
    routh_random random = routh_random_seed(seed, index);
    draw_any(&random, step, impact);
    while (!touches_alone(impact, step)) {
        release_impact(impact);
        draw_any(&random, step, impact);
    }
}

#endif
