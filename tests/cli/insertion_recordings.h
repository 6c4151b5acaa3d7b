/* Generated recordings of insertions, made once for all tests of a subject, and what their tests have in common.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_CLI_INSERTION_RECORDINGS_H
#define ROUTH_TESTS_CLI_INSERTION_RECORDINGS_H

#include <jansson.h>
#include <math.h>

#include "run_program.h"

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

static inline void expect_words(const char *text, const char *const *words) {
    for (; *words; words++) {
        if (!strstr(text, *words))
            print_error("\"%s\" is not in: %s", *words, text);
        assert_non_null(strstr(text, *words));
    }
}

static inline double number_of(const json_t *object, const char *name) {
    const json_t *value = json_object_get(object, name);
    assert_true(json_is_number(value));
    return json_number_value(value);
}

static inline void refuses(const char *arguments, const char *begins, const char *word) {
    const char *const holds[] = {word, NULL};
    const int files = count_files(0);
    expect_refusal(run(arguments), begins, holds, files);
}

enum { MOST_RECORDED = 8 };

static struct {
    char folder[256];
    const char *arguments[MOST_RECORDED]; /* of recording i, which is in the folder "i" */
    int count;
} recorded;

static inline int begin_recordings(void **state) {
    const char *parent = getenv("TMPDIR");
    (void)state;
    snprintf(recorded.folder, sizeof recorded.folder, "%s/routh-recorded-XXXXXX", parent ? parent : "/tmp");
    return mkdtemp(recorded.folder) ? 0 : -1;
}

static inline int end_recordings(void **state) {
    (void)state;
    remove_folder(recorded.folder);
    return 0;
}

/* A recording in the working folder, at an eighth of the usual rate, which changes little. */
static inline void simulate(const char *arguments) {
    char line[512];
    int i = 0;
    while (i < recorded.count && strcmp(recorded.arguments[i], arguments) != 0)
        i++;
    if (i == recorded.count) {
        assert_true(i < MOST_RECORDED);
        recorded.arguments[recorded.count++] = arguments;
        snprintf(line, sizeof line, "paper guides --rate 125 -o %s/%d %s", recorded.folder, i, arguments);
        run_result result = succeed(line);
        expect_words(result.out, WORDS("instants in", "Next: routh insertion identify"));
        forget_result(&result);
    }
    snprintf(line, sizeof line, "cp %s/%d/* .", recorded.folder, i);
    assert_int_equal(system(line), 0);
}

#endif
