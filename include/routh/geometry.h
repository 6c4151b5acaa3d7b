/* The geometry room: planar shapes, convex parts in space, poses, overlaps of two parts, assemblies of parts.
 *
 * Overlaps are exact. The depth of two overlapping convex polyhedra is the smallest overlap over all directions that
 * can be the minimum: the face normals of both, and the cross products of an edge of one with an edge of the other.
 * Metres throughout.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_GEOMETRY_H
#define ROUTH_GEOMETRY_H

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

/* Fails unless the shape is convex, counter-clockwise, not degenerate, and has the origin inside. */
ROUTH_API routh_status routh_shape_check(routh_context *context, const routh_shape *shape);

/* Radius of the smallest circle around the centre of mass that contains the shape, m. */
ROUTH_API double routh_shape_radius(const routh_shape *shape);

/* Square of the radius of gyration at uniform density, m². */
ROUTH_API double routh_shape_gyration_squared(const routh_shape *shape);

typedef struct routh_shape_options {
    double unit;      /* of the file's lengths, m; 0 (default): as the file says, or metres where that can be */
    bool hull;        /* 1: the convex hull of an outline that is not convex; 0 (default): refuse it */
    double centre[2]; /* of mass, in the file's own coordinates and unit; NaN (default): that of uniform density */
} routh_shape_options;

ROUTH_API routh_shape_options routh_shape_options_default(void);

/* A convex shape from an outline: CSV with columns x and y; one closed path, polygon, rect, circle or ellipse of an SVG file;
 * closed lines and arcs of a DXF file. A circle is a disc, all else a polygon of sharp corners with the centre of mass at
 * its origin. Curves become chords of half a degree or a 64th of a Bézier curve, and more than ROUTH_MAX_VERTICES corners
 * as few as that within the smallest distance that allows it, which is logged. An outline that lies deeper inside its
 * convex hull than 0.001 of its size is refused, as is one that crosses itself; the message says where. */
ROUTH_API routh_status routh_shape_read(routh_context *context, routh_io from, const routh_shape_options *options,
                                        routh_shape *shape);

/* Poses -------------------------------------------------------------------------------------------------*/

/* Where something is: a point x in its own axes is rotation · x + position in the outer axes. */
typedef struct routh_pose3 {
    double rotation[3][3];
    double position[3]; /* m */
} routh_pose3;

ROUTH_API routh_pose3 routh_pose3_default(void);                                               /* the identity */
ROUTH_API routh_pose3 routh_pose3_compose(const routh_pose3 *outer, const routh_pose3 *inner); /* outer · inner */
ROUTH_API routh_pose3 routh_pose3_inverse(const routh_pose3 *pose);
/* A point and a direction, from the pose's own axes to the outer axes. */
ROUTH_API void routh_pose3_point(const routh_pose3 *pose, const double x[3], double result[3]);
ROUTH_API void routh_pose3_direction(const routh_pose3 *pose, const double x[3], double result[3]);

/* A rotation by `angle` (rad) about an axis (any length but 0) through a point. */
ROUTH_API routh_pose3 routh_pose3_turn(const double axis[3], const double through[3], double angle);

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

/* A convex part from STL (text or binary) or OBJ. Coordinates are multiplied by `unit` (0.001 for millimetres). A
 * surface that is open, not convex or inside out is refused; the message says where. */
ROUTH_API routh_status routh_polyhedron_read(routh_context *context, routh_io from, double unit,
                                             routh_polyhedron **polyhedron);

ROUTH_API void routh_polyhedron_release(routh_context *context, routh_polyhedron *polyhedron); /* NULL is fine */

/* A face. Triangles that lie in one plane form one face. */
typedef struct routh_face {
    double normal[3];     /* outward, unit length */
    double offset;        /* normal · x = offset on the face */
    size_t count;         /* corners */
    const size_t *corner; /* indices of vertices, counter-clockwise from outside */
} routh_face;

/* Properties of a polyhedron, valid as long as it exists. */
typedef struct routh_polyhedron_facts {
    size_t vertices;
    const double *vertex; /* vertices × 3, m */
    size_t faces;
    double volume;      /* m³ */
    double centroid[3]; /* of the volume, m */
    double radius;      /* of the ball about the centroid that contains it, m */
} routh_polyhedron_facts;

ROUTH_API routh_polyhedron_facts routh_polyhedron_facts_of(const routh_polyhedron *polyhedron);
ROUTH_API routh_face routh_polyhedron_face(const routh_polyhedron *polyhedron, size_t index);

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

/* From a few words, as files and command lines have them: "cube:0.1048", "box:0.12,0.08,0.05",
 * "ellipsoid:0.05,0.04,0.03", the last also with a number of corners, otherwise 162. *width is the edge of a cube, m,
 * and 0 for other shapes. */
ROUTH_API routh_status routh_shape3_of_text(routh_context *context, const char *text, double *width,
                                            routh_shape3 *shape);

/* A polyhedron. `tracked`: the tracked point in its axes; NULL: the centroid. */
ROUTH_API routh_status routh_shape3_of_polyhedron(routh_context *context, const routh_polyhedron *polyhedron,
                                                  const double tracked[3], routh_shape3 *shape);

typedef struct routh_shape3_options {
    double unit;       /* of the file's lengths, m; 0 (default): metres, refused where they cannot be */
    bool hull;         /* 1: the convex hull of what is not convex, or not closed; 0 (default): refuse it */
    double tracked[3]; /* the tracked point in the file's own coordinates and unit; NaN (default): the centroid */
} routh_shape3_options;

ROUTH_API routh_shape3_options routh_shape3_options_default(void);

/* From STL or OBJ. A surface that is open, not convex or inside out is refused unless `hull` is set. So is one of more than
 * 3 m where no unit is given: its numbers are millimetres, as a rule. */
ROUTH_API routh_status routh_shape3_read(routh_context *context, routh_io from, const routh_shape3_options *options,
                                         routh_shape3 *shape);
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
 * parts. Results are in the axes in which the poses are given. `memory` may be NULL. Allocates nothing. */
ROUTH_API int routh_overlap_find(const routh_polyhedron *a, const routh_pose3 *pose_a, const routh_polyhedron *b,
                                 const routh_pose3 *pose_b, int with_point, routh_overlap_memory *memory,
                                 routh_overlap_scratch *scratch, routh_overlap *found);

/* Assemblies --------------------------------------------------------------------------------------------*/

/* A convex part of an object. */
typedef struct routh_part {
    char name[ROUTH_LABEL_SIZE];
    routh_polyhedron *shape; /* owned by the assembly */
    routh_pose3 place;       /* of the shape's axes in the object's axes */
    char *file;              /* the path that the shape was read from, owned by the assembly; NULL: none */
} routh_part;

typedef struct routh_object {
    char name[ROUTH_LABEL_SIZE];
    size_t count;
    routh_part *part;
} routh_object;

typedef enum routh_displacement_kind {
    ROUTH_DISPLACE_SHIFT,  /* along the axis, m */
    ROUTH_DISPLACE_TURN,   /* about an axis through a point, rad */
    ROUTH_DISPLACE_OFFSET, /* of the reference pose along the axis, m; at most one for a recording; see
                            * routh_insertion.offset */
    ROUTH_DISPLACE_SCALE,  /* by 1 + x about a point, along the axis; without axis in all directions */

    /* not of the drawing, but of the sensors and of the contact itself: unknowns in the same sense */
    ROUTH_DISPLACE_FORCE,     /* measured force − true one along the axis, the plate's axes, N */
    ROUTH_DISPLACE_MOMENT,    /* measured moment − true one about the axis, N m */
    ROUTH_DISPLACE_LATENCY,   /* the wrench is measured this much later than the pose, s */
    ROUTH_DISPLACE_STIFFNESS, /* ln(stiffness of a part's contacts ÷ K) */
    ROUTH_DISPLACE_FRICTION,  /* ln(friction of a part's contacts ÷ μ) */
    ROUTH_DISPLACE_SPEED      /* friction is μ (speed ÷ 1 mm/s)^x */
} routh_displacement_kind;
#define ROUTH_DISPLACEMENT_KINDS 10

/* How a kind is written. */
typedef struct routh_displacement_words {
    const char *name;  /* in files: "shift" */
    const char *unit;  /* of x: "m" */
    const char *shown; /* for people: "µm" */
    double scale;      /* from the one to the other: 1e6 */
    int digits;        /* after the point that are worth reading */
} routh_displacement_words;

ROUTH_API const routh_displacement_words *routh_displacement_words_of(routh_displacement_kind kind);

/* One way in which a part, an object, a sensor or a contact may differ from the drawing. */
typedef struct routh_displacement {
    char name[ROUTH_LABEL_SIZE];
    routh_displacement_kind kind;
    int object;        /* 0 or 1 */
    long part;         /* index into the object's parts, −1: the whole object */
    size_t recording;  /* 0: the same in all recordings; n: of the n-th alone, where several are identified together */
    double axis[3];    /* unit length, in the object's axes; for an offset, in the axes of object 2; for a force or
                        * a moment, in those of the plate; all 0: a scale in all directions */
    double through[3]; /* a point on the axis of a turn, the fixed point of a scale, in the object's axes, m */
    double nominal;    /* x_u^d, the value according to the drawing, in the unit of its kind */
    double deviation;  /* prior standard deviation, in the same unit, > 0 */
    bool late;         /* 1: held at its nominal value until the others are found. Such displacements come last */
} routh_displacement;

/* The two objects and their displacements. When they are fully mated at zero force, both objects' axes coincide. */
typedef struct routh_assembly {
    routh_object object[2];
    size_t count; /* of displacements */
    routh_displacement *displacement;
} routh_assembly;

/* An assembly as JSON; docs/insertion.md has the layout. A unit may be given ("unit": "mm"). Shapes are vertices,
 * half-spaces or files next to the JSON file. A part that is not convex, unbounded, empty or inside out is refused by
 * name; so is a displacement of a part that does not exist. */
ROUTH_API routh_status routh_assembly_read(routh_context *context, routh_io from, routh_assembly *assembly);
ROUTH_API routh_status routh_assembly_write(routh_context *context, const routh_assembly *assembly, routh_io to);
ROUTH_API void routh_assembly_release(routh_context *context, routh_assembly *assembly);

#ifdef __cplusplus
}
#endif
#endif
