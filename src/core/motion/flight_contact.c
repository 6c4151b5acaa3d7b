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
 * bounds of surfaces.h on h″ and h′.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <float.h>
#include <math.h>

#include "base/context.h"
#include "motion/free_flight.h"

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
