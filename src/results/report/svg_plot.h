/* A frame with two axes, each with its own unit and scale, for curves.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_REPORT_SVG_PLOT_H
#define ROUTH_SRC_REPORT_SVG_PLOT_H

#include <stdio.h>

#include "report/svg.h"
#include "report/svg_labels.h"

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

/* Frame, zero lines, ticks with numbers, titles with units. Without `left` the numbers and the title of the y axis are
 * left to a neighbour. */
void routh_svg_plot_axes(FILE *file, const svg_plot *plot, int left);

/* The same for an x axis of decimal logarithms: the numbers at its ticks are 1, 2, 5, 10, … */
void routh_svg_plot_decades(FILE *file, const svg_plot *plot);

#endif
