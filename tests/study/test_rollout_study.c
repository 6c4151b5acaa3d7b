/* The study of whole tosses on generated ones of a box: what is held out is predicted, what differs is said, and threads
 * change nothing.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "rollout/generated_rollouts.h"

#include "../subject.h"
#include "effort.h"
#include "on_threads.h"
#include "rollout/rollout.h"

/* A box whose moments differ, thrown harder than the cube. */
static rollout_truth box_truth(void) {
    rollout_truth truth = usual_rollout_truth();
    truth.side[0] = 0.12, truth.side[1] = 0.08, truth.side[2] = 0.05;
    truth.inertia = 3e-4;
    truth.rounding = 0.003;
    truth.rate = 240;
    truth.position_noise = 3e-5;
    truth.turn_noise = 3e-4;
    truth.tosses = (size_t)effort(10, 10, 60);
    return truth;
}

static routh_rollout_study_options quick_options(void) {
    routh_rollout_study_options options = routh_rollout_study_options_default();
    if (effort(1, 1, 0)) /* a dozen tosses do not determine ten numbers */
        options.fit.free = 1u << ROUTH_ROLLOUT_MU | 1u << ROUTH_ROLLOUT_MU_SLIDE | 1u << ROUTH_ROLLOUT_EPS;
    options.fit.folds = effort((size_t)3, (size_t)3, options.fit.folds);
    options.fit.evaluations = (size_t)effort(10, 10, 100);
    options.ablation_evaluations = (size_t)effort(10, 10, 40);
    return options;
}

static void test_box(void **state) {
    (void)state;
    const rollout_truth truth = box_truth();
    routh_rollout_study_options options = quick_options();
    options.fit.surface.eps_slope = truth.surface.eps_slope; /* where it is not fitted */
    routh_context context = on_threads(2);
    routh_rollout_study study;
    generated_rollouts g;
    generate_rollouts(&truth, &g);
    assert_int_equal(routh_dataset3_segment(&context, NULL, &g.dataset), ROUTH_OK);
    assert_int_equal(routh_rollout_study_run(&context, &g.dataset, &options, &study), ROUTH_OK);
    print_message("held out: %.2f %% of the width and %.2f degrees; as stated %.2f %% and %.2f; mu %.3f\n",
                  100 * study.summary.position, 57.3 * study.summary.rotation,
                  100 * study.ablation[ROUTH_ABLATION_BODY].position,
                  57.3 * study.ablation[ROUTH_ABLATION_BODY].rotation, study.estimate.value[ROUTH_ROLLOUT_MU]);
    assert_int_equal(study.count, truth.tosses);
    assert_int_equal(study.summary.tosses, truth.tosses);
    assert_true(study.summary.position < study.ablation[ROUTH_ABLATION_BODY].position);
    assert_true(study.summary.position < study.ablation[ROUTH_ABLATION_START].position);
    assert_true(study.rollout[study.best].error.position <= study.rollout[study.worst].error.position ||
                study.rollout[study.best].error.rotation <= study.rollout[study.worst].error.rotation);
    assert_true(study.summary.position < 0.6 && study.summary.rotation < 0.5);
    assert_true(fabs(study.estimate.value[ROUTH_ROLLOUT_MU] - truth.surface.pair.mu) < 0.04);
    routh_rollout_study_release(&context, &study);
    release_rollouts(&g);
}

static void test_threads(void **state) {
    (void)state;
    if (!has_threads())
        skip();
    rollout_truth truth = box_truth();
    routh_rollout_study_options options = quick_options();
    routh_rollout_study study[2];
    generated_rollouts g;
    truth.tosses = 12;
    if (effort(1, 1, 0)) /* a dozen tosses do not determine ten numbers */
        options.fit.free = 1u << ROUTH_ROLLOUT_MU | 1u << ROUTH_ROLLOUT_MU_SLIDE | 1u << ROUTH_ROLLOUT_EPS;
    options.fit.evaluations = effort((size_t)10, (size_t)10, (size_t)12);
    options.fit.folds = 2;
    options.ablation_evaluations = 0;
    generate_rollouts(&truth, &g);
    assert_int_equal(routh_dataset3_segment(NULL, NULL, &g.dataset), ROUTH_OK);
    for (int i = 0; i < 2; i++) {
        routh_context context = on_threads(i == 0 ? 1 : 3);
        assert_int_equal(routh_rollout_study_run(&context, &g.dataset, &options, &study[i]), ROUTH_OK);
    }
    assert_memory_equal(&study[0].estimate, &study[1].estimate, sizeof study[0].estimate);
    assert_memory_equal(&study[0].summary, &study[1].summary, sizeof study[0].summary);
    for (int i = 0; i < 2; i++)
        routh_rollout_study_release(NULL, &study[i]);
    release_rollouts(&g);
}

/* Too few tosses, and a recording that was not segmented. */
static void test_refused(void **state) {
    (void)state;
    rollout_truth truth = box_truth();
    routh_rollout_study study;
    generated_rollouts g;
    routh_context context = routh_context_default();
    truth.tosses = 4;
    generate_rollouts(&truth, &g);
    assert_int_equal(routh_rollout_study_run(&context, &g.dataset, NULL, &study), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "4 tosses; to fit some and predict others at least 10 are needed"));
    routh_rollout_estimate estimate;
    assert_int_equal(routh_rollout_fit(&context, &g.dataset, NULL, NULL, &estimate), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "is not calibrated: segment it first"));
    release_rollouts(&g);
}

SLOW_SUBJECT(rollout_study) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_box),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
