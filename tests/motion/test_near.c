/* Points of shapes near half-planes: Jacobians against finite differences of a material point, distances against a
 * search along the outline.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include <routh/routh.h>

#include "../subject.h"
#include "motion/motion.h"

static const double pi = 3.14159265358979323846;

static routh_shape pentagon(void) {
    routh_shape shape = {.kind = ROUTH_POLYGON, .count = 5};
    const double vertex[5][2] = {{0.9, -0.4}, {0.7, 0.6}, {-0.2, 0.8}, {-0.8, 0.1}, {-0.3, -0.7}};
    for (size_t i = 0; i < 5; i++)
        for (size_t k = 0; k < 2; k++)
            shape.vertex[i][k] = vertex[i][k];
    return shape;
}

static routh_shape shape_number(int i) {
    const routh_shape shape[] = {routh_shape_square(1), pentagon(), routh_shape_ellipse(2, 1), routh_shape_disc(0.7)};
    return shape[i];
}

static routh_pose random_pose(routh_random *r) {
    return (routh_pose){routh_random_uniform(r, -1, 1), routh_random_uniform(r, -1, 3), routh_random_uniform(r, -7, 7)};
}

static routh_half_plane random_plane(routh_random *r) {
    routh_half_plane plane = routh_half_plane_default();
    plane.x = routh_random_uniform(r, -1, 1);
    plane.y = routh_random_uniform(r, -1, 1);
    plane.angle = routh_random_uniform(r, -4, 4);
    return plane;
}

/* Where the body has a point given in its own axes. */
static void place(routh_pose pose, const double own[2], double world[2]) {
    world[0] = pose.x + cos(pose.theta) * own[0] - sin(pose.theta) * own[1];
    world[1] = pose.y + sin(pose.theta) * own[0] + cos(pose.theta) * own[1];
}

static routh_pose moved(routh_pose pose, size_t coordinate, double by) {
    pose.x += coordinate == 0 ? by : 0;
    pose.y += coordinate == 1 ? by : 0;
    pose.theta += coordinate == 2 ? by : 0;
    return pose;
}

/* The rows say how the material point moves that is at the contact now: fixed in the body, not the lowest one. */
static void jacobians_are_those_of_a_material_point(void **state) {
    (void)state;
    const double step = 1e-6;
    routh_random r = routh_random_seed(21, 0);
    double worst = 0;
    for (int i = 0; i < 4000; i++) {
        const routh_shape shape = shape_number(i % 4);
        const routh_half_plane plane = random_plane(&r);
        const routh_pose pose = random_pose(&r);
        const double t[2] = {cos(plane.angle), sin(plane.angle)}, n[2] = {-sin(plane.angle), cos(plane.angle)};
        routh_contact_point near[8];
        const size_t count = routh_contact_point_find(&shape, pose, &plane, INFINITY, near, 8);
        assert_int_equal(count, shape.kind == ROUTH_POLYGON ? shape.count : 1);
        for (size_t k = 0; k < count; k++) {
            const double c = cos(pose.theta), s = sin(pose.theta);
            const double own[2] = {c * near[k].rx + s * near[k].ry, -s * near[k].rx + c * near[k].ry};
            for (size_t q = 0; q < 3; q++) {
                double low[2], high[2];
                place(moved(pose, q, -step), own, low);
                place(moved(pose, q, step), own, high);
                const double dx = (high[0] - low[0]) / (2 * step), dy = (high[1] - low[1]) / (2 * step);
                worst = fmax(worst, fabs(t[0] * dx + t[1] * dy - near[k].jt[q]));
                worst = fmax(worst, fabs(n[0] * dx + n[1] * dy - near[k].jn[q]));
            }
        }
    }
    printf("largest difference of a Jacobian from the moving material point %.1e\n", worst);
    assert_true(worst < 1e-7);
}

/* J_n is also the gradient of the distance, although the lowest point of a round shape wanders. */
static void normal_row_is_the_gradient_of_the_distance(void **state) {
    (void)state;
    const double step = 1e-6;
    routh_random r = routh_random_seed(22, 0);
    double worst = 0;
    for (int i = 0; i < 2000; i++) {
        const routh_shape shape = shape_number(2 + i % 2);
        const routh_half_plane plane = random_plane(&r);
        const routh_pose pose = random_pose(&r);
        routh_contact_point here, low, high;
        routh_contact_point_find(&shape, pose, &plane, 0, &here, 1);
        for (size_t q = 0; q < 3; q++) {
            routh_contact_point_find(&shape, moved(pose, q, -step), &plane, 0, &low, 1);
            routh_contact_point_find(&shape, moved(pose, q, step), &plane, 0, &high, 1);
            worst = fmax(worst, fabs((high.distance - low.distance) / (2 * step) - here.jn[q]));
        }
    }
    printf("largest difference of J_n from the gradient of the distance %.1e\n", worst);
    assert_true(worst < 1e-7);
}

/* A disc that rolls down a slope does not slip, and friction turns it: the paper's (12) would give it no torque. */
static void a_rolling_disc_does_not_slip(void **state) {
    (void)state;
    const double radius = 0.7, spin = -3;
    const routh_shape shape = routh_shape_disc(radius);
    for (int i = -3; i <= 3; i++) {
        routh_half_plane plane = routh_half_plane_default();
        plane.angle = 0.2 * i;
        const double t[2] = {cos(plane.angle), sin(plane.angle)};
        const routh_pose pose = {-radius * t[1], radius * t[0], 0.3 * i};
        routh_contact_point near;
        assert_int_equal(routh_contact_point_find(&shape, pose, &plane, 1, &near, 1), 1);
        const double v[3] = {-spin * radius * t[0], -spin * radius * t[1], spin};
        double vt = 0, vn = 0;
        for (size_t k = 0; k < 3; k++) {
            vt += near.jt[k] * v[k];
            vn += near.jn[k] * v[k];
        }
        assert_true(fabs(vt) < 1e-15 && fabs(vn) < 1e-15);
        assert_true(fabs(near.distance) < 1e-15);
        assert_true(fabs(near.jt[2] - radius) < 1e-15 && fabs(near.jn[2]) < 1e-15);
    }
}

/* The lowest of many points of the outline. */
static double outline_distance(const routh_shape *shape, routh_pose pose, const routh_half_plane *plane) {
    enum { POINTS = 20000 };
    double least = INFINITY;
    for (size_t i = 0; i < POINTS; i++) {
        double own[2], world[2];
        if (shape->kind == ROUTH_POLYGON) {
            const size_t edge = i % shape->count;
            const double share = (double)(i / shape->count) / (POINTS / (double)shape->count);
            for (size_t k = 0; k < 2; k++)
                own[k] = (1 - share) * shape->vertex[edge][k] + share * shape->vertex[(edge + 1) % shape->count][k];
        } else {
            const double u = 2 * pi * (double)i / POINTS;
            own[0] = shape->a * cos(u);
            own[1] = shape->b * sin(u);
        }
        place(pose, own, world);
        least = fmin(least, -sin(plane->angle) * (world[0] - plane->x) + cos(plane->angle) * (world[1] - plane->y));
    }
    return least;
}

static void distances_agree_with_the_outline(void **state) {
    (void)state;
    routh_random r = routh_random_seed(23, 0);
    double worst = 0;
    size_t below = 0;
    for (int i = 0; i < 400; i++) {
        const routh_shape shape = shape_number(i % 4);
        const routh_half_plane plane = random_plane(&r);
        const routh_pose pose = random_pose(&r);
        const routh_world world = {.body = {.shape = shape}, .plane = &plane, .plane_count = 1};
        const double distance = routh_world_distance(&world, pose), search = outline_distance(&shape, pose, &plane);
        assert_true(distance <= search + 1e-14);
        worst = fmax(worst, search - distance);
        below += distance < 0;
    }
    printf("largest difference from a search along the outline %.1e; %zu of 400 below the surface\n", worst, below);
    assert_true(worst < 1e-6); /* 2π/20000 from the lowest point at most, squared */
    assert_true(below > 50 && below < 350);
}

static void near_vertices_come_in_order(void **state) {
    (void)state;
    const routh_shape square = routh_shape_square(1);
    const routh_half_plane ground = routh_half_plane_default();
    const routh_pose leaning = {0, 1, 0.1}; /* its third corner, (−½, −½), is the lowest */
    routh_contact_point near[4];
    assert_int_equal(routh_contact_point_find(&square, leaning, &ground, INFINITY, near, 4), 4);
    assert_int_equal(near[0].vertex, 2);
    assert_int_equal(near[1].vertex, 3);
    assert_true(fabs(near[1].distance - near[0].distance - sin(0.1)) < 1e-15);
    for (size_t i = 1; i < 4; i++)
        assert_true(near[i].distance >= near[i - 1].distance);
    /* the lowest one in any case, others within reach only; never more than there is room for */
    assert_int_equal(routh_contact_point_find(&square, leaning, &ground, 0, near, 4), 1);
    assert_int_equal(routh_contact_point_find(&square, leaning, &ground, near[0].distance + 0.11, near, 4), 2);
    assert_int_equal(routh_contact_point_find(&square, leaning, &ground, INFINITY, near, 3), 3);
    assert_int_equal(near[0].vertex, 2);
    assert_int_equal(routh_contact_point_find(&square, leaning, &ground, INFINITY, near, 0), 0);
    /* flat on an edge both ends are equally low, and the first in the list comes first */
    assert_int_equal(routh_contact_point_find(&square, (routh_pose){0, 0.5, 0}, &ground, 1e-12, near, 4), 2);
    assert_int_equal(near[0].vertex, 2);
    assert_true(fabs(near[0].distance) < 1e-16 && fabs(near[1].distance) < 1e-16);
}

SUBJECT(near) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jacobians_are_those_of_a_material_point),
        cmocka_unit_test(normal_row_is_the_gradient_of_the_distance),
        cmocka_unit_test(a_rolling_disc_does_not_slip),
        cmocka_unit_test(distances_agree_with_the_outline),
        cmocka_unit_test(near_vertices_come_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
