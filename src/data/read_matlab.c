/* A bounce_array from a MATLAB 5 file: a header of 128 bytes, then one element for each variable, compressed or not.
 *
 * The format is small, and little of it is needed, so it is read here: matio, the usual library for it,
 * crashes on damaged files.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include "base/context.h"
#include "data/read_bounce.h"
#include "file/deflate.h"
#include "file/read_matlab_array.h"

enum { HEADER = 128, ORDER_MARK = 126, TAG = 8 };

static routh_status fail_damaged(routh_reading *reading, const char *what) {
    return routh_fail(reading->source->context, ROUTH_BAD_FORMAT, "%s: a damaged or truncated MATLAB file: %s",
                      reading->source->shown, what);
}

/* Struct array ------------------------------------------------------------------------------------------*/

/* Position of each of our fields among the array's; the rest of the content then begins with the first element. */
typedef struct field_places {
    size_t count; /* fields of an element */
    size_t place[ROUTH_BOUNCE_FIELDS];
} field_places;

static routh_status find_field(routh_reading *reading, const routh_matlab_element *names, size_t length, int field,
                               field_places *places) {
    const char *wanted = routh_bounce_fields[field].name;
    for (size_t i = 0; i < places->count; i++) {
        const char *name = (const char *)names->content.byte + i * length;
        if (strlen(wanted) < length && memcmp(name, wanted, strlen(wanted) + 1) == 0) {
            places->place[field] = i;
            return ROUTH_OK;
        }
    }
    return routh_fail(reading->source->context, ROUTH_BAD_FORMAT, "%s: %s has no field %s", reading->source->shown,
                      ROUTH_BOUNCE_VARIABLE, wanted);
}

static routh_status find_fields(routh_reading *reading, routh_matlab_bytes *content, field_places *places) {
    routh_matlab_element width, names;
    if (!routh_matlab_next(content, &width) || width.content.size != 4 || !routh_matlab_next(content, &names))
        return fail_damaged(reading, "no list of fields");
    size_t length = routh_matlab_word(&width.content, 0);
    if (length == 0 || names.content.size % length != 0)
        return fail_damaged(reading, "a list of fields of the wrong length");
    places->count = names.content.size / length;
    routh_status status = ROUTH_OK;
    for (int field = 0; status == ROUTH_OK && field < ROUTH_BOUNCE_FIELDS; field++)
        status = find_field(reading, &names, length, field, places);
    return status;
}

static routh_status read_field(routh_reading *reading, size_t element, int field, const routh_matlab_element *stored,
                               double *number) {
    routh_matlab_array array;
    if (!routh_matlab_open(stored, &array))
        return routh_bounce_fail(reading, element, field, "is empty, damaged or no matrix");
    routh_status status = routh_bounce_shape(reading, element, field, array.rows, array.columns);
    if (status == ROUTH_OK && !routh_matlab_numbers(&array, routh_bounce_fields[field].numbers, number))
        status = routh_bounce_fail(reading, element, field, "is damaged, or holds no real numbers");
    return status;
}

static routh_status read_element(routh_reading *reading, const field_places *places, size_t element,
                                 routh_matlab_bytes *content) {
    routh_bounce bounce;
    for (size_t place = 0; place < places->count; place++) {
        routh_matlab_element stored;
        if (!routh_matlab_next(content, &stored))
            return routh_fail(reading->source->context, ROUTH_BAD_FORMAT, "%s: truncated or damaged in %s(%zu)",
                              reading->source->shown, ROUTH_BOUNCE_VARIABLE, element + 1);
        for (int field = 0; field < ROUTH_BOUNCE_FIELDS; field++) {
            if (places->place[field] != place)
                continue;
            routh_status status = read_field(reading, element, field, &stored, bounce[field]);
            if (status != ROUTH_OK)
                return status;
        }
    }
    return routh_bounce_store(reading, element, bounce);
}

static routh_status read_struct_array(routh_reading *reading, const routh_matlab_array *array) {
    routh_matlab_bytes content = array->content;
    field_places places = {0};
    if (array->kind != ROUTH_MATLAB_STRUCT_CLASS)
        return routh_fail(reading->source->context, ROUTH_BAD_FORMAT, "%s: %s is not a struct array",
                          reading->source->shown, ROUTH_BOUNCE_VARIABLE);
    routh_status status = find_fields(reading, &content, &places);
    if (status != ROUTH_OK)
        return status;
    /* each field of each element has a tag at least */
    if (array->rows > 0 && array->columns > content.size / TAG / places.count / array->rows)
        return fail_damaged(reading, "fewer elements than " ROUTH_BOUNCE_VARIABLE " should have");
    status = routh_bounce_begin(reading, array->rows, array->columns);
    for (size_t i = 0; status == ROUTH_OK && i < reading->dataset->count; i++)
        status = read_element(reading, &places, i, &content);
    return status;
}

/* Variables -----------------------------------------------------------------------------------------------*/

static routh_status fail_inflate(routh_reading *reading, routh_status status) {
    return status == ROUTH_OUT_OF_MEMORY
               ? routh_fail(reading->source->context, status, "%s: no memory to uncompress it", reading->source->shown)
               : fail_damaged(reading, "a variable cannot be uncompressed");
}

/* The element within a compressed one; the caller releases *block. */
static routh_status unpack(routh_reading *reading, const routh_matlab_bytes *packed, unsigned char **block,
                           routh_matlab_element *element) {
    unsigned char tag[TAG];
    routh_status status = routh_matlab_inflate(packed, tag, TAG, false);
    if (status != ROUTH_OK)
        return fail_inflate(reading, status);
    routh_matlab_bytes bytes = {.byte = tag, .size = TAG, .big = packed->big};
    uint64_t size = (uint64_t)routh_matlab_word(&bytes, 4) + TAG;
    if (size > UINT32_MAX || size / ROUTH_MOST_SHRUNK > packed->size)
        return fail_damaged(reading, "a variable claims more than it can hold");
    *block = routh_allocate(reading->source->context, (size_t)size, 1);
    if (!*block)
        return ROUTH_OUT_OF_MEMORY;
    bytes = (routh_matlab_bytes){.byte = *block, .size = (size_t)size, .big = packed->big};
    status = routh_matlab_inflate(packed, *block, (size_t)size, true);
    if (status == ROUTH_OK && !routh_matlab_next(&bytes, element))
        status = ROUTH_BAD_FORMAT;
    return status == ROUTH_OK ? ROUTH_OK : fail_inflate(reading, status);
}

static bool is_wanted(const routh_matlab_array *array) {
    return array->name_length == strlen(ROUTH_BOUNCE_VARIABLE) &&
           memcmp(array->name, ROUTH_BOUNCE_VARIABLE, array->name_length) == 0;
}

/* Other variables may hold anything and are skipped. */
static routh_status read_variable(routh_reading *reading, routh_matlab_element element, bool *found) {
    unsigned char *block = NULL;
    routh_matlab_array array;
    routh_status status = ROUTH_OK;
    if (element.type == ROUTH_MATLAB_COMPRESSED)
        status = unpack(reading, &(routh_matlab_bytes){element.content.byte, element.content.size, element.content.big},
                        &block, &element);
    if (status == ROUTH_OK && routh_matlab_open(&element, &array) && is_wanted(&array)) {
        *found = true;
        status = read_struct_array(reading, &array);
    }
    routh_release(reading->source->context, block);
    return status;
}

static routh_status read_variables(routh_reading *reading, const unsigned char *byte, size_t size) {
    if (size <= HEADER)
        return fail_damaged(reading, "nothing after the header");
    routh_matlab_bytes rest = {
        .byte = byte + HEADER, .size = size - HEADER, .big = memcmp(byte + ORDER_MARK, "MI", 2) == 0};
    bool found = false;
    while (rest.size > 0 && !found) {
        routh_matlab_element element;
        if (!routh_matlab_next(&rest, &element))
            return fail_damaged(reading, "a variable is longer than the file");
        routh_status status = read_variable(reading, element, &found);
        if (status != ROUTH_OK)
            return status;
    }
    return found ? ROUTH_OK
                 : routh_fail(reading->source->context, ROUTH_BAD_FORMAT, "%s: a MATLAB file without a variable %s",
                              reading->source->shown, ROUTH_BOUNCE_VARIABLE);
}

routh_status routh_read_bounces_5(routh_reading *reading) {
    const routh_status status = routh_source_hold(reading->source, SIZE_MAX);
    return status == ROUTH_OK ? read_variables(reading, reading->source->io.bytes, reading->source->io.byte_count)
                              : status;
}
