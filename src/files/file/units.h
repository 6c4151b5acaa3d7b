/* Units of recordings: their names, and what one of each is in SI. One table for options, headers and attributes.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FILE_UNITS_H
#define ROUTH_SRC_FILE_UNITS_H

#include <stdbool.h>

#include <routh/file.h>

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
