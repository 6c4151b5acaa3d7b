/* Datatypes and dataspaces of an HDF5 file, and its numbers as they are in memory.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/hdf5_bytes.h"

#include <string.h>

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

/* Attributes of an object of an HDF5 file: in its object header, or many of them in a fractal heap. */

typedef struct attribute_search {
    routh_hdf5_bytes *bytes;
    const char *name;
    routh_hdf5_attribute *attribute;
    bool found;
    uint64_t heap, tree; /* of many attributes; ROUTH_HDF5_NOWHERE: none */
    routh_hdf5_heap many;
} attribute_search;

static const char damaged[] = "has a damaged attribute";

/* Version 1 fills up its parts to multiples of 8 bytes. */
static uint64_t filled(uint64_t version, uint64_t size) {
    return version == 1 ? (size + 7) / 8 * 8 : size;
}

static const char *take_attribute(attribute_search *s, routh_hdf5_span body) {
    enum { SHARED = 3 };
    const uint64_t version = routh_hdf5_take(&body, 1), flags = routh_hdf5_take(&body, 1);
    const uint64_t name_size = routh_hdf5_take(&body, 2), type_size = routh_hdf5_take(&body, 2);
    const uint64_t space_size = routh_hdf5_take(&body, 2);
    if (version < 1 || version > 3)
        return damaged;
    if (version == 3)
        routh_hdf5_take(&body, 1); /* alphabet */
    const routh_hdf5_span name = routh_hdf5_take_span(&body, filled(version, name_size));
    const routh_hdf5_span type = routh_hdf5_take_span(&body, filled(version, type_size));
    const routh_hdf5_span space = routh_hdf5_take_span(&body, filled(version, space_size));
    const size_t length = strlen(s->name);
    if (body.ended || name_size == 0 || name.at[name_size - 1] != '\0')
        return damaged;
    if (name_size != length + 1 || memcmp(name.at, s->name, length) != 0)
        return NULL;
    if (s->found)
        return "has two attributes of one name: the file is damaged";
    s->found = true;
    if (version > 1 && flags & SHARED)
        return "has an attribute with a datatype of its own name" ROUTH_HDF5_REWRITE;
    const char *fault = routh_hdf5_take_type(type, &s->attribute->type);
    if (!fault)
        fault = routh_hdf5_take_space(space, &s->attribute->space);
    if (fault)
        return fault;
    const uint64_t count = s->attribute->space.count, size = s->attribute->type.size;
    if (count > body.left / size)
        return damaged;
    s->attribute->value = routh_hdf5_take_span(&body, count * size);
    return NULL;
}

static const char *take_attribute_message(void *user, const routh_hdf5_message *message) {
    attribute_search *s = user;
    routh_hdf5_span body = message->body;
    if (message->kind == ROUTH_HDF5_ATTRIBUTE)
        return message->shared ? "has a shared attribute" ROUTH_HDF5_REWRITE : take_attribute(s, body);
    if (message->kind != ROUTH_HDF5_ATTRIBUTE_INFO)
        return NULL;
    const uint64_t version = routh_hdf5_take(&body, 1), flags = routh_hdf5_take(&body, 1);
    if (flags & 1)
        routh_hdf5_take(&body, 2);
    s->heap = routh_hdf5_take(&body, 8);
    s->tree = routh_hdf5_take(&body, 8);
    return body.ended || version != 0 || message->shared ? damaged : NULL;
}

static const char *take_record(void *user, routh_hdf5_span record) {
    enum { SHARED = 1 << 1 };
    attribute_search *s = user;
    routh_hdf5_span attribute, identifier = routh_hdf5_take_span(&record, 8);
    if (routh_hdf5_take(&record, 1) & SHARED)
        return "has a shared attribute" ROUTH_HDF5_REWRITE;
    const char *fault = routh_hdf5_heap_object(&s->many, identifier, &attribute);
    return fault ? fault : take_attribute(s, attribute);
}

const char *routh_hdf5_find_attribute(routh_hdf5_bytes *bytes, uint64_t object, const char *name,
                                      routh_hdf5_attribute *attribute, bool *found) {
    enum { ATTRIBUTES_BY_NAME = 8 };
    attribute_search s = {.bytes = bytes, .name = name, .attribute = attribute, .heap = ROUTH_HDF5_NOWHERE};
    const char *fault = routh_hdf5_messages(bytes, object, take_attribute_message, &s);
    if (!fault && s.heap != ROUTH_HDF5_NOWHERE) {
        fault = routh_hdf5_heap_open(bytes, s.heap, &s.many);
        if (!fault)
            fault = routh_hdf5_records(bytes, s.tree, ATTRIBUTES_BY_NAME, take_record, &s);
        routh_hdf5_heap_close(&s.many);
    }
    *found = s.found;
    return fault;
}

/* The global heap: collections of numbered objects. */
const char *routh_hdf5_heap_text(routh_hdf5_bytes *bytes, const routh_hdf5_attribute *attribute,
                                 routh_hdf5_span *text) {
    routh_hdf5_span value = attribute->value, heap;
    const uint64_t length = routh_hdf5_take(&value, 4), address = routh_hdf5_take(&value, 8);
    const uint64_t wanted = routh_hdf5_take(&value, 4);
    *text = (routh_hdf5_span){.at = bytes->byte};
    if (length == 0)
        return NULL;
    const char *fault = routh_hdf5_span_at(bytes, address, 16, &heap);
    if (fault)
        return fault;
    const bool right = routh_hdf5_take_letters(&heap, "GCOL") && routh_hdf5_take(&heap, 1) == 1;
    routh_hdf5_take(&heap, 3);
    const uint64_t size = routh_hdf5_take(&heap, 8);
    if (!right || size < 16)
        return "has a damaged text";
    fault = routh_hdf5_span_at(bytes, address + 16, size - 16, &heap);
    while (!fault && heap.left >= 16) {
        const uint64_t index = routh_hdf5_take(&heap, 2);
        routh_hdf5_take(&heap, 6); /* references */
        const uint64_t bytes_of = routh_hdf5_take(&heap, 8);
        if (index == 0 || bytes_of > heap.left) /* 0: free space up to the end */
            break;
        const routh_hdf5_span object = routh_hdf5_take_span(&heap, bytes_of);
        routh_hdf5_take_span(&heap, (8 - bytes_of % 8) % 8);
        if (index != wanted)
            continue;
        *text = object;
        text->left = length < bytes_of ? (size_t)length : (size_t)bytes_of;
        return length > bytes_of ? "has a damaged text" : NULL;
    }
    return fault ? fault : "has a damaged text";
}
