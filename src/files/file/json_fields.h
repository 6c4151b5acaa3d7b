/* Reading the fields of a JSON object, with messages that name file and place: "scene.json: contacts[1].normal: …".
 * The first failure stays; after it nothing more is read.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_BASE_JSON_FIELDS_H
#define ROUTH_SRC_BASE_JSON_FIELDS_H

#include <stdbool.h>

#include <jansson.h>

#include "file/source.h"

/* Reads everything as JSON, in the C locale, and hands it over; what it hands over is released then. */
typedef routh_status routh_json_use(routh_source *source, json_t *root, void *user);
routh_status routh_json_read(routh_source *source, routh_json_use *use, void *user);

/* The same, of a file, a stream or memory. */
routh_status routh_json_read_file(routh_context *context, routh_io from, routh_json_use *use, void *user);

/* Reads everything as JSON. The caller makes sure that the locale is C, for numbers. Release *root with json_decref,
 * also after a failure. */
routh_status routh_load_json(routh_source *source, json_t **root);

typedef struct routh_fields {
    routh_context *context;
    const char *source; /* the file's name for messages */
    json_t *object;     /* whose fields are read */
    const char *list;   /* the object's place: list[index]; NULL: it is the whole file */
    size_t index;
    routh_status status;
} routh_fields;

/* Those of one element of the file's list. */
routh_fields routh_fields_at(const routh_fields *file, const json_t *list, const char *name, size_t index);

typedef enum routh_presence { ROUTH_MAY_MISS, ROUTH_MUST_BE } routh_presence;

/* ROUTH_BAD_FORMAT at the object's field `key`; NULL: at the object itself. */
__attribute__((format(printf, 3, 4))) void routh_refuse(routh_fields *fields, const char *key, const char *format, ...);

/* Refuses a name that is none of those: "there is no body \"blok\"; did you mean \"block\"?", where `what` is "there is no
 * body". */
typedef const char *routh_name_at(size_t index, const void *user);
void routh_refuse_name(routh_fields *fields, const char *key, const char *what, const char *name, size_t count,
                       routh_name_at *at, const void *user);

/* Is it an object, and does it have no fields but these? */
void routh_read_object(routh_fields *fields, const char *const *names, size_t count);

/* The field's value, NULL where it is missing or something has failed before. */
json_t *routh_read_field(routh_fields *fields, const char *key, routh_presence presence);

/* As above, with the named type; a missing field leaves *value or values unchanged. */
json_t *routh_read_list(routh_fields *fields, const char *key, routh_presence presence);
const char *routh_read_text(routh_fields *fields, const char *key, routh_presence presence);
void routh_read_number(routh_fields *fields, const char *key, routh_presence presence, double *value);
void routh_read_numbers(routh_fields *fields, const char *key, routh_presence presence, double *values, size_t count);

/* The list in field `key` (`there`: "[2]" and so on, or "") as `count` numbers. */
void routh_numbers_of(routh_fields *fields, const char *key, const char *there, const json_t *list, double *values,
                      size_t count);

/* "a number", "text", … */
const char *routh_json_kind(const json_t *value);

#endif
