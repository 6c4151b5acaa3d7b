/* The samples of a run in progress.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "algebra/turn.h"
#include "motion3/motion3.h"

static double sample_time(const routh_runner3 *runner) {
    return runner->sampled < runner->run->sample_count ? runner->start + (double)runner->sampled / runner->options->rate
                                                       : INFINITY;
}

void routh_runner3_sample(routh_runner3 *runner, const routh_state3 *state) {
    routh_state3 *to = &runner->run->sample[runner->sampled];
    const double time = sample_time(runner);
    *to = *state;
    to->time = time;
    runner->sampled++;
}

void routh_runner3_sample_fall(routh_runner3 *runner, const routh_fall3 *fall, double until) {
    for (double time; (time = sample_time(runner)) <= until;) {
        routh_state3 state;
        routh_fall3_at(fall, time - fall->start.time, &state);
        routh_runner3_sample(runner, &state);
    }
}

/* On the chord between the velocities of a step, energy sags below that of both ends. It goes in proportion instead. */
static void lift_energy(const routh_stage3 *stage, double wanted, routh_state3 *state) {
    const double moving = routh_stage3_kinetic(stage, state), room = wanted - routh_stage3_potential(stage, state);
    if (!(moving > 0 && room > 0))
        return;
    for (int c = 0; c < 3; c++) {
        state->velocity.velocity[c] *= sqrt(room / moving);
        state->velocity.spin[c] *= sqrt(room / moving);
    }
}

/* Between two poses of a body that turns it may overlap what it touches. It is moved out as far as its energy pays for. */
static void move_out(const routh_stage3 *stage, double energy, routh_state3 *state) {
    routh_state3 out = *state;
    if (routh_stage3_gap(stage, state) > -ROUTH_DEEPEST_START / 10 * stage->size)
        return;
    routh_stage3_correct(stage, &out);
    if (routh_stage3_potential(stage, &out) <= energy)
        *state = out;
}

void routh_runner3_sample_step(routh_runner3 *runner, const routh_state3 *next) {
    const routh_state3 *from = &runner->state;
    const double h = next->time - from->time;
    double vector[3];
    if (!(sample_time(runner) <= next->time))
        return;
    routh_turn_between(from->orientation, next->orientation, vector);
    const double had = routh_stage3_energy(&runner->stage, from), has = routh_stage3_energy(&runner->stage, next);
    for (double time; (time = sample_time(runner)) <= next->time;) {
        const double share = fmin(fmax((time - from->time) / h, 0), 1);
        routh_state3 state;
        for (int c = 0; c < 3; c++) {
            state.position[c] = from->position[c] + share * (next->position[c] - from->position[c]);
            state.velocity.velocity[c] =
                from->velocity.velocity[c] + share * (next->velocity.velocity[c] - from->velocity.velocity[c]);
            state.velocity.spin[c] = from->velocity.spin[c] + share * (next->velocity.spin[c] - from->velocity.spin[c]);
        }
        routh_turn_on(from->orientation, vector, share, state.orientation);
        move_out(&runner->stage, had + share * (has - had), &state);
        lift_energy(&runner->stage, had + share * (has - had), &state);
        runner->run->penetration = fmax(runner->run->penetration, -routh_stage3_gap(&runner->stage, &state));
        routh_runner3_sample(runner, &state);
    }
}
