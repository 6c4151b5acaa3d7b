/* Whole motions by time steps: no penetration beyond the step's order, no energy from nothing, rest where it should be.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../effort.h"
#include "../subject.h"
#include "motion/motion.h"
#include "worlds.h"

typedef struct drops {
    double penetration; /* deepest, m */
    double gain;        /* largest that a step reports, J */
    double rise;        /* of the total energy over what it was before, J */
    double top_speed;   /* by the energy at the start, m/s */
} drops;

static routh_state random_start(const routh_world *world, routh_random *r) {
    routh_state state = {
        .pose = {0, 0, routh_random_uniform(r, -pi, pi)},
        .velocity = {routh_random_uniform(r, -2, 2), routh_random_uniform(r, -2, 1), routh_random_uniform(r, -5, 5)}};
    state.pose = touching(world, state.pose);
    state.pose.y += routh_random_uniform(r, 0.1, 2);
    return state;
}

static void follow(const routh_world *world, double h, double duration, routh_state *state, drops *seen) {
    routh_step_report report;
    double least = routh_world_energy(world, state);
    seen->top_speed = fmax(seen->top_speed, sqrt(2 * least / world->body.mass));
    const double end = state->time + duration;
    while (state->time < end) {
        advance(world, h, state, &report);
        const double energy = routh_world_energy(world, state);
        seen->penetration = fmax(seen->penetration, -routh_world_distance(world, state->pose));
        seen->gain = fmax(seen->gain, report.energy_gain);
        seen->rise = fmax(seen->rise, energy - least);
        least = fmin(least, energy);
    }
}

/* Sinking is of order h², and the energy wavers by at most m g h v: q⁺ is advanced with v⁺. */
static void check_drops(const char *name, const routh_world *world, double h, const drops *seen) {
    const double waver = world->body.mass * gravity * h * seen->top_speed;
    printf(
        "%s, h = %g s: penetration %.1e m, energy above an earlier one %.1e J (m g h v = %.1e J), by contacts %.1e J\n",
        name, h, seen->penetration, seen->rise, waver, seen->gain);
    assert_true(seen->penetration < 10 * gravity * h * h);
    assert_true(seen->rise < waver);
    assert_true(seen->gain < 1e-12);
}

static void blocks_come_to_rest_on_an_edge(void **state) {
    (void)state;
    const routh_half_plane ground = {.mu = 0.7, .eps = 0.6};
    const routh_world world = world_of(routh_shape_square(1), &ground, 1);
    for (double h = 1e-3; h < 1e-2; h *= 4) {
        drops seen = {0};
        for (uint64_t i = 0; i < effort(20u, 20u, 100u); i++) {
            routh_random r = routh_random_seed(51, i);
            routh_state block = random_start(&world, &r);
            follow(&world, h, 6, &block, &seen);
            assert_true(speed_of(&block) < 1e-12);
            assert_true(fabs(block.pose.y - 0.5) < 1e-12);
            assert_true(fabs(remainder(block.pose.theta, pi / 2)) < 1e-12);
        }
        check_drops("blocks", &world, h, &seen);
    }
}

/* An ellipse has nothing that takes the energy of rolling: bouncing ends, and then it rocks on its flat side, no
 * farther than its energy reaches, or rolls on if that is enough to turn over. */
static void ellipses_end_rocking_on_the_flat_side(void **state) {
    (void)state;
    const double a = 2, b = 1;
    const routh_half_plane ground = {.mu = 0.7, .eps = 0.6};
    const routh_world world = world_of(routh_shape_ellipse(a, b), &ground, 1);
    for (double h = 1e-3; h < 1e-2; h *= 4) {
        drops seen = {0};
        size_t rocking = 0;
        for (uint64_t i = 0; i < effort(20u, 20u, 100u); i++) {
            routh_random r = routh_random_seed(52, i);
            routh_state ellipse = random_start(&world, &r);
            ellipse.velocity.vx = ellipse.velocity.omega = 0;
            follow(&world, h, 10, &ellipse, &seen);
            /* height of the centre that the energy can reach, and the angle at which it is that high */
            const double top = routh_world_energy(&world, &ellipse) / gravity + h * seen.top_speed;
            const bool stays = top < a;
            const double widest = stays ? asin(sqrt((top * top - b * b) / (a * a - b * b))) : INFINITY;
            rocking += stays;
            for (double end = ellipse.time + 2; ellipse.time < end;) {
                routh_step_report report;
                advance(&world, h, &ellipse, &report);
                assert_true(report.contact_count == 1 || ellipse.time - end < -1 || !stays);
                assert_true(!stays || fabs(remainder(ellipse.pose.theta, pi)) < widest);
            }
        }
        check_drops("ellipses", &world, h, &seen);
        printf("   %zu of %u rock, the others roll on\n", rocking, effort(20u, 20u, 100u));
        assert_true(rocking > effort(10u, 10u, 50u));
    }
}

static void discs_come_to_rest_or_roll(void **state) {
    (void)state;
    const routh_half_plane ground = {.mu = 0.7, .eps = 0.6};
    const routh_world world = world_of(routh_shape_disc(0.5), &ground, 1);
    drops seen = {0};
    for (uint64_t i = 0; i < effort(20u, 20u, 100u); i++) {
        routh_random r = routh_random_seed(53, i);
        routh_state disc = random_start(&world, &r);
        follow(&world, 1e-3, 5, &disc, &seen);
        assert_true(fabs(disc.pose.y - 0.5) < 1e-12 && fabs(disc.velocity.vy) < 1e-12);
        assert_true(fabs(disc.velocity.vx + 0.5 * disc.velocity.omega) < 1e-12);
    }
    check_drops("discs", &world, 1e-3, &seen);
}

/* Rolling friction does no work, and must not do any in steps: over many swings energy wavers, but does not drift. */
static void an_ellipse_rocks_on_and_on(void **state) {
    (void)state;
    const routh_half_plane ground = {.mu = 1, .eps = 0.6};
    const routh_world world = world_of(routh_shape_ellipse(2, 1), &ground, 1);
    routh_state ellipse = {.pose = touching(&world, (routh_pose){0, 0, 0.7})};
    const double h = 1e-3, start = routh_world_energy(&world, &ellipse);
    double early = -INFINITY, late = -INFINITY;
    routh_step_report report;
    while (ellipse.time < 100) {
        advance(&world, h, &ellipse, &report);
        assert_int_equal(report.contact_count, 1);
        const double energy = routh_world_energy(&world, &ellipse) - start;
        early = ellipse.time < 20 ? fmax(early, energy) : early;
        late = ellipse.time > 80 ? fmax(late, energy) : late;
    }
    printf("a rocking ellipse: energy %+.2e J at most in the first 20 s, %+.2e J in the last 20 of 100 s\n", early,
           late);
    assert_true(fabs(early) < gravity * h * 2 && late <= early && late > 0.98 * early);
}

static void a_body_at_rest_stays(void **state) {
    (void)state;
    const routh_half_plane corner[2] = {{.mu = 0.5, .eps = 0.5}, {.x = 3, .angle = pi / 2, .mu = 0.5, .eps = 0.5}};
    const routh_world world = world_of(routh_shape_square(1), corner, 2);
    const routh_pose poses[] = {{0, 0.5, 0}, {2.5, 0.5, -pi / 2}};
    for (size_t i = 0; i < 2; i++) {
        routh_state block = {.pose = poses[i]};
        routh_step_report report;
        for (int k = 0; k < 10000; k++)
            advance(&world, 1e-3, &block, &report);
        assert_true(hypot(block.pose.x - poses[i].x, block.pose.y - poses[i].y) < 1e-14);
        assert_true(fabs(block.pose.theta - poses[i].theta) < 1e-14);
        assert_true(speed_of(&block) < 1e-14);
    }
}

/* Where friction can hold a body between two slopes no impulse makes both contacts rebound, and Newton's conditions
 * have no solution: it jams. */
static void a_wedge_may_jam(void **state) {
    (void)state;
    size_t runs = 0;
    double penetration = 0;
    for (int shape = 0; shape < 3; shape++)
        for (int angle = 1; angle < 7; angle += 2)
            for (int friction = 0; friction < 4; friction++)
                for (uint64_t i = 0; i < effort(1u, 1u, 4u); i++) {
                    const double slope = 0.2 * angle, mu = 0.6 * friction, eps = 0.2 * (double)i;
                    const routh_half_plane plane[2] = {{.angle = slope, .mu = mu, .eps = eps},
                                                       {.angle = -slope, .mu = mu, .eps = eps}};
                    const routh_world world = world_of(shape == 0   ? routh_shape_square(1)
                                                       : shape == 1 ? routh_shape_ellipse(1, 0.5)
                                                                    : routh_shape_disc(0.5),
                                                       plane, 2);
                    routh_random r = routh_random_seed(54, i);
                    routh_state body = random_start(&world, &r);
                    if (i == 0)
                        body.pose.theta = body.velocity.vx = body.velocity.omega = 0;
                    body.pose = touching(&world, body.pose);
                    body.pose.y += 0.1;
                    drops seen = {0};
                    follow(&world, 1e-3, 2, &body, &seen);
                    penetration = fmax(penetration, seen.penetration);
                    assert_true(seen.gain < 1e-12);
                    /* friction above the slope: nothing slides any more */
                    if (mu > 1.2 * tan(slope) && shape == 0)
                        assert_true(speed_of(&body) < 1e-9);
                    runs++;
                }
    printf("%zu motions in wedges: penetration %.1e m\n", runs, penetration);
    assert_true(penetration < 20 * gravity * 1e-6);
}

/* Nothing is lost or gained in a box without gravity and friction at ε = 1, and nothing gets out. */
static void a_box_holds_a_disc(void **state) {
    (void)state;
    const routh_half_plane box[4] = {{.eps = 1},
                                     {.x = 2, .angle = pi / 2, .eps = 1},
                                     {.y = 2, .angle = pi, .eps = 1},
                                     {.angle = 3 * pi / 2, .eps = 1}};
    routh_world world = world_of(routh_shape_disc(0.3), box, 4);
    world.gravity = 0;
    assert_int_equal(routh_world_check(NULL, &world), ROUTH_OK);
    routh_state disc = {.pose = {0.7, 1.1, 0}, .velocity = {1.3, -0.8, 4}};
    const double start = routh_world_energy(&world, &disc);
    routh_step_report report;
    size_t bounces = 0;
    for (int i = 0; i < 20000; i++) {
        advance(&world, 1e-3, &disc, &report);
        bounces += report.contact_count;
        assert_true(routh_world_distance(&world, disc.pose) > -1e-12);
    }
    assert_true(bounces > 25);
    assert_true(fabs(routh_world_energy(&world, &disc) / start - 1) < 1e-12);
}

/* A polygon of 64 corners has many near the ground at once; it ends on one of its edges, or rolls on. */
static void a_polygon_with_many_corners(void **state) {
    (void)state;
    routh_shape shape = {.kind = ROUTH_POLYGON, .count = ROUTH_MAX_VERTICES};
    for (size_t i = 0; i < ROUTH_MAX_VERTICES; i++) {
        shape.vertex[i][0] = cos(2 * pi * (double)i / ROUTH_MAX_VERTICES);
        shape.vertex[i][1] = sin(2 * pi * (double)i / ROUTH_MAX_VERTICES);
    }
    const routh_half_plane ground = {.mu = 0.7, .eps = 0.4};
    const routh_world world = world_of(shape, &ground, 1);
    drops seen = {0};
    for (uint64_t i = 0; i < 10; i++) {
        routh_random r = routh_random_seed(55, i);
        routh_state body = random_start(&world, &r);
        follow(&world, 2e-3, 3, &body, &seen);
        assert_true(routh_world_distance(&world, body.pose) < 1e-3);
    }
    check_drops("64 corners", &world, 2e-3, &seen);
}

SLOW_SUBJECT(time_step_drops) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_come_to_rest_on_an_edge),
        cmocka_unit_test(ellipses_end_rocking_on_the_flat_side),
        cmocka_unit_test(discs_come_to_rest_or_roll),
        cmocka_unit_test(an_ellipse_rocks_on_and_on),
        cmocka_unit_test(a_body_at_rest_stays),
        cmocka_unit_test(a_wedge_may_jam),
        cmocka_unit_test(a_box_holds_a_disc),
        cmocka_unit_test(a_polygon_with_many_corners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
