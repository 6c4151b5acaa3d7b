/* The bytes of an HDF5 file, read with every step inside their bounds.
 *
 * The HDF5 library does not survive damaged structure: one wrong byte in a file of its earliest format crashes 1.10.8. So
 * Routh reads with this reader: little of the format, none of it trusted. write_image.h has the writer. The layouts are
 * those of the HDF5 File Format Specification, version 3.0. Read are superblocks 0 to 3, both kinds of groups and of
 * object headers, compact, contiguous and chunked arrays, and the filters deflate, shuffle and fletcher32: what Routh,
 * h5py and MATLAB 7.3 write for files like ours. Anything else is refused by its name.
 *
 * What goes wrong is returned as a fault: a phrase for a message, NULL if there is none.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FILE_HDF5_BYTES_H
#define ROUTH_SRC_FILE_HDF5_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/context.h"

/* The address of nothing. */
#define ROUTH_HDF5_NOWHERE UINT64_MAX

#define ROUTH_HDF5_REWRITE ", which Routh does not read; `h5repack` rewrites it"

/* The fault of running out of memory, to be compared by address. */
extern const char routh_hdf5_no_memory[];

/* A name in a group, and the object it stands for. */
typedef struct routh_hdf5_link {
    const unsigned char *name;
    size_t length;
    uint64_t address; /* ROUTH_HDF5_NOWHERE: a link to another place or file */
} routh_hdf5_link;

typedef struct routh_hdf5_bytes {
    routh_context *context;
    const unsigned char *byte; /* from the superblock on: addresses count from there */
    uint64_t size;
    uint64_t root;      /* address of the root group */
    uint64_t structure; /* bytes of structure that may still be looked at, however often: hostile files have cycles */
    uint64_t data;      /* bytes of arrays that may still be unpacked */
    /* the group that was listed last, by name */
    uint64_t listed; /* its address; ROUTH_HDF5_NOWHERE: none */
    size_t links, room;
    routh_hdf5_link *link;
} routh_hdf5_bytes;

/* A stretch of bytes that is read from its beginning on. Reading past its end gives zeros and sets `ended`. */
typedef struct routh_hdf5_span {
    const unsigned char *at;
    size_t left;
    bool ended;
} routh_hdf5_span;

/* Is HDF5's signature in the first bytes, at 0 or, after a block of the user's, at a power of 2 from 512, as in MATLAB's? */
bool routh_hdf5_begins(const unsigned char *byte, size_t size, size_t *at);

/* Finds and checks the superblock. *is_hdf5: there is one, however damaged. */
const char *routh_hdf5_begin(routh_context *context, const void *byte, size_t size, routh_hdf5_bytes *bytes,
                             bool *is_hdf5);
void routh_hdf5_end_reading(routh_hdf5_bytes *bytes);

/* The stretch of the file from an address on. */
const char *routh_hdf5_span_at(routh_hdf5_bytes *bytes, uint64_t address, uint64_t size, routh_hdf5_span *span);

/* The same for a block with a signature of four letters at its beginning, unless that is NULL, and a checksum at its end;
 * neither belongs to the span. */
const char *routh_hdf5_block_at(routh_hdf5_bytes *bytes, uint64_t address, uint64_t size, const char *signature,
                                routh_hdf5_span *span);

/* A number of 1 to 8 bytes, least first. */
uint64_t routh_hdf5_take(routh_hdf5_span *span, size_t size);

/* The next bytes as a span of their own; empty and ended if there are not so many. */
routh_hdf5_span routh_hdf5_take_span(routh_hdf5_span *span, uint64_t size);

/* Are the next bytes these letters? Goes past them. */
bool routh_hdf5_take_letters(routh_hdf5_span *span, const char *letters);

bool routh_hdf5_is_power_of_two(uint64_t x);
unsigned routh_hdf5_log_of_two(uint64_t x); /* rounded down; 0 for 0 */

/* Bob Jenkins' lookup3, the checksum of HDF5's structure. */
uint32_t routh_hdf5_checksum(const unsigned char *byte, size_t size);

#endif
