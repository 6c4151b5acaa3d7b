/* Rows of numbers in text, into channels: field j of a line is channel j. What all readers of text share.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FILE_TEXT_ROWS_H
#define ROUTH_SRC_FILE_TEXT_ROWS_H

#include "file/channels.h"
#include "file/field.h"

typedef struct routh_text_rows {
    bool comments;  /* lines that begin with #, % or // are not rows */
    bool one_block; /* the first blank line ends the rows */
    bool *also;     /* for each channel: read it though it is not wanted, without counting its gaps; NULL: none */
} routh_text_rows;

/* Reads the wanted channels from channels->first_line on, with its separator and decimal point. A text that is neither a
 * number nor a gap is ROUTH_BAD_FORMAT, and so is a line with more fields than there are channels. */
routh_status routh_text_rows_read(routh_source *source, const routh_text_rows *rows, routh_channels *channels);

/* Is it one of the words for a number that is missing: nothing, "NaN", "inf", "NA", "null", "-"? */
bool routh_is_gap(const routh_field *field, routh_gap_reason *reason);

/* Bytes with which the line says that it is a comment, #, % or // and blanks; 0: it is none. */
size_t routh_comment_length(const char *line, size_t length);

/* A field as a name of a channel: with its body, quotes in it undone. NULL: no memory. */
routh_channel *routh_text_add(routh_context *context, routh_channels *channels, const routh_field *name,
                              const routh_field *body);

#endif
