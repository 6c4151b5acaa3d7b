/* Tables. A table is columns and rows of cells, and goes to the terminal, into a file of comma-separated
 * values or into a page; the three differ in how a cell is written.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FILE_ROWS_H
#define ROUTH_SRC_FILE_ROWS_H

#include <stdbool.h>
#include <stdio.h>

#include <jansson.h>
#include <routh/base.h>

#include "file/struct_fields.h"

typedef enum routh_cell_kind {
    ROUTH_CELL_NUMBER,
    ROUTH_CELL_COUNT,
    ROUTH_CELL_TEXT,
    ROUTH_CELL_QUOTED
} routh_cell_kind;

typedef struct routh_cell {
    routh_cell_kind kind;
    double number;
    long long count;
    const char *text; /* NULL: nothing */
} routh_cell;

/* In text and pages: " %8.3f" is a number of that many digits, in a column of 8 characters after a blank; "%s" is text, or
 * a count. In pages the width does not matter. */
typedef struct routh_column {
    const char *title, *format;
} routh_column;

typedef struct routh_rows {
    FILE *file; /* NULL: a page */
    json_t *all, *row;
    const routh_column *column; /* NULL: comma-separated values */
    size_t count;               /* of columns */
    const char *number;         /* comma-separated values: format of numbers; NULL: the shortest that reads back */
    const char *missing;        /* in place of a number that is not finite */
    size_t at;                  /* the column of the next cell */
    int blanks;                 /* of text, to come before it */
} routh_rows;

/* Begins comma-separated values. `head` is their first line; without its end, cells follow in it. */
routh_rows routh_rows_csv(FILE *file, const char *number, const char *head);

/* Begins a table of text or, where the file is NULL, of a page. In text the titles are its first line, unless the first title
 * is NULL. */
routh_rows routh_rows_begin(FILE *file, const routh_column *column, size_t count);
#define ROUTH_ROWS_BEGIN(file, columns) routh_rows_begin(file, columns, sizeof(columns) / sizeof *(columns))

void routh_rows_add(routh_rows *rows, const routh_cell *cell, size_t count);
void routh_rows_add_numbers(routh_rows *rows, const double *number, size_t count);
void routh_rows_add_names(routh_rows *rows, routh_chosen chosen);
void routh_rows_add_fields(routh_rows *rows, routh_chosen chosen, const void *from);
void routh_rows_end(routh_rows *rows); /* of a row */

/* Cells of the row: numbers, counts, whether ("1" or "0"), texts; routh_cell_quoted(text) is in quotes in comma-separated values. */
#define ROUTH_CELLS(rows, ...)                                                                                         \
    routh_rows_add(rows, (const routh_cell[]){ROUTH_MAP(ROUTH_CELL, , __VA_ARGS__)},                                   \
                   sizeof(const routh_cell[]){ROUTH_MAP(ROUTH_CELL, , __VA_ARGS__)} / sizeof(routh_cell))
#define ROUTH_ROW(rows, ...) (ROUTH_CELLS(rows, __VA_ARGS__), routh_rows_end(rows))
#define ROUTH_CELL(with, value)                                                                                        \
    _Generic((value), double                                                                                           \
             : routh_cell_number, bool                                                                                 \
             : routh_cell_count, int                                                                                   \
             : routh_cell_count, long                                                                                  \
             : routh_cell_count, unsigned                                                                              \
             : routh_cell_count, unsigned long                                                                         \
             : routh_cell_size, const char *                                                                          \
             : routh_cell_text, char *                                                                                 \
             : routh_cell_text, routh_cell                                                                             \
             : routh_cell_same)(value)

/* The same by the table of fields, as JSON has them: the keys, and the values of one struct. */
#define ROUTH_CELL_NAMES(rows, type, ...) routh_rows_add_names(rows, ROUTH_FIELDS(type, __VA_ARGS__))
#define ROUTH_CELL_FIELDS(rows, type, from, ...)                                                                       \
    routh_rows_add_fields(rows, ROUTH_FIELDS(type, __VA_ARGS__), ROUTH_TYPED(type, from))

static inline routh_cell routh_cell_number(double number) {
    return (routh_cell){ROUTH_CELL_NUMBER, number, 0, NULL};
}

static inline routh_cell routh_cell_count(long long count) {
    return (routh_cell){ROUTH_CELL_COUNT, 0, count, NULL};
}

static inline routh_cell routh_cell_size(size_t count) {
    return routh_cell_count((long long)count);
}

static inline routh_cell routh_cell_text(const char *text) {
    return (routh_cell){ROUTH_CELL_TEXT, 0, 0, text};
}

static inline routh_cell routh_cell_quoted(const char *text) {
    return (routh_cell){ROUTH_CELL_QUOTED, 0, 0, text};
}

static inline routh_cell routh_cell_same(routh_cell cell) {
    return cell;
}

/* Characters of the text: printf counts bytes, a column characters. */
int routh_count_characters(const char *text, size_t length);

#endif
