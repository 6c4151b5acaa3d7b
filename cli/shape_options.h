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

#endif
