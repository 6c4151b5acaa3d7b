/* Free flights in space, and where they end.
 *
 * The centre of mass falls with drag β: V = V∞ + (V₀ − V∞) e^(−βt), V∞ = −g/β along z, which is a parabola for β = 0. The
 * body turns freely: steadily where its moments are equal, otherwise by Taylor series (algebra/free_turn.c).
 *
 * Contact. The height of a ball over a plane, h(t), has |h''| ≤ B: gravity, drag and ω² times the ball's distance from the
 * centre of mass. So h cannot reach 0 before h + h' τ − ½ B τ² does. Steps of that length approach the first contact from
 * before it; they converge as Newton's method does, and can miss none. A fixed part lies behind a plane, too: the one that
 * separates it from the body now.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/drag.h"
#include "algebra/matrix3.h"
#include "algebra/turn.h"
#include "impact3/body3.h"
#include "motion3/fixed3.h"
#include "motion3/motion3.h"

/* Far more than the dozen or so that a contact takes. */
enum { MOST_STEPS = 100000 };

/* One series turns by less than this share of what it could: errors of 1e-11 of a radian become those of rounding. */
static const double series_share = 0.5;

/* Series in a row before a flight begins anew: each state costs as many as lie between it and the start. */
static const double most_series = 8;

void routh_fall3_start(const routh_stage3 *stage, const routh_state3 *state, routh_fall3 *fall) {
    fall->stage = stage;
    fall->start = *state;
    fall->longest = INFINITY;
    if (stage->turn.unequal) {
        routh_free_turn_start(&stage->turn, state->orientation, state->velocity.spin, &fall->turning);
        fall->turning.longest *= series_share;
        fall->longest = most_series * fall->turning.longest;
    }
}

void routh_fall3_at(const routh_fall3 *fall, double time, routh_state3 *state) {
    const routh_world3 *world = fall->stage->world;
    const routh_state3 *start = &fall->start;
    double first, second;
    routh_drag_shares(world->drag * time, &first, &second);
    const double kept = 1 - world->drag * time * first;
    state->time = start->time + time;
    for (int c = 0; c < 3; c++) {
        const double gravity = c == 2 ? -world->gravity : 0;
        state->position[c] =
            start->position[c] + start->velocity.velocity[c] * time * first + gravity * time * time * second;
        state->velocity.velocity[c] = start->velocity.velocity[c] * kept + gravity * time * first;
    }
    if (fall->stage->turn.unequal)
        routh_free_turn_at(&fall->turning, time, state->orientation, state->velocity.spin);
    else {
        routh_turn_on(start->orientation, start->velocity.spin, time, state->orientation);
        memcpy(state->velocity.spin, start->velocity.spin, sizeof state->velocity.spin);
    }
}

/* How long no gap over a plane can close: `near` is set where one is within `touching` of it and shrinks. */
static double safe_time(const routh_stage3 *stage, const routh_level3 *plane, const routh_state3 *state, double linear,
                        double turning, double touching, bool *near) {
    double rotation[3][3], inside[3], swing[3], across[3];
    routh_rotation_of(state->orientation, rotation);
    for (int c = 0; c < 3; c++) {
        inside[c] =
            rotation[0][c] * plane->normal[0] + rotation[1][c] * plane->normal[1] + rotation[2][c] * plane->normal[2];
    }
    routh_cross3(plane->normal, state->velocity.spin, across); /* n · (ω × r) = (n × ω) · r */
    for (int c = 0; c < 3; c++)
        swing[c] = rotation[0][c] * across[0] + rotation[1][c] * across[1] + rotation[2][c] * across[2];
    const double height = routh_dot3(plane->normal, state->position) - plane->level - stage->radius;
    const double rate = routh_dot3(plane->normal, state->velocity.velocity);
    double safe = INFINITY;
    for (size_t i = 0; i < stage->count; i++) {
        const double gap = height + routh_dot3(inside, stage->ball[i]),
                     falls = rate + routh_dot3(swing, stage->ball[i]);
        const double bend = linear + turning * stage->reach[i];
        if (gap <= touching && falls < 0)
            *near = true;
        const double above = fmax(gap, 0);
        if (!(bend > 0)) {
            safe = falls < 0 ? fmin(safe, -above / falls) : safe;
            continue;
        }
        const double root = sqrt(falls * falls + 2 * bend * above);
        const double ahead = falls > 0 ? (falls + root) / bend : above > 0 ? 2 * above / (root - falls) : 0;
        safe = fmin(safe, ahead);
    }
    return safe;
}

/* The same for the fixed part. */
static double safe_from_part(const routh_stage3 *stage, const routh_state3 *state, double linear, double turning,
                             double touching, bool *near) {
    routh_level3 plane;
    routh_touch3 touch[ROUTH_MOST_CONTACTS3];
    double arm[3];
    bool ball = false;
    const double gap = routh_fixed3_distance(stage->fixed, state->position, state->orientation, plane.normal, arm);
    plane.level = routh_dot3(plane.normal, state->position) + routh_dot3(plane.normal, arm) - gap;
    if (gap <= touching) {
        const size_t count = routh_fixed3_contacts(stage->fixed, state->position, state->orientation, touching, touch,
                                                   ROUTH_MOST_CONTACTS3);
        for (size_t i = 0; i < count; i++)
            *near = *near || routh_touch3_rate(&touch[i], &state->velocity) < 0;
    }
    /* a ball may be beside the part and pass the plane: nothing moves by more than `touching` in this time, from rest either */
    const double fastest = routh_length3(state->velocity.velocity) + routh_length3(state->velocity.spin) * stage->size;
    const double bend = linear + turning * stage->size;
    const double least = 2 * touching / (fastest + sqrt(fastest * fastest + 2 * bend * touching) + 1e-300);
    return fmax(safe_time(stage, &plane, state, linear, turning, touching, &ball), least);
}

double routh_fall3_contact(const routh_fall3 *fall, double latest, double touching) {
    const routh_stage3 *stage = fall->stage;
    const routh_world3 *world = stage->world;
    routh_state3 state = fall->start;
    const double spin = routh_length3(state.velocity.spin);
    /* the spin changes, but not its energy: J ω² ≤ 2 T */
    double most = spin * spin;
    if (stage->turn.unequal) {
        const double moving = world->mass * routh_dot3(state.velocity.velocity, state.velocity.velocity) / 2;
        most = 2 * fmax(routh_stage3_kinetic(stage, &state) - moving, 0) / stage->least_moment * (1 + 1e-9);
    }
    const double turning = most * (1 + stage->turning);
    double time = 0;
    for (size_t step = 0; step < MOST_STEPS; step++) {
        const double speed = routh_length3(state.velocity.velocity);
        const double linear = world->gravity + world->drag * (speed + world->gravity * (latest - time));
        double safe = INFINITY;
        bool near = false;
        for (size_t k = 0; k < stage->plane_count; k++)
            safe = fmin(safe, safe_time(stage, &stage->plane[k], &state, linear, turning, touching, &near));
        if (stage->fixed)
            safe = fmin(safe, safe_from_part(stage, &state, linear, turning, touching, &near));
        if (near)
            return time;
        time += fmax(safe, 1e-12);
        if (!(time < latest))
            return INFINITY;
        routh_fall3_at(fall, time, &state);
    }
    return time;
}
