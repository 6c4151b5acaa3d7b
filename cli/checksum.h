/* The sum that POSIX's cksum prints, of one file or of several as one: `cat a b | cksum` gives the same.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_CHECKSUM_H
#define ROUTH_CLI_CHECKSUM_H

#include <stdbool.h>
#include <stdint.h>

/* All zero before the first file. */
typedef struct checksum {
    uint32_t rest;           /* of the division so far */
    unsigned long long size; /* bytes */
} checksum;

/* False where the path names no plain file that can be read. */
bool checksum_add_file(checksum *sum, const char *path);

unsigned long checksum_of(const checksum *sum);

#endif
