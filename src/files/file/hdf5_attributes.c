/* Attributes of an object of an HDF5 file: in its object header, or many of them in a fractal heap.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include "file/hdf5_bytes.h"

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
