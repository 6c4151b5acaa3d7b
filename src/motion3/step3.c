/* Sliding, rolling and rest: one time step with friction cones.
 *
 * M (v⁺ − v) = h F + Jᵀp over the contacts that could close within the step, with v_n⁺ ≥ −gap/h, and friction that opposes the
 * slip at the end of the step (cone3.c). The pose moves with the mean of both velocities, so that free fall and steady
 * friction are exact. What then overlaps, because the body turns, is moved out again by the smallest motion in the metric of
 * kinetic energy: depths do not add up. A step that would have raised the energy for that reason is slowed down.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "algebra/matrix3.h"
#include "algebra/turn.h"
#include "motion3/motion3.h"

/* Gaps below this share of it are closed. Balls that touch in nearly one place would hand the load round and round for
 * them. */
static const double closed = 1e-8;

/* Speeds below this, m/s, are rest, if they last so long, s, and do not grow by more than what is left of contacts. */
static const double motionless = 1e-6, still_time = 0.01, rounding = 1e-9;

/* The velocity without contacts. */
static void push_freely(const routh_stage3 *stage, const routh_state3 *state, double h, routh_velocity3 *velocity) {
    const routh_world3 *world = stage->world;
    const double kept = exp(-world->drag * h);
    double rate[3];
    routh_free_turn_rate(&stage->turn, state->orientation, state->velocity.spin, rate);
    for (int c = 0; c < 3; c++) {
        velocity->velocity[c] = kept * state->velocity.velocity[c] - (c == 2 ? h * world->gravity : 0);
        velocity->spin[c] = state->velocity.spin[c] + h * rate[c];
    }
}

static void move(const routh_state3 *from, double h, routh_state3 *to) {
    double spin[3];
    for (int c = 0; c < 3; c++) {
        to->position[c] = from->position[c] + h * (from->velocity.velocity[c] + to->velocity.velocity[c]) / 2;
        spin[c] = (from->velocity.spin[c] + to->velocity.spin[c]) / 2;
    }
    routh_turn_on(from->orientation, spin, h, to->orientation);
    to->time = from->time + h;
}

/* Puts a pose between two others where the potential energy is `most`, if that of the second is higher. */
static void hold_down(const routh_stage3 *stage, double most, const routh_state3 *from, routh_state3 *to) {
    const double low = routh_stage3_potential(stage, from), high = routh_stage3_potential(stage, to);
    double turn[3];
    if (!(high > most && high > low))
        return;
    const double share = fmax((most - low) / (high - low), 0);
    routh_turn_between(from->orientation, to->orientation, turn);
    routh_turn_on(from->orientation, turn, share, to->orientation);
    for (int c = 0; c < 3; c++)
        to->position[c] = from->position[c] + share * (to->position[c] - from->position[c]);
}

/* Energy must not rise: a body moves on, and out, no farther than its motion pays for, and what is left of that is
 * slowed. */
static void pay(const routh_stage3 *stage, const routh_state3 *state, const routh_state3 *moved, routh_state3 *next) {
    const double had = routh_stage3_energy(stage, state);
    hold_down(stage, had, moved, next);
    hold_down(stage, had, state, next);
    const double moving = routh_stage3_kinetic(stage, next), room = had - routh_stage3_potential(stage, next);
    if (moving > room && moving > 0) {
        const double slower = room > 0 ? sqrt(room / moving) : 0;
        for (int c = 0; c < 3; c++) {
            next->velocity.velocity[c] *= slower;
            next->velocity.spin[c] *= slower;
        }
    }
}

/* Which contacts take part, and how long the step may be: not beyond an impact. */
static size_t choose(const routh_runner3 *runner, double *h, routh_touch3 *touch) {
    const routh_stage3 *stage = &runner->stage;
    const routh_state3 *state = &runner->state;
    const bool steps_only = runner->options->integrator == ROUTH_TIME_STEPS3;
    const double touching = closed * stage->size, spin = routh_length3(state->velocity.spin);
    const double bend = routh_stage3_bend(stage, state);
    const double fast = runner->options->rest_speed + *h * bend;
    const double reach = *h * (routh_length3(state->velocity.velocity) + spin * stage->size + *h * bend);
    const size_t count = routh_stage3_touches(stage, state, fmax(reach, touching), touch);
    size_t kept = 0;
    if (!steps_only)
        for (size_t i = 0; i < count; i++)
            if (touch[i].gap > touching && touch[i].rate < -fast)
                *h = fmin(*h, fmax(-touch[i].gap / touch[i].rate, 1e-9));
    for (size_t i = 0; i < count; i++) {
        const bool impact = !steps_only && touch[i].gap > touching && touch[i].rate < -fast;
        if (!impact && touch[i].gap + *h * (touch[i].rate - *h * bend) <= touching)
            touch[kept++] = touch[i];
    }
    return kept;
}

/* Impulses of the last step, where the same contacts go on. */
static void begin_with(const routh_cone3 *last, double share, routh_cone3 *cone, routh_velocity3 *velocity) {
    for (size_t i = 0; i < cone->count; i++)
        for (size_t j = 0; j < last->count; j++)
            if (cone->contact[i].name == last->contact[j].name) {
                for (int k = 0; k < 3; k++)
                    cone->contact[i].p[k] = share * last->contact[j].p[k];
                routh_cone3_push(cone, &cone->contact[i], cone->contact[i].p, velocity);
            }
}

/* At rest: slow for a while, and not about to go faster, as a body is that begins to topple. */
static void note_still(routh_runner3 *runner, const routh_state3 *next, double h, bool carried) {
    const double speed =
        fmax(routh_length3(next->velocity.velocity), routh_length3(next->velocity.spin) * runner->stage.size);
    const bool still = carried && speed < motionless && !(speed > runner->speed + rounding);
    runner->still = still ? runner->still + h : 0;
    runner->speed = speed;
    runner->run->rests = runner->still >= fmax(still_time, 2.5 * h); /* three steps, where they are long */
}

routh_status routh_runner3_step(routh_runner3 *runner, double h, bool *carried) {
    const routh_stage3 *stage = &runner->stage;
    const routh_surface3 *surface = &runner->surface;
    const routh_state3 *state = &runner->state;
    routh_touch3 touch[ROUTH_MOST_CONTACTS3];
    routh_state3 next;
    const size_t count = choose(runner, &h, touch);
    const bool steps_only = runner->options->integrator == ROUTH_TIME_STEPS3;
    const double last = runner->cone_step;
    routh_cone3 *cone = &runner->cone[runner->turn], *before = &runner->cone[1 - runner->turn];
    push_freely(stage, state, h, &next.velocity);
    routh_cone3_of(stage, state, touch, count, 0, cone);
    for (size_t i = 0; i < count; i++) {
        double v[3];
        routh_cone3_velocity(&cone->contact[i], &state->velocity, v);
        cone->contact[i].mu = routh_surface3_friction(surface, hypot(v[0], v[1]));
        const double e = steps_only && touch[i].gap + h * touch[i].rate <= 0
                             ? routh_surface3_restitution(surface, -touch[i].rate,
                                                          runner->options->rest_speed + 2 * h * stage->world->gravity)
                             : 0;
        cone->contact[i].target = touch[i].gap > closed * stage->size ? -touch[i].gap / h : 0;
        if (e > 0)
            cone->contact[i].target = -e * touch[i].rate;
    }
    begin_with(before, last > 0 ? h / last : 0, cone, &next.velocity);
    routh_cone3_solve(cone, ROUTH_SETTLED3, &next.velocity);
    *carried = false;
    for (size_t i = 0; i < count; i++)
        *carried = *carried || cone->contact[i].p[2] > 0;
    move(state, h, &next);
    const routh_state3 moved = next;
    routh_stage3_correct(stage, &next);
    runner->run->steps++;
    runner->cone_step = h;
    runner->turn = 1 - runner->turn;

    pay(stage, state, &moved, &next);
    note_still(runner, &next, h, *carried);
    routh_runner3_sample_step(runner, &next);
    runner->state = next;
    return ROUTH_OK;
}
