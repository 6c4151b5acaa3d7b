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

/* Checks ---------------------------------------------------------------------------------------------------*/

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
    if (!world || !start || !run)
        return routh_fail_null(context, "world start run", (const void *const[]){world, start, run});
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
