/* A folder that a verb writes into, file by file.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_FOLDER_H
#define ROUTH_CLI_FOLDER_H

#include <routh/file.h>

/* The folder is there then. 0, or the exit code after a message. */
int folder_make(const char *verb, const char *folder);

/* A file of that name in the folder, as `write` writes `what`, choosing the format by the name; it appears whole or not at
 * all. 0, or the exit code after a message. */
typedef routh_status folder_writer(routh_context *context, const void *what, routh_io to);
int folder_write(const char *verb, const char *folder, const char *name, folder_writer *write, const void *what);

/* The same at that path; messages have `shown` instead. */
int folder_write_as(const char *verb, const char *path, const char *shown, folder_writer *write, const void *what);

#endif
