/* Text: lines of a file or of memory, in bounded memory; fields of a line; numbers.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FILE_TEXT_H
#define ROUTH_SRC_FILE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

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

/* One line of separated values, field by field (RFC 4180, save that a quoted field ends on its line). */

/* The text between the separators, without quotes and blanks around it. */
typedef struct routh_field {
    const char *text;
    size_t length;
    bool quoted; /* "" in the text stands for one quote */
} routh_field;

typedef struct routh_csv_fields {
    const char *rest; /* NULL: no more fields */
    const char *end;
    char separator; /* ' ': blanks and tabs, any number of them, and none around the line */
    bool unclosed;  /* the last field opened a quote that its line does not close */
} routh_csv_fields;

/* Between commas, or between other separators. */
routh_csv_fields routh_csv_fields_of(const char *line, size_t length);
routh_csv_fields routh_fields_between(const char *line, size_t length, char separator);

/* False after the last field, and for one that is unclosed. */
bool routh_csv_next_field(routh_csv_fields *fields, routh_field *field);

bool routh_field_is(const routh_field *field, const char *name);

bool routh_is_blank(const char *line, size_t length);

/* Nothing but blanks, and no separator either: fields between tabs may all be empty. */
bool routh_is_bare(const char *line, size_t length, char separator);

/* Decimal text to double, exactly and in any locale. */

typedef enum routh_number_kind {
    ROUTH_NUMBER_FINITE,
    ROUTH_NUMBER_EMPTY,      /* no text at all */
    ROUTH_NUMBER_NOT_FINITE, /* inf, nan, or beyond the largest double */
    ROUTH_NUMBER_MALFORMED   /* anything else */
} routh_number_kind;

/* The double nearest to [+-]digits[.digits][(e|E)[+-]digits], the whole text and nothing else. Numbers too small
 * become denormal or zero. *value is set only when the answer is ROUTH_NUMBER_FINITE. */
routh_number_kind routh_parse_number(const char *text, size_t length, double *value);

/* The same with another decimal point, ',' for instance. */
routh_number_kind routh_parse_decimal(const char *text, size_t length, char point, double *value);

/* Why a header may lack the columns that were looked for. */

/* Continues the message, from its semicolon. */
const char *routh_header_hint(const char *header, size_t length);

#endif
