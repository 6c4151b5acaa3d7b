/* A cue's strike: what the scene holds, balances of momentum and energy, symmetry, closed forms, and the springs
 * integrated by brute force.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../effort.h"
#include "../ledger.h"
#include "../subject.h"
#include "cue_springs.h"
#include "papers.h"

static const double degree = 0.01745329251994329577;

static masse_result strike(const masse_constants *constants, const masse_shot *shot) {
    routh_context context = routh_context_default();
    masse_result result;
    if (masse_solve(&context, constants, shot, &result) != ROUTH_OK)
        fail_msg("elevation %g, side %g, up %g: %s", shot->elevation, shot->side, shot->up, context.message);
    return result;
}

static void assert_near(double value, double wanted, double tolerance) {
    if (!(fabs(value - wanted) <= tolerance))
        fail_msg("%.17g instead of %.17g, more than %g off", value, wanted, tolerance);
}

static masse_shot random_shot(uint64_t number) {
    routh_random random = routh_random_seed(11, number);
    double offset = routh_random_uniform(&random, 0, 0.9), angle = routh_random_uniform(&random, 0, 360 * degree);
    return (masse_shot){.elevation = routh_random_uniform(&random, 0, 90 * degree),
                        .azimuth = routh_random_uniform(&random, -180 * degree, 180 * degree),
                        .speed = routh_random_uniform(&random, 0.5, 8),
                        .side = offset * cos(angle),
                        .up = offset * sin(angle)};
}

static masse_constants random_billiards(uint64_t number) {
    routh_random random = routh_random_seed(12, number);
    masse_constants constants = masse_constants_default();
    constants.tip.mu = routh_random_uniform(&random, 0, 1);
    constants.tip.eps = routh_random_uniform(&random, 0.3, 1);
    constants.table.mu = routh_random_uniform(&random, 0, 0.5);
    constants.table.eps = routh_random_uniform(&random, 0.3, 1);
    constants.table_stiffness = pow(10, routh_random_uniform(&random, -1, 2));
    return constants;
}

static void test_defaults(void **state) {
    (void)state;
    const masse_shot shot = masse_shot_default();
    const masse_constants constants = masse_constants_default();
    assert_int_equal(masse_check(NULL, &constants, &shot), ROUTH_OK);
    assert_near(shot.elevation, 65 * degree, 1e-15);
    assert_true(shot.azimuth == 0 && shot.speed == 6 && shot.side == 0.2 && shot.up == 0.05);
}

/* The tip touches the ball's surface where side and up say, seen along the cue; the ball rests on the table. */
static void test_scene(void **state) {
    (void)state;
    const masse_constants constants = masse_constants_default();
    double r = constants.ball_radius;
    for (uint64_t i = 0; i < 100; i++) {
        const masse_shot shot = random_shot(i);
        masse_scene scene;
        masse_scene_set(&constants, &shot, &scene);
        assert_int_equal(scene.scene.body_count, 3);
        assert_int_equal(scene.scene.contact_count, 2);
        assert_int_equal(routh_scene_check(NULL, &scene.scene), ROUTH_OK);
        const routh_body3 *cue = &scene.body[MASSE_CUE], *ball = &scene.body[MASSE_BALL];
        assert_int_equal(cue->freedom, ROUTH_GUIDED);
        assert_int_equal(ball->freedom, ROUTH_FREE);
        assert_int_equal(scene.body[MASSE_TABLE].freedom, ROUTH_FIXED);
        const routh_scene_contact *tip = &scene.contact[MASSE_CUE_ON_BALL];
        const routh_scene_contact *rest = &scene.contact[MASSE_BALL_ON_TABLE];
        double arm[3], away[3];
        for (int k = 0; k < 3; k++)
            arm[k] = tip->point[k] - ball->position[k];
        assert_near(dot3(arm, arm), r * r, 1e-15);
        assert_near(dot3(arm, tip->normal), r, 1e-15);
        /* to the right of the cue and above it: right is horizontal, up has no part to the left or right */
        double right[3] = {sin(shot.azimuth), -cos(shot.azimuth), 0};
        cross3(right, cue->axis, away);
        assert_near(dot3(arm, right), r * shot.side, 1e-15);
        assert_near(dot3(arm, away), r * shot.up, 1e-15);
        assert_true(dot3(arm, cue->axis) < 0 && away[2] >= 0);
        assert_near(sqrt(dot3(cue->velocity, cue->velocity)), shot.speed, 1e-14);
        assert_near(cue->velocity[2], -shot.speed * sin(shot.elevation), 1e-14);
        assert_true(rest->point[2] == 0 && rest->normal[2] == 1 && ball->position[2] == r);
        assert_near(ball->inertia[1][1], 0.4 * constants.ball_mass * r * r, 1e-20);
    }
}

/* Level and central: two bodies in a row, v = (1 + e) M/(m + M) V, and the table does nothing. */
static void test_central_hit(void **state) {
    (void)state;
    const masse_constants constants = masse_constants_default();
    masse_shot shot = {.speed = 2};
    shot.azimuth = 30 * degree;
    masse_result result = strike(&constants, &shot);
    double m = constants.ball_mass, cue = constants.cue_mass, e = constants.tip.eps;
    double speed = (1 + e) * cue / (m + cue) * shot.speed;
    assert_near(result.ball.velocity[0], speed * cos(shot.azimuth), 1e-10);
    assert_near(result.ball.velocity[1], speed * sin(shot.azimuth), 1e-10);
    assert_near(result.cue_speed, (cue - e * m) / (m + cue) * shot.speed, 1e-10);
    for (int i = 0; i < 3; i++) {
        assert_near(result.ball.spin[i], 0, 1e-9);
        assert_near(result.table_impulse[i], 0, 1e-12);
    }
    assert_near(result.ball.velocity[2], 0, 1e-12);
    assert_false(result.tip_slipped);
}

/* Straight down on the top: nothing pushes sideways. */
static void test_upright_hit(void **state) {
    (void)state;
    const masse_constants constants = masse_constants_default();
    const masse_shot shot = {.elevation = asin(1), .speed = 3};
    masse_result result = strike(&constants, &shot);
    for (int i = 0; i < 2; i++)
        assert_near(result.ball.velocity[i], 0, 1e-9);
    assert_true(result.table_impulse[2] > -result.cue_impulse[2]); /* the ball goes up */
    assert_true(result.ball.velocity[2] > 0);
}

/* Impulses account for every change of momentum and of spin; energy is not gained; friction keeps within its cones; the
 * ball is not in the table or the cue afterwards. */
static void test_balances(void **state) {
    (void)state;
    for (uint64_t i = 0; i < 300; i++) {
        const masse_constants constants = random_billiards(i);
        const masse_shot shot = random_shot(i);
        masse_result result = strike(&constants, &shot);
        masse_scene scene;
        masse_scene_set(&constants, &shot, &scene);
        const double *axis = scene.body[MASSE_CUE].axis, *normal = scene.contact[MASSE_CUE_ON_BALL].normal;
        double m = constants.ball_mass, r = constants.ball_radius, scale = constants.cue_mass * shot.speed;
        double tip[3], below[3] = {0, 0, -r}, turn[2][3];
        for (int k = 0; k < 3; k++)
            tip[k] = r * normal[k];
        cross3(tip, result.cue_impulse, turn[0]);
        cross3(below, result.table_impulse, turn[1]);
        for (int k = 0; k < 3; k++) {
            assert_near(m * result.ball.velocity[k], result.cue_impulse[k] + result.table_impulse[k], 1e-12 * scale);
            assert_near(0.4 * m * r * r * result.ball.spin[k], turn[0][k] + turn[1][k], 1e-12 * scale * r);
        }
        assert_near(constants.cue_mass * (shot.speed - result.cue_speed), dot3(axis, result.cue_impulse),
                    1e-12 * scale);

        double push = -dot3(normal, result.cue_impulse), p2 = dot3(result.cue_impulse, result.cue_impulse);
        assert_true(push > 0 && sqrt(fmax(0, p2 - push * push)) <= constants.tip.mu * push + 1e-7 * scale);
        assert_true(result.table_impulse[2] >= 0);
        assert_true(hypot(result.table_impulse[0], result.table_impulse[1]) <=
                    constants.table.mu * result.table_impulse[2] + 1e-9 * scale);
        assert_true(result.ball.velocity[2] >= -1e-9 * shot.speed);

        double kinetic = constants.cue_mass * result.cue_speed * result.cue_speed / 2 +
                         m * dot3(result.ball.velocity, result.ball.velocity) / 2 +
                         0.2 * m * r * r * dot3(result.ball.spin, result.ball.spin);
        assert_near(result.energy_before, constants.cue_mass * shot.speed * shot.speed / 2,
                    1e-12 * result.energy_before);
        assert_near(result.energy_after, kinetic, 1e-12 * result.energy_before);
        assert_true(result.energy_after <= result.energy_before * (1 + 1e-10));
    }
}

/* side → −side is y → −y; turning the cue turns everything. */
static void test_symmetry(void **state) {
    (void)state;
    for (uint64_t i = 0; i < 60; i++) {
        const masse_constants constants = random_billiards(i);
        masse_shot shot = random_shot(i);
        double c = cos(shot.azimuth), s = sin(shot.azimuth);
        masse_result turned = strike(&constants, &shot);
        shot.azimuth = 0;
        masse_result result = strike(&constants, &shot);
        shot.side = -shot.side;
        masse_result mirror = strike(&constants, &shot);
        const masse_ball *a = &result.ball, *b = &mirror.ball, *t = &turned.ball;
        double near = 1e-7 * shot.speed, spin_near = near / constants.ball_radius;
        for (int k = 0; k < 3; k++) {
            assert_near(b->velocity[k], (k == 1 ? -1 : 1) * a->velocity[k], near);
            assert_near(b->spin[k], (k == 1 ? 1 : -1) * a->spin[k], spin_near);
        }
        assert_near(t->velocity[0], c * a->velocity[0] - s * a->velocity[1], near);
        assert_near(t->velocity[1], s * a->velocity[0] + c * a->velocity[1], near);
        assert_near(t->velocity[2], a->velocity[2], near);
        assert_near(t->spin[0], c * a->spin[0] - s * a->spin[1], spin_near);
        assert_near(t->spin[1], s * a->spin[0] + c * a->spin[1], spin_near);
        assert_near(t->spin[2], a->spin[2], spin_near);
    }
}

/* A guided cue does not care how fast it is: velocities are proportional to its speed. */
static void test_speed_is_only_a_scale(void **state) {
    (void)state;
    const masse_constants constants = masse_constants_default();
    masse_shot shot = masse_shot_default();
    masse_result slow = strike(&constants, &shot);
    shot.speed *= 4;
    masse_result fast = strike(&constants, &shot);
    for (int i = 0; i < 3; i++) {
        assert_near(fast.ball.velocity[i], 4 * slow.ball.velocity[i], 1e-9);
        assert_near(fast.ball.spin[i], 4 * slow.ball.spin[i], 1e-7);
    }
}

/* The sum over small steps errs by about the step; half the step, half the error. */
static void test_agrees_with_springs(void **state) {
    (void)state;
    static const struct {
        double elevation, side, up, stiffness;
    } cases[] = {{0, 0, 0, 10},       {0, 0.3, 0.2, 10}, {10, -0.4, -0.2, 1}, {45, 0.2, 0, 3},
                 {65, 0.2, 0, 10},    {65, 0.2, 0, 1},   {80, -0.3, 0.3, 30}, {70, 0.4, 0.1, 0.3},
                 {30, 0.7, -0.1, 10}, {90, 0.3, 0, 10},  {55, 0, -0.5, 0.1},  {75, 0.1, 0.45, 100}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i += (size_t)effort(5, 1, 1)) {
        masse_constants constants = masse_constants_default();
        constants.table_stiffness = cases[i].stiffness;
        const masse_shot shot = {.elevation = fmin(cases[i].elevation * degree, asin(1)),
                                 .azimuth = 0.3,
                                 .speed = 1,
                                 .side = cases[i].side,
                                 .up = cases[i].up};
        masse_result result = strike(&constants, &shot);
        double step = 2e-5 / sqrt(fmax(1, cases[i].stiffness)), near = 2e-4;
        cue_and_ball wanted = strike_by_springs(&constants, &shot, step, 10);
        assert_near(result.cue_speed, wanted.cue_speed, near);
        for (int k = 0; k < 3; k++) {
            assert_near(result.ball.velocity[k], wanted.velocity[k], near);
            assert_near(result.ball.spin[k], wanted.spin[k], near / constants.ball_radius);
        }
    }
}

/* The tip slips far out, and holds near the centre. */
static void test_miscue(void **state) {
    (void)state;
    const masse_constants constants = masse_constants_default();
    masse_shot shot = {.speed = 2};
    shot.side = 0.3;
    assert_false(strike(&constants, &shot).tip_slipped);
    shot.side = 0.85;
    assert_true(strike(&constants, &shot).tip_slipped);
}

/* A massé from the cue to rest: the path turns by more than 45°, and the other way with the other side. */
static void test_masse_curves(void **state) {
    (void)state;
    const masse_constants constants = masse_constants_default();
    for (int side = -1; side <= 1; side += 2) {
        masse_shot shot = masse_shot_default();
        shot.side *= side;
        masse_result result = strike(&constants, &shot);
        assert_false(result.tip_slipped);
        masse_path path;
        assert_int_equal(masse_path_of(NULL, &constants, &result.ball, &path), ROUTH_OK);
        int seen[MASSE_KIND_COUNT] = {0};
        const double *roll = NULL, *first = path.piece[0].ball.velocity;
        for (size_t i = 0; i < path.count; i++) {
            seen[path.piece[i].kind]++;
            if (path.piece[i].kind == MASSE_ROLLING)
                roll = path.piece[i].ball.velocity;
        }
        assert_true(seen[MASSE_HOP] && seen[MASSE_SLIDING] == 1 && seen[MASSE_ROLLING] == 1);
        double turn = atan2(first[0] * roll[1] - first[1] * roll[0], first[0] * roll[0] + first[1] * roll[1]);
        assert_true(side * turn > 45 * degree);
        masse_path_release(&path);
    }
}

static void test_bad_shots(void **state) {
    (void)state;
    static const struct {
        masse_shot shot;
        const char *message;
    } bad[] = {
        {{.elevation = -0.1, .speed = 1}, "elevation = -0.1 rad is outside 0 … 1.5708"},
        {{.elevation = 1.6, .speed = 1}, "elevation = 1.6 rad is outside"},
        {{.speed = 0}, "speed = 0 m/s is outside 1e-06"},
        {{.speed = -2}, "speed = -2 m/s is outside"},
        {{.speed = 1, .side = 0.8, .up = -0.6}, "side = 0.8, up = -0.6 radii misses the ball"},
        {{.speed = 1, .side = -3}, "side = -3 radii is outside"},
        {{.speed = 1, .side = 1}, "the offset 1 is not less than 1 radius"},
        {{.speed = (double)INFINITY}, "speed = inf m/s is outside"},
        {{.speed = 1, .azimuth = (double)NAN}, "azimuth = nan rad is outside"},
        {{.speed = 1, .up = (double)NAN}, "up = nan radii is outside"},
        {{.speed = 1, .ball_position = {0, 1e7}}, "ball_position = 1e+07 m is outside"},
    };
    const masse_constants constants = masse_constants_default();
    routh_context context = routh_context_default();
    masse_result result;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(masse_solve(&context, &constants, &bad[i].shot, &result), ROUTH_BAD_ARGUMENT);
        if (!strstr(context.message, bad[i].message))
            fail_msg("\"%s\" does not say \"%s\"", context.message, bad[i].message);
    }
}

static void test_bad_constants(void **state) {
    (void)state;
    const masse_constants good = masse_constants_default();
    const masse_shot shot = masse_shot_default();
    masse_constants bad[5] = {good, good, good, good, good};
    bad[0].cue_mass = 0;
    bad[1].cloth_rolling = 0;
    bad[2].ball_mass = -1;
    bad[3].gravity = (double)NAN;
    bad[4].table.eps = 2;
    static const char *const fields[] = {"cue_mass", "cloth_rolling", "ball_mass", "gravity", "table.eps"};
    for (int i = 0; i < 5; i++) {
        routh_context context = routh_context_default();
        masse_result result;
        assert_int_equal(masse_solve(&context, &bad[i], &shot, &result), ROUTH_BAD_ARGUMENT);
        assert_string_equal(context.field, fields[i]);
    }
}

static void test_memory(void **state) {
    (void)state;
    const masse_constants constants = masse_constants_default();
    const masse_shot shot = masse_shot_default();
    routh_status status = ROUTH_OUT_OF_MEMORY;
    for (int budget = 0; status != ROUTH_OK; budget++) {
        ledger book = {.budget = budget};
        routh_context context = context_with(&book);
        masse_result result;
        status = masse_solve(&context, &constants, &shot, &result);
        assert_true(status == ROUTH_OK || status == ROUTH_OUT_OF_MEMORY);
        assert_int_equal(book.blocks, 0);
        assert_true(budget < 1000);
    }
}

SLOW_SUBJECT(masse) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_scene),
        cmocka_unit_test(test_central_hit),
        cmocka_unit_test(test_upright_hit),
        cmocka_unit_test(test_balances),
        cmocka_unit_test(test_symmetry),
        cmocka_unit_test(test_speed_is_only_a_scale),
        cmocka_unit_test(test_agrees_with_springs),
        cmocka_unit_test(test_miscue),
        cmocka_unit_test(test_masse_curves),
        cmocka_unit_test(test_bad_shots),
        cmocka_unit_test(test_bad_constants),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
