/* Inside of the drawing room: meshes, outlines, and scenes on their way into and out of files.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_DRAWING_DRAWING_H
#define ROUTH_SRC_DRAWING_DRAWING_H

#include <stdbool.h>

#include <routh/drawing.h>

#include "base/context.h"
#include "file/json_build.h"

/* The surface of a part as read from a file: triangles. */

typedef struct routh_mesh {
    size_t points, triangles;
    size_t point_room, triangle_room;
    double *point;                 /* points × 3 */
    size_t *corner;                /* triangles × 3: indices of points, counter-clockwise from outside */
    size_t *place;                 /* where the triangle is in the file, */
    const char *place_name;        /* in "triangle"s, from 1, or "line"s */
    char file[ROUTH_SHOWN_SOURCE]; /* for messages */
} routh_mesh;

routh_status routh_mesh_add_point(routh_context *context, routh_mesh *mesh, const double x[3]);
routh_status routh_mesh_add_triangle(routh_context *context, routh_mesh *mesh, const size_t corner[3], size_t place);
void routh_mesh_release(routh_context *context, routh_mesh *mesh);

/* A part, if the surface is closed and convex. */
routh_status routh_mesh_part(routh_context *context, routh_mesh *mesh, routh_polyhedron **polyhedron);

/* The hull of its points, whatever the surface is like. */
routh_status routh_mesh_hull(routh_context *context, const routh_mesh *mesh, routh_polyhedron **polyhedron);

/* As routh_polyhedron_read; with `hull` the hull of the surface's points. */
routh_status routh_part_read(routh_context *context, routh_io from, double unit, bool hull,
                             routh_polyhedron **polyhedron);

/* From bytes in memory, after which a 0 stands; coordinates times `unit`. */
routh_status routh_mesh_read_stl(routh_context *context, const char *bytes, size_t size, double unit, routh_mesh *mesh);
routh_status routh_mesh_read_obj(routh_context *context, const char *bytes, size_t size, double unit, routh_mesh *mesh);

/* Are the bytes recognisably STL? */
int routh_mesh_is_stl(const char *bytes, size_t size);

/* A line of text, word by word; words end at spaces. */
typedef struct routh_tokens {
    const char *at, *end; /* what is left of the text */
    size_t line;          /* of the word read last, from 1 */
} routh_tokens;

/* The next line that holds words, without them; 0 at the end of the text. */
int routh_next_words(routh_tokens *text, routh_tokens *line);

/* The next word of a line; 0 if there is none. */
int routh_next_word(routh_tokens *line, const char **word, size_t *length);

int routh_word_is(const char *word, size_t length, const char *expected); /* in any case */

/* A convex part from STL (text or binary) or OBJ. Coordinates are multiplied by `unit` (0.001 for millimetres). A
 * surface that is open, not convex or inside out is refused; the message says where. */
routh_status routh_polyhedron_read(routh_context *context, routh_io from, double unit, routh_polyhedron **polyhedron);

/* An outline as read from a file, on its way to a planar shape. */

typedef struct routh_outline {
    routh_context *context;
    size_t count, room;
    double (*point)[2]; /* in the file's unit, y upwards; the last is joined to the first */
    double unit;        /* m; 0: the file says none */
    double radius;      /* > 0: a circle, about point[0] */
    char file[ROUTH_SHOWN_SOURCE];
} routh_outline;

/* One point; one that repeats the last is left out. Points that are not finite, and too many, are refused. */
routh_status routh_outline_add(routh_outline *outline, double x, double y);

/* Chords along an elliptic arc: centre + (x axis) cos t + (y axis) sin t, for t from `from` by `turn`, without its first
 * point. */
routh_status routh_outline_arc(routh_outline *outline, const double centre[2], const double x_axis[2],
                               const double y_axis[2], double from, double turn);

void routh_outline_release(routh_outline *outline);

/* The shape that it encloses. `outline` is used up. */
routh_status routh_outline_shape(routh_outline *outline, const routh_shape_options *options, routh_shape *shape);

/* Readers: from bytes in memory, after which a 0 stands. */
routh_status routh_outline_read_svg(routh_outline *outline, const char *bytes, size_t size, double unit);
routh_status routh_outline_read_dxf(routh_outline *outline, const char *bytes, size_t size);

/* The commands of an SVG path, d; points go through the matrix a c e; b d f. */
routh_status routh_svg_path(routh_outline *outline, const char *d, size_t length, const double matrix[6]);

/* The next number of SVG's text, where it need not end at a space; false where there is none. */
bool routh_svg_number(const char **at, const char *end, double *value);

/* What reading and writing scenes share. */

/* Does it move a part or an object? */
int routh_displacement_moves(routh_displacement_kind kind);

/* Does it move or scale a part or an object: does it change the drawing? */
int routh_displacement_redraws(routh_displacement_kind kind);

/* Does it change what sensors measure, and not the contacts? */
int routh_displacement_measures(routh_displacement_kind kind);

/* The motion of a shift or a turn by x, in the object's axes. */
routh_pose3 routh_displacement_step(const routh_displacement *displacement, double x);

/* The pose of a part in its object's axes with the displacements x (assembly->count values) of all recordings: those of the part in the
 * order of the list, the first outermost, then those of the object around them. */
routh_pose3 routh_part_pose(const routh_assembly *assembly, int object, size_t part, const double *x);

/* Does any displacement scale this part? */
int routh_part_scales(const routh_assembly *assembly, int object, size_t part);

/* The shape of a part with the displacements x, in the axes of its pose with them: into a copy of its shape. Scaling and
 * moving take effect in the order of routh_part_pose. */
void routh_part_scale(const routh_assembly *assembly, int object, size_t part, const double *x,
                      routh_polyhedron *scaled);

#endif
