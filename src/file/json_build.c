/* Building JSON with jansson.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/json_build.h"

#include <math.h>

void routh_json_put(json_t **object, const char *key, json_t *value) {
    if (!*object)
        json_decref(value);
    else if (json_object_set_new(*object, key, value) != 0) {
        json_decref(*object);
        *object = NULL;
    }
}

void routh_json_add(json_t **array, json_t *value) {
    if (!*array)
        json_decref(value);
    else if (json_array_append_new(*array, value) != 0) {
        json_decref(*array);
        *array = NULL;
    }
}

json_t *routh_json_number(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}

json_t *routh_json_count(size_t value) {
    return json_integer((json_int_t)value);
}

json_t *routh_json_pair(double first, double second) {
    return json_pack("[f,f]", first, second);
}

json_t *routh_json_numbers(const double *values, size_t count) {
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        routh_json_add(&list, routh_json_number(values[i]));
    return list;
}
