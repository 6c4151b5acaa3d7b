/* What readers of text share: rows of numbers into channels, headers of motion capture, and how a text is laid out.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FILE_TEXT_ROWS_H
#define ROUTH_SRC_FILE_TEXT_ROWS_H

#include "base/context.h"
#include "file/channels.h"
#include "file/text.h"

/* Reads the wanted channels from channels->first_line on, with its separator and decimal point. A text that is neither a
 * number nor a gap is ROUTH_BAD_FORMAT, and so is a line with more fields than there are channels. */
routh_status routh_text_rows_read(routh_source *source, routh_channels *channels);

/* Reads those channels that are marked, too, without counting their gaps. */
routh_status routh_text_rows_read_also(routh_source *source, routh_channels *channels, const bool *also);

/* Is it one of the words for a number that is missing: nothing, "NaN", "inf", "NA", "null", "-"? */
bool routh_is_gap(const routh_field *field, routh_gap_reason *reason);

/* Bytes with which the line says that it is a comment, #, % or // and blanks; 0: it is none. */
size_t routh_comment_length(const char *line, size_t length);

/* A field as a name of a channel: with its body, quotes in it undone. NULL: no memory. */
routh_channel *routh_text_add(routh_context *context, routh_channels *channels, const routh_field *name,
                              const routh_field *body);

/* Headers of the text that motion capture systems write: lines that are needed together. */

/* A line that outlives the next one. */
typedef struct routh_kept_line {
    char *text; /* NULL: the file has no more lines */
    size_t length, number;
} routh_kept_line;

/* The next line. */
routh_status routh_line_keep(routh_lines *lines, routh_arena *room, routh_kept_line *kept);

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

/* How a text of separated numbers is laid out: found from its lines. */

/* Lines of the beginning of a file. */
typedef struct routh_text_line {
    const char *text;
    size_t length, number;
} routh_text_line;

typedef struct routh_text_layout {
    char separator, decimal;
    size_t row;    /* index of the line of the first row */
    size_t fields; /* that rows usually have */
    size_t names;  /* index of the line with the names of columns; the number of lines: there is none */
    size_t units;  /* index of the line with their units; the number of lines: there is none */
    size_t
        bodies; /* index of the line above the names that says whose they are, where names repeat; or the number of lines */
    size_t comment; /* bytes before the names that say it is a comment */
} routh_text_layout;

/* False: no line is a row of numbers. */
bool routh_text_layout_find(routh_context *context, const routh_text_line *line, size_t count,
                            routh_text_layout *layout, routh_status *status);

#endif
