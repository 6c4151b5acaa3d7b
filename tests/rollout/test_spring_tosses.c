/* Whole tosses of bodies that are no cubes, made by springs in small time steps (spring_tosses.h): identified with intervals
 * that hold, and predicted nearly as well as with the truth.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "rollout/spring_tosses.h"

#include "../subject.h"
#include "effort.h"
#include "rollout/rollout.h"

enum { PARAMETERS = ROUTH_ROLLOUT_PARAMETERS, BODIES = 3 };

static const char *const body_name[BODIES] = {"box", "tetrahedron", "irregular"};

/* A box with no motion but one, a face down. */
static sprung flat_box(const spring_truth *t, double height, double speed) {
    const double down[3] = {0, 0, -1};
    sprung s = spring_start(t, 0);
    memset(s.f.omega, 0, sizeof s.f.omega);
    memset(s.f.velocity, 0, sizeof s.f.velocity);
    body_lay(down, s.f.rotation);
    s.f.position[2] = t->body.offset[5] + height;
    s.f.velocity[0] = speed;
    return s;
}

/* The generator itself: dropped flat, a box gives back e; pushed, it slides v²/2μg far. Slow impacts last so long that gravity
 * takes a part. */
static void test_springs(void **state) {
    (void)state;
    static const double speeds[3] = {0.1, 0.5, 2};
    spring_truth t = usual_springs(box_truth(0.1, 0.1, 0.1, 0.01));
    t.mu_scatter = t.slide_scatter = t.eps_scatter = t.drag = 0;
    for (int n = 0; n < 12; n++) {
        const double speed = speeds[n % 3];
        t.body.pair.eps = 0.2 + 0.2 * (n / 3);
        sprung s = flat_box(&t, speed * speed / (2 * 9.81), 0);
        while (s.f.velocity[2] <= 0 || s.touches[0] + s.touches[1] > 0)
            spring_step(&s, 1);
        assert_true(fabs(s.f.velocity[2] / speed - t.body.pair.eps) < (speed > 0.2 ? 0.002 : 0.03));
    }
    sprung s = flat_box(&t, 0, 0.5);
    const double from = s.f.position[0];
    while (s.still < 0.02)
        spring_step(&s, 1);
    assert_true(fabs((s.f.position[0] - from) / (0.25 / (2 * t.mu_slide * 9.81)) - 1) < 0.01);
}

/* Another body, law, noise and rate with every seed. */
static spring_truth world_of(uint64_t seed) {
    routh_random random = routh_random_seed(seed, 1 << 21);
    const int kind = (int)(seed % BODIES);
    const double rounding = routh_random_uniform(&random, 0.002, 0.006);
    body_truth b = kind == 0   ? box_truth(0.12, routh_random_uniform(&random, 0.07, 0.11), 0.06, rounding)
                   : kind == 1 ? tetrahedron_truth(routh_random_uniform(&random, 0.026, 0.034), rounding)
                               : irregular_truth(seed, 8 + (size_t)seed % 4, rounding);
    double aside[3];
    for (int c = 0; c < 3; c++)
        aside[c] = routh_random_uniform(&random, -0.004, 0.004);
    spring_weigh(&b, aside, routh_random_uniform(&random, 0.9, 1.2));
    spring_truth t = usual_springs(b);
    t.body.seed = seed;
    t.body.pair.mu = routh_random_uniform(&random, 0.12, 0.35);
    t.body.pair.eps = routh_random_uniform(&random, 0.2, 0.5);
    t.mu_slide = t.body.pair.mu * routh_random_uniform(&random, 0.9, 1.4);
    t.body.rate = routh_random_uniform(&random, 150, 240);
    t.body.position_noise = routh_random_uniform(&random, 5e-5, 1e-4);
    t.body.turn_noise = routh_random_uniform(&random, 5e-4, 1.2e-3);
    return t;
}

static double true_value(const spring_truth *t, int parameter) {
    const double(*inertia)[3] = t->body.inertia;
    const double values[PARAMETERS] = {[ROUTH_ROLLOUT_MU] = t->body.pair.mu,
                                       [ROUTH_ROLLOUT_MU_SLIDE] = t->mu_slide,
                                       [ROUTH_ROLLOUT_EPS] = t->body.pair.eps,
                                       [ROUTH_ROLLOUT_ROUNDING] = t->body.rounding,
                                       [ROUTH_ROLLOUT_CENTRE_X] = t->body.centre[0],
                                       [ROUTH_ROLLOUT_CENTRE_Y] = t->body.centre[1],
                                       [ROUTH_ROLLOUT_CENTRE_Z] = t->body.centre[2],
                                       [ROUTH_ROLLOUT_INERTIA] = (inertia[0][0] + inertia[1][1] + inertia[2][2]) / 3,
                                       [ROUTH_ROLLOUT_DRAG] = t->drag};
    return values[parameter]; /* slopes are 0 */
}

typedef struct spring_set {
    spring_truth truth;
    routh_shape3 shape, unused;
    routh_plane3 plane;
    routh_dataset3 dataset;
    routh_world3 world; /* calibrated */
} spring_set;

static void make_set(uint64_t seed, size_t count, spring_set *set) {
    routh_context context = routh_context_default();
    set->truth = world_of(seed);
    set->shape = drawn_shape(&set->truth.body);
    set->dataset = generate_spring_tosses(&set->truth, &set->shape, count);
    if (routh_dataset3_segment(&context, NULL, &set->dataset) != ROUTH_OK)
        fail_msg("%s", context.message);
    assert_int_equal(routh_world3_of_dataset(NULL, &set->dataset, true, &set->unused, &set->plane, &set->world),
                     ROUTH_OK);
}

static void release_set(spring_set *set) {
    routh_dataset3_release(NULL, &set->dataset);
    routh_shape3_release(NULL, &set->shape);
}

/* Fits the first tosses of a set with everything that is free by default. */
static void fit_set(const spring_set *set, size_t count, size_t evaluations, routh_rollout_estimate *estimate) {
    routh_context context = routh_context_default();
    routh_rollout_options options = routh_rollout_options_default();
    bool *use = calloc(set->dataset.trajectory_count, sizeof *use);
    assert_non_null(use);
    for (size_t i = 0; i < count; i++)
        use[i] = true;
    options.evaluations = evaluations;
    if (routh_rollout_fit(&context, &set->dataset, &options, use, estimate) != ROUTH_OK)
        fail_msg("%s", context.message);
    free(use);
}

/* Mean errors of the tosses from one on: share of the width, and rad. */
static void predict_set(const spring_set *set, const routh_world3 *world, size_t from, double error[2]) {
    const size_t all = set->dataset.trajectory_count;
    routh_start3 *starts = calloc(all, sizeof *starts);
    routh_rollout *rollouts = calloc(all, sizeof *rollouts);
    double count = 0;
    assert_true(starts && rollouts);
    assert_int_equal(routh_starts3_of(NULL, &set->dataset, world, NULL, starts), ROUTH_OK);
    assert_int_equal(routh_rollouts_run(NULL, &set->dataset, world, starts, NULL, rollouts), ROUTH_OK);
    error[0] = error[1] = 0;
    for (size_t i = from; i < all; i++)
        if (!rollouts[i].why_not) {
            error[0] += rollouts[i].error.position / routh_rollout_width(&set->dataset);
            error[1] += rollouts[i].error.rotation;
            count++;
        }
    assert_true(count >= 0.8 * (double)(all - from));
    for (int k = 0; k < 2; k++)
        error[k] /= count;
    routh_rollouts_release(NULL, rollouts, all);
    free(starts);
    free(rollouts);
}

static routh_world3 true_world(const spring_set *set) {
    routh_world3 world = set->world;
    world.surface.pair = set->truth.body.pair;
    world.surface.mu_slide = set->truth.mu_slide;
    world.rounding = set->truth.body.rounding;
    world.drag = set->truth.drag;
    memcpy(world.centre, set->truth.body.centre, sizeof world.centre);
    memcpy(world.inertia, set->truth.body.inertia, sizeof world.inertia);
    return world;
}

/* Which of the fitted parameters' intervals hold the truth, and a line about them. */
static void judge(const spring_set *set, const routh_rollout_estimate *estimate, int held[PARAMETERS],
                  int asked[PARAMETERS]) {
    for (int k = 0; k < PARAMETERS; k++) {
        const double truth = true_value(&set->truth, k);
        const routh_interval *interval = &estimate->interval[k];
        if (!(estimate->free >> k & 1))
            continue;
        print_message(" %s %.4g (%.4g, off by %.1f errors)", routh_name(&routh_rollout_parameters, k),
                      estimate->value[k], truth, (estimate->value[k] - truth) / interval->deviation);
        asked[k]++;
        held[k] += interval->low <= truth && truth <= interval->high;
    }
    print_message("\n");
}

/* Each kind of body (in check another one with each commit): what is fitted to some tosses predicts others nearly as well as the truth does, whose own error comes from
 * the starts and from friction that differs at every contact. */
static void test_identified(void **state) {
    (void)state;
    const size_t count = (size_t)effort(8, 16, 40), others = (size_t)effort(4, 6, 20);
    int held[PARAMETERS] = {0}, asked[PARAMETERS] = {0}, all = 0, right = 0;
    for (uint64_t n = 0; n < BODIES; n++) {
        if (!in_slice((long)n, BODIES))
            continue;
        spring_set set;
        routh_rollout_estimate estimate;
        double fitted[2], floor[2];
        make_set(30 + n, count + others, &set);
        fit_set(&set, count, (size_t)effort(60, 60, 150), &estimate);
        routh_world3 world = set.world, truth = true_world(&set);
        routh_rollout_apply(&estimate, &world, NULL);
        predict_set(&set, &world, count, fitted);
        predict_set(&set, &truth, count, floor);
        print_message("%s: held out %.1f %% and %.1f°, with the truth %.1f %% and %.1f°;", body_name[n],
                      100 * fitted[0], 57.3 * fitted[1], 100 * floor[0], 57.3 * floor[1]);
        judge(&set, &estimate, held, asked);
        assert_true(fabs(estimate.value[ROUTH_ROLLOUT_MU] - set.truth.body.pair.mu) < 0.03);
        assert_true(fabs(estimate.value[ROUTH_ROLLOUT_EPS] - set.truth.body.pair.eps) < 0.05);
        assert_true(fitted[0] + fitted[1] < 1.5 * (floor[0] + floor[1]) + 0.15);
        release_set(&set);
    }
    for (int k = 0; k < PARAMETERS; k++)
        all += asked[k], right += held[k];
    print_message("%d of %d intervals hold the truth\n", right, all);
    assert_true(count < 16 || right >= 0.8 * all);
}

/* Without enough single impacts to begin with, friction and restitution far from the default are found as well: this world
 * was predicted with an error of 58 % of the width before, 10 % with the truth. */
static void test_few_impacts(void **state) {
    (void)state;
    spring_set set;
    routh_rollout_estimate estimate;
    routh_rollout_options options = routh_rollout_options_default();
    make_set(3002, 10, &set);
    assert_true(routh_dataset3_used(&set.dataset, NULL) < 8);
    options.free = 1u << ROUTH_ROLLOUT_MU | 1u << ROUTH_ROLLOUT_EPS;
    options.evaluations = 20;
    options.errors = false;
    assert_int_equal(routh_rollout_fit(NULL, &set.dataset, &options, NULL, &estimate), ROUTH_OK);
    print_message("mu %.4f of %.4f, eps %.4f of %.4f\n", estimate.value[ROUTH_ROLLOUT_MU], set.truth.body.pair.mu,
                  estimate.value[ROUTH_ROLLOUT_EPS], set.truth.body.pair.eps);
    assert_true(fabs(estimate.value[ROUTH_ROLLOUT_MU] - set.truth.body.pair.mu) < 0.03);
    assert_true(fabs(estimate.value[ROUTH_ROLLOUT_EPS] - set.truth.body.pair.eps) < 0.08);
    release_set(&set);
}

/* Intervals of 95 % over many worlds. ROUTH_EFFORT=soak. */
static void test_intervals(void **state) {
    (void)state;
    const uint64_t worlds = (uint64_t)effort(0, 0, 60);
    int held[PARAMETERS] = {0}, asked[PARAMETERS] = {0}, all = 0, right = 0;
    for (uint64_t n = 0; n < worlds; n++) {
        spring_set set;
        routh_rollout_estimate estimate;
        make_set(1000 + n, 30, &set);
        fit_set(&set, 30, 100, &estimate);
        print_message("%s %d:", body_name[(1000 + n) % BODIES], (int)n);
        judge(&set, &estimate, held, asked);
        release_set(&set);
    }
    for (int k = 0; k < PARAMETERS; k++)
        if (asked[k] > 0) {
            print_message("%-10s %d of %d\n", routh_name(&routh_rollout_parameters, k), held[k], asked[k]);
            all += asked[k], right += held[k];
        }
    print_message("%d of %d intervals hold the truth\n", right, all);
    assert_true(right >= 0.9 * all);
}

SLOW_SUBJECT(spring_tosses) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_springs),
        cmocka_unit_test(test_identified),
        cmocka_unit_test(test_few_impacts),
        cmocka_unit_test(test_intervals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
