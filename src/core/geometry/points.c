/* The convex hull of points as a polyhedron.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "geometry/polyhedron.h"

#include <float.h>
#include <math.h>

#include "algebra/matrix3.h"
#include "base/context.h"

/* Within this share of the size, and of what rounding of the coordinates themselves can bend, faces lie in one plane. */
#define FLAT 1e-13

/* A point deeper inside than this share of the size belongs to a part that is not convex. */
#define DEEPEST 1e-9

/* Sizes of bodies, m: beyond these, volumes and their moments might overflow or underflow. */
#define SMALLEST 1e-9
#define LARGEST  1e9

/* The middle of the points and the largest distance from it along an axis. */
static routh_status measure(routh_context *context, size_t count, const double *points, double middle[3],
                            double *size) {
    if (count < 4)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "%zu points: a body has at least 4", count);
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < 3; k++) {
            const double x = points[3 * i + k];
            if (!isfinite(x))
                return routh_fail(context, ROUTH_NOT_FINITE, "point %zu has a coordinate that is not finite", i);
            low[k] = fmin(low[k], x);
            high[k] = fmax(high[k], x);
        }
    *size = 0;
    for (int k = 0; k < 3; k++) {
        middle[k] = 0.5 * low[k] + 0.5 * high[k];
        *size = fmax(*size, 0.5 * high[k] - 0.5 * low[k]);
    }
    if (!(*size >= SMALLEST && *size <= LARGEST))
        return routh_fail(context, ROUTH_OUT_OF_RANGE,
                          "the points reach %.3g m from their middle; it must be %g to %g m", *size, SMALLEST, LARGEST);
    return ROUTH_OK;
}

/* Is every point on the surface? */
static routh_status check_surface(routh_context *context, size_t count, const double *points, double size,
                                  const routh_polyhedron *hull) {
    for (size_t i = 0; i < count; i++) {
        double depth = INFINITY;
        for (size_t f = 0; f < hull->faces; f++) {
            const routh_face face = routh_polyhedron_face(hull, f);
            depth = fmin(depth, face.offset - routh_dot3(face.normal, points + 3 * i));
        }
        if (depth > DEEPEST * size)
            return routh_fail(context, ROUTH_BAD_ARGUMENT, "not convex: point %zu lies %.3g m inside the hull", i,
                              depth);
    }
    return ROUTH_OK;
}

routh_status routh_polyhedron_of_points(routh_context *context, size_t count, const double *points, int strict,
                                        routh_polyhedron **polyhedron) {
    if (!polyhedron)
        return routh_fail_null(context, "polyhedron", (const void *const[]){polyhedron});
    double middle[3], size = 0;
    *polyhedron = NULL;
    routh_status status = routh_array_check(context, "points", points, count);
    if (status == ROUTH_OK)
        status = measure(context, count, points, middle, &size);
    if (status != ROUTH_OK)
        return status;
    double *scaled = routh_allocate(context, 3 * count, sizeof *scaled);
    if (!scaled)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; i < 3 * count; i++)
        scaled[i] = (points[i] - middle[i % 3]) / size;
    routh_loops loops = {0};
    status = routh_hull_loops(context, count, scaled, &loops);
    if (status == ROUTH_OK)
        status = routh_join_flat(context, count, scaled,
                                 FLAT + 64 * DBL_EPSILON * (1 + routh_largest(middle, 3) / size), &loops);
    if (status == ROUTH_OK)
        status = routh_polyhedron_build(context, count, points, &loops, polyhedron);
    routh_loops_release(context, &loops);
    routh_release(context, scaled);
    if (status == ROUTH_OK && strict)
        status = check_surface(context, count, points, size, *polyhedron);
    if (status != ROUTH_OK) {
        routh_polyhedron_release(context, *polyhedron);
        *polyhedron = NULL;
    }
    return status;
}
