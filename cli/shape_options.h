/* A body's shape, mass and the like from words and from JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_SHAPE_OPTIONS_H
#define ROUTH_CLI_SHAPE_OPTIONS_H

#include <routh/routh.h>

#include "dataset_options.h"

/* "ellipse:0.035,0.025", "outline:part.svg". 0, or the exit code after a message; `from` says where the text comes from.
 * `notes` may be NULL. */
int parse_shape(const char *verb, const char *from, const char *text, dataset_notes *notes, routh_shape *shape);

/* The forms that there are, for help. */
#define SHAPE_FORMS                                                                                                      \
    "ellipse:A,B (semi-axes), disc:RADIUS, square:SIDE, polygon:X,Y;X,Y;… (m, counter-clockwise around the centre of " \
    "mass) or outline:FILE[,mm][,hull][,centre=X;Y] (CSV with x and y, SVG or DXF; hull: of what is not convex; "        \
    "centre: of mass, in the file's coordinates, otherwise that of uniform density)"

/* What --body's file says, in the form of options; `shape` stays all zero where it says nothing. `name` needs
 * ROUTH_NAME_SIZE bytes. */
int read_body_file(const char *verb, const char *path, dataset_options *options, routh_shape *shape, char *name);

/* A body's shape in space, or an outline in the plane, from a file named in an option. */

/* What follows "mesh:" or "outline:": FILE[,UNIT][,hull][,WORD=X;Y…]. */
typedef struct shape_file {
    char path[4096];
    double unit; /* m; 0: none is given */
    int hull;
    double point[3]; /* NaN: none is given */
} shape_file;

/* `word` is what names the point, of `numbers` coordinates. 0, or the exit code after a message. The file counts as an input
 * from then on. */
int parse_shape_file(const char *verb, const char *from, const char *text, const char *word, int numbers,
                     shape_file *file);

/* What the library refused of it, with the words that would mend it. */
int fail_shape_file(const char *verb, const char *from, const char *text, const routh_context *context);

/* Numbers with commas, or another mark, between them; −1 for anything else, or another count. */
int parse_shape_numbers(const char *text, char mark, double *number, int count);

/* "cube:0.1", which sets the width alone, "box:0.12,0.08,0.05", "ellipsoid:0.05,0.04,0.03" or "mesh:part.stl,mm". */
#define SHAPE3_FORMS                                                                                                   \
    "cube:EDGE, box:A,B,C (edges along the body's axes), ellipsoid:A,B,C[,CORNERS] (semi-axes; a polyhedron with 162 " \
    "corners on it, or the next number of 12, 42, 92, … that is no smaller than CORNERS) or "                        \
    "mesh:FILE[,mm][,hull][,tracked=X;Y;Z] (STL or OBJ, m unless "                                                     \
    "a unit is named; hull: of what is not convex; tracked: the recorded point, in the file's coordinates, otherwise " \
    "the centroid)"
int parse_shape3(const char *verb, const char *from, const char *text, double *width, routh_shape3 *shape);

/* Is that the word of a body in space, which the plane has not? NULL is none. */
int names_shape3(const char *text);

#endif
