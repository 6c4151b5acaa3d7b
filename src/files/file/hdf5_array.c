/* Arrays of an HDF5 file: what their object header says, and all their values.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/hdf5_bytes.h"

#include <string.h>

#include "file/deflate.h"

typedef struct array_reader {
    routh_hdf5_bytes *bytes;
    routh_hdf5_array *array;
    bool has_type, has_space, has_layout, has_filters;
    routh_hdf5_span layout;
} array_reader;

static const char damaged[] = "has a damaged layout";

/* Filters -------------------------------------------------------------------------------------------------*/

static const char *take_filter(routh_hdf5_array *array, routh_hdf5_span *body, uint64_t version) {
    const uint64_t kind = routh_hdf5_take(body, 2);
    const uint64_t name_size = version == 1 || kind >= 256 ? routh_hdf5_take(body, 2) : 0;
    routh_hdf5_take(body, 2); /* may it be left out? */
    const uint64_t numbers = routh_hdf5_take(body, 2);
    routh_hdf5_take_span(body, version == 1 ? (name_size + 7) / 8 * 8 : name_size);
    routh_hdf5_span setting = routh_hdf5_take_span(body, 4 * numbers);
    if (version == 1 && numbers % 2 == 1)
        routh_hdf5_take(body, 4);
    if (body->ended)
        return "has a damaged list of filters";
    if (kind < ROUTH_HDF5_DEFLATE || kind > ROUTH_HDF5_FLETCHER)
        return "is packed by a filter other than deflate, shuffle and fletcher32" ROUTH_HDF5_REWRITE;
    if (kind == ROUTH_HDF5_SHUFFLE && routh_hdf5_take(&setting, 4) != array->type.size)
        return "has a damaged list of filters";
    array->filter[array->filters++] = (routh_hdf5_filter)kind;
    return NULL;
}

static const char *take_filters(routh_hdf5_array *array, routh_hdf5_span body) {
    const uint64_t version = routh_hdf5_take(&body, 1), count = routh_hdf5_take(&body, 1);
    const char *fault = NULL;
    if (version == 1)
        routh_hdf5_take(&body, 6);
    if (version < 1 || version > 2 || count > ROUTH_HDF5_MOST_FILTERS)
        return "has a damaged list of filters";
    for (uint64_t i = 0; !fault && i < count; i++)
        fault = take_filter(array, &body, version);
    return fault;
}

/* Layout ----------------------------------------------------------------------------------------------------*/

/* Sizes of a chunk; the last one is that of a value. */
static const char *take_chunk_size(routh_hdf5_array *array, routh_hdf5_span *body, uint64_t dimensions, size_t wide) {
    array->chunk_bytes = array->type.size;
    for (unsigned i = 0; i < ROUTH_HDF5_RANK; i++)
        array->grid[i] = array->chunk[i] = 1;
    if (dimensions != array->space.rank + 1 || wide < 1 || wide > 8)
        return damaged;
    for (unsigned i = 0; i < array->space.rank; i++) {
        const uint64_t size = routh_hdf5_take(body, wide);
        if (size == 0 || array->chunk_bytes > ROUTH_HDF5_LARGEST_CHUNK / size)
            return body->ended ? damaged : "has chunks of more than 2^28 bytes" ROUTH_HDF5_REWRITE;
        array->chunk[i] = size;
        array->chunk_bytes *= size;
        array->grid[i] = array->space.size[i] / size + (array->space.size[i] % size > 0);
    }
    return routh_hdf5_take(body, wide) != array->type.size || body->ended ? damaged : NULL;
}

static const char *take_old_chunks(routh_hdf5_array *array, routh_hdf5_span body) {
    const uint64_t dimensions = routh_hdf5_take(&body, 1);
    array->index = ROUTH_HDF5_TREE;
    array->address = routh_hdf5_take(&body, 8);
    return take_chunk_size(array, &body, dimensions, 4);
}

static const char *take_new_chunks(routh_hdf5_array *array, routh_hdf5_span body) {
    enum { PLAIN_EDGES = 1, SINGLE_IS_PACKED = 2, FIXED_SETTING = 1, EXTENSIBLE_SETTING = 5 };
    const uint64_t flags = routh_hdf5_take(&body, 1), dimensions = routh_hdf5_take(&body, 1);
    const uint64_t wide = routh_hdf5_take(&body, 1);
    const char *fault = take_chunk_size(array, &body, dimensions, (size_t)wide);
    if (fault)
        return fault;
    const uint64_t index = routh_hdf5_take(&body, 1);
    if (index == 5)
        return "has its chunks in a B-tree of version 2" ROUTH_HDF5_REWRITE;
    if (index < ROUTH_HDF5_SINGLE || index > ROUTH_HDF5_EXTENSIBLE)
        return damaged;
    array->index = (routh_hdf5_index)index;
    array->plain_edges = flags & PLAIN_EDGES;
    array->single_size = array->chunk_bytes;
    if (index == ROUTH_HDF5_SINGLE && flags & SINGLE_IS_PACKED) {
        array->single_size = routh_hdf5_take(&body, 8);
        array->single_skipped = (uint32_t)routh_hdf5_take(&body, 4);
    }
    routh_hdf5_take(&body, index == ROUTH_HDF5_FIXED        ? FIXED_SETTING
                           : index == ROUTH_HDF5_EXTENSIBLE ? EXTENSIBLE_SETTING
                                                            : 0);
    array->address = routh_hdf5_take(&body, 8);
    return body.ended ? damaged : NULL;
}

static const char *take_layout(array_reader *r) {
    enum { COMPACT, CONTIGUOUS, CHUNKED };
    routh_hdf5_array *array = r->array;
    routh_hdf5_span body = r->layout;
    const uint64_t version = routh_hdf5_take(&body, 1), kind = routh_hdf5_take(&body, 1);
    if (version < 3 || version > 4)
        return "has a layout of an unknown version" ROUTH_HDF5_REWRITE;
    if (kind == COMPACT) {
        array->plain = routh_hdf5_take_span(&body, routh_hdf5_take(&body, 2));
        return body.ended ? damaged : NULL;
    }
    if (kind == CONTIGUOUS) {
        const uint64_t address = routh_hdf5_take(&body, 8), size = routh_hdf5_take(&body, 8);
        if (body.ended)
            return damaged;
        if (address == ROUTH_HDF5_NOWHERE || address > r->bytes->size || size > r->bytes->size - address)
            return address == ROUTH_HDF5_NOWHERE ? NULL : damaged;
        array->plain = (routh_hdf5_span){.at = r->bytes->byte + address, .left = (size_t)size};
        return NULL;
    }
    if (kind != CHUNKED)
        return "is made of other arrays" ROUTH_HDF5_REWRITE;
    array->is_chunked = true;
    return version == 3 ? take_old_chunks(array, body) : take_new_chunks(array, body);
}

/* An array in all ------------------------------------------------------------------------------------------*/

static const char *take_array_message(void *user, const routh_hdf5_message *message) {
    array_reader *r = user;
    bool *has = message->kind == ROUTH_HDF5_TYPE      ? &r->has_type
                : message->kind == ROUTH_HDF5_SPACE   ? &r->has_space
                : message->kind == ROUTH_HDF5_LAYOUT  ? &r->has_layout
                : message->kind == ROUTH_HDF5_FILTERS ? &r->has_filters
                                                      : NULL;
    if (message->kind == ROUTH_HDF5_EXTERNAL)
        return "has its values in another file";
    if (!has)
        return NULL;
    if (message->shared)
        return "has a datatype with a name of its own" ROUTH_HDF5_REWRITE;
    if (*has)
        return "has a damaged object header";
    *has = true;
    if (message->kind == ROUTH_HDF5_TYPE)
        return routh_hdf5_take_type(message->body, &r->array->type);
    if (message->kind == ROUTH_HDF5_SPACE)
        return routh_hdf5_take_space(message->body, &r->array->space);
    if (message->kind == ROUTH_HDF5_LAYOUT)
        r->layout = message->body;
    return NULL;
}

/* Filters need the size of a value, which may come after them. */
static const char *take_filter_message(void *user, const routh_hdf5_message *message) {
    return message->kind == ROUTH_HDF5_FILTERS ? take_filters(user, message->body) : NULL;
}

const char *routh_hdf5_array_at(routh_hdf5_bytes *bytes, uint64_t object, routh_hdf5_array *array, bool *is_array) {
    *array = (routh_hdf5_array){.plain = {.at = bytes->byte}};
    array_reader r = {.bytes = bytes, .array = array};
    const char *fault = routh_hdf5_messages(bytes, object, take_array_message, &r);
    *is_array = r.has_type && r.has_space && r.has_layout;
    if (fault || !*is_array || array->space.rank < 1 || array->space.rank > ROUTH_HDF5_RANK)
        return fault;
    array->rank = array->space.rank;
    fault = r.has_filters ? routh_hdf5_messages(bytes, object, take_filter_message, array) : NULL;
    return fault ? fault : take_layout(&r);
}

static const char *add_size(void *user, const routh_hdf5_chunk *chunk) {
    *(uint64_t *)user += chunk->size;
    return NULL;
}

const char *routh_hdf5_stored(routh_hdf5_bytes *bytes, const routh_hdf5_array *array, uint64_t *stored) {
    *stored = array->plain.left;
    const bool is_written = array->is_chunked && array->address != ROUTH_HDF5_NOWHERE;
    return is_written ? routh_hdf5_chunks(bytes, array, add_size, stored) : NULL;
}

/* Values ----------------------------------------------------------------------------------------------------*/

typedef struct unpacking {
    routh_hdf5_bytes *bytes;
    const routh_hdf5_array *array;
    unsigned char *value, *buffer[2];
} unpacking;

/* The part of a chunk that lies in the array. */
static void place_chunk(const routh_hdf5_array *array, const uint64_t at[ROUTH_HDF5_RANK], const unsigned char *chunk,
                        unsigned char *value) {
    const uint64_t *size = array->space.size, *wide = array->chunk, bytes = array->type.size;
    uint64_t first[ROUTH_HDF5_RANK], count[ROUTH_HDF5_RANK];
    for (int k = 0; k < ROUTH_HDF5_RANK; k++) {
        first[k] = at[k] * wide[k];
        count[k] = size[k] - first[k] < wide[k] ? size[k] - first[k] : wide[k];
    }
    for (uint64_t i = 0; i < count[0]; i++)
        for (uint64_t j = 0; j < count[1]; j++)
            memcpy(value + (((first[0] + i) * size[1] + first[1] + j) * size[2] + first[2]) * bytes,
                   chunk + (i * wide[1] + j) * wide[2] * bytes, count[2] * bytes);
}

static const char *spend(routh_hdf5_bytes *bytes, uint64_t size) {
    if (size > bytes->data)
        return ROUTH_UNPACKED_WORDS;
    bytes->data -= size;
    return NULL;
}

static const char *unpack_chunk(void *user, const routh_hdf5_chunk *chunk) {
    unpacking *u = user;
    const unsigned char *unpacked = NULL;
    const char *fault = spend(u->bytes, u->array->chunk_bytes);
    if (fault)
        return fault;
    const routh_hdf5_span packed = {.at = u->bytes->byte + chunk->address, .left = (size_t)chunk->size};
    fault = routh_hdf5_unfilter(u->array, packed, chunk->skipped, u->buffer, &unpacked);
    if (!fault)
        place_chunk(u->array, chunk->at, unpacked, u->value);
    return fault;
}

const char *routh_hdf5_unpack(routh_hdf5_bytes *bytes, const routh_hdf5_array *array, unsigned char *value) {
    const uint64_t wanted = array->space.count * array->type.size;
    if (wanted == 0)
        return NULL;
    if (!array->is_chunked) {
        if (array->plain.left < wanted)
            return "has fewer bytes than it claims";
        memcpy(value, array->plain.at, (size_t)wanted);
        return spend(bytes, wanted);
    }
    unpacking u = {.bytes = bytes, .array = array, .value = value};
    const char *fault = routh_hdf5_no_memory;
    const size_t room = (size_t)array->chunk_bytes + ROUTH_HDF5_SLACK;
    for (int i = 0; i < 2; i++)
        u.buffer[i] = array->filters ? routh_allocate(bytes->context, room, 1) : NULL;
    if (!array->filters || (u.buffer[0] && u.buffer[1]))
        fault = routh_hdf5_chunks(bytes, array, unpack_chunk, &u);
    for (int i = 0; i < 2; i++)
        routh_release(bytes->context, u.buffer[i]);
    return fault;
}
