/* A JSON value as a whole output.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FILE_JSON_WRITE_H
#define ROUTH_SRC_FILE_JSON_WRITE_H

#include <stdbool.h>
#include <stdio.h>

#include <jansson.h>

#include <routh/file.h>

/* The number of the layout of what Routh writes as JSON, one for all of it, in the field `layout`. It grows when a program of
 * before would misread a file. What version 0.2 wrote has no number and is of layout 1. */
#define ROUTH_JSON_LAYOUT 1

/* How results are laid out: for people to look into, with as many digits as anyone believes. */
#define ROUTH_JSON_RESULTS (JSON_INDENT(2) | JSON_REAL_PRECISION(12))

/* Prints the value in the middle of an output. False: memory ran out, now or while the value was built, which then is
 * NULL. A stream that fails is no matter here: its end reports that. `flags` are jansson's. */
bool routh_json_print(const json_t *value, size_t flags, FILE *file);

/* The value, which it takes, as text in the context's memory; NULL when this fails. */
routh_status routh_json_text(routh_context *context, json_t *value, size_t flags, char **text);

/* The object that is to be a file, which it takes, with the number of the layout before all else; other values as they are. */
json_t *routh_json_with_layout(json_t *value);

/* Writes the value, which it takes, with its layout, and a newline; NULL: memory ran out while it was built. `flags` are jansson's. */
routh_status routh_json_write(routh_context *context, json_t *value, size_t flags, routh_io to);

#endif
