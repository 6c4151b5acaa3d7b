/* What the plan of an insertion promises: the prediction is what an identification states, and the plan is better than the tests.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "../effort.h"
#include "../subject.h"
#include "base/context.h"
#include "base/numbers.h"
#include "generated.h"
#include "insertion/regressor.h"
#include "study/insertion_case.h"

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
    options.fit.gammas = effort((size_t)7, (size_t)7, options.fit.gammas);
    options.fit.starts = effort((size_t)4, (size_t)4, options.fit.starts);
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
 * L-curve's point, and in seed 6 ends higher than from the truth. Else one seed, from 100 to 10 Hz. */
static void prediction_is_what_is_stated(void **state) {
    stage *s = *state;
    const size_t seeds = (size_t)effort(0, 1, 8);
    size_t beyond = 0;
    for (size_t seed = 2; seed < 2 + seeds; seed++) {
        routh_insertion_plan plan = {.options = routh_insertion_plan_options_default()};
        routh_planner planner = {.assembly = &s->assembly, .plan = &plan};
        routh_insertion_candidate test = {.path = *guides_path(GUIDES_TEST_1A)};
        routh_insertion_generator *setting = &plan.options.generator;
        setting->prior = 0;
        setting->seed = seed;
        plan.options.rate = effort(10, 10, plan.options.rate);
        setting->rate = effort(100, 100, setting->rate);
        ROUTH_ARENA(room, &s->context);
        assert_int_equal(routh_reference_create(&room, &s->assembly, &planner.extended), ROUTH_OK);
        assert_int_equal(routh_plan_predict(&s->context, &planner, 0, 1, &test), ROUTH_OK);
        const widths found = stated(s, setting, plan.options.rate);
        const double off = fmax(fabs(log(test.stiffness / found.stiffness)), fabs(log(test.friction / found.friction)));
        print_message("seed %zu: predicted K ±%.2f %%, μ ±%.2f %%; stated ±%.2f %%, ±%.2f %%; %zu answers\n", seed,
                      100 * test.stiffness, 100 * test.friction, 100 * found.stiffness, 100 * found.friction,
                      found.answers);
        beyond += found.answers == 1 && !(off < log(1.6));
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
        routh_insertion_generator setting = guides_generator(GUIDES_TEST_1A);
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

SLOW_SUBJECT(plan_promise) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prediction_is_what_is_stated),
        cmocka_unit_test(the_plan_keeps_its_promise),
    };
    return cmocka_run_group_tests(tests, stage_set_up, stage_tear_down);
}
