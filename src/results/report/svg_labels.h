/* Where labels can stand without covering anything: everything drawn is a set of discs, and a label takes the
 * candidate place whose own discs overlap least.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_REPORT_SVG_LABELS_H
#define ROUTH_SRC_REPORT_SVG_LABELS_H

#include <routh/base.h>

typedef struct svg_disc {
    double x, y, radius;
    double weight; /* how bad it is to cover this */
} svg_disc;

typedef struct svg_label_map {
    double width, height; /* labels keep inside */
    svg_disc *disc;
    size_t count, capacity;
} svg_label_map;

/* A point on the paper. */
typedef struct svg_spot {
    double x, y;
    double angle; /* of the text, rad, clockwise as SVG has it */
} svg_spot;

routh_status routh_svg_label_map_create(routh_context *context, double width, double height, size_t capacity,
                                        svg_label_map *map);
void routh_svg_label_map_release(routh_context *context, svg_label_map *map);

/* Marks a disc, or discs along a straight line, as taken. What exceeds the capacity is not noted. */
void routh_svg_label_map_add(svg_label_map *map, double x, double y, double radius, double weight);
void routh_svg_label_map_add_line(svg_label_map *map, svg_spot from, svg_spot to, double radius, double weight);

/* The centre for a label of that radius near (x, y), the point it belongs to. Notes label and leader. */
svg_spot routh_svg_place_near(svg_label_map *map, double x, double y, double radius);

/* The best centre for text of that width and height beside the line, along it. Returns how bad it is: 0 when it covers
 * nothing. routh_svg_label_map_add_text notes it once it is chosen. */
double routh_svg_place_along(const svg_label_map *map, svg_spot from, svg_spot to, double width, double height,
                             svg_spot *best);
void routh_svg_label_map_add_text(svg_label_map *map, svg_spot spot, double width, double height);

#endif
