/* What finding an interference needs. Everything in the axes of the first part, a, into which the second, b, is brought.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_POLYHEDRA_INTERFERENCE_H
#define ROUTH_SRC_POLYHEDRA_INTERFERENCE_H

#include "geometry/polyhedron.h"

/* Vertices that prove edges irrelevant: bits of a word. */
enum { ROUTH_WITNESSES = 64 };

/* An edge of b in rows: its unit vector, its first vertex, its left and its right normal. */
enum { ROUTH_EDGE_ROWS = 12 };

/* Faces as lists of points, of a body that is being cut. */
typedef struct routh_cut_body {
    size_t faces;
    size_t *first;      /* faces + 2: the next one is being filled */
    double (*point)[3]; /* those of all faces */
} routh_cut_body;

struct routh_overlap_scratch {
    size_t most_vertices, most_faces;
    double *b_vertex_row, *b_face_row; /* as in a polyhedron */
    double *overlap;                   /* along the normals of the part's faces */
    double *gap_a, *gap_b;             /* how deep witnesses of the other part lie below each face: a row for each */
    uint64_t *deep;                    /* for each face, the witnesses that lie deep */
    uint32_t *kept_a, *kept_b;         /* edges that may matter */
    double *edge_row, *estimate;       /* of those of b */
    size_t most_loops, most_points;
    routh_cut_body body[2];
    double (*side)[2][3]; /* of the face that a cut makes */
    double *height;       /* of points over a plane */
};

/* Which direction separates two parts best. */
typedef enum routh_axis_kind { ROUTH_NO_AXIS, ROUTH_FACE_OF_A, ROUTH_FACE_OF_B, ROUTH_EDGES } routh_axis_kind;

typedef struct routh_axis {
    routh_axis_kind kind;
    uint32_t a, b; /* face or edge of each */
    int sign;      /* of the edges' product */
    double depth;
    double normal[3]; /* outward from a */
} routh_axis;

/* A pair on its way: b in a's axes. */
typedef struct routh_part_pair {
    const routh_polyhedron *a, *b;
    routh_pose3 b_in_a;
    double size; /* sum of the radii, m: the scale of rounding */
    routh_overlap_scratch *scratch;
} routh_part_pair;

/* The direction of an axis as it is remembered; 0 if there is none, as of edges that are parallel. */
int routh_axis_direction(const routh_part_pair *pair, routh_axis *axis);

/* How far the parts overlap along a unit vector. Does not need b's rows in the scratch. */
double routh_overlap_along(const routh_part_pair *pair, const double direction[3]);

/* Brings b's vertices and planes into a's axes. */
void routh_bring_b(const routh_part_pair *pair);

/* The axis of least overlap, or, when that is not positive, one that separates. */
routh_axis routh_least_overlap(const routh_part_pair *pair);

/* The overlap along an axis found, with the digits of long double. */
double routh_precise_depth(const routh_part_pair *pair, const routh_pose3 *pose_a, const routh_pose3 *pose_b,
                           const routh_axis *axis);

/* Volume and centroid of the overlap. */
void routh_overlap_volume(const routh_part_pair *pair, const routh_axis *axis, double *volume, double centroid[3]);

#endif
