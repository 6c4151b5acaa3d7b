/* The rules for a legal contact, in a form that costs nothing next to a law.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_IMPACT_CONTACT_H
#define ROUTH_SRC_IMPACT_CONTACT_H

#include <float.h>

#include <routh/impact.h>

static inline int routh_is_finite(double x) {
    return x - x == 0;
}

static inline double routh_determinant(const routh_contact *c) {
    return c->wtt * c->wnn - c->wtn * c->wtn;
}

/* W_tt det W vᵀW⁻¹v, twice the kinetic energy that an impulse can reach up to a factor that cancels in a ratio; as a
 * sum of squares, so that it never falls below 0. */
static inline double routh_scaled_energy(const routh_contact *c, double vt, double vn) {
    const double y = c->wtt * vn - c->wtn * vt;
    return y * y + routh_determinant(c) * vt * vt;
}

/* det W of less than this share of W_tt W_nn is singular to rounding. */
#define ROUTH_THINNEST_COMPLIANCE (8 * DBL_EPSILON)

/* Products of two entries of W must stay clear of overflow and underflow. */
#define ROUTH_SMALLEST_PRODUCT 1e-280
#define ROUTH_LARGEST_PRODUCT  1e280

/* Is it legal? A product within its bounds and a determinant above its own leave no room for a W that is not finite. */
static inline int routh_is_legal(const routh_contact *c) {
    const double product = c->wtt * c->wnn, speeds = (c->vt - c->vt) + (c->vn - c->vn);
    return (c->wtt > 0) & (product > ROUTH_SMALLEST_PRODUCT) & (product < ROUTH_LARGEST_PRODUCT) &
           (product - c->wtn * c->wtn > ROUTH_THINNEST_COMPLIANCE * product) & (c->vn < 0) & (speeds == 0);
}

static inline routh_status routh_contact_status(const routh_contact *c) {
    if (routh_is_legal(c))
        return ROUTH_OK;
    const double sum = (c->wtt - c->wtt) + (c->wtn - c->wtn) + (c->wnn - c->wnn) + (c->vt - c->vt) + (c->vn - c->vn);
    if (sum != 0) /* also when it is NaN */
        return ROUTH_NOT_FINITE;
    const double product = c->wtt * c->wnn;
    if (!((c->wtt > 0) & (c->wnn > 0)))
        return ROUTH_BAD_COMPLIANCE;
    if (!((product > ROUTH_SMALLEST_PRODUCT) & (product < ROUTH_LARGEST_PRODUCT)))
        return ROUTH_OUT_OF_RANGE;
    if (!(product - c->wtn * c->wtn > ROUTH_THINNEST_COMPLIANCE * product))
        return ROUTH_BAD_COMPLIANCE;
    return c->vn < 0 ? ROUTH_OK : ROUTH_SEPARATING;
}

#endif
