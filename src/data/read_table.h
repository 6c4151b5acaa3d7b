/* Comma-separated values as the readers of recordings use them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_DATA_READ_TABLE_H
#define ROUTH_SRC_DATA_READ_TABLE_H

#include <stdbool.h>

#include "data/dataset.h"
#include "file/lines.h"

typedef struct routh_header_column {
    const char *name;
    bool present;
} routh_header_column;

/* What is said where there is neither kind of table. */
#define ROUTH_NO_KNOWN_TABLE                                                                                           \
    "no table of impacts (rx,ry,vx,vy,omega,vx_after,vy_after,omega_after), no trajectory (x,y,theta or x,z,th)"

/* The first line that is not blank; false for a file that cannot be read or has no such line. */
bool routh_first_line(routh_lines *lines, const char **line, size_t *length);

/* Which of these columns does the header have? */
routh_status routh_read_header(routh_source *source, routh_header_column *column, size_t count);

/* The same of a table in memory. */
void routh_table_header(const routh_table *table, routh_header_column *column, size_t count);

/* Without the column of that name, or without any that is known (NULL): says which there are. */
routh_status routh_table_fail_missing(routh_context *context, const routh_table *table, const char *source,
                                      const char *name);

/* Fails unless the table has these columns (NULL-terminated), and finite numbers in them. */
routh_status routh_table_check(routh_context *context, const routh_table *table, const char *const *required);

/* Fails if the columns are those of motion in space. */
routh_status routh_refuse_spatial(routh_source *source);

#endif
