/* How each law looks in a drawing: the same colour, dash and marker wherever it appears.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_REPORT_SVG_STYLE_H
#define ROUTH_SRC_REPORT_SVG_STYLE_H

#include <stdio.h>

#include <routh/impact.h>

typedef struct svg_style {
    const char *colour; /* Okabe and Ito's palette, safe for colour-blind readers */
    const char *line;   /* the same, darker where it would be lost on white */
    const char *dash;   /* stroke-dasharray; distinguishes laws of the same colour */
    const char *shape;  /* path of the marker about (0, 0), some 10 pixels wide */
} svg_style;

/* By place in the registry; a law that is not in it goes by `position`, its place in the drawing. */
svg_style routh_svg_law_style(const routh_law *law, size_t position);

void routh_svg_marker(FILE *file, svg_style style, double x, double y, double scale);

#endif
