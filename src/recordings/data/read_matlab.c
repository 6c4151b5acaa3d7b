/* A bounce_array, or a struct of tables, from a MATLAB 5 file: a header of 128 bytes, then one element for each variable, compressed or not.
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
    return routh_fail_in(reading->source->context, ROUTH_BAD_FORMAT, reading->source->shown,
                         "a damaged or truncated MATLAB file: %s", what);
}

/* Struct array ------------------------------------------------------------------------------------------*/

/* Position of each of our fields among the array's; the rest of the content then begins with the first element. */
typedef struct field_places {
    size_t count; /* fields of an element */
    size_t place[ROUTH_BOUNCE_FIELDS];
} field_places;

static bool find_field(const routh_matlab_element *names, size_t length, const char *wanted, int field,
                       field_places *places) {
    for (size_t i = 0; i < places->count; i++) {
        const char *name = (const char *)names->content.byte + i * length;
        if (strlen(wanted) < length && memcmp(name, wanted, strlen(wanted) + 1) == 0) {
            places->place[field] = i;
            return true;
        }
    }
    return false;
}

/* What is wrong with the list of fields; NULL: nothing. *missing is the first field that is not there, or
 * ROUTH_BOUNCE_FIELDS. */
static const char *find_fields(routh_matlab_bytes *content, const routh_bounce_field *wanted, field_places *places,
                               int *missing) {
    routh_matlab_element width, names;
    *missing = 0;
    if (!routh_matlab_next(content, &width) || width.content.size != 4 || !routh_matlab_next(content, &names))
        return "no list of fields";
    size_t length = routh_matlab_word(&width.content, 0);
    if (length == 0 || names.content.size % length != 0)
        return "a list of fields of the wrong length";
    places->count = names.content.size / length;
    while (*missing < ROUTH_BOUNCE_FIELDS && find_field(&names, length, wanted[*missing].name, *missing, places))
        ++*missing;
    return NULL;
}

static bool has_fields(const routh_matlab_array *array, const routh_bounce_field *wanted) {
    routh_matlab_bytes content = array->content;
    field_places places = {0};
    int missing;
    return array->kind == ROUTH_MATLAB_STRUCT_CLASS && !find_fields(&content, wanted, &places, &missing) &&
           missing == ROUTH_BOUNCE_FIELDS;
}

static bool has_tables(const routh_matlab_array *array) {
    return array->rows == 1 && array->columns == 1 && has_fields(array, routh_bounce_tables);
}

static bool has_form(const routh_matlab_array *array) {
    return has_fields(array, routh_bounce_fields) || has_tables(array);
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
            return routh_fail_at(reading->source->context, ROUTH_BAD_FORMAT,
                                 &(routh_place){.file = reading->source->shown, .row = element + 1, .said = true},
                                 "truncated or damaged in %s(%zu)", reading->variable, element + 1);
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
    routh_context *context = reading->source->context;
    routh_matlab_bytes content = array->content;
    field_places places = {0};
    int missing;
    if (array->kind != ROUTH_MATLAB_STRUCT_CLASS)
        return routh_fail_at(context, ROUTH_BAD_FORMAT,
                             &(routh_place){.file = reading->source->shown, .part = reading->variable},
                             " is not a struct array");
    const char *fault = find_fields(&content, routh_bounce_fields, &places, &missing);
    if (fault)
        return fail_damaged(reading, fault);
    if (missing < ROUTH_BOUNCE_FIELDS)
        return routh_fail_at(
            context, ROUTH_BAD_FORMAT,
            &(routh_place){.file = reading->source->shown, .column = routh_bounce_fields[missing].name},
            "%s has no field %s", reading->variable, routh_bounce_fields[missing].name);
    /* each field of each element has a tag at least */
    if (array->rows > 0 && array->columns > content.size / TAG / places.count / array->rows)
        return routh_fail_in(context, ROUTH_BAD_FORMAT, reading->source->shown,
                             "damaged or truncated: fewer elements than %s should have", reading->variable);
    routh_status status = routh_bounce_begin(reading, array->rows, array->columns);
    for (size_t i = 0; status == ROUTH_OK && i < reading->dataset->count; i++)
        status = read_element(reading, &places, i, &content);
    return status;
}

/* Struct of tables --------------------------------------------------------------------------------------*/

static routh_status read_table(routh_reading *reading, int field, const routh_matlab_element *stored,
                               routh_bounce_table *table) {
    routh_matlab_array array;
    if (!routh_matlab_open(stored, &array))
        return routh_bounce_table_fail(reading, field, "is empty, damaged or no matrix");
    if (array.rows > 0 && array.columns > array.content.size / array.rows) /* a byte for each number at least */
        return routh_bounce_table_fail(reading, field, "is damaged or truncated");
    const routh_status status = routh_bounce_table_begin(reading, field, array.rows, array.columns, table);
    return status == ROUTH_OK && !routh_matlab_numbers(&array, array.rows * array.columns, table->value)
               ? routh_bounce_table_fail(reading, field, "is damaged, or holds no real numbers")
               : status;
}

static routh_status read_tables(routh_reading *reading, const routh_matlab_array *array) {
    routh_matlab_bytes content = array->content;
    field_places places = {0};
    int missing;
    routh_bounce_table table[ROUTH_BOUNCE_FIELDS] = {{.value = NULL}};
    routh_status status = ROUTH_OK;
    find_fields(&content, routh_bounce_tables, &places, &missing); /* has_tables has found them */
    for (size_t place = 0; status == ROUTH_OK && place < places.count; place++) {
        routh_matlab_element stored;
        if (!routh_matlab_next(&content, &stored))
            status = fail_damaged(reading, "a table is missing");
        for (int field = 0; status == ROUTH_OK && field < ROUTH_BOUNCE_FIELDS; field++)
            if (places.place[field] == place)
                status = read_table(reading, field, &stored, &table[field]);
    }
    return routh_bounce_tables_end(reading, status, table);
}

/* Variables -----------------------------------------------------------------------------------------------*/

/* The element within a compressed one; the caller releases *block. */
static routh_status unpack(routh_reading *reading, const routh_matlab_bytes *packed, unsigned char **block,
                           routh_matlab_element *element) {
    const char *fault;
    uint64_t room = routh_unpacked_room(reading->source->io.byte_count);
    const routh_status status = routh_matlab_unpack(reading->source->context, packed, &room, block, element, &fault);
    if (status == ROUTH_BAD_FORMAT)
        return routh_fail_in(reading->source->context, status, reading->source->shown, "MATLAB file: a variable %s",
                             fault);
    return status == ROUTH_OK
               ? status
               : routh_fail_in(reading->source->context, status, reading->source->shown, "no memory to uncompress it");
}

/* Opens a variable's array; *opened is false for one of another kind. The caller releases *block. */
static routh_status open_variable(routh_reading *reading, routh_matlab_element element, unsigned char **block,
                                  routh_matlab_array *array, bool *opened) {
    routh_status status = ROUTH_OK;
    const routh_matlab_bytes packed = element.content;
    if (element.type == ROUTH_MATLAB_COMPRESSED)
        status = unpack(reading, &packed, block, &element);
    *opened = status == ROUTH_OK && routh_matlab_open(&element, array);
    return status;
}

/* Other variables may hold anything and are skipped. */
static routh_status look_at(routh_reading *reading, routh_matlab_element element, routh_bounce_choice *choice,
                            routh_matlab_element *chosen) {
    unsigned char *block = NULL;
    routh_matlab_array array;
    bool opened;
    const routh_status status = open_variable(reading, element, &block, &array, &opened);
    if (opened && routh_bounce_offer(reading, choice, array.name, array.name_length, has_form(&array)))
        *chosen = element;
    routh_release(reading->source->context, block);
    return status;
}

static routh_status read_chosen(routh_reading *reading, routh_matlab_element element) {
    unsigned char *block = NULL;
    routh_matlab_array array;
    bool opened;
    routh_status status = open_variable(reading, element, &block, &array, &opened);
    if (opened)
        status = has_tables(&array) ? read_tables(reading, &array) : read_struct_array(reading, &array);
    routh_release(reading->source->context, block);
    return status;
}

static routh_status read_variables(routh_reading *reading, const unsigned char *byte, size_t size) {
    if (size <= HEADER)
        return fail_damaged(reading, "nothing after the header");
    routh_matlab_bytes rest = {
        .byte = byte + HEADER, .size = size - HEADER, .big = memcmp(byte + ORDER_MARK, "MI", 2) == 0};
    routh_bounce_choice choice = routh_bounce_choice_of(reading);
    routh_matlab_element chosen = {0};
    while (rest.size > 0) {
        routh_matlab_element element;
        if (!routh_matlab_next(&rest, &element))
            return fail_damaged(reading, "a variable is longer than the file");
        const routh_status status = look_at(reading, element, &choice, &chosen);
        if (status != ROUTH_OK)
            return status;
    }
    const routh_status status = routh_bounce_choose(reading, &choice);
    return status == ROUTH_OK ? read_chosen(reading, chosen) : status;
}

routh_status routh_read_bounces_5(routh_reading *reading) {
    const routh_status status = routh_source_hold(reading->source, SIZE_MAX);
    return status == ROUTH_OK ? read_variables(reading, reading->source->io.bytes, reading->source->io.byte_count)
                              : status;
}
