/* Reading the fields of a JSON object, with messages that name file and place.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/json_build.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "file/text.h"

/* "contacts[16].orientation[3]" and some more. */
#define PLACE_SIZE 96

const char *routh_json_kind(const json_t *value) {
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        return "an object";
    case JSON_ARRAY:
        return "a list";
    case JSON_STRING:
        return "text";
    case JSON_INTEGER:
    case JSON_REAL:
        return "a number";
    case JSON_TRUE:
    case JSON_FALSE:
        return "true or false";
    case JSON_NULL:
        break;
    }
    return "null";
}

static void write_place(const routh_fields *fields, const char *key, char place[PLACE_SIZE]) {
    if (fields->list && key)
        snprintf(place, PLACE_SIZE, "%s[%zu].%s", fields->list, fields->index, key);
    else if (fields->list)
        snprintf(place, PLACE_SIZE, "%s[%zu]", fields->list, fields->index);
    else
        snprintf(place, PLACE_SIZE, "%s", key ? key : "the file");
}

/* The value at "list[2][0]" in an object, NULL where there is none. */
static const json_t *find(const json_t *object, const char *key) {
    if (!key)
        return NULL;
    const size_t length = strcspn(key, "[");
    char name[PLACE_SIZE], *end;
    snprintf(name, sizeof name, "%.*s", (int)length, key);
    const json_t *value = json_object_get(object, name);
    for (const char *at = key + length; value && *at == '['; at = *end == ']' ? end + 1 : end)
        value = json_array_get(value, strtoul(at + 1, &end, 10));
    return value;
}

/* As text where it is one value and no list or object. */
static void write_value(const json_t *value, char text[ROUTH_LABEL_SIZE]) {
    text[0] = '\0';
    if (json_is_string(value))
        routh_show_text(text, ROUTH_LABEL_SIZE, json_string_value(value), json_string_length(value));
    else if (json_is_number(value))
        routh_shortest_text(json_number_value(value), text);
    else if (json_is_boolean(value) || json_is_null(value))
        snprintf(text, ROUTH_LABEL_SIZE, "%s", json_is_null(value) ? "null" : json_is_true(value) ? "true" : "false");
}

void routh_refuse(routh_fields *fields, const char *key, const char *format, ...) {
    if (fields->status != ROUTH_OK)
        return;
    char place[PLACE_SIZE], fault[ROUTH_MESSAGE_SIZE], value[ROUTH_LABEL_SIZE];
    write_value(find(fields->object, key), value);
    write_place(fields, key, place);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(fault, sizeof fault, format, arguments);
    va_end(arguments);
    const routh_place at = {
        .file = fields->source, .part = place, .column = fields->list || key ? place : "", .value = value};
    fields->status = routh_fail_at(fields->context, ROUTH_BAD_FORMAT, &at, "%s", fault);
}

/* Files ------------------------------------------------------------------------------------------------*/

/* jansson's lexer drops the characters of a token for which it finds no memory: a number loses digits or its exponent, a
 * text its end, and nothing or a fault of the file is reported. It would have to happen twice in the same place to go
 * unnoticed here. `root` is NULL after an error. */
static bool reads_back(const routh_source *source, const json_t *root, const json_error_t *before) {
    json_error_t error;
    json_t *again = json_loadb(source->io.bytes, source->io.byte_count, JSON_REJECT_DUPLICATES, &error);
    const bool same = root ? again && json_equal(root, again)
                           : !again && error.position == before->position && strcmp(error.text, before->text) == 0;
    json_decref(again);
    return same;
}

static routh_status fail_memory(const routh_source *source) {
    return routh_fail_in(source->context, ROUTH_OUT_OF_MEMORY, source->shown, "no memory to read it");
}

routh_status routh_load_json(routh_source *source, json_t **root) {
    json_error_t error;
    *root = NULL;
    ROUTH_TRY(routh_source_hold_text(source, SIZE_MAX));
    ROUTH_TRY(routh_source_refuse_wide(source, source->io.bytes, source->io.byte_count));
    *root = json_loadb(source->io.bytes, source->io.byte_count, JSON_REJECT_DUPLICATES, &error);
    // jansson leaves the text empty where a container finds no memory
    if (!reads_back(source, *root, &error) ||
        (!*root && (json_error_code(&error) == json_error_out_of_memory || error.text[0] == '\0')))
        return fail_memory(source);
    if (*root)
        return ROUTH_OK;
    char fault[ROUTH_SHOWN_SOURCE];
    routh_show_text(fault, sizeof fault, error.text, strlen(error.text));
    return routh_fail_at(
        source->context, ROUTH_BAD_FORMAT,
        &(routh_place){.file = source->shown, .line = error.line > 0 ? (size_t)error.line : 0, .said = true},
        "line %d, column %d: %s", error.line, error.column, fault);
}

/* Its number is read here for files of all kinds, and taken out: who knows all fields of a file need not know this one. */
static routh_status take_layout(const routh_source *source, json_t *root) {
    routh_fields file = {.context = source->context, .source = source->shown, .object = root};
    const json_t *layout = json_object_get(root, "layout");
    const json_int_t number = json_integer_value(layout);
    if (layout && number < 1)
        routh_refuse(&file, "layout", "it must be a whole number from 1");
    else if (number > ROUTH_JSON_LAYOUT)
        routh_refuse(&file, "layout", "%lld is newer than what Routh %s reads, layout %d", (long long)number,
                     routh_version(), ROUTH_JSON_LAYOUT);
    if (layout)
        json_object_del(root, "layout");
    return file.status;
}

routh_status routh_json_read(routh_source *source, routh_json_use *use, void *user) {
    routh_c_locale numbers;
    routh_status status = routh_c_locale_begin(source->context, &numbers);
    if (status != ROUTH_OK)
        return status;
    json_t *root = NULL;
    status = routh_load_json(source, &root);
    if (status == ROUTH_OK)
        status = take_layout(source, root);
    if (status == ROUTH_OK)
        status = use(source, root, user);
    json_decref(root);
    routh_c_locale_end(&numbers);
    return status;
}

routh_status routh_json_read_file(routh_context *context, routh_io from, routh_json_use *use, void *user) {
    ROUTH_SOURCE(source, context, from);
    return routh_json_read(&source, use, user);
}

routh_fields routh_fields_at(const routh_fields *file, const json_t *list, const char *name, size_t index) {
    return (routh_fields){.context = file->context,
                          .source = file->source,
                          .object = json_array_get(list, index),
                          .list = name,
                          .index = index};
}

/* Fields -------------------------------------------------------------------------------------------------*/

static const char *name_at(size_t index, const void *user) {
    return ((const char *const *)user)[index];
}

void routh_refuse_name(routh_fields *fields, const char *key, const char *what, const char *name, size_t count,
                       routh_name_at *at, const void *user) {
    char shown[ROUTH_SHOWN_VALUE];
    routh_show_text(shown, sizeof shown, name, strlen(name));
    const char *nearest = routh_nearest_name(name, count, at, user);
    if (nearest)
        routh_refuse(fields, key, "%s \"%s\"; did you mean \"%s\"?", what, shown, nearest);
    else
        routh_refuse(fields, key, "%s \"%s\"", what, shown);
}

static bool is_known(const char *key, const char *const *names, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(key, names[i]) == 0)
            return true;
    return false;
}

void routh_read_object(routh_fields *fields, const char *const *names, size_t count) {
    if (!json_is_object(fields->object)) {
        routh_refuse(fields, NULL, "%s, not an object", routh_json_kind(fields->object));
        return;
    }
    for (void *at = json_object_iter(fields->object); at; at = json_object_iter_next(fields->object, at))
        if (!is_known(json_object_iter_key(at), names, count)) {
            routh_refuse_name(fields, NULL, "there is no field", json_object_iter_key(at), count, name_at, names);
            return;
        }
}

json_t *routh_read_field(routh_fields *fields, const char *key, routh_presence presence) {
    if (fields->status != ROUTH_OK)
        return NULL;
    json_t *value = json_object_get(fields->object, key);
    if (!value && presence == ROUTH_MUST_BE)
        routh_refuse(fields, key, "is missing");
    return value;
}

json_t *routh_read_list(routh_fields *fields, const char *key, routh_presence presence) {
    json_t *value = routh_read_field(fields, key, presence);
    if (!value || json_is_array(value))
        return value;
    routh_refuse(fields, key, "%s, not a list", routh_json_kind(value));
    return NULL;
}

const char *routh_read_text(routh_fields *fields, const char *key, routh_presence presence) {
    json_t *value = routh_read_field(fields, key, presence);
    if (value && !json_is_string(value))
        routh_refuse(fields, key, "%s, not text", routh_json_kind(value));
    return json_string_value(value);
}

void routh_read_number(routh_fields *fields, const char *key, routh_presence presence, double *value) {
    json_t *found = routh_read_field(fields, key, presence);
    if (found && !json_is_number(found))
        routh_refuse(fields, key, "%s, not a number", routh_json_kind(found));
    else if (found)
        *value = json_number_value(found);
}

void routh_read_numbers(routh_fields *fields, const char *key, routh_presence presence, double *values, size_t count) {
    json_t *list = routh_read_list(fields, key, presence);
    if (list)
        routh_numbers_of(fields, key, "", list, values, count);
}

void routh_numbers_of(routh_fields *fields, const char *key, const char *there, const json_t *list, double *values,
                      size_t count) {
    char place[PLACE_SIZE];
    snprintf(place, sizeof place, "%s%s", key, there);
    if (json_array_size(list) != count)
        routh_refuse(fields, place, "a list of %zu, not of %zu numbers", json_array_size(list), count);
    for (size_t i = 0; fields->status == ROUTH_OK && i < count; i++) {
        const json_t *value = json_array_get(list, i);
        snprintf(place, sizeof place, "%s%s[%zu]", key, there, i);
        if (!json_is_number(value))
            routh_refuse(fields, place, "%s, not a number", routh_json_kind(value));
        else
            values[i] = json_number_value(value);
    }
}
