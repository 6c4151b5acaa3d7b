/* What the writers of every room share.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FILE_OUTPUT_H
#define ROUTH_SRC_FILE_OUTPUT_H

#include <routh/file.h>

#include "file/c_locale.h"

/* The last step of every writer. Takes the writer's status and puts the output in its place, or discards it. */
routh_status routh_output_end(routh_context *context, routh_output *output, routh_status status);

/* An output of text, in which numbers have a decimal point whatever the locale. */
typedef struct routh_text {
    FILE *file;
    routh_output output;
    routh_c_locale numbers;
} routh_text;

/* As for an output; nothing to end when the beginning fails. */
routh_status routh_text_begin(routh_context *context, routh_io to, routh_text *text);
routh_status routh_text_end(routh_context *context, routh_text *text, routh_status status);

/* Begins, prints and ends: for writers whose printing cannot fail by itself. */
routh_status routh_text_print(routh_context *context, routh_io to, void (*print)(FILE *file, const void *what),
                              const void *what);

/* Writes bytes that are already in memory. */
routh_status routh_write_bytes(routh_context *context, const void *bytes, size_t size, routh_io to);

/* The name that chooses the format and appears in messages: the name or the path; NULL if there is none. */
const char *routh_output_name(const routh_io *to);

#endif
