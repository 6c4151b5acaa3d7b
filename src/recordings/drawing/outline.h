/* An outline as read from a file, on its way to a planar shape.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_DRAWING_OUTLINE_H
#define ROUTH_SRC_DRAWING_OUTLINE_H

#include <stdbool.h>

#include <routh/drawing.h>

#include "base/shown.h"

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

/* Arcs' chords turn by this, rad. */
#define ROUTH_OUTLINE_CHORD 0.00872664625997

#endif
