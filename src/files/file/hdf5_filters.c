/* Filters of an HDF5 file, backwards: from the bytes of a chunk to its values.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include <zlib.h>

#include "file/hdf5_bytes.h"

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
