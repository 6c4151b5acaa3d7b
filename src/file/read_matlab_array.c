/* MATLAB 5 data elements. Types and layout after "MAT-File Format", The MathWorks.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/read_matlab_array.h"

#include <string.h>

#include <zlib.h>

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

bool routh_matlab_open(const routh_matlab_element *element, routh_matlab_array *array) {
    routh_matlab_bytes rest = element->content;
    routh_matlab_element flags, sizes, name;
    if (element->type != ROUTH_MATLAB_MATRIX || !routh_matlab_next(&rest, &flags) ||
        !routh_matlab_next(&rest, &sizes) || !routh_matlab_next(&rest, &name))
        return false;
    if (flags.type != UINT32 || flags.content.size != 8 || sizes.type != INT32 || sizes.content.size != 8 ||
        name.type != INT8)
        return false;
    uint32_t word = routh_matlab_word(&flags.content, 0);
    uint32_t rows = routh_matlab_word(&sizes.content, 0), columns = routh_matlab_word(&sizes.content, 4);
    *array = (routh_matlab_array){.kind = word & 0xFF,
                                  .complex = (word & COMPLEX_FLAG) != 0,
                                  .rows = rows,
                                  .columns = columns,
                                  .name = (const char *)name.content.byte,
                                  .name_length = name.content.size,
                                  .content = rest};
    return rows <= INT32_MAX && columns <= INT32_MAX;
}

static double signed_number(uint64_t bits, size_t size) {
    uint64_t sign = (uint64_t)1 << (8 * size - 1);
    return bits & sign ? -(double)(sign - (bits ^ sign)) : (double)bits;
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
    bool is_signed =
        element->type == INT8 || element->type == INT16 || element->type == INT32 || element->type == INT64;
    return is_signed ? signed_number(bits, size) : (double)bits;
}

/* Bytes of one stored number, 0 for types that hold none. */
static size_t size_of(uint32_t type) {
    static const unsigned char size[] = {[INT8] = 1,   [UINT8] = 1,  [INT16] = 2,  [UINT16] = 2, [INT32] = 4,
                                         [UINT32] = 4, [SINGLE] = 4, [DOUBLE] = 8, [INT64] = 8,  [UINT64] = 8};
    return type < sizeof size ? size[type] : 0;
}

bool routh_matlab_numbers(const routh_matlab_array *array, size_t count, double *value) {
    routh_matlab_bytes rest = array->content;
    routh_matlab_element element;
    if (array->kind < FIRST_NUMERIC || array->kind > LAST_NUMERIC || array->complex ||
        !routh_matlab_next(&rest, &element))
        return false;
    size_t size = size_of(element.type);
    if (size == 0 || element.content.size != count * size)
        return false;
    for (size_t i = 0; i < count; i++)
        value[i] = number_at(&element, i, size);
    return true;
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
