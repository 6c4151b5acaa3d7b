/* Where a result came from, in words for its reader: the command line, the date, and a sum of what was read.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_ORIGIN_H
#define ROUTH_CLI_ORIGIN_H

#include <routh/routh.h>

enum { ORIGIN_COMMAND = 2048, ORIGIN_WORDS = 160 };

typedef struct origin {
    char command[ORIGIN_COMMAND]; /* paths without their folders: reports are passed on */
    char date[ORIGIN_WORDS];
    char checksum[ORIGIN_WORDS]; /* "": nothing was read that has one */
} origin;

/* Keeps the command line, before the parser reorders its words. A property of the process. */
void origin_remember(int argc, char **argv);

/* `data` is the file or folder that the dataset was read from; NULL: it was generated. */
void origin_of(const char *data, const routh_dataset *dataset, origin *from);

#endif
