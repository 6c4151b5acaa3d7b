/* Memory through the context: zeroed, counted, through the caller's hooks, and failing in words.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../ledger.h"
#include "../subject.h"
#include "base/context.h"

static void check_zeroed_and_kept(routh_context *context) {
    unsigned char *block = routh_allocate(context, 100, 8);
    assert_non_null(block);
    for (size_t i = 0; i < 800; i++)
        assert_int_equal(block[i], 0);
    for (size_t i = 0; i < 800; i++)
        block[i] = (unsigned char)i;
    block = routh_resize(context, block, 1000, 8);
    assert_non_null(block);
    for (size_t i = 0; i < 800; i++)
        assert_int_equal(block[i], (unsigned char)i);
    routh_release(context, block);
}

static void test_blocks_are_zeroed_and_keep_their_contents(void **state) {
    (void)state;
    ledger book = {.budget = 2};
    routh_context plain = routh_context_default(), hooked = context_with(&book);
    check_zeroed_and_kept(NULL);
    check_zeroed_and_kept(&plain);
    check_zeroed_and_kept(&hooked);
    assert_int_equal(book.calls, 3);
    assert_int_equal(book.blocks, 0);
}

static void test_nothing_is_a_block_too(void **state) {
    (void)state;
    ledger book = {.budget = 4};
    routh_context hooked = context_with(&book);
    routh_context *const contexts[] = {NULL, &hooked};
    for (size_t i = 0; i < 2; i++) {
        void *none = routh_allocate(contexts[i], 0, 8), *empty = routh_allocate(contexts[i], 8, 0);
        assert_non_null(none);
        assert_non_null(empty);
        none = routh_resize(contexts[i], none, 0, 8);
        assert_non_null(none);
        routh_release(contexts[i], none);
        routh_release(contexts[i], empty);
        routh_release(contexts[i], NULL);
    }
    assert_int_equal(book.blocks, 0);
}

static void test_resize_begins_from_null(void **state) {
    (void)state;
    ledger book = {.budget = 1};
    routh_context hooked = context_with(&book);
    void *block = routh_resize(&hooked, NULL, 3, 8);
    assert_non_null(block);
    assert_int_equal(book.blocks, 1);
    routh_release(&hooked, block);
    assert_int_equal(book.blocks, 0);
}

static void test_no_memory_is_said(void **state) {
    (void)state;
    ledger book = {.budget = 0};
    routh_context hooked = context_with(&book);
    assert_null(routh_allocate(&hooked, 12345, 8));
    assert_int_equal(book.calls, 1);
    assert_non_null(strstr(hooked.message, "12345"));
}

static void test_a_failed_resize_leaves_the_old_block(void **state) {
    (void)state;
    ledger book = {.budget = 1};
    routh_context hooked = context_with(&book);
    int *block = routh_allocate(&hooked, 4, sizeof *block);
    assert_non_null(block);
    block[3] = 42;
    assert_null(routh_resize(&hooked, block, 400, sizeof *block));
    assert_non_null(strstr(hooked.message, "400"));
    assert_int_equal(block[3], 42);
    assert_int_equal(book.blocks, 1);
    routh_release(&hooked, block);
    assert_int_equal(book.blocks, 0);
}

static void test_sizes_that_overflow_are_refused_unasked(void **state) {
    (void)state;
    ledger book = {.budget = 100};
    routh_context hooked = context_with(&book), plain = routh_context_default();
    routh_context *const contexts[] = {NULL, &plain, &hooked};
    int kept = 7;
    for (size_t i = 0; i < 3; i++) {
        // the product is 0, 8 and SIZE_MAX - 1 modulo 2^N; none may reach an allocator
        assert_null(routh_allocate(contexts[i], SIZE_MAX / 2 + 1, 2));
        assert_null(routh_allocate(contexts[i], SIZE_MAX / 8 + 2, 8));
        assert_null(routh_allocate(contexts[i], SIZE_MAX / 2, 2));
        assert_null(routh_resize(contexts[i], &kept, SIZE_MAX / 8 + 2, 8));
    }
    assert_int_equal(book.calls, 0);
    assert_true(strlen(plain.message) > 0);
}

static void test_half_a_set_of_hooks_is_refused(void **state) {
    (void)state;
    ledger book = {.budget = 100};
    for (int missing = 0; missing < 3; missing++) {
        routh_context context = context_with(&book);
        if (missing == 0)
            context.allocate = NULL;
        else if (missing == 1)
            context.reallocate = NULL;
        else
            context.release = NULL;
        assert_null(routh_allocate(&context, 1, 1));
        assert_non_null(strstr(context.message, "all three"));
        assert_null(routh_resize(&context, NULL, 1, 1));
    }
    assert_int_equal(book.calls, 0);
}

/* As a call does that needs three pieces and something that may fail. */
static routh_status take_three(routh_context *context, routh_status ends_with, double *sum) {
    ROUTH_ARENA(room, context);
    double *one = routh_take(&room, 3, sizeof *one);
    max_align_t *two = routh_take(&room, 0, sizeof *two);
    unsigned char *three = routh_take(&room, 1000, 1);
    ROUTH_TRY(room.status);
    assert_int_equal((uintptr_t)two % alignof(max_align_t), 0);
    for (size_t i = 0; i < 1000; i++)
        *sum += three[i]++;
    for (size_t i = 0; i < 3; i++)
        *sum += one[i]++;
    ROUTH_TRY(ends_with);
    *sum += 1;
    return ROUTH_OK;
}

static void test_an_arena_ends_with_its_block(void **state) {
    (void)state;
    ledger book = {.budget = 6};
    routh_context hooked = context_with(&book);
    double sum = 0;
    assert_int_equal(take_three(&hooked, ROUTH_OK, &sum), ROUTH_OK);
    assert_true(sum == 1); /* zeroed, and to the end */
    assert_int_equal(take_three(&hooked, ROUTH_NOT_FINITE, &sum), ROUTH_NOT_FINITE);
    assert_int_equal(take_three(NULL, ROUTH_OK, &sum), ROUTH_OK);
    assert_true(sum == 2);
    assert_int_equal(book.calls, 12); // each request and its release
    assert_int_equal(book.blocks, 0);
}

static void test_an_arena_remembers_what_it_was_refused(void **state) {
    (void)state;
    for (int budget = 0; budget < 3; budget++) {
        ledger book = {.budget = budget};
        routh_context hooked = context_with(&book);
        double sum = 0;
        assert_int_equal(take_three(&hooked, ROUTH_OK, &sum), ROUTH_OUT_OF_MEMORY);
        assert_true(sum == 0);
        assert_int_equal(book.blocks, 0);
    }
    ledger book = {.budget = 1};
    routh_context hooked = context_with(&book);
    ROUTH_ARENA(room, &hooked);
    assert_null(routh_take(&room, SIZE_MAX / 8 + 2, 8));
    assert_null(routh_take(&room, PTRDIFF_MAX, 1));
    assert_int_equal(book.calls, 0);
    assert_non_null(routh_take(&room, 1, 1));
    assert_int_equal(room.status, ROUTH_OUT_OF_MEMORY);
}

SUBJECT(memory) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks_are_zeroed_and_keep_their_contents),
        cmocka_unit_test(test_nothing_is_a_block_too),
        cmocka_unit_test(test_resize_begins_from_null),
        cmocka_unit_test(test_no_memory_is_said),
        cmocka_unit_test(test_a_failed_resize_leaves_the_old_block),
        cmocka_unit_test(test_sizes_that_overflow_are_refused_unasked),
        cmocka_unit_test(test_half_a_set_of_hooks_is_refused),
        cmocka_unit_test(test_an_arena_ends_with_its_block),
        cmocka_unit_test(test_an_arena_remembers_what_it_was_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
