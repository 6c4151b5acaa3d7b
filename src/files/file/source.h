/* Something to read: a file, a stream or memory, with its name for messages.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FILE_SOURCE_H
#define ROUTH_SRC_FILE_SOURCE_H

#include <stdbool.h>

#include <routh/base.h>
#include <routh/file.h>

#include "base/context.h"

typedef struct routh_source {
    routh_context *context;
    routh_io io;                    /* a path, a stream or bytes, with the name; "-" is the stream of standard input */
    const char *name;               /* the path, or what the caller calls it */
    char shown[ROUTH_SHOWN_SOURCE]; /* the name, for messages */
    char *held;                     /* bytes that were read into memory */
    FILE *own;                      /* the stream of io, opened here; NULL: it is the caller's, or there is none */
    long start;                     /* where a stream stood that can be read again from there; -1: it cannot */
} routh_source;

/* Only states what to read; opens no file. ROUTH_BAD_ARGUMENT if there is nothing to read. */
routh_status routh_source_create(routh_context *context, routh_io from, routh_source *source);
void routh_source_release(routh_source *source);

/* A source that ends with the block it stands in. Returns what making it failed with. */
#define ROUTH_SOURCE(name, context, from)                                                                              \
    __attribute__((cleanup(routh_source_release))) routh_source name;                                                  \
    ROUTH_TRY(routh_source_create(context, from, &(name)))

/* The source as a stream at its beginning; not for memory. routh_source_close closes it, or
 * leaves the caller's where it was. */
routh_status routh_source_open(routh_source *source, FILE **stream);
void routh_source_close(const routh_source *source, FILE *stream);

/* Reads all of it into memory, unless it is there: then it is bytes. More than `most` are refused. */
routh_status routh_source_hold(routh_source *source, size_t most);

/* The same with a 0 after the last byte, for which memory is copied. */
routh_status routh_source_hold_text(routh_source *source, size_t most);

/* Can it be read again: is it memory, a file, or a stream of a file? */
bool routh_source_repeats(const routh_source *source);

/* Before the first of several readings: a file is opened, once, and is a stream until the source is released; a stream that
 * cannot be read again, such as a pipe, is read into memory. */
routh_status routh_source_settle(routh_source *source);

/* Its first bytes, at most `size`, where it can be read again. */
routh_status routh_source_begin(routh_source *source, unsigned char *byte, size_t size, size_t *count);

/* For readers of text, with its first bytes: fails where they are those of UTF-16 or UTF-32, which spreadsheets and old editors
 * write. */
routh_status routh_source_refuse_wide(const routh_source *source, const void *bytes, size_t count);

/* Is it the path of a folder? */
bool routh_source_is_folder(const routh_source *source);

/* Does the name end like this? Ignores case. */
bool routh_name_ends(const char *name, const char *ending);

/* The recordings in a folder. */

typedef struct routh_path_list {
    char **path;
    size_t count, capacity;
    routh_context *context; /* of who listed them */
} routh_path_list;

/* The folder's CSV files in the order in which a person would number them; none at all is ROUTH_BAD_FORMAT. Release
 * the list in any case. */
routh_status routh_list_csv(routh_context *context, const char *folder, routh_path_list *list);

/* The same for files in any of the formats that motion capture and cameras are saved in. */
routh_status routh_list_recordings(routh_context *context, const char *folder, routh_path_list *list);

/* Tells the log which recordings of the folder are none of CSV, where CSV files alone are read. */
routh_status routh_note_others(routh_context *context, const char *folder);

void routh_path_list_release(routh_path_list *list);

/* A list of `listed`, routh_list_csv or routh_list_recordings, that ends with the block it stands in. Returns what listing
 * failed with. */
#define ROUTH_PATHS(name, listed, context, folder)                                                                     \
    __attribute__((cleanup(routh_path_list_release))) routh_path_list name;                                            \
    ROUTH_TRY(listed(context, folder, &(name)))

/* What a file or folder is called. */

/* The last part of a path, of a file without its ending: "drops/ellipse_uniform.mat" → "ellipse_uniform". A folder has none:
 * "2024.05.drops/" → "2024.05.drops". A name that is cut ends between characters. */
void routh_name_of_path(const char *path, bool folder, char name[ROUTH_NAME_SIZE]);

#endif
