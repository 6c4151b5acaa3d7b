/* The design of an insertion: paths do what they say, and a plan is in order. test_plan_promise.c has what it promises.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "../cli/wedge.h"
#include "../subject.h"
#include "base/context.h"
#include "generated.h"
#include "geometry/geometry.h"
#include "insertion/regressor.h"
#include "study/insertion_case.h"

/* Paths --------------------------------------------------------------------------------------------------*/

static routh_insertion_path some_path(void) {
    return (routh_insertion_path){
        .name = "some",
        .start = {0, 0.001, 0, 0.01, 0, 0},
        .count = 2,
        .stage = {{.time = 1.5, .wrench = {20, 0, 0, 10}, .wave = {5, 0, 0, 0, 1, 0}, .period = 2},
                  {.time = 0.1 + 0.2, .wrench = {50, 0, 0, -8}}},
        .settle = 0.2};
}

static void paths_survive_a_file(void **state) {
    stage *s = *state;
    const routh_insertion_path path = some_path();
    routh_insertion_path read;
    routh_buffer file = {0};
    assert_int_equal(routh_insertion_path_write(&s->context, &path, routh_io_buffer(&file, "p.json")), ROUTH_OK);
    assert_int_equal(
        routh_insertion_path_read(&s->context, routh_io_memory(file.byte, file.byte_count, "p.json"), &read), ROUTH_OK);
    assert_string_equal(read.name, path.name);
    assert_memory_equal(read.start, path.start, sizeof path.start);
    assert_int_equal(read.count, path.count);
    assert_memory_equal(read.stage, path.stage, path.count * sizeof *path.stage);
    assert_true(read.settle == path.settle);
    routh_buffer_release(&s->context, &file);
}

static void bad_paths_are_refused(void **state) {
    stage *s = *state;
    static const struct {
        const char *text, *word;
    } cases[] = {
        {"[1]", "not an object"},
        {"{}", "path"},
        {"{\"path\": {\"name\": \"a/b\", \"start\": [0,0,0,0,0,0]}}", "has a /"},
        {"{\"path\": {\"name\": \"a\", \"start\": [0,0,0,0,0]}}", "start"},
        {"{\"path\": {\"name\": \"a\", \"start\": [0,2,0,0,0,0]}}", "start along Y is 2"},
        {"{\"path\": {\"name\": \"a\", \"start\": [0,0,0,0,0,0], \"stages\": [{\"time\": 0, \"wrench\": "
         "[1,0,0,0,0,0]}]}}",
         "stages[0]: time is 0 s"},
        {"{\"path\": {\"name\": \"a\", \"start\": [0,0,0,0,0,0], \"stages\": [{\"time\": 1, \"wrench\": [1,0,0,0,0,0], "
         "\"wave\": [2,0,0,0,0,0], \"period\": 1}]}}",
         "would pull"},
        {"{\"path\": {\"name\": \"a\", \"start\": [0,0,0,0,0,0], \"stages\": [{\"time\": 1, \"wrench\": [3,0,0,0,0,0], "
         "\"wave\": [2,0,0,0,0,0]}]}}",
         "period of 0 s"},
        {"{\"path\": {\"name\": \"a\", \"start\": [0,0,0,0,0,0], \"speed\": 1}}", "speed"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        routh_insertion_path path;
        assert_int_not_equal(routh_insertion_path_read(
                                 &s->context, routh_io_memory(cases[i].text, strlen(cases[i].text), "p.json"), &path),
                             ROUTH_OK);
        if (!strstr(s->context.message, cases[i].word) || !strstr(s->context.message, "p.json"))
            fail_msg("%zu: \"%s\" and the file are not in: %s", i, cases[i].word, s->context.message);
    }
}

static void a_path_that_never_touches(void **state) {
    stage *s = *state;
    routh_insertion_generator setting = exact_setting(GUIDES_TEST_1A, 0);
    const routh_insertion_path path = {.name = "aside", .start = {0, 0.5, 0, 0, 0, 0}};
    routh_insertion made;
    setting.path = &path;
    assert_int_equal(routh_insertion_generate(&s->context, &s->assembly, &setting, &made, NULL), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(s->context.message, "do not meet any more"));
    assert_string_equal(s->context.field, "path");
}

/* Mated parts hardly move, so what is wanted is there after a while: a force where the hand yields, and a moment where it
 * does not, less what the object turns: the hand has 600 N m/rad, the contacts about 8000. */
static void the_hand_does_what_is_wanted(void **state) {
    stage *s = *state;
    routh_insertion_generator setting = exact_setting(GUIDES_TEST_1A, 0);
    const routh_insertion_path path = {.name = "press",
                                       .start = {0, 0, 0, 0.002, 0, 0},
                                       .count = 1,
                                       .stage = {{.time = 8, .wrench = {40, 5, 0, 0, 3, 0}}},
                                       .settle = 0.5};
    setting.path = &path;
    routh_insertion made = generated(s, &setting);
    size_t touched = 0;
    while (touched < made.count && made.sample[touched].wrench[2] == 0)
        touched++;
    const routh_insertion_instant *end = &made.sample[touched + (size_t)(7.9 * setting.rate)];
    double hand[3], moment[3], arm[3], force[3], about[3];
    const routh_pose3 back = routh_pose3_inverse(&end->hand);
    routh_pose3_direction(&made.plate, end->wrench, force);
    routh_pose3_direction(&made.plate, end->wrench + 3, moment);
    for (int k = 0; k < 3; k++)
        arm[k] = made.plate.position[k] - end->hand.position[k];
    cross(arm, force, about);
    for (int k = 0; k < 3; k++)
        moment[k] += about[k];
    routh_pose3_direction(&back, force, hand);
    routh_pose3_direction(&back, moment, about);
    assert_float_equal(-hand[0], 40, 0.5);
    assert_float_equal(-hand[1], 5, 0.5);
    assert_float_equal(-hand[2], 0, 0.5);
    assert_true(-about[1] > 2.6 && -about[1] <= 3);
    routh_insertion_release(&s->context, &made);
}

/* Every value of every choice: no path pulls, or exceeds the force and the moment that are allowed. */
static void paths_stay_within_what_is_allowed(void **state) {
    stage *s = *state;
    const routh_insertion_plan_options options = routh_insertion_plan_options_default();
    const double force = options.generator.force, moment = options.moment;
    for (size_t direction = 0; direction < routh_plan_levels(ROUTH_PLAN_DIRECTION); direction++)
        for (int c = ROUTH_PLAN_AMPLITUDE; c < ROUTH_PLAN_CHOICES; c++)
            for (size_t i = 0; i < routh_plan_levels((routh_plan_choice)c); i++) {
                routh_plan_point point = routh_plan_first(direction, true);
                point.level[c] = i;
                const routh_insertion_path path = routh_plan_path(&options, &point);
                assert_int_equal(routh_insertion_path_check(&s->context, &path), ROUTH_OK);
                for (size_t k = 0; k < path.count; k++)
                    for (int axis = 0; axis < 6; axis++) {
                        const routh_insertion_stage *at = &path.stage[k];
                        assert_true(fabs(at->wrench[axis]) + fabs(at->wave[axis]) <=
                                    (axis < 3 ? force : moment) * (1 + 1e-12));
                    }
            }
}

/* Plans --------------------------------------------------------------------------------------------------*/

/* Where the assembly has unknowns for motions of the reference, they are all that a motion is given to: parts are where they
 * truly are. Without them displacements of all parts stand for shifts and the turn. */
static void a_motion_is_given_once(void **state) {
    stage *s = *state;
    const double motion[6] = {0, 1e-5, -2e-5, 3e-5, -1e-5, 2e-5};
    routh_assembly extended;
    double z[64] = {0};
    ROUTH_ARENA(room, &s->context);
    assert_int_equal(routh_reference_create(&room, &s->assembly, &extended), ROUTH_OK);
    const size_t parts = s->assembly.count, all = extended.count;
    assert_true(all == parts + 5 && all <= 64);
    routh_reference_displace(&extended, motion, z);
    double squares[2] = {0};
    for (size_t j = 0; j < parts; j++)
        assert_true(z[j] == 0);
    for (size_t j = parts; j < all; j++) {
        const routh_displacement *d = &extended.displacement[j];
        squares[d->kind == ROUTH_DISPLACE_TURN] += pow(z[j] * d->deviation, 2);
    }
    assert_true(fabs(sqrt(squares[0]) - sqrt(5) * 1e-5) < 1e-12);
    assert_true(fabs(sqrt(squares[1]) - sqrt(14) * 1e-5) < 1e-12);
    extended.count -= 3; /* the tilts stay */
    memset(z, 0, sizeof z);
    routh_reference_displace(&extended, motion, z);
    for (size_t j = 0; j < parts; j++)
        assert_true((z[j] != 0) == (s->assembly.displacement[j].kind != ROUTH_DISPLACE_OFFSET));
    extended.count = all;
}

/* What reaches the precision is before what does not; then both count, each relative to test 1a. */
static void the_worse_of_two_widths_counts(void **state) {
    (void)state;
    routh_insertion_plan plan = {.options = routh_insertion_plan_options_default()};
    plan.options.time = 10;
    plan.test = (routh_insertion_candidate){.stiffness = 0.008, .friction = 0.002};
    const routh_insertion_candidate none = {.stiffness = 0.001, .friction = 0.06},
                                    less = {.stiffness = 0.001, .friction = 0.002},
                                    more = {.stiffness = 0.004, .friction = 0.001};
    assert_true(routh_plan_score(&plan, &more, false) < routh_plan_score(&plan, &less, false));
    assert_true(routh_plan_score(&plan, &less, false) < routh_plan_score(&plan, &none, false));
    assert_true(fabs(routh_plan_score(&plan, &none, false) - 1.2) < 1e-12);
}

/* A wedge, and a hand that yields ten times as fast as usual, at a tenth of the rate. */
static routh_insertion_plan_options quick_options(void) {
    routh_insertion_plan_options options = routh_insertion_plan_options_default();
    options.draws = options.screening = 1;
    options.sweeps = 0;
    options.precision = 0.5;
    options.start_turn = 0.002;
    options.generator.rate = 100;
    options.generator.speed = 1e-2;
    for (int k = 1; k < 4; k++)
        options.generator.give[k] *= 10;
    return options;
}

static routh_assembly read_wedge(stage *s) {
    routh_assembly wedge;
    assert_int_equal(
        routh_assembly_read(&s->context, routh_io_memory(wedge_text, sizeof wedge_text - 1, "wedge.json"), &wedge),
        ROUTH_OK);
    return wedge;
}

/* One wedge that is displaced is as if the reference pose were: no path shows it. The offset is shown. */
static void a_plan_is_in_order(void **state) {
    stage *s = *state;
    const routh_insertion_plan_options options = quick_options();
    routh_assembly wedge = read_wedge(s);
    routh_insertion_plan plan;
    if (routh_insertion_plan_run(&s->context, &wedge, &options, &plan) != ROUTH_OK)
        fail_msg("%s", s->context.message);
    assert_true(plan.count >= 6);
    for (size_t i = 0; i < plan.count; i++)
        for (size_t j = 0; j < wedge.count && !*plan.candidate[i].why; j++)
            assert_true(plan.least[j] <= plan.candidate[i].error[j] && plan.candidate[i].error[j] <= 1);
    assert_true(plan.least[0] < 0.6 && plan.least[1] > 0.99);
    assert_true(plan.candidate[0].needed >= plan.candidate[0].length);
    assert_int_equal(plan.reached, plan.candidate[0].needed == plan.candidate[0].length);
    assert_true(plan.instants > 10);
    assert_float_equal(plan.instant[0].wanted[0], options.generator.force, 1e-9);
    assert_true(plan.findings.count > 3);
    routh_insertion_plan_release(&s->context, &plan);
    routh_assembly_release(&s->context, &wedge);
}

static void what_cannot_be_planned(void **state) {
    stage *s = *state;
    routh_insertion_plan_options options = quick_options();
    routh_assembly wedge = read_wedge(s), bare = wedge;
    routh_insertion_plan plan;
    bare.count = 0;
    assert_int_equal(routh_insertion_plan_run(&s->context, &bare, &options, &plan), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(s->context.message, "no displacements"));
    options.precision = 0;
    assert_int_equal(routh_insertion_plan_run(&s->context, &wedge, &options, &plan), ROUTH_BAD_ARGUMENT);
    options.precision = 1e-7; /* not reached, and it says how long it would take */
    assert_int_equal(routh_insertion_plan_run(&s->context, &wedge, &options, &plan), ROUTH_OK);
    assert_false(plan.reached);
    assert_true(plan.candidate[0].needed > 1e6 * plan.candidate[0].length);
    routh_insertion_plan_release(&s->context, &plan);
    options.time = 0.1;
    assert_int_equal(routh_insertion_plan_run(&s->context, &wedge, &options, &plan), ROUTH_NOT_ENDED);
    assert_non_null(strstr(s->context.message, "0.1 s"));
    routh_assembly_release(&s->context, &wedge);
}

SLOW_SUBJECT(plan) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_survive_a_file),
        cmocka_unit_test(bad_paths_are_refused),
        cmocka_unit_test(a_path_that_never_touches),
        cmocka_unit_test(the_hand_does_what_is_wanted),
        cmocka_unit_test(paths_stay_within_what_is_allowed),
        cmocka_unit_test(a_motion_is_given_once),
        cmocka_unit_test(the_worse_of_two_widths_counts),
        cmocka_unit_test(a_plan_is_in_order),
        cmocka_unit_test(what_cannot_be_planned),
    };
    return cmocka_run_group_tests(tests, stage_set_up, stage_tear_down);
}
