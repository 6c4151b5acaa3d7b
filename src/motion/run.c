/* A run from a start state: options, samples, and time stepping throughout; run_events.c has flights and impacts.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <float.h>
#include <math.h>

#include "base/context.h"
#include "base/limits.h"
#include "motion/motion.h"
#include "motion/runner.h"

/* A start below a surface by up to this share of the body's size is rounding. */
static const double touching_share = 1e-9;

/* More samples or steps than this are a typing mistake. */
static const double most_samples = 1e8;

/* Waves of a known force in a run: flights are computed by quarters of them. */
static const double most_waves = 1e6;

/* Radians to a step. A step takes points to go straight on; those of a body that turns farther are elsewhere by then. */
static const double most_turn = 1;

routh_run_options routh_run_options_default(void) {
    routh_run_options options = {.integrator = ROUTH_EVENTS,
                                 .law = routh_law_find(NULL, "wang-mason"),
                                 .duration = 1,
                                 .step = 1e-3,
                                 .rate = 250,
                                 .rest_speed = 1e-3,
                                 .most_impacts = 10000};
    for (int i = 0; i < options.law->parameter_count; i++)
        options.parameters[i] = options.law->parameter[i].initial;
    return options;
}

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

/* Checks ---------------------------------------------------------------------------------------------------*/

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

routh_status routh_run_options_check(routh_context *context, const routh_run_options *options, size_t runs) {
    const struct {
        const char *name, *unit;
        double value;
        int may_be_zero;
    } field[] = {{"duration", "s", options->duration, 1},
                 {"step", "s", options->step, 0},
                 {"rate", "Hz", options->rate, 0},
                 {"rest_speed", "m/s", options->rest_speed, 0}};
    for (size_t i = 0; i < sizeof field / sizeof field[0]; i++)
        if (!(field[i].value > 0 || (field[i].value >= 0 && field[i].may_be_zero)) || !isfinite(field[i].value))
            return routh_fail_field(context, ROUTH_BAD_ARGUMENT, field[i].name, "run: a %s of %g %s is not positive",
                                    field[i].name, field[i].value, field[i].unit);
    const routh_limit limits[] = {{"duration", "s", options->duration, 0, 1e9},
                                  {"step", "s", options->step, 1e-9, 1e9},
                                  {"rate", "Hz", options->rate, ROUTH_RANGE_RATE},
                                  {"rest_speed", "m/s", options->rest_speed, 1e-12, 1e6}};
    const routh_status status = routh_check_limits(context, "run", limits, sizeof limits / sizeof limits[0]);
    if (status != ROUTH_OK)
        return status;
    const double seconds = options->duration * (double)runs, samples = seconds * options->rate + (double)runs;
    if (samples > most_samples || seconds / options->step > most_samples)
        return routh_fail_field(context, ROUTH_OUT_OF_RANGE, "duration rate step count",
                                "run: %zu × %g s in steps of %g s, sampled at %g Hz, takes %.3g samples and %.3g "
                                "steps; each must be at most %g",
                                runs, options->duration, options->step, options->rate, samples, seconds / options->step,
                                most_samples);
    if (options->integrator == ROUTH_TIME_STEPS)
        return ROUTH_OK;
    if (options->integrator != ROUTH_EVENTS || !options->law)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "run: %s",
                          options->law ? "unknown integrator" : "the impact law is missing");
    return routh_law_check(context, options->law, options->parameters);
}

static routh_status check_waves(const routh_runner *runner) {
    const routh_wrench *wrench = &runner->world->wrench;
    const double begin = runner->start, end = begin + runner->options->duration;
    const double waves = (fmin(end, wrench->end) - fmax(begin, wrench->start)) * wrench->frequency;
    if (wrench->kind != ROUTH_SINUSOID || runner->options->integrator != ROUTH_EVENTS || !(waves > most_waves))
        return ROUTH_OK;
    return routh_fail_field(runner->context, ROUTH_OUT_OF_RANGE, "frequency",
                            "run: %.3g periods of a force at %g Hz are too many; at most %g are possible", waves,
                            wrench->frequency, most_waves);
}

static routh_status check_start(const routh_runner *runner) {
    const routh_state *s = &runner->state;
    const double number[] = {s->time,        s->pose.x,      s->pose.y,        s->pose.theta,
                             s->velocity.vx, s->velocity.vy, s->velocity.omega};
    for (size_t i = 0; i < sizeof number / sizeof number[0]; i++)
        if (!isfinite(number[i]))
            return routh_fail(
                runner->context, ROUTH_NOT_FINITE,
                "start: time %g s, pose (%g m, %g m, %g rad), velocity (%g m/s, %g m/s, %g rad/s) must be "
                "finite",
                s->time, s->pose.x, s->pose.y, s->pose.theta, s->velocity.vx, s->velocity.vy, s->velocity.omega);
    /* steps must move the clock on, or contact that lasts would last for ever */
    const double latest = fmax(fabs(runner->start), fabs(runner->start + runner->options->duration));
    if (runner->options->step < 16 * DBL_EPSILON * latest)
        return routh_fail_field(runner->context, ROUTH_BAD_ARGUMENT, "step duration",
                                "start: steps of %g s are less than the rounding of times up to %g s",
                                runner->options->step, latest);
    for (size_t i = 0; i < runner->surfaces.count; i++) {
        const double height = routh_lowest_over(&runner->surfaces, i, s);
        if (height < -touching_share * runner->surfaces.radius)
            return routh_fail_field(runner->context, ROUTH_BAD_ARGUMENT, "x y theta plane.x",
                                    "start: at (%g m, %g m, %g rad) the body is %.3g m inside half-plane %zu",
                                    s->pose.x, s->pose.y, s->pose.theta, -height, i + 1);
    }
    return ROUTH_OK;
}

/* Time stepping throughout ----------------------------------------------------------------------------------*/

static routh_status run_steps(routh_runner *runner) {
    routh_step_report report = {0};
    double steps = 0;
    while (runner->state.time < runner->end) {
        routh_state next;
        routh_status status = routh_runner_check_step(runner, runner->options->step);
        if (status == ROUTH_OK)
            status =
                routh_world_step(runner->context, runner->world, runner->options->step, &runner->state, &next, &report);
        if (status != ROUTH_OK)
            return status;
        next.time = runner->start + ++steps * runner->options->step; /* adds up no rounding */
        routh_runner_sample_step(runner, &next, report.contact_count > 0);
        for (size_t i = 0; i < report.contact_count; i++) {
            report.contact[i].time = next.time;
            report.contact[i].pose = runner->state.pose;
        }
        status = routh_runner_touch(runner, report.contact, report.contact_count);
        if (status != ROUTH_OK)
            return status;
        routh_runner_note_gain(runner, report.energy_gain, runner->state.velocity, next.time);
        routh_runner_note_depth(runner, &next);
        runner->state = next;
    }
    runner->run->rests = report.contact_count > 0 && routh_runner_is_still(runner, &runner->state);
    return ROUTH_OK;
}

static routh_status run_all(routh_runner *runner) {
    const routh_run_options *options = runner->options;
    routh_run *run = runner->run;
    run->sample_count = (size_t)(options->duration * options->rate * (1 + 1e-12) + 1e-9) + 1;
    run->sample = routh_allocate(runner->context, run->sample_count, sizeof *run->sample);
    if (!run->sample)
        return ROUTH_OUT_OF_MEMORY;
    runner->end = runner->start + fmax(options->duration, (double)(run->sample_count - 1) / options->rate);
    const routh_status status = options->integrator == ROUTH_EVENTS ? routh_run_events(runner) : run_steps(runner);
    while (status == ROUTH_OK && runner->sampled < run->sample_count)
        routh_runner_sample(runner, &runner->state);
    return status;
}

routh_status routh_world_run(routh_context *context, const routh_world *world, const routh_state *start,
                             const routh_run_options *options, routh_run *run) {
    const routh_run_options defaults = routh_run_options_default();
    options = options ? options : &defaults;
    if (!start || !run)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "a run needs a start and a place for its result");
    *run = (routh_run){0};
    routh_status status = routh_world_check(context, world);
    if (status == ROUTH_OK)
        status = routh_run_options_check(context, options, 1);
    if (status != ROUTH_OK)
        return status;
    routh_runner runner = {.context = context,
                           .options = options,
                           .world = world,
                           .surfaces = routh_surfaces_of(world),
                           .run = run,
                           .state = *start,
                           .start = start->time};
    status = check_start(&runner);
    if (status == ROUTH_OK)
        status = check_waves(&runner);
    if (status == ROUTH_OK)
        status = run_all(&runner);
    if (status != ROUTH_OK)
        routh_run_release(context, run);
    return status;
}

void routh_run_release(routh_context *context, routh_run *run) {
    if (!run)
        return;
    routh_release(context, run->sample);
    routh_release(context, run->record);
    *run = (routh_run){0};
}
