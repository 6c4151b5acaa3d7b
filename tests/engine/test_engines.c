/* The table of engines: names, order of parameters, defaults within bounds, and the rules for pairs.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <routh/engine.h>

#include "../subject.h"

#include "engine/engine.h"

/* Adapters and writers take parameters by their place. */
static void test_order(void **state) {
    (void)state;
    static const struct {
        const char *engine, *parameters;
    } expected[] = {{"mujoco", "friction stiffness damping impedance "},
                    {"bullet", "friction restitution restitution_speed error_reduction friction_across "},
                    {"ode", "friction restitution restitution_speed error_reduction force_mixing friction_across "},
                    {"dart", "friction restitution restitution_speed error_reduction friction_across "},
                    {"drake", "friction stiffness dissipation "},
                    {"physx", "friction restitution restitution_speed "}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        char names[200] = "";
        const routh_engine *engine = routh_engine_at(i);
        assert_ptr_equal(routh_engine_find(NULL, expected[i].engine), engine);
        for (size_t k = 0; k < engine->parameter_count; k++) {
            const routh_engine_parameter *p = &engine->parameter[k];
            strcat(strcat(names, p->name), " ");
            assert_true(p->low <= p->usual && p->usual <= p->high && *p->about);
        }
        assert_string_equal(names, expected[i].parameters);
        const routh_engine_setting setting = routh_engine_setting_default(engine, 0.002);
        assert_true(setting.step == 0.002 && setting.value[0] == engine->parameter[0].usual);
    }
    assert_null(routh_engine_at(sizeof expected / sizeof *expected));
}

static void test_unknown_name(void **state) {
    (void)state;
    routh_context context = routh_context_default();
    assert_null(routh_engine_find(&context, "mujocco"));
    assert_non_null(strstr(context.message, "did you mean \"mujoco\"?"));
    assert_null(routh_engine_find(&context, "unreal"));
    assert_non_null(strstr(context.message, "physx"));
}

/* Whatever the rule, what is put on body and ground combines to what was wanted. */
static void test_split_combines(void **state) {
    (void)state;
    for (int rule = 0; rule < ROUTH_PAIR_CONTACT; rule++)
        for (double value = 0.05; value < 2; value *= 1.5) {
            double body, ground;
            routh_pair_split((routh_pair_rule)rule, value, &body, &ground);
            assert_true(fabs(routh_pair_combine((routh_pair_rule)rule, body, ground) - value) < 1e-15);
            assert_true(fabs(routh_pair_combine((routh_pair_rule)rule, ground, body) - value) < 1e-15);
        }
    assert_true(isnan(routh_pair_combine(ROUTH_PAIR_CONTACT, 1, 1)));
    assert_true(routh_pair_combine(ROUTH_PAIR_HARMONIC, 0, 0) == 0 && routh_pair_combine(ROUTH_PAIR_SERIES, 0, 0) == 0);
    assert_true(routh_pair_combine(ROUTH_PAIR_HARMONIC, 0.2, 0.6) == 2 * 0.2 * 0.6 / (0.2 + 0.6));
    assert_true(routh_pair_combine(ROUTH_PAIR_PRODUCT, 0.5, 0.5) == 0.25);
}

/* Bullet cuts the friction of a contact to 10: more than that cannot be had there. */
static void test_friction_ends(void **state) {
    (void)state;
    const double ball[1][4] = {{0, 0, 0, 0.05}};
    const routh_engine_body body = {.mass = 0.3,
                                    .inertia = {{3e-4, 0, 0}, {0, 3e-4, 0}, {0, 0, 3e-4}},
                                    .ball = ball,
                                    .ball_count = 1,
                                    .gravity = 9.81};
    routh_context context = routh_context_default();
    routh_engine_target target = routh_engine_target_default();
    routh_engine_setting setting;
    target.restitution = ROUTH_NEWTON;
    target.surface.pair.mu = 20;
    assert_int_equal(
        routh_engine_convert(&context, routh_engine_find(NULL, "bullet"), &target, &body, 1e-3, false, &setting),
        ROUTH_BAD_PARAMETER);
    assert_string_equal(context.message, "Bullet has friction up to 10; 20 is wanted");
    assert_int_equal(
        routh_engine_convert(&context, routh_engine_find(NULL, "ode"), &target, &body, 1e-3, false, &setting),
        ROUTH_OK);
    assert_true(setting.value[0] == 20);
}

SUBJECT(engines) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_order), cmocka_unit_test(test_unknown_name),
                                       cmocka_unit_test(test_split_combines), cmocka_unit_test(test_friction_ends)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
