/* Filters of an HDF5 file, backwards: from the bytes of a chunk to its values.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/hdf5_bytes.h"

#include <string.h>

#include <zlib.h>

/* Sums are folded before they overflow. */
uint32_t routh_hdf5_fletcher(const unsigned char *byte, size_t size) {
    enum { WORDS = 360 };
    uint32_t one = 0, two = 0;
    for (size_t words = size / 2; words > 0;) {
        const size_t now = words < WORDS ? words : WORDS;
        for (size_t i = 0; i < now; i++, byte += 2)
            two += one += (uint32_t)byte[0] << 8 | byte[1];
        one = (one & 0xFFFF) + (one >> 16);
        two = (two & 0xFFFF) + (two >> 16);
        words -= now;
    }
    if (size % 2 == 1) {
        two += one += (uint32_t)*byte << 8;
        one = (one & 0xFFFF) + (one >> 16);
        two = (two & 0xFFFF) + (two >> 16);
    }
    one = (one & 0xFFFF) + (one >> 16);
    two = (two & 0xFFFF) + (two >> 16);
    return two << 16 | one;
}

static const char *check_fletcher(routh_hdf5_span *packed) {
    if (packed->left < 4)
        return "has a damaged chunk";
    packed->left -= 4;
    routh_hdf5_span sum = {.at = packed->at + packed->left, .left = 4};
    return routh_hdf5_take(&sum, 4) == routh_hdf5_fletcher(packed->at, packed->left)
               ? NULL
               : "has values with a wrong checksum: the file is damaged";
}

static const char *inflate_chunk(routh_hdf5_span *packed, unsigned char *target, size_t room) {
    uLongf size = room;
    const int answer = uncompress(target, &size, packed->at, packed->left);
    if (answer == Z_MEM_ERROR)
        return routh_hdf5_no_memory;
    if (answer != Z_OK)
        return "has compressed values that are damaged";
    *packed = (routh_hdf5_span){.at = target, .left = size};
    return NULL;
}

/* First bytes of all values stand first, then all second ones, and so on; a rest stays as it is. */
static const char *unshuffle(routh_hdf5_span *packed, unsigned char *target, size_t room, size_t wide) {
    if (packed->left > room)
        return "has a damaged chunk";
    const size_t count = packed->left / wide, whole = count * wide;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < wide; j++)
            target[i * wide + j] = packed->at[j * count + i];
    memcpy(target + whole, packed->at + whole, packed->left - whole);
    packed->at = target;
    return NULL;
}

const char *routh_hdf5_unfilter(const routh_hdf5_array *array, routh_hdf5_span packed, uint32_t skipped,
                                unsigned char *buffer[2], const unsigned char **unpacked) {
    const size_t room = (size_t)array->chunk_bytes + ROUTH_HDF5_SLACK;
    const char *fault = NULL;
    int next = 0;
    for (unsigned i = array->filters; !fault && i-- > 0;) {
        if (skipped >> i & 1)
            continue;
        if (array->filter[i] == ROUTH_HDF5_FLETCHER) {
            fault = check_fletcher(&packed);
            continue;
        }
        fault = array->filter[i] == ROUTH_HDF5_DEFLATE ? inflate_chunk(&packed, buffer[next], room)
                                                       : unshuffle(&packed, buffer[next], room, array->type.size);
        next = !next;
    }
    *unpacked = packed.at;
    return fault || packed.left == array->chunk_bytes ? fault : "has a chunk of a wrong size: the file is damaged";
}

/* One chunk of an array of an HDF5 file, found in an index, on its way to whoever walks over them. */

uint64_t routh_hdf5_chunk_count(const routh_hdf5_array *array) {
    return array->grid[0] * array->grid[1] * array->grid[2];
}

void routh_hdf5_place_in_grid(const routh_hdf5_array *array, uint64_t number, uint64_t at[ROUTH_HDF5_RANK]) {
    at[0] = number / array->grid[2] / array->grid[1];
    at[1] = number / array->grid[2] % array->grid[1];
    at[2] = number % array->grid[2];
}

const char *routh_hdf5_show_chunk(routh_hdf5_chunk_walk *walk, uint64_t address, uint64_t size, uint32_t skipped) {
    const routh_hdf5_array *array = walk->array;
    const uint64_t number = walk->next++;
    if (address == ROUTH_HDF5_NOWHERE)
        return ROUTH_HDF5_MISSING_VALUES;
    if (number >= routh_hdf5_chunk_count(array) || address > walk->bytes->size || size > walk->bytes->size - address)
        return ROUTH_HDF5_DAMAGED_INDEX;
    routh_hdf5_chunk chunk = {.address = address};
    routh_hdf5_place_in_grid(array, number, chunk.at);
    bool is_edge = false;
    for (unsigned i = 0; i < array->rank; i++)
        is_edge = is_edge || (chunk.at[i] + 1) * array->chunk[i] > array->space.size[i];
    chunk.skipped = array->plain_edges && is_edge ? UINT32_MAX : skipped;
    chunk.size = size;
    return walk->visit(walk->user, &chunk);
}

const char *routh_hdf5_show_entry(routh_hdf5_chunk_walk *walk, routh_hdf5_span entry, bool is_packed) {
    const uint64_t address = routh_hdf5_take(&entry, 8);
    if (!is_packed)
        return entry.ended ? ROUTH_HDF5_DAMAGED_INDEX
                           : routh_hdf5_show_chunk(walk, address, walk->array->chunk_bytes, 0);
    if (entry.left < 5 || entry.left > 12)
        return ROUTH_HDF5_DAMAGED_INDEX;
    const uint64_t size = routh_hdf5_take(&entry, entry.left - 4), skipped = routh_hdf5_take(&entry, 4);
    return routh_hdf5_show_chunk(walk, address, size, (uint32_t)skipped);
}
