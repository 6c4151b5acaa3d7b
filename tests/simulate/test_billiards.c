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

#include <routh/simulate.h>

#include "../ledger.h"
#include "../subject.h"
#include "cloth_equations.h"
#include "simulate/billiard.h"

static routh_ball_path path_from(const routh_billiards *billiards, const routh_ball *start) {
    routh_context context = routh_context_default();
    routh_ball_path path;
    if (routh_ball_path_of(&context, billiards, start, &path) != ROUTH_OK)
        fail_msg("%s", context.message);
    return path;
}

static routh_ball on_cloth(double vx, double vy, double spin_x, double spin_y, double spin_z) {
    return (routh_ball){.position = {0, 0, routh_billiards_default().ball_radius},
                        .velocity = {vx, vy, 0},
                        .spin = {spin_x, spin_y, spin_z}};
}

/* Somewhere on the cloth or above it, going anywhere. */
static routh_ball random_ball(uint64_t number) {
    routh_random random = routh_random_seed(4, number);
    routh_ball ball;
    for (int i = 0; i < 3; i++) {
        ball.position[i] = routh_random_uniform(&random, -1, 1);
        ball.velocity[i] = routh_random_uniform(&random, -3, 3);
        ball.spin[i] = routh_random_uniform(&random, -150, 150);
    }
    double r = routh_billiards_default().ball_radius;
    ball.position[2] = number % 2 ? r : r + 0.05 * fabs(ball.position[2]);
    if (number % 3 == 0)
        ball.velocity[2] = 0;
    return ball;
}

static void assert_near(double value, double wanted, double tolerance) {
    if (!(fabs(value - wanted) <= tolerance))
        fail_msg("%.17g instead of %.17g, more than %g off", value, wanted, tolerance);
}

static void assert_same_ball(const routh_ball *ball, const routh_ball *wanted, double tolerance) {
    for (int i = 0; i < 3; i++) {
        assert_near(ball->position[i], wanted->position[i], tolerance);
        assert_near(ball->velocity[i], wanted->velocity[i], tolerance);
        assert_near(ball->spin[i], wanted->spin[i], 50 * tolerance); /* rad/s: r is about 1/50 m */
    }
}

static double energy_of(const routh_billiards *billiards, const routh_ball *ball) {
    double v2 = 0, spin2 = 0, m = billiards->ball_mass, r = billiards->ball_radius;
    for (int i = 0; i < 3; i++) {
        v2 += ball->velocity[i] * ball->velocity[i];
        spin2 += ball->spin[i] * ball->spin[i];
    }
    return m * (v2 + 0.4 * r * r * spin2) / 2 + m * billiards->gravity * (ball->position[2] - r);
}

static void test_defaults(void **state) {
    (void)state;
    routh_billiards billiards;
    memset(&billiards, 0xA5, sizeof billiards);
    billiards = routh_billiards_default();
    assert_int_equal(routh_billiards_check(NULL, &billiards), ROUTH_OK);
    assert_true(billiards.ball_mass == 0.170 && billiards.ball_radius == 0.028575 && billiards.cue_mass == 0.54);
    assert_true(billiards.tip.mu == 0.6 && billiards.tip.eps == 0.73 && fabs(billiards.tip.eta2 - 1.7 / 1.4) < 1e-15);
    assert_true(billiards.table.mu == 0.2 && billiards.table.eps == 0.5 && billiards.table.eta2 == billiards.tip.eta2);
    assert_true(billiards.table_stiffness == 10 && billiards.cloth_sliding == 0.2 && billiards.cloth_rolling == 0.01);
    assert_true(billiards.spin_deceleration == 10 && billiards.gravity == 9.80665 && billiards.least_hop == 1e-4);
}

/* A ball that starts without spin slides for 2v/(7μg) over 12v²/(49μg) and rolls at 5/7 v from there. */
static void test_sliding_becomes_rolling_at_five_sevenths(void **state) {
    (void)state;
    const routh_billiards billiards = routh_billiards_default();
    double v = 2, mu_g = billiards.cloth_sliding * billiards.gravity,
           roll_g = billiards.cloth_rolling * billiards.gravity;
    const routh_ball start = on_cloth(v, 0, 0, 0, 0);
    routh_ball_path path = path_from(&billiards, &start);
    assert_int_equal(path.count, 3);
    assert_int_equal(path.piece[0].kind, ROUTH_PATH_SLIDING);
    assert_int_equal(path.piece[1].kind, ROUTH_PATH_ROLLING);
    assert_int_equal(path.piece[2].kind, ROUTH_PATH_STILL);
    const routh_path_piece *rolling = &path.piece[1], *still = &path.piece[2];
    assert_near(rolling->start, 2 * v / (7 * mu_g), 1e-15);
    assert_near(rolling->ball.position[0], 12 * v * v / (49 * mu_g), 1e-14);
    assert_near(rolling->ball.velocity[0], 5 * v / 7, 1e-15);
    assert_near(rolling->ball.spin[1], 5 * v / 7 / billiards.ball_radius, 1e-12);
    assert_near(still->start, rolling->start + 5 * v / 7 / roll_g, 1e-13);
    assert_near(still->ball.position[0], rolling->ball.position[0] + 25 * v * v / 49 / (2 * roll_g), 1e-13);
    assert_true(path.rest_time == still->start && isinf(still->duration));
    routh_ball_path_release(NULL, &path);
}

/* A push at 7/5 r above the cloth gives ω = v/r: natural roll from the first moment, whatever the direction. */
static void test_natural_roll(void **state) {
    (void)state;
    const routh_billiards billiards = routh_billiards_default();
    double r = billiards.ball_radius, m = billiards.ball_mass, push = 0.3, height = 7.0 / 5 * r;
    for (double angle = 0; angle < 6.3; angle += 0.1) {
        double v = push / m, spin = push * (height - r) / (0.4 * m * r * r);
        const routh_ball start = on_cloth(v * cos(angle), v * sin(angle), -spin * sin(angle), spin * cos(angle), 0);
        routh_ball_path path = path_from(&billiards, &start);
        assert_int_equal(path.count, 2);
        assert_int_equal(path.piece[0].kind, ROUTH_PATH_ROLLING);
        routh_ball_path_release(NULL, &path);
    }
}

/* Backspin r ω = 5/2 v ends all motion at once: 5/7 v + 2/7 r ω_y = 0. More brings the ball back. */
static void test_draw(void **state) {
    (void)state;
    const routh_billiards billiards = routh_billiards_default();
    double v = 1.3, r = billiards.ball_radius;
    const routh_ball stops = on_cloth(v, 0, 0, -2.5 * v / r, 0), returns = on_cloth(v, 0, 0, -4 * v / r, 0);
    routh_ball_path path = path_from(&billiards, &stops);
    assert_int_equal(path.count, 2);
    assert_int_equal(path.piece[1].kind, ROUTH_PATH_STILL);
    routh_ball_path_release(NULL, &path);
    path = path_from(&billiards, &returns);
    assert_near(path.piece[1].ball.velocity[0], -3 * v / 7, 1e-15);
    routh_ball_path_release(NULL, &path);
}

static void test_spinning_in_place(void **state) {
    (void)state;
    const routh_billiards billiards = routh_billiards_default();
    const routh_ball start = on_cloth(0, 0, 0, 0, -40);
    routh_ball_path path = path_from(&billiards, &start);
    assert_int_equal(path.count, 2);
    assert_int_equal(path.piece[0].kind, ROUTH_PATH_SPINNING);
    assert_near(path.rest_time, 4, 1e-15);
    assert_near(routh_ball_path_at(&path, 1).spin[2], -30, 1e-13);
    assert_true(routh_ball_path_at(&path, 4).spin[2] == 0 && routh_ball_path_at(&path, 1e9).spin[2] == 0);
    assert_memory_equal(routh_ball_path_at(&path, 3).position, start.position, sizeof start.position);
    routh_ball_path_release(NULL, &path);
}

/* Hops of 2v/g, each e times as fast as the one before, until they rise less than least_hop. A ball that does not slip
 * rises straight. */
static void test_hops(void **state) {
    (void)state;
    const routh_billiards billiards = routh_billiards_default();
    double up = 1.5, e = billiards.table.eps, g = billiards.gravity, time = 0;
    routh_ball start = on_cloth(0, 0, 0, 0, 7);
    start.velocity[2] = up;
    routh_ball_path path = path_from(&billiards, &start);
    size_t hops = 0;
    for (; up * up / (2 * g) >= billiards.least_hop; up *= e, hops++) {
        const routh_path_piece *piece = &path.piece[hops];
        assert_int_equal(piece->kind, ROUTH_PATH_HOP);
        assert_near(piece->start, time, 1e-12);
        assert_near(piece->ball.velocity[2], up, 1e-12);
        assert_near(routh_ball_path_at(&path, time + up / g).position[2], billiards.ball_radius + up * up / (2 * g),
                    1e-13);
        time += 2 * up / g;
    }
    assert_int_equal(path.count, hops + 2);
    assert_int_equal(path.piece[hops].kind, ROUTH_PATH_SPINNING);
    assert_near(path.piece[hops].ball.spin[2], 7, 1e-15); /* nothing brakes it in the air */
    routh_ball_path_release(NULL, &path);
}

/* Fast slip does not stop within a landing: friction takes μ (1 + e) v_n along the slip, and turns the ball. */
static void test_landing_with_slip(void **state) {
    (void)state;
    const routh_billiards billiards = routh_billiards_default();
    double height = 0.02, r = billiards.ball_radius, fall = sqrt(2 * billiards.gravity * height);
    routh_ball start = on_cloth(3, -4, 0, 0, 0);
    start.position[2] += height;
    routh_ball_path path = path_from(&billiards, &start);
    double brake = billiards.table.mu * (1 + billiards.table.eps) * fall;
    const routh_ball *landed = &path.piece[1].ball;
    assert_near(path.piece[1].start, sqrt(2 * height / billiards.gravity), 1e-15);
    assert_near(landed->velocity[0], 3 - 0.6 * brake, 1e-9);
    assert_near(landed->velocity[1], -4 + 0.8 * brake, 1e-9);
    assert_near(landed->velocity[2], billiards.table.eps * fall, 1e-9);
    assert_near(landed->spin[0], 2.5 * 0.8 * brake / r, 1e-7);
    assert_near(landed->spin[1], 2.5 * 0.6 * brake / r, 1e-7);
    routh_ball_path_release(NULL, &path);
}

static void check_by_integration(const routh_billiards *billiards, const routh_ball *start) {
    double s[CLOTH_STATES] = {start->position[0], start->position[1], start->velocity[0], start->velocity[1],
                              start->spin[0],     start->spin[1],     start->spin[2]};
    routh_ball_path path = path_from(billiards, start);
    double time = 0;
    for (int rolling = 0; rolling < 2; rolling++) {
        const cloth_equations cloth = {billiards, rolling};
        double taken = 1;
        for (int steps = 0; taken > 0; steps++) {
            assert_true(steps < 100000);
            taken = cloth_step(&cloth, s, rolling ? 0.01 : 0.001);
            time += taken;
            routh_ball ball = routh_ball_path_at(&path, time);
            const routh_ball wanted = {.position = {s[0], s[1], billiards->ball_radius},
                                       .velocity = {s[2], s[3], 0},
                                       .spin = {s[4], s[5], s[6]}};
            assert_same_ball(&ball, &wanted, 1e-8);
        }
    }
    routh_ball_path_release(NULL, &path);
}

static void test_agrees_with_integration(void **state) {
    (void)state;
    routh_billiards billiards = routh_billiards_default();
    for (uint64_t i = 0; i < 100; i++) {
        routh_ball ball = random_ball(i);
        ball.position[2] = billiards.ball_radius;
        ball.velocity[2] = 0;
        billiards.cloth_sliding = 0.1 + 0.003 * (double)i;
        billiards.cloth_rolling = 0.005 + 0.001 * (double)i;
        check_by_integration(&billiards, &ball);
    }
}

/* Pieces follow each other without a gap, in the order of their kinds, until nothing moves; only a landing changes the
 * velocity. */
static void test_pieces_join(void **state) {
    (void)state;
    const routh_billiards billiards = routh_billiards_default();
    for (uint64_t i = 0; i < 300; i++) {
        const routh_ball start = random_ball(i);
        routh_ball_path path = path_from(&billiards, &start);
        assert_true(path.piece[0].start == 0);
        for (size_t j = 0; j + 1 < path.count; j++) {
            const routh_path_piece *piece = &path.piece[j], *next = &path.piece[j + 1];
            assert_true(piece->duration > 0 && next->kind >= piece->kind);
            assert_near(next->start, piece->start + piece->duration, 1e-15 * next->start);
            routh_ball end = routh_ball_path_at(&path, nextafter(next->start, 0));
            for (int k = 0; k < 3; k++)
                assert_near(end.position[k], next->ball.position[k], 1e-13);
            if (piece->kind != ROUTH_PATH_HOP)
                assert_same_ball(&end, &next->ball, 1e-12);
        }
        const routh_path_piece *still = &path.piece[path.count - 1];
        assert_int_equal(still->kind, ROUTH_PATH_STILL);
        for (int k = 0; k < 3; k++)
            assert_true(still->ball.velocity[k] == 0 && still->ball.spin[k] == 0);
        routh_ball_path_release(NULL, &path);
    }
}

static void test_energy_never_grows(void **state) {
    (void)state;
    enum { MOMENTS = 500 };
    const routh_billiards billiards = routh_billiards_default();
    for (uint64_t i = 0; i < 300; i++) {
        const routh_ball start = random_ball(i);
        routh_ball_path path = path_from(&billiards, &start);
        double first = energy_of(&billiards, &start), last = first;
        for (int j = 0; j <= MOMENTS; j++) { /* more of them early, where hops are */
            double part = (double)j / MOMENTS;
            routh_ball ball = routh_ball_path_at(&path, path.rest_time * part * part * part);
            double energy = energy_of(&billiards, &ball);
            assert_true(energy <= last + 1e-13 * first);
            last = energy;
        }
        assert_true(last < 1e-13 * first);
        routh_ball_path_release(NULL, &path);
    }
}

/* y → −y: velocity is a vector, spin an axial one. */
static routh_ball mirrored(routh_ball ball) {
    ball.position[1] = -ball.position[1];
    ball.velocity[1] = -ball.velocity[1];
    ball.spin[0] = -ball.spin[0];
    ball.spin[2] = -ball.spin[2];
    return ball;
}

static void test_a_mirrored_start_gives_a_mirrored_path(void **state) {
    (void)state;
    const routh_billiards billiards = routh_billiards_default();
    for (uint64_t i = 0; i < 100; i++) {
        const routh_ball start = random_ball(i), other = mirrored(start);
        routh_ball_path path = path_from(&billiards, &start), image = path_from(&billiards, &other);
        assert_int_equal(path.count, image.count);
        for (int j = 0; j <= 50; j++) {
            double time = path.rest_time * j / 50;
            routh_ball ball = routh_ball_path_at(&path, time), wanted = mirrored(routh_ball_path_at(&image, time));
            assert_same_ball(&ball, &wanted, 1e-9);
        }
        routh_ball_path_release(NULL, &path);
        routh_ball_path_release(NULL, &image);
    }
}

static void test_times_outside(void **state) {
    (void)state;
    const routh_billiards billiards = routh_billiards_default();
    const routh_ball start = on_cloth(1, 2, 3, 4, 5);
    routh_ball_path path = path_from(&billiards, &start);
    const double before[] = {-1, -INFINITY, NAN};
    for (size_t i = 0; i < sizeof before / sizeof before[0]; i++) {
        routh_ball ball = routh_ball_path_at(&path, before[i]);
        assert_memory_equal(&ball, &start, sizeof ball);
    }
    routh_ball ball = routh_ball_path_at(&path, INFINITY);
    assert_memory_equal(&ball, &path.piece[path.count - 1].ball, sizeof ball);
    routh_ball_path_release(NULL, &path);
}

static void expect_failure(const routh_billiards *billiards, const routh_ball *start, routh_status wanted,
                           const char *message) {
    routh_context context = routh_context_default();
    routh_ball_path path = {.count = 77};
    assert_int_equal(routh_ball_path_of(&context, billiards, start, &path), wanted);
    if (!strstr(context.message, message))
        fail_msg("\"%s\" does not say \"%s\"", context.message, message);
    assert_int_equal(path.count, 77);
}

static void test_bad_input(void **state) {
    (void)state;
    const routh_billiards good = routh_billiards_default();
    routh_billiards bad = good;
    routh_ball start = on_cloth(1, 0, 0, 0, 0);
    bad.cloth_rolling = 0;
    expect_failure(&bad, &start, ROUTH_BAD_ARGUMENT, "billiards: cloth_rolling = 0 is not positive");
    bad = good;
    bad.ball_mass = -1;
    expect_failure(&bad, &start, ROUTH_BAD_MASS, "billiards: ball_mass = -1 kg is not positive");
    bad = good;
    bad.gravity = NAN;
    expect_failure(&bad, &start, ROUTH_NOT_FINITE, "billiards: gravity = nan m/s² is not finite");
    bad = good;
    bad.table.eps = 2;
    expect_failure(&bad, &start, ROUTH_BAD_PARAMETER, "billiards: table: ");
    expect_failure(NULL, &start, ROUTH_BAD_ARGUMENT, "the constants are missing");
    expect_failure(&good, NULL, ROUTH_BAD_ARGUMENT, "the ball is missing");
    start.position[2] = 0.01;
    expect_failure(&good, &start, ROUTH_BAD_ARGUMENT, "z = 0.01 m is lower than a ball of radius 0.028575 m can lie");
    start = on_cloth(NAN, 0, 0, 0, 0);
    expect_failure(&good, &start, ROUTH_NOT_FINITE, "not finite");
    start = on_cloth(1e300, 0, 0, 0, 0);
    expect_failure(&good, &start, ROUTH_OUT_OF_RANGE, "sliding");
}

/* A table that gives everything back keeps the ball hopping. */
static void test_endless_hops(void **state) {
    (void)state;
    routh_billiards billiards = routh_billiards_default();
    billiards.table.eps = 1;
    routh_ball start = on_cloth(0, 0, 0, 0, 0);
    start.velocity[2] = 1;
    expect_failure(&billiards, &start, ROUTH_NOT_ENDED, "after 1000 hops");
}

static void test_memory(void **state) {
    (void)state;
    const routh_billiards billiards = routh_billiards_default();
    routh_ball start = on_cloth(1, 1, 0, 0, 1);
    start.velocity[2] = 30; /* more pieces than the first block holds */
    for (int budget = 0;; budget++) {
        ledger book = {.budget = budget};
        routh_context context = context_with(&book);
        routh_ball_path path;
        routh_status status = routh_ball_path_of(&context, &billiards, &start, &path);
        if (status == ROUTH_OK) {
            assert_true(path.count > 8 && budget > 1);
            routh_ball_path_release(&context, &path);
        } else
            assert_int_equal(status, ROUTH_OUT_OF_MEMORY);
        assert_int_equal(book.blocks, 0);
        if (status == ROUTH_OK)
            return;
    }
}

SUBJECT(billiards) {
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
        cmocka_unit_test(test_bad_input),
        cmocka_unit_test(test_endless_hops),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
