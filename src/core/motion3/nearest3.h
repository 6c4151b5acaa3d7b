/* The point of a convex part nearest to a point outside, and the nearest points of two edges.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_MOTION3_NEAREST3_H
#define ROUTH_SRC_MOTION3_NEAREST3_H

#include "geometry/polyhedron.h"

typedef enum routh_feature_kind { ROUTH_ON_FACE, ROUTH_ON_EDGE, ROUTH_ON_CORNER } routh_feature_kind;

typedef struct routh_nearest3 {
    routh_feature_kind kind;
    double point[3];  /* of the part */
    double normal[3]; /* from there to the point given, unit length */
    double distance;
} routh_nearest3;

/* False if the distance is certainly more than `farthest`. Of a point inside, minus the depth under the nearest face. */
bool routh_nearest3_find(const routh_polyhedron *part, const double point[3], double farthest, routh_nearest3 *nearest);

/* Does the part, seen from its corner, lie behind the plane through it with this normal? By up to the angle `slack` (rad)
 * edges may rise above it. */
bool routh_corner_supports(const routh_polyhedron *part, size_t corner, const double normal[3], double slack);

/* The same of an edge: its faces may rise by so much. */
bool routh_edge_supports(const routh_polyhedron *part, size_t edge, const double normal[3], double slack);

/* A piece of a straight line. */
typedef struct routh_piece3 {
    double from[3], along[3], length; /* a point, a unit vector, m */
} routh_piece3;

routh_piece3 routh_piece3_between(const double from[3], const double to[3], const double along[3]);

/* Where two pieces are nearest, if that is within both of them and at most `farthest` apart. False if they are parallel, too:
 * then an end is as near. */
bool routh_pieces_cross(const routh_piece3 *a, const routh_piece3 *b, double farthest, double on_b[3], double a_to_b[3],
                        double *distance);

#endif
