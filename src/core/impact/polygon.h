/* Small polygons in the impulse plane.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_IMPACT_POLYGON_H
#define ROUTH_SRC_IMPACT_POLYGON_H

#include <routh/impact.h>

/* Adds an empty polygon with room for `capacity` points to the region; NULL (and the region released) without memory.
 */
routh_polygon *routh_region_add(routh_context *context, routh_region *region, int mode, size_t capacity);

/* Appends a point unless it repeats the last one or there is no room. */
void routh_polygon_append(routh_polygon *polygon, routh_point point);

/* Keeps the part of a convex polygon where a pt + b pn + c ≥ 0. The polygon needs room for twice its points plus
 * one. */
void routh_polygon_clip(routh_polygon *polygon, double a, double b, double c);

/* Signed area, positive when counter-clockwise. */
double routh_polygon_area(const routh_polygon *polygon);

void routh_polygon_reverse(routh_polygon *polygon);

#endif
