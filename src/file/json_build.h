/* Building JSON with jansson. Builders return NULL when memory runs out, and so does whatever is built from a NULL: one
 * test at the end is enough.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_BASE_JSON_BUILD_H
#define ROUTH_SRC_BASE_JSON_BUILD_H

#include <jansson.h>

/* Both take the value, as jansson's own _new functions do; on failure the container is released and becomes NULL. */
void routh_json_put(json_t **object, const char *key, json_t *value);
void routh_json_add(json_t **array, json_t *value);

/* A number, or null where it is not finite. */
json_t *routh_json_number(double value);

json_t *routh_json_count(size_t value);
json_t *routh_json_pair(double first, double second);
json_t *routh_json_numbers(const double *values, size_t count);

#endif
