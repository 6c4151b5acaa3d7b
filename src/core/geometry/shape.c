/* Convex planar shapes: ellipse, disc, polygon.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/geometry.h>

#include "base/constants.h"
#include "base/context.h"
#include "geometry/shape.h"

routh_shape routh_shape_ellipse(double a, double b) {
    return (routh_shape){.kind = ROUTH_ELLIPSE, .a = a, .b = b};
}

routh_shape routh_shape_disc(double radius) {
    return (routh_shape){.kind = ROUTH_DISC, .a = radius, .b = radius};
}

routh_shape routh_shape_square(double side) {
    double half = side / 2;
    return (routh_shape){
        .kind = ROUTH_POLYGON, .count = 4, .vertex = {{half, half}, {-half, half}, {-half, -half}, {half, -half}}};
}

/* Twice the area of the triangle p, q, s; positive when they turn counter-clockwise. */
static double turn(const double p[2], const double q[2], const double s[2]) {
    return (q[0] - p[0]) * (s[1] - p[1]) - (q[1] - p[1]) * (s[0] - p[0]);
}

/* Corners that all turn left may still go round more than once; the angle seen from the origin shows it. */
static routh_status check_polygon(routh_context *context, const routh_shape *shape) {
    static const double full_turn = 2 * ROUTH_PI;
    size_t count = shape->count;
    if (count < 3 || count > ROUTH_MAX_VERTICES)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "polygon: %zu vertices; there must be 3 to %d", count,
                          ROUTH_MAX_VERTICES);
    double size = 0;
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(shape->vertex[i][0]) || !isfinite(shape->vertex[i][1]))
            return routh_fail(context, ROUTH_NOT_FINITE, "polygon: vertex %zu is (%g, %g) m; it must be finite", i + 1,
                              shape->vertex[i][0], shape->vertex[i][1]);
        size = fmax(size, hypot(shape->vertex[i][0], shape->vertex[i][1]));
    }
    static const double origin[2] = {0, 0};
    double least = 1e-9 * size * size, seen = 0;
    for (size_t i = 0; i < count; i++) {
        const double *p = shape->vertex[i], *q = shape->vertex[(i + 1) % count], *s = shape->vertex[(i + 2) % count];
        if (!(turn(p, q, s) > least))
            return routh_fail(context, ROUTH_BAD_ARGUMENT,
                              "polygon: no left turn at vertex %zu, (%g, %g) m; vertices must go counter-clockwise "
                              "round a convex shape",
                              (i + 1) % count + 1, q[0], q[1]);
    }
    for (size_t i = 0; i < count; i++) {
        const double *p = shape->vertex[i], *q = shape->vertex[(i + 1) % count];
        if (!(turn(p, q, origin) > least))
            return routh_fail(context, ROUTH_BAD_ARGUMENT,
                              "polygon: the centre of mass (0, 0) is not inside the edge from (%g, %g) to (%g, %g) m",
                              p[0], p[1], q[0], q[1]);
        seen += atan2(turn(origin, p, q), p[0] * q[0] + p[1] * q[1]);
    }
    if (seen > 1.5 * full_turn)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "polygon: its %zu vertices go round more than once", count);
    return ROUTH_OK;
}

routh_status routh_shape_check(routh_context *context, const routh_shape *shape) {
    if (!shape)
        return routh_fail_null(context, "shape", (const void *const[]){shape});
    if (!shape)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "the shape is missing");
    switch (shape->kind) {
    case ROUTH_POLYGON:
        return check_polygon(context, shape);
    case ROUTH_ELLIPSE:
        if (!(shape->a > 0 && shape->b > 0 && isfinite(shape->a) && isfinite(shape->b)))
            return routh_fail(context, ROUTH_BAD_ARGUMENT, "ellipse: semi-axes %g and %g m must be positive", shape->a,
                              shape->b);
        return ROUTH_OK;
    case ROUTH_DISC:
        if (!(shape->a > 0 && isfinite(shape->a)) || shape->b < shape->a || shape->b > shape->a)
            return routh_fail(context, ROUTH_BAD_ARGUMENT, "disc: radius %g m must be positive", shape->a);
        return ROUTH_OK;
    }
    return routh_fail(context, ROUTH_BAD_ARGUMENT, "unknown kind of shape %d", (int)shape->kind);
}

double routh_shape_radius(const routh_shape *shape) {
    if (shape->kind != ROUTH_POLYGON)
        return fmax(shape->a, shape->b);
    double radius = 0;
    for (size_t i = 0; i < shape->count; i++)
        radius = fmax(radius, hypot(shape->vertex[i][0], shape->vertex[i][1]));
    return radius;
}

/* A polygon is a fan of triangles (0, p, q), each of area (p × q)/2 and with ∫r² = (p × q)(p·p + p·q + q·q)/12. */
double routh_shape_gyration_squared(const routh_shape *shape) {
    if (shape->kind != ROUTH_POLYGON)
        return (shape->a * shape->a + shape->b * shape->b) / 4;
    double area = 0, second = 0;
    for (size_t i = 0; i < shape->count; i++) {
        const double *p = shape->vertex[i], *q = shape->vertex[(i + 1) % shape->count];
        double cross = p[0] * q[1] - p[1] * q[0];
        area += cross / 2;
        second += cross * (p[0] * p[0] + p[1] * p[1] + p[0] * q[0] + p[1] * q[1] + q[0] * q[0] + q[1] * q[1]) / 12;
    }
    return second / area;
}

/* The support point of an ellipse as in src/recordings/simulate/impacts_generate.c: h² = a² sin² θ + b² cos² θ. */
void routh_shape_lowest(const routh_shape *shape, double angle, double *rx, double *ry, double *next) {
    double sine = sin(angle), cosine = cos(angle);
    *next = INFINITY;
    if (shape->kind != ROUTH_POLYGON) {
        double height = hypot(shape->a * sine, shape->b * cosine);
        *rx = (shape->b - shape->a) * ((shape->b + shape->a) / height) * sine * cosine;
        *ry = -height;
        return;
    }
    *rx = 0;
    *ry = INFINITY;
    for (size_t i = 0; i < shape->count; i++) {
        const double *vertex = shape->vertex[i];
        double x = cosine * vertex[0] - sine * vertex[1], y = sine * vertex[0] + cosine * vertex[1];
        if (y < *ry) {
            *next = *ry - y;
            *ry = y;
            *rx = x;
        } else {
            *next = fmin(*next, y - *ry);
        }
    }
}
