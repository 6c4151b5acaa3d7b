/* Arrays of an HDF5 file: where their values are, and how they are packed.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FILE_HDF5_ARRAY_H
#define ROUTH_SRC_FILE_HDF5_ARRAY_H

#include "file/hdf5_object.h"

enum { ROUTH_HDF5_MOST_FILTERS = 8 };

typedef enum routh_hdf5_filter {
    ROUTH_HDF5_DEFLATE = 1,
    ROUTH_HDF5_SHUFFLE = 2,
    ROUTH_HDF5_FLETCHER = 3
} routh_hdf5_filter;

/* How the chunks of an array are found. */
typedef enum routh_hdf5_index {
    ROUTH_HDF5_TREE, /* before layout version 4; the others have their numbers in the file */
    ROUTH_HDF5_SINGLE,
    ROUTH_HDF5_IMPLICIT,
    ROUTH_HDF5_FIXED,
    ROUTH_HDF5_EXTENSIBLE
} routh_hdf5_index;

typedef struct routh_hdf5_array {
    routh_hdf5_type type;
    routh_hdf5_space space;
    bool is_chunked;
    routh_hdf5_span plain; /* its bytes if not; fewer than it claims if they were never written */
    /* chunks */
    unsigned rank;                                          /* 1 … 3 */
    uint64_t chunk[ROUTH_HDF5_RANK], grid[ROUTH_HDF5_RANK]; /* values of a chunk, and chunks, along each dimension */
    uint64_t chunk_bytes;                                   /* unpacked */
    routh_hdf5_index index;
    uint64_t address;     /* of the index, or of the chunks */
    bool plain_edges;     /* chunks over the edge of the array are not packed */
    uint64_t single_size; /* of a single chunk that is packed */
    uint32_t single_skipped;
    unsigned filters;
    routh_hdf5_filter filter[ROUTH_HDF5_MOST_FILTERS];
} routh_hdf5_array;

/* *is_array: the object is one. Of an array of no dimension or more than three only type and space are known. */
const char *routh_hdf5_array_at(routh_hdf5_bytes *bytes, uint64_t object, routh_hdf5_array *array, bool *is_array);

typedef struct routh_hdf5_chunk {
    uint64_t at[ROUTH_HDF5_RANK]; /* the chunk's place in the grid */
    uint64_t address, size;
    uint32_t skipped; /* bit i: filter i was not used */
} routh_hdf5_chunk;

/* Shows every chunk of an array in the order of the grid. Chunks that were never written are a fault. */
typedef const char *routh_hdf5_visit_chunk(void *user, const routh_hdf5_chunk *chunk);
const char *routh_hdf5_chunks(routh_hdf5_bytes *bytes, const routh_hdf5_array *array, routh_hdf5_visit_chunk *visit,
                              void *user);

/* For the indices: shows chunk `number`, counted row by row, which lies at an address. */
typedef struct routh_hdf5_chunk_walk {
    routh_hdf5_bytes *bytes;
    const routh_hdf5_array *array;
    routh_hdf5_visit_chunk *visit;
    void *user;
    uint64_t next; /* the number of the chunk that must come now */
} routh_hdf5_chunk_walk;

const char *routh_hdf5_show_chunk(routh_hdf5_chunk_walk *walk, uint64_t address, uint64_t size, uint32_t skipped);

/* One entry of a fixed or extensible array. */
const char *routh_hdf5_show_entry(routh_hdf5_chunk_walk *walk, routh_hdf5_span entry, bool is_packed);

const char *routh_hdf5_extensible_chunks(routh_hdf5_chunk_walk *walk);

/* How many bytes of the file hold the values. */
const char *routh_hdf5_stored(routh_hdf5_bytes *bytes, const routh_hdf5_array *array, uint64_t *stored);

/* All raw values, into room for `space.count` of them. */
const char *routh_hdf5_unpack(routh_hdf5_bytes *bytes, const routh_hdf5_array *array, unsigned char *value);

/* One chunk as it is in memory, through the filters back. Both buffers have room for a chunk and
 * ROUTH_HDF5_SLACK bytes; the values are in the one that is returned in *unpacked. */
enum { ROUTH_HDF5_SLACK = 64 };
const char *routh_hdf5_unfilter(const routh_hdf5_array *array, routh_hdf5_span packed, uint32_t skipped,
                                unsigned char *buffer[2], const unsigned char **unpacked);

/* Fletcher's checksum over words of two bytes, the high one first. */
uint32_t routh_hdf5_fletcher(const unsigned char *byte, size_t size);

/* A chunk is read whole. */
#define ROUTH_HDF5_LARGEST_CHUNK ((uint64_t)1 << 28)

/* What is wrong with an index. */
#define ROUTH_HDF5_DAMAGED_INDEX  "has a damaged index of its chunks"
#define ROUTH_HDF5_MISSING_VALUES "has values that were never written"

uint64_t routh_hdf5_chunk_count(const routh_hdf5_array *array);

/* Chunks are numbered row by row. */
void routh_hdf5_place_in_grid(const routh_hdf5_array *array, uint64_t number, uint64_t at[ROUTH_HDF5_RANK]);

#endif
