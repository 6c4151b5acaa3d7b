/* Many links or attributes of one HDF5 object: a fractal heap holds them, a B-tree of version 2 lists where.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FILE_HDF5_DENSE_H
#define ROUTH_SRC_FILE_HDF5_DENSE_H

#include "file/hdf5_bytes.h"

typedef struct routh_hdf5_heap_block {
    uint64_t offset, size; /* in the heap */
    const unsigned char *byte;
} routh_hdf5_heap_block;

typedef struct routh_hdf5_heap {
    routh_hdf5_bytes *bytes;
    uint64_t address;
    size_t offset_size, length_size; /* bytes in the identifier of an object */
    uint64_t width, first, largest;  /* blocks of a row; sizes of the smallest and the largest block with objects */
    bool has_checksums;              /* each such block has one */
    size_t count, room;              /* blocks, in the order of their offsets */
    routh_hdf5_heap_block *block;
} routh_hdf5_heap;

const char *routh_hdf5_heap_open(routh_hdf5_bytes *bytes, uint64_t address, routh_hdf5_heap *heap);
void routh_hdf5_heap_close(routh_hdf5_heap *heap);

/* The object of an identifier. */
const char *routh_hdf5_heap_object(const routh_hdf5_heap *heap, routh_hdf5_span identifier, routh_hdf5_span *object);

/* Shows every record of a B-tree of that kind, 5: links, 8: attributes. */
typedef const char *routh_hdf5_visit_record(void *user, routh_hdf5_span record);
const char *routh_hdf5_records(routh_hdf5_bytes *bytes, uint64_t tree, unsigned kind, routh_hdf5_visit_record *visit,
                               void *user);

#endif
