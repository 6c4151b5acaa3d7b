/* Impacts for proofs: a body that touches the ground with one of its parts, and the starts that lead there.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "engine/proof.h"

#include <math.h>
#include <string.h>

#include "algebra/turn.h"
#include "base/constants.h"
#include "base/context.h"

/* Orientations drawn until other parts are far enough from the ground. */
enum { ORIENTATIONS = 100 };

routh_status routh_proof_body_of(routh_context *context, const routh_engine_body *body, routh_proof_body *of) {
    const bool is_sharp = body->ball_count == 0;
    const size_t count = !is_sharp ? body->ball_count : body->shape ? body->shape->count : 0;
    *of = (routh_proof_body){.body = body, .count = count};
    if (count == 0)
        return routh_fail_field(context, ROUTH_OUT_OF_RANGE, "body.ball_count",
                                "the body has neither balls nor a shape: nothing of it can touch the ground");
    of->ball = routh_allocate(context, count, sizeof *of->ball);
    if (!of->ball)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; i < count; i++) {
        if (!is_sharp)
            memcpy(of->ball[i], body->ball[i], sizeof of->ball[i]);
        for (int c = 0; is_sharp && c < 3; c++)
            of->ball[i][c] = body->shape->vertex[i][c] - body->centre[c];
        of->reach = fmax(of->reach, routh_length3(of->ball[i]) + of->ball[i][3]);
    }
    return ROUTH_OK;
}

void routh_proof_body_release(routh_context *context, routh_proof_body *of) {
    routh_release(context, of->ball);
    *of = (routh_proof_body){0};
}

double routh_proof_height(const routh_proof_body *of, const routh_state3 *state, size_t *lowest, double *next) {
    double least = INFINITY, second = INFINITY;
    for (size_t i = 0; i < of->count; i++) {
        double arm[3];
        routh_turn_apply(state->orientation, of->ball[i], arm);
        const double height = state->position[2] + arm[2] - of->ball[i][3];
        if (height < least) {
            second = least;
            least = height;
            *lowest = i;
        } else
            second = fmin(second, height);
    }
    if (next)
        *next = second;
    return least;
}

/* Keeps the orientation in which the second lowest part is highest, unless one is high enough. */
static void draw_alone(const routh_proof_body *of, routh_random *random, double apart, double orientation[4]) {
    double best = -INFINITY;
    for (int i = 0; i < ORIENTATIONS && best < apart; i++) {
        routh_state3 tried = {0};
        size_t lowest = 0;
        double next = INFINITY;
        routh_turn_draw(random, tried.orientation);
        const double gap = -routh_proof_height(of, &tried, &lowest, &next) + next;
        if (gap > best) {
            best = gap;
            memcpy(orientation, tried.orientation, sizeof tried.orientation);
        }
    }
}

void routh_proof_touch(const routh_proof_body *of, routh_state3 *state, double arm[3]) {
    size_t lowest = 0;
    state->position[2] -= routh_proof_height(of, state, &lowest, NULL);
    routh_turn_apply(state->orientation, of->ball[lowest], arm);
    arm[2] -= of->ball[lowest][3];
}

double routh_proof_speed(const routh_proof_body *of, const routh_state3 *touching) {
    routh_state3 state = *touching;
    double arm[3], turning[3];
    routh_proof_touch(of, &state, arm);
    routh_cross3(state.velocity.spin, arm, turning);
    return -(state.velocity.velocity[2] + turning[2]);
}

void routh_proof_draw(const routh_proof_body *of, routh_random *random, double speed, double slip, double spin,
                      double apart, routh_state3 *state) {
    double arm[3], turning[3];
    *state = (routh_state3){0};
    draw_alone(of, random, apart, state->orientation);
    routh_proof_touch(of, state, arm);
    const double way = routh_random_uniform(random, 0, 2 * ROUTH_PI);
    const double rise = routh_random_uniform(random, -1, 1), about = routh_random_uniform(random, 0, 2 * ROUTH_PI);
    const double flat = sqrt(1 - rise * rise);
    double *w = state->velocity.spin, *v = state->velocity.velocity;
    w[0] = spin * flat * cos(about), w[1] = spin * flat * sin(about), w[2] = spin * rise;
    routh_cross3(w, arm, turning);
    v[0] = slip * cos(way) - turning[0];
    v[1] = slip * sin(way) - turning[1];
    v[2] = -speed - turning[2];
}

/* Engines step the velocity first and move with the new one; drivers take off half a step of that fall. With the other half
 * taken off the contact is met with the velocity stated. */
void routh_proof_start(const routh_proof_body *of, const routh_state3 *touching, double phase, double step,
                       routh_state3 *start) {
    const double back = phase * step;
    size_t lowest = 0;
    double arm[3];
    *start = *touching;
    start->time = 0;
    start->position[0] = start->position[1] = 0;
    routh_proof_touch(of, start, arm);
    for (int c = 0; c < 3; c++)
        start->position[c] -= back * start->velocity.velocity[c];
    routh_turn_on(touching->orientation, touching->velocity.spin, -back, start->orientation);
    start->velocity.velocity[2] += of->body->gravity * step / 2;
    /* what turns may be lower before than when it touches */
    const double height = routh_proof_height(of, start, &lowest, NULL), least = 1e-9 * of->reach;
    if (height < least)
        start->position[2] += least - height;
}
