/* A ball's path on the cloth: closed forms, an independent integration of the cloth's equations, energy, symmetry.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../subject.h"
#include "cloth_equations.h"
#include "papers.h"

static masse_path path_from(const masse_constants *constants, const masse_ball *start) {
    routh_context context = routh_context_default();
    masse_path path;
    if (masse_path_of(&context, constants, start, &path) != ROUTH_OK)
        fail_msg("%s", context.message);
    return path;
}

static masse_ball on_cloth(double vx, double vy, double spin_x, double spin_y, double spin_z) {
    return (masse_ball){.position = {0, 0, masse_constants_default().ball_radius},
                        .velocity = {vx, vy, 0},
                        .spin = {spin_x, spin_y, spin_z}};
}

/* Somewhere on the cloth or above it, going anywhere. */
static masse_ball random_ball(uint64_t number) {
    routh_random random = routh_random_seed(4, number);
    masse_ball ball;
    for (int i = 0; i < 3; i++) {
        ball.position[i] = routh_random_uniform(&random, -1, 1);
        ball.velocity[i] = routh_random_uniform(&random, -3, 3);
        ball.spin[i] = routh_random_uniform(&random, -150, 150);
    }
    double r = masse_constants_default().ball_radius;
    ball.position[2] = number % 2 ? r : r + 0.05 * fabs(ball.position[2]);
    if (number % 3 == 0)
        ball.velocity[2] = 0;
    return ball;
}

static void assert_near(double value, double wanted, double tolerance) {
    if (!(fabs(value - wanted) <= tolerance))
        fail_msg("%.17g instead of %.17g, more than %g off", value, wanted, tolerance);
}

static void assert_same_ball(const masse_ball *ball, const masse_ball *wanted, double tolerance) {
    for (int i = 0; i < 3; i++) {
        assert_near(ball->position[i], wanted->position[i], tolerance);
        assert_near(ball->velocity[i], wanted->velocity[i], tolerance);
        assert_near(ball->spin[i], wanted->spin[i], 50 * tolerance); /* rad/s: r is about 1/50 m */
    }
}

static double energy_of(const masse_constants *constants, const masse_ball *ball) {
    double v2 = 0, spin2 = 0, m = constants->ball_mass, r = constants->ball_radius;
    for (int i = 0; i < 3; i++) {
        v2 += ball->velocity[i] * ball->velocity[i];
        spin2 += ball->spin[i] * ball->spin[i];
    }
    return m * (v2 + 0.4 * r * r * spin2) / 2 + m * constants->gravity * (ball->position[2] - r);
}

static void test_defaults(void **state) {
    (void)state;
    masse_constants constants;
    memset(&constants, 0xA5, sizeof constants);
    constants = masse_constants_default();
    assert_true(constants.ball_mass == 0.170 && constants.ball_radius == 0.028575 && constants.cue_mass == 0.54);
    assert_true(constants.tip.mu == 0.6 && constants.tip.eps == 0.73 && fabs(constants.tip.eta2 - 1.7 / 1.4) < 1e-15);
    assert_true(constants.table.mu == 0.2 && constants.table.eps == 0.5 && constants.table.eta2 == constants.tip.eta2);
    assert_true(constants.table_stiffness == 10 && constants.cloth_sliding == 0.2 && constants.cloth_rolling == 0.01);
    assert_true(constants.spin_deceleration == 10 && constants.gravity == 9.80665 && constants.least_hop == 1e-4);
}

/* A ball that starts without spin slides for 2v/(7μg) over 12v²/(49μg) and rolls at 5/7 v from there. */
static void test_sliding_becomes_rolling_at_five_sevenths(void **state) {
    (void)state;
    const masse_constants constants = masse_constants_default();
    double v = 2, mu_g = constants.cloth_sliding * constants.gravity,
           roll_g = constants.cloth_rolling * constants.gravity;
    const masse_ball start = on_cloth(v, 0, 0, 0, 0);
    masse_path path = path_from(&constants, &start);
    assert_int_equal(path.count, 3);
    assert_int_equal(path.piece[0].kind, MASSE_SLIDING);
    assert_int_equal(path.piece[1].kind, MASSE_ROLLING);
    assert_int_equal(path.piece[2].kind, MASSE_STILL);
    const masse_piece *rolling = &path.piece[1], *still = &path.piece[2];
    assert_near(rolling->start, 2 * v / (7 * mu_g), 1e-15);
    assert_near(rolling->ball.position[0], 12 * v * v / (49 * mu_g), 1e-14);
    assert_near(rolling->ball.velocity[0], 5 * v / 7, 1e-15);
    assert_near(rolling->ball.spin[1], 5 * v / 7 / constants.ball_radius, 1e-12);
    assert_near(still->start, rolling->start + 5 * v / 7 / roll_g, 1e-13);
    assert_near(still->ball.position[0], rolling->ball.position[0] + 25 * v * v / 49 / (2 * roll_g), 1e-13);
    assert_true(path.rest_time == still->start && isinf(still->duration));
    masse_path_release(&path);
}

/* A push at 7/5 r above the cloth gives ω = v/r: natural roll from the first moment, whatever the direction. */
static void test_natural_roll(void **state) {
    (void)state;
    const masse_constants constants = masse_constants_default();
    double r = constants.ball_radius, m = constants.ball_mass, push = 0.3, height = 7.0 / 5 * r;
    for (double angle = 0; angle < 6.3; angle += 0.1) {
        double v = push / m, spin = push * (height - r) / (0.4 * m * r * r);
        const masse_ball start = on_cloth(v * cos(angle), v * sin(angle), -spin * sin(angle), spin * cos(angle), 0);
        masse_path path = path_from(&constants, &start);
        assert_int_equal(path.count, 2);
        assert_int_equal(path.piece[0].kind, MASSE_ROLLING);
        masse_path_release(&path);
    }
}

/* Backspin r ω = 5/2 v ends all motion at once: 5/7 v + 2/7 r ω_y = 0. More brings the ball back. */
static void test_draw(void **state) {
    (void)state;
    const masse_constants constants = masse_constants_default();
    double v = 1.3, r = constants.ball_radius;
    const masse_ball stops = on_cloth(v, 0, 0, -2.5 * v / r, 0), returns = on_cloth(v, 0, 0, -4 * v / r, 0);
    masse_path path = path_from(&constants, &stops);
    assert_int_equal(path.count, 2);
    assert_int_equal(path.piece[1].kind, MASSE_STILL);
    masse_path_release(&path);
    path = path_from(&constants, &returns);
    assert_near(path.piece[1].ball.velocity[0], -3 * v / 7, 1e-15);
    masse_path_release(&path);
}

static void test_spinning_in_place(void **state) {
    (void)state;
    const masse_constants constants = masse_constants_default();
    const masse_ball start = on_cloth(0, 0, 0, 0, -40);
    masse_path path = path_from(&constants, &start);
    assert_int_equal(path.count, 2);
    assert_int_equal(path.piece[0].kind, MASSE_SPINNING);
    assert_near(path.rest_time, 4, 1e-15);
    assert_near(masse_path_at(&path, 1).spin[2], -30, 1e-13);
    assert_true(masse_path_at(&path, 4).spin[2] == 0 && masse_path_at(&path, 1e9).spin[2] == 0);
    assert_memory_equal(masse_path_at(&path, 3).position, start.position, sizeof start.position);
    masse_path_release(&path);
}

/* Hops of 2v/g, each e times as fast as the one before, until they rise less than least_hop. A ball that does not slip
 * rises straight. */
static void test_hops(void **state) {
    (void)state;
    const masse_constants constants = masse_constants_default();
    double up = 1.5, e = constants.table.eps, g = constants.gravity, time = 0;
    masse_ball start = on_cloth(0, 0, 0, 0, 7);
    start.velocity[2] = up;
    masse_path path = path_from(&constants, &start);
    size_t hops = 0;
    for (; up * up / (2 * g) >= constants.least_hop; up *= e, hops++) {
        const masse_piece *piece = &path.piece[hops];
        assert_int_equal(piece->kind, MASSE_HOP);
        assert_near(piece->start, time, 1e-12);
        assert_near(piece->ball.velocity[2], up, 1e-12);
        assert_near(masse_path_at(&path, time + up / g).position[2], constants.ball_radius + up * up / (2 * g), 1e-13);
        time += 2 * up / g;
    }
    assert_int_equal(path.count, hops + 2);
    assert_int_equal(path.piece[hops].kind, MASSE_SPINNING);
    assert_near(path.piece[hops].ball.spin[2], 7, 1e-15); /* nothing brakes it in the air */
    masse_path_release(&path);
}

/* Fast slip does not stop within a landing: friction takes μ (1 + e) v_n along the slip, and turns the ball. */
static void test_landing_with_slip(void **state) {
    (void)state;
    const masse_constants constants = masse_constants_default();
    double height = 0.02, r = constants.ball_radius, fall = sqrt(2 * constants.gravity * height);
    masse_ball start = on_cloth(3, -4, 0, 0, 0);
    start.position[2] += height;
    masse_path path = path_from(&constants, &start);
    double brake = constants.table.mu * (1 + constants.table.eps) * fall;
    const masse_ball *landed = &path.piece[1].ball;
    assert_near(path.piece[1].start, sqrt(2 * height / constants.gravity), 1e-15);
    assert_near(landed->velocity[0], 3 - 0.6 * brake, 1e-9);
    assert_near(landed->velocity[1], -4 + 0.8 * brake, 1e-9);
    assert_near(landed->velocity[2], constants.table.eps * fall, 1e-9);
    assert_near(landed->spin[0], 2.5 * 0.8 * brake / r, 1e-7);
    assert_near(landed->spin[1], 2.5 * 0.6 * brake / r, 1e-7);
    masse_path_release(&path);
}

static void check_by_integration(const masse_constants *constants, const masse_ball *start) {
    double s[CLOTH_STATES] = {start->position[0], start->position[1], start->velocity[0], start->velocity[1],
                              start->spin[0],     start->spin[1],     start->spin[2]};
    masse_path path = path_from(constants, start);
    double time = 0;
    for (int rolling = 0; rolling < 2; rolling++) {
        const cloth_equations cloth = {constants, rolling};
        double taken = 1;
        for (int steps = 0; taken > 0; steps++) {
            assert_true(steps < 100000);
            taken = cloth_step(&cloth, s, rolling ? 0.01 : 0.001);
            time += taken;
            masse_ball ball = masse_path_at(&path, time);
            const masse_ball wanted = {.position = {s[0], s[1], constants->ball_radius},
                                       .velocity = {s[2], s[3], 0},
                                       .spin = {s[4], s[5], s[6]}};
            assert_same_ball(&ball, &wanted, 1e-8);
        }
    }
    masse_path_release(&path);
}

static void test_agrees_with_integration(void **state) {
    (void)state;
    masse_constants constants = masse_constants_default();
    for (uint64_t i = 0; i < 100; i++) {
        masse_ball ball = random_ball(i);
        ball.position[2] = constants.ball_radius;
        ball.velocity[2] = 0;
        constants.cloth_sliding = 0.1 + 0.003 * (double)i;
        constants.cloth_rolling = 0.005 + 0.001 * (double)i;
        check_by_integration(&constants, &ball);
    }
}

/* Pieces follow each other without a gap, in the order of their kinds, until nothing moves; only a landing changes the
 * velocity. */
static void test_pieces_join(void **state) {
    (void)state;
    const masse_constants constants = masse_constants_default();
    for (uint64_t i = 0; i < 300; i++) {
        const masse_ball start = random_ball(i);
        masse_path path = path_from(&constants, &start);
        assert_true(path.piece[0].start == 0);
        for (size_t j = 0; j + 1 < path.count; j++) {
            const masse_piece *piece = &path.piece[j], *next = &path.piece[j + 1];
            assert_true(piece->duration > 0 && next->kind >= piece->kind);
            assert_near(next->start, piece->start + piece->duration, 1e-15 * next->start);
            masse_ball end = masse_path_at(&path, nextafter(next->start, 0));
            for (int k = 0; k < 3; k++)
                assert_near(end.position[k], next->ball.position[k], 1e-13);
            if (piece->kind != MASSE_HOP)
                assert_same_ball(&end, &next->ball, 1e-12);
        }
        const masse_piece *still = &path.piece[path.count - 1];
        assert_int_equal(still->kind, MASSE_STILL);
        for (int k = 0; k < 3; k++)
            assert_true(still->ball.velocity[k] == 0 && still->ball.spin[k] == 0);
        masse_path_release(&path);
    }
}

static void test_energy_never_grows(void **state) {
    (void)state;
    enum { MOMENTS = 500 };
    const masse_constants constants = masse_constants_default();
    for (uint64_t i = 0; i < 300; i++) {
        const masse_ball start = random_ball(i);
        masse_path path = path_from(&constants, &start);
        double first = energy_of(&constants, &start), last = first;
        for (int j = 0; j <= MOMENTS; j++) { /* more of them early, where hops are */
            double part = (double)j / MOMENTS;
            masse_ball ball = masse_path_at(&path, path.rest_time * part * part * part);
            double energy = energy_of(&constants, &ball);
            assert_true(energy <= last + 1e-13 * first);
            last = energy;
        }
        assert_true(last < 1e-13 * first);
        masse_path_release(&path);
    }
}

/* y → −y: velocity is a vector, spin an axial one. */
static masse_ball mirrored(masse_ball ball) {
    ball.position[1] = -ball.position[1];
    ball.velocity[1] = -ball.velocity[1];
    ball.spin[0] = -ball.spin[0];
    ball.spin[2] = -ball.spin[2];
    return ball;
}

static void test_a_mirrored_start_gives_a_mirrored_path(void **state) {
    (void)state;
    const masse_constants constants = masse_constants_default();
    for (uint64_t i = 0; i < 100; i++) {
        const masse_ball start = random_ball(i), other = mirrored(start);
        masse_path path = path_from(&constants, &start), image = path_from(&constants, &other);
        assert_int_equal(path.count, image.count);
        for (int j = 0; j <= 50; j++) {
            double time = path.rest_time * j / 50;
            masse_ball ball = masse_path_at(&path, time), wanted = mirrored(masse_path_at(&image, time));
            assert_same_ball(&ball, &wanted, 1e-9);
        }
        masse_path_release(&path);
        masse_path_release(&image);
    }
}

static void test_times_outside(void **state) {
    (void)state;
    const masse_constants constants = masse_constants_default();
    const masse_ball start = on_cloth(1, 2, 3, 4, 5);
    masse_path path = path_from(&constants, &start);
    const double before[] = {-1, -INFINITY, NAN};
    for (size_t i = 0; i < sizeof before / sizeof before[0]; i++) {
        masse_ball ball = masse_path_at(&path, before[i]);
        assert_memory_equal(&ball, &start, sizeof ball);
    }
    masse_ball ball = masse_path_at(&path, INFINITY);
    assert_memory_equal(&ball, &path.piece[path.count - 1].ball, sizeof ball);
    masse_path_release(&path);
}

static void expect_failure(const masse_constants *constants, const masse_ball *start, routh_status wanted,
                           const char *message) {
    routh_context context = routh_context_default();
    masse_path path = {.count = 77};
    assert_int_equal(masse_path_of(&context, constants, start, &path), wanted);
    if (!strstr(context.message, message))
        fail_msg("\"%s\" does not say \"%s\"", context.message, message);
    assert_int_equal(path.count, 77);
}

static void test_too_fast(void **state) {
    (void)state;
    const masse_constants good = masse_constants_default();
    const masse_ball start = on_cloth(1e300, 0, 0, 0, 0);
    expect_failure(&good, &start, ROUTH_OUT_OF_RANGE, "sliding");
}

/* A table that gives everything back keeps the ball hopping. */
static void test_endless_hops(void **state) {
    (void)state;
    masse_constants constants = masse_constants_default();
    constants.table.eps = 1;
    masse_ball start = on_cloth(0, 0, 0, 0, 0);
    start.velocity[2] = 1;
    expect_failure(&constants, &start, ROUTH_NOT_ENDED, "after 1000 hops");
}

SUBJECT(masse_path) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_sliding_becomes_rolling_at_five_sevenths),
        cmocka_unit_test(test_natural_roll),
        cmocka_unit_test(test_draw),
        cmocka_unit_test(test_spinning_in_place),
        cmocka_unit_test(test_hops),
        cmocka_unit_test(test_landing_with_slip),
        cmocka_unit_test(test_agrees_with_integration),
        cmocka_unit_test(test_pieces_join),
        cmocka_unit_test(test_energy_never_grows),
        cmocka_unit_test(test_a_mirrored_start_gives_a_mirrored_path),
        cmocka_unit_test(test_times_outside),
        cmocka_unit_test(test_too_fast),
        cmocka_unit_test(test_endless_hops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
