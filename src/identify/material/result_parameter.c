/* The numbers of a law as results.json has them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "material/result_parameter.h"

#include <math.h>
#include <string.h>

#include <routh/identify.h>

const char *routh_results3_key(const routh_parameter *parameter) {
    return strcmp(parameter->name, "eps") == 0 ? "e" : parameter->name;
}

static double number_of(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

/* What is not finite was written as null: an end that is there, beside one that is null, is that of a half-open interval. */
static routh_interval interval_of(const json_t *object) {
    routh_interval interval = {number_of(object, "low"), number_of(object, "high"), number_of(object, "sd")};
    if (isfinite(interval.low) && json_is_null(json_object_get(object, "high")))
        interval.high = INFINITY;
    if (isfinite(interval.high) && json_is_null(json_object_get(object, "low")))
        interval.low = -INFINITY;
    return interval;
}

routh_result_parameter routh_result_parameter_of(const json_t *parameters, const char *name) {
    const json_t *object = json_object_get(parameters, name);
    if (!object && strcmp(name, "eps") == 0)
        object = json_object_get(parameters, "e");
    const json_t *within = json_object_get(object, "interval");
    routh_result_parameter one = {.value = number_of(object, "value"),
                                  .interval = interval_of(within ? within : object)};
    one.determined = !json_is_false(json_object_get(object, "determined"));
    return one;
}

static bool has_word(const json_t *words, const char *word) {
    if (json_is_string(words))
        return strstr(json_string_value(words), word) != NULL;
    for (size_t i = 0; i < json_array_size(words); i++) {
        const char *one = json_string_value(json_array_get(words, i));
        if (one && strcmp(one, word) == 0)
            return true;
    }
    return false;
}

unsigned routh_result_flags(const json_t *words) {
    unsigned flags = 0;
    char text[ROUTH_FIT_TEXT];
    for (unsigned flag = 1; flag <= ROUTH_FIT_NOT_CONVERGED; flag <<= 1)
        flags |= has_word(words, routh_fit_text(flag, text)) ? flag : 0u;
    return flags;
}
