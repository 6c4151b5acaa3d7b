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

/* What has a unit in a recording. */
typedef enum routh_quantity {
    ROUTH_LENGTH,
    ROUTH_ANGLE, /* of angular velocities, too */
    ROUTH_TIME,  /* of `time` only: velocities are per second */
    ROUTH_FORCE,
    ROUTH_MOMENT
} routh_quantity;
#define ROUTH_QUANTITIES 5

/* Bytes that a call has written: byte_count of them, followed by a 0, so that text is a C string. A zeroed buffer is
 * empty; writing replaces its contents. */
typedef struct routh_buffer {
    size_t byte_count;
    char *byte;
} routh_buffer;

ROUTH_API void routh_buffer_release(routh_context *context, routh_buffer *buffer);

/* Where bytes come from or go to: exactly one of path, file, bytes and buffer is set. The format is recognised by
 * content when reading, and by the name when writing. */
typedef struct routh_io {
    const char *path;     /* "-": standard input or output. A file is written completely or not at all */
    FILE *file;           /* an open stream; it stays open */
    const void *bytes;    /* to read, byte_count of them */
    routh_buffer *buffer; /* [-] to write into; allocated with the context's hooks */
    size_t byte_count;    /* of `bytes` */
    const char *name; /* in messages, and for the format; NULL: the path, or none. ".json" alone is the format only */
} routh_io;

/* Nothing is copied: path, name, bytes and buffer belong to the caller and must outlive the call that takes the io. */
ROUTH_API routh_io routh_io_path(const char *path);
ROUTH_API routh_io routh_io_file(FILE *file, const char *name);
ROUTH_API routh_io routh_io_memory(const void *bytes, size_t byte_count, const char *name);
ROUTH_API routh_io routh_io_buffer(routh_buffer *buffer, const char *name);

/* An output for code that prints by itself, as every writer of the library does: create, print into `file`, write,
 * release. A path that is a device or a pipe is written directly. */
typedef struct routh_output {
    FILE *file;      /* to print into */
    char *temporary; /* printed into until it is renamed; the context's hook of that name announces it. NULL: none;
                      * "": renamed already */
    char *target;    /* the path that it is renamed to */
    char *memory;    /* text on its way into a buffer */
    size_t memory_count;
    routh_io to;
} routh_output;

/* ROUTH_FILE_ERROR if `to` cannot be written: call it before a long computation. */
ROUTH_API routh_status routh_output_create(routh_context *context, routh_io to, routh_output *output);

/* Nothing more will be printed: everything is on the disk, yet not in its place. Several outputs that belong together are
 * all completed before the first of them is written. On ROUTH_FILE_ERROR release it. */
ROUTH_API routh_status routh_output_complete(routh_context *context, routh_output *output);

/* Completes it where that is still to do, and moves it to its target. On ROUTH_FILE_ERROR a file that was there before is
 * unchanged. */
ROUTH_API routh_status routh_output_write(routh_context *context, routh_output *output);

/* Discards what was not written. A zeroed output is fine. */
ROUTH_API void routh_output_release(routh_context *context, routh_output *output);

/* Waits until the names in a folder are on the disk, as every output does for its own, after files were moved there by other
 * means. Where a file system has nothing to wait for that is ROUTH_OK. */
ROUTH_API routh_status routh_folder_sync(routh_context *context, const char *folder);

/* A table of numbers with named columns, stored column by column. Every number is finite, but for those of other columns
 * than were asked for. */
typedef struct routh_table {
    char **name;     /* [columns] column names, `columns` of them */
    double **column; /* [-] column[j][i], `rows` each */
    size_t *line;    /* [rows] line of the file on which each row begins, from 1, for messages */
    size_t columns, rows;
    char *source; /* the file's name, for messages */
} routh_table;

/* Which columns to read. Others may hold anything. */
typedef struct routh_table_columns {
    const char *const *required; /* [-] NULL-terminated, or NULL for none */
    const char *const *optional; /* [-] NULL-terminated, or NULL for none: read if present */
    bool others; /* 1: other columns too, up to ROUTH_CSV_MOST_OTHERS, after those asked for and in the file's order. A
                  * field that is no finite number is NaN, and a column without any number is left out, as is one whose
                  * name is empty, repeated or longer than 63 bytes. Default 0: skipped */
} routh_table_columns;

#define ROUTH_CSV_MOST_OTHERS 64

/* Longer lines are refused. No table of contacts has them, but a wrong file may. */
#define ROUTH_CSV_LINE_LIMIT ((size_t)1 << 20)

/* Reads comma-separated values: a line of names, then one row of numbers per line. Quoted fields, blank lines, CRLF,
 * spaces around fields, a byte-order mark and columns in any order are accepted. A missing or repeated column, a field
 * that is not a finite number, a ragged row, an overlong line or a file without rows is ROUTH_BAD_FORMAT with a
 * message that names file, row, column and value. Files and streams are read line by line, in bounded memory. */
ROUTH_API routh_status routh_table_read(routh_context *context, routh_io from, const routh_table_columns *columns,
                                        routh_table *table);

/* The column with that name, or NULL. */
ROUTH_API const double *routh_table_column(const routh_table *table, const char *name);

ROUTH_API void routh_table_release(routh_context *context, routh_table *table);

#ifdef __cplusplus
}
#endif
#endif
