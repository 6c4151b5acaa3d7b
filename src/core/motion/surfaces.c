/* The world's half-planes and the body's outline, prepared for repeated use in a run.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "motion/surfaces.h"

#include <math.h>

/* The least width of a convex polygon lies across one of its edges. */
static double polygon_width(const routh_shape *shape) {
    double least = INFINITY;
    for (size_t i = 0; i < shape->count; i++) {
        const double *p = shape->vertex[i], *q = shape->vertex[(i + 1) % shape->count];
        const double ex = q[0] - p[0], ey = q[1] - p[1], length = hypot(ex, ey);
        double across = 0;
        for (size_t j = 0; j < shape->count; j++)
            across = fmax(across, (ex * (shape->vertex[j][1] - p[1]) - ey * (shape->vertex[j][0] - p[0])) / length);
        least = fmin(least, across);
    }
    return least;
}

static void measure_shape(const routh_shape *shape, routh_surfaces *surfaces) {
    surfaces->radius = routh_shape_radius(shape);
    if (shape->kind == ROUTH_POLYGON) {
        surfaces->width = polygon_width(shape);
        surfaces->bend = surfaces->tilt = surfaces->radius;
        return;
    }
    const double large = fmax(shape->a, shape->b), small = fmin(shape->a, shape->b);
    surfaces->width = 2 * small;
    surfaces->bend = (large - small) * (large + small) / small;
    surfaces->tilt = large - small;
}

routh_surfaces routh_surfaces_of(const routh_world *world) {
    routh_surfaces surfaces = {.world = world, .count = world->plane_count};
    for (size_t i = 0; i < surfaces.count; i++) {
        const routh_half_plane *plane = &world->plane[i];
        const double c = cos(plane->angle), s = sin(plane->angle);
        surfaces.surface[i] = (routh_surface){c, s, -s, c, c * plane->y - s * plane->x, plane->angle};
    }
    measure_shape(&world->body.shape, &surfaces);
    return surfaces;
}

double routh_lowest_over(const routh_surfaces *surfaces, size_t plane, const routh_state *state) {
    const routh_body_seen seen = routh_seen_from(surfaces, plane, state);
    const size_t points = routh_points_of(seen.shape);
    double lowest = INFINITY;
    for (size_t i = 0; i < points; i++)
        lowest = fmin(lowest, routh_point_over(&seen, i).height);
    return lowest;
}

double routh_lowest_height(const routh_surfaces *surfaces, const routh_state *state) {
    double lowest = INFINITY;
    for (size_t plane = 0; plane < surfaces->count; plane++)
        lowest = fmin(lowest, routh_lowest_over(surfaces, plane, state));
    return lowest;
}
