/* Poses in the plane, and convex planar shapes.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/geometry.h>

#include "algebra/space.h"
#include "base/context.h"
#include "base/numbers.h"
#include "geometry/geometry.h"

/* Poses: a rotation and a position. */

/* A rotation may be off by this much in any entry of RᵀR: matrices come from files with six digits. */
#define ROTATION_SLACK 1e-6

routh_pose3 routh_pose3_default(void) {
    return (routh_pose3){.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
}

void routh_pose3_direction(const routh_pose3 *pose, const double x[3], double result[3]) {
    const double from[3] = {x[0], x[1], x[2]};
    for (int i = 0; i < 3; i++)
        result[i] = routh_dot3(pose->rotation[i], from);
}

void routh_pose3_point(const routh_pose3 *pose, const double x[3], double result[3]) {
    routh_pose3_direction(pose, x, result);
    for (int i = 0; i < 3; i++)
        result[i] += pose->position[i];
}

routh_pose3 routh_pose3_compose(const routh_pose3 *outer, const routh_pose3 *inner) {
    routh_pose3 product;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            product.rotation[i][j] = outer->rotation[i][0] * inner->rotation[0][j] +
                                     outer->rotation[i][1] * inner->rotation[1][j] +
                                     outer->rotation[i][2] * inner->rotation[2][j];
    routh_pose3_point(outer, inner->position, product.position);
    return product;
}

routh_pose3 routh_pose3_inverse(const routh_pose3 *pose) {
    routh_pose3 inverse;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            inverse.rotation[i][j] = pose->rotation[j][i];
    routh_pose3_direction(&inverse, pose->position, inverse.position);
    for (int i = 0; i < 3; i++)
        inverse.position[i] = -inverse.position[i];
    return inverse;
}

/* R − 1 = sin θ [u]× + (1 − cos θ) [u]×², written so that a turn by a tiny angle keeps its digits, about a point as well:
 * x goes to x + (R − 1)(x − through). */
routh_pose3 routh_pose3_turn(const double axis[3], const double through[3], double angle) {
    double u[3];
    routh_unit3(axis, u);
    const double half = sin(0.5 * angle), sine = sin(angle), versine = 2 * half * half;
    const double change[3][3] = {
        {-versine * (u[1] * u[1] + u[2] * u[2]), versine * u[0] * u[1] - sine * u[2],
         versine * u[0] * u[2] + sine * u[1]},
        {versine * u[1] * u[0] + sine * u[2], -versine * (u[0] * u[0] + u[2] * u[2]),
         versine * u[1] * u[2] - sine * u[0]},
        {versine * u[2] * u[0] - sine * u[1], versine * u[2] * u[1] + sine * u[0],
         -versine * (u[0] * u[0] + u[1] * u[1])},
    };
    routh_pose3 pose;
    for (int i = 0; i < 3; i++) {
        pose.position[i] = -routh_dot3(change[i], through);
        for (int j = 0; j < 3; j++)
            pose.rotation[i][j] = (i == j) + change[i][j];
    }
    return pose;
}

routh_pose3 routh_pose3_shift(const double axis[3], double distance) {
    routh_pose3 pose = routh_pose3_default();
    double u[3];
    routh_unit3(axis, u);
    for (int i = 0; i < 3; i++)
        pose.position[i] = distance * u[i];
    return pose;
}

routh_pose3 routh_pose3_of_quaternion(const double orientation[4], const double position[3]) {
    const double w = orientation[0], x = orientation[1], y = orientation[2], z = orientation[3];
    const double s = 2 / (w * w + x * x + y * y + z * z);
    return (routh_pose3){
        .rotation = {{1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)},
                     {s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)},
                     {s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)}},
        .position = {position[0], position[1], position[2]},
    };
}

routh_status routh_pose3_check(routh_context *context, const routh_pose3 *pose) {
    if (!routh_all_finite(pose->rotation[0], 9) || !routh_all_finite(pose->position, 3))
        return routh_fail(context, ROUTH_NOT_FINITE, "a pose has a number that is not finite");
    const double(*r)[3] = pose->rotation;
    double worst = 0, across[3];
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++)
            worst = fmax(worst, fabs(routh_dot3(r[i], r[j]) - (i == j)));
    if (!(worst <= ROTATION_SLACK))
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "a pose's matrix is not a rotation: R Rᵀ differs from 1 by %.3g, more than %g", worst,
                          ROTATION_SLACK);
    routh_cross3(r[0], r[1], across);
    if (routh_dot3(across, r[2]) < 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "a pose's matrix is a reflection: its determinant is -1");
    return ROUTH_OK;
}

/* Convex planar shapes: ellipse, disc, polygon. */

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

/* Beyond these, m, the fourth powers in moments of area overflow or vanish. */
static const double smallest = 1e-30, largest = 1e30;

static routh_status check_reach(routh_context *context, const char *kind, double reach) {
    if (reach >= smallest && reach <= largest)
        return ROUTH_OK;
    return routh_fail(context, ROUTH_BAD_ARGUMENT, "%s: it reaches %g m from its centre; %g to %g m are possible", kind,
                      reach, smallest, largest);
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
    ROUTH_TRY(check_reach(context, "polygon", size));
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
        ROUTH_TRY(check_reach(context, "ellipse", fmin(shape->a, shape->b)));
        return check_reach(context, "ellipse", fmax(shape->a, shape->b));
    case ROUTH_DISC:
        if (!(shape->a > 0 && isfinite(shape->a)) || shape->b < shape->a || shape->b > shape->a)
            return routh_fail(context, ROUTH_BAD_ARGUMENT, "disc: radius %g m must be positive", shape->a);
        return check_reach(context, "disc", shape->a);
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
