/* The files and folders that the words of a command line name, as the tables of options mark them. What is checked here is
 * checked for every verb, before anything is read or written.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_PATHS_H
#define ROUTH_CLI_PATHS_H

#include <stdbool.h>
#include <sys/stat.h>

#include "options.h"

/* Refuses outputs that are inputs, lie in a folder that is read, hold what is read, or are one and the same; and outputs
 * that cannot be written. `options` is filled. 0, or the exit code after a message. */
int check_paths(const char *verb, const option_group *groups, const void *options);

/* The same for an input that another one names, once that is read: compares it with the outputs that were checked. Messages
 * call it `what`, "a part of the assembly,". */
int check_late_input(const char *path, const char *what);

/* Is the path that folder, or in it however deep? */
bool path_is_within(const char *path, const struct stat *folder);

/* Options that had another name once. */

/* The new spelling, with dashes, of an option of that verb; NULL where there was none of that name. */
const char *renamed_option(const char *verb, const char *name);

#endif
