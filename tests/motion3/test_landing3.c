/* Several contacts at once where the answer is known: a box that lands flat, a bar on both ends, a box on an edge, and a
 * rocking block that falls from one edge to the other.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../effort.h"
#include "../subject.h"
#include "worlds3.h"

static const routh_plane3 ground = {{0, 0, 0}, {0, 0, 1}};

static routh_world3 world_of(const routh_shape3 *shape, double mu, double eps, routh_several several) {
    routh_world3 world = routh_world3_of(shape, 0.5);
    world.plane = &ground;
    world.plane_count = 1;
    world.surface.pair = (routh_pair){.mu = mu, .eps = eps, .eta2 = 1.2};
    world.surface.several = several;
    return world;
}

/* The first impact of a fall from 0.2 m, started with a spin. */
static routh_run3_record first_impact(const routh_world3 *world, const routh_state3 *start) {
    routh_run3_options options = routh_run3_options_default();
    options.duration = 0.4;
    options.rate = 10;
    routh_run3 run = run_of(world, start, &options);
    assert_true(run.record_count > 0);
    const routh_run3_record record = run.record[0];
    routh_run3_release(NULL, &run);
    return record;
}

/* Flat: every point has the same approach v, so that Newton's, Poisson's and Stronge's answer is −e v, without turning. */
static void flat_box(void **state) {
    (void)state;
    const routh_several ways[] = {ROUTH_TOGETHER, ROUTH_SPRINGS};
    routh_shape3 shape = box_of(0.1, 0.14, 0.06);
    for (size_t k = 0; k < 2; k++)
        for (int rounded = 0; rounded < 2; rounded++)
            for (double e = 0; e <= 1; e += 0.25) {
                routh_world3 world = world_of(&shape, k == 0 ? 0.4 : 0, e, ways[k]);
                world.rounding = rounded ? 0.02 : 0;
                const routh_state3 start = state_at(0, 0, 0.23);
                const routh_run3_record r = first_impact(&world, &start);
                assert_int_equal(r.contacts, 4);
                assert_true(fabs(r.after.velocity[2] + e * r.before.velocity[2]) < 1e-6);
                if (ways[k] == ROUTH_TOGETHER)
                    assert_true(fabs(r.after.velocity[2] + e * r.before.velocity[2]) < 1e-10);
                assert_true(routh_length3(r.after.spin) < 1e-6);
            }
    routh_shape3_release(NULL, &shape);
}

/* A box on an edge, with the moment m a² about the axis across that edge, half its length a: W between its ends is 0, so that
 * they do not feel each other. All ways agree then with Newton's answer at each end, whatever the motion. */
static void uncoupled_ends(void **state) {
    (void)state;
    routh_shape3 shape = box_of(0.1, 0.16, 0.1);
    const routh_several ways[] = {ROUTH_TOGETHER, ROUTH_IN_TURN, ROUTH_SPRINGS};
    for (size_t k = 0; k < 3; k++) {
        routh_world3 world = world_of(&shape, 0, 0.6, ways[k]);
        memset(world.inertia, 0, sizeof world.inertia);
        world.inertia[0][0] = world.inertia[1][1] = world.inertia[2][2] = world.mass * 0.08 * 0.08;
        routh_state3 start = state_at(0, 0, 0.3);
        start.orientation[0] = cos(ROUTH_PI / 8), start.orientation[2] = sin(ROUTH_PI / 8);
        start.velocity.velocity[0] = 0.3;
        const routh_run3_record r = first_impact(&world, &start);
        assert_int_equal(r.contacts, 2);
        assert_true(fabs(r.after.velocity[2] + 0.6 * r.before.velocity[2]) < 1e-6);
        assert_true(fabs(r.after.velocity[0] - 0.3) < 1e-6 && routh_length3(r.after.spin) < 1e-6);
    }
    routh_shape3_release(NULL, &shape);
}

/* The two ends of a bar, a from its middle, moment of inertia J, no friction, one end at speed u and the other at w:
 * together without restitution both stop; with restitution e both leave at e times their approach (Poisson, as both are
 * pressed). In turn, while W between them is w₁₂ = 1/m − a²/J: each impact by Newton, as computed here. */
static void two_ends(void **state) {
    (void)state;
    routh_random random = routh_random_seed(188, 0);
    routh_shape3 shape = box_of(0.1, 0.16, 0.1);
    for (int trial = 0; trial < 200; trial++) {
        const double e = drawn(&random, 0, 0.9), a = 0.08, across = 0.05 * sqrt(2), slowest = 1e-9;
        routh_world3 world = world_of(&shape, 0, e, trial % 2 ? ROUTH_IN_TURN : ROUTH_TOGETHER);
        const double j = world.mass * a * a * drawn(&random, 0.55, 3);
        memset(world.inertia, 0, sizeof world.inertia);
        for (int c = 0; c < 3; c++)
            world.inertia[c][c] = j;
        routh_stage3 stage;
        assert_int_equal(routh_stage3_open(NULL, &world, &stage), ROUTH_OK);
        routh_state3 now = state_at(0, 0, across);
        const double v[2] = {-drawn(&random, 0.5, 2), -drawn(&random, 0.5, 2)};
        now.orientation[0] = cos(ROUTH_PI / 8), now.orientation[2] = sin(ROUTH_PI / 8);
        now.velocity.velocity[2] = (v[0] + v[1]) / 2;
        now.velocity.spin[0] = (v[0] - v[1]) / (2 * a); /* n · (ω × r) = ω_x y */
        routh_touch3 touch[ROUTH_MOST_CONTACTS3];
        const size_t count = routh_stage3_touches(&stage, &now, 1e-6, touch);
        assert_int_equal(count, 2);
        assert_int_equal(routh_impact3_apply(NULL, &stage, &world.surface, slowest, touch, count, &now), ROUTH_OK);
        double u[2] = {v[0], v[1]};
        const double own = 1 / world.mass + a * a / j, other = 1 / world.mass - a * a / j;
        if (world.surface.several == ROUTH_IN_TURN)
            for (int n = 0; n < 1000 && fmin(u[0], u[1]) < -slowest; n++) {
                const int first = u[0] < u[1] ? 0 : 1;
                const double p = -(1 + e) * u[first] / own;
                u[first] += own * p;
                u[1 - first] += other * p;
            }
        else if ((v[0] - other / own * v[1] < 0) && (v[1] - other / own * v[0] < 0)) /* both are pressed */
            u[0] = -e * v[0], u[1] = -e * v[1];
        else { /* one end leaves by itself */
            routh_stage3_close(NULL, &stage);
            continue;
        }
        const double after[2] = {now.velocity.velocity[2] + now.velocity.spin[0] * a,
                                 now.velocity.velocity[2] - now.velocity.spin[0] * a};
        /* in turn the last, slow impacts are stopped together */
        assert_true(fabs(after[0] - u[0]) < 1e-7 && fabs(after[1] - u[1]) < 1e-7);
        routh_stage3_close(NULL, &stage);
    }
    routh_shape3_release(NULL, &shape);
}

/* Housner (1963): a block that rocks from one edge to the other keeps its angular momentum about the new edge,
 *     ω⁺/ω⁻ = 1 − (3/2) sin²α,     tan α = width ÷ height,
 * for e = 0 and friction that holds the new edge. */
static void housner(void **state) {
    (void)state;
    for (int way = 0; way < ROUTH_SEVERAL_COUNT; way++)
        for (double height = 0.1; height < 0.5; height += 0.1) {
            const double width = 0.08, alpha = atan2(width, height);
            routh_shape3 shape = box_of(width, 0.3, height);
            const routh_world3 world = world_of(&shape, 3, 0, (routh_several)way);
            const double tilt = 0.5 * alpha;
            routh_state3 start = state_at(0, 0, 1);
            start.orientation[0] = cos(tilt / 2), start.orientation[2] = sin(tilt / 2);
            bring(&world, 0, &start);
            routh_run3_options options = routh_run3_options_default();
            options.step = 1e-5;
            routh_run3 run = run_of(&world, &start, &options);
            assert_true(run.record_count > 0);
            const routh_run3_record *r = &run.record[0];
            const double ratio = r->after.spin[1] / r->before.spin[1], expected = 1 - 1.5 * sin(alpha) * sin(alpha);
            print_message("%s, height/width %.2f: ω⁺/ω⁻ %.9f, Housner %.9f; contacts %zu\n",
                          routh_name(&routh_severals, way), height / width, ratio, expected, r->contacts);
            /* To the step before the impact, in which the old edge has moved by ω h. In turn, one corner of the new edge
             * acts first and throws the body onto the other; springs let the old edge push, too. */
            if (way == ROUTH_SPRINGS)
                assert_true(ratio > -0.1 && ratio < expected + 0.01);
            else
                assert_true(fabs(ratio - expected) < (way == ROUTH_TOGETHER ? 2e-5 : 0.06));
            routh_run3_release(NULL, &run);
            routh_shape3_release(NULL, &shape);
        }
}

SLOW_SUBJECT(landing3) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flat_box),
        cmocka_unit_test(uncoupled_ends),
        cmocka_unit_test(two_ends),
        cmocka_unit_test(housner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
