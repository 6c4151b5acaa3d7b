/* Inside of the geometry room: outlines, poses, polyhedra, and how two parts lie to each other.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_GEOMETRY_GEOMETRY_H
#define ROUTH_SRC_GEOMETRY_GEOMETRY_H

#include <stddef.h>

#include <routh/geometry.h>

#include "base/context.h"

/* On which side of a plane through three points a fourth one lies: exactly, for points of a lattice. */

/* Six times the volume of the tetrahedron a b c d: positive where d is on the side from which a b c go counter-clockwise, 0 if
 * and only if it lies in their plane. The sign is exact; the size is to rounding, or 1 where that is larger. */
double routh_side_of(const double a[3], const double b[3], const double c[3], const double d[3]);

/* Poses: functions for use inside the library. */

/* A shift along an axis (any length but 0), m. */
routh_pose3 routh_pose3_shift(const double axis[3], double distance);

/* From a unit quaternion w x y z (normalised when used). */
routh_pose3 routh_pose3_of_quaternion(const double orientation[4], const double position[3]);

/* Checks that the pose is finite and a rotation to 1e-6; the message says by how much it is not. */
routh_status routh_pose3_check(routh_context *context, const routh_pose3 *pose);

/* Where planar shapes touch the ground. */

/* The lowest point of the shape turned by `angle`, relative to its centre, in world axes; and, for a polygon, how much
 * higher the next lowest vertex lies (m; 0: flat on an edge), otherwise +∞. */
void routh_shape_lowest(const routh_shape *shape, double angle, double *rx, double *ry, double *next);

/* What a convex polyhedron holds. */

/* An edge goes from `from` to `to` along the border of the face on its left, seen from outside. Then the product of the
 * normals, left × right, points along the edge. */
typedef struct routh_edge {
    uint32_t from, to;
    uint32_t left, right;
} routh_edge;

/* Numbers in rows of this many, so that loops over vertices or faces have no remainder: the ends of rows repeat the
 * first item, which changes no minimum. */
enum { ROUTH_ROW = 8 };

static inline size_t routh_rows_of_eight(size_t count) {
    return (count + ROUTH_ROW - 1) / ROUTH_ROW * ROUTH_ROW;
}

struct routh_polyhedron {
    size_t vertices, faces, edges;
    double *vertex;     /* vertices × 3 */
    double *vertex_row; /* x of all vertices, y, z, each routh_rows_of_eight(vertices) long */
    double *face_row;   /* the same of the normals, and the offsets */
    size_t *first;      /* of a face's corners; faces + 1 */
    size_t *corner;     /* 2 × edges */
    routh_edge *edge;
    double *along; /* unit vector of each edge, edges × 3 */
    double volume, centroid[3], radius;
    routh_arena own; /* that it is made of; empty: of another's */
};

/* Flat faces of a closed convex surface as lists of corners, counter-clockwise from outside. */
typedef struct routh_loops {
    size_t count;
    size_t *first;  /* count + 1 */
    size_t *corner; /* indices of points */
} routh_loops;

/* The convex hull of points (count × 3), as triangles. The points are rounded in place, by at most 2^-52 of the largest
 * coordinate along each axis: the triangles then are exactly convex, and differences of coordinates exact. */
routh_status routh_hull_loops(routh_arena *arena, size_t count, double *points, routh_loops *loops);

/* Joins neighbouring faces of which one lies in the other's plane to within `tolerance`, and drops corners that then
 * lie on an edge or within a face. */
routh_status routh_join_flat(routh_arena *arena, size_t count, const double *points, double tolerance,
                             routh_loops *loops);

/* A polyhedron with these faces, of those points that are corners; the points keep their order. */
routh_status routh_polyhedron_build(routh_context *context, size_t count, const double *points,
                                    const routh_loops *loops, routh_polyhedron **polyhedron);

/* In the arena; NULL: no memory. */
routh_polyhedron *routh_polyhedron_copy(routh_arena *arena, const routh_polyhedron *polyhedron);

/* x goes to A x + b, A with a positive determinant: into a copy of the polyhedron. */
void routh_polyhedron_map(const routh_polyhedron *polyhedron, double a[3][3], const double b[3],
                          routh_polyhedron *mapped);

/* Single facts, for loops. */
size_t routh_polyhedron_vertices(const routh_polyhedron *polyhedron);
const double *routh_polyhedron_vertex(const routh_polyhedron *polyhedron, size_t index); /* 3 numbers */
size_t routh_polyhedron_faces(const routh_polyhedron *polyhedron);
double routh_polyhedron_volume(const routh_polyhedron *polyhedron);
void routh_polyhedron_centroid(const routh_polyhedron *polyhedron, double result[3]);
double routh_polyhedron_radius(const routh_polyhedron *polyhedron);

/* A corner of a shape's face, and the one after it, counter-clockwise from outside. */
size_t routh_shape3_first_corner(const routh_shape3 *shape, size_t face);
size_t routh_shape3_next_corner(const routh_shape3 *shape, size_t face, size_t corner);

/* How far apart two parts are. */

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

/* The largest ball within half-spaces. */

/* What finding an interference needs. Everything in the axes of the first part, a, into which the second, b, is brought. */

/* Vertices that prove edges irrelevant: bits of a word. */
enum { ROUTH_WITNESSES = 64 };

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
    routh_arena own;
};

/* In the arena, which owns it, for bodies of 4 or more of both; NULL: no memory. */
routh_overlap_scratch *routh_overlap_scratch_of(routh_arena *arena, size_t most_vertices, size_t most_faces);

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

routh_pose3 routh_pose3_compose(const routh_pose3 *outer, const routh_pose3 *inner); /* outer · inner */
routh_pose3 routh_pose3_inverse(const routh_pose3 *pose);

/* A point and a direction, from the pose's own axes to the outer axes. */
void routh_pose3_point(const routh_pose3 *pose, const double x[3], double result[3]);
void routh_pose3_direction(const routh_pose3 *pose, const double x[3], double result[3]);

/* A rotation by `angle` (rad) about an axis (any length but 0) through a point. */
routh_pose3 routh_pose3_turn(const double axis[3], const double through[3], double angle);
routh_face routh_polyhedron_face(const routh_polyhedron *polyhedron, size_t index);

#endif
