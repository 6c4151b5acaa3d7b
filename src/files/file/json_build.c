/* Building JSON with jansson.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/json_build.h"

#include <math.h>

#include <routh/base.h>

#include "base/context.h"
#include "file/output.h"

json_t *routh_json_absent(void) {
    static const json_t absent = {JSON_NULL, (size_t)-1}; /* as jansson's own null: nobody counts who refers to it */
    return (json_t *)&absent;
}

void routh_json_put_within(json_t **root, json_t *object, const char *key, json_t *value) {
    if (value == routh_json_absent())
        return;
    if (!*root)
        json_decref(value);
    else if (json_object_set_new(object, key, value) != 0) {
        json_decref(*root);
        *root = NULL;
    }
}

void routh_json_put(json_t **object, const char *key, json_t *value) {
    routh_json_put_within(object, *object, key, value);
}

void routh_json_put_version(json_t **object) {
    routh_json_put(object, "version", json_string(routh_version()));
}

void routh_json_add(json_t **array, json_t *value) {
    if (!*array)
        json_decref(value);
    else if (json_array_append_new(*array, value) != 0) {
        json_decref(*array);
        *array = NULL;
    }
}

void routh_json_join(json_t **object, json_t *other) {
    if (other == routh_json_absent())
        return;
    if (*object && json_object_update(*object, other) != 0) {
        json_decref(*object);
        *object = NULL;
    }
    json_decref(other);
}

json_t *routh_json_number(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}

json_t *routh_json_count(size_t value) {
    return json_integer((json_int_t)value);
}

json_t *routh_json_pair(double first, double second) {
    const double both[] = {first, second};
    return routh_json_numbers(both, 2);
}

json_t *routh_json_numbers(const double *values, size_t count) {
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        routh_json_add(&list, routh_json_number(values[i]));
    return list;
}

json_t *routh_json_matrix(const double *values, size_t rows, size_t columns) {
    json_t *list = json_array();
    for (size_t i = 0; values && i < rows; i++)
        routh_json_add(&list, routh_json_numbers(values + i * columns, columns));
    return list;
}

json_t *routh_json_longer(json_t *text, const char *separator, const char *more) {
    json_t *longer = text ? json_sprintf("%s%s%s", json_string_value(text), separator, more) : NULL;
    json_decref(text);
    return longer;
}

/* A JSON value as a whole output. */

bool routh_json_print(const json_t *value, size_t flags, FILE *file) {
    return value && (json_dumpf(value, file, flags | JSON_ENCODE_ANY) == 0 || ferror(file));
}

static routh_status no_memory(routh_context *context) {
    return routh_fail(context, ROUTH_OUT_OF_MEMORY, "no memory to write JSON");
}

/* The first pass counts, so that the text is in the context's memory and not in jansson's. */
routh_status routh_json_text(routh_context *context, json_t *value, size_t flags, char **text) {
    const size_t size = value ? json_dumpb(value, NULL, 0, flags) : 0;
    *text = NULL;
    routh_status status = size > 0 ? routh_check_cancelled(context) : no_memory(context);
    if (status == ROUTH_OK && !(*text = routh_allocate(context, size + 1, 1)))
        status = ROUTH_OUT_OF_MEMORY;
    if (status == ROUTH_OK && json_dumpb(value, *text, size, flags) != size)
        status = no_memory(context);
    if (status == ROUTH_OK)
        status = routh_check_cancelled(context);
    if (status != ROUTH_OK) {
        routh_release(context, *text);
        *text = NULL;
    }
    json_decref(value);
    return status;
}

json_t *routh_json_with_layout(json_t *value) {
    if (!json_is_object(value))
        return value;
    json_t *object = json_object();
    routh_json_put(&object, "layout", json_integer(ROUTH_JSON_LAYOUT));
    routh_json_join(&object, value);
    return object;
}

routh_status routh_json_write(routh_context *context, json_t *value, size_t flags, routh_io to) {
    routh_text text;
    routh_status status = routh_text_begin(context, to, &text);
    value = routh_json_with_layout(value);
    if (status == ROUTH_OK) {
        if (!routh_json_print(value, flags, text.file))
            status = no_memory(context);
        fputc('\n', text.file);
        status = routh_text_end(context, &text, status);
    }
    json_decref(value);
    return status;
}

/* `depth`: how deep the value lies. */
static bool print_lines(const json_t *value, int depth, int deepest, size_t flags, FILE *file) {
    const char *key, *separator = "";
    json_t *member;
    size_t i;
    if (depth == deepest || !(json_is_object(value) || json_is_array(value)))
        return routh_json_print(value, JSON_COMPACT | flags, file);
    bool written = true;
    fputc(json_is_object(value) ? '{' : '[', file);
    json_object_foreach((json_t *)value, key, member) {
        json_t *name = json_string(key);
        fprintf(file, "%s\n%*s", separator, depth + 1, "");
        written &= routh_json_print(name, 0, file);
        json_decref(name);
        fputs(": ", file);
        written &= print_lines(member, depth + 1, deepest, flags, file);
        separator = ",";
    }
    json_array_foreach(value, i, member) {
        fprintf(file, "%s\n%*s", separator, depth + 1, "");
        written &= print_lines(member, depth + 1, deepest, flags, file);
        separator = ",";
    }
    fprintf(file, "\n%*s%c", depth, "", json_is_object(value) ? '}' : ']');
    return written;
}

bool routh_json_print_lines(const json_t *value, int deepest, size_t flags, FILE *file) {
    return print_lines(value, 0, deepest, flags, file);
}
