/* What other rooms use from the impact room beyond its public header: regions, the ellipse's outline, unchecked
 * impulses.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_IMPACT_IMPACT_H
#define ROUTH_SRC_IMPACT_IMPACT_H

#include <routh/impact.h>

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

/* Best post hoc: the index of the prediction closest to the measurement, its error in *error if not NULL.
 * The first of equals; predictions that are not finite lose. `count` must be at least 1. */
size_t routh_best_post_hoc(routh_metric metric, const routh_impact *impact, routh_velocity measured,
                           const routh_velocity *predicted, size_t count, double *error);

int routh_mode_sticks(routh_mode mode); /* sticking, c-sticking, r-sticking */

/* The flags for the whole body, after an impulse with the normal part `pn`. Needed where there is a couple, whose
 * effect contact space does not include. Valid pointers only. */
unsigned routh_impact_flags(const routh_impact *impact, double pn, routh_velocity after);

#endif
