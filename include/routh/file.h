/* The file room: tables of numbers in and out of files, whatever they mean.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_FILE_H
#define ROUTH_FILE_H

#include <stdio.h>

#include <routh/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A table of numbers with named columns, stored column by column. Every number is finite. */
typedef struct routh_table {
    char **name;     /* column names, `columns` of them */
    double **column; /* column[j][i], `rows` each */
    size_t *line;    /* the file's line on which each row began, from 1: for messages */
    size_t columns, rows;
    char *source; /* the file's name, for messages */
} routh_table;

/* Which columns to read; others are skipped unread and may hold anything. */
typedef struct routh_table_columns {
    const char *const *required; /* NULL-terminated, or NULL for none */
    const char *const *optional; /* NULL-terminated, or NULL for none: read where present */
} routh_table_columns;

/* Lines longer than this are refused: no table of contacts has them, a wrong file may. */
#define ROUTH_CSV_LINE_LIMIT ((size_t)1 << 20)

/* Reads comma-separated values: a line of names, then one row of numbers a line. Quoted fields, blank lines, CRLF,
 * spaces around fields, a byte-order mark and columns in any order are fine. A missing or repeated column, a field
 * that is not a finite number, a ragged row, an overlong line or a file without rows is ROUTH_BAD_FORMAT with a
 * message that names file, row, column and value. `source` is the name to use in messages. */
ROUTH_API routh_status routh_table_read(routh_context *context, FILE *file, const char *source,
                                        const routh_table_columns *columns, routh_table *table);

/* The same from memory. */
ROUTH_API routh_status routh_table_parse_csv(routh_context *context, const char *text, size_t length,
                                             const char *source, const routh_table_columns *columns,
                                             routh_table *table);

/* The column of that name, or NULL. */
ROUTH_API const double *routh_table_column(const routh_table *table, const char *name);

ROUTH_API void routh_table_release(routh_context *context, routh_table *table);

#ifdef __cplusplus
}
#endif
#endif
