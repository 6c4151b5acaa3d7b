/* A run in progress: its samples, its contacts, and the steps that it may take.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "motion/runner.h"

#include <math.h>

#include "base/context.h"
#include "motion/motion.h"

/* Radians to a step. A step takes points to go straight on; those of a body that turns farther are elsewhere by then. */
static const double most_turn = 1;

/* Samples -----------------------------------------------------------------------------------------------*/

double routh_runner_sample_time(const routh_runner *runner) {
    return runner->sampled < runner->run->sample_count ? runner->start + (double)runner->sampled / runner->options->rate
                                                       : INFINITY;
}

void routh_runner_sample(routh_runner *runner, const routh_state *state) {
    routh_state *sample = &runner->run->sample[runner->sampled];
    const double time = routh_runner_sample_time(runner);
    *sample = *state;
    sample->time = time;
    runner->sampled++;
}

static double mix(double from, double to, double share) {
    return from + share * (to - from);
}

void routh_runner_sample_step(routh_runner *runner, const routh_state *next, int acts) {
    const routh_state *from = &runner->state;
    const double h = next->time - from->time;
    for (double time; (time = routh_runner_sample_time(runner)) <= next->time + 1e-9 * h;) {
        const double share = (time - from->time) / h;
        if (share <= 1e-9) {
            routh_runner_sample(runner, from);
            continue;
        }
        const double moved = acts ? 1 : share;
        const routh_state between = {.pose = {mix(from->pose.x, next->pose.x, share),
                                              mix(from->pose.y, next->pose.y, share),
                                              mix(from->pose.theta, next->pose.theta, share)},
                                     .velocity = {mix(from->velocity.vx, next->velocity.vx, moved),
                                                  mix(from->velocity.vy, next->velocity.vy, moved),
                                                  mix(from->velocity.omega, next->velocity.omega, moved)}};
        routh_runner_sample(runner, share >= 1 - 1e-9 ? next : &between);
    }
}

/* What happened ------------------------------------------------------------------------------------------*/

routh_status routh_runner_touch(routh_runner *runner, const routh_run_record *touching, size_t count) {
    routh_run *run = runner->run;
    if (run->record_count + count > runner->capacity) {
        const size_t wanted = 2 * runner->capacity + count + 8;
        routh_run_record *larger = routh_resize(runner->context, run->record, wanted, sizeof *larger);
        if (!larger)
            return ROUTH_OUT_OF_MEMORY;
        run->record = larger;
        runner->capacity = wanted;
    }
    for (size_t i = 0; i < count; i++)
        run->record[run->record_count++] = touching[i];
    return ROUTH_OK;
}

void routh_runner_note_gain(routh_runner *runner, double gain, routh_velocity before, double time) {
    const routh_body *body = &runner->world->body;
    const double energy =
        (body->mass * (before.vx * before.vx + before.vy * before.vy) + body->inertia * before.omega * before.omega) /
        2;
    if (gain > runner->run->energy_gain && gain > 1e-12 * energy) {
        runner->run->energy_gain = gain;
        runner->run->energy_gain_time = time;
    }
}

void routh_runner_note_depth(routh_runner *runner, const routh_state *state) {
    runner->run->penetration = fmax(runner->run->penetration, -routh_lowest_height(&runner->surfaces, state));
}

int routh_runner_is_still(const routh_runner *runner, const routh_state *state) {
    const double rest = runner->options->rest_speed;
    return hypot(state->velocity.vx, state->velocity.vy) < rest &&
           fabs(state->velocity.omega) * runner->surfaces.radius < rest;
}

routh_status routh_runner_check_step(const routh_runner *runner, double h) {
    const routh_surfaces *surfaces = &runner->surfaces;
    const routh_world *world = runner->world;
    const routh_state *state = &runner->state;
    double push[3];
    routh_wrench_impulse(&world->wrench, state->time, state->time + h, push);
    const double vx = state->velocity.vx + push[0] / world->body.mass;
    const double vy = state->velocity.vy + push[1] / world->body.mass - h * world->gravity;
    const double turn =
        h * fmax(fabs(state->velocity.omega), fabs(state->velocity.omega + push[2] / world->body.inertia));
    for (size_t i = 0; i < surfaces->count; i++) {
        const routh_surface *on = &surfaces->surface[i];
        const double way = -h * (on->nx * vx + on->ny * vy);
        const double clear = on->nx * state->pose.x + on->ny * state->pose.y - on->level - surfaces->radius;
        if (turn > most_turn && surfaces->tilt > 0 && clear < fmax(way, 0) + turn * surfaces->radius)
            return routh_fail_field(
                runner->context, ROUTH_BAD_ARGUMENT, "step fx fy torque",
                "a step of %g s is too long: at %g s the body turns by %.3g rad within it, so that it may "
                "miss a contact; it must be below %.2g s",
                h, state->time, turn, h * most_turn / turn);
        if (way > surfaces->width / 2 && way > routh_lowest_over(surfaces, i, state))
            return routh_fail_field(
                runner->context, ROUTH_BAD_ARGUMENT, "step fx fy torque",
                "a step of %g s is too long: at %g s the body falls %.3g m within it, more than half its "
                "thickness of %.3g m; it must be below %.2g s",
                h, state->time, way, surfaces->width, h * surfaces->width / 2 / way);
    }
    return ROUTH_OK;
}
