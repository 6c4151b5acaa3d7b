/* A window at one scale, and where labels can stand in it without covering anything.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/svg.h"

#include <math.h>

#include "base/context.h"
#include "base/numbers.h"

#define TEXT_WEIGHT  20.0
#define BEYOND       0.9 /* text may stand this far from the line's middle, in lengths of the line */
#define LEADER_SLACK 4.0 /* a label this far beyond its point's marker needs no leader; see the drawing */

routh_status routh_svg_label_map_create(routh_context *context, double width, double height, size_t capacity,
                                        svg_label_map *map) {
    *map = (svg_label_map){.width = width, .height = height, .capacity = capacity};
    map->disc = routh_allocate(context, capacity, sizeof *map->disc);
    return map->disc ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
}

void routh_svg_label_map_release(routh_context *context, svg_label_map *map) {
    routh_release(context, map->disc);
    *map = (svg_label_map){0};
}

void routh_svg_label_map_add(svg_label_map *map, double x, double y, double radius, double weight) {
    if (map->count < map->capacity)
        map->disc[map->count++] = (svg_disc){x, y, radius, weight};
}

/* Discs as far apart as they are wide, but no more than this many. */
static int discs_along(double length, double radius) {
    int count = (int)(length / (2 * radius)) + 1;
    return count < 64 ? count : 64;
}

void routh_svg_label_map_add_line(svg_label_map *map, svg_spot from, svg_spot to, double radius, double weight) {
    int count = discs_along(hypot(to.x - from.x, to.y - from.y), radius);
    for (int i = 0; i <= count; i++) {
        double part = (double)i / count;
        routh_svg_label_map_add(map, from.x + part * (to.x - from.x), from.y + part * (to.y - from.y), radius, weight);
    }
}

static double cost_of_disc(const svg_label_map *map, double x, double y, double radius) {
    double cost = 0;
    for (size_t i = 0; i < map->count; i++) {
        const svg_disc *disc = &map->disc[i];
        double reach = radius + disc->radius, dx = x - disc->x, dy = y - disc->y;
        if (dx * dx + dy * dy < reach * reach)
            cost += disc->weight * (1 - 0.7 * sqrt(dx * dx + dy * dy) / reach);
    }
    if (x < radius || y < radius || x > map->width - radius || y > map->height - radius)
        cost += 10 * TEXT_WEIGHT;
    return cost;
}

svg_spot routh_svg_place_near(svg_label_map *map, double x, double y, double radius) {
    static const double distances[] = {14, 18, 23, 29, 36, 44, 56, 70};
    enum { DISTANCES = sizeof distances / sizeof distances[0], DIRECTIONS = 24 };
    svg_spot best = {x, y, 0};
    double least = INFINITY;
    for (int i = 0; i < DISTANCES; i++) {
        for (int j = 0; j < DIRECTIONS; j++) {
            double angle = -ROUTH_PI / 4 + 2 * ROUTH_PI * j / DIRECTIONS; /* up and to the right when all is free */
            svg_spot spot = {x + distances[i] * cos(angle), y + distances[i] * sin(angle), 0};
            double halfway = (distances[i] + LEADER_SLACK) / 2;
            double cost = cost_of_disc(map, spot.x, spot.y, radius) + 0.06 * distances[i];
            if (distances[i] > distances[0]) /* the leader should not cross labels or markers either */
                cost += 0.4 * cost_of_disc(map, x + halfway * cos(angle), y + halfway * sin(angle), 1);
            if (cost < least) {
                least = cost;
                best = spot;
            }
        }
    }
    routh_svg_label_map_add(map, best.x, best.y, radius, TEXT_WEIGHT);
    routh_svg_label_map_add_line(map, (svg_spot){x, y, 0}, best, 2, 2);
    return best;
}

double routh_svg_place_along(const svg_label_map *map, svg_spot from, svg_spot to, double width, double height,
                             svg_spot *best) {
    enum { STEPS = 96 };
    double angle = atan2(to.y - from.y, to.x - from.x);
    if (angle > ROUTH_PI / 2 || angle <= -ROUTH_PI / 2) /* readable from below */
        angle += angle > 0 ? -ROUTH_PI : ROUTH_PI;
    double along_x = cos(angle), along_y = sin(angle), radius = height / 2;
    int discs = discs_along(width - height, radius / 2);
    *best = (svg_spot){from.x, from.y, angle};
    double least = INFINITY;
    for (int i = 0; i <= 2 * STEPS + 1; i++) {
        double part = BEYOND * (2.0 * (i / 2) / STEPS - 1) + 0.5, aside = (i % 2 ? 1 : -1) * (radius + 3);
        svg_spot spot = {from.x + part * (to.x - from.x) - aside * along_y,
                         from.y + part * (to.y - from.y) + aside * along_x, angle};
        double cost = part < 0 || part > 1 ? 4 : 0;
        for (int j = 0; j <= discs; j++) {
            double offset = (width - height) * ((double)j / discs - 0.5);
            cost += cost_of_disc(map, spot.x + offset * along_x, spot.y + offset * along_y, radius);
        }
        if (cost < least) {
            least = cost;
            *best = spot;
        }
    }
    return least;
}

void routh_svg_label_map_add_text(svg_label_map *map, svg_spot spot, double width, double height) {
    double half_x = (width - height) / 2 * cos(spot.angle), half_y = (width - height) / 2 * sin(spot.angle);
    routh_svg_label_map_add_line(map, (svg_spot){spot.x - half_x, spot.y - half_y, 0},
                                 (svg_spot){spot.x + half_x, spot.y + half_y, 0}, height / 2, TEXT_WEIGHT);
}

/* A window at one scale -----------------------------------------------------------------------------------*/

#define COORDINATE 100000.0 /* pixels; larger ones upset some viewers */

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
