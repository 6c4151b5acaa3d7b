/* The polyhedra room: convex parts in three dimensions, where they are, and how deep two of them are in each other.
 *
 * Solved exactly: the depth of two convex polyhedra is the smallest of their overlaps along all directions that can be
 * the best one: the normals of their faces, and the products of two edges, one of each. Metres throughout.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_POLYHEDRA_H
#define ROUTH_POLYHEDRA_H

#include <routh/file.h>

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

/* Convex, counter-clockwise, not degenerate, the origin inside? */
ROUTH_API routh_status routh_shape_check(routh_context *context, const routh_shape *shape);

/* Radius of the circle around the centre of mass that holds the shape, m. */
ROUTH_API double routh_shape_radius(const routh_shape *shape);

/* Radius of gyration squared of the shape with uniform density, m². */
ROUTH_API double routh_shape_gyration_squared(const routh_shape *shape);

/* Poses -------------------------------------------------------------------------------------------------*/

/* Where something is: x in its own axes is rotation · x + position outside. */
typedef struct routh_pose3 {
    double rotation[3][3];
    double position[3]; /* m */
} routh_pose3;

ROUTH_API routh_pose3 routh_pose3_default(void);
ROUTH_API routh_pose3 routh_pose3_compose(const routh_pose3 *outer, const routh_pose3 *inner); /* outer · inner */
ROUTH_API routh_pose3 routh_pose3_inverse(const routh_pose3 *pose);
ROUTH_API void routh_pose3_point(const routh_pose3 *pose, const double x[3], double result[3]);
ROUTH_API void routh_pose3_direction(const routh_pose3 *pose, const double x[3], double result[3]);

/* A turn by `angle` (rad) about an axis (any length but 0) through a point. */
ROUTH_API routh_pose3 routh_pose3_turn(const double axis[3], const double through[3], double angle);

/* Parts -------------------------------------------------------------------------------------------------*/

/* A convex polyhedron: bounded, not flat. It does not change any more: threads may share it. */
typedef struct routh_polyhedron routh_polyhedron;

/* The convex hull of points (count × 3). Points inside or on the hull's faces are dropped. A flat set is refused; with
 * `strict`, so is a set of which a point lies deeper inside the hull than 1e-9 of its size: the part it came from is
 * not convex. */
ROUTH_API routh_status routh_polyhedron_of_points(routh_context *context, size_t count, const double *points,
                                                  int strict, routh_polyhedron **polyhedron);

/* { x | F x + g ≤ 0 }, F count × 3 of any length but 0. An empty, flat or unbounded set is refused. */
ROUTH_API routh_status routh_polyhedron_of_halfspaces(routh_context *context, size_t count, const double *f,
                                                      const double *g, routh_polyhedron **polyhedron);

/* A convex part from STL (text or binary) or OBJ, coordinates times `unit` (0.001 for millimetres). Open
 * surfaces, and surfaces that are not convex or point inwards, are refused with the place. */
ROUTH_API routh_status routh_polyhedron_read(routh_context *context, routh_io from, double unit,
                                             routh_polyhedron **polyhedron);

ROUTH_API void routh_polyhedron_release(routh_context *context, routh_polyhedron *polyhedron); /* NULL is fine */

/* Flat triangles that lie in one plane are one face. */
typedef struct routh_face {
    double normal[3];     /* outward, unit length */
    double offset;        /* normal · x = offset on the face */
    size_t count;         /* corners */
    const size_t *corner; /* indices of vertices, counter-clockwise from outside */
} routh_face;

/* What is known of a polyhedron; lives as long as it. */
typedef struct routh_polyhedron_facts {
    size_t vertices;
    const double *vertex; /* vertices × 3, m */
    size_t faces;
    double volume;      /* m³ */
    double centroid[3]; /* of the volume, m */
    double radius;      /* of a ball about the centroid that holds it, m */
} routh_polyhedron_facts;

ROUTH_API routh_polyhedron_facts routh_polyhedron_facts_of(const routh_polyhedron *polyhedron);
ROUTH_API routh_face routh_polyhedron_face(const routh_polyhedron *polyhedron, size_t index);

/* Interference ------------------------------------------------------------------------------------------*/

/* How two parts overlap. */
typedef struct routh_overlap {
    double depth;     /* δ: the shortest way that separates them, m */
    double normal[3]; /* e_n, outward from the first part: the second, moved by δ e_n, no longer overlaps it */
    double point[3];  /* centroid of the overlap's volume, m */
    double volume;    /* of the overlap, m³ */
} routh_overlap;

/* What was found for a pair the last time, to look there first. All zero: nothing yet. The answer never depends on
 * it, the time does. */
typedef struct routh_overlap_memory {
    uint32_t kind, a, b, set;
} routh_overlap_memory;

/* Scratch for pairs of polyhedra up to a size; one for each thread. */
typedef struct routh_overlap_scratch routh_overlap_scratch;
ROUTH_API routh_status routh_overlap_scratch_create(routh_context *context, size_t most_vertices, size_t most_faces,
                                                    routh_overlap_scratch **scratch);
ROUTH_API void routh_overlap_scratch_release(routh_context *context, routh_overlap_scratch *scratch);

/* Do they overlap? 1, with depth and normal: the others are 0 unless `with_point`. 0: they do not, or just touch, and
 * *found is all zero. −1: the scratch is for smaller parts. Everything in the axes in which the poses are given. `memory`
 * may be NULL. No allocation. */
ROUTH_API int routh_overlap_find(const routh_polyhedron *a, const routh_pose3 *pose_a, const routh_polyhedron *b,
                                 const routh_pose3 *pose_b, int with_point, routh_overlap_memory *memory,
                                 routh_overlap_scratch *scratch, routh_overlap *found);

/* Assemblies --------------------------------------------------------------------------------------------*/

/* A convex part of an object. */
typedef struct routh_part {
    char name[ROUTH_LABEL_SIZE];
    routh_polyhedron *shape; /* owned by the scene */
    routh_pose3 place;       /* of the shape's axes in the object's */
} routh_part;

typedef struct routh_object {
    char name[ROUTH_LABEL_SIZE];
    size_t count;
    routh_part *part;
} routh_object;

typedef enum routh_displacement_kind {
    ROUTH_DISPLACE_SHIFT, /* along the axis, m */
    ROUTH_DISPLACE_TURN,  /* about the axis through a point, rad */
    ROUTH_DISPLACE_OFFSET /* of the reference pose along the axis, m: at most one; see routh_insertion.offset */
} routh_displacement_kind;

/* One geometric uncertainty: how a part or an object differs from the drawing. */
typedef struct routh_displacement {
    char name[ROUTH_LABEL_SIZE];
    routh_displacement_kind kind;
    int object;        /* 0 or 1 */
    long part;         /* index into the object's parts, −1: the whole object */
    double axis[3];    /* in the object's axes, unit length; of an offset in those of object 2 */
    double through[3]; /* a point of a turn's axis, object's axes, m */
    double nominal;    /* x_u^d */
    double deviation;  /* prior standard deviation, > 0 */
} routh_displacement;

/* The two objects and what is uncertain about them. Fully mated, with zero force, both objects' axes coincide. */
typedef struct routh_assembly {
    routh_object object[2];
    size_t count; /* of displacements */
    routh_displacement *displacement;
} routh_assembly;

/* A scene as JSON; docs/insertion.md has the layout. Units may be named ("unit": "mm"); shapes are vertices,
 * half-spaces or files beside the scene. Parts that are not convex, unbounded, empty or inside out are refused with
 * their name; so are displacements of parts that do not exist. */
ROUTH_API routh_status routh_assembly_read(routh_context *context, routh_io from, routh_assembly *assembly);
ROUTH_API routh_status routh_assembly_write(routh_context *context, const routh_assembly *assembly, routh_io to);
ROUTH_API void routh_assembly_release(routh_context *context, routh_assembly *assembly);

#ifdef __cplusplus
}
#endif
#endif
