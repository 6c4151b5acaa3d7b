/* Bodies for tests: known ones, random ones, and their motion computed without the library. Include after cmocka.h.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_STRIKE_BODIES_H
#define ROUTH_TESTS_STRIKE_BODIES_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <routh/drawing.h>

static inline routh_body3 named(const char *name) {
    routh_body3 body = routh_body3_default();
    snprintf(body.name, sizeof body.name, "%s", name);
    return body;
}

static inline routh_body3 ball(const char *name, double mass, double radius) {
    routh_body3 body = named(name);
    body.mass = mass;
    for (int k = 0; k < 3; k++)
        body.inertia[k][k] = 0.4 * mass * radius * radius;
    return body;
}

static inline routh_body3 table_top(void) {
    routh_body3 body = named("table");
    body.freedom = ROUTH_FIXED;
    return body;
}

static inline double drawn(routh_random *random) {
    return routh_random_uniform(random, -1, 1);
}

static inline void draw(routh_random *random, double *values, size_t count) {
    for (size_t i = 0; i < count; i++)
        values[i] = drawn(random);
}

static inline void cross(const double a[3], const double b[3], double product[3]) {
    product[0] = a[1] * b[2] - a[2] * b[1];
    product[1] = a[2] * b[0] - a[0] * b[2];
    product[2] = a[0] * b[1] - a[1] * b[0];
}

static inline double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* The product of two quaternions w x y z. */
static inline void quaternion_product(const double p[4], const double q[4], double product[4]) {
    product[0] = p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3];
    product[1] = p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2];
    product[2] = p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1];
    product[3] = p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0];
}

/* q v q⁻¹; with `sign` −1 the other way. */
static inline void turn(const double q[4], int sign, const double v[3], double turned[3]) {
    const double size = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    const double there[4] = {q[0], sign * q[1], sign * q[2], sign * q[3]};
    const double back[4] = {q[0] / size, -sign * q[1] / size, -sign * q[2] / size, -sign * q[3] / size};
    const double pure[4] = {0, v[0], v[1], v[2]};
    double half[4], whole[4];
    quaternion_product(there, pure, half);
    quaternion_product(half, back, whole);
    memcpy(turned, whole + 1, 3 * sizeof *turned);
}

/* A free body of six random point masses: its inertia is real by construction. */
static inline routh_body3 random_solid(routh_random *random) {
    routh_body3 body = named("body");
    body.mass = 0;
    memset(body.inertia, 0, sizeof body.inertia);
    for (int i = 0; i < 6; i++) {
        double x[3];
        draw(random, x, 3);
        const double mass = routh_random_uniform(random, 0.1, 1);
        body.mass += mass;
        for (int k = 0; k < 3; k++)
            for (int l = 0; l < 3; l++)
                body.inertia[k][l] += mass * ((k == l) * dot(x, x) - x[k] * x[l]);
    }
    draw(random, body.axis, 3);
    draw(random, body.position, 3);
    draw(random, body.orientation, 4);
    draw(random, body.velocity, 3);
    draw(random, body.spin, 3);
    return body;
}

static inline void set_freedom(routh_body3 *body, routh_freedom freedom) {
    body->freedom = freedom;
    if (freedom != ROUTH_FREE)
        memset(body->spin, 0, sizeof body->spin);
    if (freedom == ROUTH_FIXED)
        memset(body->velocity, 0, sizeof body->velocity);
}

static inline routh_scene_contact random_meeting(routh_random *random, size_t a, size_t b) {
    routh_scene_contact scene_contact = routh_scene_contact_default();
    scene_contact.a = a;
    scene_contact.b = b;
    draw(random, scene_contact.point, 3);
    draw(random, scene_contact.normal, 3);
    return scene_contact;
}

/* V + ω × r; of a guided body only what lies along the axis. */
static inline void point_velocity(const routh_body3 *body, const double point[3], double v[3]) {
    double r[3];
    for (int k = 0; k < 3; k++)
        r[k] = point[k] - body->position[k];
    cross(body->spin, r, v);
    const double along = dot(body->velocity, body->axis) / dot(body->axis, body->axis);
    for (int k = 0; k < 3; k++)
        v[k] += body->freedom == ROUTH_GUIDED ? along * body->axis[k] : body->velocity[k];
}

static inline void relative_velocity(const routh_body3 *a, const routh_body3 *b,
                                     const routh_scene_contact *scene_contact, double v[3]) {
    double axes[3][3], of_a[3], of_b[3], difference[3];
    routh_contact3_axes(scene_contact->normal, axes);
    point_velocity(a, scene_contact->point, of_a);
    point_velocity(b, scene_contact->point, of_b);
    for (int k = 0; k < 3; k++)
        difference[k] = of_a[k] - of_b[k];
    for (int k = 0; k < 3; k++)
        v[k] = dot(axes[k], difference);
}

/* Angular momentum about the centre of mass, R I Rᵀ ω. */
static inline void own_angular_momentum(const routh_body3 *body, double momentum[3]) {
    double spin[3], inside[3];
    turn(body->orientation, -1, body->spin, spin);
    for (int k = 0; k < 3; k++)
        inside[k] = dot(body->inertia[k], spin);
    turn(body->orientation, +1, inside, momentum);
}

#endif
