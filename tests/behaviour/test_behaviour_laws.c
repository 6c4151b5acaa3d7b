/* Simulations with known laws are named rightly, from their trajectories alone; a soft ground of Hunt and Crossley, integrated
 * in the test, has a restitution that falls with speed.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <routh/behaviour.h>

#include "../cases/soft_drops.h"
#include "../effort.h"
#include "../subject.h"

static routh_context context;

/* Only the trajectories: what a simulator's output has. */
static void forget_records(routh_dataset *dataset) {
    free(dataset->record);
    dataset->record = NULL;
    dataset->count = 0;
}

static routh_behaviour judge_drops(routh_dataset *dataset) {
    routh_behaviour_options options = routh_behaviour_options_default();
    routh_segment_options segmentation = routh_segment_options_default();
    routh_behaviour behaviour;
    segmentation.soft = true;
    segmentation.calibrate = false;
    options.resamples = 0;
    assert_int_equal(routh_dataset_segment(&context, &segmentation, dataset), ROUTH_OK);
    assert_int_equal(routh_behaviour_of_dataset(&context, dataset, NULL, &options, &behaviour), ROUTH_OK);
    return behaviour;
}

/* Shapes that no constant was chosen on. */
static routh_shape shape_of(uint64_t seed) {
    routh_random random = routh_random_seed(seed, 9);
    if (seed % 3 == 0)
        return routh_shape_ellipse(routh_random_uniform(&random, 0.03, 0.06),
                                   routh_random_uniform(&random, 0.015, 0.028));
    return soft_box(routh_random_uniform(&random, 0.05, 0.12), routh_random_uniform(&random, 0.03, 0.05));
}

static routh_dataset drops_of(const routh_law *law, uint64_t seed) {
    routh_world_generator drops = routh_world_generator_default();
    routh_random random = routh_random_seed(seed, 5);
    const routh_half_plane ground = {.mu = routh_random_uniform(&random, 0.1, 0.4),
                                     .eps = routh_random_uniform(&random, 0.3, 0.8)};
    routh_dataset dataset;
    drops.world.plane = &ground;
    drops.world.body = (routh_body){.shape = shape_of(seed), .mass = 0.3};
    drops.world.body.inertia = 0.3 * routh_shape_gyration_squared(&drops.world.body.shape);
    drops.run.law = law;
    for (int d = 0; d < law->parameter_count; d++)
        drops.run.parameters[d] = law->parameter[d].initial;
    drops.run.parameters[routh_law_parameter(law, "mu")] = ground.mu;
    drops.run.parameters[routh_law_parameter(law, "eps")] = ground.eps;
    drops.run.rate = 1000;
    drops.run.duration = 0.4;
    drops.count = (size_t)effort(20, 30, 60);
    drops.seed = seed;
    assert_int_equal(routh_world_generate(&context, &drops, &dataset), ROUTH_OK);
    forget_records(&dataset);
    return dataset;
}

/* The row of a law in the table of confusion: how often each law was named. */
static void names_planar_laws(void **state) {
    const uint64_t seeds = (uint64_t)effort(1, 1, 30);
    size_t right = 0, all = 0, kinds = 0;
    (void)state;
    for (size_t l = 0; l < routh_law_count(); l++) {
        const routh_law *law = routh_law_at(l);
        if (!(law->traits & ROUTH_LAW_OF_SIX))
            continue;
        printf("%-18s", law->name);
        for (uint64_t seed = 1; seed <= seeds; seed++) {
            routh_dataset dataset = drops_of(law, seed);
            routh_behaviour behaviour = judge_drops(&dataset);
            assert_true(behaviour.best < behaviour.law_count);
            const routh_behaviour_law *best = &behaviour.law[behaviour.best];
            const bool named = strcmp(best->name, law->name) == 0;
            right += named;
            kinds += behaviour.has_kind && behaviour.kind == law->restitution;
            all++;
            printf(" %s%s", best->name, named ? "" : "(!)");
            routh_behaviour_release(NULL, &behaviour);
            routh_dataset_release(NULL, &dataset);
        }
        printf("\n");
    }
    printf("%zu of %zu simulations named rightly, restitution of %zu\n", right, all, kinds);
    assert_true(20 * right >= 19 * all);
    assert_true(5 * kinds >= 4 * all);
}

static routh_dataset3 tosses_of(const routh_law3 *law, const routh_shape3 *shape, uint64_t seed) {
    routh_world3_generator tosses = routh_world3_generator_default();
    routh_random random = routh_random_seed(seed, 3);
    const routh_plane3 ground = {.normal = {0, 0, 1}};
    routh_dataset3 dataset;
    tosses.world = routh_world3_of(shape, 0.4);
    tosses.world.plane = &ground;
    tosses.world.plane_count = 1;
    tosses.world.surface.law = law;
    tosses.world.surface.pair = (routh_pair){.mu = routh_random_uniform(&random, 0.15, 0.6),
                                             .eps = routh_random_uniform(&random, 0.3, 0.8),
                                             .eta2 = routh_random_uniform(&random, 0.8, 1.6)};
    tosses.run.rate = 1000;
    tosses.run.duration = 0.5;
    tosses.count = (size_t)effort(14, 14, 60);
    tosses.seed = seed;
    assert_int_equal(routh_world3_generate(&context, &tosses, &dataset), ROUTH_OK);
    return dataset;
}

static void names_laws_in_space(void **state) {
    static const char *const laws[] = {"frictionless", "rigid", "compliant"};
    const uint64_t seeds = (uint64_t)effort(1, 1, 20);
    const double sides[3] = {0.1, 0.07, 0.05};
    size_t right = 0, all = 0;
    routh_shape3 shape;
    (void)state;
    assert_int_equal(routh_shape3_box(&context, sides, &shape), ROUTH_OK);
    for (size_t l = 0; l < 3; l++)
        for (uint64_t seed = 1; seed <= seeds; seed++) {
            routh_dataset3 dataset = tosses_of(routh_law3_find(NULL, laws[l]), &shape, seed);
            routh_segment3_options segmentation = routh_segment3_options_default();
            routh_behaviour behaviour;
            segmentation.soft = true;
            segmentation.calibrate = false;
            assert_int_equal(routh_dataset3_segment(&context, &segmentation, &dataset), ROUTH_OK);
            assert_int_equal(routh_behaviour_of_dataset3(&context, &dataset, NULL, NULL, &behaviour), ROUTH_OK);
            assert_true(behaviour.best < behaviour.law_count);
            const char *name = behaviour.law[behaviour.best].name;
            printf("%s, %zu impacts: %s, error %.2g, %zu alike\n", laws[l], behaviour.count, name,
                   behaviour.law[behaviour.best].error, behaviour.alike);
            right += strcmp(name, laws[l]) == 0;
            all++;
            routh_behaviour_release(NULL, &behaviour);
            routh_dataset3_release(NULL, &dataset);
        }
    routh_shape3_release(NULL, &shape);
    printf("%zu of %zu named rightly\n", right, all);
    assert_int_equal(right, all);
}

/* The curve against the truth of single drops, whose velocities the test knows. */
static void finds_restitution_that_falls(void **state) {
    const soft_ground ground = {.stiffness = 3e5, .dissipation = 0.35, .mu = 0.2};
    enum { DROPS = 120 };
    static soft_truth truth[DROPS];
    routh_dataset dataset = soft_drops(&ground, 1000, DROPS, 0.3, 3, 5, truth);
    routh_behaviour behaviour = judge_drops(&dataset);
    double most = 0;
    size_t compared = 0;
    (void)state;
    for (size_t i = 0; i < behaviour.count; i++) {
        const routh_record *record = &dataset.record[behaviour.impact[i].source];
        const soft_truth *one = &truth[record->trajectory];
        if (!one->alone || fabs(-one->before - behaviour.impact[i].speed) > 0.01 * behaviour.impact[i].speed)
            continue; /* a later contact of that drop */
        most = fmax(most, fabs(behaviour.impact[i].eps[ROUTH_NEWTON] + one->after / one->before));
        compared++;
    }
    printf("%zu impacts, slope %.3f ± %.3f; single ones off by %.4f at most; lasting %.2g s\n", behaviour.count,
           behaviour.eps_slope, behaviour.eps_slope_error, most, behaviour.lasted);
    assert_true(compared >= 40);
    assert_true(most < 0.01);
    assert_true(behaviour.eps_slope < -5 * behaviour.eps_slope_error);
    assert_true(behaviour.lasted > 1e-3 && behaviour.lasted < 5e-3);
    assert_int_equal(behaviour.gains, 0);
    routh_behaviour_release(NULL, &behaviour);
    routh_dataset_release(NULL, &dataset);
}

/* None, one, and only rest: no failure, and the verdict says so. */
static void says_what_is_missing(void **state) {
    const soft_ground ground = {.stiffness = 3e5, .dissipation = 0.35, .mu = 0.2};
    soft_truth truth[1];
    (void)state;
    for (int way = 0; way < 2; way++) {
        routh_dataset dataset = soft_drops(&ground, 1000, 1, 1, 1, 5, truth);
        for (size_t i = 0; way == 1 && i < dataset.trajectory[0].count; i++) { /* at rest on an edge */
            dataset.trajectory[0].x[i] = 0;
            dataset.trajectory[0].y[i] = 0.03;
            dataset.trajectory[0].theta[i] = 0;
        }
        routh_behaviour behaviour = judge_drops(&dataset);
        assert_int_equal(behaviour.count, way == 0 ? 1 : 0);
        assert_int_equal(behaviour.best, behaviour.law_count);
        assert_int_equal(behaviour.findings.finding[0].kind, ROUTH_NOT_DETERMINED);
        printf("%s\n", behaviour.findings.finding[0].text);
        routh_behaviour_release(NULL, &behaviour);
        routh_dataset_release(NULL, &dataset);
    }
}

static void refuses_options(void **state) {
    routh_dataset dataset = {.count = 0};
    routh_behaviour behaviour;
    routh_behaviour_options options = routh_behaviour_options_default();
    (void)state;
    options.bins = ROUTH_BEHAVIOUR_BINS + 1;
    assert_int_not_equal(routh_behaviour_of_dataset(&context, &dataset, NULL, &options, &behaviour), ROUTH_OK);
    options = routh_behaviour_options_default();
    options.gain = NAN;
    assert_int_not_equal(routh_behaviour_of_dataset(&context, &dataset, NULL, &options, &behaviour), ROUTH_OK);
}

SLOW_SUBJECT(behaviour_laws) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_planar_laws),
        cmocka_unit_test(names_laws_in_space),
        cmocka_unit_test(finds_restitution_that_falls),
        cmocka_unit_test(says_what_is_missing),
        cmocka_unit_test(refuses_options),
    };
    context = routh_context_default();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
