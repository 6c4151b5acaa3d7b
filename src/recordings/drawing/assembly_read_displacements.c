/* What is uncertain about a scene, from JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/matrix3.h"
#include "base/context.h"
#include "base/shown.h"
#include "drawing/assembly.h"
#include "drawing/assembly_read.h"
#include "file/json_struct.h"
#include "geometry/polyhedron.h"

void routh_read_label(routh_fields *fields, char label[ROUTH_LABEL_SIZE]) {
    const char *name = routh_read_text(fields, "name", ROUTH_MUST_BE);
    const size_t length = name ? strlen(name) : 0;
    if (name && length == 0)
        routh_refuse(fields, "name", "is empty");
    else if (length >= ROUTH_LABEL_SIZE)
        routh_refuse(fields, "name", "%zu bytes long; at most %d are allowed", length, ROUTH_LABEL_SIZE - 1);
    if (fields->status == ROUTH_OK && name)
        memcpy(label, name, length + 1);
}

#define COUNT(list) (sizeof(list) / sizeof *(list))

static const char *part_name(size_t index, const void *user) {
    return ((const routh_object *)user)->part[index].name;
}

static void read_kind(routh_fields *fields, routh_displacement_kind *kind) {
    const char *name = routh_read_text(fields, "kind", ROUTH_MUST_BE);
    for (int k = 0; name && k < ROUTH_DISPLACEMENT_KINDS; k++)
        if (strcmp(name, routh_displacement_words_of((routh_displacement_kind)k)->name) == 0) {
            *kind = (routh_displacement_kind)k;
            return;
        }
    if (name)
        routh_refuse(fields, "kind",
                     "is neither \"shift\", \"turn\", \"offset\", \"scale\", \"force\", \"moment\", \"latency\", "
                     "\"stiffness\", \"friction\" nor \"speed\"");
}

static void read_owner(const routh_scene_reader *reader, routh_fields *fields, routh_displacement *d) {
    const char *object = routh_read_text(fields, "object", ROUTH_MUST_BE);
    d->object = -1;
    for (int o = 0; object && o < 2; o++)
        if (strcmp(object, reader->assembly->object[o].name) == 0)
            d->object = o;
    if (object && d->object < 0)
        routh_refuse(fields, "object", "is neither \"%s\" nor \"%s\"", reader->assembly->object[0].name,
                     reader->assembly->object[1].name);
    const char *part = routh_read_text(fields, "part", ROUTH_MAY_MISS);
    d->part = -1;
    if (fields->status != ROUTH_OK || !part)
        return;
    const routh_object *owner = &reader->assembly->object[d->object];
    for (size_t i = 0; i < owner->count; i++)
        if (strcmp(part, owner->part[i].name) == 0)
            d->part = (long)i;
    if (d->part >= 0)
        return;
    char shown[ROUTH_SHOWN_VALUE];
    routh_show_text(shown, sizeof shown, part, strlen(part));
    const char *nearest = routh_nearest_name(part, owner->count, part_name, owner);
    if (nearest)
        routh_refuse(fields, "part", "%s has no part \"%s\"; did you mean \"%s\"?", owner->name, shown, nearest);
    else
        routh_refuse(fields, "part", "%s has no part \"%s\"", owner->name, shown);
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

static void read_displacement(const routh_scene_reader *reader, routh_fields *fields, routh_displacement *d) {
    static const char *const names[] = {"name", "kind", "object", "part", "axis", "through", "nominal", "deviation"};
    routh_read_object(fields, names, COUNT(names));
    routh_read_label(fields, d->name);
    read_kind(fields, &d->kind);
    d->part = -1;
    if (owned(d->kind))
        read_owner(reader, fields, d);
    else if (json_object_get(fields->object, "object") || json_object_get(fields->object, "part"))
        routh_refuse(fields, NULL, "%s, so it has no object or part",
                     d->kind == ROUTH_DISPLACE_OFFSET  ? "an offset applies to the reference pose"
                     : d->kind == ROUTH_DISPLACE_SPEED ? "\"speed\" applies to all contacts"
                                                       : "an error of the sensors applies to the whole recording");
    if (of_contacts(d->kind) && d->part < 0)
        routh_refuse(fields, "part", "is missing: K and friction are those of the whole; name the part that differs");
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
    if (d->kind == ROUTH_DISPLACE_SCALE && !json_object_get(fields->object, "through"))
        set_fixed_point(reader->assembly, d);
    const double most = most_of(d->kind);
    if (!(d->deviation > 0) || !isfinite(d->deviation))
        routh_refuse(fields, "deviation", "%g is not positive", d->deviation / unit);
    else if (d->deviation > most)
        routh_refuse(fields, "deviation", "%g is more than %g", d->deviation / unit, most / unit);
    else if (!(fabs(d->nominal) <= most))
        routh_refuse(fields, "nominal", "%g is outside ±%g", d->nominal / unit, most / unit);
    else if (!directed(d->kind) && !(d->kind == ROUTH_DISPLACE_SCALE && json_object_get(fields->object, "axis")))
        return;
    else if (!(routh_dot3(d->axis, d->axis) > 0) || !isfinite(routh_dot3(d->axis, d->axis)))
        routh_refuse(fields, "axis", "[%g %g %g] has no direction", d->axis[0], d->axis[1], d->axis[2]);
    else
        routh_unit3(d->axis, d->axis);
}

routh_status routh_read_displacements(const routh_scene_reader *reader, const json_t *list) {
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
        routh_fields fields = {.context = reader->context,
                               .source = reader->source,
                               .object = json_array_get(list, i),
                               .list = "displacements",
                               .index = i};
        routh_displacement *d = &assembly->displacement[i];
        read_displacement(reader, &fields, d);
        offsets += d->kind == ROUTH_DISPLACE_OFFSET;
        if (offsets > 1)
            routh_refuse(&fields, "kind", "a scene has one offset at most");
        for (size_t j = 0; fields.status == ROUTH_OK && j < i; j++)
            if (strcmp(assembly->displacement[j].name, d->name) == 0)
                routh_refuse(&fields, "name", "\"%s\" is taken by displacements[%zu]", d->name, j);
        if (fields.status != ROUTH_OK)
            return fields.status;
        assembly->count++;
    }
    return ROUTH_OK;
}
