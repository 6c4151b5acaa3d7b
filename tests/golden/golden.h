/* Golden numbers: results of the program when they were checked in. They do not prove that a result is right; they fail when
 * a refactoring changes it. Each line of a file has a place in the JSON and its value. ROUTH_GOLDEN=update writes the values
 * found into that file, for intended changes: review the difference.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_GOLDEN_GOLDEN_H
#define ROUTH_TESTS_GOLDEN_GOLDEN_H

#include "../cli/run_program.h"

#include <math.h>

#include <jansson.h>

/* "laws.0.parameters.mu": keys, and places in lists, between dots. NaN where there is no number. */
static inline double number_at(const json_t *json, const char *place) {
    char words[256];
    snprintf(words, sizeof words, "%s", place);
    for (char *word = strtok(words, "."); word && json; word = strtok(NULL, "."))
        json = json_is_array(json) ? json_array_get(json, strtoul(word, NULL, 10)) : json_object_get(json, word);
    return json_is_number(json) ? json_number_value(json) : NAN;
}

/* Compares with tests/golden/<name>.txt. The JSON has ten or more digits, and compilers and processors round differently,
 * which searches that end within their tolerance amplify: hence a relative tolerance for each file. */
static inline void expect_golden(const char *name, json_t *found, double tolerance) {
    char path[4096], place[256], line[512];
    const char *source = getenv("ROUTH_SOURCE_DIR"), *mode = getenv("ROUTH_GOLDEN");
    const int update = mode && strcmp(mode, "update") == 0;
    snprintf(path, sizeof path, "%s/tests/golden/%s.txt", source ? source : ".", name);
    FILE *file = fopen(path, "r"), *updated = update ? tmpfile() : NULL;
    assert_true(file && (updated || !update));
    int compared = 0, wrong = 0;
    while (fgets(line, sizeof line, file)) {
        double expected = NAN;
        if (sscanf(line, "%255s %lf", place, &expected) < 1)
            continue;
        const double value = number_at(found, place);
        compared++;
        if (update)
            fprintf(updated, "%s %.15g\n", place, value);
        else if (!(fabs(value - expected) <= tolerance * fabs(expected))) {
            print_error("%s: %s is %.15g, was %.15g\n", name, place, value, expected);
            wrong++;
        }
    }
    fclose(file);
    json_decref(found);
    if (update) {
        rewind(updated);
        file = fopen(path, "w");
        assert_non_null(file);
        while (fgets(line, sizeof line, updated))
            fputs(line, file);
        fclose(file);
        fclose(updated);
    }
    assert_true(compared >= 10);
    assert_int_equal(wrong, 0);
}

/* The JSON that the program prints. */
static inline json_t *printed(const char *arguments) {
    run_result result = succeed(arguments);
    json_t *json = json_loads(result.out, 0, NULL);
    assert_non_null(json);
    forget_result(&result);
    return json;
}

/* The JSON that it writes to a file. */
static inline json_t *written(const char *arguments, const char *path) {
    run_result result = succeed(arguments);
    forget_result(&result);
    json_t *json = json_load_file(path, 0, NULL);
    assert_non_null(json);
    return json;
}

/* Removes the folders in the scratch folder and leaves it. */
static inline int leave_golden(void **state) {
    if (system("rm -rf out in") != 0)
        print_message("%s is left behind\n", ((scratch *)*state)->folder);
    return leave_scratch(state);
}

#endif
