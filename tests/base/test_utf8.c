/* Text cut at any byte keeps whole characters only.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "../subject.h"
#include "base/numbers.h"

/* Characters of 1, 2, 3 and 4 bytes, and where each of them ends. */
static const char text[] = "aµ–𝄞z";
static const size_t end[] = {1, 3, 6, 10, 11};

static void a_cut_character_goes(void **state) {
    (void)state;
    for (size_t length = 0; length < sizeof text; length++) {
        char cut[sizeof text];
        size_t whole = 0;
        for (size_t i = 0; i < sizeof end / sizeof *end; i++)
            whole = end[i] <= length ? end[i] : whole;
        snprintf(cut, length + 1, "%s", text);
        routh_utf8_drop_cut(cut);
        assert_int_equal(strlen(cut), whole);
        assert_memory_equal(cut, text, whole);
    }
}

SUBJECT(utf8) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_cut_character_goes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
