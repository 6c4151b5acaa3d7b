/* Contacts of a rounded convex body with a fixed convex part.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_MOTION3_FIXED3_H
#define ROUTH_SRC_MOTION3_FIXED3_H

#include "motion3/motion3.h"

/* A part and a body made ready for finding contacts. It has working memory of its own: one for each thread. */
typedef struct routh_fixed3 routh_fixed3;

/* The body is the hull of balls of radius `rounding` about the shape's inset corners, in body axes with the tracked point as
 * origin; `centre` is its centre of mass. A rounding within a millionth of the shape's thickness, which would leave nothing
 * within, counts as a millionth less. The part must outlive the result. */
routh_status routh_fixed3_create(routh_context *context, const routh_polyhedron *part, const routh_pose3 *pose,
                                 const routh_shape3 *shape, double rounding, const double centre[3],
                                 routh_fixed3 **fixed);
void routh_fixed3_release(routh_context *context, routh_fixed3 *fixed); /* NULL is fine */

/* Where the gap is at most `farthest`: into `touch`, at most `room` of them (≥ 1), the smallest gaps, in no order. Returns how many.
 * The smallest gap is the distance of body and part. All other gaps are true ones, too: of a ball, a corner or a pair of
 * edges. Names count from 0: balls, corners of the part, pairs of edges. The rates stay as they are. Never allocates. */
size_t routh_fixed3_contacts(const routh_fixed3 *fixed, const double position[3], const double orientation[4],
                             double farthest, routh_touch3 *touch, size_t room);

/* The distance of body and part, negative: how deep they overlap; with the normal there, out of the part, and the arm from the
 * centre of mass to the body's point, both in world axes. */
double routh_fixed3_distance(const routh_fixed3 *fixed, const double position[3], const double orientation[4],
                             double normal[3], double arm[3]);

#endif
