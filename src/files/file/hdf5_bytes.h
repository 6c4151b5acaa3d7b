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

/* The next bytes as a span of their own; empty and ended if there are fewer. */
routh_hdf5_span routh_hdf5_take_span(routh_hdf5_span *span, uint64_t size);

/* Are the next bytes these letters? Goes past them. */
bool routh_hdf5_take_letters(routh_hdf5_span *span, const char *letters);

bool routh_hdf5_is_power_of_two(uint64_t x);
unsigned routh_hdf5_log_of_two(uint64_t x); /* rounded down; 0 for 0 */

/* Bob Jenkins' lookup3, the checksum of HDF5's structure. */
uint32_t routh_hdf5_checksum(const unsigned char *byte, size_t size);

/* Many links or attributes of one HDF5 object: a fractal heap holds them, a B-tree of version 2 lists where. */

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

/* Objects of an HDF5 file: the messages of an object header, and what they say of groups, arrays and attributes. */

enum {
    ROUTH_HDF5_SPACE = 0x01,
    ROUTH_HDF5_LINK_INFO = 0x02,
    ROUTH_HDF5_TYPE = 0x03,
    ROUTH_HDF5_FILL = 0x05,
    ROUTH_HDF5_LINK = 0x06,
    ROUTH_HDF5_EXTERNAL = 0x07,
    ROUTH_HDF5_LAYOUT = 0x08,
    ROUTH_HDF5_GROUP_INFO = 0x0A,
    ROUTH_HDF5_FILTERS = 0x0B,
    ROUTH_HDF5_ATTRIBUTE = 0x0C,
    ROUTH_HDF5_CONTINUATION = 0x10,
    ROUTH_HDF5_SYMBOLS = 0x11,
    ROUTH_HDF5_ATTRIBUTE_INFO = 0x15
};

typedef struct routh_hdf5_message {
    unsigned kind;
    bool shared; /* the message lies elsewhere */
    routh_hdf5_span body;
} routh_hdf5_message;

/* Shows every message of an object header; a fault ends it. */
typedef const char *routh_hdf5_visit(void *user, const routh_hdf5_message *message);
const char *routh_hdf5_messages(routh_hdf5_bytes *bytes, uint64_t address, routh_hdf5_visit *visit, void *user);

/* Lists a group; then its links are those of `bytes`. *is_group: it is one. */
const char *routh_hdf5_list(routh_hdf5_bytes *bytes, uint64_t group, bool *is_group);

/* What the values of an array or attribute are. */
typedef enum routh_hdf5_kind {
    ROUTH_HDF5_OTHER,
    ROUTH_HDF5_WHOLE,
    ROUTH_HDF5_FLOATING,
    ROUTH_HDF5_TEXT,
    ROUTH_HDF5_VARIABLE_TEXT,
    ROUTH_HDF5_REFERENCE
} routh_hdf5_kind;

typedef struct routh_hdf5_type {
    routh_hdf5_kind kind;
    size_t size; /* bytes of one value, ≥ 1 */
    bool big, is_signed;
} routh_hdf5_type;

enum { ROUTH_HDF5_RANK = 3 }; /* dimensions that are read */

typedef struct routh_hdf5_space {
    unsigned rank;                  /* 0: one value */
    uint64_t size[ROUTH_HDF5_RANK]; /* of the first three dimensions; 1 where there are fewer */
    uint64_t count;                 /* of all values */
} routh_hdf5_space;

const char *routh_hdf5_take_type(routh_hdf5_span body, routh_hdf5_type *type);
const char *routh_hdf5_take_space(routh_hdf5_span body, routh_hdf5_space *space);

/* Numbers as they are in memory. */
routh_hdf5_type routh_type_of_doubles(void);

/* One number, from its bytes. */
double routh_hdf5_double_at(const routh_hdf5_type *type, const unsigned char *byte);

/* Numbers as they are in memory. The values are in place of their bytes: `value` has room for `count` doubles or int64_t,
 * and holds as many raw values at its beginning. Whole numbers that do not fit become the nearest that do. */
void routh_hdf5_doubles(const routh_hdf5_type *type, size_t count, void *value);
void routh_hdf5_whole_values(const routh_hdf5_type *type, size_t count, void *value);

typedef struct routh_hdf5_attribute {
    routh_hdf5_type type;
    routh_hdf5_space space;
    routh_hdf5_span value;
} routh_hdf5_attribute;

/* *found: there is one of that name. */
const char *routh_hdf5_find_attribute(routh_hdf5_bytes *bytes, uint64_t object, const char *name,
                                      routh_hdf5_attribute *attribute, bool *found);

/* The text of a variable length that an attribute refers to. */
const char *routh_hdf5_heap_text(routh_hdf5_bytes *bytes, const routh_hdf5_attribute *attribute, routh_hdf5_span *text);

/* Arrays of an HDF5 file: where their values are, and how they are packed. */

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
