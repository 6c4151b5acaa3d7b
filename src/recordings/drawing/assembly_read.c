/* Scenes of two objects from JSON, with parts from files and what is uncertain.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "algebra/space.h"
#include "base/context.h"
#include "base/numbers.h"
#include "drawing/drawing.h"
#include "file/json_struct.h"
#include "file/source.h"
#include "file/text.h"
#include "geometry/geometry.h"

typedef struct scene_reader {
    routh_context *context;
    const char *source;
    const char *folder; /* where files of shapes lie, NULL: there are none; ends in / unless empty */
    double length;      /* m to the scene's unit */
    double angle;       /* rad to the scene's unit */
    routh_assembly *assembly;
} scene_reader;

/* Parts from files. */

/* The largest file accepted for a part, bytes. */
#define LARGEST_FILE ((size_t)1 << 30)

/* STL says so itself: it begins with "solid", or is as long as its count of triangles asks for. OBJ has no mark: it is what
 * begins with one of its words. Where the bytes leave it open, the name decides. */
static bool is_obj(const routh_source *source) {
    static const char *const words[] = {"v", "vn", "vt", "f", "o", "g", "s", "mtllib", "usemtl"};
    const char *bytes = source->io.bytes, *word;
    const size_t size = source->io.byte_count;
    if (routh_mesh_is_stl(bytes, size) || routh_name_ends(source->name, ".stl"))
        return 0;
    routh_tokens text = {.at = bytes, .end = bytes + size}, line;
    while (!memchr(bytes, 0, size) && routh_next_words(&text, &line)) {
        size_t length;
        routh_next_word(&line, &word, &length);
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (routh_word_is(word, length, words[i]))
                return 1;
        if (word[0] != '#')
            break;
    }
    return routh_name_ends(source->name, ".obj");
}

static routh_status hull_of(routh_context *context, routh_mesh *mesh, routh_polyhedron **polyhedron) {
    return routh_mesh_hull(context, mesh, polyhedron);
}

/* Reads the bytes, in the C locale. */
static routh_status read_part(routh_source *source, double unit, bool hull, routh_polyhedron **polyhedron) {
    routh_context *context = source->context;
    const char *bytes = source->io.bytes;
    const size_t size = source->io.byte_count;
    routh_mesh mesh = {0};
    routh_c_locale numbers;
    memcpy(mesh.file, source->shown, sizeof mesh.file);
    routh_status status = routh_c_locale_begin(context, &numbers);
    if (status != ROUTH_OK)
        return status;
    status = is_obj(source) ? routh_mesh_read_obj(context, bytes, size, unit, &mesh)
                            : routh_mesh_read_stl(context, bytes, size, unit, &mesh);
    routh_c_locale_end(&numbers);
    if (status == ROUTH_OK)
        status = (hull ? hull_of : routh_mesh_part)(context, &mesh, polyhedron);
    routh_mesh_release(context, &mesh);
    return status;
}

routh_status routh_part_read(routh_context *context, routh_io from, double unit, bool hull,
                             routh_polyhedron **polyhedron) {
    *polyhedron = NULL;
    ROUTH_SOURCE(source, context, from);
    if (!(unit > 0) || !isfinite(unit))
        return routh_fail_in(context, ROUTH_BAD_ARGUMENT, source.shown, "a unit of %g m is not positive and finite",
                             unit);
    ROUTH_TRY(routh_source_hold_text(&source, LARGEST_FILE));
    ROUTH_TRY(routh_source_refuse_wide(&source, source.io.bytes, source.io.byte_count));
    return read_part(&source, unit, hull, polyhedron);
}

routh_status routh_polyhedron_read(routh_context *context, routh_io from, double unit, routh_polyhedron **polyhedron) {
    return routh_part_read(context, from, unit, false, polyhedron);
}

/* What is uncertain about a scene, from JSON. */

#define COUNT(list) (sizeof(list) / sizeof *(list))

/* Keys of displacements, and of the scene. */
#define KEY(field)    ROUTH_KEY(routh_displacement, field)
#define KEY_OF(field) ROUTH_KEY(routh_assembly, field)

static const char *part_name(size_t index, const void *user) {
    return ((const routh_object *)user)->part[index].name;
}

static void read_kind(routh_fields *fields, routh_displacement_kind *kind) {
    const char *name = routh_read_text(fields, KEY(kind), ROUTH_MUST_BE);
    for (int k = 0; name && k < ROUTH_DISPLACEMENT_KINDS; k++)
        if (strcmp(name, routh_displacement_words_of((routh_displacement_kind)k)->name) == 0) {
            *kind = (routh_displacement_kind)k;
            return;
        }
    if (name)
        routh_refuse(fields, KEY(kind),
                     "is neither \"shift\", \"turn\", \"offset\", \"scale\", \"force\", \"moment\", \"latency\", "
                     "\"stiffness\", \"friction\" nor \"speed\"");
}

static void read_owner(const scene_reader *reader, routh_fields *fields, routh_displacement *d) {
    const char *object = routh_read_text(fields, KEY(object), ROUTH_MUST_BE);
    d->object = -1;
    for (int o = 0; object && o < 2; o++)
        if (strcmp(object, reader->assembly->object[o].name) == 0)
            d->object = o;
    if (object && d->object < 0)
        routh_refuse(fields, KEY(object), "is neither \"%s\" nor \"%s\"", reader->assembly->object[0].name,
                     reader->assembly->object[1].name);
    const char *part = routh_read_text(fields, KEY(part), ROUTH_MAY_MISS);
    d->part = -1;
    if (fields->status != ROUTH_OK || !part)
        return;
    const routh_object *owner = &reader->assembly->object[d->object];
    for (size_t i = 0; i < owner->count; i++)
        if (strcmp(part, owner->part[i].name) == 0)
            d->part = (long)i;
    if (d->part >= 0)
        return;
    char what[ROUTH_LABEL_SIZE + sizeof " has no part"];
    snprintf(what, sizeof what, "%s has no part", owner->name);
    routh_refuse_name(fields, KEY(part), what, part, owner->count, part_name, owner);
}

/* Stiffness and friction of a part's contacts. */
static int of_contacts(routh_displacement_kind kind) {
    return kind == ROUTH_DISPLACE_STIFFNESS || kind == ROUTH_DISPLACE_FRICTION;
}

/* Is it one of a part or an object? */
static int owned(routh_displacement_kind kind) {
    return routh_displacement_redraws(kind) || of_contacts(kind);
}

static int directed(routh_displacement_kind kind) {
    return routh_displacement_moves(kind) || kind == ROUTH_DISPLACE_OFFSET || kind == ROUTH_DISPLACE_FORCE ||
           kind == ROUTH_DISPLACE_MOMENT;
}

/* The most that a nominal value or a deviation may be, in the unit of its kind. */
static double most_of(routh_displacement_kind kind) {
    if (kind == ROUTH_DISPLACE_SCALE)
        return 0.5; /* no tolerance is larger; at −1 nothing would be left */
    const int small = kind == ROUTH_DISPLACE_LATENCY || kind == ROUTH_DISPLACE_SPEED || of_contacts(kind);
    return small ? 10 : 1e6;
}

/* Without a point a part is scaled about its centroid, an object about its origin. */
static void set_fixed_point(const routh_assembly *assembly, routh_displacement *d) {
    if (d->part < 0)
        return;
    const routh_part *part = &assembly->object[d->object].part[d->part];
    double centroid[3];
    routh_polyhedron_centroid(part->shape, centroid);
    routh_pose3_point(&part->place, centroid, d->through);
}

static void read_displacement(const scene_reader *reader, routh_fields *fields, routh_displacement *d) {
    ROUTH_READ_ONLY(fields, NULL, routh_displacement, name, kind, object, part, axis, through, nominal, deviation);
    ROUTH_READ(fields, ROUTH_MUST_BE, routh_displacement, d, name);
    read_kind(fields, &d->kind);
    d->part = -1;
    if (owned(d->kind))
        read_owner(reader, fields, d);
    else if (json_object_get(fields->object, KEY(object)) || json_object_get(fields->object, KEY(part)))
        routh_refuse(fields, NULL, "%s, so it has no object or part",
                     d->kind == ROUTH_DISPLACE_OFFSET  ? "an offset applies to the reference pose"
                     : d->kind == ROUTH_DISPLACE_SPEED ? "\"speed\" applies to all contacts"
                                                       : "an error of the sensors applies to the whole recording");
    if (of_contacts(d->kind) && d->part < 0)
        routh_refuse(fields, KEY(part),
                     "is missing: K and friction are those of the whole; name the part that differs");
    ROUTH_READ(fields, directed(d->kind) ? ROUTH_MUST_BE : ROUTH_MAY_MISS, routh_displacement, d, axis);
    ROUTH_READ(fields, d->kind == ROUTH_DISPLACE_TURN ? ROUTH_MUST_BE : ROUTH_MAY_MISS, routh_displacement, d, through);
    ROUTH_READ(fields, ROUTH_MAY_MISS, routh_displacement, d, nominal);
    ROUTH_READ(fields, ROUTH_MUST_BE, routh_displacement, d, deviation);
    if (fields->status != ROUTH_OK)
        return;
    const double unit = d->kind == ROUTH_DISPLACE_TURN                                        ? reader->angle
                        : d->kind == ROUTH_DISPLACE_SHIFT || d->kind == ROUTH_DISPLACE_OFFSET ? reader->length
                                                                                              : 1.0;
    d->nominal *= unit;
    d->deviation *= unit;
    for (int k = 0; k < 3; k++)
        d->through[k] *= reader->length;
    if (d->kind == ROUTH_DISPLACE_SCALE && !json_object_get(fields->object, KEY(through)))
        set_fixed_point(reader->assembly, d);
    const double most = most_of(d->kind);
    if (!(d->deviation > 0) || !isfinite(d->deviation))
        routh_refuse(fields, KEY(deviation), "%g is not positive", d->deviation / unit);
    else if (d->deviation > most)
        routh_refuse(fields, KEY(deviation), "%g is more than %g", d->deviation / unit, most / unit);
    else if (!(fabs(d->nominal) <= most))
        routh_refuse(fields, KEY(nominal), "%g is outside ±%g", d->nominal / unit, most / unit);
    else if (!directed(d->kind) && !(d->kind == ROUTH_DISPLACE_SCALE && json_object_get(fields->object, KEY(axis))))
        return;
    else if (!(routh_dot3(d->axis, d->axis) > 0) || !isfinite(routh_dot3(d->axis, d->axis)))
        routh_refuse(fields, KEY(axis), "[%g %g %g] has no direction", d->axis[0], d->axis[1], d->axis[2]);
    else
        routh_unit3(d->axis, d->axis);
}

/* After the objects, to which they belong; into reader->assembly. NULL: there are none. */
static routh_status read_displacements(const scene_reader *reader, const routh_fields *file, const json_t *list) {
    routh_assembly *assembly = reader->assembly;
    enum { MOST = 200 }; /* a search costs their square and more */
    const size_t count = json_array_size(list);
    if (count > MOST)
        return routh_fail_in(reader->context, ROUTH_BAD_FORMAT, reader->source, "displacements: %zu are more than %d",
                             count, MOST);
    assembly->displacement = routh_allocate(reader->context, count, sizeof *assembly->displacement);
    if (!assembly->displacement)
        return ROUTH_OUT_OF_MEMORY;
    size_t offsets = 0;
    for (size_t i = 0; i < count; i++) {
        routh_fields fields = routh_fields_at(file, list, KEY_OF(displacement), i);
        routh_displacement *d = &assembly->displacement[i];
        read_displacement(reader, &fields, d);
        offsets += d->kind == ROUTH_DISPLACE_OFFSET;
        if (offsets > 1)
            routh_refuse(&fields, KEY(kind), "a scene has one offset at most");
        for (size_t j = 0; fields.status == ROUTH_OK && j < i; j++)
            if (strcmp(assembly->displacement[j].name, d->name) == 0)
                routh_refuse(&fields, KEY(name), "\"%s\" is taken by displacements[%zu]", d->name, j);
        if (fields.status != ROUTH_OK)
            return fields.status;
        assembly->count++;
    }
    return ROUTH_OK;
}

/* A scene of two objects from JSON; docs/insertion.md has the layout. */

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

static void read_vertices(routh_fields *fields, const char *key, double unit, routh_polyhedron **shape) {
    double *points = NULL;
    size_t count = 0;
    read_rows(fields, key, 3, &points, &count);
    for (size_t i = 0; fields->status == ROUTH_OK && i < 3 * count; i++)
        points[i] *= unit;
    if (fields->status == ROUTH_OK) {
        const routh_status status = routh_polyhedron_of_points(fields->context, count, points, 1, shape);
        if (status != ROUTH_OK)
            refuse_shape(fields, key, status);
    }
    routh_release(fields->context, points);
}

/* Rows (F, g) of F x + g ≤ 0, x in the scene's unit. */
static void read_halfspaces(routh_fields *fields, const char *key, double unit, routh_polyhedron **shape) {
    double *rows = NULL;
    size_t count = 0;
    read_rows(fields, key, 4, &rows, &count);
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
            refuse_shape(fields, key, status);
    }
    routh_release(fields->context, split);
    routh_release(fields->context, rows);
}

/* The path is kept: whoever writes files must know what was read. */
static void read_file(const scene_reader *reader, routh_fields *fields, double unit, routh_part *part) {
    const char *const key = ROUTH_KEY(routh_part, file);
    char path[FOLDER_SIZE];
    const char *name = routh_read_text(fields, key, ROUTH_MUST_BE);
    if (!name)
        return;
    if (!reader->folder)
        routh_refuse(fields, key, "needs a scene that is itself a file, beside which the part's file lies");
    else if (name[0] == '/' || snprintf(path, sizeof path, "%s%s", reader->folder, name) >= (int)sizeof path)
        routh_refuse(fields, key, "is not the name of a file beside the scene");
    if (fields->status != ROUTH_OK)
        return;
    const routh_status status = routh_polyhedron_read(fields->context, routh_io_path(path), unit, &part->shape);
    if (status != ROUTH_OK) {
        refuse_shape(fields, key, status);
        return;
    }
    part->file = routh_allocate(fields->context, strlen(path) + 1, 1);
    if (part->file)
        strcpy(part->file, path);
    else
        fields->status = ROUTH_OUT_OF_MEMORY;
}

/* Objects ------------------------------------------------------------------------------------------------*/

static void read_place(routh_fields *fields, double unit, routh_pose3 *place) {
    routh_body3 body = routh_body3_default();
    ROUTH_READ(fields, ROUTH_MAY_MISS, routh_body3, &body, position, orientation);
    double square = 0;
    for (int k = 0; k < 4; k++)
        square += body.orientation[k] * body.orientation[k];
    if (fields->status == ROUTH_OK && !(fabs(square - 1) < 1e-3))
        routh_refuse(fields, ROUTH_KEY(routh_body3, orientation), "the quaternion w x y z has length %g, not 1",
                     sqrt(square));
    for (int k = 0; k < 3; k++)
        body.position[k] *= unit;
    if (fields->status == ROUTH_OK)
        *place = routh_pose3_of_quaternion(body.orientation, body.position);
}

static void read_scene_part(const scene_reader *reader, routh_fields *fields, const routh_object *object,
                            routh_part *part) {
    static const char *const more[] = {"vertices", "halfspaces", "position", "unit", "orientation", NULL};
    const char *const shapes[] = {more[0], more[1], ROUTH_KEY(routh_part, file)};
    double unit = reader->length;
    ROUTH_READ_ONLY(fields, more, routh_part, name, file);
    ROUTH_READ(fields, ROUTH_MUST_BE, routh_part, part, name);
    for (size_t i = 0; fields->status == ROUTH_OK && i < object->count; i++)
        if (strcmp(object->part[i].name, part->name) == 0)
            routh_refuse(fields, ROUTH_KEY(routh_part, name), "\"%s\" is taken by parts[%zu]", part->name, i);
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
        read_vertices(fields, shapes[0], unit, &part->shape);
    else if (which == 1)
        read_halfspaces(fields, shapes[1], unit, &part->shape);
    else
        read_file(reader, fields, unit, part);
}

static routh_status read_object(scene_reader *reader, routh_fields fields, size_t index) {
    const char *const key = ROUTH_KEY(routh_object, part);
    routh_object *object = &reader->assembly->object[index];
    ROUTH_READ_ONLY(&fields, NULL, routh_object, name, part);
    ROUTH_READ(&fields, ROUTH_MUST_BE, routh_object, object, name);
    const json_t *parts = routh_read_list(&fields, key, ROUTH_MUST_BE);
    if (fields.status == ROUTH_OK && json_array_size(parts) == 0)
        routh_refuse(&fields, key, "is empty");
    if (fields.status != ROUTH_OK)
        return fields.status;
    object->part = routh_allocate(reader->context, json_array_size(parts), sizeof *object->part);
    if (!object->part)
        return ROUTH_OUT_OF_MEMORY;
    char list[32];
    snprintf(list, sizeof list, "%s[%zu].%s", fields.list, index, key);
    for (size_t i = 0; i < json_array_size(parts); i++) {
        routh_fields part = routh_fields_at(&fields, parts, list, i);
        read_scene_part(reader, &part, object, &object->part[i]);
        if (part.status != ROUTH_OK)
            return part.status;
        object->count++;
    }
    return ROUTH_OK;
}

/* The scene ----------------------------------------------------------------------------------------------*/

static routh_status read_scene(routh_source *source, json_t *root, void *user) {
    (void)source; /* the reader has its name */
    scene_reader *reader = user;
    static const char *const units[] = {"unit", "angle", NULL};
    static const unit_name angles[] = {{"rad", 1}, {"deg", ROUTH_PI / 180}, {"mrad", 1e-3}};
    routh_fields file = {.context = reader->context, .source = reader->source, .object = root};
    ROUTH_READ_ONLY(&file, units, routh_assembly, object, displacement);
    read_length_unit(&file, &reader->length);
    read_unit(&file, units[1], angles, COUNT(angles), &reader->angle);
    const json_t *objects = routh_read_list(&file, KEY_OF(object), ROUTH_MUST_BE);
    const json_t *displacements = routh_read_list(&file, KEY_OF(displacement), ROUTH_MAY_MISS);
    if (file.status == ROUTH_OK && json_array_size(objects) != 2)
        routh_refuse(&file, KEY_OF(object), "%zu objects instead of 2: the held one, then the one it goes into",
                     json_array_size(objects));
    ROUTH_TRY(file.status);
    for (size_t i = 0; i < 2; i++)
        ROUTH_TRY(read_object(reader, routh_fields_at(&file, objects, KEY_OF(object), i), i));
    if (strcmp(reader->assembly->object[0].name, reader->assembly->object[1].name) == 0) {
        routh_refuse(&file, KEY_OF(object), "both are named \"%s\"", reader->assembly->object[0].name);
        ROUTH_TRY(file.status);
    }
    return read_displacements(reader, &file, displacements);
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
    ROUTH_TRY(is_file ? find_folder(source, folder) : ROUTH_OK);
    scene_reader reader = {.context = source->context,
                           .source = source->shown,
                           .folder = is_file ? folder : NULL,
                           .length = 1,
                           .angle = 1,
                           .assembly = assembly};
    return routh_json_read(source, read_scene, &reader);
}

routh_status routh_assembly_read(routh_context *context, routh_io from, routh_assembly *assembly) {
    *assembly = (routh_assembly){0};
    ROUTH_SOURCE(source, context, from);
    const routh_status status = read_source(&source, assembly);
    if (status != ROUTH_OK)
        routh_assembly_release(context, assembly);
    return status;
}
