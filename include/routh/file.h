/* The file room: where bytes come from and go to, and tables of numbers, whatever they mean.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_FILE_H
#define ROUTH_FILE_H

#include <stdio.h>

#include <routh/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The shortest decimal that reads back as the same double; returns `text`. */
#define ROUTH_SHORTEST_TEXT 32
ROUTH_API const char *routh_shortest_text(double value, char text[ROUTH_SHORTEST_TEXT]);

/* Bytes that a call has written: byte_count of them, and a 0 after the last, so that text is a string. A zeroed buffer is
 * empty; writing replaces what it holds. */
typedef struct routh_buffer {
    size_t byte_count;
    char *byte;
} routh_buffer;

ROUTH_API void routh_buffer_release(routh_context *context, routh_buffer *buffer);

/* Where bytes come from or go to: exactly one of path, file, bytes and buffer is set. What is read is recognised by its
 * content, what is written by the name. */
typedef struct routh_io {
    const char *path;     /* "-": standard input or output; a file appears whole or not at all */
    FILE *file;           /* open, and stays open */
    const void *bytes;    /* to read, byte_count of them */
    routh_buffer *buffer; /* to write into; the context's memory */
    size_t byte_count;
    const char *name; /* in messages; NULL: the path, or none */
} routh_io;

/* Nothing is copied: path, name, bytes and buffer stay the caller's and must outlive the call that takes the io. */
ROUTH_API routh_io routh_io_path(const char *path);
ROUTH_API routh_io routh_io_file(FILE *file, const char *name);
ROUTH_API routh_io routh_io_memory(const void *bytes, size_t byte_count, const char *name);
ROUTH_API routh_io routh_io_buffer(routh_buffer *buffer, const char *name);

/* An output for those who print themselves, as every writer of the library does: create, print into `file`, write,
 * release. A path that is a device or a pipe is written in place. */
typedef struct routh_output {
    FILE *file;      /* to print into */
    char *temporary; /* printed into until it takes its place, for programs that end early; NULL: none, "": no more */
    char *target;    /* its place */
    char *memory;    /* what goes into a buffer, before it does */
    size_t memory_count;
    routh_io to;
} routh_output;

/* ROUTH_FILE_ERROR when the place cannot be written, before anything was computed for it. */
ROUTH_API routh_status routh_output_create(routh_context *context, routh_io to, routh_output *output);

/* All that was printed goes to its place, or ROUTH_FILE_ERROR says why it cannot, and what was there before stays. */
ROUTH_API routh_status routh_output_write(routh_context *context, routh_output *output);

/* Gives up what was not written. A zeroed output is fine. */
ROUTH_API void routh_output_release(routh_context *context, routh_output *output);

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
 * message that names file, row, column and value. Files and streams are read line by line, in bounded memory. */
ROUTH_API routh_status routh_table_read(routh_context *context, routh_io from, const routh_table_columns *columns,
                                        routh_table *table);

/* The column of that name, or NULL. */
ROUTH_API const double *routh_table_column(const routh_table *table, const char *name);

ROUTH_API void routh_table_release(routh_context *context, routh_table *table);

#ifdef __cplusplus
}
#endif
#endif
