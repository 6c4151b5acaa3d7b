/* Parameters from whole tosses: found where the truth is known, with intervals that hold.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "rollout/generated_rollouts.h"

#include "../subject.h"
#include "effort.h"
#include "rollout/rollout.h"

#define assert_near(x, y, tolerance) assert_true(fabs((x) - (y)) <= (tolerance))

/* A table of parameters is only right if each sets what it gets, and nothing else. */
static void test_parameters(void **state) {
    (void)state;
    const double side[3] = {0.1, 0.2, 0.3};
    routh_shape3 shape;
    routh_run3_options run = routh_run3_options_default();
    assert_int_equal(routh_shape3_box(NULL, side, &shape), ROUTH_OK);
    routh_world3 world = routh_world3_of(&shape, 1);
    world.surface.mu_slide = 0.3;
    for (int k = 0; k < ROUTH_ROLLOUT_PARAMETERS; k++) {
        double before[ROUTH_ROLLOUT_PARAMETERS];
        for (int i = 0; i < ROUTH_ROLLOUT_PARAMETERS; i++)
            before[i] = routh_rollout_get((routh_rollout_parameter)i, &world, &run);
        const double wanted = before[k] + 0.01 * (k + 1);
        routh_rollout_set((routh_rollout_parameter)k, wanted, &world, &run);
        for (int i = 0; i < ROUTH_ROLLOUT_PARAMETERS; i++)
            assert_near(routh_rollout_get((routh_rollout_parameter)i, &world, &run), i == k ? wanted : before[i],
                        1e-15);
        const routh_rollout_range range = routh_rollout_range_of((routh_rollout_parameter)k, &world, &run);
        assert_true(range.low < range.high && range.step > 0 && range.step < range.high - range.low);
    }
    routh_shape3_release(NULL, &shape);
}

static void test_fold(void **state) {
    (void)state;
    char name[5][16] = {"toss_046.csv", "2024_run7.csv", "none.csv", "12", ""};
    routh_trajectory3 toss[5] = {
        {.name = name[0]}, {.name = name[1]}, {.name = name[2]}, {.name = name[3]}, {.name = name[4]}};
    const routh_dataset3 dataset = {.trajectory_count = 5, .trajectory = toss};
    const size_t expected[5] = {46 % 5, 7 % 5, 2, 12 % 5, 4};
    for (size_t t = 0; t < 5; t++)
        assert_int_equal(routh_rollout_fold(&dataset, t, 5), expected[t]);
}

/* The truth of a parameter. */
static double true_value(const rollout_truth *truth, int parameter) {
    const double values[ROUTH_ROLLOUT_PARAMETERS] = {[ROUTH_ROLLOUT_MU] = truth->surface.pair.mu,
                                                     [ROUTH_ROLLOUT_MU_SLIDE] = truth->surface.mu_slide,
                                                     [ROUTH_ROLLOUT_MU_SLOPE] = truth->surface.mu_slope,
                                                     [ROUTH_ROLLOUT_EPS] = truth->surface.pair.eps,
                                                     [ROUTH_ROLLOUT_EPS_SLOPE] = truth->surface.eps_slope,
                                                     [ROUTH_ROLLOUT_ETA2] = truth->surface.pair.eta2,
                                                     [ROUTH_ROLLOUT_ROUNDING] = truth->rounding,
                                                     [ROUTH_ROLLOUT_CENTRE_X] = truth->centre[0],
                                                     [ROUTH_ROLLOUT_CENTRE_Y] = truth->centre[1],
                                                     [ROUTH_ROLLOUT_CENTRE_Z] = truth->centre[2],
                                                     [ROUTH_ROLLOUT_INERTIA] = truth->inertia,
                                                     [ROUTH_ROLLOUT_DRAG] = truth->drag,
                                                     [ROUTH_ROLLOUT_GAP] = 1e-4};
    return values[parameter];
}

/* Of each parameter: intervals that are finite and cover, whose estimate is within half a standard error, and that are not
 * finite. */
typedef struct counted {
    size_t covered[ROUTH_ROLLOUT_PARAMETERS], near[ROUTH_ROLLOUT_PARAMETERS], unknown[ROUTH_ROLLOUT_PARAMETERS];
} counted;

/* Fits generated tosses; counts which intervals cover, and prints estimates. */
static void fit_generated(const rollout_truth *truth, const routh_rollout_options *options, counted *counts,
                          routh_rollout_estimate *estimate) {
    generated_rollouts g;
    routh_context context = routh_context_default();
    generate_rollouts(truth, &g);
    assert_int_equal(routh_dataset3_segment(&context, NULL, &g.dataset), ROUTH_OK);
    assert_int_equal(routh_rollout_fit(&context, &g.dataset, options, NULL, estimate), ROUTH_OK);
    print_message("seed %d, %zu tosses, %zu evaluations, cost %.4f:", (int)truth->seed, estimate->tosses,
                  estimate->evaluations, estimate->cost);
    for (int k = 0; k < ROUTH_ROLLOUT_PARAMETERS; k++) {
        const double value = true_value(truth, k);
        if (!(options->free >> k & 1))
            continue;
        print_message(" %s %.4g (%.2f errors)", routh_name(&routh_rollout_parameters, k), estimate->value[k],
                      (estimate->value[k] - value) / estimate->interval[k].deviation);
        const routh_interval *own = &estimate->interval[k];
        const bool known = isfinite(own->low) && isfinite(own->high) && own->deviation > 0;
        counts->covered[k] += known && own->low <= value && value <= own->high;
        counts->near[k] += known && fabs(estimate->value[k] - value) < 0.5 * own->deviation;
        counts->unknown[k] += !known;
    }
    print_message("\n");
    release_rollouts(&g);
}

/* A few tosses of a cube: friction and restitution within 0.02, starting from single impacts. */
static void test_recovers(void **state) {
    (void)state;
    rollout_truth truth = usual_rollout_truth();
    routh_rollout_options options = routh_rollout_options_default();
    routh_rollout_estimate estimate;
    counted counts = {.covered = {0}};
    truth.tosses = (size_t)effort(12, 20, 60);
    options.free = 1u << ROUTH_ROLLOUT_MU | 1u << ROUTH_ROLLOUT_MU_SLIDE | 1u << ROUTH_ROLLOUT_EPS;
    options.surface.eps_slope = truth.surface.eps_slope;
    options.evaluations = (size_t)effort(40, 60, 150);
    options.errors = false;
    fit_generated(&truth, &options, &counts, &estimate);
    assert_near(estimate.value[ROUTH_ROLLOUT_MU], truth.surface.pair.mu, 0.02);
    assert_near(estimate.value[ROUTH_ROLLOUT_MU_SLIDE], truth.surface.mu_slide, 0.04);
    assert_near(estimate.value[ROUTH_ROLLOUT_EPS], truth.surface.pair.eps, 0.04);
    assert_true(estimate.evaluations <= options.evaluations + 16); /* the last step of each part may go on */
}

/* A search that its limit cuts short says so; one of a single parameter comes to its end. */
static void test_ended(void **state) {
    (void)state;
    rollout_truth truth = usual_rollout_truth();
    routh_rollout_options options = routh_rollout_options_default();
    routh_rollout_estimate estimate;
    counted counts = {0};
    truth.tosses = 8;
    options.errors = false;
    options.evaluations = 10; /* one pass over ten parameters takes more */
    fit_generated(&truth, &options, &counts, &estimate);
    assert_false(estimate.ended);
    options.free = 1u << ROUTH_ROLLOUT_MU;
    options.evaluations = 100;
    fit_generated(&truth, &options, &counts, &estimate);
    assert_true(estimate.ended);
    assert_true(estimate.evaluations > 0 && estimate.error_evaluations == 0);
}

/* What no toss can be predicted with is refused, and named: a fit of nothing is no fit. */
static void test_invalid(void **state) {
    (void)state;
    rollout_truth truth = usual_rollout_truth();
    generated_rollouts g;
    routh_rollout_estimate estimate;
    routh_rollout rollouts[4];
    routh_spread3 spreads[4];
    routh_start3 starts[4];
    routh_context context = routh_context_default();
    truth.tosses = 4;
    generate_rollouts(&truth, &g);
    assert_int_equal(routh_dataset3_segment(&context, NULL, &g.dataset), ROUTH_OK);
    assert_int_equal(routh_starts3_of(&context, &g.dataset, &g.world, NULL, starts), ROUTH_OK);
    const char *const field[] = {"step", "mu_slope", "law", "rest_speed", "none of 4 tosses"};
    for (int i = 0; i < 5; i++) {
        routh_rollout_options options = routh_rollout_options_default();
        routh_spread3_options spread = routh_spread3_options_default();
        routh_world3 world = g.world;
        options.errors = false;
        options.evaluations = 10;
        options.free = i == 1 ? options.free & ~(1u << ROUTH_ROLLOUT_MU_SLOPE) : options.free;
        options.run.step = i == 0 ? 5 : options.run.step;
        options.surface.mu_slope = i == 1 ? NAN : 0;
        options.surface.law = i == 2 ? NULL : options.surface.law;
        options.run.rest_speed = i == 3 ? -1 : options.run.rest_speed;
        options.run.most_impacts = i == 4 ? 0 : options.run.most_impacts;
        assert_int_not_equal(routh_rollout_fit(&context, &g.dataset, &options, NULL, &estimate), ROUTH_OK);
        assert_non_null(strstr(context.message, field[i]));
        assert_int_equal(estimate.tosses, 0);
        spread.run = options.run;
        world.surface = options.surface;
        if (i == 4) { /* the world is fine, and each toss says that it could not be predicted */
            assert_int_not_equal(routh_spread3_fit(&context, &g.dataset, &world, starts, NULL, 1, &spread), ROUTH_OK);
            assert_non_null(strstr(context.message, "could not predict any"));
            continue;
        }
        assert_int_not_equal(routh_rollouts_run(&context, &g.dataset, &world, starts, &options.run, rollouts),
                             ROUTH_OK);
        assert_non_null(strstr(context.message, field[i]));
        assert_int_not_equal(routh_spreads3_run(&context, &g.dataset, &world, starts, NULL, &spread, spreads),
                             ROUTH_OK);
        assert_non_null(strstr(context.message, field[i]));
        assert_int_not_equal(routh_spread3_fit(&context, &g.dataset, &world, starts, NULL, 1, &spread), ROUTH_OK);
        assert_non_null(strstr(context.message, field[i]));
    }
    release_rollouts(&g);
}

/* A toss that cannot be predicted leaves nothing that passes for a prediction. */
static void test_lost(void **state) {
    (void)state;
    rollout_truth truth = usual_rollout_truth();
    generated_rollouts g;
    routh_start3 start;
    routh_rollout_apart apart = {.mean = {1, 1}};
    double cost;
    truth.tosses = 1;
    generate_rollouts(&truth, &g);
    assert_int_equal(routh_dataset3_segment(NULL, NULL, &g.dataset), ROUTH_OK);
    assert_int_equal(routh_starts3_of(NULL, &g.dataset, &g.world, NULL, &start), ROUTH_OK);
    assert_null(start.why_not);
    routh_rollout_task task = {.dataset = &g.dataset,
                               .world = g.world,
                               .run = routh_run3_options_default(),
                               .start = &start,
                               .count = 1,
                               .toss = (const size_t[]){0},
                               .cost = &cost,
                               .apart = &apart,
                               .width = 0.1,
                               .horizon = 1,
                               .expected = 1};
    assert_true(routh_rollout_task_cost(&task, NULL) < 0.5);
    assert_true(isfinite(apart.at[0][0][0]) && isfinite(apart.at[ROUTH_ROLLOUT_SEEN - 1][1][2]));
    task.run.most_impacts = 0;
    assert_near(routh_rollout_task_cost(&task, NULL), 1, 0);
    for (int i = 0; i < ROUTH_ROLLOUT_SEEN; i++)
        for (int c = 0; c < 3; c++)
            assert_true(isnan(apart.at[i][0][c]) && isnan(apart.at[i][1][c]));
    release_rollouts(&g);
}

static void *watched_allocate(size_t size, void *user) {
    size_t *largest = user;
    *largest = size > *largest ? size : *largest;
    return malloc(size);
}

static void *watched_reallocate(void *block, size_t size, void *user) {
    (void)user;
    return realloc(block, size);
}

static void watched_release(void *block, void *user) {
    (void)user;
    free(block);
}

/* The line is found whatever a tenth of the impacts says, and for very many impacts in bounded memory. */
static void test_restitution(void **state) {
    (void)state;
    const size_t counts[] = {1, 2, 30, 10000};
    for (int i = 0; i < 4; i++) {
        const size_t count = counts[i];
        double *speed = calloc(count, sizeof *speed), *restitution = calloc(count, sizeof *restitution);
        size_t largest = 0;
        routh_context context = routh_context_default();
        routh_surface3 surface = routh_surface3_default();
        routh_random random = routh_random_seed(5, count);
        for (size_t k = 0; k < count; k++) {
            speed[k] = routh_random_uniform(&random, 0.3, 3);
            restitution[k] = k % 10 == 9 ? routh_random_uniform(&random, 0, 1) : 0.4 - 0.1 * log(speed[k]);
        }
        context.allocate = watched_allocate, context.reallocate = watched_reallocate;
        context.release = watched_release, context.user = &largest;
        assert_int_equal(routh_rollout_restitution_over_speed(&context, speed, restitution, count, &surface), ROUTH_OK);
        if (count > 1) {
            assert_near(surface.eps_slope, -0.1, 0.002);
            assert_near(surface.pair.eps, 0.4, 0.002);
        } else
            assert_near(surface.pair.eps, restitution[0], 1e-15);
        assert_true(largest < 40000000);
        free(speed);
        free(restitution);
    }
}

/* Fewer than 18 tosses make too few groups: errors are unknown, not missing. */
static void test_few(void **state) {
    (void)state;
    rollout_truth truth = usual_rollout_truth();
    routh_rollout_options options = routh_rollout_options_default();
    routh_rollout_estimate estimate;
    counted covered = {.covered = {0}};
    truth.tosses = ROUTH_ROLLOUT_LEAST_MEASURED - 1;
    options.evaluations = 10;
    fit_generated(&truth, &options, &covered, &estimate);
    for (int k = 0; k < ROUTH_ROLLOUT_PARAMETERS; k++) {
        const routh_interval *own = &estimate.interval[k];
        if (options.free >> k & 1)
            assert_true(own->low == -INFINITY && own->high == INFINITY && own->deviation == INFINITY);
        else
            assert_true(isnan(own->low) && isnan(own->high));
    }
}

/* How many of the intervals of 95 % cover, over worlds that differ in everything. */
static void test_coverage(void **state) {
    (void)state;
    const int worlds = effort(0, 1, 40), parameters = 10;
    counted counts = {.covered = {0}};
    size_t all = 0, unknown = 0, near = 0;
    for (int w = 0; w < worlds; w++) {
        rollout_truth truth = usual_rollout_truth();
        routh_rollout_options options = routh_rollout_options_default();
        routh_rollout_estimate estimate;
        routh_random random = routh_random_seed(99, (uint64_t)w);
        truth.seed = 100 + (uint64_t)w;
        truth.tosses = (size_t)effort(18, 18, 40);
        truth.surface.pair.mu = routh_random_uniform(&random, 0.1, 0.4);
        truth.surface.mu_slide = truth.surface.pair.mu * routh_random_uniform(&random, 0.8, 1.4);
        truth.surface.pair.eps = routh_random_uniform(&random, 0.15, 0.5);
        truth.rounding = routh_random_uniform(&random, 0.002, 0.006);
        truth.inertia = routh_random_uniform(&random, 6e-4, 9e-4);
        for (int c = 0; c < 3; c++)
            truth.centre[c] = routh_random_uniform(&random, -0.005, 0.005);
        options.evaluations = (size_t)effort(30, 40, 150);
        fit_generated(&truth, &options, &counts, &estimate);
    }
    for (int k = 0; k < ROUTH_ROLLOUT_PARAMETERS; k++)
        if (worlds > 0 && routh_rollout_options_default().free >> k & 1) {
            print_message("%-10s %zu of %d, %zu unknown, %zu within half a standard error\n",
                          routh_name(&routh_rollout_parameters, k), counts.covered[k], worlds, counts.unknown[k],
                          counts.near[k]);
            all += counts.covered[k], unknown += counts.unknown[k], near += counts.near[k];
            if (worlds >= 20) { /* 90 %, less what chance does to 40; few tosses slide long enough to show a slope */
                assert_true(counts.covered[k] * 100 >= 85 * ((size_t)worlds - counts.unknown[k]));
                assert_true(k == ROUTH_ROLLOUT_MU_SLOPE || counts.unknown[k] * 10 <= (size_t)worlds);
            }
        }
    /* In one world, two in ten is as much as chance leaves out of 95 %. An interval that says nothing does not cover. */
    assert_true(all * 10 >= 8 * (size_t)(worlds * parameters));
    assert_true(unknown * 10 <= (size_t)(worlds * parameters));
    /* Nor may they be too wide: normal errors are within half a standard error in 38 % of all cases. */
    if (worlds >= 20)
        assert_true(near * 100 <= 55 * ((size_t)(worlds * parameters) - unknown));
}

SLOW_SUBJECT(rollout_fit) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parameters),  cmocka_unit_test(test_fold),    cmocka_unit_test(test_recovers),
        cmocka_unit_test(test_ended),       cmocka_unit_test(test_invalid), cmocka_unit_test(test_lost),
        cmocka_unit_test(test_restitution), cmocka_unit_test(test_few),     cmocka_unit_test(test_coverage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
