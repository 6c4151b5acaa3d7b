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

#endif
