/* Numbers as C writes them within, the caller's own locale before and after, and the program's never touched.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../comma_locale.h"
#include "../subject.h"
#include "file/text.h"

static void check_number(const char *expected) {
    char text[16];
    snprintf(text, sizeof text, "%g", 1.5);
    assert_string_equal(text, expected);
}

static void check_within(void) {
    routh_c_locale numbers;
    const locale_t before = uselocale((locale_t)0);
    char program[256];
    snprintf(program, sizeof program, "%s", setlocale(LC_ALL, NULL));
    assert_int_equal(routh_c_locale_begin(NULL, &numbers), ROUTH_OK);
    check_number("1.5");
    assert_true(strtod("1.5", NULL) == 1.5);
    assert_string_equal(setlocale(LC_ALL, NULL), program); /* what other threads go by */
    routh_c_locale_end(&numbers);
    assert_true(uselocale((locale_t)0) == before);
}

static void test_the_programs_locale_comes_back(void **state) {
    (void)state;
    enter_comma_locale();
    check_number("1,5");
    check_within();
    check_number("1,5");
    setlocale(LC_ALL, "C");
}

static void test_the_threads_own_locale_comes_back(void **state) {
    (void)state;
    enter_comma_locale();
    const locale_t own = duplocale(LC_GLOBAL_LOCALE);
    assert_non_null(own);
    setlocale(LC_ALL, "C");
    uselocale(own);
    check_number("1,5");
    check_within();
    check_number("1,5");
    uselocale(LC_GLOBAL_LOCALE);
    freelocale(own);
}

SUBJECT(c_locale) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_programs_locale_comes_back),
        cmocka_unit_test(test_the_threads_own_locale_comes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
