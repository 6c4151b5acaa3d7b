/* A body's shape, mass and the like from words and from JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "shape_options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

enum { MOST_NUMBERS = 2 * ROUTH_MAX_VERTICES };

/* Kinds of shape with their numbers, in the order in which both forms give them. */
static const struct shape_form {
    const char *kind;
    const char *number[3]; /* NULL-terminated */
    const char *example;
} forms[] = {
    {"ellipse", {"a", "b", NULL}, "ellipse:0.035,0.025"},
    {"disc", {"radius", NULL, NULL}, "disc:0.05"},
    {"square", {"side", NULL, NULL}, "square:0.06"},
    {"polygon", {NULL, NULL, NULL}, "polygon:0.03,0.03;-0.03,0.03;-0.03,-0.03;0.03,-0.03"},
};

enum { FORMS = sizeof forms / sizeof forms[0] };

static const struct shape_form *find_form(const char *kind, size_t length) {
    for (int i = 0; i < FORMS; i++)
        if (strlen(forms[i].kind) == length && strncmp(forms[i].kind, kind, length) == 0)
            return &forms[i];
    return NULL;
}

static size_t numbers_of(const struct shape_form *form) {
    size_t count = 0;
    while (form->number[count])
        count++;
    return count;
}

static int make_shape(const char *verb, const char *from, const struct shape_form *form, const double *number,
                      size_t count, routh_shape *shape) {
    if (strcmp(form->kind, "ellipse") == 0) {
        *shape = routh_shape_ellipse(number[0], number[1]);
    } else if (strcmp(form->kind, "disc") == 0) {
        *shape = routh_shape_disc(number[0]);
    } else if (strcmp(form->kind, "square") == 0) {
        if (!(number[0] > 0))
            return fail(verb, "%s: a square's side of %g m is not positive", from, number[0]);
        *shape = routh_shape_square(number[0]);
    } else {
        *shape = (routh_shape){.kind = ROUTH_POLYGON, .count = count / 2};
        for (size_t i = 0; i < count; i++)
            shape->vertex[i / 2][i % 2] = number[i];
    }
    routh_context context = routh_context_default();
    return routh_shape_check(&context, shape) == ROUTH_OK ? 0 : fail(verb, "%s: %s", from, context.message);
}

/* Numbers separated by commas, and in pairs by semicolons where `pairs` says so; −1 for anything else. */
static int parse_numbers(const char *text, int pairs, double *number, size_t *count) {
    for (*count = 0;; text++) {
        char *end;
        if (*count == MOST_NUMBERS || !*text || !strchr("0123456789+-.", *text))
            return -1;
        number[(*count)++] = strtod(text, &end);
        if (end == text || !isfinite(number[*count - 1]))
            return -1;
        text = end;
        if (*text == '\0')
            return pairs && *count % 2 ? -1 : 0;
        if (*text != (pairs && *count % 2 == 0 ? ';' : ','))
            return -1;
    }
}

int parse_shape(const char *verb, const char *from, const char *text, routh_shape *shape) {
    size_t length = strcspn(text, ":"), count = 0;
    const struct shape_form *form = find_form(text, length);
    if (!form)
        return fail(verb, "%s: no shape is called \"%.*s\"; there are ellipse, disc, square and polygon", from,
                    (int)(length < 40 ? length : 40), text);
    double number[MOST_NUMBERS];
    size_t wanted = numbers_of(form);
    if (text[length] != ':' || parse_numbers(text + length + 1, wanted == 0, number, &count) != 0 ||
        (wanted > 0 && count != wanted))
        return fail(verb, "%s: \"%.60s\" should look like %s (at most %d vertices)", from, text, form->example,
                    ROUTH_MAX_VERTICES);
    return make_shape(verb, from, form, number, count, shape);
}

/* JSON -----------------------------------------------------------------------------------------------*/

static int read_vertices(const json_t *array, double *number, size_t *count) {
    if (!json_is_array(array) || json_array_size(array) > ROUTH_MAX_VERTICES)
        return -1;
    for (size_t i = 0; i < json_array_size(array); i++) {
        const json_t *pair = json_array_get(array, i);
        if (!json_is_array(pair) || json_array_size(pair) != 2)
            return -1;
        for (size_t j = 0; j < 2; j++) {
            if (!json_is_number(json_array_get(pair, j)))
                return -1;
            number[(*count)++] = json_number_value(json_array_get(pair, j));
        }
    }
    return 0;
}

static int read_shape(const char *verb, const char *path, const json_t *object, routh_shape *shape) {
    const char *kind = json_string_value(json_object_get(object, "kind"));
    const struct shape_form *form = kind ? find_form(kind, strlen(kind)) : NULL;
    if (!form)
        return fail(verb, "%s: shape: kind must be ellipse, disc, square or polygon", path);
    double number[MOST_NUMBERS];
    size_t count = 0, wanted = numbers_of(form);
    for (; count < wanted; count++) {
        const json_t *value = json_object_get(object, form->number[count]);
        if (!json_is_number(value))
            return fail(verb, "%s: shape: %s of the %s is missing or not a number", path, form->number[count], kind);
        number[count] = json_number_value(value);
    }
    if (wanted == 0 && read_vertices(json_object_get(object, "vertices"), number, &count) != 0)
        return fail(verb, "%s: shape: vertices must be at most %d pairs [x, y]", path, ROUTH_MAX_VERTICES);
    size_t known = 1 + (wanted == 0 ? 1 : wanted);
    if (json_object_size(object) != known)
        return fail(verb, "%s: shape: %zu entries for a %s, which has %zu", path, json_object_size(object), kind,
                    known);
    return make_shape(verb, path, form, number, count, shape);
}

static int read_entry(const char *verb, const char *path, const char *key, const json_t *value,
                      dataset_options *options, routh_shape *shape, char *name) {
    const struct {
        const char *key;
        option_number *target;
    } numbers[] = {{"mass", &options->mass},         {"inertia", &options->inertia}, {"rate", &options->rate},
                   {"gyration", &options->gyration}, {"gravity", &options->gravity}, {"gap", &options->gap}};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (strcmp(key, numbers[i].key) != 0)
            continue;
        if (!json_is_number(value))
            return fail(verb, "%s: %s is not a number", path, key);
        *numbers[i].target = (option_number){.value = json_number_value(value), .given = 1};
        return 0;
    }
    if (strcmp(key, "shape") == 0)
        return json_is_object(value) ? read_shape(verb, path, value, shape)
                                     : fail(verb, "%s: shape must be an object with a kind", path);
    if (strcmp(key, "name") == 0 && json_is_string(value)) {
        snprintf(name, ROUTH_NAME_SIZE, "%s", json_string_value(value));
        options->name = name;
        return 0;
    }
    return fail(verb, "%s: \"%.40s\" is not one of shape, mass, inertia, gyration, rate, gravity, gap, name", path,
                key);
}

/* With a byte-order mark, or a 0 in the first letter; as the library's readers of text. */
static int is_utf16(const char *path) {
    unsigned char byte[2] = {0};
    FILE *file = fopen(path, "rb");
    const size_t count = file ? fread(byte, 1, sizeof byte, file) : 0;
    if (file)
        fclose(file);
    const int marked = (byte[0] == 0xFF && byte[1] == 0xFE) || (byte[0] == 0xFE && byte[1] == 0xFF);
    return count == 2 && (marked || !byte[0] != !byte[1]);
}

int read_body_file(const char *verb, const char *path, dataset_options *options, routh_shape *shape, char *name) {
    json_error_t error;
    json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (!root && error.line < 0)
        return fail(verb, "%.200s: cannot read (--body): %s", path, error.text);
    if (!root && is_utf16(path))
        return fail(verb, "%.200s: is text in UTF-16; save it as UTF-8 (--body)", path);
    if (!root)
        return fail(verb, "%s: line %d: %s", path, error.line, error.text);
    int answer = json_is_object(root) ? 0 : fail(verb, "%s: not an object, {…}", path);
    const char *key;
    json_t *value;
    if (answer == 0)
        json_object_foreach(root, key, value) {
            answer = read_entry(verb, path, key, value, options, shape, name);
            if (answer != 0)
                break;
        }
    json_decref(root);
    return answer == 0 ? check_dataset_numbers(verb, path, options) : answer;
}
