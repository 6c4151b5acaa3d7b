/* What the writers of every room share.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FILE_OUTPUT_H
#define ROUTH_SRC_FILE_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include <routh/file.h>

#include "file/text.h"

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

/* Which format an output gets: the ending of its name decides. */

/* The index of the ending, of a NULL-terminated list, that the output's name has. −1 if it has none of them, after a message
 * for ROUTH_BAD_ARGUMENT that lists what `thing` can be written as. */
int routh_ending_of(routh_context *context, const char *thing, const char *const *endings, routh_io to);

/* Is the output a file of this table? Without folder and ending, its name is the table's, or continues it after a '-'. With
 * `last` it may have something before the table's name and a '-' instead. */
bool routh_output_is_table(const routh_io *to, const char *table, bool last);

/* Text within XML: drawings, pages, models. */

/* `text` with the characters that XML keeps for itself escaped, and control characters left out. */
void routh_xml_escape(FILE *file, const char *text);

#endif
