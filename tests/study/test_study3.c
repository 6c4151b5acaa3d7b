/* Laws compared on tosses whose truth is known: the truth is found, and the laws are ranked as it demands.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../segment/generated_tosses.h"

#include "../effort.h"
#include "../ledger.h"
#include "../on_threads.h"
#include "../subject.h"
#include "base/context.h"

enum { TOSSES = 90, DRAWS = 4 };

/* Tosses of a world; errors of estimates fall with the root of the count. */
static size_t tosses(void) {
    return effort((size_t)40, (size_t)40, (size_t)TOSSES);
}

/* Where nothing is estimated. */
static size_t few(void) {
    return effort((size_t)20, (size_t)20, (size_t)36);
}

static double near(double at_all) {
    return at_all * sqrt(TOSSES / (double)tosses());
}

/* The contestants: the mean, the laws in the order of the registry, the floor. */
enum { MEAN, FRICTIONLESS, RIGID, COMPLIANT, FLOOR };

/* Segments, calibrates and compares. `law`: the one that gets intervals; NULL: all. */
static routh_study3 compare(const toss_truth *t, size_t count, const char *law, routh_dataset3 *dataset) {
    routh_context context = routh_context_default();
    *dataset = generate_tosses(t, count, NULL);
    routh_study3_options options = routh_study3_options_default();
    options.resamples = effort(2, 2, DRAWS);
    options.law = law ? routh_law3_find(NULL, law) : NULL;
    routh_study3 study;
    if (routh_dataset3_segment(&context, NULL, dataset) != ROUTH_OK ||
        routh_study3_run(&context, dataset, &options, &study) != ROUTH_OK)
        fail_msg("%s", context.message);
    assert_true(study.compared);
    assert_int_equal(study.contestant_count, FLOOR + 1);
    assert_true(study.rigid == RIGID && study.compliant == COMPLIANT && study.floor == FLOOR);
    const routh_law3_study *r = &study.contestant[RIGID], *c = &study.contestant[COMPLIANT];
    print_message("%zu impacts: rigid %.4f m/s, e %.4f, mu %.4f; compliant %.4f m/s, e %.4f, mu %.4f, eta2 %.3f; floor "
                  "%.4f; sticking %.2f\n",
                  study.count, r->error, r->fit.parameters[0], r->fit.parameters[1], c->error, c->fit.parameters[0],
                  c->fit.parameters[1], c->fit.parameters[2], study.contestant[FLOOR].error, study.sticking);
    return study;
}

static void release(routh_dataset3 *dataset, routh_study3 *study) {
    routh_study3_release(NULL, study);
    routh_dataset3_release(NULL, dataset);
}

/* Each impact with the motion after of the next: the mean is as good as any law then. */
static void answers_of_others_are_explained_by_none(void **state) {
    (void)state;
    const toss_truth t = usual_truth();
    routh_dataset3 dataset;
    routh_study3 study = compare(&t, tosses() / 2, "rigid", &dataset), other;
    routh_study3_options options = routh_study3_options_default();
    options.resamples = 2;
    options.law = routh_law3_find(NULL, "rigid");
    assert_int_equal(study.standing, ROUTH_STANDING_SOUND);
    for (size_t i = 0, before = dataset.count; i < dataset.count; i++) {
        if (dataset.record[i].reasons != 0)
            continue;
        if (before < dataset.count)
            dataset.record[before].after = dataset.record[i].after;
        before = i;
    }
    assert_int_equal(routh_study3_run(NULL, &dataset, &options, &other), ROUTH_OK);
    print_message("mean %.3f, rigid %.3f, compliant %.3f m/s\n", other.contestant[MEAN].error,
                  other.contestant[RIGID].error, other.contestant[COMPLIANT].error);
    assert_int_equal(other.standing, ROUTH_STANDING_NONE);
    assert_non_null(strstr(other.conclusion.finding[0].text, "No law explains"));
    routh_study3_release(NULL, &other);
    release(&dataset, &study);
}

/* No point impulse does better than the floor, in any impact; and what is left to it is the recording's noise. */
static void check_floor(const routh_study3 *study) {
    for (size_t i = 0; i < study->count; i++) {
        const routh_case3 *one = &study->cases[i];
        for (int law = FRICTIONLESS; law <= COMPLIANT; law++)
            assert_true(one->error[FLOOR] <= one->error[law] + 1e-12);
        assert_true(one->error[FLOOR] < 0.03);
        for (int k = MEAN; k <= FLOOR; k++)
            assert_true(fabs(one->error[k] - routh_sample3_error(&study->sample[i], &one->predicted[k])) < 1e-12);
    }
}

/* Every toss is in one half only, and both are about as large. */
static void check_halves(const routh_study3 *study) {
    int half_of[TOSSES];
    size_t size[2] = {0, 0};
    memset(half_of, -1, sizeof half_of);
    for (size_t i = 0; i < study->count; i++) {
        const size_t toss = study->dataset->record[study->sample[i].record].trajectory;
        const int half = study->cases[i].half;
        assert_true(half_of[toss] == -1 || half_of[toss] == half);
        size[half] += half_of[toss] == -1;
        half_of[toss] = half;
    }
    assert_int_equal(size[0], study->trajectory_count / 2);
    assert_int_equal(size[0] + size[1], study->trajectory_count);
}

/* A compliant cube that often sticks: all three parameters come back, and the rigid law does worse on tosses that
 * neither was fitted to. */
static void test_compliant_truth(void **state) {
    (void)state;
    toss_truth t = usual_truth();
    t.pair = (routh_pair){.mu = 0.5, .eps = 0.4, .eta2 = 1.2};
    routh_dataset3 dataset;
    routh_study3 all = compare(&t, tosses(), "compliant", &dataset);
    const routh_law3_study *rigid = &all.contestant[RIGID], *compliant = &all.contestant[COMPLIANT];
    assert_true(fabs(compliant->fit.parameters[0] - t.pair.eps) < near(0.01));
    assert_true(fabs(compliant->fit.parameters[1] - t.pair.mu) < near(0.01));
    assert_true(fabs(compliant->fit.parameters[2] / t.pair.eta2 - 1) < near(0.05));
    assert_int_equal(compliant->fit.flags, 0);
    assert_true(compliant->error < 0.02 && compliant->error < rigid->error / 3);
    assert_true(compliant->above_rigid.high < 0);
    assert_true(compliant->interval[2].low < compliant->interval[2].high && compliant->interval[2].deviation > 0);
    assert_true(all.contestant[FRICTIONLESS].error > rigid->error);
    assert_true(all.contestant[MEAN].error > all.contestant[FRICTIONLESS].error);
    check_floor(&all);
    check_halves(&all);
    release(&dataset, &all);
}

/* A rigid cube: its two parameters come back, and compliance is told to be small, with nothing gained by it. */
static void test_rigid_truth(void **state) {
    (void)state;
    toss_truth t = usual_truth();
    t.rigid = 1;
    t.pair = (routh_pair){.mu = 0.3, .eps = 0.3, .eta2 = 1};
    routh_dataset3 dataset;
    routh_study3 all = compare(&t, tosses(), "rigid", &dataset);
    const routh_law3_study *rigid = &all.contestant[RIGID], *compliant = &all.contestant[COMPLIANT];
    assert_true(fabs(rigid->fit.parameters[0] - t.pair.eps) < near(0.01));
    assert_true(fabs(rigid->fit.parameters[1] - t.pair.mu) < near(0.01));
    assert_true(rigid->error < 0.02);
    assert_true(compliant->error > 0.98 * rigid->error);
    assert_true(compliant->fit.parameters[2] < 0.03);
    assert_true(all.sticking > 0.05);
    check_floor(&all);
    release(&dataset, &all);
}

/* What calibration adds to the errors of parameters: without it, the same tosses claim less. Only the law that is asked for
 * gets intervals. */
static void test_calibration_in_intervals(void **state) {
    (void)state;
    toss_truth t = usual_truth();
    t.rigid = 1;
    t.rounding = 0.003;
    t.position_noise = 1e-4;
    routh_dataset3 dataset = generate_tosses(&t, few(), NULL);
    routh_study3_options options = routh_study3_options_default();
    options.resamples = effort(12, 12, 200);
    options.law = routh_law3_find(NULL, "rigid");
    double deviation[2][2];
    for (int given = 0; given < 2; given++) {
        routh_study3 study;
        const routh_calibration3 calibration = dataset.calibration;
        routh_segment3_options segmentation = routh_segment3_options_default();
        segmentation.calibration = given ? &calibration : NULL;
        options.segmentation = &segmentation;
        assert_int_equal(routh_dataset3_segment(NULL, &segmentation, &dataset), ROUTH_OK);
        assert_int_equal(routh_study3_run(NULL, &dataset, &options, &study), ROUTH_OK);
        for (int d = 0; d < 2; d++) {
            const routh_interval *interval = &study.contestant[RIGID].interval[d];
            deviation[given][d] = interval->deviation;
            assert_true(interval->low < study.contestant[RIGID].fit.parameters[d]);
            assert_true(interval->high > study.contestant[RIGID].fit.parameters[d]);
        }
        assert_true(isnan(study.contestant[COMPLIANT].interval[0].low));
        assert_true(study.contestant[COMPLIANT].fit.parameters[0] > 0);
        routh_study3_release(NULL, &study);
    }
    print_message("errors of e and mu %.5f, %.5f; with a given calibration %.5f, %.5f\n", deviation[0][0],
                  deviation[0][1], deviation[1][0], deviation[1][1]);
    assert_true(hypot(deviation[0][0], deviation[0][1]) > 1.1 * hypot(deviation[1][0], deviation[1][1]));
    routh_dataset3_release(NULL, &dataset);
}

/* The same bits for any number of threads. */
static void test_threads(void **state) {
    (void)state;
    if (!has_threads())
        skip();
    const toss_truth t = usual_truth();
    const int threads = omp_get_max_threads();
    routh_dataset3 dataset[2];
    routh_study3 all[2];
    for (int run = 0; run < 2; run++) {
        omp_set_num_threads(run == 0 ? 1 : 3);
        all[run] = compare(&t, few(), NULL, &dataset[run]);
    }
    omp_set_num_threads(threads);
    assert_memory_equal(all[0].contestant, all[1].contestant, sizeof all[0].contestant);
    assert_int_equal(all[0].count, all[1].count);
    assert_memory_equal(all[0].cases, all[1].cases, all[0].count * sizeof *all[0].cases);
    for (int run = 0; run < 2; run++)
        release(&dataset[run], &all[run]);
}

static int stop_halfway(const char *what, double fraction, void *user) {
    (void)user;
    return strcmp(what, "bootstrap") == 0 && fraction > 0.3;
}

/* Groups of tosses: every number that has an error, each group by itself, and the whole as without them. */
static void test_groups(void **state) {
    (void)state;
    const toss_truth t = usual_truth();
    routh_dataset3 dataset = generate_tosses(&t, few(), NULL);
    routh_study3_options options = {.resamples = DRAWS, .seed = 1, .split = 2};
    routh_study3 study;
    assert_int_equal(routh_dataset3_segment(NULL, NULL, &dataset), ROUTH_OK);
    assert_int_equal(routh_study3_run(NULL, &dataset, &options, &study), ROUTH_OK);
    assert_int_equal(study.split.groups, 2);
    assert_int_equal(study.split.least, few() / 2);
    assert_string_equal(study.split.units, "tosses");
    assert_string_equal(study.split.number[0].name, "scale");
    for (int order = 0; order < ROUTH_SPLIT_ORDERS; order++) {
        assert_int_equal(study.split.number[0].groups[order], 2);
        assert_true(fabs(study.split.number[0].mean[order] - 1) < 0.01);
        assert_true(isfinite(study.split.ratio[order]));
    }
    routh_study3_release(NULL, &study);
    options.split = few();
    assert_int_equal(routh_study3_run(NULL, &dataset, &options, &study), ROUTH_BAD_ARGUMENT);
    routh_dataset3_release(NULL, &dataset);
}

/* Too few impacts to compare laws on, and a caller who has had enough. */
static void test_refusals(void **state) {
    (void)state;
    const toss_truth t = usual_truth();
    routh_context context = routh_context_default();
    routh_dataset3 dataset = generate_tosses(&t, few(), NULL);
    routh_study3 study;
    const size_t all = dataset.trajectory_count;
    dataset.trajectory_count = 6;
    assert_int_equal(routh_dataset3_segment(&context, NULL, &dataset), ROUTH_OK);
    assert_int_equal(routh_study3_run(&context, &dataset, NULL, &study), ROUTH_OK);
    assert_false(study.compared);
    assert_non_null(strstr(study.why_not, "cannot be compared"));
    assert_null(study.cases);
    assert_int_equal(routh_study3_write(&context, &study, routh_io_file(stdout, "picture.svg")), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "cannot be compared"));
    routh_study3_release(NULL, &study);

    dataset.trajectory_count = all;
    const routh_study3_options few = {.resamples = 20, .seed = 1};
    context.progress = stop_halfway;
    assert_int_equal(routh_dataset3_segment(&context, NULL, &dataset), ROUTH_OK);
    assert_int_equal(routh_study3_run(&context, &dataset, &few, &study), ROUTH_CANCELLED);
    assert_null(study.sample);
    routh_dataset3_release(NULL, &dataset);
}

/* Whichever allocation fails, nothing is left behind. */
static void test_out_of_memory(void **state) {
    (void)state;
    const toss_truth t = usual_truth();
    routh_dataset3 dataset = generate_tosses(&t, 4, NULL);
    const routh_study3_options options = {.resamples = 2, .seed = 1};
    routh_status status = ROUTH_OUT_OF_MEMORY;
    int budget = 0;
    for (; status == ROUTH_OUT_OF_MEMORY && budget < 100; budget++) {
        ledger book = {.budget = budget};
        routh_context context = context_with(&book);
        routh_dataset3 copy = dataset;
        routh_study3 study;
        status = routh_dataset3_segment(&context, NULL, &copy);
        if (status == ROUTH_OK) {
            status = routh_study3_run(&context, &copy, &options, &study);
            if (status == ROUTH_OK) {
                assert_false(study.compared); /* too few */
                routh_study3_release(&context, &study);
            }
            context.release(copy.record, context.user);
        }
        assert_int_equal(book.blocks, 0);
    }
    assert_int_equal(status, ROUTH_OK);
    assert_true(budget > 8);
    routh_dataset3_release(NULL, &dataset);
}

SLOW_SUBJECT(study3) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_of_others_are_explained_by_none),
        cmocka_unit_test(test_compliant_truth),
        cmocka_unit_test(test_rigid_truth),
        cmocka_unit_test(test_calibration_in_intervals),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
