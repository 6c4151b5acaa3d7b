/* From a body and its contact point to contact space, and back.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "impact/impact.h"

#include <math.h>

#include "base/context.h"

routh_status routh_contact_check(routh_context *context, const routh_contact *contact) {
    if (!contact)
        return routh_fail_null(context, "contact", (const void *const[]){contact});
    const routh_contact *c = contact;
    const routh_status status = routh_contact_status(c);
    switch (status) {
    case ROUTH_NOT_FINITE:
        return routh_fail(context, status, "W = [%g %g; %g %g] 1/kg, v = (%g, %g) m/s: every number must be finite",
                          c->wtt, c->wtn, c->wtn, c->wnn, c->vt, c->vn);
    case ROUTH_BAD_COMPLIANCE:
        return routh_fail(context, status, "contact compliance W = [%g %g; %g %g] 1/kg is not positive definite",
                          c->wtt, c->wtn, c->wtn, c->wnn);
    case ROUTH_OUT_OF_RANGE:
        return routh_fail(context, status,
                          "contact compliance W = [%g %g; %g %g] 1/kg is too large or too small to compute with",
                          c->wtt, c->wtn, c->wtn, c->wnn);
    case ROUTH_SEPARATING:
        return routh_fail(context, status,
                          "the contact point does not approach the surface: v_n = %g m/s, an impact "
                          "needs v_n < 0",
                          c->vn);
    default:
        return status;
    }
}

routh_status routh_contact_of(routh_context *context, const routh_impact *impact, routh_contact *contact) {
    if (!impact || !contact)
        return routh_fail_null(context, "impact contact", (const void *const[]){impact, contact});
    const double m = impact->mass, inertia = impact->inertia, rx = impact->rx, ry = impact->ry;
    if (!routh_is_finite(m) || !routh_is_finite(inertia) || !routh_is_finite(rx) || !routh_is_finite(ry) ||
        !routh_is_finite(impact->vx) || !routh_is_finite(impact->vy) || !routh_is_finite(impact->omega))
        return routh_fail(context, ROUTH_NOT_FINITE, "mass, inertia, r and velocity must be finite numbers");
    if (!(m > 0))
        return routh_fail(context, ROUTH_BAD_MASS, "mass %g kg is not positive", m);
    if (!(inertia > 0))
        return routh_fail(context, ROUTH_BAD_INERTIA, "inertia %g kg m² is not positive", inertia);

    routh_contact c = {
        .wtt = 1 / m + ry * ry / inertia,
        .wtn = -rx * ry / inertia,
        .wnn = 1 / m + rx * rx / inertia,
        .vt = impact->vx - ry * impact->omega,
        .vn = impact->vy + rx * impact->omega,
    };
    routh_contact_take_couple(&c, impact);
    ROUTH_TRY(routh_contact_check(context, &c));
    *contact = c;
    return ROUTH_OK;
}

routh_status routh_contacts_of(routh_context *context, const routh_impact *impact, size_t count, double *wtt,
                               double *wtn, double *wnn, double *vt, double *vn, size_t *first_bad) {
    const struct {
        const char *name;
        const void *array;
    } given[] = {{"impact", impact}, {"wtt", wtt}, {"wtn", wtn}, {"wnn", wnn}, {"vt", vt}, {"vn", vn}};
    for (size_t i = 0; i < sizeof given / sizeof *given; i++)
        if (routh_array_check(context, given[i].name, given[i].array, count) != ROUTH_OK)
            return ROUTH_BAD_ARGUMENT;
    routh_status first = ROUTH_OK;
    for (size_t i = 0; i < count; i++) {
        routh_contact c = {.wtt = NAN, .wtn = NAN, .wnn = NAN, .vt = NAN, .vn = NAN};
        const routh_status status = routh_contact_of(first == ROUTH_OK ? context : NULL, &impact[i], &c);
        if (status != ROUTH_OK && first == ROUTH_OK) {
            first = status;
            if (first_bad)
                *first_bad = i;
        }
        wtt[i] = c.wtt;
        wtn[i] = c.wtn;
        wnn[i] = c.wnn;
        vt[i] = c.vt;
        vn[i] = c.vn;
    }
    return first;
}

routh_velocity routh_impact_after(const routh_impact *impact, double pt, double pn, double couple) {
    routh_velocity after = {
        .vx = impact->vx + pt / impact->mass,
        .vy = impact->vy + pn / impact->mass,
        .omega = impact->omega + (impact->rx * pn - impact->ry * pt) / impact->inertia,
    };
    after.omega += couple / impact->inertia;
    return after;
}

void routh_impacts_after(const routh_impact *impact, size_t count, const double *pt, const double *pn,
                         const double *couple, routh_velocity *after) {
    for (size_t i = 0; i < count; i++)
        after[i] = routh_impact_after(&impact[i], pt[i], pn[i], couple[i]);
}

double routh_impact_energy_ratio(const routh_impact *impact, routh_velocity after) {
    const double m = impact->mass, inertia = impact->inertia;
    const double before =
        m * (impact->vx * impact->vx + impact->vy * impact->vy) + inertia * impact->omega * impact->omega;
    const double then = m * (after.vx * after.vx + after.vy * after.vy) + inertia * after.omega * after.omega;
    return before > 0 ? then / before : 0.0;
}

unsigned routh_impact_flags(const routh_impact *impact, double pn, routh_velocity after) {
    static const double rounding = 1e-12;
    const double vn = after.vy + impact->rx * after.omega;
    const double speed =
        fabs(impact->vy) + fabs(impact->rx * impact->omega) + fabs(after.vy) + fabs(after.omega * impact->rx);
    return (vn < -rounding * speed ? ROUTH_PENETRATES : 0u) | (pn < 0 ? ROUTH_PULLS : 0u) |
           (routh_impact_energy_ratio(impact, after) > 1 + rounding ? ROUTH_GAINS_ENERGY : 0u);
}
