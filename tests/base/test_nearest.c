/* The nearest name: every small slip finds its way back, and far names find nothing.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <routh/base.h>

#include "../subject.h"

static const char *const names[] = {"wang-mason", "mirtich", "ap-poisson", "smith", "laws"};
enum { NAMES = sizeof names / sizeof names[0] };

static const char *name_at(size_t index, const void *user) {
    return ((const char *const *)user)[index];
}

static const char *nearest(const char *name) {
    return routh_nearest_name(name, NAMES, name_at, names);
}

static void expect(const char *typed, const char *meant) {
    const char *found = nearest(typed);
    if (!meant)
        assert_null(found);
    else {
        assert_non_null(found);
        assert_string_equal(found, meant);
    }
}

static void test_one_slip_anywhere(void **state) {
    (void)state;
    for (int i = 0; i < NAMES; i++) {
        size_t length = strlen(names[i]);
        for (size_t at = 0; at < length; at++) {
            char typed[32];
            memcpy(typed, names[i], length + 1); /* another letter */
            typed[at] = 'q';
            expect(typed, names[i]);
            memcpy(typed, names[i], at); /* one left out */
            memcpy(typed + at, names[i] + at + 1, length - at);
            expect(typed, names[i]);
            memcpy(typed, names[i], at); /* one too many */
            typed[at] = 'q';
            memcpy(typed + at + 1, names[i] + at, length - at + 1);
            expect(typed, names[i]);
            memcpy(typed, names[i], length + 1); /* two swapped */
            if (at + 1 < length) {
                typed[at] = names[i][at + 1];
                typed[at + 1] = names[i][at];
                expect(typed, names[i]);
            }
        }
    }
}

static void test_case_and_parts(void **state) {
    (void)state;
    expect("Wang-Mason", "wang-mason");
    expect("SMITH", "smith");
    expect("poisson", "ap-poisson");
    expect("mason", "wang-mason");
}

static void test_nothing_near(void **state) {
    (void)state;
    char endless[4096];
    memset(endless, 'w', sizeof endless - 1);
    endless[sizeof endless - 1] = '\0';
    expect("", NULL);
    expect("coulomb", NULL);
    expect("xy", NULL);
    expect(endless, NULL);
    assert_null(routh_nearest_name("smith", 0, name_at, names));
    const char *const too_long[] = {endless};
    assert_null(routh_nearest_name("www", 1, name_at, too_long));
}

SUBJECT(nearest) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_slip_anywhere),
        cmocka_unit_test(test_case_and_parts),
        cmocka_unit_test(test_nothing_near),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
