/* Every status has its own words, and the version agrees with itself.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <routh/base.h>

#include "../subject.h"

static void test_messages_are_words_and_differ(void **state) {
    (void)state;
    for (int i = 0; i < ROUTH_STATUS_COUNT; i++) {
        const char *message = routh_status_message((routh_status)i);
        assert_non_null(message);
        assert_true(strlen(message) > 0);
        assert_null(strchr(message, '\n'));
        for (int j = 0; j < i; j++)
            assert_string_not_equal(message, routh_status_message((routh_status)j));
    }
}

static void test_codes_keep_their_messages(void **state) {
    (void)state;
    assert_int_equal(ROUTH_OK, 0);
    assert_string_equal(routh_status_message(ROUTH_OK), "success");
    assert_string_equal(routh_status_message(ROUTH_OUT_OF_MEMORY), "out of memory");
    assert_string_equal(routh_status_message(ROUTH_CANCELLED), "the caller asked to stop");
}

static void test_a_number_that_is_no_status_has_words_too(void **state) {
    (void)state;
    const char *message = routh_status_message(ROUTH_STATUS_COUNT);
    assert_non_null(message);
    for (int i = 0; i < ROUTH_STATUS_COUNT; i++)
        assert_string_not_equal(message, routh_status_message((routh_status)i));
}

static void test_version_is_its_three_numbers(void **state) {
    (void)state;
    char expected[64];
    snprintf(expected, sizeof expected, "%d.%d.%d", ROUTH_VERSION_MAJOR, ROUTH_VERSION_MINOR, ROUTH_VERSION_PATCH);
    assert_string_equal(routh_version(), expected);
    assert_string_equal(ROUTH_VERSION, expected);
}

SUBJECT(status) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_messages_are_words_and_differ),
        cmocka_unit_test(test_codes_keep_their_messages),
        cmocka_unit_test(test_a_number_that_is_no_status_has_words_too),
        cmocka_unit_test(test_version_is_its_three_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
