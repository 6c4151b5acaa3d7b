/* A body and its recording as a JSON file describes them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "file/json_struct.h"
#include "file/text.h"

#include <routh/data.h>

#define SHAPE ROUTH_KEY(routh_body_description, shape)

/* Kinds of shape with the names of their numbers; polygons have a list of vertices. */
static const struct shape_fields {
    const char *kind;
    const char *number[2]; /* NULL: none */
} kinds[] = {
    {"ellipse", {"a", "b"}},
    {"disc", {"radius", NULL}},
    {"square", {"side", NULL}},
    {"polygon", {NULL, NULL}},
};

enum { KINDS = sizeof kinds / sizeof kinds[0], POLYGON = KINDS - 1 };

static int find_kind(const json_t *object) {
    const char *kind = json_string_value(json_object_get(object, "kind"));
    for (int i = 0; kind && i < KINDS; i++)
        if (strcmp(kinds[i].kind, kind) == 0)
            return i;
    return -1;
}

static bool take_vertices(const json_t *list, routh_shape *shape) {
    *shape = (routh_shape){.kind = ROUTH_POLYGON, .count = json_array_size(list)};
    if (!json_is_array(list) || shape->count > ROUTH_MAX_VERTICES)
        return false;
    for (size_t i = 0; i < shape->count; i++) {
        const json_t *pair = json_array_get(list, i);
        for (size_t j = 0; j < 2; j++) {
            if (json_array_size(pair) != 2 || !json_is_number(json_array_get(pair, j)))
                return false;
            shape->vertex[i][j] = json_number_value(json_array_get(pair, j));
        }
    }
    return true;
}

/* Its numbers; those that the kind does not have are 0. */
static bool take_numbers(routh_fields *fields, const json_t *object, int kind, double number[2]) {
    for (int i = 0; i < 2 && kinds[kind].number[i]; i++) {
        const json_t *value = json_object_get(object, kinds[kind].number[i]);
        if (!json_is_number(value)) {
            routh_refuse(fields, SHAPE, "%s of the %s is missing or not a number", kinds[kind].number[i],
                         kinds[kind].kind);
            return false;
        }
        number[i] = json_number_value(value);
    }
    return true;
}

static void make_shape(routh_fields *fields, const json_t *object, int kind, routh_shape *shape) {
    double number[2] = {0, 0};
    if (!take_numbers(fields, object, kind, number))
        return;
    if (kind == POLYGON && !take_vertices(json_object_get(object, "vertices"), shape)) {
        routh_refuse(fields, SHAPE, "vertices must be at most %d pairs [x, y]", ROUTH_MAX_VERTICES);
        return;
    }
    const size_t known = kinds[kind].number[1] ? 3 : 2;
    if (json_object_size(object) != known)
        routh_refuse(fields, SHAPE, "%zu entries for a %s, which has %zu", json_object_size(object), kinds[kind].kind,
                     known);
    else if (strcmp(kinds[kind].kind, "square") == 0 && !(number[0] > 0))
        routh_refuse(fields, SHAPE, "a square's side of %g m is not positive", number[0]);
    else if (strcmp(kinds[kind].kind, "square") == 0)
        *shape = routh_shape_square(number[0]);
    else if (kind != POLYGON)
        *shape = kinds[kind].number[1] ? routh_shape_ellipse(number[0], number[1]) : routh_shape_disc(number[0]);
}

/* A unit of length in m; 0: it is none. */
static double unit_of(const json_t *word) {
    routh_quantity quantity;
    size_t index;
    const bool is_unit =
        json_is_string(word) && routh_unit_find(json_string_value(word), json_string_length(word), &quantity, &index);
    return is_unit && quantity == ROUTH_LENGTH ? routh_unit_size(ROUTH_LENGTH, index) : 0;
}

/* What an outline may say beside its kind; anything else is refused. */
static bool take_outline(routh_fields *fields, const json_t *object, const char **file, routh_shape_options *options) {
    const json_t *name = json_object_get(object, "file"), *unit = json_object_get(object, "unit");
    const json_t *hull = json_object_get(object, "hull"), *centre = json_object_get(object, "centre");
    const size_t known = 2 + (size_t)(unit != NULL) + (size_t)(hull != NULL) + (size_t)(centre != NULL);
    const bool pair = json_array_size(centre) == 2 && json_is_number(json_array_get(centre, 0)) &&
                      json_is_number(json_array_get(centre, 1));
    *file = json_string_value(name);
    *options = routh_shape_options_default();
    if (unit)
        options->unit = unit_of(unit);
    options->hull = json_is_true(hull);
    for (size_t i = 0; pair && i < 2; i++)
        options->centre[i] = json_number_value(json_array_get(centre, i));
    if (!*file || !**file || **file == '/')
        routh_refuse(fields, SHAPE, "file of the outline must be the name of a file beside this one");
    else if (unit && !(options->unit > 0))
        routh_refuse(fields, SHAPE, "unit of the outline must be mm, cm, m, in or um");
    else if (hull && !json_is_boolean(hull))
        routh_refuse(fields, SHAPE, "hull of the outline must be true or false");
    else if (centre && !pair)
        routh_refuse(fields, SHAPE, "centre of the outline must be two numbers, in the file's unit");
    else if (json_object_size(object) != known)
        routh_refuse(fields, SHAPE, "%zu entries for an outline, which has kind, file, unit, hull and centre",
                     json_object_size(object));
    return fields->status == ROUTH_OK;
}

/* The outline's file lies beside the one that names it. */
static void read_outline(routh_fields *fields, const json_t *object, const char *path, routh_shape *shape) {
    routh_context context = routh_context_default();
    routh_shape_options options;
    const char *file, *slash = path ? strrchr(path, '/') : NULL;
    char beside[4096];
    if (!take_outline(fields, object, &file, &options))
        return;
    const int folder = slash ? (int)(slash - path) + 1 : 0;
    if (!path || snprintf(beside, sizeof beside, "%.*s%s", folder, path, file) >= (int)sizeof beside)
        routh_refuse(fields, SHAPE, "file of the outline needs a body that is itself a file, beside which it lies");
    else if (routh_shape_read(&context, routh_io_path(beside), &options, shape) != ROUTH_OK)
        routh_refuse(fields, SHAPE, "%s", context.message);
}

static void read_shape(routh_fields *fields, const char *path, routh_shape *shape) {
    routh_context context = routh_context_default();
    const json_t *object = routh_read_field(fields, SHAPE, ROUTH_MAY_MISS);
    if (!object)
        return;
    const int kind = find_kind(object);
    const char *word = json_string_value(json_object_get(object, "kind"));
    if (!json_is_object(object))
        routh_refuse(fields, SHAPE, "%s, not an object with a kind", routh_json_kind(object));
    else if (word && strcmp(word, "outline") == 0)
        read_outline(fields, object, path, shape);
    else if (kind < 0)
        routh_refuse(fields, SHAPE, "kind must be ellipse, disc, square, polygon or outline");
    else
        make_shape(fields, object, kind, shape);
    if (fields->status == ROUTH_OK && routh_shape_check(&context, shape) != ROUTH_OK)
        routh_refuse(fields, SHAPE, "%s", context.message);
}

/* What is filled, and the path of the file; NULL: none. */
typedef struct body_reading {
    routh_body_description *body;
    const char *path;
} body_reading;

static routh_status read_fields(routh_source *source, json_t *root, void *user) {
    const body_reading *reading = user;
    routh_body_description *body = reading->body;
    routh_fields fields = {.context = source->context, .source = source->shown, .object = root};
    ROUTH_READ_ONLY(&fields, NULL, routh_body_description, shape, mass, inertia, gyration, rate, gravity, gap, name);
    ROUTH_READ(&fields, ROUTH_MAY_MISS, routh_body_description, body, mass, inertia, gyration, rate, gravity, gap);
    read_shape(&fields, reading->path, &body->shape);
    ROUTH_READ(&fields, ROUTH_MAY_MISS, routh_body_description, body, name);
    return fields.status;
}

routh_status routh_body_description_read(routh_context *context, routh_io from, routh_body_description *body) {
    *body =
        (routh_body_description){.mass = NAN, .inertia = NAN, .gyration = NAN, .rate = NAN, .gravity = NAN, .gap = NAN};
    body_reading reading = {body, from.path};
    return routh_json_read_file(context, from, read_fields, &reading);
}
