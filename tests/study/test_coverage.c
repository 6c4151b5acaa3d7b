/* Studies in worlds like a recording: plain ones hold, wrong ones are noticed, and the count is the same on any threads.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <routh/simulate.h>
#include <routh/study.h>

#include "../subject.h"

enum { DROPS = 40, DRAWS = 4 };

static routh_dataset drops(void) {
    routh_dataset dataset;
    routh_dataset_generator generator = routh_dataset_generator_default();
    generator.drops.seed = 5;
    assert_int_equal(routh_dataset_generate(NULL, &generator, DROPS, &dataset), ROUTH_OK);
    return dataset;
}

static routh_coverage_options brief(const routh_law **law, unsigned only) {
    routh_coverage_options options = routh_coverage_options_default();
    *law = routh_law_find(NULL, "wang-mason");
    options.draws = DRAWS;
    options.only = only;
    options.study.laws = law;
    options.study.law_count = 1;
    options.study.resamples = 100;
    options.study.references = 6;
    return options;
}

static void test_plain_holds_and_wrong_is_noticed(void **state) {
    (void)state;
    const routh_law *law;
    routh_dataset dataset = drops();
    routh_coverage coverage;
    const routh_coverage_options options =
        brief(&law, 1u << ROUTH_COVERED_PLAIN | 1u << ROUTH_COVERED_SHUFFLED | 1u << ROUTH_COVERED_INERTIA);
    assert_int_equal(routh_coverage_run(NULL, &dataset, NULL, &options, &coverage), ROUTH_OK);
    assert_int_equal(coverage.world_count, 3);
    assert_ptr_equal(coverage.law, law);
    assert_true(coverage.noise > 0.001 && coverage.noise < 0.1);
    const routh_coverage_world *plain = &coverage.world[0], *shuffled = &coverage.world[1],
                               *inertia = &coverage.world[2];
    assert_int_equal(plain->kind, ROUTH_COVERED_PLAIN);
    assert_false(plain->wrong);
    assert_int_equal(plain->draws, DRAWS);
    for (int q = 0; q < ROUTH_COVERAGE_NUMBERS; q++) {
        assert_int_equal(plain->claims[q], DRAWS);
        assert_true(plain->held[q] >= DRAWS - 1);
        assert_true(plain->width[q] > 0 && plain->width[q] < 0.1);
    }
    assert_true(shuffled->wrong && inertia->wrong);
    assert_int_equal(shuffled->refused + shuffled->doubted, DRAWS);
    assert_int_equal(inertia->refused + inertia->doubted, DRAWS);
    routh_coverage_release(NULL, &coverage);
    routh_dataset_release(NULL, &dataset);
}

static void test_the_same_on_one_thread(void **state) {
    (void)state;
    const routh_law *law;
    routh_dataset dataset = drops();
    routh_coverage one, two;
    const routh_coverage_options options = brief(&law, 1u << ROUTH_COVERED_DRIFT);
    routh_context context = routh_context_default();
    context.threads = 1;
    assert_int_equal(routh_coverage_run(&context, &dataset, NULL, &options, &one), ROUTH_OK);
    context.threads = 2;
    assert_int_equal(routh_coverage_run(&context, &dataset, NULL, &options, &two), ROUTH_OK);
    assert_memory_equal(one.world, two.world, sizeof *one.world);
    routh_coverage_release(NULL, &one);
    routh_coverage_release(NULL, &two);
    routh_dataset_release(NULL, &dataset);
}

static void test_refuses_one_draw(void **state) {
    (void)state;
    const routh_law *law;
    routh_dataset dataset = drops();
    routh_coverage coverage;
    routh_coverage_options options = brief(&law, 0);
    routh_context context = routh_context_default();
    options.draws = 1;
    assert_int_equal(routh_coverage_run(&context, &dataset, NULL, &options, &coverage), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "draws"));
    options.draws = DRAWS;
    options.study.references = 0;
    assert_int_equal(routh_coverage_run(&context, &dataset, NULL, &options, &coverage), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "noise"));
    routh_coverage_release(NULL, &coverage);
    routh_dataset_release(NULL, &dataset);
}

SLOW_SUBJECT(coverage) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain_holds_and_wrong_is_noticed),
        cmocka_unit_test(test_the_same_on_one_thread),
        cmocka_unit_test(test_refuses_one_draw),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
