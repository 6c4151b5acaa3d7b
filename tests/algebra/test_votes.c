/* Least squares over groups, and the jackknife: against closed forms, and against one group that is wrong.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "../subject.h"
#include "algebra/algebra.h"

enum { GROUPS = 30, ROWS = 12 };

/* The jackknife of a mean is s/√n. With equal parts Student's t has about as many degrees of freedom as there are units. */
static void test_jackknife_of_a_mean(void **state) {
    (void)state;
    double value[GROUPS], change[GROUPS], mean = 0, squares = 0;
    routh_random random = routh_random_seed(3, 0);
    for (int i = 0; i < GROUPS; i++) {
        value[i] = routh_random_normal(&random);
        mean += value[i] / GROUPS;
    }
    for (int i = 0; i < GROUPS; i++) {
        change[i] = (mean - value[i]) / (GROUPS - 1);
        squares += pow(value[i] - mean, 2);
    }
    const routh_interval interval = routh_jackknife_interval(mean, change, 1, GROUPS);
    const double error = sqrt(squares / (GROUPS - 1) / GROUPS), wide = (interval.high - interval.low) / 2 / error;
    assert_true(fabs(interval.deviation / error - 1) < 1e-12);
    assert_true(wide >= routh_student_quantile(0.95, GROUPS - 1) - 1e-12 && wide < routh_student_quantile(0.95, 8));
    assert_true(isinf(routh_jackknife_interval(mean, change, 1, 2).deviation));
}

/* Rows y = 2 + 3 x + noise; every group has noise of its own size, and a shift of its own. */
static void fill(routh_votes *votes, double wrong) {
    routh_random random = routh_random_seed(5, 0);
    for (size_t g = 0; g < votes->count; g++) {
        const double shift = 0.1 * routh_random_normal(&random);
        votes->group[g] = (routh_normal){.unknowns = 2};
        for (int i = 0; i < ROWS; i++) {
            const double x = routh_random_uniform(&random, -1, 1), noise = 0.05 * routh_random_normal(&random);
            routh_normal_add(&votes->group[g], (double[]){1, x}, 2 + 3 * x + shift + noise + (g == 0 ? wrong * x : 0));
        }
    }
}

/* A group with a slope of its own, 20 off, would move the mean of all slopes by 20/30; with a vote that falls with its
 * variance it moves it by less than one standard error. */
static void test_a_wrong_group(void **state) {
    (void)state;
    routh_normal group[GROUPS];
    double weight[GROUPS], scratch[GROUPS], change[2 * GROUPS], right[2], wrong[2], scatter;
    routh_votes votes = {GROUPS, group, weight, scratch};
    fill(&votes, 0);
    assert_true(routh_votes_solve(&votes, right, &scatter, change, 2));
    const double error = routh_jackknife_interval(right[1], change + 1, 2, GROUPS).deviation;
    assert_true(fabs(right[0] - 2) < 0.1 && fabs(right[1] - 3) < 4 * error && error < 0.1);
    fill(&votes, 20);
    assert_true(routh_votes_solve(&votes, wrong, &scatter, change, 2));
    assert_true(fabs(wrong[1] - right[1]) < error);
    assert_true(weight[0] < 0.01 && weight[1] > 0.1);
}

/* Errors that the rows of a group share are in the jackknife's error: shifts of 0.1 leave 0.1/√30 in the constant, whatever
 * the number of rows; counting rows as independent would give a third of it. */
static void test_shared_errors(void **state) {
    (void)state;
    routh_normal group[GROUPS];
    double weight[GROUPS], scratch[GROUPS], change[2 * GROUPS], value[2], scatter;
    routh_votes votes = {GROUPS, group, weight, scratch};
    fill(&votes, 0);
    assert_true(routh_votes_solve(&votes, value, &scatter, change, 2));
    const double error = routh_jackknife_interval(value[0], change, 2, GROUPS).deviation;
    assert_true(error > 0.7 * 0.1 / sqrt(GROUPS) && error < 1.4 * 0.1 / sqrt(GROUPS));
}

static void test_undetermined(void **state) {
    (void)state;
    routh_normal group[3] = {{.unknowns = 1}, {.unknowns = 1}, {.unknowns = 1}};
    double weight[3], scratch[3], change[3], value, scatter;
    routh_votes votes = {3, group, weight, scratch};
    assert_false(routh_votes_solve(&votes, &value, &scatter, change, 1));
    votes.count = 0;
    assert_false(routh_votes_solve(&votes, &value, &scatter, change, 1));
}

SUBJECT(votes) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_jackknife_of_a_mean),
        cmocka_unit_test(test_a_wrong_group),
        cmocka_unit_test(test_shared_errors),
        cmocka_unit_test(test_undetermined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
