/* Building JSON with jansson. Builders return NULL when memory runs out, and so does whatever is built from a NULL: one
 * test at the end is enough. jansson's own functions that can fail without a trace stay in this file and its
 * neighbours json_write.c and json_fields.c; tests/house fails where another file calls them.
 *
 * jansson has one allocator for the whole process (json_set_alloc_funcs), which belongs to the program and not to a
 * library: what is built here is not in the context's memory.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FILE_JSON_BUILD_H
#define ROUTH_SRC_FILE_JSON_BUILD_H

#include <stdbool.h>
#include <stdio.h>

#include <jansson.h>

#include <routh/file.h>

#include "file/source.h"

/* Both take the value, as jansson's own _new functions do; on failure the container is released and becomes NULL. */
void routh_json_put(json_t **object, const char *key, json_t *value);
void routh_json_add(json_t **array, json_t *value);

/* What a member has that is left out of its object: a value like any other, which is never put. */
json_t *routh_json_absent(void);

/* The version of Routh that wrote it. */
void routh_json_put_version(json_t **object);

/* The same into an object that lies somewhere within *root, which is released on failure. */
void routh_json_put_within(json_t **root, json_t *object, const char *key, json_t *value);

/* Puts all members of `other`, which it takes, into the object. */
void routh_json_join(json_t **object, json_t *other);

/* A number, or null where it is not finite. */
json_t *routh_json_number(double value);

json_t *routh_json_count(size_t value);
json_t *routh_json_pair(double first, double second);
json_t *routh_json_numbers(const double *values, size_t count);

/* A list of lists of `columns` numbers each. NULL: an empty list. */
json_t *routh_json_matrix(const double *values, size_t rows, size_t columns);

/* A text with another one after it; takes and releases the first. */
json_t *routh_json_longer(json_t *text, const char *separator, const char *more);

/* A JSON value as a whole output. */

/* The number of the layout of what Routh writes as JSON, one for all of it, in the field `layout`. It grows when a program of
 * before would misread a file. What version 0.2 wrote has no number and is of layout 1. */
#define ROUTH_JSON_LAYOUT 1

/* How results are laid out: for people to look into, with as many digits as anyone believes. */
#define ROUTH_JSON_RESULTS (JSON_INDENT(2) | JSON_REAL_PRECISION(12))

/* Prints the value in the middle of an output. False: memory ran out, now or while the value was built, which then is
 * NULL. A stream that fails is no matter here: its end reports that. `flags` are jansson's. */
bool routh_json_print(const json_t *value, size_t flags, FILE *file);

/* The same with one member to a line down to some depth, and what lies below it in one piece. */
bool routh_json_print_lines(const json_t *value, int deepest, size_t flags, FILE *file);

/* The value, which it takes, as text in the context's memory; NULL when this fails. */
routh_status routh_json_text(routh_context *context, json_t *value, size_t flags, char **text);

/* The object that is to be a file, which it takes, with the number of the layout before all else; other values as they are. */
json_t *routh_json_with_layout(json_t *value);

/* Writes the value, which it takes, with its layout, and a newline; NULL: memory ran out while it was built. `flags` are jansson's. */
routh_status routh_json_write(routh_context *context, json_t *value, size_t flags, routh_io to);

/* Reading the fields of a JSON object, with messages that name file and place: "scene.json: contacts[1].normal: …".
 * The first failure stays; after it nothing more is read. */

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
