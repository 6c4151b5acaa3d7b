/* A file or a text, line by line, in bounded memory.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_DATA_LINES_H
#define ROUTH_SRC_DATA_LINES_H

#include "file/source.h"

typedef struct routh_lines {
    const routh_source *source;
    FILE *file;       /* NULL: the whole text is in memory */
    char *buffer;     /* what has been read of the file */
    size_t room;      /* in the buffer */
    const char *text; /* what has not been handed out yet */
    size_t length;    /* of that text */
    bool finished;    /* the text is complete */
    int failed;       /* errno of the first reading, which routh_lines_create does; 0: it went well */
    size_t number;    /* of the line handed out last, from 1 */
    size_t passed;    /* bytes of the lines handed out */
    size_t size;      /* bytes there are in all; 0: not known, as of a pipe */
} routh_lines;

typedef enum routh_line_kind {
    ROUTH_LINE_READ,
    ROUTH_LINE_NONE,     /* the end */
    ROUTH_LINE_TOO_LONG, /* longer than ROUTH_CSV_LINE_LIMIT; the rest of it is not read */
    ROUTH_LINE_FAILED,   /* the file could not be read; errno says why, or is 0 */
    ROUTH_LINE_NO_MEMORY /* for so long a line; the context's message says so */
} routh_line_kind;

/* Reads a stream from its current position. Fails on UTF-16 and UTF-32, too. */
routh_status routh_lines_create(routh_source *source, routh_lines *lines);

/* The next line without its end, LF or CRLF, and the first one without a byte-order mark. It stays valid until the
 * next call. */
routh_line_kind routh_next_line(routh_lines *lines, const char **line, size_t *length);

/* The same as a status with a message; at the end *line is NULL. `what` says what such a long line cannot belong to: "a
 * table of impacts". */
routh_status routh_line_read(routh_lines *lines, const char *what, const char **line, size_t *length);

void routh_lines_release(routh_lines *lines);

#endif
