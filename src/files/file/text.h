/* Text: lines, fields, numbers with a decimal point, units.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FILE_TEXT_H
#define ROUTH_SRC_FILE_TEXT_H

#include <locale.h>
#include <stdbool.h>
#include <stddef.h>

#include <routh/file.h>

#include "base/context.h"
#include "file/source.h"

/* Lines of a file or of memory, in bounded memory; fields of a line; numbers. */

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

/* Lines that end with the block they stand in. Returns what opening the source failed with. */
#define ROUTH_LINES(name, source)                                                                                      \
    __attribute__((cleanup(routh_lines_release))) routh_lines name;                                                    \
    ROUTH_TRY(routh_lines_create(source, &(name)))

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

/* Numbers in files have a decimal point, whatever the locale of the program that calls. */

typedef struct routh_c_locale {
    locale_t own, before;
} routh_c_locale;

/* From here to the end this thread, and no other, reads and writes numbers as C does. Both leave errno alone when they
 * succeed; when the beginning fails there is nothing to end. */
routh_status routh_c_locale_begin(routh_context *context, routh_c_locale *numbers);
void routh_c_locale_end(routh_c_locale *numbers);

/* The same for the rest of a block, whichever way that is left. Returns what the beginning failed with. */
#define ROUTH_C_LOCALE(context)                                                                                        \
    __attribute__((cleanup(routh_c_locale_end))) routh_c_locale routh_numbers;                                         \
    ROUTH_TRY(routh_c_locale_begin(context, &routh_numbers))

/* Units of recordings: their names, and what one of each is in SI. One table for options, headers and attributes. */

/* The units of a quantity, from 0 on, its SI unit first; NULL after the last. */
const char *routh_unit_name(routh_quantity quantity, size_t index);
double routh_unit_size(routh_quantity quantity, size_t index);

/* A unit exactly as the table has it; "N mm" is "Nmm". */
bool routh_unit_find(const char *text, size_t length, routh_quantity *quantity, size_t *index);

/* A unit as files write it: also "millimeters", "Deg", "°", "[mm]", "sec". */
bool routh_unit_of(const char *text, size_t length, routh_quantity *quantity, double *unit);

/* The unit in the name of a column: "X (mm)", "Angle [deg]", "pos.x/mm", "time_ms". False: there is none. */
bool routh_unit_of_name(const char *name, routh_quantity *quantity, double *unit);

/* What stands in brackets at the end of a name, holds letters and is no unit of the table: "furlong" of "X (furlong)".
 * NULL: nothing does. */
const char *routh_unit_unknown(const char *name, size_t *length);

/* Bytes of the name before its unit and what sets it off: 1 for "X (mm)", 4 for "time_ms"; all of them without one. */
size_t routh_unit_stripped(const char *name);

/* What options say of a recording: "mm,deg", "px=NAME,py=\"a,b\"". */

/* The next piece before a comma that is not within quotes, without blanks at its ends; false at the end. */
bool routh_next_piece(const char **text, const char **piece, size_t *length);

/* ROUTH_BAD_ARGUMENT: `units "kg": not one of m, mm`. */
routh_status routh_convention_refuse(routh_context *context, const char *field, const char *text, size_t length,
                                     const char *allowed);

/* What one unit is in SI, of the first `quantities`; others keep theirs. */
routh_status routh_convention_set_units(routh_context *context, const char *text, int quantities, double *unit);

/* The columns that a convention may name. */
typedef struct routh_column_words {
    const char *const *key; /* ours */
    int count;
    char *column; /* the file's: `size` letters each; "": not named */
    size_t size;
    const char *keys, *form; /* what a key and a piece may be, for messages */
} routh_column_words;

routh_status routh_convention_set_columns(routh_context *context, const routh_column_words *words, const char *text);
routh_status routh_convention_set_column(routh_context *context, const routh_column_words *words, const char *key,
                                         size_t key_length, const char *name, size_t length);

#endif
