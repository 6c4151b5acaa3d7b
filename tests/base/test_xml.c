/* Text within XML comes back as it was.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "../subject.h"
#include "file/output.h"

static void marks_are_escaped(void **state) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    (void)state;
    assert_non_null(file);
    routh_xml_escape(file, "a<b>&\"μ'\n\x01.stl");
    assert_int_equal(fclose(file), 0);
    assert_string_equal(text, "a&lt;b&gt;&amp;&quot;μ'.stl");
    free(text);
}

SUBJECT(xml) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(marks_are_escaped)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
