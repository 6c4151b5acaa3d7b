/* Structs as JSON and back, by the table of fields: keys are the names of the fields, or what src/files/file/keys.txt has in their
 * place. Numbers that are not finite are null, and so are missing texts and structs; enumerations are their names; the
 * count of a list that is written is not.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FILE_JSON_STRUCT_H
#define ROUTH_SRC_FILE_JSON_STRUCT_H

#include <math.h>

#include <jansson.h>

#include "fields/structs.h"
#include "file/json_build.h"

/* All fields of the struct as an object, or what it is in files; several as a list. */
json_t *routh_json_struct(const routh_struct *of, const void *from);
json_t *routh_json_structs(const routh_struct *of, const void *from, size_t count);

/* Puts fields of the struct into the object: some by name in the order of the call, or all from one to another. */
void routh_json_put_fields(json_t **object, routh_chosen chosen, const void *from);
void routh_json_put_span(json_t **object, routh_span span, const void *from);

/* The same without those that are missing: not finite, 0, false, or empty. */
void routh_json_put_known(json_t **object, routh_chosen chosen, const void *from);

/* Puts one element of each of those arrays into the object, under the array's key. */
void routh_json_put_elements(json_t **object, routh_chosen chosen, const void *from, size_t index);

/* Puts lists into the object, one for each of those fields, with its values in many structs, `stride` bytes apart. */
void routh_json_put_columns(json_t **object, routh_chosen chosen, const void *from, size_t stride, size_t count);

/* A new object with those fields. */
json_t *routh_json_fields(routh_chosen chosen, const void *from);

/* The same by names, which the compiler checks: ROUTH_JSON_NEW(routh_moment_layout, .time = 0.1, .list = list) is a new object
 * with these values, ROUTH_PUT(&object, routh_variant, variant, error, bound), and
 * ROUTH_PUT_SPAN(&object, routh_axes, axes, up_error, ground), which are those and all between them in the header. */
#define ROUTH_PUT(object, type, from, ...)                                                                             \
    routh_json_put_fields(object, ROUTH_FIELDS(type, __VA_ARGS__), ROUTH_TYPED(type, from))
#define ROUTH_PUT_KNOWN(object, type, from, ...)                                                                       \
    routh_json_put_known(object, ROUTH_FIELDS(type, __VA_ARGS__), ROUTH_TYPED(type, from))
#define ROUTH_PUT_SPAN(object, type, from, first, last)                                                                \
    routh_json_put_span(object, ROUTH_SPAN(type, first, last), ROUTH_TYPED(type, from))
#define ROUTH_PUT_AT(object, type, from, index, ...)                                                                   \
    routh_json_put_elements(object, ROUTH_FIELDS(type, __VA_ARGS__), ROUTH_TYPED(type, from), (size_t)(index))
#define ROUTH_PUT_COLUMNS(object, type, from, count, ...)                                                              \
    routh_json_put_columns(object, ROUTH_FIELDS(type, __VA_ARGS__), ROUTH_TYPED(type, from), sizeof(type), count)
#define ROUTH_JSON_FIELDS(type, from, ...) routh_json_fields(ROUTH_FIELDS(type, __VA_ARGS__), ROUTH_TYPED(type, from))
#define ROUTH_JSON_OF(type, from)          routh_json_struct(&type##_struct, ROUTH_TYPED(type, from))
#define ROUTH_JSON_NEW(type, ...)          routh_json_struct(&type##_struct, &(const type){__VA_ARGS__})
#define ROUTH_JSON_LIST(type, from, count) routh_json_structs(&type##_struct, ROUTH_TYPED(type, from), count)

/* Reads numbers, arrays of numbers, texts, whole numbers (size_t) and words of enumerations from the object into those fields
 * of the struct; numbers must be from low to high. What is missing stays as it is. */
void routh_read_chosen(routh_fields *fields, routh_presence presence, double low, double high, routh_chosen chosen,
                       void *into);

#define ROUTH_READ_BETWEEN(fields, presence, low, high, type, into, ...)                                               \
    routh_read_chosen(fields, presence, low, high, ROUTH_FIELDS(type, __VA_ARGS__), 1 ? (into) : (type *)0)
/* Is it an object, and does it have no fields but these, and those of a list up to a NULL? */
void routh_read_only(routh_fields *fields, routh_chosen chosen, const char *const *more);
#define ROUTH_READ_ONLY(fields, more, type, ...) routh_read_only(fields, ROUTH_FIELDS(type, __VA_ARGS__), more)

#define ROUTH_READ(fields, presence, type, into, ...)                                                                  \
    ROUTH_READ_BETWEEN(fields, presence, -INFINITY, INFINITY, type, into, __VA_ARGS__)

#endif
