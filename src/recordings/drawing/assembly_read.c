/* A scene of two objects from JSON; docs/insertion.md has the layout.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "drawing/assembly_read.h"
#include "base/constants.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/shown.h"
#include "drawing/mesh.h"
#include "geometry/pose.h"

#define COUNT(list) (sizeof(list) / sizeof *(list))

enum { FOLDER_SIZE = 4096 };

/* Units --------------------------------------------------------------------------------------------------*/

typedef struct unit_name {
    const char *name;
    double size;
} unit_name;

static void read_unit(routh_fields *fields, const char *key, const unit_name *units, size_t count, double *size) {
    const char *name = routh_read_text(fields, key, ROUTH_MAY_MISS);
    for (size_t i = 0; name && i < count; i++)
        if (strcmp(name, units[i].name) == 0) {
            *size = units[i].size;
            return;
        }
    if (!name)
        return;
    char shown[ROUTH_SHOWN_VALUE];
    routh_show_text(shown, sizeof shown, name, strlen(name));
    routh_refuse(fields, key, "unknown unit \"%s\"; use %s, %s, …", shown, units[0].name, units[1].name);
}

static void read_length_unit(routh_fields *fields, double *size) {
    static const unit_name units[] = {{"m", 1}, {"mm", 1e-3}, {"cm", 1e-2}, {"um", 1e-6}, {"in", 0.0254}};
    read_unit(fields, "unit", units, COUNT(units), size);
}

/* Shapes -------------------------------------------------------------------------------------------------*/

/* A list of lists of `width` numbers; *values is allocated. */
static void read_rows(routh_fields *fields, const char *key, size_t width, double **values, size_t *count) {
    const json_t *list = routh_read_list(fields, key, ROUTH_MUST_BE);
    if (!list)
        return;
    *count = json_array_size(list);
    *values = routh_allocate(fields->context, *count, width * sizeof **values);
    if (!*values) {
        fields->status = ROUTH_OUT_OF_MEMORY;
        return;
    }
    for (size_t i = 0; fields->status == ROUTH_OK && i < *count; i++) {
        const json_t *row = json_array_get(list, i);
        char there[32];
        snprintf(there, sizeof there, "[%zu]", i);
        if (json_is_array(row))
            routh_numbers_of(fields, key, there, row, &(*values)[width * i], width);
        else
            routh_refuse(fields, key, "%s is %s, not a list", there, routh_json_kind(row));
    }
}

/* Another room's message, with the part's place before it. */
static void refuse_shape(routh_fields *fields, const char *key, routh_status status) {
    char fault[ROUTH_MESSAGE_SIZE] = "";
    if (fields->context)
        snprintf(fault, sizeof fault, "%s", fields->context->message);
    routh_refuse(fields, key, "%s", fault[0] ? fault : routh_status_message(status));
    fields->status = status;
}

static void read_vertices(routh_fields *fields, double unit, routh_polyhedron **shape) {
    double *points = NULL;
    size_t count = 0;
    read_rows(fields, "vertices", 3, &points, &count);
    for (size_t i = 0; fields->status == ROUTH_OK && i < 3 * count; i++)
        points[i] *= unit;
    if (fields->status == ROUTH_OK) {
        const routh_status status = routh_polyhedron_of_points(fields->context, count, points, 1, shape);
        if (status != ROUTH_OK)
            refuse_shape(fields, "vertices", status);
    }
    routh_release(fields->context, points);
}

/* Rows (F, g) of F x + g ≤ 0, x in the scene's unit. */
static void read_halfspaces(routh_fields *fields, double unit, routh_polyhedron **shape) {
    double *rows = NULL;
    size_t count = 0;
    read_rows(fields, "halfspaces", 4, &rows, &count);
    double *split = fields->status == ROUTH_OK ? routh_allocate(fields->context, count, 4 * sizeof *split) : NULL;
    if (fields->status == ROUTH_OK && !split)
        fields->status = ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; fields->status == ROUTH_OK && i < count; i++) {
        memcpy(&split[3 * i], &rows[4 * i], 3 * sizeof *split);
        split[3 * count + i] = rows[4 * i + 3] * unit;
    }
    if (fields->status == ROUTH_OK) {
        const routh_status status =
            routh_polyhedron_of_halfspaces(fields->context, count, split, &split[3 * count], shape);
        if (status != ROUTH_OK)
            refuse_shape(fields, "halfspaces", status);
    }
    routh_release(fields->context, split);
    routh_release(fields->context, rows);
}

/* The path is kept: whoever writes files must know what was read. */
static void read_file(const routh_scene_reader *reader, routh_fields *fields, double unit, routh_part *part) {
    char path[FOLDER_SIZE];
    const char *name = routh_read_text(fields, "file", ROUTH_MUST_BE);
    if (!name)
        return;
    if (!reader->folder)
        routh_refuse(fields, "file", "needs a scene that is itself a file, beside which the part's file lies");
    else if (name[0] == '/' || snprintf(path, sizeof path, "%s%s", reader->folder, name) >= (int)sizeof path)
        routh_refuse(fields, "file", "is not the name of a file beside the scene");
    if (fields->status != ROUTH_OK)
        return;
    char *kept = routh_allocate(fields->context, strlen(path) + 1, 1);
    if (!kept) {
        fields->status = ROUTH_OUT_OF_MEMORY;
        return;
    }
    const routh_status status = routh_polyhedron_read(fields->context, routh_io_path(path), unit, &part->shape);
    if (status == ROUTH_OK) {
        part->file = strcpy(kept, path);
        return;
    }
    routh_release(fields->context, kept);
    refuse_shape(fields, "file", status);
}

/* Objects ------------------------------------------------------------------------------------------------*/

static void read_place(routh_fields *fields, double unit, routh_pose3 *place) {
    double position[3] = {0}, orientation[4] = {1, 0, 0, 0};
    routh_read_numbers(fields, "position", ROUTH_MAY_MISS, position, 3);
    routh_read_numbers(fields, "orientation", ROUTH_MAY_MISS, orientation, 4);
    const double square = orientation[0] * orientation[0] + orientation[1] * orientation[1] +
                          orientation[2] * orientation[2] + orientation[3] * orientation[3];
    if (fields->status == ROUTH_OK && !(fabs(square - 1) < 1e-3))
        routh_refuse(fields, "orientation", "the quaternion w x y z has length %g, not 1", sqrt(square));
    for (int k = 0; k < 3; k++)
        position[k] *= unit;
    if (fields->status == ROUTH_OK)
        *place = routh_pose3_of_quaternion(orientation, position);
}

static void read_part(const routh_scene_reader *reader, routh_fields *fields, const routh_object *object,
                      routh_part *part) {
    static const char *const names[] = {"name", "vertices", "halfspaces", "file", "position", "unit", "orientation"};
    static const char *const shapes[] = {"vertices", "halfspaces", "file"};
    double unit = reader->length;
    routh_read_object(fields, names, COUNT(names));
    routh_read_label(fields, part->name);
    for (size_t i = 0; fields->status == ROUTH_OK && i < object->count; i++)
        if (strcmp(object->part[i].name, part->name) == 0)
            routh_refuse(fields, "name", "\"%s\" is taken by parts[%zu]", part->name, i);
    read_length_unit(fields, &unit);
    read_place(fields, unit, &part->place);
    if (fields->status != ROUTH_OK)
        return;
    int which = -1, given = 0;
    for (int i = 0; i < 3; i++)
        if (json_object_get(fields->object, shapes[i])) {
            which = i;
            given++;
        }
    if (given != 1)
        routh_refuse(fields, NULL, "needs exactly one of vertices, halfspaces and file, but has %d", given);
    else if (which == 0)
        read_vertices(fields, unit, &part->shape);
    else if (which == 1)
        read_halfspaces(fields, unit, &part->shape);
    else
        read_file(reader, fields, unit, part);
}

static routh_status read_object(routh_scene_reader *reader, json_t *value, size_t index) {
    static const char *const names[] = {"name", "parts"};
    routh_object *object = &reader->assembly->object[index];
    routh_fields fields = {
        .context = reader->context, .source = reader->source, .object = value, .list = "objects", .index = index};
    routh_read_object(&fields, names, COUNT(names));
    routh_read_label(&fields, object->name);
    const json_t *parts = routh_read_list(&fields, "parts", ROUTH_MUST_BE);
    if (fields.status == ROUTH_OK && json_array_size(parts) == 0)
        routh_refuse(&fields, "parts", "is empty");
    if (fields.status != ROUTH_OK)
        return fields.status;
    object->part = routh_allocate(reader->context, json_array_size(parts), sizeof *object->part);
    if (!object->part)
        return ROUTH_OUT_OF_MEMORY;
    char list[32];
    snprintf(list, sizeof list, "objects[%zu].parts", index);
    for (size_t i = 0; i < json_array_size(parts); i++) {
        routh_fields part = {.context = reader->context,
                             .source = reader->source,
                             .object = json_array_get(parts, i),
                             .list = list,
                             .index = i};
        read_part(reader, &part, object, &object->part[i]);
        if (part.status != ROUTH_OK)
            return part.status;
        object->count++;
    }
    return ROUTH_OK;
}

/* The scene ----------------------------------------------------------------------------------------------*/

static routh_status read_scene(routh_source *source, json_t *root, void *user) {
    (void)source; /* the reader has its name */
    routh_scene_reader *reader = user;
    static const char *const names[] = {"unit", "angle", "objects", "displacements"};
    static const unit_name angles[] = {{"rad", 1}, {"deg", ROUTH_PI / 180}, {"mrad", 1e-3}};
    routh_fields file = {.context = reader->context, .source = reader->source, .object = root};
    routh_read_object(&file, names, COUNT(names));
    read_length_unit(&file, &reader->length);
    read_unit(&file, "angle", angles, COUNT(angles), &reader->angle);
    const json_t *objects = routh_read_list(&file, "objects", ROUTH_MUST_BE);
    const json_t *displacements = routh_read_list(&file, "displacements", ROUTH_MAY_MISS);
    if (file.status == ROUTH_OK && json_array_size(objects) != 2)
        routh_refuse(&file, "objects", "%zu objects instead of 2: the held one, then the one it goes into",
                     json_array_size(objects));
    routh_status status = file.status;
    for (size_t i = 0; status == ROUTH_OK && i < 2; i++)
        status = read_object(reader, json_array_get(objects, i), i);
    if (status == ROUTH_OK && strcmp(reader->assembly->object[0].name, reader->assembly->object[1].name) == 0) {
        routh_refuse(&file, "objects", "both are named \"%s\"", reader->assembly->object[0].name);
        status = file.status;
    }
    return status == ROUTH_OK ? routh_read_displacements(reader, displacements) : status;
}

/* Where files of shapes lie: beside the scene, if that is a file itself. */
static routh_status find_folder(const routh_source *source, char folder[FOLDER_SIZE]) {
    const char *slash = strrchr(source->io.path, '/');
    const size_t length = slash ? (size_t)(slash - source->io.path) + 1 : 0;
    if (length >= FOLDER_SIZE)
        return routh_fail(source->context, ROUTH_BAD_ARGUMENT, "the path of the scene is too long");
    memcpy(folder, source->io.path, length);
    folder[length] = '\0';
    return ROUTH_OK;
}

static routh_status read_source(routh_source *source, routh_assembly *assembly) {
    char folder[FOLDER_SIZE];
    const int is_file = source->io.path != NULL;
    routh_status status = is_file ? find_folder(source, folder) : ROUTH_OK;
    routh_scene_reader reader = {.context = source->context,
                                 .source = source->shown,
                                 .folder = is_file ? folder : NULL,
                                 .length = 1,
                                 .angle = 1,
                                 .assembly = assembly};
    return status == ROUTH_OK ? routh_json_read(source, read_scene, &reader) : status;
}

routh_status routh_assembly_read(routh_context *context, routh_io from, routh_assembly *assembly) {
    *assembly = (routh_assembly){0};
    routh_source source;
    routh_status status = routh_source_create(context, from, &source);
    if (status == ROUTH_OK)
        status = read_source(&source, assembly);
    routh_source_release(&source);
    if (status != ROUTH_OK)
        routh_assembly_release(context, assembly);
    return status;
}
