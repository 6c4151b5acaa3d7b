/* Numbers out of the JSON of `routh strike`, and a scene. Include after run_program.h.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_CLI_STRIKE_JSON_H
#define ROUTH_TESTS_CLI_STRIKE_JSON_H

#include <jansson.h>
#include <math.h>

#define ROW_OF_BALLS                                                                                                   \
    "{\"bodies\": [{\"mass\": 1, \"inertia\": 0.4, \"position\": [0, 0, 0], \"velocity\": [1, 0, 0]},"                 \
    "{\"mass\": 1, \"inertia\": 0.4, \"position\": [2, 0, 0]}, {\"mass\": 1, \"inertia\": 0.4, \"position\": [4, 0, "  \
    "0]}],"                                                                                                            \
    "\"contacts\": [{\"a\": 1, \"b\": 0, \"point\": [1, 0, 0], \"normal\": [1, 0, 0], \"mu\": 0, \"e\": 1},"           \
    "{\"a\": 2, \"b\": 1, \"point\": [3, 0, 0], \"normal\": [1, 0, 0], \"mu\": 0, \"e\": 1}]}"

static inline double number_at(const json_t *list, size_t index) {
    assert_true(index < json_array_size(list));
    return json_number_value(json_array_get(list, index));
}

static inline json_t *parsed(const char *text) {
    json_t *root = json_loads(text, 0, NULL);
    assert_non_null(root);
    return root;
}

static inline void check_vector(const json_t *list, double x, double y, double z, double tolerance) {
    const double expected[] = {x, y, z};
    assert_int_equal(json_array_size(list), 3);
    for (size_t i = 0; i < 3; i++)
        if (!(fabs(number_at(list, i) - expected[i]) <= tolerance))
            fail_msg("component %zu is %.9g, not %.9g", i, number_at(list, i), expected[i]);
}

static inline json_t *struck(const char *arguments) {
    run_result result = succeed(arguments);
    json_t *root = parsed(result.out);
    forget_result(&result);
    return root;
}

#endif
