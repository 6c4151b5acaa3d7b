/* What an impulse leads to: velocity after, energy ratio and flags, for one impact or a lane of many.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_IMPACT_SOLVE_H
#define ROUTH_SRC_IMPACT_SOLVE_H

#include <math.h>

#include "impact/contact.h"

/* A flag needs more than this, relative to the terms that cancel, to exceed rounding. In the energy ratio a thin W
 * magnifies rounding by W_tt W_nn / det W. */
#define ROUTH_FLAG_TOLERANCE 1e-12
#define ROUTH_FLAG_ROUNDING  (32 * DBL_EPSILON)

/* The rule that every parameter obeys. */
static inline routh_status routh_parameter_status(const routh_parameter *parameter, double value) {
    if ((value >= parameter->low) & (value <= parameter->high) & (value < INFINITY))
        return ROUTH_OK;
    return routh_is_finite(value) ? ROUTH_BAD_PARAMETER : ROUTH_NOT_FINITE;
}

typedef struct routh_aftermath {
    double vt, vn, contact_energy_ratio;
    int flags;
} routh_aftermath;

static inline routh_aftermath routh_aftermath_of(const routh_contact *c, double pt, double pn) {
    routh_aftermath after;
    after.vt = c->vt + (c->wtt * pt + c->wtn * pn);
    after.vn = c->vn + (c->wtn * pt + c->wnn * pn);
    const double before = routh_scaled_energy(c, c->vt, c->vn);
    const double contact_energy_ratio = routh_scaled_energy(c, after.vt, after.vn) / before;
    /* what underflows has lost its digits, and 1 ÷ ∞ is no ratio */
    const int computed = (before > ROUTH_SMALLEST_PRODUCT) & (before <= DBL_MAX);
    after.contact_energy_ratio = computed ? contact_energy_ratio : NAN;
    const double scale = fabs(c->vn) + fabs(c->wtn * pt) + fabs(c->wnn * pn);
    after.flags = after.vn < -ROUTH_FLAG_TOLERANCE * scale ? ROUTH_PENETRATES : 0;
    after.flags |= pn < 0 ? ROUTH_PULLS : 0;
    const double excess = (after.contact_energy_ratio - 1 - ROUTH_FLAG_TOLERANCE) * routh_determinant(c);
    after.flags |= excess > ROUTH_FLAG_ROUNDING * c->wtt * c->wnn ? ROUTH_GAINS_ENERGY : 0;
    return after;
}

/* What a law claims by its traits holds for every answer it gives. On a W that is singular but for rounding, or with
 * friction so large that it is infinite but for rounding, rounding alone may break it: such an impact has no answer. */
static inline int routh_claims(unsigned traits) {
    const int feasible = (traits & ROUTH_LAW_FEASIBLE) != 0, keeps_energy = (traits & ROUTH_LAW_KEEPS_ENERGY) != 0;
    return feasible * (ROUTH_PENETRATES | ROUTH_PULLS) + keeps_energy * ROUTH_GAINS_ENERGY;
}

/* What routh_leaves_cone is true of, this is true of as well, at less cost. */
static inline int routh_may_leave_cone(double mu, double pt, double pn) {
    return fabs(pt) > (1 + 0.4 * ROUTH_FLAG_TOLERANCE) * mu * pn;
}

/* `mu` is +∞ for a law without friction among its parameters. */
static inline int routh_leaves_cone(double mu, double pt, double pn) {
    const double across = fabs(pt), size = across > pn ? across : pn, steep = mu > 1 ? mu : 1.0;
    return across - mu * pn > 0.5 * ROUTH_FLAG_TOLERANCE * steep * size;
}

#endif
