/* The surface of a part as read from a file: triangles.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_DRAWING_MESH_H
#define ROUTH_SRC_DRAWING_MESH_H

#include <stdbool.h>

#include <routh/drawing.h>

#include "base/shown.h"

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

/* Three finite numbers times unit, the next words of the line, or a failure that names file and line. */
routh_status routh_next_coordinates(routh_context *context, const routh_mesh *mesh, routh_tokens *line, double unit,
                                    double x[3]);

/* A convex part from STL (text or binary) or OBJ. Coordinates are multiplied by `unit` (0.001 for millimetres). A
 * surface that is open, not convex or inside out is refused; the message says where. */
routh_status routh_polyhedron_read(routh_context *context, routh_io from, double unit, routh_polyhedron **polyhedron);

#endif
