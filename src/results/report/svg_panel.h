/* One panel of impulse space: the window on it, and what is drawn in the window.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_REPORT_SVG_PANEL_H
#define ROUTH_SRC_REPORT_SVG_PANEL_H

#include <stdio.h>

#include <routh/report.h>

#include "report/svg.h"
#include "report/svg_labels.h"
#include "report/svg_style.h"

/* What part of impulse space a study is shown in, N s. */
typedef struct svg_extent {
    double left, right, bottom, top;
} svg_extent;

/* A window of width × height pixels on it, at the same scale along both axes. */
typedef struct svg_view {
    double width, height;
    double left, bottom; /* the window's lower left corner, N s */
    double scale;        /* pixels per N s */
} svg_view;

/* The ellipse with some air around it, and the impulses unless they are far away. */
svg_extent routh_svg_study_extent(const routh_impact_study *study);
svg_view routh_svg_view_of(svg_extent extent, double width, double height);

/* The place of an impulse in the window, in pixels from its upper left corner. */
svg_spot routh_svg_project(const svg_view *view, routh_point point);

/* Frame and zero lines; tick marks where the ticks fall, labelled or not. */
void routh_svg_panel_axes(FILE *file, const svg_view *view, svg_ticks ticks, int labelled);

/* The admissible region, the ellipse and its two lines. */
void routh_svg_panel_ellipse(FILE *file, const svg_view *view, const routh_impact_study *study);

/* What the law covers: light where it slides, darker where slip reverses, a line where it sticks on a line. */
void routh_svg_panel_region(FILE *file, const svg_view *view, const routh_region *region, svg_style style);

#endif
