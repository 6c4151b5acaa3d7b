/* A world in the plane: its half-planes, which points of a body are near them, and the forces.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/motion.h>

#include "base/context.h"
#include "geometry/geometry.h"
#include "motion/motion.h"

/* The world's half-planes and the body's outline, prepared for repeated use in a run. */

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

/* Points of a shape near a half-plane: distances and the Jacobians of the material points there.
 *
 * Turned into the axes t, n of the plane, a shape at angle θ is one at θ − α over flat ground, and its lowest point is
 * that of routh_shape_lowest. A material point r moves with v + ω (−ry, rx), hence in direction d with
 * d·v + ω (rx dy − ry dx):
 *
 *     J = (dx, dy, r × d)      for d = t and d = n
 *
 * The distance φ = n · (c + r − o) has the gradient J_n also where the lowest point wanders along a round outline,
 * because that wandering is along t. The paper's tangential row (12) lets the point wander too, which is not the
 * velocity that friction sees. */

routh_half_plane routh_half_plane_default(void) {
    return (routh_half_plane){.mu = 0.3, .eps = 0.5};
}

typedef struct axes {
    double t[2], n[2];
    double height; /* of the body's centre over the surface */
} axes;

static axes axes_of(const routh_half_plane *plane, routh_pose pose) {
    const double c = cos(plane->angle), s = sin(plane->angle);
    return (axes){{c, s}, {-s, c}, -s * (pose.x - plane->x) + c * (pose.y - plane->y)};
}

static routh_contact_point near_at(const axes *a, double rx, double ry, size_t vertex) {
    return (routh_contact_point){.rx = rx,
                                 .ry = ry,
                                 .distance = a->height + a->n[0] * rx + a->n[1] * ry,
                                 .jt = {a->t[0], a->t[1], rx * a->t[1] - ry * a->t[0]},
                                 .jn = {a->n[0], a->n[1], rx * a->n[1] - ry * a->n[0]},
                                 .vertex = vertex};
}

/* Keeps the `capacity` nearest in order; of equals the one that came first. */
static size_t insert(routh_contact_point *near, size_t count, size_t capacity, const routh_contact_point *one) {
    size_t place = count;
    while (place > 0 && one->distance < near[place - 1].distance)
        --place;
    if (place == capacity)
        return count;
    if (count < capacity)
        count++;
    for (size_t i = count - 1; i > place; --i)
        near[i] = near[i - 1];
    near[place] = *one;
    return count;
}

static size_t near_vertices(const routh_shape *shape, double theta, const axes *a, double reach,
                            routh_contact_point *near, size_t capacity) {
    const double c = cos(theta), s = sin(theta);
    size_t count = 0;
    for (size_t i = 0; i < shape->count; i++) {
        const double *p = shape->vertex[i];
        const routh_contact_point one = near_at(a, c * p[0] - s * p[1], s * p[0] + c * p[1], i);
        count = insert(near, count, capacity, &one);
    }
    while (count > 1 && near[count - 1].distance > reach)
        --count;
    return count;
}

size_t routh_contact_point_find(const routh_shape *shape, routh_pose pose, const routh_half_plane *plane, double reach,
                                routh_contact_point *near, size_t capacity) {
    if (capacity == 0)
        return 0;
    const axes a = axes_of(plane, pose);
    if (shape->kind == ROUTH_POLYGON)
        return near_vertices(shape, pose.theta, &a, reach, near, capacity);
    double along, out, next;
    routh_shape_lowest(shape, pose.theta - plane->angle, &along, &out, &next);
    near[0] = near_at(&a, along * a.t[0] + out * a.n[0], along * a.t[1] + out * a.n[1], 0);
    return 1;
}

/* A body, the half-planes it may meet and the forces on it: checks, energy, distance from contact. */

static routh_status check_plane(routh_context *context, const routh_half_plane *plane, size_t number) {
    const struct {
        const char *name, *unit;
        double value;
    } field[] = {{"x", " m", plane->x},
                 {"y", " m", plane->y},
                 {"angle", " rad", plane->angle},
                 {"friction", "", plane->mu},
                 {"restitution", "", plane->eps}};
    for (size_t i = 0; i < sizeof field / sizeof field[0]; i++)
        if (!isfinite(field[i].value))
            return routh_fail(context, ROUTH_NOT_FINITE, "half-plane %zu: %s = %g%s is not finite", number,
                              field[i].name, field[i].value, field[i].unit);
    if (plane->mu < 0)
        return routh_fail(context, ROUTH_BAD_PARAMETER, "half-plane %zu: friction μ = %g is negative", number,
                          plane->mu);
    if (plane->eps < 0 || plane->eps > 1)
        return routh_fail(context, ROUTH_BAD_PARAMETER, "half-plane %zu: restitution ε = %g is not within 0 … 1",
                          number, plane->eps);
    const routh_limit limits[] = {{"plane.x", "m", plane->x, ROUTH_RANGE_POSITION},
                                  {"plane.y", "m", plane->y, ROUTH_RANGE_POSITION},
                                  {"plane.angle", "rad", plane->angle, ROUTH_RANGE_ANGLE}};
    return routh_check_limits(context, "half-plane", limits, sizeof limits / sizeof limits[0]);
}

static routh_status check_body(routh_context *context, const routh_body *body) {
    ROUTH_TRY(routh_shape_check(context, &body->shape));
    if (!(body->mass > 0 && isfinite(body->mass)))
        return routh_fail_field(context, ROUTH_BAD_MASS, "body.mass", "body: a mass of %g kg is not positive",
                                body->mass);
    if (!(body->inertia > 0 && isfinite(body->inertia)))
        return routh_fail_field(context, ROUTH_BAD_INERTIA, "body.inertia",
                                "body: a moment of inertia of %g kg m² is not positive", body->inertia);
    const routh_limit limits[] = {{"body.mass", "kg", body->mass, ROUTH_RANGE_MASS},
                                  {"body.inertia", "kg m²", body->inertia, ROUTH_RANGE_INERTIA}};
    return routh_check_limits(context, "world", limits, sizeof limits / sizeof limits[0]);
}

routh_status routh_world_check(routh_context *context, const routh_world *world) {
    if (!world)
        return routh_fail_null(context, "world", (const void *const[]){world});
    if (!world)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "the world is missing");
    ROUTH_TRY(check_body(context, &world->body));
    if (world->plane_count < 1 || world->plane_count > ROUTH_MOST_PLANES || !world->plane)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "world: %zu half-planes; there must be 1 to %d",
                          world->plane ? world->plane_count : 0, ROUTH_MOST_PLANES);
    for (size_t i = 0; i < world->plane_count; i++)
        ROUTH_TRY(check_plane(context, &world->plane[i], i + 1));
    if (!(world->gravity >= 0 && isfinite(world->gravity)))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "gravity",
                                "world: gravity of %g m/s²; it must be 0 or more", world->gravity);
    const routh_limit gravity = {"gravity", "m/s²", world->gravity, ROUTH_RANGE_GRAVITY};
    ROUTH_TRY(routh_check_limits(context, "world", &gravity, 1));
    return routh_wrench_check(context, &world->wrench);
}

double routh_world_energy(const routh_world *world, const routh_state *state) {
    const routh_velocity *v = &state->velocity;
    return world->body.mass * ((v->vx * v->vx + v->vy * v->vy) / 2 + world->gravity * state->pose.y) +
           world->body.inertia * v->omega * v->omega / 2;
}

double routh_world_distance(const routh_world *world, routh_pose pose) {
    double least = INFINITY;
    for (size_t i = 0; i < world->plane_count; i++) {
        routh_contact_point lowest;
        routh_contact_point_find(&world->body.shape, pose, &world->plane[i], -INFINITY, &lowest, 1);
        least = fmin(least, lowest.distance);
    }
    return least;
}

void routh_world_place(const routh_world *world, double height, routh_pose *pose) {
    routh_world ground = *world;
    ground.plane_count = 1;
    pose->y += (height - routh_world_distance(&ground, *pose)) / cos(world->plane[0].angle);
}

/* The centroid has to be the origin, where the centre of mass is. */
routh_status routh_body_uniform(routh_context *context, routh_body *body) {
    if (!body)
        return routh_fail_null(context, "body", (const void *const[]){body});
    const routh_shape *shape = &body->shape;
    double area = 0, x = 0, y = 0, size = 0;
    for (size_t i = 0; shape->kind == ROUTH_POLYGON && i < shape->count; i++) {
        const double *p = shape->vertex[i], *q = shape->vertex[(i + 1) % shape->count];
        const double cross = p[0] * q[1] - p[1] * q[0];
        area += cross / 2;
        x += cross * (p[0] + q[0]) / 6;
        y += cross * (p[1] + q[1]) / 6;
        size = fmax(size, hypot(p[0], p[1]));
    }
    if (hypot(x, y) > 1e-6 * area * size)
        return routh_fail_field(
            context, ROUTH_BAD_ARGUMENT, "body.inertia",
            "the polygon's centroid (%.3g, %.3g) m is not its centre of mass (0, 0), so its density "
            "is not uniform: the inertia has to be given",
            x / area, y / area);
    body->inertia = body->mass * routh_shape_gyration_squared(shape);
    return ROUTH_OK;
}
