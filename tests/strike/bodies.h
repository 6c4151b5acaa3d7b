/* Bodies for tests: known ones, random ones, and their motion computed without the library. Include after cmocka.h.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_STRIKE_BODIES_H
#define ROUTH_TESTS_STRIKE_BODIES_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <routh/strike.h>

static inline routh_solid named(const char *name) {
    routh_solid solid = routh_solid_default();
    snprintf(solid.name, sizeof solid.name, "%s", name);
    return solid;
}

static inline routh_solid ball(const char *name, double mass, double radius) {
    routh_solid solid = named(name);
    solid.mass = mass;
    for (int k = 0; k < 3; k++)
        solid.inertia[k][k] = 0.4 * mass * radius * radius;
    return solid;
}

static inline routh_solid table_top(void) {
    routh_solid solid = named("table");
    solid.freedom = ROUTH_FIXED;
    return solid;
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
static inline routh_solid random_solid(routh_random *random) {
    routh_solid solid = named("body");
    solid.mass = 0;
    memset(solid.inertia, 0, sizeof solid.inertia);
    for (int i = 0; i < 6; i++) {
        double x[3];
        draw(random, x, 3);
        const double mass = routh_random_uniform(random, 0.1, 1);
        solid.mass += mass;
        for (int k = 0; k < 3; k++)
            for (int l = 0; l < 3; l++)
                solid.inertia[k][l] += mass * ((k == l) * dot(x, x) - x[k] * x[l]);
    }
    draw(random, solid.axis, 3);
    draw(random, solid.position, 3);
    draw(random, solid.orientation, 4);
    draw(random, solid.velocity, 3);
    draw(random, solid.spin, 3);
    return solid;
}

static inline void set_freedom(routh_solid *solid, routh_freedom freedom) {
    solid->freedom = freedom;
    if (freedom != ROUTH_FREE)
        memset(solid->spin, 0, sizeof solid->spin);
    if (freedom == ROUTH_FIXED)
        memset(solid->velocity, 0, sizeof solid->velocity);
}

static inline routh_meeting random_meeting(routh_random *random, size_t a, size_t b) {
    routh_meeting meeting = routh_meeting_default();
    meeting.a = a;
    meeting.b = b;
    draw(random, meeting.point, 3);
    draw(random, meeting.normal, 3);
    return meeting;
}

/* V + ω × r; of a guided body only what lies along the axis. */
static inline void point_velocity(const routh_solid *solid, const double point[3], double v[3]) {
    double r[3];
    for (int k = 0; k < 3; k++)
        r[k] = point[k] - solid->position[k];
    cross(solid->spin, r, v);
    const double along = dot(solid->velocity, solid->axis) / dot(solid->axis, solid->axis);
    for (int k = 0; k < 3; k++)
        v[k] += solid->freedom == ROUTH_GUIDED ? along * solid->axis[k] : solid->velocity[k];
}

static inline void relative_velocity(const routh_solid *a, const routh_solid *b, const routh_meeting *meeting,
                                     double v[3]) {
    double axes[3][3], of_a[3], of_b[3], difference[3];
    routh_contact_axes(meeting->normal, axes);
    point_velocity(a, meeting->point, of_a);
    point_velocity(b, meeting->point, of_b);
    for (int k = 0; k < 3; k++)
        difference[k] = of_a[k] - of_b[k];
    for (int k = 0; k < 3; k++)
        v[k] = dot(axes[k], difference);
}

/* Angular momentum about the centre of mass, R I Rᵀ ω. */
static inline void own_angular_momentum(const routh_solid *solid, double momentum[3]) {
    double spin[3], inside[3];
    turn(solid->orientation, -1, solid->spin, spin);
    for (int k = 0; k < 3; k++)
        inside[k] = dot(solid->inertia[k], spin);
    turn(solid->orientation, +1, inside, momentum);
}

#endif
