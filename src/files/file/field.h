/* One line of separated values, field by field (RFC 4180, save that a quoted field ends on its line).
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_DATA_FIELD_H
#define ROUTH_SRC_DATA_FIELD_H

#include <stdbool.h>
#include <stddef.h>

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

#endif
