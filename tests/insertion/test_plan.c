/* The design of an insertion: paths do what they say, the prediction is what an identification states, and the plan is
 * better than the tests.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "../cli/wedge.h"
#include "../effort.h"
#include "../subject.h"
#include "base/context.h"
#include "base/order.h"
#include "generated.h"
#include "insertion/reference_pose.h"
#include "study/insertion_plan.h"

/* Paths --------------------------------------------------------------------------------------------------*/

static void a_test_is_a_path(void **state) {
    stage *s = *state;
    for (int test = 0; test < ROUTH_INSERTION_TEST_COUNT; test += 3) {
        routh_insertion_generator setting = exact_setting((routh_insertion_test)test, 1e-4);
        const routh_insertion_path path = routh_insertion_path_of((routh_insertion_test)test);
        routh_insertion as_test = generated(s, &setting);
        setting.path = &path;
        setting.test = ROUTH_TEST_1B; /* does not count then */
        routh_insertion as_path = generated(s, &setting);
        assert_int_equal(as_test.count, as_path.count);
        assert_string_equal(as_test.name, as_path.name);
        assert_memory_equal(as_test.sample, as_path.sample, as_test.count * sizeof *as_test.sample);
        routh_insertion_release(&s->context, &as_test);
        routh_insertion_release(&s->context, &as_path);
    }
}

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
    routh_insertion_generator setting = exact_setting(ROUTH_TEST_1A, 0);
    const routh_insertion_path path = {.name = "aside", .start = {0, 0.5, 0, 0, 0, 0}};
    routh_insertion made;
    setting.path = &path;
    assert_int_equal(routh_insertion_generate(&s->context, &s->assembly, &setting, &made), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(s->context.message, "do not meet any more"));
    assert_string_equal(s->context.field, "path");
}

/* Mated parts hardly move, so what is wanted is there after a while: a force where the hand yields, and a moment where it
 * does not, less what the object turns: the hand has 600 N m/rad, the contacts about 8000. */
static void the_hand_does_what_is_wanted(void **state) {
    stage *s = *state;
    routh_insertion_generator setting = exact_setting(ROUTH_TEST_1A, 0);
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
    assert_int_equal(routh_reference_create(&s->context, &s->assembly, &extended), ROUTH_OK);
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
    routh_reference_release(&s->context, &extended);
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

/* A wedge, and a hand that yields ten times as fast as usual, at a quarter of the rate. */
static routh_insertion_plan_options quick_options(void) {
    routh_insertion_plan_options options = routh_insertion_plan_options_default();
    options.draws = options.screening = 1;
    options.sweeps = 0;
    options.precision = 0.5;
    options.start_turn = 0.002;
    options.generator.rate = 250;
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

/* Predicted and achieved ---------------------------------------------------------------------------------*/

/* Half of the interval ÷ the value, as a study states it. */
typedef struct widths {
    double stiffness, friction;
    size_t answers;
} widths;

static widths stated(stage *s, const routh_insertion_generator *setting, double rate) {
    routh_insertion made = generated(s, setting);
    routh_insertion_study study;
    routh_insertion_study_options options = routh_insertion_study_options_default();
    options.demand = 0;
    options.rate = rate;
    assert_int_equal(routh_insertion_study_run(&s->context, &s->assembly, &made, 1, &options, &study), ROUTH_OK);
    const routh_insertion_estimate *fit = &study.item[0].fit;
    const widths found = {(fit->stiffness_high - fit->stiffness_low) / (2 * fit->stiffness),
                          1.959963984540054 * fit->friction_error / fit->friction, fit->answers};
    routh_insertion_study_release(&s->context, &study);
    routh_insertion_release(&s->context, &made);
    return found;
}

/* Of the same recording: what is predicted from the truth, and what is stated after a search that knows nothing of it. They
 * are nearly equal unless the search ends elsewhere in the same valley, which one recording in four may do. Soak: 8 seeds at 50 Hz;
 * in seed 6 2.50 % of K were stated where 1.51 % is predicted, in seed 9 0.19 % of μ where it is 0.34 %: a study begins with the
 * L-curve's point, and in seed 6 ends higher than from the truth. Else one seed at 10 Hz. */
static void prediction_is_what_is_stated(void **state) {
    stage *s = *state;
    const size_t seeds = (size_t)effort(0, 1, 8);
    size_t beyond = 0;
    for (size_t seed = 2; seed < 2 + seeds; seed++) {
        routh_insertion_plan plan = {.options = routh_insertion_plan_options_default()};
        routh_planner planner = {.assembly = &s->assembly, .plan = &plan};
        routh_insertion_candidate test = {.path = routh_insertion_path_of(ROUTH_TEST_1A)};
        routh_insertion_generator *setting = &plan.options.generator;
        setting->prior = 0;
        setting->seed = seed;
        plan.options.rate = effort(10, 10, plan.options.rate);
        assert_int_equal(routh_reference_create(&s->context, &s->assembly, &planner.extended), ROUTH_OK);
        assert_int_equal(routh_plan_predict(&s->context, &planner, 0, 1, &test), ROUTH_OK);
        const widths found = stated(s, setting, plan.options.rate);
        const double off = fmax(fabs(log(test.stiffness / found.stiffness)), fabs(log(test.friction / found.friction)));
        print_message("seed %zu: predicted K ±%.2f %%, μ ±%.2f %%; stated ±%.2f %%, ±%.2f %%; %zu answers\n", seed,
                      100 * test.stiffness, 100 * test.friction, 100 * found.stiffness, 100 * found.friction,
                      found.answers);
        beyond += found.answers == 1 && !(off < log(1.6));
        routh_reference_release(&s->context, &planner.extended);
        routh_release(&s->context, test.error);
    }
    assert_true(4 * beyond <= seeds);
}

/* The plan for the length of test 1a, in other draws than those it was chosen by: K's interval is at most half of that test's, and
 * both are within 30 % of what is predicted. Half is not reached for μ, 0.69 was measured (docs/insertion.md says why). Single recordings scatter about the median: an error from 24 stretches is itself known to
 * a seventh, and parts that are displaced otherwise show more or less. */
static void the_plan_keeps_its_promise(void **state) {
    stage *s = *state;
    enum { FIRST = 301, MOST = 10 };
    const size_t seeds = (size_t)effort(0, 0, MOST);
    if (seeds == 0)
        return;
    routh_insertion_plan_options options = routh_insertion_plan_options_default();
    routh_insertion_plan plan;
    options.time = 14.2;
    options.generator.prior = 0; /* as the tests are generated */
    options.generator.seed = 1000;
    if (routh_insertion_plan_run(&s->context, &s->assembly, &options, &plan) != ROUTH_OK)
        fail_msg("%s", s->context.message);
    const routh_insertion_candidate *best = &plan.candidate[0];
    print_message("plan: %s, %.1f s; predicted K ±%.3f %%, μ ±%.3f %%; %zu insertions\n", best->about, best->length,
                  100 * best->stiffness, 100 * best->friction, plan.tried);
    for (size_t i = 0; i < best->path.count; i++)
        print_message("  %.2f s: %.1f N, %.1f N m\n", best->path.stage[i].time, best->path.stage[i].wrench[0],
                      best->path.stage[i].wrench[3]);
    print_message("seed   K plan   1a  ratio  ÷ predicted   μ plan   1a  ratio  ÷ predicted  answers\n");
    size_t within = 0;
    double k_ratio[MOST], mu_ratio[MOST], k_predicted[MOST], mu_predicted[MOST];
    for (size_t i = 0; i < seeds; i++) {
        routh_insertion_generator setting = routh_insertion_generator_default(ROUTH_TEST_1A);
        setting.seed = FIRST + i;
        const widths test = stated(s, &setting, options.rate);
        setting.path = &best->path;
        const widths planned = stated(s, &setting, options.rate);
        k_ratio[i] = planned.stiffness / test.stiffness;
        mu_ratio[i] = planned.friction / test.friction;
        k_predicted[i] = planned.stiffness / best->stiffness;
        mu_predicted[i] = planned.friction / best->friction;
        within += fabs(log(k_predicted[i])) < log(1.3) && fabs(log(mu_predicted[i])) < log(1.3);
        print_message("%4d %8.3f %6.3f %5.2f %8.2f %11.3f %6.3f %5.2f %8.2f %7zu, %zu\n", FIRST + (int)i,
                      100 * planned.stiffness, 100 * test.stiffness, k_ratio[i], k_predicted[i], 100 * planned.friction,
                      100 * test.friction, mu_ratio[i], mu_predicted[i], planned.answers, test.answers);
    }
    const double k = routh_median(k_ratio, seeds), mu = routh_median(mu_ratio, seeds);
    const double k_said = routh_median(k_predicted, seeds), mu_said = routh_median(mu_predicted, seeds);
    print_message("medians: %.2f and %.2f of test 1a, %.2f and %.2f of the prediction; within 30 %%: %zu of %zu\n", k,
                  mu, k_said, mu_said, within, seeds);
    assert_true(k <= 0.5 && mu <= 0.8);
    assert_true(fabs(log(k_said)) < log(1.3) && fabs(log(mu_said)) < log(1.3));
    routh_insertion_plan_release(&s->context, &plan);
}

SLOW_SUBJECT(plan) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_test_is_a_path),
        cmocka_unit_test(paths_survive_a_file),
        cmocka_unit_test(bad_paths_are_refused),
        cmocka_unit_test(a_path_that_never_touches),
        cmocka_unit_test(the_hand_does_what_is_wanted),
        cmocka_unit_test(paths_stay_within_what_is_allowed),
        cmocka_unit_test(a_motion_is_given_once),
        cmocka_unit_test(the_worse_of_two_widths_counts),
        cmocka_unit_test(a_plan_is_in_order),
        cmocka_unit_test(what_cannot_be_planned),
        cmocka_unit_test(prediction_is_what_is_stated),
        cmocka_unit_test(the_plan_keeps_its_promise),
    };
    return cmocka_run_group_tests(tests, stage_set_up, stage_tear_down);
}
