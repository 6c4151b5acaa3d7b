/* Drawing without replacement.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "base/context.h"
#include "generated.h"

static void draws_are_distinct_and_ascending(void **state) {
    (void)state;
    size_t index[200];
    for (size_t k = 0; k <= 200; k += 20) {
        routh_random random = routh_random_seed(7, k);
        memset(index, 0xFF, sizeof index);
        routh_random_draw(&random, 200, k, index);
        for (size_t i = 0; i < k; i++)
            assert_true(index[i] < 200 && (i == 0 || index[i - 1] < index[i]));
        for (size_t i = k; i < 200; i++)
            assert_int_equal(index[i], SIZE_MAX);
    }
}

static void the_same_stream_draws_the_same(void **state) {
    (void)state;
    size_t a[50], b[50], c[50];
    routh_random one = routh_random_seed(1, 2), two = one, other = routh_random_seed(1, 3);
    routh_random_draw(&one, 1718, 50, a);
    routh_random_draw(&two, 1718, 50, b);
    routh_random_draw(&other, 1718, 50, c);
    assert_memory_equal(a, b, sizeof a);
    assert_memory_not_equal(a, c, sizeof a);
}

/* Every one of the C(6,3) = 20 subsets equally often: χ² of 20 cells, 19 degrees of freedom; 45 is beyond 99.9 %. */
static void every_subset_is_as_likely(void **state) {
    (void)state;
    enum { DRAWS = 40000, SUBSETS = 64 };
    int seen[SUBSETS] = {0}, kinds = 0;
    routh_random random = routh_random_seed(11, 0);
    for (int i = 0; i < DRAWS; i++) {
        size_t index[3];
        routh_random_draw(&random, 6, 3, index);
        seen[1 << index[0] | 1 << index[1] | 1 << index[2]]++;
    }
    double chi = 0;
    const double expected = DRAWS / 20.0;
    for (int i = 0; i < SUBSETS; i++)
        if (seen[i] > 0) {
            kinds++;
            chi += (seen[i] - expected) * (seen[i] - expected) / expected;
        }
    assert_int_equal(kinds, 20);
    assert_true(chi < 45);
}

SUBJECT(draw) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_are_distinct_and_ascending),
        cmocka_unit_test(the_same_stream_draws_the_same),
        cmocka_unit_test(every_subset_is_as_likely),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
