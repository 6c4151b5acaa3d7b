/* A scene as JSON that routh_assembly_read reads again: vertices in metres, angles in radians.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "algebra/turn.h"
#include "drawing/assembly.h"
#include "file/json_build.h"
#include "file/json_struct.h"
#include "file/json_write.h"
#include "geometry/polyhedron.h"

static json_t *part_object(const routh_part *part) {
    json_t *object = json_object(), *vertices = json_array();
    double orientation[4];
    routh_turn_of_matrix(part->place.rotation, orientation);
    for (size_t i = 0; i < routh_polyhedron_vertices(part->shape); i++)
        routh_json_add(&vertices, routh_json_numbers(routh_polyhedron_vertex(part->shape, i), 3));
    ROUTH_PUT(&object, routh_part, part, name);
    ROUTH_PUT(&object, routh_pose3, &part->place, position);
    routh_json_put(&object, "orientation", routh_json_numbers(orientation, 4));
    routh_json_put(&object, "vertices", vertices);
    return object;
}

static json_t *object_object(const routh_object *object) {
    json_t *made = json_object(), *parts = json_array();
    for (size_t i = 0; i < object->count; i++)
        routh_json_add(&parts, part_object(&object->part[i]));
    ROUTH_PUT(&made, routh_object, object, name);
    routh_json_put(&made, "parts", parts);
    return made;
}

static json_t *displacement_object(const routh_assembly *assembly, const routh_displacement *d) {
    json_t *object = ROUTH_JSON_FIELDS(routh_displacement, d, name);
    routh_json_put(&object, "kind", json_string(routh_displacement_words_of(d->kind)->name));
    if (routh_displacement_redraws(d->kind) || d->part >= 0) {
        const routh_object *owner = &assembly->object[d->object];
        routh_json_put(&object, "object", json_string(owner->name));
        if (d->part >= 0)
            routh_json_put(&object, "part", json_string(owner->part[d->part].name));
    }
    if (d->axis[0] != 0 || d->axis[1] != 0 || d->axis[2] != 0) /* a latency has none, a scale may have none */
        ROUTH_PUT(&object, routh_displacement, d, axis);
    if (d->kind == ROUTH_DISPLACE_TURN || d->kind == ROUTH_DISPLACE_SCALE)
        ROUTH_PUT(&object, routh_displacement, d, through);
    ROUTH_PUT(&object, routh_displacement, d, nominal, deviation);
    return object;
}

static json_t *assembly_object(const routh_assembly *assembly) {
    json_t *root = json_object(), *objects = json_array(), *displacements = json_array();
    for (int o = 0; o < 2; o++)
        routh_json_add(&objects, object_object(&assembly->object[o]));
    for (size_t i = 0; i < assembly->count; i++)
        routh_json_add(&displacements, displacement_object(assembly, &assembly->displacement[i]));
    routh_json_put(&root, "unit", json_string("m"));
    routh_json_put(&root, "angle", json_string("rad"));
    routh_json_put(&root, "objects", objects);
    routh_json_put(&root, "displacements", displacements);
    return root;
}

routh_status routh_assembly_write(routh_context *context, const routh_assembly *assembly, routh_io to) {
    return routh_json_write(context, assembly_object(assembly), JSON_INDENT(1) | JSON_REAL_PRECISION(17), to);
}
