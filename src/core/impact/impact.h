/* Inside of the impact room: legal contacts, what an impulse leads to, regions of impulses, and the registry of laws.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_IMPACT_IMPACT_H
#define ROUTH_SRC_IMPACT_IMPACT_H

#include <float.h>
#include <math.h>

#include <routh/impact.h>

/* The rules for a legal contact, in a form that costs nothing next to a law. */

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

/* What a couple does at a contact of this body, and the body's ω, into a contact that has the other numbers. */
static inline void routh_contact_take_couple(routh_contact *contact, const routh_impact *impact) {
    contact->wtc = -impact->ry / impact->inertia;
    contact->wnc = impact->rx / impact->inertia;
    contact->wcc = 1 / impact->inertia;
    contact->omega = impact->omega;
}

/* How far an impulse is from explaining a measured impact.
 *
 * Either metric is |B P − b|² up to a factor, B = (1 0; 0 1; −σry σrx), b the measured change of momentum with its last
 * entry times σ: σ = 1 for momentum, 1/√(I/m) for velocity and m/I unweighted (both then divided by m). So it is a quadratic (P − P*)ᵀG(P −
 * P*), G = BᵀB, around the measured impulse P*, plus what no point impulse explains. */

typedef struct routh_distance {
    routh_point least;    /* P* */
    double gtt, gtn, gnn; /* G */
} routh_distance;

/* (P − P*)ᵀG(P − P*), (N s)²; in the velocity metric m² times the squared error of velocity beyond that of P*. */

double routh_metric_weight(const routh_impact *impact, routh_metric metric); /* σ² */
routh_distance routh_distance_from(const routh_impact *impact, routh_velocity measured, routh_metric metric);

/* What an impulse leads to: velocity after, energy ratio and flags, for one impact or a lane of many. */

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

/* What a law claims by its traits holds for every answer it gives. On a W that is singular but for rounding, or with
 * friction so large that it is infinite but for rounding, rounding alone may break it: such an impact has no answer. */

/* What routh_leaves_cone is true of, this is true of as well, at less cost. */

/* `mu` is +∞ for a law without friction among its parameters. */
static inline int routh_leaves_cone(double mu, double pt, double pn) {
    const double across = fabs(pt), size = across > pn ? across : pn, steep = mu > 1 ? mu : 1.0;
    return across - mu * pn > 0.5 * ROUTH_FLAG_TOLERANCE * steep * size;
}

/* What other rooms use from the impact room beyond its public header: regions, the ellipse's outline, unchecked
 * impulses. */

/* The impulse for a legal contact and legal parameters, unchecked. */
routh_impulse routh_law_impulse(const routh_law *law, const routh_contact *contact, const double *parameters);

/* The ellipse's own outline: `count` points at equal steps of the eccentric angle. */
void routh_ellipse_outline(const routh_ellipse *ellipse, size_t count, routh_point *points);

/* The admissible region: inside the ellipse, v_n⁺ ≥ 0, P_n ≥ 0, as one polygon whose arcs have `resolution`
 * points to the full turn. Release with routh_region_release. */
routh_status routh_region_admissible(routh_context *context, const routh_contact *contact, size_t resolution,
                                     routh_region *region);

/* What a law covers over friction 0 … mu_max and restitution 0 … 1, in polygons of one mode each (sticking ones are
 * mostly lines); a mode may need several. Parameters beyond μ and ε keep the values in `parameters` (NULL: their
 * defaults). A law without parameters covers a point, and has no polygon. */
routh_status routh_region_of(routh_context *context, const routh_law *law, const routh_contact *contact,
                             const double *parameters, double mu_max, routh_region *region);

void routh_region_release(routh_context *context, routh_region *region);

/* Is (pt, pn) in the admissible region, to within `tolerance` relative to the ellipse's size? */
int routh_is_admissible(const routh_contact *contact, routh_point point, double tolerance);

int routh_mode_sticks(routh_mode mode); /* sticking, c-sticking, r-sticking */

/* The flags for the whole body, after an impulse with the normal part `pn`. Needed where there is a couple, whose
 * effect contact space does not include. Valid pointers only. */
unsigned routh_impact_flags(const routh_impact *impact, double pn, routh_velocity after);

/* Small polygons in the impulse plane. */

/* Adds an empty polygon with room for `capacity` points to the region; NULL (and the region released) without memory.
 */
routh_polygon *routh_region_add(routh_context *context, routh_region *region, int mode, size_t capacity);

/* Appends a point unless it repeats the last one or there is no room. */
void routh_polygon_append(routh_polygon *polygon, routh_point point);

/* Signed area, positive when counter-clockwise. */
double routh_polygon_area(const routh_polygon *polygon);

void routh_polygon_reverse(routh_polygon *polygon);

/* Every law, in the order of the papers' tables, then the variants. A new law is one file and one line here. */

#define ROUTH_LAW_TABLE(X)                                                                                             \
    X(drumwright_shell)                                                                                                \
    X(ap_poisson)                                                                                                      \
    X(ap_newton)                                                                                                       \
    X(mirtich)                                                                                                         \
    X(wang_mason)                                                                                                      \
    X(whittaker)                                                                                                       \
    X(ap_poisson_normal)                                                                                               \
    X(smith)                                                                                                           \
    X(chatterjee_ruina)                                                                                                \
    X(frictionless)                                                                                                    \
    X(compliant)

#define ROUTH_LAW_DECLARE(name) extern const routh_law routh_law_##name;
ROUTH_LAW_TABLE(ROUTH_LAW_DECLARE)
#undef ROUTH_LAW_DECLARE

/* ROUTH_UNKNOWN_LAW, the message suggesting the nearest of `count` names: in the plane and in space. */
void routh_fail_unknown_law(routh_context *context, const char *name, size_t count,
                            const char *(*name_at)(size_t index, const void *user));

#endif
