/* The kit of drawings: text, ticks, axes, curves, markers, one palette; a window on a plane at one scale; and where labels can
 * stand without covering anything.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_REPORT_SVG_H
#define ROUTH_SRC_REPORT_SVG_H

#include <stdio.h>

#include <routh/report.h>

#include "base/numbers.h"
#include "file/output.h"
#include "report/charts.h"

/* The one palette, Okabe and Ito's, safe for colour-blind readers; the pages have the colours of lines, web/src/style/colours.css. */
#define SVG_BLUE   "#0072b2"
#define SVG_ORANGE "#d55e00"
#define SVG_GREEN  "#009e73"
#define SVG_PINK   "#cc79a7"
#define SVG_AMBER  "#e69f00"
#define SVG_SKY    "#56b4e9"
#define SVG_YELLOW "#f0e442"
#define SVG_INK    "#222222" /* text, outlines */
#define SVG_FAINT  "#9a9a9a" /* frames, zero lines */

#define SVG_FAINT_TEXT "fill=\"#555555\""

/* The colour of a curve by its number; after the last they begin again. */
const char *routh_svg_colour(size_t index);

/* Where text stands relative to its point. */
typedef enum svg_anchor { SVG_START, SVG_MIDDLE, SVG_END } svg_anchor;

/* What every drawing begins with: size, title and description, white paper. The caller ends it with </svg>. A description
 * of many parts is written, escaped, between the two halves. */
void routh_svg_begin(FILE *file, double width, double height, const char *title, const char *description);
void routh_svg_begin_description(FILE *file, double width, double height, const char *title);
void routh_svg_end_description(FILE *file, double width, double height);

/* The second half with findings as the end of the description. */
void routh_svg_end_findings(FILE *file, double width, double height, const routh_findings *findings);

/* A line of text at (x, y); `size` in pixels. `attributes` goes into the element as it is and may be "". */
void routh_svg_text(FILE *file, double x, double y, double size, svg_anchor anchor, const char *attributes,
                    const char *text);

/* The same with symbols: *m* is in italics, and _t a subscript t, which a plain ASCII character or nothing follows. */
void routh_svg_formula(FILE *file, double x, double y, double size, svg_anchor anchor, const char *attributes,
                       const char *text);

/* About how wide text with symbols comes out in a sans-serif face, in pixels. */
double routh_svg_formula_width(const char *text, double size);

/* Round numbers along an axis, and a power of ten to put into its title when they would be hard to read. */
typedef struct svg_ticks {
    double step;
    int exponent; /* labels are value / 10^exponent */
    int decimals; /* of the labels */
} svg_ticks;

/* Ticks for values of magnitude up to `largest`, about `wanted` of them in `span`. */
svg_ticks routh_svg_ticks_for(double span, double largest, int wanted);

/* "(m/s)" or "(10⁻³ m/s)"; returns the buffer. */
const char *routh_svg_unit(int exponent, const char *unit, char buffer[ROUTH_NUMBER_TEXT]);

/* Laws ----------------------------------------------------------------------------------------------------*/

typedef struct svg_style {
    const char *colour; /* Okabe and Ito's palette, safe for colour-blind readers */
    const char *line;   /* the same, darker where it would be lost on white */
    const char *dash;   /* stroke-dasharray; distinguishes laws of the same colour */
    const char *shape;  /* path of the marker about (0, 0), some 10 pixels wide */
} svg_style;

/* By place in the registry; a law that is not in it goes by `position`, its place in the drawing. */
svg_style routh_svg_law_style(const routh_law *law, size_t position);

void routh_svg_marker(FILE *file, svg_style style, double x, double y, double scale);

/* Labels: everything drawn is a set of discs, and a label takes the candidate place whose own discs overlap least -------*/

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
} svg_spot;

/* A straight line, a dot and a group of what follows, moved by (x, y) and ended by </g>. */
void routh_svg_line(FILE *file, svg_spot from, svg_spot to, const char *look);
void routh_svg_dot(FILE *file, svg_spot at, double radius, const char *look);
void routh_svg_group(FILE *file, double x, double y);

routh_status routh_svg_label_map_create(routh_context *context, double width, double height, size_t capacity,
                                        svg_label_map *map);
void routh_svg_label_map_release(routh_context *context, svg_label_map *map);

/* Marks a disc, or discs along a straight line, as taken. What exceeds the capacity is not noted. */
void routh_svg_label_map_add(svg_label_map *map, double x, double y, double radius, double weight);
void routh_svg_label_map_add_line(svg_label_map *map, svg_spot from, svg_spot to, double radius, double weight);

/* The centre for a label of that radius near (x, y), the point it belongs to. Notes label and leader. */
svg_spot routh_svg_place_near(svg_label_map *map, double x, double y, double radius);

/* Axes of their own unit and scale ------------------------------------------------------------------------*/

typedef struct svg_axis {
    double low, high;
    const char *title; /* with symbols as routh_svg_formula has them */
    const char *unit;  /* NULL: none */
} svg_axis;

/* A frame of width × height pixels. */
typedef struct svg_plot {
    double width, height;
    svg_axis x, y;
} svg_plot;

/* Widens the axis to hold the value. */
void routh_svg_axis_hold(svg_axis *axis, double value);

/* Gives the axis some air at both ends, and at least that span. */
void routh_svg_axis_finish(svg_axis *axis, double least_span);

/* One pixel as much along x as along y: the axis that has room to spare is widened, up to `most` times; more than that
 * leaves the two at different scales. */
void routh_svg_plot_even(svg_plot *plot, double most);

/* The place of a point in pixels from the frame's upper left corner. */
svg_spot routh_svg_plot_at(const svg_plot *plot, double x, double y);

/* Frame, zero lines, ticks; with numbers, and titles with units, or without. */
void routh_svg_plot_axes(FILE *file, const svg_plot *plot, bool labelled);

/* The same for an x axis of decimal logarithms: the numbers at its ticks are 1, 2, 5, 10, … */
void routh_svg_plot_decades(FILE *file, const svg_plot *plot);

/* A window at one scale -----------------------------------------------------------------------------------*/

/* What part of a plane is shown, in its own unit: N s, m. */
typedef struct svg_extent {
    double left, right, bottom, top;
} svg_extent;

/* A plot of width × height pixels on it, at the same scale along both axes, and how many pixels a unit has there. */
svg_plot routh_svg_plot_of(svg_extent extent, double width, double height);
double routh_svg_scale(const svg_plot *view);

/* The place of a point in such a plot; far away it stays drawable. */
svg_spot routh_svg_project(const svg_plot *view, routh_point point);

/* The ellipse with some air around it, and the impulses unless they are far away. */
svg_extent routh_svg_study_extent(const routh_impact_study *study);

/* The admissible region, the ellipse and its two lines. */
void routh_svg_panel_ellipse(FILE *file, const svg_plot *view, const routh_impact_study *study);

/* What the law covers: light where it slides, darker where slip reverses, a line where it sticks on a line. */
void routh_svg_panel_region(FILE *file, const svg_plot *view, const routh_region *region, svg_style style);

#endif
