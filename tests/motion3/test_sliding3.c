/* Sliding and sticking: stopping distance, slopes, and the threshold of toppling.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../effort.h"
#include "../subject.h"
#include "worlds3.h"

/* A slope that rises along +x by an angle; with its body axes parallel to it. */
static routh_plane3 slope_of(double angle) {
    return (routh_plane3){{0, 0, 0}, {-sin(angle), 0, cos(angle)}};
}

static routh_world3 world_of(const routh_shape3 *shape, const routh_plane3 *plane, double mu) {
    routh_world3 world = routh_world3_of(shape, 0.7);
    world.plane = plane;
    world.plane_count = 1;
    world.surface.pair.mu = mu;
    return world;
}

/* A box on the slope, turned about its normal by `heading`, with a speed up the slope. */
static routh_state3 on_slope(const routh_world3 *world, double angle, double heading, double speed) {
    const double tilt[4] = {cos(angle / 2), 0, -sin(angle / 2), 0};
    const double turned[4] = {cos(heading / 2), 0, 0, sin(heading / 2)};
    routh_state3 start = state_at(0, 0, 0.5);
    routh_turn_product(tilt, turned, start.orientation);
    start.velocity.velocity[0] = speed * cos(angle);
    start.velocity.velocity[2] = speed * sin(angle);
    bring(world, 0, &start);
    return start;
}

static double travelled(const routh_run3 *run, const routh_state3 *start, double angle) {
    const routh_state3 *end = last_of(run);
    return (end->position[0] - start->position[0]) * cos(angle) + (end->position[2] - start->position[2]) * sin(angle);
}

/* Up or down a slope that holds it, a box stops after v²/(2 g (μ cos ± sin)), at the time v/(…), and stays. */
static void stopping_distance(void **state) {
    (void)state;
    routh_shape3 shape = box_of(0.2, 0.16, 0.05);
    double worst = 0;
    for (int k = 0; k < 24; k++) {
        const double mu = 0.2 + 0.1 * (k % 6), angle = k < 12 ? 0 : 0.12, speed = k % 2 ? 1.2 : -0.9;
        const routh_plane3 plane = slope_of(angle);
        routh_world3 world = world_of(&shape, &plane, mu);
        world.rounding = k % 3 ? 0 : 0.01;
        const routh_state3 start = on_slope(&world, angle, k % 4, speed);
        routh_run3_options options = routh_run3_options_default();
        options.duration = 2;
        options.rate = 100;
        const double pull = world.gravity * (mu * cos(angle) + (speed > 0 ? 1 : -1) * sin(angle));
        if (pull < 1)
            continue;
        routh_run3 run = run_of(&world, &start, &options);
        const double expected = speed * fabs(speed) / (2 * pull), got = travelled(&run, &start, angle);
        worst = fmax(worst, fabs(got - expected));
        assert_true(run.rests);
        assert_true(angle_between(start.orientation, last_of(&run)->orientation) < 1e-6);
        routh_run3_release(NULL, &run);
    }
    print_message("stopping distance of sliding boxes: to %.1e m at steps of 1 ms\n", worst);
    assert_true(worst < 2e-5); /* the step in which it stops: g h²/2 */
    routh_shape3_release(NULL, &shape);
}

/* Where tan < μ a box stays for ever; where not, it slides with g (sin − μ cos) from rest. */
static void slopes(void **state) {
    (void)state;
    routh_shape3 shape = box_of(0.2, 0.16, 0.05);
    double drift = 0, slide = 0;
    for (int k = 0; k < 20; k++) {
        const double angle = 0.1 + 0.03 * (k / 2), mu = tan(angle) * (k % 2 ? 0.8 : 1.01);
        const routh_plane3 plane = slope_of(angle);
        const routh_world3 world = world_of(&shape, &plane, mu);
        const routh_state3 start = on_slope(&world, angle, k, 0);
        routh_run3_options options = routh_run3_options_default();
        options.duration = k % 2 ? 1 : 20;
        options.rate = 10;
        routh_run3 run = run_of(&world, &start, &options);
        const double expected = k % 2 ? -world.gravity * (sin(angle) - mu * cos(angle)) / 2 : 0;
        const double off = fabs(travelled(&run, &start, angle) - expected);
        if (k % 2)
            slide = fmax(slide, off);
        else
            drift = fmax(drift, off);
        routh_run3_release(NULL, &run);
    }
    print_message(
        "boxes on slopes: those that stick creep by %.1e m in 20 s; those that slide are %.1e m off after 1 s\n", drift,
        slide);
    assert_true(drift < 1e-9);
    assert_true(slide < 1e-5);
    routh_shape3_release(NULL, &shape);
}

/* Two walls of a trough: a box that lies in a right-angled one slides along it with g (sin − √2 μ cos) where both walls
 * carry it at 45°. */
static void trough(void **state) {
    (void)state;
    routh_shape3 shape = box_of(0.2, 0.1, 0.1);
    const double angle = 0.4, mu = 0.15, half = sqrt(0.5);
    /* the trough falls towards −x; its walls lean to +y and −y */
    const double along[3] = {cos(angle), 0, sin(angle)}, up[3] = {-sin(angle), 0, cos(angle)};
    routh_plane3 plane[2];
    for (int k = 0; k < 2; k++) {
        plane[k] = routh_plane3_default();
        for (int c = 0; c < 3; c++)
            plane[k].normal[c] = half * up[c] + (c == 1 ? (k ? half : -half) : 0);
    }
    routh_world3 world = world_of(&shape, plane, mu);
    world.plane_count = 2;
    const double tilt[4] = {cos(angle / 2), 0, -sin(angle / 2), 0},
                 roll[4] = {cos(ROUTH_PI / 8), sin(ROUTH_PI / 8), 0, 0};
    routh_state3 start = state_at(0, 0, 0);
    routh_turn_product(tilt, roll, start.orientation);
    for (int c = 0; c < 3; c++)
        start.position[c] = 0.05 * sqrt(2) * up[c];
    assert_true(fabs(routh_world3_distance(&world, &start)) < 1e-12);
    routh_run3_options options = routh_run3_options_default();
    options.duration = 0.5;
    routh_run3 run = run_of(&world, &start, &options);
    double moved = 0;
    for (int c = 0; c < 3; c++)
        moved += along[c] * (last_of(&run)->position[c] - start.position[c]);
    const double expected = -world.gravity * (sin(angle) - sqrt(2) * mu * cos(angle)) * 0.125;
    print_message("in a trough: %.8f m in 0.5 s, expected %.8f m\n", moved, expected);
    assert_true(fabs(moved - expected) < 1e-5);
    routh_run3_release(NULL, &run);
    routh_shape3_release(NULL, &shape);
}

/* A box with enough friction topples downhill where tan > width ÷ height, and stays below that. */
static void toppling(void **state) {
    (void)state;
    for (int k = 0; k < 6; k++) {
        const double width = 0.05, height = 0.1 + 0.02 * (k / 2), critical = atan2(width, height);
        const double angle = critical * (k % 2 ? 1.01 : 0.99);
        routh_shape3 shape = box_of(width, 0.08, height);
        const routh_plane3 plane = slope_of(angle);
        const routh_world3 world = world_of(&shape, &plane, 1.5);
        const routh_state3 start = on_slope(&world, angle, 0, 0);
        routh_run3_options options = routh_run3_options_default();
        options.duration = 5;
        options.rate = 10;
        routh_run3 run = run_of(&world, &start, &options);
        const double turned = angle_between(start.orientation, last_of(&run)->orientation);
        if (k % 2)
            assert_true(turned > 1);
        else
            assert_true(turned < 1e-8);
        routh_run3_release(NULL, &run);
        routh_shape3_release(NULL, &shape);
    }
}

/* A disc of n corners that spins on its face: friction μ m g/n at each, against the turning, so that it stops after
 * ω₀ J/(μ m g r), having turned by ω₀² J/(2 μ m g r). */
static void spinning_disc(void **state) {
    (void)state;
    enum { CORNERS = 12 };
    const double r = 0.06, thick = 0.01, mu = 0.25, spin = 12;
    double points[2 * CORNERS][3];
    for (int i = 0; i < 2 * CORNERS; i++) {
        const double angle = 2 * ROUTH_PI * (i % CORNERS) / CORNERS;
        points[i][0] = r * cos(angle), points[i][1] = r * sin(angle), points[i][2] = i < CORNERS ? 0 : thick;
    }
    routh_shape3 shape = hull_of(2 * CORNERS, points[0]);
    const routh_plane3 plane = routh_plane3_default();
    const routh_world3 world = world_of(&shape, &plane, mu);
    routh_state3 start = state_at(0, 0, 1);
    bring(&world, 0, &start);
    start.velocity.spin[2] = spin;
    routh_run3_options options = routh_run3_options_default();
    options.duration = 3;
    options.rate = 100;
    routh_run3 run = run_of(&world, &start, &options);
    const double slowing = mu * world.mass * world.gravity * r / world.inertia[2][2];
    const double expected = spin * spin / (2 * slowing);
    double turned = 0;
    for (size_t i = 1; i < run.sample_count; i++)
        turned += angle_between(run.sample[i - 1].orientation, run.sample[i].orientation);
    print_message("disc of %d corners spinning on its face: turns by %.6f, expected %.6f\n", CORNERS, turned, expected);
    assert_true(run.rests);
    assert_true(fabs(turned - expected) < 2e-4);
    assert_true(distance_between(start.position, last_of(&run)->position) < 1e-6);
    routh_run3_release(NULL, &run);
    routh_shape3_release(NULL, &shape);
}

SUBJECT(sliding3) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stopping_distance), cmocka_unit_test(slopes),        cmocka_unit_test(trough),
        cmocka_unit_test(toppling),          cmocka_unit_test(spinning_disc),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
