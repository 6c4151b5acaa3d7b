/* One panel of impulse space: the window on it, and what is drawn in the window.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/svg_panel.h"

#include <math.h>

#define DEGREES     57.295779513082320877
#define FAR_AWAY    1.2      /* impulses further outside the ellipse, in half-widths of it, do not widen the view */
#define COORDINATE  100000.0 /* pixels; larger ones upset some viewers */
#define THIN_PIXELS 0.8      /* a polygon narrower than this is drawn as a line */

svg_extent routh_svg_study_extent(const routh_impact_study *study) {
    const routh_ellipse *ellipse = &study->ellipse;
    double c = cos(ellipse->angle), s = sin(ellipse->angle);
    double half_t = hypot(ellipse->major * c, ellipse->minor * s),
           half_n = hypot(ellipse->major * s, ellipse->minor * c);
    double size = fmax(half_t, half_n), far = FAR_AWAY * size;
    double t = ellipse->centre.pt, n = ellipse->centre.pn;
    svg_extent extent = {t - half_t, t + half_t, n - half_n, n + half_n};
    for (size_t i = 0; i < study->count; i++) {
        const routh_outcome *outcome = &study->laws[i].outcome;
        extent.left = fmin(extent.left, fmax(outcome->pt, t - half_t - far));
        extent.right = fmax(extent.right, fmin(outcome->pt, t + half_t + far));
        extent.bottom = fmin(extent.bottom, fmax(outcome->pn, n - half_n - far));
        extent.top = fmax(extent.top, fmin(outcome->pn, n + half_n + far));
    }
    double air = 0.12 * size;
    return (svg_extent){extent.left - air, extent.right + air, extent.bottom - air, extent.top + air};
}

svg_view routh_svg_view_of(svg_extent extent, double width, double height) {
    double span_t = extent.right - extent.left, span_n = extent.top - extent.bottom;
    svg_view view = {.width = width, .height = height, .scale = fmin(width / span_t, height / span_n)};
    view.left = (extent.left + extent.right - width / view.scale) / 2;
    view.bottom = (extent.bottom + extent.top - height / view.scale) / 2;
    return view;
}

static double drawable(double pixels) {
    return fmax(-COORDINATE, fmin(COORDINATE, pixels));
}

svg_spot routh_svg_project(const svg_view *view, routh_point point) {
    return (svg_spot){drawable((point.pt - view->left) * view->scale),
                      drawable(view->height - (point.pn - view->bottom) * view->scale), 0};
}

static void tick(FILE *file, double x, double y, double dx, double dy) {
    fprintf(file, "<path d=\"M%.2f,%.2fl%g,%g\" stroke=\"%s\" stroke-width=\"1\"/>\n", x, y, dx, dy, SVG_INK);
}

static void ticks_along(FILE *file, const svg_view *view, svg_ticks ticks, int labelled, int upright) {
    double low = upright ? view->bottom : view->left, length = upright ? view->height : view->width;
    double unit = pow(10, ticks.exponent), mark = labelled ? 5 : 3;
    double first = ceil(low / ticks.step), last = floor((low + length / view->scale) / ticks.step);
    for (double i = first; i <= last; i++) {
        double value = i * ticks.step, along = (value - low) * view->scale;
        double x = upright ? 0 : along, y = upright ? view->height - along : view->height;
        tick(file, x, y, upright ? -mark : 0, upright ? 0 : mark);
        char number[ROUTH_NUMBER_TEXT];
        if (labelled)
            routh_svg_text(file, upright ? x - 8 : x, upright ? y + 4 : y + 17, 11, upright ? SVG_END : SVG_MIDDLE, "",
                           routh_fixed_text(value / unit, ticks.decimals, number));
    }
}

void routh_svg_panel_axes(FILE *file, const svg_view *view, svg_ticks ticks, int labelled) {
    svg_spot origin = routh_svg_project(view, (routh_point){0, 0});
    if (origin.x > 0 && origin.x < view->width)
        fprintf(file, "<path d=\"M%.2f,0V%g\" stroke=\"%s\" stroke-width=\"0.6\"/>\n", origin.x, view->height,
                SVG_FAINT);
    if (origin.y > 0 && origin.y < view->height)
        fprintf(file, "<path d=\"M0,%.2fH%g\" stroke=\"%s\" stroke-width=\"0.6\"/>\n", origin.y, view->width,
                SVG_FAINT);
    fprintf(file, "<rect x=\"0\" y=\"0\" width=\"%g\" height=\"%g\" fill=\"none\" stroke=\"%s\"/>\n", view->width,
            view->height, SVG_FAINT);
    ticks_along(file, view, ticks, labelled, 0);
    ticks_along(file, view, ticks, labelled, 1);
}

static void path_of(FILE *file, const svg_view *view, const routh_point *points, size_t count, int closed) {
    fputs("<path d=\"", file);
    for (size_t i = 0; i < count; i++) {
        svg_spot spot = routh_svg_project(view, points[i]);
        fprintf(file, "%c%.2f,%.2f", i == 0 ? 'M' : 'L', spot.x, spot.y);
    }
    fputs(closed ? "Z\"" : "\"", file);
}

void routh_svg_panel_ellipse(FILE *file, const svg_view *view, const routh_impact_study *study) {
    const routh_ellipse *ellipse = &study->ellipse;
    for (size_t i = 0; i < study->admissible.count; i++) {
        path_of(file, view, study->admissible.polygon[i].point, study->admissible.polygon[i].count, 1);
        fputs(" fill=\"#ececec\"/>\n", file);
    }
    svg_spot centre = routh_svg_project(view, ellipse->centre);
    fprintf(file,
            "<ellipse rx=\"%.2f\" ry=\"%.2f\" transform=\"translate(%.2f,%.2f) rotate(%.4f)\" fill=\"none\" "
            "stroke=\"%s\" stroke-width=\"1.3\"/>\n",
            ellipse->major * view->scale, ellipse->minor * view->scale, centre.x, centre.y, -ellipse->angle * DEGREES,
            SVG_INK);
    path_of(file, view, ellipse->stick, 2, 0);
    fprintf(file, " fill=\"none\" stroke=\"%s\" stroke-width=\"1.1\" stroke-dasharray=\"6 3\"/>\n", SVG_INK);
    path_of(file, view, ellipse->compression, 2, 0);
    fprintf(file, " fill=\"none\" stroke=\"%s\" stroke-width=\"1.1\" stroke-dasharray=\"8 2.5 1.5 2.5\"/>\n", SVG_INK);
}

/* Twice the area over the perimeter: the width of a long thin polygon. */
static double width_of(const routh_polygon *polygon) {
    double area = 0, perimeter = 0;
    for (size_t i = 0; i < polygon->count; i++) {
        routh_point a = polygon->point[i], b = polygon->point[(i + 1) % polygon->count];
        area += (a.pt - polygon->point[0].pt) * (b.pn - polygon->point[0].pn) -
                (b.pt - polygon->point[0].pt) * (a.pn - polygon->point[0].pn);
        perimeter += hypot(b.pt - a.pt, b.pn - a.pn);
    }
    return perimeter > 0 ? fabs(area) / perimeter : 0;
}

void routh_svg_panel_region(FILE *file, const svg_view *view, const routh_region *region, svg_style style) {
    for (size_t i = 0; i < region->count; i++) {
        const routh_polygon *polygon = &region->polygon[i];
        int reversed = polygon->mode == ROUTH_C_REVERSED || polygon->mode == ROUTH_R_REVERSED;
        int thin = width_of(polygon) * view->scale < THIN_PIXELS;
        path_of(file, view, polygon->point, polygon->count, 1);
        fprintf(file,
                " fill=\"%s\" fill-opacity=\"%g\" stroke=\"%s\" stroke-width=\"%g\" stroke-dasharray=\"%s\" "
                "stroke-linejoin=\"round\"/>\n",
                style.colour, reversed ? 0.6 : 0.3, style.line, thin ? 2.6 : 0.9, thin ? "none" : style.dash);
    }
}
