/* What is known of deflate without looking at the bytes, and how much of it is unpacked.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FILE_DEFLATE_H
#define ROUTH_SRC_FILE_DEFLATE_H

#include <stdint.h>

/* It shrinks nothing further than this: 258 bytes take two bits at least. */
#define ROUTH_MOST_SHRUNK 1032

/* All that is unpacked of a file of so many bytes. Numbers that were measured shrink ten times at most; constant columns
 * shrink further, and small files may consist of them. */
static inline uint64_t routh_unpacked_room(uint64_t file_size) {
    return ((uint64_t)1 << 26) + 64 * file_size;
}

/* A phrase that follows the name of what would go beyond. */
#define ROUTH_UNPACKED_WORDS                                                                                           \
    "unpacks to over 64 times the size of the file, which is refused for the memory it takes; save it without "        \
    "compression"

#endif
