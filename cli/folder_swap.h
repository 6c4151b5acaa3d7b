/* Puts a folder in the place of another one in a single step, where the file system has one.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_FOLDER_SWAP_H
#define ROUTH_CLI_FOLDER_SWAP_H

#include <stdbool.h>

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
