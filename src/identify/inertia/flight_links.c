/* Which contacts have a free flight between them.
 *
 * Records of one motion that follow one another in the recording, on level ground, without a force and without a duration, are linked if
 * the velocities at both ends of the flight, the angles and the heights agree with free flight. Where they do not, a
 * number is wrong or the body touched in between. The flight must be long enough for gravity to show in vy: otherwise a
 * body that stays in contact would pass for one in flight.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "inertia/flight_chain.h"

/* Both ends of a flight agree within so many deviations. */
static const double tolerance = 5;

/* Gravity changes vy in flight by at least so many deviations. */
static const double least_fall = 3;

bool routh_chains_possible(const inertia_work *work) {
    const routh_noise *n = &work->noise;
    return work->options->shape && work->options->regression == ROUTH_MODE_FREE && work->noise_known &&
           work->unknowns == 1 && n->theta > 0 && n->vx > 0 && n->vy > 0 && n->omega > 0;
}

static bool is_free(const routh_record *c) {
    return !(c->duration > 0) && !(fabs(c->fx) + fabs(c->fy) + fabs(c->torque) + fabs(c->gravity_tilt) > 0) &&
           isfinite(c->y) && isfinite(c->theta) && isfinite(c->time);
}

static bool agree(double apart, double first, double second, double deviations) {
    return fabs(apart) <= deviations * hypot(first, second);
}

static bool is_linked(const inertia_work *w, size_t i) {
    const routh_record *from = &w->record[i], *to = from + 1;
    const routh_noise *n = &w->noise;
    if (i + 1 >= w->count || from->trajectory < 0 || to->trajectory != from->trajectory ||
        to->index != from->index + 1 || !is_free(from) || !is_free(to))
        return false;
    const double t = to->time - from->time, fall = w->options->gravity * t;
    const double spin = (from->after.omega + to->before.omega) / 2, rise = (from->after.vy + to->before.vy) / 2;
    const double most = w->options->robust ? tolerance : INFINITY;
    return t > 0 && fall > least_fall * n->vy && agree(to->before.vx - from->after.vx, n->vx, n->vx, most) &&
           agree(to->before.omega - from->after.omega, n->omega, n->omega, most) &&
           agree(to->before.vy - from->after.vy + fall, n->vy, n->vy, most) &&
           agree(to->theta - from->theta - spin * t, sqrt(2) * n->theta, t * n->omega / sqrt(2), most) &&
           (!(n->y > 0) || agree(to->y - from->y - rise * t, sqrt(2) * n->y, t * n->vy / sqrt(2), most));
}

static void measure(const routh_record *c, double measured[CHAIN_CHANNELS]) {
    const double all[CHAIN_CHANNELS] = {c->y,        c->theta,    c->before.vx,  c->before.vy, c->before.omega,
                                        c->after.vx, c->after.vy, c->after.omega};
    memcpy(measured, all, sizeof all);
}

size_t routh_chains_find(const inertia_work *work, flight_chain *chain) {
    size_t count = 0;
    for (size_t i = 0; i < work->count;) {
        flight_chain *c = &chain[count];
        *c = (flight_chain){.first = i};
        bool goes_on = true;
        while (goes_on) {
            measure(&work->record[i], c->measured[c->count++]);
            goes_on = c->count < CHAIN_MOST && is_linked(work, i);
            i++;
            if (goes_on)
                c->flight[c->count - 1] = work->record[i].time - work->record[i - 1].time;
        }
        count += c->count > 1;
    }
    return count;
}
