/* Whole tosses with something wrong in them: what is said, and that the rest is still predicted. Of two mistakes of a kind check makes
 * one, another with each commit.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "rollout/spring_tosses.h"

#include "../effort.h"
#include "../subject.h"
#include "algebra/space.h"
#include "rollout/rollout.h"

enum { TOSSES = 12, WRONG = 3, FREE = 1 << ROUTH_ROLLOUT_MU | 1 << ROUTH_ROLLOUT_EPS | 1 << ROUTH_ROLLOUT_INERTIA };

static routh_shape3 shape;

static int set_up(void **state) {
    (void)state;
    const double side[3] = {0.12, 0.08, 0.06};
    return routh_shape3_box(NULL, side, &shape) != ROUTH_OK;
}

static int tear_down(void **state) {
    (void)state;
    routh_shape3_release(NULL, &shape);
    return 0;
}

/* Tosses of a box, not segmented yet. */
static routh_dataset3 box_tosses(void) {
    const double aside[3] = {0.002, -0.001, 0.003};
    body_truth box = box_truth(0.12, 0.08, 0.06, 0.004);
    spring_weigh(&box, aside, 1.1);
    spring_truth t = usual_springs(box);
    t.body.seed = 5;
    return generate_spring_tosses(&t, &shape, TOSSES);
}

static routh_status fit(routh_context *context, routh_dataset3 *dataset, routh_rollout_estimate *estimate) {
    routh_rollout_options options = routh_rollout_options_default();
    options.free = FREE;
    options.evaluations = effort((size_t)10, (size_t)10, (size_t)12);
    options.errors = false;
    assert_int_equal(routh_dataset3_segment(context, NULL, dataset), ROUTH_OK);
    return routh_rollout_fit(context, dataset, &options, NULL, estimate);
}

static void expect_failure(routh_dataset3 *dataset, const char *first, const char *second) {
    routh_context context = routh_context_default();
    routh_rollout_estimate estimate;
    assert_int_equal(fit(&context, dataset, &estimate), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, first));
    assert_non_null(strstr(context.message, second));
    assert_non_null(strstr(context.message, dataset->name));
    routh_dataset3_release(NULL, dataset);
}

/* The whole toss as its last frame. */
static void lay(routh_trajectory3 *toss) {
    for (size_t i = 0; i + 1 < toss->count; i++) {
        memcpy(toss->position[i], toss->position[toss->count - 1], sizeof toss->position[i]);
        memcpy(toss->orientation[i], toss->orientation[toss->count - 1], sizeof toss->orientation[i]);
    }
}

static void test_one_toss(void **state) {
    (void)state;
    routh_dataset3 dataset = box_tosses();
    for (size_t t = 1; t < TOSSES; t++)
        lay(&dataset.trajectory[t]);
    expect_failure(&dataset, "1 of 12 tosses have a first flight", "its first motion is no free fall");
}

/* A wrong rate makes gravity wrong. */
static void test_wrong_rate(void **state) {
    (void)state;
    for (int n = 0; n < 2; n++) {
        if (!in_slice(n, 2))
            continue;
        routh_dataset3 dataset = box_tosses();
        dataset.rate *= n ? 2 : 0.8;
        expect_failure(&dataset, "0 of 12 tosses", "Are rate, unit and gravity right?");
    }
}

/* Some lie there all the time, others turn as no rigid body does. The others are used. */
static void test_some_wrong(void **state) {
    (void)state;
    for (int n = 0; n < 2; n++) {
        if (!in_slice(n, 2))
            continue;
        routh_dataset3 dataset = box_tosses();
        routh_context context = routh_context_default();
        routh_rollout_estimate estimate;
        routh_shape3 unused;
        routh_plane3 plane;
        routh_world3 world;
        routh_start3 start[TOSSES];
        for (size_t t = 0; t < WRONG; t++) {
            routh_trajectory3 *toss = &dataset.trajectory[t];
            for (size_t i = 0; n == 1 && i < toss->count; i++)
                routh_turn_on(toss->orientation[i], (double[]){0.3, 0, 0}, sin(0.5 * (double)i), toss->orientation[i]);
            if (n == 0)
                lay(toss);
        }
        assert_int_equal(fit(&context, &dataset, &estimate), ROUTH_OK);
        assert_int_equal(estimate.tosses, TOSSES - WRONG);
        assert_int_equal(routh_world3_of_dataset(NULL, &dataset, true, &unused, &plane, &world), ROUTH_OK);
        assert_int_equal(routh_starts3_of(NULL, &dataset, &world, NULL, start), ROUTH_OK);
        for (size_t t = 0; t < TOSSES; t++) {
            assert_int_equal(start[t].why_not == NULL, t >= WRONG);
            if (n == 0 && t < WRONG)
                assert_string_equal(start[t].why_not, "its first motion is no free fall");
        }
        routh_dataset3_release(NULL, &dataset);
    }
}

/* Mass does not matter: motion depends on inertia ÷ mass only. */
static void test_wrong_mass(void **state) {
    (void)state;
    routh_dataset3 right = box_tosses(), wrong = box_tosses();
    routh_context context = routh_context_default();
    routh_rollout_estimate a, b;
    wrong.mass *= 4;
    assert_int_equal(fit(&context, &right, &a), ROUTH_OK);
    assert_int_equal(fit(&context, &wrong, &b), ROUTH_OK);
    assert_true(fabs(a.cost / b.cost - 1) < 1e-6);
    for (int k = 0; k < ROUTH_ROLLOUT_PARAMETERS; k++)
        if (FREE >> k & 1)
            assert_true(fabs(b.value[k] / a.value[k] / (k == ROUTH_ROLLOUT_INERTIA ? 4 : 1) - 1) < 1e-6);
    routh_dataset3_release(NULL, &right);
    routh_dataset3_release(NULL, &wrong);
}

/* Another shape: the study warns, by the height at rest or, where only axes are exchanged, by the impulses. */
static void test_wrong_shape(void **state) {
    (void)state;
    static const double side[2][3] = {{0.12, 0.08, 0.05}, {0.08, 0.12, 0.06}};
    static const char *const says[2] = {"times the height of its shape", "other axes"};
    for (int n = 0; n < 2; n++) {
        if (!in_slice(n, 2))
            continue;
        routh_dataset3 dataset = box_tosses();
        routh_context context = routh_context_default();
        routh_shape3 other;
        routh_rollout_study study;
        routh_rollout_study_options options = routh_rollout_study_options_default();
        bool warned = false;
        assert_int_equal(routh_shape3_box(NULL, side[n], &other), ROUTH_OK);
        dataset.shape = &other;
        options.fit.free = 1 << ROUTH_ROLLOUT_MU;
        options.fit.evaluations = 10;
        options.fit.folds = 2;
        options.fit.errors = false;
        options.ablation_evaluations = 0;
        assert_int_equal(routh_dataset3_segment(&context, NULL, &dataset), ROUTH_OK);
        assert_int_equal(routh_rollout_study_run(&context, &dataset, &options, &study), ROUTH_OK);
        for (size_t i = 0; i < study.findings.count; i++) {
            const routh_finding *finding = &study.findings.finding[i];
            if (strcmp(finding->topic, "shape") == 0) {
                assert_int_equal(finding->kind, ROUTH_WARNING);
                assert_non_null(strstr(finding->text, says[n]));
                warned = true;
            }
        }
        assert_true(warned);
        routh_rollout_study_release(NULL, &study);
        routh_dataset3_release(NULL, &dataset);
        routh_shape3_release(NULL, &other);
    }
}

SLOW_SUBJECT(rollout_mistakes) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_toss),   cmocka_unit_test(test_wrong_rate),  cmocka_unit_test(test_some_wrong),
        cmocka_unit_test(test_wrong_mass), cmocka_unit_test(test_wrong_shape),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
