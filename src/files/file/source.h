/* Something to read: a file, a stream or memory, with its name for messages.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FILE_SOURCE_H
#define ROUTH_SRC_FILE_SOURCE_H

#include <stdbool.h>

#include <routh/file.h>

#include "base/shown.h"

typedef struct routh_source {
    routh_context *context;
    routh_io io;                    /* a path, a stream or bytes, with the name; "-" is the stream of standard input */
    const char *name;               /* the path, or what the caller calls it */
    char shown[ROUTH_SHOWN_SOURCE]; /* the name, for messages */
    char *held;                     /* bytes that were read into memory */
} routh_source;

/* Only states what to read; opens no file. ROUTH_BAD_ARGUMENT if there is nothing to read. */
routh_status routh_source_create(routh_context *context, routh_io from, routh_source *source);
void routh_source_release(routh_source *source);

/* The source as a stream; not for memory. routh_source_close closes it unless it is the caller's. */
routh_status routh_source_open(routh_source *source, FILE **stream);
void routh_source_close(const routh_source *source, FILE *stream);

/* Reads all of it into memory: then it is bytes, with a 0 after the last. More than `most` are refused. */
routh_status routh_source_hold(routh_source *source, size_t most);

/* The first bytes of a path or of memory, at most `size`. */
routh_status routh_source_begin(routh_source *source, unsigned char *byte, size_t size, size_t *count);

/* For readers of text, with its first bytes: fails where they are those of UTF-16, which spreadsheets and old editors
 * write. */
routh_status routh_source_refuse_utf16(const routh_source *source, const void *bytes, size_t count);

/* Is it the path of a folder? */
bool routh_source_is_folder(const routh_source *source);

/* Does the name end like this? Ignores case. */
bool routh_name_ends(const char *name, const char *ending);

#endif
