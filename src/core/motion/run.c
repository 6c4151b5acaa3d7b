/* A run in the plane: what it keeps, flights with impacts between them, and a run from a start state.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "motion/motion.h"

typedef struct routh_runner {
    routh_context *context;
    const routh_run_options *options;
    const routh_world *world;
    routh_surfaces surfaces;
    routh_run *run;
    size_t capacity; /* of run->record */
    size_t sampled;  /* samples that are filled */
    routh_state state;
    double start, end; /* s */
} routh_runner;

/* A run in progress: its samples, its contacts, and the steps that it may take. */

/* Radians to a step. A step takes points to go straight on; those of a body that turns farther are elsewhere by then. */
static const double most_turn = 1;

/* Samples -----------------------------------------------------------------------------------------------*/

/* The time of the next sample; +∞ after the last. */
static double runner_sample_time(const routh_runner *runner) {
    return runner->sampled < runner->run->sample_count ? runner->start + (double)runner->sampled / runner->options->rate
                                                       : INFINITY;
}

/* Stores a state as the next sample, with the sample's own time. */
static void runner_sample(routh_runner *runner, const routh_state *state) {
    routh_state *sample = &runner->run->sample[runner->sampled];
    const double time = runner_sample_time(runner);
    *sample = *state;
    sample->time = time;
    runner->sampled++;
}

static double mix(double from, double to, double share) {
    return from + share * (to - from);
}

/* Samples up to the end of a step, from runner->state to `next`. Within a step the pose moves evenly; the velocity does
 * so unless a contact acts, and is then that after. */
static void runner_sample_step(routh_runner *runner, const routh_state *next, int acts) {
    const routh_state *from = &runner->state;
    const double h = next->time - from->time;
    for (double time; (time = runner_sample_time(runner)) <= next->time + 1e-9 * h;) {
        const double share = (time - from->time) / h;
        if (share <= 1e-9) {
            runner_sample(runner, from);
            continue;
        }
        const double moved = acts ? 1 : share;
        const routh_state between = {.pose = {mix(from->pose.x, next->pose.x, share),
                                              mix(from->pose.y, next->pose.y, share),
                                              mix(from->pose.theta, next->pose.theta, share)},
                                     .velocity = {mix(from->velocity.vx, next->velocity.vx, moved),
                                                  mix(from->velocity.vy, next->velocity.vy, moved),
                                                  mix(from->velocity.omega, next->velocity.omega, moved)}};
        runner_sample(runner, share >= 1 - 1e-9 ? next : &between);
    }
}

/* What happened ------------------------------------------------------------------------------------------*/

static routh_status runner_touch(routh_runner *runner, const routh_run_record *touching, size_t count) {
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

/* Keeps the largest gain of energy that is more than rounding of the velocity before, and the deepest penetration. */
static void runner_note_gain(routh_runner *runner, double gain, routh_velocity before, double time) {
    const routh_body *body = &runner->world->body;
    const double energy =
        (body->mass * (before.vx * before.vx + before.vy * before.vy) + body->inertia * before.omega * before.omega) /
        2;
    if (gain > runner->run->energy_gain && gain > 1e-12 * energy) {
        runner->run->energy_gain = gain;
        runner->run->energy_gain_time = time;
    }
}

static void runner_note_depth(routh_runner *runner, const routh_state *state) {
    runner->run->penetration = fmax(runner->run->penetration, -routh_lowest_height(&runner->surfaces, state));
}

/* Are all speeds below the rest speed? */
static int runner_is_still(const routh_runner *runner, const routh_state *state) {
    const double rest = runner->options->rest_speed;
    return hypot(state->velocity.vx, state->velocity.vy) < rest &&
           fabs(state->velocity.omega) * runner->surfaces.radius < rest;
}

/* Fails where a step of length h would carry the body into a surface by more than half its width, or turn it so far near
 * one that a contact could be missed. */
static routh_status runner_check_step(const routh_runner *runner, double h) {
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

/* Flights with impacts between them, and contact that lasts.
 *
 * A body that bounces lower and lower does so infinitely often in a finite time. Once a point touches that closes, or
 * leaves, slower than the rest speed, contact is taken to last and is kept by time steps without restitution, with the
 * friction of the law; there are no laws of impact for sliding, rolling and tipping. Steps go over into flight again when
 * the body leaves. A point that comes down fast during such a step, the far end of a block that tips over, lands by the
 * law all the same: the step is cut off where it arrives. */

/* Points so close, relative to the body's size, touch at once. */
static const double together_share = 1e-9;

/* Steps in search of contacts over all flights of a run. A second of flight takes some hundred. */
static const size_t most_searched = 3000000;

typedef struct events {
    routh_runner *runner;
    routh_world kept; /* the world while contact lasts: friction of a law with parameters, no restitution */
    routh_half_plane plane[ROUTH_MOST_PLANES];
    int in_contact;
    int worn_out;    /* points hit in turns endlessly: the next step takes the rest, whatever its speed */
    int restitution; /* its position among the law's parameters; −1: it has none */
    size_t impacts;
    size_t searched; /* steps in search of contacts, of all flights */
} events;

static void make_kept_world(events *e) {
    const routh_world *world = e->runner->world;
    const routh_run_options *options = e->runner->options;
    const int mu = routh_law_parameter(options->law, "mu");
    for (size_t i = 0; i < world->plane_count; i++) {
        e->plane[i] = world->plane[i];
        if (options->law->parameter_count > 0) /* else the surface's own */
            e->plane[i].mu = mu < 0 ? 0 : options->parameters[mu];
        e->plane[i].eps = 0;
    }
    e->kept = *world;
    e->kept.plane = e->plane;
}

static double kinetic(const routh_body *body, routh_velocity v) {
    return (body->mass * (v.vx * v.vx + v.vy * v.vy) + body->inertia * v.omega * v.omega) / 2;
}

/* The law at every point within reach; then flight or lasting contact. */
static routh_status land(events *e, double reach) {
    routh_runner *runner = e->runner;
    routh_landing landing;
    ROUTH_TRY(routh_land(runner->context, &runner->surfaces, runner->options, e->restitution, reach, &runner->state,
                         &landing));
    ROUTH_TRY(runner_touch(runner, landing.record, landing.count));
    for (size_t i = 0; i < landing.count; i++) {
        const routh_run_record *one = &landing.record[i];
        const double gain = kinetic(&runner->world->body, one->after) - kinetic(&runner->world->body, one->before);
        runner_note_gain(runner, gain, one->before, one->time);
    }
    e->in_contact = landing.stays;
    e->worn_out = landing.count + 2 > ROUTH_MOST_LANDING;
    e->impacts += landing.count;
    if (e->impacts > runner->options->most_impacts)
        return routh_fail_field(
            runner->context, ROUTH_NOT_ENDED, "rest_speed gravity duration",
            "run: more than %zu impacts by %g s; a larger rest_speed than %g m/s ends bouncing earlier",
            runner->options->most_impacts, runner->state.time, runner->options->rest_speed);
    return ROUTH_OK;
}

static routh_status fly(events *e) {
    routh_runner *runner = e->runner;
    const routh_free_flight flight = routh_free_flight_from(&runner->surfaces, &runner->state);
    routh_first_contact contact;
    const routh_status status =
        routh_free_flight_contact(runner->context, &flight, fmin(flight.end, runner->end), &contact);
    if (status != ROUTH_OK)
        return status;
    e->searched += contact.steps;
    if (e->searched > most_searched)
        return routh_fail_field(
            runner->context, ROUTH_NOT_ENDED, "omega torque fx fy duration",
            "run: %zu steps in search of contacts by %g s; a spin of %g rad/s is too fast to follow", e->searched,
            runner->state.time, runner->state.velocity.omega);
    for (double time; (time = runner_sample_time(runner)) < contact.state.time;) {
        const routh_state state = routh_free_flight_at(&flight, time);
        runner_sample(runner, &state);
    }
    runner->state = contact.state;
    if (!contact.touches)
        return ROUTH_OK;
    const double height = routh_lowest_over(&runner->surfaces, contact.plane, &runner->state);
    runner->run->penetration = fmax(runner->run->penetration, -height);
    return land(e, fmax(0, height) + together_share * runner->surfaces.radius);
}

/* What a step of length h does to the speed of a point in lasting contact, which a landing must exceed: gravity's share
 * and that of turning. */
static double step_speed(const events *e, double h) {
    const routh_runner *runner = e->runner;
    const double omega = runner->state.velocity.omega;
    return 2 * h * (runner->world->gravity + omega * omega * runner->surfaces.radius);
}

/* The contact of a step that is a landing: how fast it closes, and how far it is when the step begins. */
static int find_landing(const events *e, const routh_step_report *report, double *speed, double *height) {
    const routh_runner *runner = e->runner;
    const routh_state *state = &runner->state;
    *speed = fmax(runner->options->rest_speed, step_speed(e, runner->options->step));
    int found = 0;
    for (size_t i = 0; i < report->contact_count; i++) {
        const routh_run_record *one = &report->contact[i];
        const routh_surface *on = &runner->surfaces.surface[one->plane];
        const double closing = -on->nx * (state->velocity.vx - one->ry * state->velocity.omega) -
                               on->ny * (state->velocity.vy + one->rx * state->velocity.omega);
        if (closing <= *speed)
            continue;
        *speed = closing;
        *height = on->nx * (state->pose.x + one->rx) + on->ny * (state->pose.y + one->ry) - on->level;
        found = 1;
    }
    return found;
}

/* Takes a step up to just before a point arrives, and lets it land. *landed is 0 where none was found to land after all. */
static routh_status land_within_step(events *e, double speed, double height, int *landed) {
    routh_runner *runner = e->runner;
    const double step = runner->options->step, until = 0.98 * fmin(step, fmax(0, height) / speed);
    routh_step_report report;
    routh_state next;
    *landed = 0;
    if (until > 1e-6 * step) {
        const routh_status status = routh_world_step(runner->context, &e->kept, until, &runner->state, &next, &report);
        if (status != ROUTH_OK)
            return status;
        runner_sample_step(runner, &next, report.contact_count > 0);
        runner_note_depth(runner, &next);
        runner->state = next;
    }
    const size_t before = runner->run->record_count;
    const double reach = 0.05 * speed * step + step * step_speed(e, step) + together_share * runner->surfaces.radius;
    const routh_status status = land(e, reach);
    *landed = runner->run->record_count > before;
    e->in_contact = e->in_contact || !*landed;
    return status;
}

static bool is_frozen(const routh_velocity *v, double radius) {
    return fabs(v->vx) + fabs(v->vy) + radius * fabs(v->omega) < 1e-12;
}

static routh_status keep_contact(events *e) {
    routh_runner *runner = e->runner;
    const double h = runner->options->step;
    routh_step_report report;
    routh_state next;
    ROUTH_TRY(runner_check_step(runner, h));
    ROUTH_TRY(routh_world_step(runner->context, &e->kept, h, &runner->state, &next, &report));
    double speed, height;
    int landed = 0;
    if (!e->worn_out && find_landing(e, &report, &speed, &height)) {
        ROUTH_TRY(land_within_step(e, speed, height, &landed));
        if (!landed)
            ROUTH_TRY(routh_world_step(runner->context, &e->kept, h, &runner->state, &next, &report));
    }
    if (landed)
        return ROUTH_OK;
    e->worn_out = 0;
    runner_sample_step(runner, &next, report.contact_count > 0);
    runner_note_gain(runner, report.energy_gain, runner->state.velocity, next.time);
    runner_note_depth(runner, &next);
    const double radius = runner->surfaces.radius;
    const int rests = runner->world->wrench.kind == ROUTH_NO_WRENCH && report.contact_count > 0 &&
                      is_frozen(&runner->state.velocity, radius) && is_frozen(&next.velocity, radius);
    runner->state = next;
    if (rests) /* nothing will change any more */
        runner->state.time = runner->end;
    if (report.contact_count == 0 && routh_lowest_height(&runner->surfaces, &next) > h * step_speed(e, h))
        e->in_contact = 0;
    return ROUTH_OK;
}

static routh_status run_events(routh_runner *runner) {
    events e = {.runner = runner, .restitution = routh_law_parameter(runner->options->law, "eps")};
    make_kept_world(&e);
    routh_status status = land(&e, together_share * runner->surfaces.radius);
    while (status == ROUTH_OK && runner->state.time < runner->end)
        status = e.in_contact ? keep_contact(&e) : fly(&e);
    runner->run->rests = e.in_contact && runner_is_still(runner, &runner->state);
    return status;
}

/* A run from a start state: options, samples, and time stepping throughout; run.c has flights and impacts. */

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
    ROUTH_TRY(routh_check_limits(context, "run", limits, sizeof limits / sizeof limits[0]));
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
        routh_status status = runner_check_step(runner, runner->options->step);
        if (status == ROUTH_OK)
            status =
                routh_world_step(runner->context, runner->world, runner->options->step, &runner->state, &next, &report);
        if (status != ROUTH_OK)
            return status;
        next.time = runner->start + ++steps * runner->options->step; /* adds up no rounding */
        runner_sample_step(runner, &next, report.contact_count > 0);
        for (size_t i = 0; i < report.contact_count; i++) {
            report.contact[i].time = next.time;
            report.contact[i].pose = runner->state.pose;
        }
        status = runner_touch(runner, report.contact, report.contact_count);
        if (status != ROUTH_OK)
            return status;
        runner_note_gain(runner, report.energy_gain, runner->state.velocity, next.time);
        runner_note_depth(runner, &next);
        runner->state = next;
    }
    runner->run->rests = report.contact_count > 0 && runner_is_still(runner, &runner->state);
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
    const routh_status status = options->integrator == ROUTH_EVENTS ? run_events(runner) : run_steps(runner);
    while (status == ROUTH_OK && runner->sampled < run->sample_count)
        runner_sample(runner, &runner->state);
    return status;
}

routh_status routh_world_run(routh_context *context, const routh_world *world, const routh_state *start,
                             const routh_run_options *options, routh_run *run) {
    if (!world || !start || !run)
        return routh_fail_null(context, "world start run", (const void *const[]){world, start, run});
    const routh_run_options defaults = routh_run_options_default();
    options = options ? options : &defaults;
    *run = (routh_run){0};
    ROUTH_TRY(routh_world_check(context, world));
    ROUTH_TRY(routh_run_options_check(context, options, 1));
    routh_runner runner = {.context = context,
                           .options = options,
                           .world = world,
                           .surfaces = routh_surfaces_of(world),
                           .run = run,
                           .state = *start,
                           .start = start->time};
    routh_status status = check_start(&runner);
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
