/* Headers of the text that motion capture systems write: lines that are needed together.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FILE_TEXT_HEADER_H
#define ROUTH_SRC_FILE_TEXT_HEADER_H

#include "file/channels.h"
#include "file/field.h"
#include "file/lines.h"

/* A line that outlives the next one. */
typedef struct routh_kept_line {
    char *text; /* NULL: the file has no more lines */
    size_t length, number;
} routh_kept_line;

/* Replaces what is in `kept` by the next line. */
routh_status routh_line_keep(routh_lines *lines, routh_kept_line *kept);
void routh_kept_release(routh_context *context, routh_kept_line *kept);

/* The field of a line, from 0; false: it has fewer. */
bool routh_field_at(const routh_kept_line *line, char separator, size_t index, routh_field *field);

/* Fields of a line up to the last that is not empty. */
size_t routh_fields_filled(const routh_kept_line *line, char separator);

/* A number of a header, such as its rate; NaN: it is none. */
double routh_field_number(const routh_field *field);

/* Bytes of the byte-order mark: 3 or 0. */
size_t routh_mark_length(const unsigned char *byte, size_t count);

/* Does the text begin with these words, after a byte-order mark? */
bool routh_text_begins(const unsigned char *byte, size_t count, const char *words);

/* ROUTH_BAD_FORMAT: "file: what", with the format's name. */
routh_status routh_header_fail(const routh_source *source, const routh_channel_reader *reader, const char *what);

/* A channel called "part axis", of a body. NULL: no memory. */
routh_channel *routh_header_add(routh_context *context, routh_channels *channels, const routh_field *part,
                                const routh_field *axis, const routh_field *body);

#endif
