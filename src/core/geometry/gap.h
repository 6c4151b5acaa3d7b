/* How far apart two parts are.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_GEOMETRY_GAP_H
#define ROUTH_SRC_GEOMETRY_GAP_H

#include <routh/geometry.h>

/* The widest gap along the normal of a face of either part, and that normal, outward from a. Not positive where no face
 * separates the parts. Edges are not examined, so that corners that miss each other can be farther apart than this. */
double routh_gap_find(const routh_polyhedron *a, const routh_pose3 *pose_a, const routh_polyhedron *b,
                      const routh_pose3 *pose_b, double normal[3]);

/* As routh_overlap_find with a point, for parts that may be apart, too: the depth is then minus the gap, and point and
 * normal are those of the contact that closing the gap would make. 0: more than `farthest` apart, or closing the gap
 * along its normal would make no contact. */
int routh_signed_overlap(const routh_polyhedron *a, const routh_pose3 *pose_a, const routh_polyhedron *b,
                         const routh_pose3 *pose_b, double farthest, routh_overlap_scratch *scratch,
                         routh_overlap *found);

#endif
