/* The study of one energy ellipse as JSON and as comma-separated points, for plotting elsewhere; and how the ellipse and the
 * regions of laws are drawn in a window.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/svg.h"
#include "report/write.h"

#include <math.h>

#include "base/numbers.h"
#include "impact/impact.h"

#define DEGREES        57.295779513082320877
#define FAR_AWAY       1.2 /* impulses further outside the ellipse, in half-widths of it, do not widen the view */
#define THIN_PIXELS    0.8 /* a polygon narrower than this is drawn as a line */
#define OUTLINE_POINTS 181 /* the last repeats the first, so that a plotted line closes */

static void add_points(routh_rows *rows, const char *kind, const char *law, size_t piece, const char *mode,
                       const routh_point *points, size_t count) {
    for (size_t i = 0; i < count; i++)
        ROUTH_ROW(rows, kind, law, piece, mode, i, points[i].pt, points[i].pn);
}

void routh_ellipse_print(FILE *file, const void *what) {
    const routh_impact_study *study = what;
    const routh_ellipse *ellipse = &study->ellipse;
    routh_rows rows = routh_rows_csv(file, "%.17g", "kind,law,piece,mode,point,pt,pn\n");
    routh_point outline[OUTLINE_POINTS];
    routh_ellipse_outline(ellipse, OUTLINE_POINTS - 1, outline);
    outline[OUTLINE_POINTS - 1] = outline[0];
    add_points(&rows, "ellipse", "", 0, "", outline, OUTLINE_POINTS);
    add_points(&rows, "stick-line", "", 0, "", ellipse->stick, 2);
    add_points(&rows, "compression-line", "", 0, "", ellipse->compression, 2);
    for (size_t i = 0; i < study->admissible.count; i++)
        add_points(&rows, "admissible", "", i, "", study->admissible.polygon[i].point,
                   study->admissible.polygon[i].count);
    for (size_t l = 0; l < study->count; l++) {
        const routh_impact_study_law *entry = &study->laws[l];
        const routh_point impulse = {entry->outcome.pt, entry->outcome.pn};
        add_points(&rows, "impulse", entry->law->name, 0, routh_name(&routh_modes, entry->outcome.mode), &impulse, 1);
        for (size_t i = 0; i < entry->region.count; i++) {
            const routh_polygon *p = &entry->region.polygon[i];
            add_points(&rows, "region", entry->law->name, i, routh_name(&routh_modes, (routh_mode)p->mode), p->point,
                       p->count);
        }
    }
}

json_t *routh_points_json(const routh_point *points, size_t count) {
    return ROUTH_JSON_LIST(routh_point, points, count);
}

void routh_add_region(json_t **list, const routh_region *region, const char *law) {
    for (size_t i = 0; i < region->count; i++) {
        const routh_polygon *polygon = &region->polygon[i];
        routh_json_add(list, ROUTH_JSON_NEW(routh_polygon_layout, .law = law ? json_string(law) : routh_json_absent(),
                                            .mode = (routh_mode)polygon->mode,
                                            .polygon = routh_points_json(polygon->point, polygon->count)));
    }
}

static json_t *law_entry(const routh_impact_study_law *entry) {
    const routh_outcome *outcome = &entry->outcome;
    json_t *flags = json_array(), *region = json_array();
    for (unsigned left = outcome->flags; left;) {
        char text[ROUTH_FLAGS_TEXT];
        routh_json_add(&flags, json_string(routh_flags_text(routh_take_flag(&left), text)));
    }
    routh_add_region(&region, &entry->region, NULL);
    return ROUTH_JSON_NEW(routh_impact_law_layout, .law = entry->law, .outcome = outcome, .entry = entry,
                          .parameters = routh_parameters_json(entry->law, entry->parameters),
                          .impulse = {outcome->pt, outcome->pn},
                          .couple = outcome->couple != 0 ? routh_json_number(outcome->couple) : routh_json_absent(),
                          .velocity_after = {entry->after.vx, entry->after.vy, entry->after.omega},
                          .contact_velocity_after = {outcome->vt, outcome->vn}, .flags = flags,
                          .mu_s = entry->stick.sticks ? entry->stick.mu : NAN, .region = region);
}

json_t *routh_ellipse_object(const void *what) {
    const routh_impact_study *study = what;
    const routh_ellipse *e = &study->ellipse;
    const routh_region *admissible = &study->admissible;
    json_t *laws = json_array();
    for (size_t i = 0; i < study->count; i++)
        routh_json_add(&laws, law_entry(&study->laws[i]));
    return ROUTH_JSON_NEW(
        routh_impact_layout, .study = study,
        .impact = ROUTH_JSON_FIELDS(routh_impact, &study->impact, mass, inertia, rx, ry, vx, vy, omega),
        .contact = ROUTH_JSON_FIELDS(routh_contact, &study->contact, wtt, wtn, wnn, vt, vn), .mu_cap = ROUTH_MU_CAP,
        .ellipse = ROUTH_JSON_NEW(routh_ellipse_layout, e->centre, e->major, e->minor, e->angle,
                                  {e->stick[0], e->stick[1]}, {e->compression[0], e->compression[1]}),
        .admissible = admissible->count > 0
                          ? routh_points_json(admissible->polygon[0].point, admissible->polygon[0].count)
                          : json_array(),
        .laws = laws);
}

/* In a window -------------------------------------------------------------------------------------------*/

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

static void path_of(FILE *file, const svg_plot *view, const routh_point *points, size_t count, int closed) {
    fputs("<path d=\"", file);
    for (size_t i = 0; i < count; i++) {
        svg_spot spot = routh_svg_project(view, points[i]);
        fprintf(file, "%c%.2f,%.2f", i == 0 ? 'M' : 'L', spot.x, spot.y);
    }
    fputs(closed ? "Z\"" : "\"", file);
}

void routh_svg_panel_ellipse(FILE *file, const svg_plot *view, const routh_impact_study *study) {
    const routh_ellipse *ellipse = &study->ellipse;
    for (size_t i = 0; i < study->admissible.count; i++) {
        path_of(file, view, study->admissible.polygon[i].point, study->admissible.polygon[i].count, 1);
        fputs(" fill=\"#ececec\"/>\n", file);
    }
    svg_spot centre = routh_svg_project(view, ellipse->centre);
    fprintf(file,
            "<ellipse rx=\"%.2f\" ry=\"%.2f\" transform=\"translate(%.2f,%.2f) rotate(%.4f)\" fill=\"none\" "
            "stroke=\"%s\" stroke-width=\"1.3\"/>\n",
            ellipse->major * routh_svg_scale(view), ellipse->minor * routh_svg_scale(view), centre.x, centre.y,
            -ellipse->angle * DEGREES, SVG_INK);
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

void routh_svg_panel_region(FILE *file, const svg_plot *view, const routh_region *region, svg_style style) {
    for (size_t i = 0; i < region->count; i++) {
        const routh_polygon *polygon = &region->polygon[i];
        int reversed = polygon->mode == ROUTH_C_REVERSED || polygon->mode == ROUTH_R_REVERSED;
        int thin = width_of(polygon) * routh_svg_scale(view) < THIN_PIXELS;
        path_of(file, view, polygon->point, polygon->count, 1);
        fprintf(file,
                " fill=\"%s\" fill-opacity=\"%g\" stroke=\"%s\" stroke-width=\"%g\" stroke-dasharray=\"%s\" "
                "stroke-linejoin=\"round\"/>\n",
                style.colour, reversed ? 0.6 : 0.3, style.line, thin ? 2.6 : 0.9, thin ? "none" : style.dash);
    }
}
