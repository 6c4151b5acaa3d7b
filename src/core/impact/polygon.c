/* Small polygons in the impulse plane.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "impact/polygon.h"

#include "base/context.h"
#include "impact/impact.h"

routh_polygon *routh_region_add(routh_context *context, routh_region *region, int mode, size_t capacity) {
    routh_polygon *grown = routh_resize(context, region->polygon, region->count + 1, sizeof *grown);
    routh_point *point = grown ? routh_allocate(context, capacity, sizeof *point) : NULL;
    if (grown)
        region->polygon = grown;
    if (!point) {
        routh_region_release(context, region);
        return NULL;
    }
    routh_polygon *added = &region->polygon[region->count++];
    *added = (routh_polygon){.point = point, .count = 0, .capacity = capacity, .mode = mode};
    return added;
}

void routh_region_release(routh_context *context, routh_region *region) {
    for (size_t i = 0; i < region->count; i++)
        routh_release(context, region->polygon[i].point);
    routh_release(context, region->polygon);
    *region = (routh_region){0};
}

void routh_polygon_append(routh_polygon *polygon, routh_point point) {
    const size_t n = polygon->count;
    const int repeats = n > 0 && polygon->point[n - 1].pt == point.pt && polygon->point[n - 1].pn == point.pn;
    if (n < polygon->capacity && !repeats)
        polygon->point[polygon->count++] = point;
}

/* Sutherland and Hodgman. The points are read from a copy at the far end of the buffer. */
void routh_polygon_clip(routh_polygon *polygon, double a, double b, double c) {
    const size_t n = polygon->count;
    if (n == 0)
        return;
    routh_point *from = polygon->point + (polygon->capacity - n);
    for (size_t i = n; i-- > 0;)
        from[i] = polygon->point[i];
    const routh_point first = from[0];
    polygon->count = 0;
    for (size_t i = 0; i < n; i++) {
        const routh_point p = from[i], q = i + 1 < n ? from[i + 1] : first;
        const double here = a * p.pt + b * p.pn + c, there = a * q.pt + b * q.pn + c;
        if (here >= 0)
            routh_polygon_append(polygon, p);
        if ((here > 0 && there < 0) || (here < 0 && there > 0)) {
            const double s = here / (here - there);
            routh_polygon_append(polygon, (routh_point){p.pt + s * (q.pt - p.pt), p.pn + s * (q.pn - p.pn)});
        }
    }
}

double routh_polygon_area(const routh_polygon *polygon) {
    double twice = 0;
    for (size_t i = 1; i + 1 < polygon->count; i++) {
        const routh_point o = polygon->point[0], p = polygon->point[i], q = polygon->point[i + 1];
        twice += (p.pt - o.pt) * (q.pn - o.pn) - (p.pn - o.pn) * (q.pt - o.pt);
    }
    return 0.5 * twice;
}

void routh_polygon_reverse(routh_polygon *polygon) {
    for (size_t i = 0; i < polygon->count / 2; i++) {
        const routh_point swap = polygon->point[i];
        polygon->point[i] = polygon->point[polygon->count - 1 - i];
        polygon->point[polygon->count - 1 - i] = swap;
    }
}
