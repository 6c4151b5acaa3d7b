/* A body, the half-planes it may meet and the forces on it: checks, energy, distance from contact.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/motion.h>

#include "base/context.h"
#include "base/limits.h"
#include "motion/motion.h"

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
    const routh_status status = routh_shape_check(context, &body->shape);
    if (status != ROUTH_OK)
        return status;
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
    routh_status status = check_body(context, &world->body);
    if (status != ROUTH_OK)
        return status;
    if (world->plane_count < 1 || world->plane_count > ROUTH_MOST_PLANES || !world->plane)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "world: %zu half-planes; there must be 1 to %d",
                          world->plane ? world->plane_count : 0, ROUTH_MOST_PLANES);
    for (size_t i = 0; status == ROUTH_OK && i < world->plane_count; i++)
        status = check_plane(context, &world->plane[i], i + 1);
    if (status != ROUTH_OK)
        return status;
    if (!(world->gravity >= 0 && isfinite(world->gravity)))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "gravity",
                                "world: gravity of %g m/s²; it must be 0 or more", world->gravity);
    const routh_limit gravity = {"gravity", "m/s²", world->gravity, ROUTH_RANGE_GRAVITY};
    status = routh_check_limits(context, "world", &gravity, 1);
    return status == ROUTH_OK ? routh_wrench_check(context, &world->wrench) : status;
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
