/* Structs as rows of comma-separated values, by the table of fields: columns are named as JSON's keys are. Each begins with a
 * comma; nothing follows it for a number that does not exist.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FILE_CSV_STRUCT_H
#define ROUTH_SRC_FILE_CSV_STRUCT_H

#include <stdio.h>

#include "fields/structs.h"

void routh_csv_names(FILE *file, routh_chosen chosen);
void routh_csv_values(FILE *file, routh_chosen chosen, const void *from);

/* Columns for those fields of a struct, and a row of them. */
#define ROUTH_CSV_NAMES(file, type, ...) routh_csv_names(file, ROUTH_FIELDS(type, __VA_ARGS__))
#define ROUTH_CSV_VALUES(file, type, from, ...)                                                                        \
    routh_csv_values(file, ROUTH_FIELDS(type, __VA_ARGS__), ROUTH_TYPED(type, from))

#endif
