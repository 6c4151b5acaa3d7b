/* A window at one scale, and where labels can stand in it without covering anything.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/svg.h"

#include <math.h>

#include "base/context.h"
#include "base/numbers.h"

#define TEXT_WEIGHT  20.0
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
    svg_spot best = {x, y};
    double least = INFINITY;
    for (int i = 0; i < DISTANCES; i++) {
        for (int j = 0; j < DIRECTIONS; j++) {
            double angle = -ROUTH_PI / 4 + 2 * ROUTH_PI * j / DIRECTIONS; /* up and to the right when all is free */
            svg_spot spot = {x + distances[i] * cos(angle), y + distances[i] * sin(angle)};
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
    routh_svg_label_map_add_line(map, (svg_spot){x, y}, best, 2, 2);
    return best;
}

/* A window at one scale -----------------------------------------------------------------------------------*/

#define COORDINATE 100000.0 /* pixels; larger ones upset some viewers */

svg_plot routh_svg_plot_of(svg_extent extent, double width, double height) {
    const double unit =
        fmax((extent.right - extent.left) / width, (extent.top - extent.bottom) / height); /* of a pixel */
    const double x = (extent.left + extent.right) / 2, y = (extent.bottom + extent.top) / 2;
    return (svg_plot){.width = width,
                      .height = height,
                      .x = {.low = x - unit * width / 2, .high = x + unit * width / 2},
                      .y = {.low = y - unit * height / 2, .high = y + unit * height / 2}};
}

double routh_svg_scale(const svg_plot *view) {
    return view->width / (view->x.high - view->x.low);
}

static double drawable(double pixels) {
    return fmax(-COORDINATE, fmin(COORDINATE, pixels));
}

svg_spot routh_svg_project(const svg_plot *view, routh_point point) {
    const svg_spot at = routh_svg_plot_at(view, point.pt, point.pn);
    return (svg_spot){drawable(at.x), drawable(at.y)};
}
