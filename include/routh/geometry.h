/* The geometry room: planar shapes, convex parts in space, poses, overlaps of two parts.
 *
 * Overlaps are exact. The depth of two overlapping convex polyhedra is the smallest overlap over all directions that
 * can be the minimum: the face normals of both, and the cross products of an edge of one with an edge of the other.
 * Metres throughout.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_GEOMETRY_H
#define ROUTH_GEOMETRY_H

#include <routh/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Planar shapes ----------------------------------------------------------------------------------------*/

/* Where a planar body is. */
typedef struct routh_pose {
    double x, y, theta; /* m, m, rad */
} routh_pose;

typedef enum routh_shape_kind { ROUTH_ELLIPSE, ROUTH_DISC, ROUTH_POLYGON } routh_shape_kind;

#define ROUTH_MAX_VERTICES 64

/* A convex planar shape in body axes, its centre of mass at the origin. All zero: not known. */
typedef struct routh_shape {
    routh_shape_kind kind;
    double a, b;                          /* semi-axes of an ellipse along body x and y, radius of a disc (both), m */
    size_t count;                         /* vertices of a polygon, counter-clockwise, 3 … ROUTH_MAX_VERTICES */
    double vertex[ROUTH_MAX_VERTICES][2]; /* m */
} routh_shape;

typedef struct routh_body {
    routh_shape shape;
    double mass;    /* kg */
    double inertia; /* kg m², about the centre of mass */
} routh_body;

ROUTH_API routh_shape routh_shape_ellipse(double a, double b);
ROUTH_API routh_shape routh_shape_disc(double radius);
ROUTH_API routh_shape routh_shape_square(double side); /* a polygon */

/* Fails unless the shape is convex, counter-clockwise, not degenerate, and has the origin inside. */
ROUTH_API routh_status routh_shape_check(routh_context *context, const routh_shape *shape);

/* Radius of the smallest circle around the centre of mass that contains the shape, m. Valid pointers only. */
ROUTH_API double routh_shape_radius(const routh_shape *shape);

/* Square of the radius of gyration at uniform density, m². Valid pointers only. */
ROUTH_API double routh_shape_gyration_squared(const routh_shape *shape);

/* Poses -------------------------------------------------------------------------------------------------*/

/* Where something is: a point x in its own axes is rotation · x + position in the outer axes. Its calls: valid pointers only. */
typedef struct routh_pose3 {
    double rotation[3][3];
    double position[3]; /* m */
} routh_pose3;

ROUTH_API routh_pose3 routh_pose3_default(void); /* the identity */

/* Parts -------------------------------------------------------------------------------------------------*/

/* A convex polyhedron: bounded, not flat. It never changes once made, so threads may share it. */
typedef struct routh_polyhedron routh_polyhedron;

/* The convex hull of points (count × 3). Points inside the hull or on its faces are dropped. A flat set is refused.
 * With `strict`, so is a set with a point deeper inside the hull than 1e-9 of its size: the part it came from is not
 * convex. */
ROUTH_API routh_status routh_polyhedron_of_points(routh_context *context, size_t count, const double *points,
                                                  int strict, routh_polyhedron **polyhedron);

/* The set { x | F x + g ≤ 0 }. F is count × 3, its rows of any length but 0. An empty, flat or unbounded set is
 * refused. */
ROUTH_API routh_status routh_polyhedron_of_halfspaces(routh_context *context, size_t count, const double *f,
                                                      const double *g, routh_polyhedron **polyhedron);

ROUTH_API void routh_polyhedron_release(routh_context *context, routh_polyhedron *polyhedron); /* NULL is fine */

/* A face. Triangles that lie in one plane form one face. */
typedef struct routh_face {
    double normal[3];     /* outward, unit length */
    double offset;        /* normal · x = offset on the face */
    size_t count;         /* corners */
    const size_t *corner; /* indices of vertices, counter-clockwise from outside */
} routh_face;

/* Properties of a polyhedron, valid as long as it exists. Valid pointers only, and an index below `faces`. */
typedef struct routh_polyhedron_facts {
    size_t vertices;
    const double *vertex; /* [vertices, 3] vertices × 3, m */
    size_t faces;
    double volume;      /* m³ */
    double centroid[3]; /* of the volume, m */
    double radius;      /* of the ball about the centroid that contains it, m */
} routh_polyhedron_facts;

ROUTH_API routh_polyhedron_facts routh_polyhedron_facts_of(const routh_polyhedron *polyhedron);

/* Shapes in space ---------------------------------------------------------------------------------------*/

/* A convex shape in space, in body axes: those in which a recording gives orientations, with the tracked point as origin.
 * Corners and edges may be rounded: all faces are moved inwards by a radius R, and a ball of that radius rolls about what is
 * left, so that faces stay where they are. Corner v then becomes a ball about v − R w, w its `inset`; this is exact where
 * three faces meet, and where they meet alike, and a least-squares fit of w elsewhere. */
typedef struct routh_shape3 {
    char name[ROUTH_LABEL_SIZE]; /* "box", or the file's */
    size_t count;                /* corners */
    double (*vertex)[3];         /* m */
    double (*inset)[3];          /* w: how far a corner moves where all faces move inwards by 1 */
    size_t face_count;
    double (*face)[4]; /* outward normal of unit length, and the distance of the face's plane from the origin, m */
    double radius;     /* of the ball about the centroid that contains the shape, m */
    double thickness;  /* distance of the nearest face from the centroid, m: no rounding can be larger */

    /* At uniform density, by the tetrahedra between the centroid and the faces: exact but for rounding. */
    double volume;      /* m³ */
    double centroid[3]; /* centre of mass, m */
    double gyration[3]
                   [3]; /* inertia tensor about it ÷ mass, m². The caller may put that of a body that is not uniform */
} routh_shape3;

/* A box with the tracked point in its middle and edges along the axes. */
ROUTH_API routh_status routh_shape3_box(routh_context *context, const double side[3], routh_shape3 *shape);

/* An ellipsoid with these semi-axes along the axes, m, as a polyhedron with corners on it, the tracked point in its middle. It
 * has 10 f² + 2 corners, a geodesic sphere's, for the smallest whole f that makes at least `corners` of them, up to
 * ROUTH_MOST_ELLIPSOID_CORNERS: 12, 42, 92, 162, … Its volume, inertia and contacts are the polyhedron's. */
#define ROUTH_MOST_ELLIPSOID_CORNERS 4002
ROUTH_API routh_status routh_shape3_ellipsoid(routh_context *context, const double semi_axis[3], size_t corners,
                                              routh_shape3 *shape);

/* A polyhedron. `tracked`: the tracked point in its axes; NULL: the centroid. */
ROUTH_API routh_status routh_shape3_of_polyhedron(routh_context *context, const routh_polyhedron *polyhedron,
                                                  const double tracked[3], routh_shape3 *shape);

ROUTH_API void routh_shape3_release(routh_context *context, routh_shape3 *shape);

/* Interference ------------------------------------------------------------------------------------------*/

/* How two parts overlap. */
typedef struct routh_overlap {
    double depth;     /* δ: the shortest displacement that separates them, m */
    double normal[3]; /* e_n, outward from the first part: the second, moved by δ e_n, no longer overlaps it */
    double point[3];  /* centroid of the overlap's volume, m */
    double volume;    /* of the overlap, m³ */
} routh_overlap;

/* The result for the same pair last time, where the next search starts. All zero: none yet. It affects the time, never
 * the answer. */
typedef struct routh_overlap_memory {
    uint32_t kind, a, b, set;
} routh_overlap_memory;

/* Working memory for pairs of polyhedra up to a size; one for each thread. */
typedef struct routh_overlap_scratch routh_overlap_scratch;
ROUTH_API routh_status routh_overlap_scratch_create(routh_context *context, size_t most_vertices, size_t most_faces,
                                                    routh_overlap_scratch **scratch);
ROUTH_API void routh_overlap_scratch_release(routh_context *context, routh_overlap_scratch *scratch);

/* Returns 1 if the parts overlap: *found then has depth and normal, and, if `with_point`, point and volume (otherwise
 * 0). Returns 0 if they are apart or just touch, with *found all zero, and −1 if the scratch is too small for these
 * parts. Results are in the axes in which the poses are given. `memory` may be NULL. Allocates nothing. Valid pointers only. */
ROUTH_API int routh_overlap_find(const routh_polyhedron *a, const routh_pose3 *pose_a, const routh_polyhedron *b,
                                 const routh_pose3 *pose_b, int with_point, routh_overlap_memory *memory,
                                 routh_overlap_scratch *scratch, routh_overlap *found);

#ifdef __cplusplus
}
#endif
#endif
