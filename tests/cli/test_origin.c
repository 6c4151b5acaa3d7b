/* What results say about the command they came from.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "impact_options.h" /* before cmocka, which has a macro `fail` */

#include <cmocka.h>

#include "../subject.h"

static void test_words_are_as_one_would_type_them(void **state) {
    (void)state;
    const char *argv[] = {"/home/me/new clone/build/routh",
                          "study",
                          "my drops/cube.csv",
                          "/data/two words.csv",
                          "--output=some where/out",
                          "--seed=7",
                          "--title=a b",
                          "",
                          "out of here/"};
    origin from;
    origin_remember((int)(sizeof argv / sizeof *argv), (char **)argv);
    origin_of(NULL, NULL, &from);
    assert_string_equal(from.command, "routh study cube.csv 'two words.csv' --output=out --seed=7 --title='a b' '' "
                                      "'out of here/'");
}

SUBJECT(origin) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_words_are_as_one_would_type_them)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
