/* Single values and arrays of an HDF5 file that is being written.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/write_hdf5_values.h"

#include <string.h>

#include "base/context.h"
#include "file/hdf5_bytes.h"
#include "file/read_hdf5_values.h"

/* Larger arrays have several chunks. */
#define USUAL_CHUNK ((size_t)1 << 24)

enum { PAGE_BITS = 10 }; /* their index has pages beyond 2^10 chunks, which no array has */

/* What a value is in the file, as a message for its header. */
typedef struct stored_type {
    unsigned char byte[20];
    size_t size, wide;
    bool is_floating; /* of double, not long */
} stored_type;

static const stored_type number_type = {
    {0x11, 0x20, 63, 0, 8, 0, 0, 0, 0, 0, 64, 0, 52, 11, 0, 52, 0xFF, 3, 0, 0}, 20, 8, true};
static const stored_type whole_type = {{0x10, 0x08, 0, 0, 8, 0, 0, 0, 0, 0, 64, 0}, 12, 8, false};
static const stored_type flags_type = {{0x10, 0, 0, 0, 4, 0, 0, 0, 0, 0, 32, 0}, 12, 4, false};

/* Attributes ------------------------------------------------------------------------------------------------*/

static void write_attribute(routh_hdf5_node *node, const char *name, const stored_type *type, const void *value,
                            size_t size) {
    static const unsigned char scalar[4] = {2, 0, 0, 0};
    routh_hdf5_image *image = node->image;
    routh_hdf5_block *to = &node->message;
    const size_t body = routh_hdf5_begin_message(image, to, ROUTH_HDF5_ATTRIBUTE), length = strlen(name) + 1;
    routh_hdf5_put(image, to, 3, 2); /* version, flags */
    routh_hdf5_put(image, to, length, 2);
    routh_hdf5_put(image, to, type->size, 2);
    routh_hdf5_put(image, to, sizeof scalar, 2);
    routh_hdf5_put(image, to, 0, 1); /* alphabet */
    routh_hdf5_put_bytes(image, to, name, length);
    routh_hdf5_put_bytes(image, to, type->byte, type->size);
    routh_hdf5_put_bytes(image, to, scalar, sizeof scalar);
    routh_hdf5_put_bytes(image, to, value, size);
    routh_hdf5_end_message(image, to, body);
    node->has_attributes = true;
}

static uint64_t raw_at(const stored_type *type, const void *value, size_t i) {
    uint64_t raw;
    if (!type->is_floating)
        return (uint64_t)((const long *)value)[i];
    memcpy(&raw, (const double *)value + i, sizeof raw);
    return raw;
}

static void write_single(routh_hdf5_node *node, const char *name, const stored_type *type, const void *value) {
    unsigned char byte[8];
    routh_hdf5_store(byte, raw_at(type, value, 0), sizeof byte);
    write_attribute(node, name, type, byte, sizeof byte);
}

void routh_hdf5_write_number(routh_hdf5_node *node, const char *name, double value) {
    write_single(node, name, &number_type, &value);
}

void routh_hdf5_write_integer(routh_hdf5_node *node, const char *name, long value) {
    write_single(node, name, &whole_type, &value);
}

/* UTF-8, with a zero at its end. */
void routh_hdf5_write_text(routh_hdf5_node *node, const char *name, const char *text) {
    enum { MOST = ROUTH_HDF5_LONGEST_TEXT - 1, REST_OF_LETTER = 0x80 };
    char cut[ROUTH_HDF5_LONGEST_TEXT] = {0};
    size_t length = strlen(text);
    length = length < MOST ? length : MOST;
    while (length > 0 && ((unsigned char)text[length] & 0xC0) == REST_OF_LETTER)
        length--;
    memcpy(cut, text, length);
    stored_type type = {.byte = {0x13, 0x10}, .size = 8};
    routh_hdf5_store(type.byte + 4, length + 1, 4);
    write_attribute(node, name, &type, cut, length + 1);
}

/* Arrays ----------------------------------------------------------------------------------------------------*/

typedef struct stored_array {
    const stored_type *type;
    const void *value;           /* row by row */
    const double *const *column; /* column by column instead; NULL: `value` */
    unsigned rank;
    size_t rows, columns;
    size_t chunk; /* rows of a chunk */
    size_t chunks;
} stored_array;

/* Chunks of one size; the last one is filled up with zeros. */
static void divide(stored_array *a) {
    const uint64_t values = (uint64_t)a->rows * a->columns, bytes = values * a->type->wide;
    a->chunks = (size_t)((bytes + USUAL_CHUNK - 1) / USUAL_CHUNK);
    a->chunk = (a->rows + a->chunks - 1) / a->chunks;
    a->chunks = (a->rows + a->chunk - 1) / a->chunk;
}

static bool is_readable(const stored_array *a) {
    return a->columns <= ROUTH_HDF5_MOST_VALUES && a->rows <= ROUTH_HDF5_MOST_VALUES / a->columns &&
           a->chunk * a->columns * a->type->wide <= ROUTH_HDF5_LARGEST_CHUNK;
}

static uint64_t raw_of(const stored_array *a, size_t i) {
    return a->column ? raw_at(a->type, a->column[i % a->columns], i / a->columns) : raw_at(a->type, a->value, i);
}

static void pack(const stored_array *a, size_t first, size_t count, unsigned char *at) {
    const size_t wide = a->type->wide;
    for (size_t i = 0; i < count; i++) {
        const uint64_t raw = raw_of(a, first + i);
        if (wide == 8) /* so that the compiler knows */
            routh_hdf5_store(at + 8 * i, raw, 8);
        else
            routh_hdf5_store(at + wide * i, raw, wide);
    }
}

/* Returns its address. */
static uint64_t put_chunk(routh_hdf5_image *image, const stored_array *a, size_t index) {
    const size_t all = a->chunk * a->columns, first = index * all, left = a->rows * a->columns - first;
    const size_t count = left < all ? left : all, size = all * a->type->wide, used = count * a->type->wide;
    const uint64_t address = image->file.size;
    unsigned char *at = routh_hdf5_extend(image, &image->file, size);
    if (!at)
        return address;
    pack(a, first, count, at);
    memset(at + used, 0, size - used);
    routh_hdf5_put(image, &image->file, routh_hdf5_fletcher(at, size), 4);
    return address;
}

/* A fixed array: its head, and a block with an entry for each chunk. Returns its address. */
static uint64_t put_index(routh_hdf5_image *image, const stored_array *a) {
    enum { HEAD = 28 };
    const size_t bytes = a->chunk * a->columns * a->type->wide, wide = 1 + (routh_hdf5_log_of_two(bytes) + 8) / 8;
    routh_hdf5_block *file = &image->file, entries = {0};
    for (size_t i = 0; i < a->chunks; i++) {
        routh_hdf5_put(image, &entries, put_chunk(image, a, i), 8);
        routh_hdf5_put(image, &entries, bytes + 4, wide);
        routh_hdf5_put(image, &entries, 0, 4); /* filters that were left out */
    }
    const size_t head = file->size;
    routh_hdf5_put_bytes(image, file, "FAHD\0\1", 6); /* of filtered chunks */
    routh_hdf5_put(image, file, 8 + wide + 4, 1);
    routh_hdf5_put(image, file, PAGE_BITS, 1);
    routh_hdf5_put(image, file, a->chunks, 8);
    routh_hdf5_put(image, file, head + HEAD, 8);
    routh_hdf5_put_checksum(image, file, head);
    const size_t block = file->size;
    routh_hdf5_put_bytes(image, file, "FADB\0\1", 6);
    routh_hdf5_put(image, file, head, 8);
    routh_hdf5_put_bytes(image, file, entries.byte, entries.size);
    routh_hdf5_put_checksum(image, file, block);
    routh_release(image->context, entries.byte);
    return head;
}

static void put_space(routh_hdf5_node *node, const stored_array *a) {
    routh_hdf5_image *image = node->image;
    const size_t body = routh_hdf5_begin_message(image, &node->message, ROUTH_HDF5_SPACE);
    routh_hdf5_put(image, &node->message, 2, 1);
    routh_hdf5_put(image, &node->message, a->rank, 2);
    routh_hdf5_put(image, &node->message, 1, 1); /* not a single value */
    routh_hdf5_put(image, &node->message, a->rows, 8);
    if (a->rank > 1)
        routh_hdf5_put(image, &node->message, a->columns, 8);
    routh_hdf5_end_message(image, &node->message, body);
}

/* Version 4: sizes of a chunk and of a value, each of eight bytes. */
static void put_chunks(routh_hdf5_node *node, const stored_array *a, uint64_t index) {
    static const unsigned char fletcher[8] = {2, 1, ROUTH_HDF5_FLETCHER};
    routh_hdf5_image *image = node->image;
    routh_hdf5_block *to = &node->message;
    size_t body = routh_hdf5_begin_message(image, to, ROUTH_HDF5_LAYOUT);
    routh_hdf5_put_bytes(image, to, "\4\2", 3);
    routh_hdf5_put(image, to, a->rank + 1, 1);
    routh_hdf5_put(image, to, 8, 1);
    routh_hdf5_put(image, to, a->chunk, 8);
    if (a->rank > 1)
        routh_hdf5_put(image, to, a->columns, 8);
    routh_hdf5_put(image, to, a->type->wide, 8);
    routh_hdf5_put(image, to, ROUTH_HDF5_FIXED, 1);
    routh_hdf5_put(image, to, PAGE_BITS, 1);
    routh_hdf5_put(image, to, index, 8);
    routh_hdf5_end_message(image, to, body);
    body = routh_hdf5_begin_message(image, to, ROUTH_HDF5_FILTERS);
    routh_hdf5_put_bytes(image, to, fletcher, sizeof fletcher);
    routh_hdf5_end_message(image, to, body);
}

/* One piece of nothing. */
static void put_nothing(routh_hdf5_node *node) {
    routh_hdf5_image *image = node->image;
    const size_t body = routh_hdf5_begin_message(image, &node->message, ROUTH_HDF5_LAYOUT);
    routh_hdf5_put_bytes(image, &node->message, "\4\1", 2);
    routh_hdf5_put(image, &node->message, ROUTH_HDF5_NOWHERE, 8);
    routh_hdf5_put(image, &node->message, 0, 8);
    routh_hdf5_end_message(image, &node->message, body);
}

static routh_hdf5_node *put_array(routh_hdf5_node *group, const char *name, stored_array a) {
    routh_hdf5_image *image = group->image;
    const stored_type *type = a.type;
    const size_t rows = a.rows;
    uint64_t index = ROUTH_HDF5_NOWHERE;
    if (rows)
        divide(&a);
    image->too_large = image->too_large || !is_readable(&a);
    if (image->too_large)
        a.rows = 0;
    if (a.rows)
        index = put_index(image, &a);
    routh_hdf5_node *node = routh_hdf5_begin_node(group, name, false);
    put_space(node, &a);
    size_t body = routh_hdf5_begin_message(image, &node->message, ROUTH_HDF5_TYPE);
    routh_hdf5_put_bytes(image, &node->message, type->byte, type->size);
    routh_hdf5_end_message(image, &node->message, body);
    body = routh_hdf5_begin_message(image, &node->message, ROUTH_HDF5_FILL);
    routh_hdf5_put(image, &node->message, 3, 1);
    routh_hdf5_put(image, &node->message, a.rows ? 0x0B : 0x0A, 1); /* none, and when room would be made */
    routh_hdf5_end_message(image, &node->message, body);
    if (a.rows)
        put_chunks(node, &a, index);
    else
        put_nothing(node);
    return node;
}

static routh_hdf5_node *write_array(routh_hdf5_node *group, const char *name, size_t rows, size_t columns,
                                    const stored_type *type, const void *value) {
    return put_array(
        group, name,
        (stored_array){
            .type = type, .value = value, .rank = columns ? 2 : 1, .rows = rows, .columns = columns ? columns : 1});
}

routh_hdf5_node *routh_hdf5_begin_group(routh_hdf5_node *group, const char *name) {
    return routh_hdf5_begin_node(group, name, true);
}

routh_hdf5_node *routh_hdf5_write_numbers(routh_hdf5_node *group, const char *name, size_t rows, size_t columns,
                                          const double *value) {
    return write_array(group, name, rows, columns, &number_type, value);
}

routh_hdf5_node *routh_hdf5_write_columns(routh_hdf5_node *group, const char *name, size_t rows, size_t columns,
                                          const double *const *column) {
    return put_array(
        group, name,
        (stored_array){.type = &number_type, .column = column, .rank = 2, .rows = rows, .columns = columns});
}

routh_hdf5_node *routh_hdf5_write_wholes(routh_hdf5_node *group, const char *name, size_t rows, const long *value) {
    return write_array(group, name, rows, 0, &whole_type, value);
}

routh_hdf5_node *routh_hdf5_write_flags(routh_hdf5_node *group, const char *name, size_t rows, const long *value) {
    return write_array(group, name, rows, 0, &flags_type, value);
}
