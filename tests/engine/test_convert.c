/* From friction and restitution to engines' parameters.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <routh/engine.h>

#include "../effort.h"
#include "../subject.h"
#include "engine/engine.h"

static const double sides[3] = {0.1, 0.1, 0.1};

static routh_engine_body ball_body(const double ball[4]) {
    const double moment = 0.4 * 0.3 * ball[3] * ball[3];
    return (routh_engine_body){.mass = 0.3,
                               .inertia = {{moment, 0, 0}, {0, moment, 0}, {0, 0, moment}},
                               .ball = (const double(*)[4])ball,
                               .ball_count = 1,
                               .gravity = 9.81};
}

/* The map without gravity, in the limit of small steps, is the spring. */
static void test_map_is_the_spring(void **state) {
    (void)state;
    /* √stiffness × step = 1e-3: an error of the order of that */
    for (double ratio = 0; ratio < 2; ratio += 0.25) {
        const routh_mujoco_map map = {.stiffness = 1e-6, .damping = 2e-3 * ratio, .impedance = 0.9};
        assert_true(fabs(routh_mujoco_map_bounce(&map, (routh_mujoco_start){.phase = 1e-9}, NULL) -
                         routh_spring_restitution(ratio)) < 2e-3);
    }
}

/* A map of the test's own, in SI units, over random speeds and phases: the converted values give e within what their own step
 * allows, and stay within the depth. */
static double own_bounce(const routh_engine_setting *setting, double gravity, double speed, double start,
                         double *deepest) {
    const double h = setting->step, k = setting->value[1], b = setting->value[2], d = setting->value[3];
    double r = -start, v = -speed, last = v;
    *deepest = start;
    for (int i = 0; i < 100000 && r < 0; i++) {
        double a = -b * v - k * r - (1 - d) * gravity;
        const bool pushes = a > -gravity;
        a = pushes ? a : -gravity;
        v += h * a;
        r += h * v;
        last = pushes ? v : last;
        *deepest = fmax(*deepest, -r);
    }
    return last / speed;
}

static void test_mujoco_at_its_step(void **state) {
    (void)state;
    const double ball[4] = {0, 0, 0, 0.05}, steps[] = {1e-4, 5e-4, 1e-3};
    const routh_engine_body body = ball_body(ball);
    routh_random random = routh_random_seed(7, 0);
    for (int s = 0; s < 3; s++)
        for (double e = 0.1; e < 0.95; e += 0.2) {
            routh_engine_target target = routh_engine_target_default();
            routh_engine_setting setting;
            double squares = 0, textbook_squares = 0, deepest;
            enum { COUNT = 200 };
            target.surface.pair.eps = e;
            assert_int_equal(routh_engine_convert(NULL, routh_engine_at(0), &target, &body, steps[s], false, &setting),
                             0);
            routh_engine_setting book;
            assert_int_equal(routh_engine_convert(NULL, routh_engine_at(0), &target, &body, steps[s], true, &book), 0);
            for (int i = 0; i < COUNT; i++) {
                const double speed = 0.3 * pow(10, routh_random_uniform(&random, 0, 1));
                const double start = speed * steps[s] * routh_random_uniform(&random, 1e-6, 1);
                const double miss = own_bounce(&setting, 9.81, speed, start, &deepest) - e;
                assert_true(deepest <= 1.02 * routh_engine_depth(&target, &body) + speed * steps[s]);
                squares += miss * miss;
                textbook_squares += pow(own_bounce(&book, 9.81, speed, start, &deepest) - e, 2);
            }
            print_message("step %g s, e %.1f: rms error of e %.4f, textbook %.4f\n", steps[s], e, sqrt(squares / COUNT),
                          sqrt(textbook_squares / COUNT));
            /* a slow rebound that begins inside may be too slow to get out */
            assert_true(sqrt(squares / COUNT) < (e < 0.2 ? 0.1 : 0.01));
        }
}

/* A spring with a damper that cannot pull, on which `more` × the speed of approach drives apart what it pushes: integrated with
 * steps of 1e-4 of its own time. */
static double driven_bounce(double ratio, double more) {
    double r = 0, v = -1;
    do {
        const double push = more - 2 * ratio * v - r;
        v += 1e-4 * fmax(0, push);
        r += 1e-4 * v;
    } while (r < 0);
    return v;
}

/* One step: friction × (1 + e). Springs: the damper's force at the speed of the slip, times friction. Nothing without friction,
 * or in engines that are not convex. */
static void test_what_slip_adds(void **state) {
    (void)state;
    const double ball[4] = {0, 0, 0, 0.05}, h = 1e-3, rate = 0.02 / h;
    routh_engine_body body = ball_body(ball);
    routh_engine_target target = routh_engine_target_default();
    body.gravity = 0;
    for (double e = 0.2; e < 1; e += 0.15) {
        const double ratio = routh_spring_damping(e);
        routh_engine_setting setting = {
            .engine = routh_engine_at(0), .step = h, .value = {0.25, 1e-3 / (h * h), (1 + e) / h, 0.99}};
        assert_true(fabs(routh_engine_slip_adds(&setting, &target, &body) - 0.25 * (1 + e)) < 0.01);
        setting.value[1] = rate * rate;
        setting.value[2] = 2 * ratio * rate;
        const double adds = driven_bounce(ratio, 0.25 * 2 * ratio) - driven_bounce(ratio, 0);
        assert_true(fabs(routh_engine_slip_adds(&setting, &target, &body) - adds) < 0.01);
        setting.value[0] = 0;
        assert_true(routh_engine_slip_adds(&setting, &target, &body) == 0);
    }
    routh_engine_setting bullet = routh_engine_setting_default(routh_engine_find(NULL, "bullet"), h);
    assert_true(routh_engine_slip_adds(&bullet, &target, &body) == 0);
}

/* With the closed form of Hunt and Crossley's contact, integrated in another test: e is right at the mean speed, and the
 * fastest impact stays within the depth. */
static void test_drake(void **state) {
    (void)state;
    const double ball[4] = {0, 0, 0, 0.05};
    const routh_engine_body body = ball_body(ball);
    routh_engine_target target = routh_engine_target_default();
    routh_engine_setting setting;
    target.surface.pair.eps = 0.5;
    assert_int_equal(
        routh_engine_convert(NULL, routh_engine_find(NULL, "drake"), &target, &body, 1e-4, false, &setting), 0);
    assert_true(fabs(routh_hunt_crossley_restitution(setting.value[2] * sqrt(0.9)) - 0.5) < 1e-12);
    assert_true(3 * sqrt(body.mass / setting.value[1]) <= 1.0001 * 0.005);
    assert_true(setting.value[0] == target.surface.pair.mu);
    /* the step that is advised is accepted */
    routh_context context = routh_context_default();
    assert_int_equal(
        routh_engine_convert(&context, routh_engine_find(NULL, "drake"), &target, &body, 2e-3, false, &setting),
        ROUTH_BAD_PARAMETER);
    const char *advice = strstr(context.message, "take at most ");
    assert_non_null(advice);
    const double most = 1e-3 * strtod(advice + strlen("take at most "), NULL);
    assert_true(most > 1.7e-3);
    assert_int_equal(
        routh_engine_convert(&context, routh_engine_find(NULL, "drake"), &target, &body, most, false, &setting),
        ROUTH_OK);
}

static void test_refusals(void **state) {
    (void)state;
    const double ball[4] = {0, 0, 0, 0.05};
    routh_engine_body body = ball_body(ball);
    routh_engine_target target = routh_engine_target_default();
    routh_context context = routh_context_default();
    routh_engine_setting setting;
    assert_int_equal(routh_engine_convert(&context, routh_engine_at(0), &target, &body, 0.02, false, &setting),
                     ROUTH_BAD_PARAMETER);
    assert_non_null(strstr(context.message, "too long"));
    assert_string_equal(context.field, "step");
    target.speed[0] = 0.01;
    assert_int_equal(
        routh_engine_convert(&context, routh_engine_find(NULL, "dart"), &target, &body, 1e-3, false, &setting),
        ROUTH_BAD_PARAMETER);
    assert_non_null(strstr(context.message, "below 0.1 m/s"));
    target = routh_engine_target_default();
    target.surface.pair.eps = 1.2;
    assert_int_equal(routh_engine_convert(&context, routh_engine_at(0), &target, &body, 1e-3, false, &setting),
                     ROUTH_BAD_PARAMETER);
    target = routh_engine_target_default();
    target.surface.pair.eps = 0;
    assert_int_equal(
        routh_engine_convert(&context, routh_engine_find(NULL, "drake"), &target, &body, 1e-3, false, &setting),
        ROUTH_BAD_PARAMETER);
    body.mass = 0;
    target = routh_engine_target_default();
    assert_int_equal(routh_engine_convert(&context, routh_engine_at(1), &target, &body, 1e-3, false, &setting),
                     ROUTH_BAD_MASS);
    body = ball_body(ball);
    body.ball_count = 0;
    assert_int_equal(routh_engine_convert(&context, routh_engine_at(1), &target, &body, 1e-3, false, &setting),
                     ROUTH_BAD_ARGUMENT);
}

/* A sphere's normal and tangential motions do not touch each other: every e is the same number. */
static void test_newton_of_a_sphere(void **state) {
    (void)state;
    const double ball[4] = {0, 0, 0, 0.05};
    const routh_engine_body body = ball_body(ball);
    routh_engine_target target = routh_engine_target_default();
    routh_newton newton;
    target.surface.pair.eps = 0.62;
    for (int kind = ROUTH_NEWTON; kind <= ROUTH_ENERGETIC; kind++) {
        target.restitution = (routh_restitution)kind;
        assert_int_equal(routh_newton_of(NULL, &target, &body, 1, 50, &newton), ROUTH_OK);
        assert_true(fabs(newton.eps - 0.62) < 1e-9 && newton.deviation < 1e-6);
    }
}

/* Without friction the three restitutions are one, whatever the body. With friction they differ at a cube's corners. */
static void test_newton_of_a_cube(void **state) {
    (void)state;
    routh_shape3 shape;
    routh_engine_body body;
    routh_newton newton;
    routh_engine_target target = routh_engine_target_default();
    assert_int_equal(routh_shape3_box(NULL, sides, &shape), ROUTH_OK);
    routh_world3 world = routh_world3_of(&shape, 0.37);
    world.rounding = 0.005;
    assert_int_equal(routh_engine_body_of(NULL, &world, &body), ROUTH_OK);
    assert_int_equal(body.ball_count, 8);
    for (int i = 0; i < 8; i++)
        for (int c = 0; c < 3; c++)
            assert_true(fabs(fabs(body.ball[i][c]) - 0.045) < 1e-9);
    target.surface.pair.mu = 0;
    for (int kind = ROUTH_NEWTON; kind <= ROUTH_ENERGETIC; kind++) {
        target.restitution = (routh_restitution)kind;
        assert_int_equal(routh_newton_of(NULL, &target, &body, 1, 50, &newton), ROUTH_OK);
        assert_true(fabs(newton.eps - 0.5) < 1e-9 && newton.deviation < 1e-6);
    }
    target.surface.pair.mu = 0.3;
    for (int kind = ROUTH_POISSON; kind <= ROUTH_ENERGETIC; kind++) {
        target.restitution = (routh_restitution)kind;
        assert_int_equal(routh_newton_of(NULL, &target, &body, 1, 2000, &newton), ROUTH_OK);
        assert_true(newton.deviation > 0.01 && newton.low < newton.eps && newton.high > newton.eps);
        assert_true(fabs(newton.eps - 0.5) < 0.2);
    }
    routh_engine_body_release(NULL, &body);
    routh_shape3_release(NULL, &shape);
}

SLOW_SUBJECT(convert) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_map_is_the_spring), cmocka_unit_test(test_mujoco_at_its_step),
        cmocka_unit_test(test_what_slip_adds),    cmocka_unit_test(test_drake),
        cmocka_unit_test(test_refusals),          cmocka_unit_test(test_newton_of_a_sphere),
        cmocka_unit_test(test_newton_of_a_cube)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
