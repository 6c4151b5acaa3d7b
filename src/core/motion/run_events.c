/* Flights with impacts between them, and contact that lasts.
 *
 * A body that bounces lower and lower does so infinitely often in a finite time. Once a point touches that closes, or
 * leaves, slower than the rest speed, contact is taken to last and is kept by time steps without restitution, with the
 * friction of the law; there are no laws of impact for sliding, rolling and tipping. Steps go over into flight again when
 * the body leaves. A point that comes down fast during such a step, the far end of a block that tips over, lands by the
 * law all the same: the step is cut off where it arrives.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "motion/landing.h"
#include "motion/runner.h"

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
    routh_status status = routh_land(runner->context, &runner->surfaces, runner->options, e->restitution, reach,
                                     &runner->state, &landing);
    if (status == ROUTH_OK)
        status = routh_runner_touch(runner, landing.record, landing.count);
    if (status != ROUTH_OK)
        return status;
    for (size_t i = 0; i < landing.count; i++) {
        const routh_run_record *one = &landing.record[i];
        const double gain = kinetic(&runner->world->body, one->after) - kinetic(&runner->world->body, one->before);
        routh_runner_note_gain(runner, gain, one->before, one->time);
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
    for (double time; (time = routh_runner_sample_time(runner)) < contact.state.time;) {
        const routh_state state = routh_free_flight_at(&flight, time);
        routh_runner_sample(runner, &state);
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
        routh_runner_sample_step(runner, &next, report.contact_count > 0);
        routh_runner_note_depth(runner, &next);
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
    routh_status status = routh_runner_check_step(runner, h);
    if (status == ROUTH_OK)
        status = routh_world_step(runner->context, &e->kept, h, &runner->state, &next, &report);
    double speed, height;
    int landed = 0;
    if (status == ROUTH_OK && !e->worn_out && find_landing(e, &report, &speed, &height)) {
        status = land_within_step(e, speed, height, &landed);
        if (status == ROUTH_OK && !landed)
            status = routh_world_step(runner->context, &e->kept, h, &runner->state, &next, &report);
    }
    if (status != ROUTH_OK || landed)
        return status;
    e->worn_out = 0;
    routh_runner_sample_step(runner, &next, report.contact_count > 0);
    routh_runner_note_gain(runner, report.energy_gain, runner->state.velocity, next.time);
    routh_runner_note_depth(runner, &next);
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

routh_status routh_run_events(routh_runner *runner) {
    events e = {.runner = runner, .restitution = routh_law_parameter(runner->options->law, "eps")};
    make_kept_world(&e);
    routh_status status = land(&e, together_share * runner->surfaces.radius);
    while (status == ROUTH_OK && runner->state.time < runner->end)
        status = e.in_contact ? keep_contact(&e) : fly(&e);
    runner->run->rests = e.in_contact && routh_runner_is_still(runner, &runner->state);
    return status;
}
