/* A ball dropped in each engine that has a program, with settings whose restitution is known.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_ENGINE_BALL_DROPS_H
#define ROUTH_TESTS_ENGINE_BALL_DROPS_H

#include <routh/engine.h>

#define BALL_RADIUS  0.03
#define BALL_GRAVITY 9.81

static const double the_ball[1][4] = {{0, 0, 0, BALL_RADIUS}};

/* 0.2 kg, of uniform density. */
static inline routh_engine_body ball_body(void) {
    const double moment = 0.4 * 0.2 * BALL_RADIUS * BALL_RADIUS;
    return (routh_engine_body){.mass = 0.2,
                               .inertia = {{moment, 0, 0}, {0, moment, 0}, {0, 0, moment}},
                               .ball = the_ball,
                               .ball_count = 1,
                               .gravity = BALL_GRAVITY};
}

/* A state of the ball, its lowest point `height` above the ground. */
static inline routh_state3 ball_state(double height, double vx, double vz) {
    return (routh_state3){
        .position = {0, 0, BALL_RADIUS + height}, .orientation = {1, 0, 0, 0}, .velocity = {.velocity = {vx, 0, vz}}};
}

#endif
