/* MATLAB 5 data elements. Types and layout after "MAT-File Format", The MathWorks.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/read_matlab_array.h"

#include <string.h>

#include <zlib.h>

#include "base/context.h"
#include "file/deflate.h"

/* Types of stored numbers. */
enum {
    INT8 = 1,
    UINT8 = 2,
    INT16 = 3,
    UINT16 = 4,
    INT32 = 5,
    UINT32 = 6,
    SINGLE = 7,
    DOUBLE = 9,
    INT64 = 12,
    UINT64 = 13
};

/* Classes of numeric arrays are double to uint64. */
enum { FIRST_NUMERIC = 6, LAST_NUMERIC = 15, COMPLEX_FLAG = 0x800 };

enum { TAG = 8 };

/* An unsigned number of `count` bytes, at most 8. */
static uint64_t bits_at(const routh_matlab_bytes *bytes, size_t at, size_t count) {
    uint64_t bits = 0;
    for (size_t i = 0; i < count; i++)
        bits = bits << 8 | bytes->byte[at + (bytes->big ? i : count - 1 - i)];
    return bits;
}

uint32_t routh_matlab_word(const routh_matlab_bytes *bytes, size_t at) {
    return (uint32_t)bits_at(bytes, at, 4);
}

static void skip(routh_matlab_bytes *bytes, size_t count) {
    bytes->byte += count;
    bytes->size -= count;
}

/* An element of up to four bytes shares the tag: size and type in the first word, the content in the second. Others are
 * padded to a multiple of eight, save compressed ones. */
bool routh_matlab_next(routh_matlab_bytes *bytes, routh_matlab_element *element) {
    if (bytes->size < TAG)
        return false;
    uint32_t first = routh_matlab_word(bytes, 0);
    element->content = *bytes;
    if (first >> 16) {
        element->type = first & 0xFFFF;
        element->content.byte += 4;
        element->content.size = first >> 16;
        if (element->content.size > 4)
            return false;
        skip(bytes, TAG);
        return true;
    }
    size_t size = routh_matlab_word(bytes, 4);
    if (size > bytes->size - TAG)
        return false;
    element->type = first;
    element->content.byte += TAG;
    element->content.size = size;
    skip(bytes, TAG + size);
    size_t padding = element->type == ROUTH_MATLAB_COMPRESSED ? 0 : (8 - size % 8) % 8;
    skip(bytes, padding < bytes->size ? padding : bytes->size);
    return true;
}

/* Sizes of up to four dimensions. */
static bool take_sizes(const routh_matlab_element *sizes, routh_matlab_array *array) {
    const size_t rank = sizes->content.size / 4;
    if (sizes->type != INT32 || sizes->content.size % 4 != 0 || rank < 2 || rank > ROUTH_MATLAB_RANK)
        return false;
    array->rank = (unsigned)rank;
    for (size_t k = 0; k < rank; k++) {
        array->size[k] = routh_matlab_word(&sizes->content, 4 * k);
        if (array->size[k] > INT32_MAX)
            return false;
    }
    array->rows = (size_t)array->size[0];
    array->columns = (size_t)array->size[1];
    return true;
}

bool routh_matlab_open_any(const routh_matlab_element *element, routh_matlab_array *array) {
    routh_matlab_bytes rest = element->content;
    routh_matlab_element flags, sizes, name;
    if (element->type != ROUTH_MATLAB_MATRIX || !routh_matlab_next(&rest, &flags) || flags.type != UINT32 ||
        flags.content.size != 8)
        return false;
    const uint32_t word = routh_matlab_word(&flags.content, 0);
    *array = (routh_matlab_array){.kind = word & 0xFF, .complex = (word & COMPLEX_FLAG) != 0};
    if (array->kind != ROUTH_MATLAB_OPAQUE_CLASS && (!routh_matlab_next(&rest, &sizes) || !take_sizes(&sizes, array)))
        return false;
    if (!routh_matlab_next(&rest, &name) || name.type != INT8)
        return false;
    array->name = (const char *)name.content.byte;
    array->name_length = name.content.size;
    array->content = rest;
    return true;
}

bool routh_matlab_open(const routh_matlab_element *element, routh_matlab_array *array) {
    return routh_matlab_open_any(element, array) && array->rank == 2;
}

static double signed_number(uint64_t bits, size_t size) {
    uint64_t sign = (uint64_t)1 << (8 * size - 1);
    return bits & sign ? -(double)(sign - (bits ^ sign)) : (double)bits;
}

static bool is_signed(uint32_t type) {
    return type == INT8 || type == INT16 || type == INT32 || type == INT64;
}

static double number_at(const routh_matlab_element *element, size_t i, size_t size) {
    uint64_t bits = bits_at(&element->content, i * size, size);
    if (element->type == DOUBLE) {
        double value;
        memcpy(&value, &bits, sizeof value);
        return value;
    }
    if (element->type == SINGLE) {
        float value;
        uint32_t word = (uint32_t)bits;
        memcpy(&value, &word, sizeof value);
        return (double)value;
    }
    return is_signed(element->type) ? signed_number(bits, size) : (double)bits;
}

/* Bytes of one stored number, 0 for types that hold none. */
static size_t size_of(uint32_t type) {
    static const unsigned char size[] = {[INT8] = 1,   [UINT8] = 1,  [INT16] = 2,  [UINT16] = 2, [INT32] = 4,
                                         [UINT32] = 4, [SINGLE] = 4, [DOUBLE] = 8, [INT64] = 8,  [UINT64] = 8};
    return type < sizeof size ? size[type] : 0;
}

/* The element with the values of a real numeric array. */
static bool find_values(const routh_matlab_array *array, routh_matlab_element *element) {
    routh_matlab_bytes rest = array->content;
    return array->kind >= FIRST_NUMERIC && array->kind <= LAST_NUMERIC && !array->complex &&
           routh_matlab_next(&rest, element) && size_of(element->type) > 0;
}

bool routh_matlab_values(const routh_matlab_array *array, routh_hdf5_type *type, const unsigned char **byte) {
    routh_matlab_element element;
    if (!find_values(array, &element))
        return false;
    *type = (routh_hdf5_type){.kind = element.type == SINGLE || element.type == DOUBLE ? ROUTH_HDF5_FLOATING
                                                                                       : ROUTH_HDF5_WHOLE,
                              .size = size_of(element.type),
                              .big = element.content.big,
                              .is_signed = is_signed(element.type)};
    *byte = element.content.byte;
    uint64_t count = 1;
    for (unsigned k = 0; k < array->rank; k++) {
        if (array->size[k] > 0 && count > element.content.size / array->size[k])
            return false;
        count *= array->size[k];
    }
    return count <= element.content.size / type->size;
}

bool routh_matlab_numbers(const routh_matlab_array *array, size_t count, double *value) {
    routh_matlab_element element;
    if (!find_values(array, &element))
        return false;
    const size_t size = size_of(element.type);
    if (element.content.size != count * size)
        return false;
    for (size_t i = 0; i < count; i++)
        value[i] = number_at(&element, i, size);
    return true;
}

routh_status routh_matlab_unpack(routh_context *context, const routh_matlab_bytes *packed, uint64_t *room,
                                 unsigned char **block, routh_matlab_element *element, const char **fault) {
    static const char damaged[] = "cannot be uncompressed: the file is damaged or truncated";
    unsigned char tag[TAG];
    routh_status status = routh_matlab_inflate(packed, tag, TAG, false);
    *fault = status == ROUTH_OUT_OF_MEMORY ? NULL : damaged;
    if (status != ROUTH_OK)
        return status;
    routh_matlab_bytes bytes = {.byte = tag, .size = TAG, .big = packed->big};
    const uint64_t size = (uint64_t)routh_matlab_word(&bytes, 4) + TAG;
    *fault = "claims more than it can hold: the file is damaged or truncated";
    if (size > UINT32_MAX || size / ROUTH_MOST_SHRUNK > packed->size)
        return ROUTH_BAD_FORMAT;
    *fault = ROUTH_UNPACKED_WORDS;
    if (size > *room)
        return ROUTH_BAD_FORMAT;
    *room -= size;
    *fault = NULL;
    *block = routh_allocate(context, (size_t)size, 1);
    if (!*block)
        return ROUTH_OUT_OF_MEMORY;
    bytes = (routh_matlab_bytes){.byte = *block, .size = (size_t)size, .big = packed->big};
    status = routh_matlab_inflate(packed, *block, (size_t)size, true);
    if (status == ROUTH_OK && !routh_matlab_next(&bytes, element))
        status = ROUTH_BAD_FORMAT;
    *fault = status == ROUTH_BAD_FORMAT ? damaged : NULL;
    return status;
}

routh_status routh_matlab_inflate(const routh_matlab_bytes *packed, unsigned char *byte, size_t size, bool to_the_end) {
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)packed->byte, .avail_in = (uInt)packed->size};
    if (inflateInit(&stream) != Z_OK)
        return ROUTH_OUT_OF_MEMORY;
    stream.next_out = byte;
    stream.avail_out = (uInt)size;
    int answer = inflate(&stream, to_the_end ? Z_FINISH : Z_SYNC_FLUSH);
    bool complete = stream.avail_out == 0 && (to_the_end ? answer == Z_STREAM_END : answer >= Z_OK);
    inflateEnd(&stream);
    return complete ? ROUTH_OK : answer == Z_MEM_ERROR ? ROUTH_OUT_OF_MEMORY : ROUTH_BAD_FORMAT;
}
