/* The list of files that the program wrote into a folder, kept in the folder itself: all other files there are a person's own.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_MANIFEST_H
#define ROUTH_CLI_MANIFEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
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

/* The sum that POSIX's cksum prints, of one file or of several as one: `cat a b | cksum` gives the same. */

/* All zero before the first file. */
typedef struct checksum {
    uint32_t rest;           /* of the division so far */
    unsigned long long size; /* bytes */
} checksum;

/* False where the path names no plain file that can be read. */
bool checksum_add_file(checksum *sum, const char *path);

unsigned long checksum_of(const checksum *sum);

#endif
