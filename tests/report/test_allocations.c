/* Every public function that takes a context, with memory hooks that fail at one request after another: a status, a
 * message, nothing left behind, and no output that differs from the undisturbed one. That no function is forgotten is
 * checked against the list of exported symbols. jansson has memory of its own; tests/cli/fail_memory.c
 * is for that.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <glob.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../effort.h"
#include "../subject.h"
#include "every_trial.h"

static void test_every_request(void **state) {
    (void)state;
    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++)
        for (const trial_entry *entry = groups[g]; entry->name; entry++) {
            printf("%-12s ", entry->name);
            fflush(stdout);
            const int most = effort(1, 2, INT_MAX), requests = sweep_trial(entry, most);
            printf("%d of %d requests fail, none loses anything\n", requests < most ? requests : most, requests);
        }
}

static char *read_text(const char *path) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    static char text[1 << 18];
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

/* Whether a declaration "routh_x(routh_context *" stands in one of the public headers. */
static bool takes_context(const char *source, const char *name) {
    char pattern[400], wanted[128], pointer[sizeof wanted + 2];
    snprintf(pattern, sizeof pattern, "%s/include/routh/*.h", source);
    snprintf(wanted, sizeof wanted, " %s(routh_context *", name);
    snprintf(pointer, sizeof pointer, " *%s", wanted + 1);
    glob_t headers;
    assert_int_equal(glob(pattern, 0, NULL, &headers), 0);
    bool takes = false;
    for (size_t i = 0; i < headers.gl_pathc && !takes; i++) {
        const char *text = read_text(headers.gl_pathv[i]);
        takes = strstr(text, wanted) || strstr(text, pointer);
    }
    globfree(&headers);
    return takes;
}

static void test_no_function_is_forgotten(void **state) {
    (void)state;
    const char *source = getenv("ROUTH_SOURCE_DIR");
    if (!source)
        skip();
    char list[400];
    snprintf(list, sizeof list, "%s/tests/house/exported.txt", source);
    char *names = strdup(read_text(list));
    size_t checked = 0, forgotten = 0;
    for (char *name = strtok(names, "\n"); name; name = strtok(NULL, "\n")) {
        if (!takes_context(source, name))
            continue;
        checked++;
        if (!was_called(name)) {
            print_error("%s is in no trial\n", name);
            forgotten++;
        }
    }
    free(names);
    assert_in_range(checked, 130, MOST_CALLED);
    assert_int_equal(forgotten, 0);
}

SLOW_SUBJECT(allocations) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_request),
        cmocka_unit_test(test_no_function_is_forgotten),
    };
    return cmocka_run_group_tests(tests, begin_trials, end_trials);
}
