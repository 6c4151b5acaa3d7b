/* Worlds: energy and distance by hand, and what is no world, with messages that say why.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <routh/routh.h>

#include "../subject.h"

#include "motion/motion.h"

static routh_world block_world(const routh_half_plane *plane, size_t count) {
    return (routh_world){.body = {routh_shape_square(1), 2, 2.0 / 6},
                         .plane = plane,
                         .plane_count = count,
                         .gravity = 9.81,
                         .wrench = routh_wrench_default()};
}

static routh_shape polygon(size_t count, const double vertex[][2]) {
    routh_shape shape = {.kind = ROUTH_POLYGON, .count = count};
    memcpy(shape.vertex, vertex, count * sizeof vertex[0]);
    return shape;
}

static void energy_by_hand(void **state) {
    (void)state;
    const routh_half_plane ground = routh_half_plane_default();
    const routh_world world = block_world(&ground, 1);
    const routh_state moving = {.pose = {7, 3, 1}, .velocity = {1, -2, 6}};
    assert_true(fabs(routh_world_energy(&world, &moving) - (0.5 * 2 * 5 + 0.5 * 2.0 / 6 * 36 + 2 * 9.81 * 3)) < 1e-13);
}

static void distance_is_that_of_the_nearest_plane(void **state) {
    (void)state;
    const double pi = 3.14159265358979323846;
    /* ground at −1, a wall at x = 2 that faces left, a ceiling at 4 */
    const routh_half_plane plane[] = {{.y = -1}, {.x = 2, .angle = pi / 2}, {.y = 4, .angle = pi}};
    const routh_world world = block_world(plane, 3);
    assert_int_equal(routh_world_check(NULL, &world), ROUTH_OK);
    assert_true(fabs(routh_world_distance(&world, (routh_pose){0, 0.1, 0}) - 0.6) < 1e-15);
    assert_true(fabs(routh_world_distance(&world, (routh_pose){1.3, 2, 0}) - 0.2) < 1e-15);
    assert_true(fabs(routh_world_distance(&world, (routh_pose){0, 3.6, pi / 4}) - (0.4 - sqrt(0.5))) < 1e-15);
}

static void expect(const routh_world *world, routh_status status, const char *words) {
    routh_context context = routh_context_default();
    assert_int_equal(routh_world_check(&context, world), status);
    if (!strstr(context.message, words))
        fail_msg("'%s' is not in '%s'", words, context.message);
}

static void bad_bodies_are_refused(void **state) {
    (void)state;
    const routh_half_plane ground = routh_half_plane_default();
    const routh_world good = block_world(&ground, 1);
    assert_int_equal(routh_world_check(NULL, &good), ROUTH_OK);
    routh_world world = good;
    world.body.mass = 0;
    expect(&world, ROUTH_BAD_MASS, "mass of 0 kg");
    world = good;
    world.body.inertia = -1;
    expect(&world, ROUTH_BAD_INERTIA, "inertia of -1 kg m²");
    world = good;
    world.body.mass = NAN;
    expect(&world, ROUTH_BAD_MASS, "nan");
    /* an arrow: a corner turned in */
    world = good;
    world.body.shape = polygon(4, (const double[][2]){{1, 1}, {0.1, 0.1}, {-1, 1}, {0, -1}});
    expect(&world, ROUTH_BAD_ARGUMENT, "convex");
    /* a bow tie: two edges cross */
    world.body.shape = polygon(4, (const double[][2]){{1, 1}, {-1, -1}, {1, -1}, {-1, 1}});
    expect(&world, ROUTH_BAD_ARGUMENT, "convex");
    /* a pentagram: all corners turn left, twice round */
    double star[5][2];
    for (int i = 0; i < 5; i++) {
        star[i][0] = cos(2.5132741228718345 * i);
        star[i][1] = sin(2.5132741228718345 * i);
    }
    world.body.shape = polygon(5, (const double(*)[2])star);
    expect(&world, ROUTH_BAD_ARGUMENT, "more than once");
    world.body.shape = polygon(3, (const double[][2]){{1, 1}, {2, 1}, {1, 2}});
    expect(&world, ROUTH_BAD_ARGUMENT, "centre of mass");
    world.body.shape = routh_shape_ellipse(1, 0);
    expect(&world, ROUTH_BAD_ARGUMENT, "0 m must be positive");
}

static void bad_surroundings_are_refused(void **state) {
    (void)state;
    routh_half_plane plane[2] = {routh_half_plane_default(), routh_half_plane_default()};
    const routh_world good = block_world(plane, 2);
    assert_int_equal(routh_world_check(NULL, &good), ROUTH_OK);
    plane[1].mu = -0.1;
    expect(&good, ROUTH_BAD_PARAMETER, "half-plane 2: friction μ = -0.1");
    plane[1].mu = 0.1;
    plane[1].eps = 1.5;
    expect(&good, ROUTH_BAD_PARAMETER, "ε = 1.5");
    plane[1].eps = 0.5;
    plane[0].angle = INFINITY;
    expect(&good, ROUTH_NOT_FINITE, "half-plane 1: angle");
    plane[0].angle = 0;
    routh_world world = good;
    world.plane_count = 0;
    expect(&world, ROUTH_BAD_ARGUMENT, "0 half-planes");
    world.plane_count = ROUTH_MOST_PLANES + 1;
    expect(&world, ROUTH_BAD_ARGUMENT, "9 half-planes");
    world = good;
    world.plane = NULL;
    expect(&world, ROUTH_BAD_ARGUMENT, "0 half-planes");
    world = good;
    world.gravity = -9.81;
    expect(&world, ROUTH_BAD_ARGUMENT, "-9.81 m/s²");
    world = good;
    world.wrench.kind = ROUTH_SAMPLED;
    expect(&world, ROUTH_BAD_ARGUMENT, "wrench");
    expect(NULL, ROUTH_BAD_ARGUMENT, "`world` is NULL");
}

SUBJECT(world) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(energy_by_hand),
        cmocka_unit_test(distance_is_that_of_the_nearest_plane),
        cmocka_unit_test(bad_bodies_are_refused),
        cmocka_unit_test(bad_surroundings_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
