/* How far deflate can shrink anything, and how much of it is unpacked.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FILE_DEFLATE_H
#define ROUTH_SRC_FILE_DEFLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <routh/base.h>

/* It shrinks nothing further than this: 258 bytes take two bits at least. */
#define ROUTH_MOST_SHRUNK 1032

/* All that is unpacked of a file of `file_size` bytes. Numbers that were measured shrink ten times at most; constant columns
 * shrink further, and small files may consist of them. */
static inline uint64_t routh_unpacked_room(uint64_t file_size) {
    return ((uint64_t)1 << 26) + 64 * file_size;
}

/* A phrase that follows the name of what would go beyond. */
#define ROUTH_UNPACKED_WORDS                                                                                           \
    "unpacks to over 64 times the size of the file, which is refused for the memory it takes; save it without "        \
    "compression"

/* The entries of a zip archive that is held in memory, stored or deflated. Layout after PKWARE's APPNOTE 6.3; archives of
 * 4 GiB and more (zip64), in several parts or with a password are not read. Every size is checked against the bytes. */

typedef struct routh_zip {
    const unsigned char *byte;
    size_t size;
    size_t next; /* where the next entry is in the directory */
    size_t left; /* entries that follow */
} routh_zip;

typedef struct routh_zip_entry {
    const char *name; /* not terminated */
    size_t name_length;
    const unsigned char *packed;
    size_t packed_size, size; /* the unpacked size is one that the packed bytes can have */
    uint32_t checksum;
    bool is_deflated;
    const char *fault; /* why it cannot be unpacked; NULL: it can */
} routh_zip_entry;

/* False unless there is a directory. */
bool routh_zip_open(const unsigned char *byte, size_t size, routh_zip *zip);

/* The next entry; false after the last, or where the directory is damaged. */
bool routh_zip_next(routh_zip *zip, routh_zip_entry *entry);

/* The first `size` bytes of an entry without fault; all of them are checked against the checksum. ROUTH_BAD_FORMAT or
 * ROUTH_OUT_OF_MEMORY, without a message. */
routh_status routh_zip_unpack(const routh_zip_entry *entry, unsigned char *byte, size_t size);

#endif
