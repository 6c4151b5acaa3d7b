/* Small pieces of SVG that every drawing needs: text, numbers as people write them, ticks.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_REPORT_SVG_H
#define ROUTH_SRC_REPORT_SVG_H

#include <stdio.h>

#include "base/number_text.h"
#include "file/xml.h"

#define SVG_INK   "#222222" /* text, outlines */
#define SVG_FAINT "#9a9a9a" /* frames, zero lines */

/* Where text stands relative to its point. */
typedef enum svg_anchor { SVG_START, SVG_MIDDLE, SVG_END } svg_anchor;

/* What every drawing begins with: size, title and description, white paper. The caller ends it with </svg>. A description
 * of many parts is written, escaped, between the two halves. */
void routh_svg_begin(FILE *file, double width, double height, const char *title, const char *description);
void routh_svg_begin_description(FILE *file, double width, double height, const char *title);
void routh_svg_end_description(FILE *file, double width, double height);

/* A line of text at (x, y); `size` in pixels. `attributes` goes into the element as it is and may be "". */
void routh_svg_text(FILE *file, double x, double y, double size, svg_anchor anchor, const char *attributes,
                    const char *text);

/* The same with symbols: *m* is in italics, and _t a subscript t, which a plain ASCII character or nothing follows. */
void routh_svg_formula(FILE *file, double x, double y, double size, svg_anchor anchor, const char *attributes,
                       const char *text);

/* About how wide text, or text with symbols, comes out in a sans-serif face, in pixels. */
double routh_svg_text_width(const char *text, double size);
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

/* Titles "x (m)" and "y (m)" of a panel of width × height pixels, seen to scale. */
void routh_svg_metre_axes(FILE *file, double width, double height, svg_ticks ticks);

/* "(N s)" or "(10⁻³ N s)"; returns the buffer. */
const char *routh_svg_impulse_unit(int exponent, char buffer[ROUTH_NUMBER_TEXT]);

#endif
