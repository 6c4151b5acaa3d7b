/* Lists of findings grow through the context's memory, keep whole sentences, and end with the first failure.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../subject.h"
#include "base/context.h"

static void lists_grow_and_are_released(void **state) {
    (void)state;
    routh_findings findings = {0};
    routh_findings_writer writer = {.findings = &findings};
    char longest[3000];
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    for (int i = 0; i < 100; i++)
        routh_findings_add(&writer, ROUTH_NOTE, "count", "number %d, %s", i, longest);
    routh_findings_measured(&writer, ROUTH_WRONG, "gravity", (routh_finding_numbers){9.81, 8.9, 0.1, "m/s²"},
                            "too small");
    assert_int_equal(writer.status, ROUTH_OK);
    assert_int_equal(findings.count, 101);
    assert_true(strlen(findings.finding[99].text) == strlen("number 99, ") + strlen(longest));
    assert_true(isnan(findings.finding[99].found));
    assert_true(findings.finding[100].expected == 9.81 && findings.finding[100].error == 0.1);
    assert_string_equal(routh_name(&routh_finding_kinds, ROUTH_NOT_DETERMINED), "not determined");
    routh_findings_release(NULL, &findings);
    assert_int_equal(findings.count, 0);
    routh_findings_release(NULL, &findings);
}

typedef struct allowance {
    int left;
} allowance;

static void *allocate_some(size_t size, void *user) {
    return ((allowance *)user)->left-- > 0 ? malloc(size) : NULL;
}

static void *reallocate_some(void *block, size_t size, void *user) {
    return ((allowance *)user)->left-- > 0 ? realloc(block, size) : NULL;
}

static void release_some(void *block, void *user) {
    (void)user;
    free(block);
}

static void want_of_memory_is_kept(void **state) {
    (void)state;
    for (int left = 0; left < 5; left++) {
        allowance memory = {left};
        routh_context context = {
            .allocate = allocate_some, .reallocate = reallocate_some, .release = release_some, .user = &memory};
        routh_findings findings = {0};
        routh_findings_writer writer = {.context = &context, .findings = &findings};
        for (int i = 0; i < 3; i++)
            routh_findings_add(&writer, ROUTH_NOTE, "count", "%d", i);
        assert_int_equal(writer.status, ROUTH_OUT_OF_MEMORY);
        assert_int_equal(findings.count, (size_t)left / 2);
        routh_findings_release(&context, &findings);
    }
}

SUBJECT(findings) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(lists_grow_and_are_released),
                                       cmocka_unit_test(want_of_memory_is_kept)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
