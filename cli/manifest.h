/* The list of files that the program wrote into a folder, kept in the folder itself: all other files there are a person's own.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_MANIFEST_H
#define ROUTH_CLI_MANIFEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define MANIFEST_FILE "routh-files.txt"

typedef struct manifest_line {
    unsigned long sum; /* as POSIX's cksum has it */
    unsigned long long size;
    char *name;
} manifest_line;

typedef struct manifest {
    manifest_line *line;
    size_t count;
} manifest;

/* The list in that folder; without one, or with one that is not ours, it is empty. False without memory. */
bool manifest_read(const char *folder, manifest *list);
void manifest_release(manifest *list);

/* Was the file written by the program, and is it as it was then? */
bool manifest_holds(const manifest *list, const char *folder, const char *name);

/* Adds the file as it is in the folder; false when it cannot be read or without memory. */
bool manifest_add(manifest *list, const char *folder, const char *name);

void manifest_print(FILE *file, const manifest *list);

#endif
