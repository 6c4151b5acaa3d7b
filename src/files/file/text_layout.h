/* How a text of separated numbers is laid out: found from its lines.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FILE_TEXT_LAYOUT_H
#define ROUTH_SRC_FILE_TEXT_LAYOUT_H

#include "file/channels.h"

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
