/* Rolling on a rounding: cylinders, balls and a ball with its weight below its middle.
 *
 * A box whose rounding is half its width is a cylinder with round ends, a cube a ball: all balls of an end then touch in one
 * place.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../effort.h"
#include "../subject.h"
#include "motion3/motion3.h"
#include "worlds3.h"

static const double radius = 0.05;

static routh_world3 world_of(const routh_shape3 *shape, const routh_plane3 *plane, double rounding, double mu) {
    routh_world3 world = routh_world3_of(shape, 0.4);
    world.plane = plane;
    world.plane_count = 1;
    world.rounding = rounding;
    world.surface.pair.mu = mu;
    return world;
}

static void set_inertia(routh_world3 *world, double share) {
    memset(world->inertia, 0, sizeof world->inertia);
    for (int c = 0; c < 3; c++)
        world->inertia[c][c] = share * world->mass * radius * radius;
}

/* A rolling cylinder keeps its energy and its line for ten seconds; one whose edges are not quite round loses what the small
 * flats take, at each of which ω falls by about (s/r)²/2, s the flat's width. */
static void cylinder(void **state) {
    (void)state;
    const routh_plane3 plane = routh_plane3_default();
    routh_shape3 shape = box_of(2 * radius, 0.3, 2 * radius);
    for (int k = 0; k < 2; k++) {
        const routh_world3 world = world_of(&shape, &plane, k ? 0.998 * radius : radius, 0.5);
        routh_state3 start = state_at(0, 0, 1);
        bring(&world, 0, &start);
        start.velocity.velocity[0] = 0.3;
        start.velocity.spin[1] = 0.3 / radius;
        routh_run3_options options = routh_run3_options_default();
        options.duration = 10;
        routh_run3 run = run_of(&world, &start, &options);
        const routh_state3 *end = last_of(&run);
        const double kept = routh_stage3_kinetic(&(routh_stage3){.world = &world}, end) /
                            routh_stage3_kinetic(&(routh_stage3){.world = &world}, &start);
        print_message("cylinder%s after 10 s: %.9f of its energy, %.3e m off its way, %.3e m off its line\n",
                      k ? " with small flats" : "", kept, fabs(end->position[0] - 3), fabs(end->position[1]));
        assert_true(fabs(end->position[1]) < 1e-6 && run.penetration < 1e-6);
        if (k)
            assert_true(kept > 0.9 && kept < 1 + 1e-9);
        else
            assert_true(fabs(kept - 1) < 1e-6 && fabs(end->position[0] - 3) < 1e-5);
        routh_run3_release(NULL, &run);
    }
    routh_shape3_release(NULL, &shape);
}

/* Without spin at first, a ball slides for v₀/(μ g (1 + m r²/J)) and then rolls with v₀/(1 + J/(m r²)), 5/7 if it is uniform. */
static void slides_then_rolls(void **state) {
    (void)state;
    const routh_plane3 plane = routh_plane3_default();
    routh_shape3 shape = box_of(2 * radius, 2 * radius, 2 * radius);
    for (int k = 0; k < 4; k++) {
        const double share = k == 0 ? 0.4 : 0.2 * k, mu = 0.1 + 0.1 * k, speed = 1.5;
        routh_world3 world = world_of(&shape, &plane, radius, mu);
        set_inertia(&world, share);
        routh_state3 start = state_at(0, 0, 1);
        bring(&world, 0, &start);
        start.velocity.velocity[0] = speed * 0.6, start.velocity.velocity[1] = speed * 0.8;
        start.velocity.spin[2] = 5; /* at a point no friction opposes this */
        routh_run3_options options = routh_run3_options_default();
        options.duration = 2;
        routh_run3 run = run_of(&world, &start, &options);
        const routh_state3 *end = last_of(&run);
        const double slides = speed / (mu * world.gravity * (1 + 1 / share)), rolls = speed / (1 + share);
        const double way = (speed + rolls) / 2 * slides + rolls * (2 - slides);
        const double got = hypot(end->velocity.velocity[0], end->velocity.velocity[1]);
        const double gone = hypot(end->position[0], end->position[1]);
        print_message(
            "ball with J = %.1f m r²: rolls with %.8f of its speed, expected %.8f; way %.7f m, expected %.7f m\n",
            share, got / speed, rolls / speed, gone, way);
        assert_true(fabs(got - rolls) < 1e-6 && fabs(gone - way) < 1e-4);
        assert_true(fabs(end->velocity.spin[2] - 5) < 1e-6);
        routh_run3_release(NULL, &run);
    }
    routh_shape3_release(NULL, &shape);
}

/* A polyhedron of 80 corners, rounded to most of its radius, is nearly a ball: it slides, then rolls with about 5/7 of its
 * speed, and slows down only by the small flats between its corners. */
static void nearly_a_ball(void **state) {
    (void)state;
    enum { CORNERS = 80 };
    const routh_plane3 plane = routh_plane3_default();
    const double speed = 1, mu = 0.3;
    double points[CORNERS][3];
    for (int i = 0; i < CORNERS; i++) { /* on a spiral from pole to pole */
        const double z = 1 - (2 * i + 1.0) / CORNERS, turn = ROUTH_PI * (1 + sqrt(5)) * i;
        points[i][0] = radius * sqrt(1 - z * z) * cos(turn);
        points[i][1] = radius * sqrt(1 - z * z) * sin(turn);
        points[i][2] = radius * z;
    }
    routh_shape3 shape = hull_of(CORNERS, points[0]);
    routh_world3 world = world_of(&shape, &plane, 0.9 * shape.thickness, mu);
    set_inertia(&world, 0.4);
    routh_state3 start = state_at(0, 0, 1);
    bring(&world, 0, &start);
    start.velocity.velocity[0] = speed;
    routh_run3_options options = routh_run3_options_default();
    options.duration = 2 / 7.0 * speed / (mu * world.gravity) + 0.02; /* it rolls from there on */
    options.rate = 1 / options.duration;
    routh_run3 run = run_of(&world, &start, &options);
    const double kept = last_of(&run)->velocity.velocity[0] / speed;
    print_message("polyhedron of %d corners: rolls with %.4f of its speed, a ball with %.4f\n", CORNERS, kept, 5 / 7.0);
    assert_true(fabs(kept - 5 / 7.0) < 0.04);
    routh_run3_release(NULL, &run);
    routh_shape3_release(NULL, &shape);
}

/* From rest on a slope a ball rolls with g sin γ/(1 + J/(m r²)) as long as tan γ < μ (1 + m r²/J). */
static void rolls_down(void **state) {
    (void)state;
    const double slope = 0.3;
    const routh_plane3 plane = {{0, 0, 0}, {sin(slope), 0, cos(slope)}};
    routh_shape3 shape = box_of(2 * radius, 2 * radius, 2 * radius);
    for (int k = 0; k < 2; k++) {
        const double mu = k ? 0.05 : 0.3;
        routh_world3 world = world_of(&shape, &plane, radius, mu);
        set_inertia(&world, 0.4);
        routh_state3 start = state_at(0, 0, 1);
        bring(&world, 0, &start);
        routh_run3_options options = routh_run3_options_default();
        routh_run3 run = run_of(&world, &start, &options);
        const double rate = world.gravity * (k ? sin(slope) - mu * cos(slope) : sin(slope) / 1.4);
        const double gone = distance_between(start.position, last_of(&run)->position);
        print_message("ball down a slope, μ %.2f: %.8f m in 1 s, expected %.8f m\n", mu, gone, rate / 2);
        assert_true(fabs(gone - rate / 2) < 1e-5);
        routh_run3_release(NULL, &run);
    }
    routh_shape3_release(NULL, &shape);
}

/* With its centre of mass d below its middle a ball rolls to and fro; small swings have
 *     ω² = m g d/(J + m (r − d)²),
 * and larger ones obey ½ (J + m (r² + d² − 2 r d cos θ)) θ̇² + m g d (1 − cos θ) = E, integrated here for the period. */
static void wobble(void **state) {
    (void)state;
    const routh_plane3 plane = routh_plane3_default();
    routh_shape3 shape = box_of(2 * radius, 2 * radius, 2 * radius);
    const double d = 0.02, most = 0.5;
    routh_world3 world = world_of(&shape, &plane, radius, 0.8);
    set_inertia(&world, 0.4);
    world.centre[2] = -d;
    const double m = world.mass, j = world.inertia[1][1], g = world.gravity;
    double period = 0; /* 4 ∫ dθ/θ̇ with θ = θ₀ sin u, which takes the root at the end away */
    enum { PARTS = 20000 };
    for (int i = 0; i < PARTS; i++) {
        const double u = ROUTH_PI / 2 * (i + 0.5) / PARTS, theta = most * sin(u);
        const double moment = j + m * (radius * radius + d * d - 2 * radius * d * cos(theta));
        period += 4 * ROUTH_PI / 2 / PARTS * most * cos(u) / sqrt(2 * m * g * d * (cos(theta) - cos(most)) / moment);
    }
    double last = INFINITY, h = 2e-3;
    for (int k = 0; k < effort(1, 2, 3); k++, h /= 2) {
        routh_state3 start = state_at(0, 0, 1);
        start.orientation[0] = cos(most / 2), start.orientation[2] = sin(most / 2);
        bring(&world, 0, &start);
        routh_run3_options options = routh_run3_options_default();
        options.step = h;
        options.duration = 10 * period;
        options.rate = 1 / period;
        routh_run3 run = run_of(&world, &start, &options);
        assert_true(run.sample_count >= 10);
        double back[3];
        routh_turn_between(start.orientation, run.sample[10 < run.sample_count ? 10 : run.sample_count - 1].orientation,
                           back);
        const double kept = routh_world3_energy(&world, last_of(&run)) / routh_world3_energy(&world, &start);
        const double off = routh_length3(back);
        print_message("wobbling ball, steps of %.2g ms: %.2e rad off after ten periods of %.4f s, %.3e more energy\n",
                      1e3 * h, off, period, kept - 1);
        assert_true(kept < 1 + 1e-7); /* between steps, states are taken from chords */
        last = off;
        routh_run3_release(NULL, &run);
    }
    assert_true(last < 1e-5);
    routh_shape3_release(NULL, &shape);
}

SUBJECT(rolling3) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cylinder),      cmocka_unit_test(slides_then_rolls),
        cmocka_unit_test(nearly_a_ball), cmocka_unit_test(rolls_down),
        cmocka_unit_test(wobble),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
