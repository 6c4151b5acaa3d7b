/* Landings: the law of impact at each point that touches while closing.
 *
 * A law answers for one point. Two corners that land together are an edge, which cannot turn while both are pressed on:
 * the law is then asked about a body that does not turn (W = 1/m along t and n) and the spin is reversed like a normal
 * velocity, ω⁺ = −ε ω, so that Newton's restitution holds at both corners. The impulse (P_t, P_n) acts at s along the edge
 * with
 *
 *     I (ω⁺ − ω) = s P_n − r_n P_t
 *
 * and must lie between the corners. If it does not, the edge tips over one of them, and they are taken one after the
 * other.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "motion/landing.h"

#include <math.h>

#include "base/context.h"
#include "impact/impact.h"

typedef struct landing_task {
    routh_context *context;
    const routh_surfaces *surfaces;
    const routh_run_options *options;
    int restitution;
    double reach;
    routh_state *state;
    routh_landing *landing;
} landing_task;

/* A point that touches. */
typedef struct spot {
    size_t plane, point;
    routh_over over;
} spot;

/* The touching point that closes fastest, or leaves slowest where none closes. */
static int find_fastest(const landing_task *task, spot *fastest) {
    int found = 0;
    for (size_t plane = 0; plane < task->surfaces->count; plane++) {
        const routh_body_seen seen = routh_seen_from(task->surfaces, plane, task->state);
        const size_t points = routh_points_of(seen.shape);
        for (size_t i = 0; i < points; i++) {
            const routh_over over = routh_point_over(&seen, i);
            if (over.height > task->reach || (found && over.speed >= fastest->over.speed))
                continue;
            *fastest = (spot){plane, i, over};
            found = 1;
        }
    }
    return found;
}

/* Another corner on the same surface that touches and closes. */
static int find_partner(const landing_task *task, const spot *first, spot *partner) {
    const routh_body_seen seen = routh_seen_from(task->surfaces, first->plane, task->state);
    const size_t points = routh_points_of(seen.shape);
    for (size_t i = 0; i < points; i++) {
        const routh_over over = routh_point_over(&seen, i);
        if (i != first->point && over.height <= task->reach && over.speed < 0) {
            *partner = (spot){first->plane, i, over};
            return 1;
        }
    }
    return 0;
}

/* The body as the surface sees it, with the contact point of a spot. */
static routh_impact impact_at(const landing_task *task, const spot *at) {
    const routh_body *body = &task->surfaces->world->body;
    const routh_surface *on = &task->surfaces->surface[at->plane];
    const routh_velocity v = task->state->velocity;
    return (routh_impact){.mass = body->mass,
                          .inertia = body->inertia,
                          .rx = at->over.rt,
                          .ry = at->over.rn,
                          .vx = on->tx * v.vx + on->ty * v.vy,
                          .vy = on->nx * v.vx + on->ny * v.vy,
                          .omega = v.omega};
}

static routh_velocity turn_back(const routh_surface *on, routh_velocity v) {
    return (routh_velocity){on->tx * v.vx + on->nx * v.vy, on->ty * v.vx + on->ny * v.vy, v.omega};
}

static void note(const landing_task *task, const spot *at, double pt, double pn, routh_velocity after, int slips) {
    const routh_surface *on = &task->surfaces->surface[at->plane];
    task->landing->record[task->landing->count++] =
        (routh_run_record){.time = task->state->time,
                           .plane = at->plane,
                           .pose = task->state->pose,
                           .rx = at->over.rt * on->tx + at->over.rn * on->nx,
                           .ry = at->over.rt * on->ty + at->over.rn * on->ny,
                           .pt = pt,
                           .pn = pn,
                           .before = task->state->velocity,
                           .after = after,
                           .slips = slips};
}

static routh_status solve(const landing_task *task, const routh_contact *contact, routh_outcome *outcome) {
    const routh_run_options *options = task->options;
    const routh_status status = routh_law_solve(options->law, options->parameters, contact, outcome);
    if (status == ROUTH_OK)
        return ROUTH_OK;
    return routh_fail(task->context, status, "impact at %g s, v = (%g, %g) m/s: %s finds no answer: %s",
                      task->state->time, contact->vt, contact->vn, options->law->name, routh_status_message(status));
}

static routh_status land_point(const landing_task *task, const spot *at) {
    const routh_impact impact = impact_at(task, at);
    routh_contact contact;
    routh_outcome outcome;
    routh_status status = routh_contact_of(task->context, &impact, &contact);
    if (status == ROUTH_OK)
        status = solve(task, &contact, &outcome);
    if (status != ROUTH_OK)
        return status;
    const routh_velocity after = turn_back(&task->surfaces->surface[at->plane],
                                           routh_impact_after(&impact, outcome.pt, outcome.pn, outcome.couple));
    note(task, at, outcome.pt, outcome.pn, after, !routh_mode_sticks(outcome.mode));
    task->state->velocity = after;
    return ROUTH_OK;
}

/* *done is 0 where the edge would tip over a corner. */
static routh_status land_edge(const landing_task *task, const spot *first, const spot *second, int *done) {
    const routh_impact impact = impact_at(task, first);
    const double level = (first->over.rn + second->over.rn) / 2, span = second->over.rt - first->over.rt;
    const routh_contact contact = {
        .wtt = 1 / impact.mass, .wnn = 1 / impact.mass, .vt = impact.vx - level * impact.omega, .vn = impact.vy};
    *done = 0;
    if (!(contact.vn < 0))
        return ROUTH_OK;
    routh_outcome outcome;
    const routh_status status = solve(task, &contact, &outcome);
    if (status != ROUTH_OK)
        return status;
    const double spin = task->restitution < 0 ? 0 : -task->options->parameters[task->restitution] * impact.omega;
    const double at = (impact.inertia * (spin - impact.omega) + level * outcome.pt) / outcome.pn;
    const double share = (at - first->over.rt) / span; /* of the second corner */
    if (!(outcome.pn > 0 && share >= 0 && share <= 1))
        return ROUTH_OK;
    const routh_velocity after =
        turn_back(&task->surfaces->surface[first->plane],
                  (routh_velocity){impact.vx + outcome.pt / impact.mass, impact.vy + outcome.pn / impact.mass, spin});
    const int slips = !routh_mode_sticks(outcome.mode);
    note(task, first, (1 - share) * outcome.pt, (1 - share) * outcome.pn, after, slips);
    note(task, second, share * outcome.pt, share * outcome.pn, after, slips);
    task->state->velocity = after;
    *done = 1;
    return ROUTH_OK;
}

routh_status routh_land(routh_context *context, const routh_surfaces *surfaces, const routh_run_options *options,
                        int restitution, double reach, routh_state *state, routh_landing *landing) {
    const landing_task task = {context, surfaces, options, restitution, reach, state, landing};
    landing->count = 0;
    landing->stays = 1;
    while (landing->count + 2 <= ROUTH_MOST_LANDING) {
        spot fastest, partner;
        if (!find_fastest(&task, &fastest)) {
            landing->stays = 0;
            return ROUTH_OK;
        }
        if (fastest.over.speed > -options->rest_speed) {
            landing->stays = fastest.over.speed < options->rest_speed;
            return ROUTH_OK;
        }
        int done = 0;
        routh_status status = ROUTH_OK;
        if (find_partner(&task, &fastest, &partner))
            status = land_edge(&task, &fastest, &partner, &done);
        if (status == ROUTH_OK && !done)
            status = land_point(&task, &fastest);
        if (status != ROUTH_OK)
            return status;
    }
    return ROUTH_OK;
}
