/* Which contacts a regression for one mode of contact is for.
 *
 * It takes the mode, the point slides or sticks afterwards, and restitution: J_n v⁺ = −ε v_n. A contact that lasts does not
 * rebound so, and must not enter. Where the noise is known, a rebound must stand out from it and agree within it. Where it
 * is not, those that rebound roughly so show how exactly: what is farther off than four of their deviations is none of them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/context.h"
#include "base/order.h"
#include "inertia/inertia.h"
#include "segment/flight.h"

static const double deviations = 4;

/* A rebound that is off by more than this share of it is none. */
static const double share = 0.25;

/* ε |v_n|, and how far J_n v⁺ is from −ε v_n. */
typedef struct rebound {
    double size, off, noise;
} rebound;

static rebound rebound_of(const inertia_work *work, const routh_record *c) {
    const routh_inertia_options *o = work->options;
    const double before = c->before.vy + c->rx * c->before.omega, after = c->after.vy + c->rx * c->after.omega;
    return (rebound){o->eps * fabs(before), fabs(after + o->eps * before),
                     deviations * hypot(o->noise.vy, c->rx * o->noise.omega)};
}

static bool is_roughly_right(const rebound *r) {
    return r->size > 2 * r->noise && r->off <= share * r->size + r->noise;
}

/* How far off rebounds may be: the noise where it is known, else what most of those that are roughly right are. */
static routh_status allow(routh_context *context, const inertia_work *work, double *allowed) {
    double *off = routh_allocate(context, work->count, sizeof *off), fastest = 0;
    size_t count = 0;
    if (!off)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; i < work->count; i++) {
        const rebound r = rebound_of(work, &work->record[i]);
        fastest = fmax(fastest, r.size);
        if (is_roughly_right(&r))
            off[count++] = r.off;
    }
    *allowed = work->noise_known || count == 0
                   ? INFINITY
                   : fmax(1e-9 * fastest, deviations * ROUTH_FROM_MEDIAN_DEVIATION * routh_median(off, count));
    routh_release(context, off);
    return ROUTH_OK;
}

routh_status routh_inertia_mark_modes(routh_context *context, const inertia_work *work) {
    const routh_inertia_options *o = work->options;
    double fastest = 0, allowed = INFINITY;
    if (o->regression == ROUTH_MODE_FREE)
        return ROUTH_OK;
    const routh_status status = allow(context, work, &allowed);
    for (size_t i = 0; i < work->count; i++)
        fastest = fmax(fastest, fabs(contact_slip(&work->record[i])));
    for (size_t i = 0; status == ROUTH_OK && i < work->count; i++) {
        const double noise = hypot(o->noise.vx, work->record[i].ry * o->noise.omega);
        const double slowest = o->slip > 0 ? o->slip : fmax(deviations * noise, 1e-9 * fastest);
        const bool sticks = fabs(contact_slip(&work->record[i])) < slowest;
        const rebound r = rebound_of(work, &work->record[i]);
        const bool rebounds = !(o->eps > 0) || (is_roughly_right(&r) && r.off <= allowed);
        if (sticks != (o->regression == ROUTH_STICKING_MODE) || !rebounds)
            work->fit->misfit[i] = ROUTH_MISFIT_MODE;
    }
    return status;
}
