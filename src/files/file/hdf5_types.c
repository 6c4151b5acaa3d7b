/* Datatypes and dataspaces of an HDF5 file, and its numbers as they are in memory.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include "file/hdf5_object.h"

enum { CLASS_WHOLE, CLASS_FLOATING, CLASS_TEXT = 3, CLASS_REFERENCE = 7, CLASS_VARIABLE = 9 };

/* Whole numbers without padding bits. */
static bool is_plain_whole(routh_hdf5_span *body, size_t size) {
    const uint64_t offset = routh_hdf5_take(body, 2), precision = routh_hdf5_take(body, 2);
    return (size == 1 || size == 2 || size == 4 || size == 8) && offset == 0 && precision == 8 * size;
}

/* IEEE 754 of 4 and 8 bytes: where sign, exponent and mantissa are, and what the exponent is from. */
static bool is_plain_floating(routh_hdf5_span *body, size_t size, uint64_t bits) {
    enum { VAX = 1 << 6, NORM = 3 << 4, IMPLIED = 2 << 4 };
    static const uint64_t parts[2][8] = {{0, 32, 23, 8, 0, 23, 127, 31}, {0, 64, 52, 11, 0, 52, 1023, 63}};
    static const size_t wide[7] = {2, 2, 1, 1, 1, 1, 4};
    const uint64_t *part = parts[size == 8];
    bool plain = (size == 4 || size == 8) && !(bits & VAX) && (bits & NORM) == IMPLIED && (bits >> 8 & 0xFF) == part[7];
    for (int i = 0; i < 7; i++)
        plain = routh_hdf5_take(body, wide[i]) == part[i] && plain;
    return plain;
}

const char *routh_hdf5_take_type(routh_hdf5_span body, routh_hdf5_type *type) {
    enum { BIG = 1, SIGNED = 1 << 3, OBJECT = 0, TEXT_SEQUENCE = 1 };
    const uint64_t head = routh_hdf5_take(&body, 1), bits = routh_hdf5_take(&body, 3);
    const uint64_t size = routh_hdf5_take(&body, 4), version = head >> 4;
    *type = (routh_hdf5_type){.size = (size_t)size, .big = bits & BIG, .is_signed = bits & SIGNED};
    if (body.ended || size == 0 || version < 1 || version > 4)
        return "has a damaged datatype";
    switch (head & 0xF) {
    case CLASS_WHOLE:
        type->kind = is_plain_whole(&body, type->size) ? ROUTH_HDF5_WHOLE : ROUTH_HDF5_OTHER;
        break;
    case CLASS_FLOATING:
        type->kind = is_plain_floating(&body, type->size, bits) ? ROUTH_HDF5_FLOATING : ROUTH_HDF5_OTHER;
        break;
    case CLASS_TEXT:
        type->kind = ROUTH_HDF5_TEXT;
        break;
    case CLASS_REFERENCE:
        type->kind = (bits & 0xF) == OBJECT && size == 8 ? ROUTH_HDF5_REFERENCE : ROUTH_HDF5_OTHER;
        break;
    case CLASS_VARIABLE:
        type->kind = (bits & 0xF) == TEXT_SEQUENCE && size == 16 ? ROUTH_HDF5_VARIABLE_TEXT : ROUTH_HDF5_OTHER;
        break;
    default:
        type->kind = ROUTH_HDF5_OTHER;
    }
    return body.ended ? "has a damaged datatype" : NULL;
}

const char *routh_hdf5_take_space(routh_hdf5_span body, routh_hdf5_space *space) {
    enum { MOST_DIMENSIONS = 32, NO_VALUE = 2 };
    const uint64_t version = routh_hdf5_take(&body, 1), rank = routh_hdf5_take(&body, 1);
    routh_hdf5_take(&body, 1); /* may say that largest sizes follow */
    const uint64_t kind = version == 1 ? rank > 0 : routh_hdf5_take(&body, 1);
    if (version == 1)
        routh_hdf5_take(&body, 5);
    *space = (routh_hdf5_space){.rank = (unsigned)rank, .size = {1, 1, 1}, .count = kind != NO_VALUE};
    if (body.ended || version < 1 || version > 2 || rank > MOST_DIMENSIONS || kind > NO_VALUE)
        return "has a damaged dataspace";
    for (uint64_t i = 0; i < rank; i++) {
        const uint64_t size = routh_hdf5_take(&body, 8);
        if (i < ROUTH_HDF5_RANK)
            space->size[i] = size;
        if (size > 0 && space->count > UINT64_MAX / 64 / size)
            return "claims more values than any file has";
        space->count *= size;
    }
    return body.ended ? "has a damaged dataspace" : NULL;
}

/* Numbers -----------------------------------------------------------------------------------------------*/

static uint64_t raw_value(const routh_hdf5_type *type, const unsigned char *byte) {
    uint64_t value = 0;
    for (size_t i = 0; i < type->size; i++)
        value |= (uint64_t)byte[type->big ? type->size - 1 - i : i] << 8 * i;
    return value;
}

/* A number of fewer bytes keeps its sign. */
static int64_t signed_value(const routh_hdf5_type *type, uint64_t raw) {
    const uint64_t sign = (uint64_t)1 << (8 * type->size - 1);
    return (int64_t)((raw ^ sign) - sign);
}

static double double_of(const routh_hdf5_type *type, uint64_t raw) {
    double wide;
    float narrow;
    if (type->kind == ROUTH_HDF5_WHOLE)
        return type->is_signed ? (double)signed_value(type, raw) : (double)raw;
    if (type->size == sizeof wide) {
        memcpy(&wide, &raw, sizeof wide);
        return wide;
    }
    const uint32_t bits = (uint32_t)raw;
    memcpy(&narrow, &bits, sizeof narrow);
    return narrow;
}

static int64_t whole_of(const routh_hdf5_type *type, uint64_t raw) {
    if (!type->is_signed)
        return raw > INT64_MAX ? INT64_MAX : (int64_t)raw;
    return signed_value(type, raw);
}

routh_hdf5_type routh_type_of_doubles(void) {
    const uint16_t probe = 1;
    unsigned char first;
    memcpy(&first, &probe, 1);
    return (routh_hdf5_type){.kind = ROUTH_HDF5_FLOATING, .size = sizeof(double), .big = first == 0};
}

double routh_hdf5_double_at(const routh_hdf5_type *type, const unsigned char *byte) {
    return double_of(type, raw_value(type, byte));
}

_Static_assert(sizeof(double) == 8, "the largest values fit in place");

/* From the last to the first: no value is larger than what takes its place. */
void routh_hdf5_doubles(const routh_hdf5_type *type, size_t count, void *value) {
    for (size_t i = count; i-- > 0;) {
        const double number = routh_hdf5_double_at(type, (unsigned char *)value + i * type->size);
        memcpy((unsigned char *)value + i * sizeof number, &number, sizeof number);
    }
}

void routh_hdf5_whole_values(const routh_hdf5_type *type, size_t count, void *value) {
    for (size_t i = count; i-- > 0;) {
        const int64_t number = whole_of(type, raw_value(type, (unsigned char *)value + i * type->size));
        memcpy((unsigned char *)value + i * sizeof number, &number, sizeof number);
    }
}
