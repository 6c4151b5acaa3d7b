/* How far apart two parts are, and where they would touch.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "geometry/gap.h"

#include <math.h>

#include "algebra/matrix3.h"
#include "geometry/polyhedron.h"

/* Of the sum of the radii: what parts brought together overlap by, enough for the overlap to have a centroid. */
static const double bite = 1e-5;

/* The gap over each face of one part to the nearest vertex of the other; the widest, if it is wider than `gap`. */
static double widen(const routh_polyhedron *part, const routh_pose3 *pose, const routh_polyhedron *other,
                    const routh_pose3 *other_pose, double side, double gap, double normal[3]) {
    const routh_pose3 back = routh_pose3_inverse(pose), between = routh_pose3_compose(&back, other_pose);
    for (size_t f = 0; f < part->faces; f++) {
        const routh_face face = routh_polyhedron_face(part, f);
        double least = INFINITY;
        for (size_t v = 0; v < other->vertices && least > gap; v++) {
            double at[3];
            routh_pose3_point(&between, other->vertex + 3 * v, at);
            least = fmin(least, routh_dot3(face.normal, at) - face.offset);
        }
        if (least > gap) {
            gap = least;
            routh_pose3_direction(pose, face.normal, normal);
            for (int k = 0; k < 3; k++)
                normal[k] *= side;
        }
    }
    return gap;
}

double routh_gap_find(const routh_polyhedron *a, const routh_pose3 *pose_a, const routh_polyhedron *b,
                      const routh_pose3 *pose_b, double normal[3]) {
    const double gap = widen(a, pose_a, b, pose_b, 1, -INFINITY, normal);
    return widen(b, pose_b, a, pose_a, -1, gap, normal);
}

int routh_signed_overlap(const routh_polyhedron *a, const routh_pose3 *pose_a, const routh_polyhedron *b,
                         const routh_pose3 *pose_b, double farthest, routh_overlap_scratch *scratch,
                         routh_overlap *found) {
    if (routh_overlap_find(a, pose_a, b, pose_b, 1, NULL, scratch, found) == 1)
        return 1;
    double normal[3];
    const double gap = routh_gap_find(a, pose_a, b, pose_b, normal);
    if (!(gap <= farthest))
        return 0;
    const double way = fmax(gap, 0) + bite * (a->radius + b->radius);
    routh_pose3 closer = *pose_b;
    for (int k = 0; k < 3; k++)
        closer.position[k] -= way * normal[k];
    if (routh_overlap_find(a, pose_a, b, &closer, 1, NULL, scratch, found) != 1)
        return 0;
    found->depth -= way;
    return 1;
}
