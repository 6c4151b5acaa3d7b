/* Proofs with stand-ins for engines, whose contacts are known in closed form, and with the engines that are installed.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "../effort.h"
#include "../subject.h"
#include "algebra/space.h"
#include "engine/engine.h"
#include "engine/proof.h"

#define assert_near(x, y, tolerance) assert_true(fabs((x) - (y)) <= (tolerance))

static const double ball[1][4] = {{0, 0, 0, 0.05}};

static routh_engine_body a_ball(void) {
    routh_engine_body body = {.mass = 0.3, .ball = ball, .ball_count = 1, .gravity = 9.81};
    for (int c = 0; c < 3; c++)
        body.inertia[c][c] = 0.4 * 0.3 * 0.05 * 0.05;
    return body;
}

/* Stand-ins -----------------------------------------------------------------------------------------------*/

/* One step of a ball that moves up and down only: velocity first, then the place with the new one. Returns the acceleration
 * by which the contact pushed. */
typedef double (*push_rule)(const double *value, double height, double speed, double step);

/* MuJoCo's contact with impedance 1: the weight is carried, and spring and damper act until they would pull. */
static double spring_push(const double *value, double height, double speed, double step) {
    (void)step;
    return height < 0 ? fmax(-value[1] * height - value[2] * speed + 9.81, 0) : 0;
}

/* Newton's restitution, with what corrects the depth added to it: such an engine gains where it has sunk in. */
static double sum_push(const double *value, double height, double speed, double step) {
    return height < 0 && speed < 0 ? (-(1 + value[1]) * speed - value[3] * height / step) / step + 9.81 : 0;
}

static routh_status stand_in(routh_context *context, void *user, const routh_engine_setting *setting,
                             const routh_state3 *starts, size_t count, size_t most_steps,
                             routh_driver_impact *impacts) {
    const push_rule rule = *(const push_rule *)user;
    (void)context;
    for (size_t i = 0; i < count; i++) {
        routh_driver_impact *found = &impacts[i];
        routh_state3 now = starts[i];
        now.velocity.velocity[2] += 9.81 * setting->step / 2; /* as drivers do */
        *found = (routh_driver_impact){.before = now, .after = now};
        for (size_t k = 0; k < most_steps && !found->ended; k++) {
            const double height = now.position[2] - ball[0][3];
            const double push = rule(setting->value, height, now.velocity.velocity[2], setting->step);
            if (push > 0 && found->steps++ == 0) {
                found->before = now;
                found->point[2] = height;
            }
            found->contacts = found->steps > 0;
            found->depth = push > 0 ? fmax(found->depth, -height) : found->depth;
            now.velocity.velocity[2] += setting->step * (push - 9.81);
            now.position[2] += setting->step * now.velocity.velocity[2];
            now.time += setting->step;
            found->ended = !(push > 0) && found->steps > 0;
            if (!found->ended)
                found->after = now;
        }
    }
    return ROUTH_OK;
}

static void prove_with(push_rule rule, const routh_engine *engine, double eps, double slowest, double step,
                       routh_proof *proof) {
    const routh_engine_body body = a_ball();
    const routh_proof_runner runner = {.run = stand_in, .user = &rule};
    routh_engine_target target = routh_engine_target_default();
    routh_proof_options options = routh_proof_options_default();
    target.surface.pair.eps = eps;
    target.surface.pair.mu = 0;
    target.speed[0] = slowest;
    options.slip[1] = options.spin = 0;
    assert_int_equal(routh_proof_with(NULL, engine, &runner, &target, &body, NULL, 0, step, &options, proof), ROUTH_OK);
}

static bool says(const routh_findings *findings, const char *words) {
    for (size_t i = 0; i < findings->count; i++)
        if (strstr(findings->finding[i].text, words))
            return true;
    return false;
}

/* A damper of (1 + e)/h is the restitution: every speed and phase alike to within k h². */
static void test_damper_is_restitution(void **state) {
    (void)state;
    for (double eps = 0.1; eps < 0.95; eps += 0.2) {
        routh_proof proof;
        prove_with(spring_push, routh_engine_find(NULL, "mujoco"), eps, 0.3, 2e-3, &proof);
        assert_int_equal(proof.verdict, ROUTH_PROOF_REACHED);
        assert_near(proof.best.setting.value[2] * 2e-3, 1 + eps, 0.02);
        assert_true(proof.best.agree > 1 - 1e-9);
        assert_near(proof.best.impact[0].eps[1], eps, 0.01);
        assert_int_equal(proof.findings.finding[0].kind, ROUTH_FINE);
        routh_proof_release(NULL, &proof);
    }
}

/* Without such a damper contacts last several steps. The spread that is reported is one that no spring of a dense grid
 * undercuts by much. */
static void test_least_spread(void **state) {
    routh_engine weak = *routh_engine_find(NULL, "mujoco");
    const double step = 5e-3, eps = 0.5;
    double least = INFINITY;
    routh_proof proof;
    (void)state;
    weak.parameter[2].high = 0.6 / step;
    prove_with(spring_push, &weak, eps, 3, step, &proof);
    assert_true(proof.verdict != ROUTH_PROOF_REACHED);
    char spread[64];
    snprintf(spread, sizeof spread, "with the best setting e spreads by %.3f",
             proof.best.eps_error[2] - proof.best.eps_error[0]);
    assert_true(says(&proof.findings, spread));
    for (int i = 0; i < 60; i++)
        for (int j = 0; j < 60; j++) {
            const double value[] = {0, 4e-3 * pow(1000, i / 59.0) / (step * step), 0.6 / step * pow(0.02, j / 59.0), 1};
            double worst = 0;
            for (int k = 0; k < 16; k++) {
                double height = -(k + 0.5) / 16 * step, speed = -1, push = 1;
                double deepest = -height;
                for (int n = 0; n < 400 && push > 0; n++) {
                    push = spring_push(value, height, speed, step);
                    speed += push > 0 ? step * (push - 9.81) : 0;
                    height += push > 0 ? step * speed : 0;
                    deepest = fmax(deepest, -height);
                }
                /* at the fastest, 3 m/s, not deeper than allowed: as the default has it, a tenth of the radius */
                const double sunk = 3 * (deepest - step) / 0.005;
                worst = fmax(worst, fmax(fabs(speed - eps) / 0.01, sunk > 1 ? 10 * sunk : sunk));
            }
            least = fmin(least, worst);
        }
    assert_true(least > 1);
    assert_true(proof.best.score < 1.3 * least);
    routh_proof_release(NULL, &proof);
}

/* What corrects the depth adds to the bounce: the search turns it off. */
static void test_correction_is_turned_off(void **state) {
    routh_proof proof;
    (void)state;
    prove_with(sum_push, routh_engine_find(NULL, "ode"), 0.3, 0.3, 2e-3, &proof);
    assert_int_equal(proof.verdict, ROUTH_PROOF_REACHED);
    assert_true(proof.best.setting.value[3] < 0.05);
    assert_near(proof.best.setting.value[1] + proof.best.setting.value[3] / 2, 0.3, 0.01);
    routh_proof_release(NULL, &proof);
}

/* Where a format has friction that does not follow the slip, no setting with less across is tried, nor found. */
static routh_status stand_in_watched(routh_context *context, void *user, const routh_engine_setting *setting,
                                     const routh_state3 *starts, size_t count, size_t most_steps,
                                     routh_driver_impact *impacts) {
    push_rule rule = sum_push;
    *(size_t *)user += setting->value[5] != 1;
    return stand_in(context, &rule, setting, starts, count, most_steps, impacts);
}

static void test_same_across(void **state) {
    const routh_engine_body body = a_ball();
    const routh_engine_target target = routh_engine_target_default(); /* with friction, which the stand-in has not */
    routh_proof_options options = routh_proof_options_default();
    (void)state;
    options.impacts = (size_t)effort(6, 6, 24);
    for (int same = 0; same < 2; same++) {
        size_t others = 0;
        const routh_proof_runner runner = {.run = stand_in_watched, .user = &others};
        routh_proof proof;
        options.same_across = same;
        assert_int_equal(routh_proof_with(NULL, routh_engine_find(NULL, "ode"), &runner, &target, &body, NULL, 0, 2e-3,
                                          &options, &proof),
                         ROUTH_OK);
        assert_int_equal(others == 0, same);
        assert_true(!same || (proof.best.setting.value[5] == 1 && proof.settings > 20));
        routh_proof_release(NULL, &proof);
    }
}

/* The measure ---------------------------------------------------------------------------------------------*/

/* A ball that slips: μ of the normal impulse is all right, nine tenths of it are a tenth too little. One that would stick:
 * what is left of slip counts by the impulse that would end it. */
static void test_measure(void **state) {
    const routh_engine_body body = a_ball();
    routh_engine_target target = routh_engine_target_default();
    routh_driver_impact impact = {
        .before = {.position = {0, 0, 0.05}, .orientation = {1, 0, 0, 0}}, .steps = 1, .ended = 1};
    routh_proof_sample sample;
    (void)state;
    target.surface.pair.eps = 0.5;
    target.surface.pair.mu = 0.2;
    impact.before.velocity.velocity[0] = 3;
    impact.before.velocity.velocity[2] = -1;
    impact.after = impact.before;
    impact.after.velocity.velocity[2] = 0.5;
    impact.after.velocity.velocity[0] = 3 - 0.9 * 0.2 * 1.5;
    impact.after.velocity.spin[1] = 0.9 * 0.2 * 1.5 / (0.4 * 0.05);
    assert_int_equal(routh_proof_measure(NULL, &target, &body, 1e-3, &impact, &sample), ROUTH_OK);
    assert_false(sample.sticks);
    assert_near(sample.eps - sample.eps_wanted, 0, 1e-12);
    assert_near(sample.friction_error, -0.1, 1e-9);
    assert_near(sample.score, 5, 1e-7);
    /* sticking: W_t = 3.5/m, and 2/7 of the slip would have to be taken by a push at the centre of mass */
    target.surface.pair.mu = 1;
    impact.before.velocity.velocity[0] = impact.after.velocity.velocity[0] = 1;
    impact.after.velocity.spin[1] = 0;
    assert_int_equal(routh_proof_measure(NULL, &target, &body, 1e-3, &impact, &sample), ROUTH_OK);
    assert_true(sample.sticks);
    assert_near(sample.friction_error, 1 / 3.5 / 1.5, 1e-9);
    impact.ended = 0;
    assert_int_equal(routh_proof_measure(NULL, &target, &body, 1e-3, &impact, &sample), ROUTH_OK);
    assert_true(isinf(sample.score));
}

/* Touches where it starts, with the corner below, and bounces at once. */
static const double corner[1][4] = {{0.05, 0, -0.03, 0.01}};

static routh_status bounce_at_once(routh_context *context, void *user, const routh_engine_setting *setting,
                                   const routh_state3 *starts, size_t count, size_t most_steps,
                                   routh_driver_impact *impacts) {
    (void)context, (void)user, (void)setting, (void)most_steps;
    for (size_t i = 0; i < count; i++) {
        double arm[3];
        impacts[i] =
            (routh_driver_impact){.before = starts[i], .after = starts[i], .steps = 1, .contacts = 1, .ended = 1};
        impacts[i].after.velocity.velocity[2] *= -0.5;
        routh_turn_apply(starts[i].orientation, corner[0], arm);
        for (int c = 0; c < 3; c++)
            impacts[i].point[c] = starts[i].position[c] + arm[c] - (c == 2 ? corner[0][3] : 0);
    }
    return ROUTH_OK;
}

/* Impacts that are given come by the speed of the contact point, whatever the centre does: the faster these bodies fall, the
 * slower they turn, and the slower their corner is. */
static void test_given_impacts_by_speed(void **state) {
    enum { COUNT = 5 };
    routh_engine_body body = a_ball();
    const routh_proof_runner runner = {.run = bounce_at_once};
    const routh_engine_target target = routh_engine_target_default();
    routh_proof_options options = routh_proof_options_default();
    routh_state3 impacts[COUNT] = {{.time = 0}};
    routh_proof proof;
    (void)state;
    body.ball = corner;
    options.settings = 2;
    for (int i = 0; i < COUNT; i++) {
        impacts[i].orientation[0] = 1;
        impacts[i].velocity.velocity[2] = -1 + 0.1 * i;
        impacts[i].velocity.spin[1] = 8 * i;
    }
    assert_int_equal(routh_proof_with(NULL, routh_engine_find(NULL, "mujoco"), &runner, &target, &body, impacts, COUNT,
                                      1e-3, &options, &proof),
                     ROUTH_OK);
    assert_int_equal(proof.impact_count, COUNT);
    for (int i = 0; i < COUNT; i++)
        assert_near(proof.best.impact[i].speed, 1 + 0.3 * i, 0.02);
    routh_proof_release(NULL, &proof);
}

/* Newton's e is asked for as such, whatever friction does to it under the law. */
static void test_newton_is_wanted(void **state) {
    routh_engine_body body = a_ball();
    const double low_corner[1][4] = {{0.03, 0.01, -0.02, 0.01}};
    routh_engine_target target = routh_engine_target_default();
    routh_driver_impact impact = {.before = {.position = {0, 0, 0.03}, .orientation = {1, 0, 0, 0}},
                                  .point = {0.03, 0.01, 0},
                                  .steps = 1,
                                  .ended = 1};
    routh_proof_sample sample;
    (void)state;
    body.ball = low_corner;
    impact.before.velocity.velocity[2] = -1;
    target.surface.pair.eps = 0.4;
    target.surface.pair.mu = 0.8;
    double farthest = 0;
    for (double slip = -1; slip < 1.01; slip += 0.1) {
        impact.before.velocity.velocity[0] = slip;
        impact.after = impact.before;
        impact.after.velocity.velocity[2] = 0.2;
        target.restitution = ROUTH_ENERGETIC;
        assert_int_equal(routh_proof_measure(NULL, &target, &body, 1e-3, &impact, &sample), ROUTH_OK);
        farthest = fmax(farthest, fabs(sample.eps_wanted - 0.4));
        target.restitution = ROUTH_NEWTON;
        assert_int_equal(routh_proof_measure(NULL, &target, &body, 1e-3, &impact, &sample), ROUTH_OK);
        assert_near(sample.eps_wanted, 0.4, 1e-6);
    }
    assert_true(farthest > 0.02);
}

/* Engines ---------------------------------------------------------------------------------------------------*/

static void prove_in(const char *name, const routh_proof_options *options, routh_proof *proof, bool *is_there) {
    const routh_engine *engine = routh_engine_find(NULL, name);
    const routh_engine_body body = a_ball();
    routh_engine_target target = routh_engine_target_default();
    routh_driver *driver;
    *is_there = routh_driver_open(NULL, engine, NULL, &driver) == ROUTH_OK;
    if (!*is_there)
        return;
    target.surface.pair = (routh_pair){.mu = 0.3, .eps = 0.6, .eta2 = 1};
    assert_int_equal(routh_proof_run(NULL, engine, driver, &target, &body, NULL, 0, 2e-3, options, proof), ROUTH_OK);
    routh_driver_close(NULL, driver);
    for (size_t i = 0; i < proof->findings.count; i++)
        print_message("%s\n", proof->findings.finding[i].text);
}

/* A ball that slips no faster than it falls. Bullet and ODE do what they say. MuJoCo cannot: what slips is pushed apart by its
 * cone, and the more the more it slips. */
static void test_ball_in_engines(void **state) {
    static const char *const names[] = {"mujoco", "bullet", "ode"};
    routh_proof_options options = routh_proof_options_default();
    (void)state;
    options.impacts = (size_t)effort(4, 4, 24);
    for (int k = 0; k < 3; k++)
        for (int slips = 0; slips < 2; slips++) {
            routh_proof proof;
            bool is_there;
            options.slip[1] = slips;
            options.spin = 0;
            prove_in(names[k], &options, &proof, &is_there);
            if (!is_there)
                continue;
            const double *value = proof.best.setting.value;
            assert_int_equal(proof.verdict == ROUTH_PROOF_REACHED, k > 0 || !slips);
            if (k > 0)
                assert_near(value[1], 0.6, 0.006);
            else if (!slips)
                assert_near(value[2] * 2e-3, 1.6, 0.02);
            else
                assert_true(says(&proof.findings, "pushed apart"));
            assert_true(proof.best.agree > proof.textbook.agree || proof.verdict == ROUTH_PROOF_REACHED);
            routh_proof_release(NULL, &proof);
        }
}

/* DART takes a sharp box with friction_across 1 only: the search tries nothing else. */
static void test_sharp_box_in_dart(void **state) {
    const double side[3] = {0.1, 0.08, 0.06};
    const routh_engine *engine = routh_engine_find(NULL, "dart");
    const routh_engine_target target = routh_engine_target_default();
    routh_proof_options options = routh_proof_options_default();
    routh_engine_body body;
    routh_shape3 shape;
    routh_driver *driver;
    routh_proof proof;
    (void)state;
    if (routh_driver_open(NULL, engine, NULL, &driver) != ROUTH_OK)
        skip();
    options.impacts = 3;
    options.phases = 2;
    options.settings = 150;
    assert_int_equal(routh_shape3_box(NULL, side, &shape), ROUTH_OK);
    const routh_world3 world = routh_world3_of(&shape, 0.3);
    assert_int_equal(routh_engine_body_of(NULL, &world, &body), ROUTH_OK);
    assert_int_equal(routh_proof_run(NULL, engine, driver, &target, &body, NULL, 0, 1e-3, &options, &proof), ROUTH_OK);
    assert_true(proof.settings > 50 && proof.best.setting.value[ROUTH_DART_ACROSS] == 1);
    routh_proof_release(NULL, &proof);
    routh_engine_body_release(NULL, &body);
    routh_shape3_release(NULL, &shape);
    routh_driver_close(NULL, driver);
}

/* Twice the same. */
static void test_deterministic(void **state) {
    routh_proof_options options = routh_proof_options_default();
    routh_proof first, again;
    bool is_there;
    (void)state;
    options.impacts = 6;
    options.settings = 60;
    prove_in("ode", &options, &first, &is_there);
    if (!is_there)
        skip();
    prove_in("ode", &options, &again, &is_there);
    assert_memory_equal(first.best.setting.value, again.best.setting.value, sizeof first.best.setting.value);
    assert_memory_equal(first.best.impact, again.best.impact, first.impact_count * sizeof *first.best.impact);
    routh_proof_release(NULL, &first);
    routh_proof_release(NULL, &again);
}

static void test_bad_options(void **state) {
    const routh_engine_body body = a_ball(), none = {.mass = 1};
    const routh_engine_target target = routh_engine_target_default();
    push_rule rule = spring_push;
    const routh_proof_runner runner = {.run = stand_in, .user = &rule};
    const routh_engine *engine = routh_engine_find(NULL, "mujoco");
    routh_context context = routh_context_default();
    routh_proof_options options = routh_proof_options_default();
    routh_proof proof;
    (void)state;
    options.share = 0.2;
    assert_int_not_equal(routh_proof_with(&context, engine, &runner, &target, &body, NULL, 0, 1e-3, &options, &proof),
                         0);
    assert_non_null(strstr(context.message, "share"));
    options = routh_proof_options_default();
    assert_int_not_equal(routh_proof_with(&context, engine, &runner, &target, &none, NULL, 0, 1e-3, &options, &proof),
                         0);
    assert_int_not_equal(routh_proof_with(&context, engine, &runner, &target, &body, NULL, 0, -1, &options, &proof), 0);
    assert_non_null(strstr(context.message, "step"));
}

SLOW_SUBJECT(proof) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_damper_is_restitution),
        cmocka_unit_test(test_least_spread),
        cmocka_unit_test(test_correction_is_turned_off),
        cmocka_unit_test(test_same_across),
        cmocka_unit_test(test_measure),
        cmocka_unit_test(test_given_impacts_by_speed),
        cmocka_unit_test(test_newton_is_wanted),
        cmocka_unit_test(test_ball_in_engines),
        cmocka_unit_test(test_sharp_box_in_dart),
        cmocka_unit_test(test_deterministic),
        cmocka_unit_test(test_bad_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
