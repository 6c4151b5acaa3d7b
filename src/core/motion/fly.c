/* Free flight, the first contact after it, and the landing there.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <float.h>
#include <math.h>

#include "base/context.h"
#include "impact/impact.h"
#include "motion/motion.h"

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
 * other. */

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
    ROUTH_TRY(routh_contact_of(task->context, &impact, &contact));
    ROUTH_TRY(solve(task, &contact, &outcome));
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
    ROUTH_TRY(solve(task, &contact, &outcome));
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

/* Free flight: parabola and steady turning under gravity and a constant wrench, exactly; under a wrench that changes with
 * time, its impulse is known in closed form (routh_wrench_impulse), and the way follows from
 *
 *     x(t) = x₀ + (t − t₀) v₀ + ∫ (t − s) F(s)/m ds
 *
 * by Gauss and Legendre's rule with eight points on pieces of at most a quarter of a wave. For a sine its error is less
 * than 1e-17 of the integral, for straight lines between samples there is none. */

/* Pieces to a stretch of flight, so that the time for a sample does not grow with the length of the flight. */
enum { MOST_PIECES = 32 };

/* The first time after `time` at which the wrench or its slope jumps. */
static double next_kink(const routh_wrench *wrench, double time) {
    if (wrench->kind == ROUTH_NO_WRENCH)
        return INFINITY;
    if (wrench->kind != ROUTH_SAMPLED)
        return time < wrench->start ? wrench->start : time < wrench->end ? wrench->end : INFINITY;
    const double *knot = wrench->samples.time;
    size_t low = 0, high = wrench->samples.count; /* the first knot beyond `time` */
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (knot[middle] > time)
            high = middle;
        else
            low = middle + 1;
    }
    return low < wrench->samples.count ? knot[low] : INFINITY;
}

/* Largest force and torque on a stretch without kinks: of a sampled wrench, which is straight there, those at its ends. */
static void find_peaks(const routh_wrench *wrench, double from, double to, double *force, double *torque) {
    double first[3] = {wrench->fx, wrench->fy, wrench->torque}, last[3] = {0};
    if (wrench->kind == ROUTH_SAMPLED) {
        routh_wrench_at(wrench, from, first);
        routh_wrench_at(wrench, to, last);
    }
    *force = fmax(hypot(first[0], first[1]), hypot(last[0], last[1]));
    *torque = fmax(fabs(first[2]), fabs(last[2]));
}

static int acts_between(const routh_wrench *wrench, double from, double to) {
    if (wrench->kind == ROUTH_NO_WRENCH)
        return 0;
    if (wrench->kind != ROUTH_SAMPLED)
        return from < wrench->end && to > wrench->start;
    const double *knot = wrench->samples.time;
    return from < knot[wrench->samples.count - 1] && to > knot[0];
}

routh_free_flight routh_free_flight_from(const routh_surfaces *surfaces, const routh_state *start) {
    const routh_world *world = surfaces->world;
    const routh_wrench *wrench = &world->wrench;
    const double mass = world->body.mass, inertia = world->body.inertia;
    routh_free_flight flight = {.surfaces = surfaces,
                                .start = *start,
                                .end = next_kink(wrench, start->time),
                                .ay = -world->gravity,
                                .piece = INFINITY};
    if (!acts_between(wrench, start->time, flight.end))
        return flight;
    if (wrench->kind == ROUTH_CONSTANT) {
        flight.ax = wrench->fx / mass;
        flight.ay += wrench->fy / mass;
        flight.alpha = wrench->torque / inertia;
        return flight;
    }
    double force, torque;
    find_peaks(wrench, start->time, flight.end, &force, &torque);
    flight.varies = 1;
    flight.most_push = force / mass;
    flight.most_turn = torque / inertia;
    if (wrench->kind == ROUTH_PULSE)
        flight.piece = (wrench->end - wrench->start) / 2;
    else if (wrench->kind == ROUTH_SINUSOID && wrench->frequency > 0)
        flight.piece = 0.25 / wrench->frequency;
    flight.end = fmin(flight.end, start->time + MOST_PIECES * flight.piece);
    return flight;
}

/* ∫ (to − s) wrench(s) ds from `from` to `to`. */
static void second_impulse(const routh_free_flight *flight, double from, double to, double value[3]) {
    static const double node[4] = {0.183434642495649804939, 0.525532409916328985818, 0.796666477413626739592,
                                   0.960289856497536231684};
    static const double weight[4] = {0.362683783378361982965, 0.313706645877887287338, 0.222381034453374470544,
                                     0.101228536290376259153};
    const routh_wrench *wrench = &flight->surfaces->world->wrench;
    const double pieces = isinf(flight->piece) ? 1 : fmax(1, ceil((to - from) / flight->piece));
    const double half = (to - from) / pieces / 2;
    value[0] = value[1] = value[2] = 0;
    for (double i = 0; i < pieces; i++)
        for (int j = 0; j < 8; j++) {
            const double side = j % 2 ? 1 : -1, time = from + half * (2 * i + 1 + side * node[j / 2]);
            double now[3];
            routh_wrench_at(wrench, time, now);
            for (int k = 0; k < 3; k++)
                value[k] += half * weight[j / 2] * (to - time) * now[k];
        }
}

routh_state routh_free_flight_at(const routh_free_flight *flight, double time) {
    const routh_state *from = &flight->start;
    const double t = time - from->time, ax = flight->ax, ay = flight->ay, alpha = flight->alpha;
    const routh_velocity v = from->velocity;
    routh_state state = {
        .time = time,
        .pose = {from->pose.x + t * (v.vx + ax * t / 2), from->pose.y + t * (v.vy + ay * t / 2),
                 from->pose.theta + t * (v.omega + alpha * t / 2)},
        .velocity = {v.vx + ax * t, v.vy + ay * t, v.omega + alpha * t},
    };
    if (flight->varies && t > 0) {
        const routh_world *world = flight->surfaces->world;
        const double mass = world->body.mass, inertia = world->body.inertia;
        double once[3], twice[3];
        routh_wrench_impulse(&world->wrench, from->time, time, once);
        second_impulse(flight, from->time, time, twice);
        state.velocity.vx += once[0] / mass;
        state.velocity.vy += once[1] / mass;
        state.velocity.omega += once[2] / inertia;
        state.pose.x += twice[0] / mass;
        state.pose.y += twice[1] / mass;
        state.pose.theta += twice[2] / inertia;
    }
    return state;
}

/* When a body in flight first touches a half-plane. No contact is missed, however short or shallow.
 *
 * The height of a point over a surface is d(t), its second derivative never below −L. From any time on, then,
 *
 *     d(t + s) ≥ d + d′ s − ½ L s²
 *
 * and up to the first positive zero of the right side nothing can touch. Stepping there again and again never passes the
 * first contact, and near it converges like Newton's method, from above. A point that grazes slows the steps down to
 * √(2d/L) but not to nothing: it touches once d is within rounding, and if it is not closing then, the search goes
 * on behind it. For the whole body the same holds with the circle around it, which is coarser but does not turn: the
 * longer of the two steps counts.
 *
 * For a point at support height h(φ), φ the angle of the body against the surface, d″ = n·a − h″ω² − h′α, with the
 * bounds of motion.h on h″ and h′. */

enum { MOST_STEPS = 1000000 };

/* The first s > 0 with d + d′ s − ½ L s² = 0; d ≥ 0. */
static double safe_step(double d, double speed, double bend) {
    if (speed >= 0 && !(bend > 0))
        return INFINITY;
    const double within = speed * speed + 2 * bend * d;
    if (within < 0)
        return INFINITY; /* it turns before it arrives */
    const double root = sqrt(within);
    if (speed <= 0)
        return d > 0 ? 2 * d / (root - speed) : 0;
    return (speed + root) / bend;
}

/* What holds over the rest of the stretch. */
typedef struct flight_limits {
    double until;
    double bend[ROUTH_MOST_PLANES];  /* L of points of the body, m/s² */
    double sink[ROUTH_MOST_PLANES];  /* L of its centre */
    double slack[ROUTH_MOST_PLANES]; /* how deep a point may be because it was so at the start, m */
} flight_limits;

static flight_limits limits_of(const routh_free_flight *flight, double until) {
    const routh_surfaces *surfaces = flight->surfaces;
    const double t = until - flight->start.time, omega = flight->start.velocity.omega;
    const double spin = fmax(fabs(omega), fabs(omega + flight->alpha * t)) + flight->most_turn * t;
    const double turning = surfaces->bend * spin * spin + surfaces->tilt * (fabs(flight->alpha) + flight->most_turn);
    flight_limits limits = {.until = until};
    for (size_t i = 0; i < surfaces->count; i++) {
        const routh_surface *on = &surfaces->surface[i];
        limits.sink[i] = flight->most_push - on->nx * flight->ax - on->ny * flight->ay;
        limits.bend[i] = limits.sink[i] + turning;
        limits.slack[i] = fmax(0, -routh_lowest_over(surfaces, i, &flight->start));
    }
    return limits;
}

/* What rounding can do to a height: the terms it is summed from, and the way there. */
static double rounding_of(const routh_surfaces *surfaces, const routh_surface *on, const routh_state *state) {
    const routh_velocity v = state->velocity;
    const double terms = fabs(on->nx * state->pose.x) + fabs(on->ny * state->pose.y) + fabs(on->level);
    const double speed = fabs(on->nx * v.vx) + fabs(on->ny * v.vy) + surfaces->radius * fabs(v.omega);
    return 64 * DBL_EPSILON * (terms + surfaces->radius + speed * fabs(state->time));
}

/* The point that touches, and the time left until it does, which is within rounding. */
typedef struct flight_arrival {
    size_t point;
    double rest; /* s */
} flight_arrival;

/* How long nothing can touch this plane from this state on; 0, with its arrival, where a point does touch. */
static double free_time(const routh_surfaces *surfaces, const flight_limits *limits, size_t plane,
                        const routh_state *state, flight_arrival *arrival) {
    const routh_surface *on = &surfaces->surface[plane];
    const double slack = limits->slack[plane];
    const double above = on->nx * state->pose.x + on->ny * state->pose.y - on->level - surfaces->radius + slack;
    const double speed = on->nx * state->velocity.vx + on->ny * state->velocity.vy;
    const double circle = above > 0 ? safe_step(above, speed, limits->sink[plane]) : 0;
    if (state->time + circle >= limits->until)
        return circle;
    const routh_body_seen seen = routh_seen_from(surfaces, plane, state);
    const double rounding = rounding_of(surfaces, on, state);
    const size_t points = routh_points_of(seen.shape);
    double least = INFINITY;
    for (size_t i = 0; i < points; i++) {
        const routh_over over = routh_point_over(&seen, i);
        const double gap = over.height + slack, bend = limits->bend[plane];
        if (gap <= rounding && over.speed < 0) {
            arrival->point = i;
            arrival->rest = safe_step(fmax(gap, 0), over.speed, bend);
            return 0;
        }
        double wait = safe_step(gap > 0 ? gap : 0, over.speed, bend);
        if (gap <= rounding && bend > 0) /* it touches and leaves: what it can lose in this time is rounding */
            wait = fmax(wait, sqrt(2 * rounding / bend));
        least = wait < least ? wait : least;
    }
    return circle > least ? circle : least;
}

routh_status routh_free_flight_contact(routh_context *context, const routh_free_flight *flight, double until,
                                       routh_first_contact *contact) {
    const routh_surfaces *surfaces = flight->surfaces;
    const flight_limits limits = limits_of(flight, until);
    flight_arrival arrival = {0};
    *contact = (routh_first_contact){.state = flight->start};
    for (; contact->steps < MOST_STEPS; contact->steps++) {
        double least = INFINITY;
        for (size_t plane = 0; plane < surfaces->count && least > 0; plane++) {
            const double wait = free_time(surfaces, &limits, plane, &contact->state, &arrival);
            if (wait < least) {
                least = wait;
                contact->plane = plane;
            }
        }
        if (least <= 0) {
            contact->touches = 1;
            contact->point = arrival.point;
            contact->state = routh_free_flight_at(flight, fmin(contact->state.time + arrival.rest, until));
            return ROUTH_OK;
        }
        const double next = fmax(contact->state.time + least, nextafter(contact->state.time, INFINITY));
        if (next >= until) {
            contact->state = routh_free_flight_at(flight, until);
            return ROUTH_OK;
        }
        contact->state = routh_free_flight_at(flight, next);
    }
    return routh_fail_field(context, ROUTH_NOT_ENDED, "omega torque fx fy",
                            "flight: %d steps from %g s did not lead past %g s; a spin of %g rad/s may be too fast",
                            MOST_STEPS, flight->start.time, contact->state.time, contact->state.velocity.omega);
}
