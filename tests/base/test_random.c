/* Random numbers: the published sequence, ranges, distributions, and streams that have nothing to do with one another.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <routh/base.h>

#include "../subject.h"
#include "base/context.h"

/* The sequence that the algorithm's authors' code, and others after it, give for the state {1, 2, 3, 4}. */
static void test_bits_follow_the_published_sequence(void **state) {
    (void)state;
    static const uint64_t expected[] = {41943041u, 58720359u, 3588806011781223u, 3591011842654386u};
    routh_random random = {{1, 2, 3, 4}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_true(routh_random_bits(&random) == expected[i]);
}

/* Derived by hand for a state of one bit: the output is rotl(1, 23) + 1, the next state {1, 1, 1, 0}. */
static void test_one_step_by_hand(void **state) {
    (void)state;
    routh_random random = {{1, 0, 0, 0}};
    assert_true(routh_random_bits(&random) == (1u << 23) + 1);
    assert_true(random.state[0] == 1 && random.state[1] == 1 && random.state[2] == 1 && random.state[3] == 0);
}

/* Seeding, computed apart with whole numbers of any size: pins the promise of the same numbers on every machine. */
static void test_seeds_give_the_same_words_everywhere(void **state) {
    (void)state;
    static const struct {
        uint64_t seed, stream, word[2];
    } expected[] = {
        {0, 0, {0x7b30f18f28ae9711u, 0x07dcad1b22e359bfu}},
        {1, 0, {0x940a6053b16f3c33u, 0x6dfee2e719ac0359u}},
        {1, 1, {0x64c0f95b0d758060u, 0x06a3c4bbd9059067u}},
        {UINT64_MAX, UINT64_MAX, {0xbf2b5fb9144d5f53u, 0x7851b5f6101a0574u}},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        routh_random random = routh_random_seed(expected[i].seed, expected[i].stream);
        for (int j = 0; j < 2; j++)
            assert_true(routh_random_bits(&random) == expected[i].word[j]);
    }
}

static void test_seed_and_stream_decide_everything(void **state) {
    (void)state;
    routh_random one = routh_random_seed(7, 3), same = routh_random_seed(7, 3);
    for (int i = 0; i < 100; i++)
        assert_true(routh_random_bits(&one) == routh_random_bits(&same));
}

static int compare_words(const void *left, const void *right) {
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

/* 64 × 64 neighbouring pairs, the seed and the stream each also exchanged: no word may occur twice. */
static void test_neighbouring_seeds_and_streams_differ(void **state) {
    (void)state;
    enum { SIDE = 64, COUNT = SIDE * SIDE };
    static uint64_t word[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        routh_random random = routh_random_seed(i / SIDE, i % SIDE);
        assert_true(random.state[0] | random.state[1] | random.state[2] | random.state[3]);
        word[i] = routh_random_bits(&random);
    }
    qsort(word, COUNT, sizeof *word, compare_words);
    for (size_t i = 1; i < COUNT; i++)
        assert_true(word[i] != word[i - 1]);
}

/* Correlation of n independent pairs has deviation 1/√n; five of them are allowed. */
static void check_uncorrelated(routh_random a, routh_random b) {
    enum { COUNT = 20000 };
    double sum = 0;
    long ones = 0;
    for (int i = 0; i < COUNT; i++) {
        uint64_t x = routh_random_bits(&a), y = routh_random_bits(&b);
        sum += ((double)(x >> 11) * 0x1p-53 - 0.5) * ((double)(y >> 11) * 0x1p-53 - 0.5) * 12;
        for (uint64_t difference = x ^ y; difference; difference &= difference - 1)
            ones++;
    }
    assert_true(fabs(sum / COUNT) < 5 / sqrt(COUNT));
    // half of the 64 bits differ, with deviation 4 for each word
    assert_true(fabs((double)ones / COUNT - 32) < 5 * 4 / sqrt(COUNT));
}

static void test_streams_are_independent(void **state) {
    (void)state;
    for (uint64_t i = 0; i < 8; i++) {
        check_uncorrelated(routh_random_seed(1, i), routh_random_seed(1, i + 1));
        check_uncorrelated(routh_random_seed(i, 1), routh_random_seed(i + 1, 1));
        check_uncorrelated(routh_random_seed(i, i + 1), routh_random_seed(i + 1, i));
    }
}

static void test_uniform_moments(void **state) {
    (void)state;
    enum { COUNT = 200000 };
    routh_random random = routh_random_seed(1, 0);
    double mean = 0, square = 0;
    for (int i = 0; i < COUNT; i++) {
        double x = routh_random_uniform(&random, -1, 3);
        assert_true(x >= -1 && x < 3);
        mean += x / COUNT;
        square += (x - 1) * (x - 1) / COUNT;
    }
    // width 4: variance 16/12, fourth moment 256/80
    assert_true(fabs(mean - 1) < 5 * sqrt(16.0 / 12 / COUNT));
    assert_true(fabs(square - 16.0 / 12) < 5 * sqrt((256.0 / 80 - 256.0 / 144) / COUNT));
}

static void test_uniform_never_reaches_its_upper_end(void **state) {
    (void)state;
    // between neighbouring numbers the sum rounds up half of the time
    const double low = 1, high = nextafter(1, 2);
    routh_random random = routh_random_seed(2, 0);
    for (int i = 0; i < 1000; i++)
        assert_true(routh_random_uniform(&random, low, high) == low);
    assert_true(routh_random_uniform(&random, 2.5, 2.5) == 2.5);
}

/* The same polar method with the C library's log, from the same words. */
static double normal_with_library_log(routh_random *random) {
    double x, square;
    do {
        x = 2 * routh_random_uniform(random, 0, 1) - 1;
        double y = 2 * routh_random_uniform(random, 0, 1) - 1;
        square = x * x + y * y;
    } while (square >= 1 || square == 0);
    return x * sqrt(-2 * log(square) / square);
}

static void test_normal_agrees_with_the_library_log(void **state) {
    (void)state;
    routh_random ours = routh_random_seed(3, 0), theirs = ours;
    for (int i = 0; i < 100000; i++) {
        double expected = normal_with_library_log(&theirs);
        assert_true(fabs(routh_random_normal(&ours) - expected) <= 1e-14 * fabs(expected));
    }
}

static int compare_doubles(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Kolmogorov and Smirnov: √n times the largest gap between the two distribution functions exceeds 2.23 once in 10⁴. */
static void test_normal_is_normal(void **state) {
    (void)state;
    enum { COUNT = 100000 };
    static double x[COUNT];
    routh_random random = routh_random_seed(4, 0);
    double mean = 0, square = 0;
    for (int i = 0; i < COUNT; i++) {
        x[i] = routh_random_normal(&random);
        mean += x[i] / COUNT;
        square += x[i] * x[i] / COUNT;
    }
    assert_true(fabs(mean) < 5 / sqrt(COUNT));
    assert_true(fabs(square - 1) < 5 * sqrt(2.0 / COUNT));
    qsort(x, COUNT, sizeof *x, compare_doubles);
    double gap = 0;
    for (int i = 0; i < COUNT; i++) {
        double probability = erfc(-x[i] / sqrt(2)) / 2;
        gap = fmax(gap, fmax(probability - (double)i / COUNT, (double)(i + 1) / COUNT - probability));
    }
    assert_true(gap * sqrt(COUNT) < 2.23);
}

/* χ² with k − 1 degrees of freedom has mean k − 1 and variance 2 (k − 1). */
static void test_index_is_even(void **state) {
    (void)state;
    enum { COUNT = 100000 };
    static const size_t ranges[] = {2, 3, 7, 10, 64};
    for (size_t r = 0; r < sizeof ranges / sizeof *ranges; r++) {
        double seen[64] = {0}, chi = 0, expected = COUNT / (double)ranges[r];
        routh_random random = routh_random_seed(5, r);
        for (int i = 0; i < COUNT; i++) {
            size_t index = routh_random_index(&random, ranges[r]);
            assert_true(index < ranges[r]);
            seen[index]++;
        }
        for (size_t i = 0; i < ranges[r]; i++)
            chi += (seen[i] - expected) * (seen[i] - expected) / expected;
        double freedom = (double)ranges[r] - 1;
        assert_true(chi < freedom + 5 * sqrt(2 * freedom));
    }
}

/* With count = 3 · 2⁶² a bare remainder would give the lowest third twice as often as the others. */
static void test_index_is_even_for_huge_counts(void **state) {
    (void)state;
    if (SIZE_MAX < UINT64_MAX)
        skip();
    enum { COUNT = 30000 };
    const size_t third = (size_t)1 << (sizeof(size_t) * 8 - 2);
    routh_random random = routh_random_seed(6, 0);
    double low = 0;
    for (int i = 0; i < COUNT; i++) {
        size_t index = routh_random_index(&random, 3 * third);
        assert_true(index < 3 * third);
        low += index < third;
    }
    assert_true(fabs(low / COUNT - 1.0 / 3) < 5 * sqrt(2.0 / 9 / COUNT));
}

static void test_index_of_few(void **state) {
    (void)state;
    routh_random random = routh_random_seed(7, 0);
    for (int i = 0; i < 100; i++) {
        assert_true(routh_random_index(&random, 1) == 0);
        assert_true(routh_random_index(&random, 0) == 0);
    }
}

/* A state that was never seeded gives zeros, but no endless loop. */
static void test_an_unseeded_state_ends(void **state) {
    (void)state;
    routh_random random = {{0, 0, 0, 0}};
    assert_true(routh_random_normal(&random) == 0);
    assert_true(routh_random_index(&random, 3) == 0);
}

SUBJECT(random) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bits_follow_the_published_sequence),
        cmocka_unit_test(test_one_step_by_hand),
        cmocka_unit_test(test_seeds_give_the_same_words_everywhere),
        cmocka_unit_test(test_seed_and_stream_decide_everything),
        cmocka_unit_test(test_neighbouring_seeds_and_streams_differ),
        cmocka_unit_test(test_streams_are_independent),
        cmocka_unit_test(test_uniform_moments),
        cmocka_unit_test(test_uniform_never_reaches_its_upper_end),
        cmocka_unit_test(test_normal_agrees_with_the_library_log),
        cmocka_unit_test(test_normal_is_normal),
        cmocka_unit_test(test_index_is_even),
        cmocka_unit_test(test_index_is_even_for_huge_counts),
        cmocka_unit_test(test_index_of_few),
        cmocka_unit_test(test_an_unseeded_state_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
