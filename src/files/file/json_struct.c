/* Structs as JSON, by the table of fields.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/json_struct.h"

#include <string.h>

#include "file/struct_fields.h"

/* What the table of fields says of one field. */

const routh_struct_field *routh_struct_field_at(const routh_struct *of, size_t offset) {
    size_t i = 0;
    while (i + 1 < of->count && of->field[i].offset != offset)
        i++;
    return &of->field[i];
}

const char *routh_struct_key(const routh_struct *of, size_t offset) {
    const routh_struct_field *f = routh_struct_field_at(of, offset);
    return f->key ? f->key : f->name;
}

long long routh_struct_integer(const routh_struct_field *field, const void *at) {
    if (field->size == sizeof(int) && field->kind == ROUTH_KIND_COUNT)
        return *(const unsigned *)at;
    if (field->size == sizeof(int))
        return *(const int *)at;
    long long whole;
    memcpy(&whole, at, sizeof whole);
    return whole;
}

static json_t *value_at(const routh_struct_field *f, const char *at) {
    const char *text = at;
    switch ((routh_kind)f->kind) {
    case ROUTH_KIND_NUMBER:
        return routh_json_number(*(const double *)(const void *)at);
    case ROUTH_KIND_FLAG:
        return json_boolean(*(const bool *)(const void *)at);
    case ROUTH_KIND_COUNT:
    case ROUTH_KIND_INTEGER:
        return json_integer(routh_struct_integer(f, at));
    case ROUTH_KIND_NAME:
        return json_string(routh_name(f->names, (long)routh_struct_integer(f, at)));
    case ROUTH_KIND_STRING:
        text = *(const char *const *)(const void *)at;
        return text ? json_string(text) : json_null();
    case ROUTH_KIND_TEXT:
        return json_string(text);
    case ROUTH_KIND_STRUCT:
        return routh_json_struct(f->of, at);
    case ROUTH_KIND_JSON:
        return *(json_t *const *)(const void *)at;
    case ROUTH_KIND_OTHER:
        break;
    }
    return json_null();
}

static json_t *list_at(const routh_struct_field *f, const char *at, size_t rows, size_t columns) {
    json_t *list = json_array();
    for (size_t i = 0; i < rows; i++, at += (columns ? columns : 1) * f->size)
        routh_json_add(&list, columns ? list_at(f, at, columns, 0) : value_at(f, at));
    return list;
}

static size_t count_of(const routh_struct_field *list, const char *from) {
    const void *at = from + list->count;
    return list->count_size == sizeof(int) ? (size_t) * (const int *)at : *(const size_t *)at;
}

static void release_owned(routh_context *context, const routh_struct *of, const char *from) {
    for (size_t i = 0; i < of->count; i++) {
        const routh_struct_field *f = &of->field[i];
        const char *at = from + f->offset;
        const size_t rows = f->rows ? f->rows : 1, columns = f->columns ? f->columns : 1;
        for (size_t k = 0; f->of && !f->is_pointer && k < rows * columns; k++)
            release_owned(context, f->of, at + k * f->size);
        for (size_t k = 0; k < f->owned; k++) {
            char *block;
            memcpy(&block, at + k * sizeof block, sizeof block);
            const size_t count = !f->of || !block ? 0 : f->is_list ? count_of(f, from) : 1;
            for (size_t item = 0; item < count; item++)
                release_owned(context, f->of, block + item * f->size);
            routh_release(context, block);
        }
    }
}

void routh_struct_release(routh_context *context, const routh_struct *of, void *from) {
    if (!from)
        return;
    release_owned(context, of, from);
    memset(from, 0, of->size);
}

static json_t *field_of(const routh_struct_field *f, const char *from) {
    const char *at = from + f->offset;
    if (f->is_pointer)
        at = *(const char *const *)(const void *)at;
    if (f->is_list || f->rows)
        return list_at(f, at, !at ? 0 : f->is_list ? count_of(f, from) : f->rows, f->columns);
    return at ? value_at(f, at) : json_null();
}

/* The values of a struct that is a list in files, as of a point. */
static json_t *values_of(const routh_struct *of, const char *from) {
    json_t *list = json_array();
    for (size_t i = 0; i < of->count; i++)
        routh_json_add(&list, field_of(&of->field[i], from));
    return list;
}

/* Does the field count a list that is written with it? */
static bool counts(const routh_span *span, const routh_struct_field *f) {
    for (size_t i = 0; i < span->of->count; i++) {
        const routh_struct_field *list = &span->of->field[i];
        if (list->is_list && list->key && list->count == f->offset && list->offset >= span->first &&
            list->offset <= span->last)
            return true;
    }
    return false;
}

/* Of the struct that the field points to. */
static void put_parts(json_t **object, const routh_struct_field *f, const char *from) {
    const void *source = *(const void *const *)(const void *)(from + f->offset);
    for (size_t i = 0; source && i < f->part_count; i++) {
        const size_t first = f->part[i].first, last = f->part[i].last;
        if (first == last)
            routh_json_put_fields(object, (routh_chosen){f->of, 1, &first}, source);
        else
            routh_json_put_span(object, (routh_span){f->of, first, last}, source);
    }
}

void routh_json_put_span(json_t **object, routh_span span, const void *from) {
    for (size_t i = 0; i < span.of->count; i++) {
        const routh_struct_field *f = &span.of->field[i];
        if (f->part)
            put_parts(object, f, from);
        else if (f->is_flat)
            routh_json_join(object, field_of(f, from));
        else if (f->key && f->kind != ROUTH_KIND_OTHER && f->offset >= span.first && f->offset <= span.last &&
                 !counts(&span, f))
            routh_json_put(object, f->key, field_of(f, from));
    }
}

void routh_json_put_fields(json_t **object, routh_chosen chosen, const void *from) {
    for (size_t i = 0; i < chosen.count; i++) {
        const routh_struct_field *f = routh_struct_field_at(chosen.of, chosen.field[i]);
        routh_json_put(object, routh_struct_key(chosen.of, f->offset), field_of(f, from));
    }
}

/* Is nothing there: no number, none counted, no letter? */
static bool is_missing(const routh_struct_field *f, const char *at) {
    switch ((routh_kind)f->kind) {
    case ROUTH_KIND_NUMBER:
        return !isfinite(*(const double *)(const void *)at);
    case ROUTH_KIND_COUNT:
        return routh_struct_integer(f, at) == 0;
    case ROUTH_KIND_TEXT:
        return *at == '\0';
    case ROUTH_KIND_FLAG:
        return !*(const bool *)(const void *)at;
    default:
        return false;
    }
}

void routh_json_put_known(json_t **object, routh_chosen chosen, const void *from) {
    for (size_t i = 0; i < chosen.count; i++)
        if (!is_missing(routh_struct_field_at(chosen.of, chosen.field[i]), (const char *)from + chosen.field[i]))
            routh_json_put_fields(object, (routh_chosen){chosen.of, 1, &chosen.field[i]}, from);
}

void routh_json_put_elements(json_t **object, routh_chosen chosen, const void *from, size_t index) {
    for (size_t i = 0; i < chosen.count; i++) {
        const routh_struct_field *f = routh_struct_field_at(chosen.of, chosen.field[i]);
        const char *at = (const char *)from + f->offset;
        if (f->is_pointer)
            at = *(const char *const *)(const void *)at;
        at += index * (f->columns ? f->columns : 1) * f->size;
        routh_json_put(object, routh_struct_key(chosen.of, f->offset),
                       f->columns ? list_at(f, at, f->columns, 0) : value_at(f, at));
    }
}

void routh_json_put_columns(json_t **object, routh_chosen chosen, const void *from, size_t stride, size_t count) {
    for (size_t i = 0; i < chosen.count; i++) {
        const routh_struct_field *f = routh_struct_field_at(chosen.of, chosen.field[i]);
        json_t *list = json_array();
        for (size_t k = 0; k < count; k++)
            routh_json_add(&list, field_of(f, (const char *)from + k * stride));
        routh_json_put(object, routh_struct_key(chosen.of, f->offset), list);
    }
}

json_t *routh_json_fields(routh_chosen chosen, const void *from) {
    json_t *object = json_object();
    routh_json_put_fields(&object, chosen, from);
    return object;
}

json_t *routh_json_struct(const routh_struct *of, const void *from) {
    for (size_t i = 0; of->as && i < of->count; i++)
        if (strcmp(of->field[i].name, of->as) == 0)
            return field_of(&of->field[i], from);
    if (of->as)
        return values_of(of, from);
    json_t *object = json_object();
    routh_json_put_span(&object, (routh_span){of, 0, of->size}, from);
    return object;
}

json_t *routh_json_structs(const routh_struct *of, const void *from, size_t count) {
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        routh_json_add(&list, routh_json_struct(of, (const char *)from + i * of->size));
    return list;
}

void routh_read_only(routh_fields *fields, routh_chosen chosen, const char *const *more) {
    enum { MOST = 32 };
    const char *names[MOST];
    size_t count = 0;
    for (size_t i = 0; i < chosen.count; i++)
        names[count++] = routh_struct_key(chosen.of, chosen.field[i]);
    while (more && *more && count < MOST)
        names[count++] = *more++;
    routh_read_object(fields, names, count);
}

/* Text that fits; one that must be is not empty. */
static void read_label(routh_fields *fields, const char *key, routh_presence presence, char *label, size_t size) {
    const char *text = routh_read_text(fields, key, presence);
    if (!text)
        return;
    if (presence == ROUTH_MUST_BE && !*text)
        routh_refuse(fields, key, "is empty");
    else if (strlen(text) >= size)
        routh_refuse(fields, key, "%zu bytes long; at most %zu are allowed", strlen(text), size - 1);
    else
        routh_show_text(label, size, text, strlen(text));
}

static void read_word(routh_fields *fields, const char *key, routh_presence presence, const routh_names *names,
                      int *value) {
    routh_context context = routh_context_default();
    const char *word = routh_read_text(fields, key, presence);
    const int found = word ? routh_find(&context, names, word) : 0;
    if (found < 0)
        routh_refuse(fields, key, "%s", context.message);
    else if (word)
        *value = found;
}

static void read_count(routh_fields *fields, const char *key, routh_presence presence, size_t *count) {
    double value = (double)*count;
    routh_read_number(fields, key, presence, &value);
    if (!(value >= 0 && value <= 1e9 && floor(value) == value))
        routh_refuse(fields, key, "%g; it must be a whole number from 0 to 1e9", value);
    else
        *count = (size_t)value;
}

void routh_read_chosen(routh_fields *fields, routh_presence presence, double low, double high, routh_chosen chosen,
                       void *into) {
    for (size_t i = 0; i < chosen.count; i++) {
        const routh_struct_field *f = routh_struct_field_at(chosen.of, chosen.field[i]);
        const char *key = routh_struct_key(chosen.of, f->offset);
        void *at = (char *)into + f->offset;
        double *value = at;
        if (f->kind == ROUTH_KIND_TEXT || f->kind == ROUTH_KIND_NAME || f->kind == ROUTH_KIND_COUNT) {
            if (f->kind == ROUTH_KIND_TEXT)
                read_label(fields, key, presence, at, f->size);
            else if (f->kind == ROUTH_KIND_NAME)
                read_word(fields, key, presence, f->names, at);
            else
                read_count(fields, key, presence, at);
            continue;
        }
        if (f->rows) {
            routh_read_numbers(fields, key, presence, value, f->rows);
            continue;
        }
        routh_read_number(fields, key, presence, value);
        if (fields->status == ROUTH_OK && !(*value >= low && *value <= high) && (low > -INFINITY || high < INFINITY))
            routh_refuse(fields, key, "%g; it must be from %g to %g", *value, low, high);
    }
}
