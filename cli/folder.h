/* A folder that a verb writes into, file by file.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_FOLDER_H
#define ROUTH_CLI_FOLDER_H

#include <routh/file.h>
#include <stdbool.h>

/* The folder is there then. 0, or the exit code after a message. */
int folder_make(const char *verb, const char *folder);

/* A file of that name in the folder, as `write` writes `what`, choosing the format by the name; it appears whole or not at
 * all. 0, or the exit code after a message. */
typedef routh_status folder_writer(routh_context *context, const void *what, routh_io to);
int folder_write(const char *verb, const char *folder, const char *name, folder_writer *write, const void *what);

/* The same at that path; messages have `shown` instead. */
int folder_write_as(const char *verb, const char *path, const char *shown, folder_writer *write, const void *what);

/* Puts a folder in the place of another one in a single step, where the file system has one. */

/* Does what is called `name` in the old folder stay, which is now at that path? */
typedef bool folder_keeps(const void *what, const char *folder, const char *name);

/* Before long work: can what stays be taken over into `fresh`, which is empty and is so again afterwards? Otherwise
 * `trouble` says what and why not. */
enum { FOLDER_TROUBLE = 4096 + 128 };
bool folder_swap_try(const char *fresh, const char *target, folder_keeps *keeps, const void *what,
                     char trouble[FOLDER_TROUBLE]);

/* Puts `fresh` in the place of `target`, which need not exist, together with what stays of it. Whoever looks, whenever it
 * is, finds all of the old folder or all of the new one, and what stays in both. Where the file system cannot exchange two
 * names (NFS, some FUSE) there are two steps: a program killed just between them leaves no `target`, and both folders whole
 * beside it, the old one as `fresh` with ".old". 0, or the exit code after a message;
 * *swapped says whether the new folder is in its place; if not, both are as they were. */
int folder_swap(const char *verb, const char *fresh, const char *target, folder_keeps *keeps, const void *what,
                bool *swapped);

#endif
