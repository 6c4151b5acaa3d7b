/* Texts and numbers without <stdio.h>: every character as snprintf writes it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "base/format.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <routh/base.h>

#include "../effort.h"
#include "../subject.h"
#include "base/context.h"

static void check_number(double value) {
    static const char *const formats[] = {"%g", "%.3g", "%.15g", "%.17g", "%.0f", "%f", "%.2f", "%.0g"};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        char ours[400], theirs[400];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        const int length = routh_format(ours, sizeof ours, formats[i], value);
        assert_int_equal(snprintf(theirs, sizeof theirs, formats[i], value), length);
#pragma GCC diagnostic pop
        assert_string_equal(ours, theirs);
    }
}

static void numbers_have_the_same_digits(void **state) {
    (void)state;
    static const double special[] = {0,       -0.0,     0.5,    1.5,          2.5,      0.125,     9.5,
                                     99.5,    999999.5, 1e-5,   9.9999995e-5, 1e15,     1e16,      0.1,
                                     DBL_MAX, DBL_MIN,  5e-324, -DBL_MAX,     INFINITY, -INFINITY, NAN};
    for (size_t i = 0; i < sizeof special / sizeof *special; i++)
        check_number(special[i]);
    routh_random random = routh_random_seed(6, 0);
    for (int trial = 0; trial < effort(300, 1000, 100000); trial++) {
        uint64_t bits = 0; /* any bits at all, and numbers of everyday size */
        for (int i = 0; i < 4; i++)
            bits = bits << 16 | routh_random_index(&random, 65536);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (isfinite(value))
            check_number(value);
        check_number(routh_random_uniform(&random, -1000, 1000));
        check_number((double)routh_random_index(&random, 100000) / 64); /* ties */
    }
}

static void texts_are_the_same_and_cut_alike(void **state) {
    (void)state;
    for (size_t size = 0; size < 60; size++) {
        char ours[60] = "?", theirs[60] = "?";
        const int a =
            routh_format(ours, size, "%s: %.3s %% %d %zu %c%.*f.", "name", "abcdef", -7, (size_t)42, 'x', 2, 2.0 / 3);
        const int b =
            snprintf(theirs, size, "%s: %.3s %% %d %zu %c%.*f.", "name", "abcdef", -7, (size_t)42, 'x', 2, 2.0 / 3);
        assert_int_equal(a, b);
        assert_string_equal(ours, theirs);
    }
}

SUBJECT(format) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_have_the_same_digits),
        cmocka_unit_test(texts_are_the_same_and_cut_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
