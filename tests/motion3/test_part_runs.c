/* Runs over a fixed part: what lies on it stays, what slides on it stops where it should, a large one is a plane, and
 * nothing goes through.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../effort.h"
#include "../subject.h"
#include "geometry/geometry.h"
#include "placed.h"

static const routh_plane3 ground = {.normal = {0, 0, 1}};

static routh_shape3 cube(double side) {
    const double sides[3] = {side, side, side};
    routh_shape3 shape;
    assert_int_equal(routh_shape3_box(NULL, sides, &shape), ROUTH_OK);
    return shape;
}

static routh_run3 run_of(const routh_world3 *world, const routh_state3 *start, const routh_run3_options *options) {
    routh_context context = routh_context_default();
    routh_run3 run;
    if (routh_world3_run(&context, world, start, options, &run) != ROUTH_OK)
        fail_msg("%s", context.message);
    return run;
}

/* A cube that lies on a plane, on a part, or over its edge with the centre of mass still on it stays where it is; with it
 * beyond the edge the cube falls. */
static void what_lies_stays(void **state) {
    (void)state;
    routh_polyhedron *table = box(0.2, 0.2, 0.1);
    routh_shape3 shape = cube(0.1);
    for (int i = 0; i < 16; i++) {
        routh_world3 world = routh_world3_of(&shape, 0.37);
        const int where = i / 4; /* plane, part, over its edge, beyond */
        routh_run3_options options = routh_run3_options_default();
        options.integrator = i % 2 ? ROUTH_TIME_STEPS3 : ROUTH_EVENTS3;
        options.duration = 0.5;
        world.rounding = i % 4 / 2 ? 0.005 : 0;
        if (where == 0) {
            world.plane = &ground;
            world.plane_count = 1;
        } else {
            world.part = table;
            world.part_pose.position[2] = -0.1;
        }
        routh_state3 start = {.position = {where < 2    ? 0
                                           : where == 2 ? 0.18
                                                        : 0.22,
                                           0.01, 0.05},
                              .orientation = {1, 0, 0, 0}};
        routh_run3 run = run_of(&world, &start, &options);
        const routh_state3 *end = &run.sample[run.sample_count - 1];
        if (where == 3)
            assert_true(end->position[2] < 0 && run.penetration < 1e-6);
        else
            assert_true(distance(start.position, end->position) < 1e-9 && run.rests && run.penetration < 1e-9);
        routh_run3_release(NULL, &run);
    }
    routh_shape3_release(NULL, &shape);
    routh_polyhedron_release(NULL, table);
}

/* Down a part's face tilted by α with friction μ < tan α: g (sin α − μ cos α) t²/2. */
static void a_cube_slides_down_a_part(void **state) {
    (void)state;
    routh_polyhedron *slope = box(2, 0.3, 0.1);
    routh_shape3 shape = cube(0.1);
    for (int i = 0; i < 4; i++) {
        const double tilt = 0.5, mu = 0.2, time = 0.4, turn[4] = {cos(tilt / 2), 0, sin(tilt / 2), 0};
        const double corner[3] = {-1, 0, 0.15}, middle[3] = {0, 0, 0};
        routh_world3 world = routh_world3_of(&shape, 0.37);
        routh_run3_options options = routh_run3_options_default();
        options.duration = time;
        options.integrator = i % 2 ? ROUTH_TIME_STEPS3 : ROUTH_EVENTS3;
        world.rounding = i / 2 ? 0.005 : 0;
        world.part = slope;
        world.part_pose = routh_pose3_of_quaternion(turn, middle);
        world.surface.pair.mu = mu;
        routh_state3 start = {.orientation = {turn[0], turn[1], turn[2], turn[3]}};
        routh_pose3_point(&world.part_pose, corner, start.position);
        routh_run3 run = run_of(&world, &start, &options);
        const double expected = 0.5 * world.gravity * (sin(tilt) - mu * cos(tilt)) * time * time;
        const double slid = distance(run.sample[run.sample_count - 1].position, start.position);
        if (!(fabs(slid - expected) < 1e-3 * expected))
            fail_msg("slid %.9g m, expected %.9g m", slid, expected);
        routh_run3_release(NULL, &run);
    }
    routh_shape3_release(NULL, &shape);
    routh_polyhedron_release(NULL, slope);
}

static routh_state3 thrown(routh_random *random, double height) {
    routh_state3 start = {.position = {0, 0, height}};
    random_orientation(random, start.orientation);
    for (int k = 0; k < 3; k++) {
        start.velocity.velocity[k] = routh_random_uniform(random, -1, 1);
        start.velocity.spin[k] = routh_random_uniform(random, -10, 10);
    }
    return start;
}

/* Until the third impact: each of them amplifies rounding. */
static void a_large_part_is_a_plane(void **state) {
    (void)state;
    routh_random random = seeded(20);
    routh_polyhedron *table = box(10, 10, 1);
    double worst = 0;
    for (int i = 0, trials = effort(10, 50, 500); i < trials; i++) {
        routh_polyhedron *body = i % 2 ? box(0.05, 0.05, 0.05) : random_part(&random, 0.1);
        routh_shape3 shape;
        assert_int_equal(routh_shape3_of_polyhedron(NULL, body, NULL, &shape), ROUTH_OK);
        routh_world3 over_plane = routh_world3_of(&shape, 0.37), over_part = over_plane;
        over_plane.rounding = over_part.rounding = i % 3 ? 0.1 * shape.thickness : 0;
        over_plane.plane = &ground;
        over_plane.plane_count = 1;
        over_part.part = table;
        over_part.part_pose.position[2] = -1;
        const routh_state3 start = thrown(&random, 0.4);
        routh_run3 one = run_of(&over_plane, &start, NULL), other = run_of(&over_part, &start, NULL);
        const double until = one.record_count > 2 ? one.record[2].time : one.record_count > 0 ? one.record[0].time : 0;
        for (size_t k = 0; k < one.sample_count && one.sample[k].time < until; k++)
            worst = fmax(worst, distance(one.sample[k].position, other.sample[k].position));
        assert_true(fabs(one.contact_time - other.contact_time) < 1e-9);
        assert_true(worst < 1e-7);
        routh_run3_release(NULL, &one);
        routh_run3_release(NULL, &other);
        routh_shape3_release(NULL, &shape);
        routh_polyhedron_release(NULL, body);
    }
    print_message("the same as over a plane to %.1e m\n", worst);
    routh_polyhedron_release(NULL, table);
}

/* Random bodies thrown at random parts on the ground: they come to rest, go through nothing and gain no energy. */
static void tosses_at_parts_end_at_rest(void **state) {
    (void)state;
    routh_random random = seeded(21);
    double deepest = 0, gain = 0;
    int moving = 0;
    const int trials = effort(10, 100, 5000);
    for (int i = 0; i < trials; i++) {
        routh_polyhedron *body = i % 3 ? random_part(&random, 0.1) : box(0.05, 0.05, 0.05);
        routh_polyhedron *part = i % 2 ? random_part(&random, 0.15) : box(0.1, 0.15, 0.1);
        routh_shape3 shape;
        assert_int_equal(routh_shape3_of_polyhedron(NULL, body, NULL, &shape), ROUTH_OK);
        routh_world3 world = routh_world3_of(&shape, 0.37);
        routh_run3_options options = routh_run3_options_default();
        options.duration = 5;
        options.most_impacts = 100000;
        world.rounding = i % 4 ? routh_random_uniform(&random, 0, 0.3) * shape.thickness : 0;
        world.plane = &ground;
        world.plane_count = 1;
        world.part = part;
        world.surface.pair.eps = 0.3;
        world.surface.pair.mu = 0.3;
        if (i % 2)
            world.part_pose = random_pose(&random, 0.05);
        const routh_state3 start = thrown(&random, 0.5);
        routh_run3 run = run_of(&world, &start, &options);
        deepest = fmax(deepest, run.penetration);
        gain = fmax(gain, run.energy_gain);
        moving += !run.rests;
        if (!run.rests)
            print_message("trial %d moves on\n", i);
        routh_run3_release(NULL, &run);
        routh_shape3_release(NULL, &shape);
        routh_polyhedron_release(NULL, body);
        routh_polyhedron_release(NULL, part);
    }
    print_message("%d tosses: deepest %.1e m, largest gain %.1e J, %d not at rest\n", trials, deepest, gain, moving);
    assert_true(deepest < 1e-4 && gain < 1e-9);
    assert_true(moving <= trials / 50);
}

static void poses_that_are_none_are_refused(void **state) {
    (void)state;
    routh_polyhedron *table = box(1, 1, 1);
    routh_shape3 shape = cube(0.1);
    routh_world3 world = routh_world3_of(&shape, 0.37);
    routh_context context = routh_context_default();
    world.part = table;
    assert_int_equal(routh_world3_check(&context, &world), ROUTH_OK);
    world.part_pose.rotation[0][0] = 2;
    assert_int_equal(routh_world3_check(&context, &world), ROUTH_BAD_ARGUMENT);
    world.part_pose.rotation[0][0] = NAN;
    assert_int_equal(routh_world3_check(&context, &world), ROUTH_NOT_FINITE);
    routh_shape3_release(NULL, &shape);
    routh_polyhedron_release(NULL, table);
}

SUBJECT(part_runs) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_lies_stays),
        cmocka_unit_test(a_cube_slides_down_a_part),
        cmocka_unit_test(a_large_part_is_a_plane),
        cmocka_unit_test(tosses_at_parts_end_at_rest),
        cmocka_unit_test(poses_that_are_none_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
