/* Laws compared on tosses whose truth is known: the truth is found, and the laws are ranked as it demands.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "generated_tosses.h"

#include <omp.h>

#include "../ledger.h"

enum { TOSSES = 90, FEW = 36, DRAWS = 4 };

/* Segments, calibrates and compares. */
static routh_toss_comparison compare(const toss_truth *t, size_t count, routh_toss_impacts *impacts) {
    routh_context context = routh_context_default();
    routh_tosses tosses = generate_tosses(t, count, NULL);
    routh_toss_options options = routh_toss_options_default();
    options.draws = DRAWS;
    routh_toss_comparison comparison;
    if (routh_toss_segment(&context, &tosses, &options, impacts) != ROUTH_OK ||
        routh_toss_compare(&context, impacts, &options, &comparison) != ROUTH_OK)
        fail_msg("%s", context.message);
    routh_tosses_release(NULL, &tosses);
    const routh_toss_result *r = &comparison.result[ROUTH_TOSS_RIGID], *c = &comparison.result[ROUTH_TOSS_COMPLIANT];
    print_message("%zu impacts: rigid %.4f m/s, e %.4f, mu %.4f; compliant %.4f m/s, e %.4f, mu %.4f, eta2 %.3f; floor "
                  "%.4f; sticking %.2f\n",
                  comparison.count, r->error, r->parameters[0], r->parameters[1], c->error, c->parameters[0],
                  c->parameters[1], c->parameters[2], comparison.result[ROUTH_TOSS_FLOOR].error, comparison.sticking);
    return comparison;
}

static void release(routh_toss_impacts *impacts, routh_toss_comparison *comparison) {
    routh_toss_comparison_release(NULL, comparison);
    routh_toss_impacts_release(NULL, impacts);
}

/* No point impulse does better than the floor, in any impact; and what is left to it is the recording's noise. */
static void check_floor(const routh_toss_impacts *impacts, const routh_toss_comparison *comparison) {
    for (size_t i = 0; i < comparison->count; i++) {
        const routh_toss_case *one = &comparison->cases[i];
        const routh_toss_impact *impact = &impacts->impact[one->impact];
        for (int law = ROUTH_TOSS_FRICTIONLESS; law <= ROUTH_TOSS_COMPLIANT; law++)
            assert_true(one->error[ROUTH_TOSS_FLOOR] <= one->error[law] + 1e-12);
        assert_true(one->error[ROUTH_TOSS_FLOOR] < 0.03);
        for (int law = 0; law < ROUTH_TOSS_LAW_COUNT; law++)
            assert_true(fabs(one->error[law] - routh_toss_error(impacts, &one->predicted[law], &impact->after)) <
                        1e-12);
    }
}

/* Every toss is in one half only, and both are about as large. */
static void check_halves(const routh_toss_impacts *impacts, const routh_toss_comparison *comparison) {
    int half_of[TOSSES];
    size_t tosses[2] = {0, 0};
    memset(half_of, -1, sizeof half_of);
    for (size_t i = 0; i < comparison->count; i++) {
        const size_t toss = impacts->impact[comparison->cases[i].impact].toss;
        const int half = comparison->cases[i].half;
        assert_true(half_of[toss] == -1 || half_of[toss] == half);
        tosses[half] += half_of[toss] == -1;
        half_of[toss] = half;
    }
    assert_int_equal(tosses[0], comparison->tosses / 2);
    assert_int_equal(tosses[0] + tosses[1], comparison->tosses);
}

/* A compliant cube that often sticks: all three parameters come back, and the rigid law does worse on tosses that
 * neither was fitted to. */
static void test_compliant_truth(void **state) {
    (void)state;
    toss_truth t = usual_truth();
    t.pair = (routh_pair){.mu = 0.5, .eps = 0.4, .eta2 = 1.2};
    routh_toss_impacts impacts;
    routh_toss_comparison all = compare(&t, TOSSES, &impacts);
    const routh_toss_result *rigid = &all.result[ROUTH_TOSS_RIGID], *compliant = &all.result[ROUTH_TOSS_COMPLIANT];
    assert_true(fabs(compliant->parameters[0] - t.pair.eps) < 0.01);
    assert_true(fabs(compliant->parameters[1] - t.pair.mu) < 0.01);
    assert_true(fabs(compliant->parameters[2] / t.pair.eta2 - 1) < 0.05);
    assert_int_equal(compliant->flags, 0);
    assert_true(compliant->error < 0.02 && compliant->error < rigid->error / 3);
    assert_true(compliant->above_rigid.high < 0);
    assert_true(compliant->interval[2].low < compliant->interval[2].high && compliant->interval[2].deviation > 0);
    assert_true(all.result[ROUTH_TOSS_FRICTIONLESS].error > rigid->error);
    assert_true(all.result[ROUTH_TOSS_MEAN].error > all.result[ROUTH_TOSS_FRICTIONLESS].error);
    check_floor(&impacts, &all);
    check_halves(&impacts, &all);
    release(&impacts, &all);
}

/* A rigid cube: its two parameters come back, and compliance is told to be small, with nothing gained by it. */
static void test_rigid_truth(void **state) {
    (void)state;
    toss_truth t = usual_truth();
    t.rigid = 1;
    t.pair = (routh_pair){.mu = 0.3, .eps = 0.3, .eta2 = 1};
    routh_toss_impacts impacts;
    routh_toss_comparison all = compare(&t, TOSSES, &impacts);
    const routh_toss_result *rigid = &all.result[ROUTH_TOSS_RIGID], *compliant = &all.result[ROUTH_TOSS_COMPLIANT];
    assert_true(fabs(rigid->parameters[0] - t.pair.eps) < 0.01);
    assert_true(fabs(rigid->parameters[1] - t.pair.mu) < 0.01);
    assert_true(rigid->error < 0.02);
    assert_true(compliant->error > 0.98 * rigid->error);
    assert_true(compliant->parameters[2] < 0.03);
    assert_true(all.sticking > 0.05);
    check_floor(&impacts, &all);
    release(&impacts, &all);
}

/* The same bits for any number of threads. */
static void test_threads(void **state) {
    (void)state;
    const toss_truth t = usual_truth();
    const int threads = omp_get_max_threads();
    routh_toss_impacts impacts[2];
    routh_toss_comparison all[2];
    for (int run = 0; run < 2; run++) {
        omp_set_num_threads(run == 0 ? 1 : 3);
        all[run] = compare(&t, FEW, &impacts[run]);
    }
    omp_set_num_threads(threads);
    assert_memory_equal(all[0].result, all[1].result, sizeof all[0].result);
    assert_int_equal(all[0].count, all[1].count);
    assert_memory_equal(all[0].cases, all[1].cases, all[0].count * sizeof *all[0].cases);
    for (int run = 0; run < 2; run++)
        release(&impacts[run], &all[run]);
}

static int stop_halfway(const char *what, double fraction, void *user) {
    (void)user;
    return strcmp(what, "bootstrap") == 0 && fraction > 0.3;
}

/* Too few impacts to compare laws on, and a caller who has had enough. */
static void test_refusals(void **state) {
    (void)state;
    const toss_truth t = usual_truth();
    routh_context context = routh_context_default();
    routh_tosses tosses = generate_tosses(&t, FEW, NULL);
    routh_toss_options options = routh_toss_options_default();
    routh_toss_impacts impacts;
    routh_toss_comparison comparison;
    const size_t all = tosses.count;
    tosses.count = 6;
    assert_int_equal(routh_toss_segment(&context, &tosses, &options, &impacts), ROUTH_OK);
    assert_int_equal(routh_toss_compare(&context, &impacts, &options, &comparison), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "cannot be compared"));
    assert_null(comparison.cases);
    routh_toss_impacts_release(NULL, &impacts);

    tosses.count = all;
    context.progress = stop_halfway;
    assert_int_equal(routh_toss_segment(&context, &tosses, &options, &impacts), ROUTH_OK);
    assert_int_equal(routh_toss_compare(&context, &impacts, &options, &comparison), ROUTH_CANCELLED);
    routh_toss_impacts_release(NULL, &impacts);
    routh_tosses_release(NULL, &tosses);
}

/* Whichever allocation fails, nothing is left behind. */
static void test_out_of_memory(void **state) {
    (void)state;
    const toss_truth t = usual_truth();
    routh_tosses tosses = generate_tosses(&t, 4, NULL);
    routh_toss_options options = routh_toss_options_default();
    options.draws = 2;
    routh_status status = ROUTH_OUT_OF_MEMORY;
    int budget = 0;
    for (; status == ROUTH_OUT_OF_MEMORY && budget < 100; budget++) {
        ledger book = {.budget = budget};
        routh_context context = context_with(&book);
        routh_toss_impacts impacts;
        routh_toss_comparison comparison;
        status = routh_toss_segment(&context, &tosses, &options, &impacts);
        if (status == ROUTH_OK) {
            status = routh_toss_compare(&context, &impacts, &options, &comparison);
            routh_toss_impacts_release(&context, &impacts);
        }
        assert_int_equal(book.blocks, 0);
    }
    assert_int_equal(status, ROUTH_BAD_ARGUMENT); /* too few to compare */
    assert_true(budget > 8);
    routh_tosses_release(NULL, &tosses);
}

SUBJECT(compare) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_compliant_truth), cmocka_unit_test(test_rigid_truth),   cmocka_unit_test(test_threads),
        cmocka_unit_test(test_refusals),        cmocka_unit_test(test_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
