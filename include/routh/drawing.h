/* The drawing room: shapes, convex parts, assemblies of them and scenes, as files hold them, and back.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_DRAWING_H
#define ROUTH_DRAWING_H

#include <routh/file.h>
#include <routh/geometry.h>
#include <routh/impact3.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Shapes -----------------------------------------------------------------------------------------------*/

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

/* From a few words, as files and command lines have them: "cube:0.1048", "box:0.12,0.08,0.05",
 * "ellipsoid:0.05,0.04,0.03", the last also with a number of corners, otherwise 162. *width is the edge of a cube, m,
 * and 0 for other shapes. */
ROUTH_API routh_status routh_shape3_of_text(routh_context *context, const char *text, double *width,
                                            routh_shape3 *shape);

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

/* Scenes -----------------------------------------------------------------------------------------------*/

/* A scene as JSON: {"bodies": [{"name", "mass", "inertia", "position", "orientation", "velocity", "spin", "freedom",
 * "axis"}], "contacts": [{"a", "b", "point", "normal", "stiffness", "mu", "e", "eta2" or "poisson"}]};
 * docs/compliant-impact.md explains every field. Unknown names, missing ones and wrong types are ROUTH_BAD_FORMAT;
 * the message names the place. The scene is valid as for routh_scene_check, but no contact needs to be closing. */
ROUTH_API routh_status routh_scene_read(routh_context *context, routh_io from, routh_scene *scene);

/* The scene after `collision` (NULL: as it is). Its contacts then have impulse, velocity after and sequence of
 * phases. */
ROUTH_API routh_status routh_scene_write(routh_context *context, const routh_scene *scene,
                                         const routh_collision *collision, routh_io to);

#ifdef __cplusplus
}
#endif
#endif
