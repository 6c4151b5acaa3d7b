/* Free flight: parabola and steady turning under gravity and a constant wrench, exactly; under a wrench that changes with
 * time, its impulse is known in closed form (routh_wrench_impulse), and the way follows from
 *
 *     x(t) = x₀ + (t − t₀) v₀ + ∫ (t − s) F(s)/m ds
 *
 * by Gauss and Legendre's rule with eight points on pieces of at most a quarter of a wave. For a sine its error is less
 * than 1e-17 of the integral, for straight lines between samples there is none.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "motion/free_flight.h"
#include "motion/motion.h"

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
