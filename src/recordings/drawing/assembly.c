/* Scenes of two objects: in memory, displaced, and as JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/space.h"
#include "base/context.h"
#include "drawing/drawing.h"
#include "file/json_build.h"
#include "file/json_struct.h"
#include "geometry/geometry.h"

/* Scenes in memory. */

void routh_assembly_release(routh_context *context, routh_assembly *assembly) {
    for (int o = 0; o < 2; o++) {
        routh_object *object = &assembly->object[o];
        for (size_t i = 0; object->part && i < object->count; i++) {
            routh_polyhedron_release(context, object->part[i].shape);
            routh_release(context, object->part[i].file);
        }
        routh_release(context, object->part);
    }
    routh_release(context, assembly->displacement);
    *assembly = (routh_assembly){0};
}

const routh_displacement_words *routh_displacement_words_of(routh_displacement_kind kind) {
    static const routh_displacement_words words[ROUTH_DISPLACEMENT_KINDS + 1] = {
        [ROUTH_DISPLACE_SHIFT] = {"shift", "m", "µm", 1e6, 1},
        [ROUTH_DISPLACE_TURN] = {"turn", "rad", "mrad", 1e3, 3},
        [ROUTH_DISPLACE_OFFSET] = {"offset", "m", "µm", 1e6, 1},
        [ROUTH_DISPLACE_SCALE] = {"scale", "1", "%", 100, 3},
        [ROUTH_DISPLACE_FORCE] = {"force", "N", "N", 1, 2},
        [ROUTH_DISPLACE_MOMENT] = {"moment", "N m", "N m", 1, 3},
        [ROUTH_DISPLACE_LATENCY] = {"latency", "s", "ms", 1e3, 1},
        [ROUTH_DISPLACE_STIFFNESS] = {"stiffness", "1", "%", 100, 1},
        [ROUTH_DISPLACE_FRICTION] = {"friction", "1", "%", 100, 1},
        [ROUTH_DISPLACE_SPEED] = {"speed", "1", "1", 1, 3},
        [ROUTH_DISPLACEMENT_KINDS] = {"unknown kind of displacement", "1", "1", 1, 3},
    };
    return &words[(unsigned)kind < ROUTH_DISPLACEMENT_KINDS ? (unsigned)kind : ROUTH_DISPLACEMENT_KINDS];
}

int routh_displacement_moves(routh_displacement_kind kind) {
    return kind == ROUTH_DISPLACE_SHIFT || kind == ROUTH_DISPLACE_TURN;
}

int routh_displacement_redraws(routh_displacement_kind kind) {
    return routh_displacement_moves(kind) || kind == ROUTH_DISPLACE_SCALE;
}

int routh_displacement_measures(routh_displacement_kind kind) {
    return kind == ROUTH_DISPLACE_FORCE || kind == ROUTH_DISPLACE_MOMENT || kind == ROUTH_DISPLACE_LATENCY;
}

/* Displacements of parts and objects: where a part is, and how large, when the drawing is wrong by x. */

routh_pose3 routh_displacement_step(const routh_displacement *d, double x) {
    return d->kind == ROUTH_DISPLACE_TURN ? routh_pose3_turn(d->axis, d->through, x) : routh_pose3_shift(d->axis, x);
}

static routh_pose3 displaced(const routh_displacement *d, double x, const routh_pose3 *pose) {
    const routh_pose3 step = routh_displacement_step(d, x);
    return routh_pose3_compose(&step, pose);
}

/* One of this part, or of the whole object; those of one recording alone are in the pose of its samples. */
static int is_of(const routh_displacement *d, int object, size_t part, int whole) {
    return d->object == object && d->recording == 0 && (whole ? d->part < 0 : d->part == (long)part);
}

routh_pose3 routh_part_pose(const routh_assembly *assembly, int object, size_t part, const double *x) {
    routh_pose3 pose = assembly->object[object].part[part].place;
    /* from the innermost outwards: the part's own, last first, then the object's */
    for (int whole = 0; whole < 2; whole++)
        for (size_t j = assembly->count; j-- > 0;) {
            const routh_displacement *d = &assembly->displacement[j];
            if (is_of(d, object, part, whole) && routh_displacement_moves(d->kind))
                pose = displaced(d, x[j], &pose);
        }
    return pose;
}

int routh_part_scales(const routh_assembly *assembly, int object, size_t part) {
    for (size_t j = 0; j < assembly->count; j++) {
        const routh_displacement *d = &assembly->displacement[j];
        if (d->kind == ROUTH_DISPLACE_SCALE && (is_of(d, object, part, 0) || is_of(d, object, part, 1)))
            return 1;
    }
    return 0;
}

/* x goes to A x + b. */
typedef struct affine {
    double a[3][3], b[3];
} affine;

static affine affine_of(const routh_pose3 *pose) {
    affine f;
    memcpy(f.a, pose->rotation, sizeof f.a);
    memcpy(f.b, pose->position, sizeof f.b);
    return f;
}

static affine after(const affine *outer, const affine *inner) {
    affine f = {.b = {outer->b[0], outer->b[1], outer->b[2]}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            f.b[i] += outer->a[i][j] * inner->b[j];
            for (int k = 0; k < 3; k++)
                f.a[i][j] += outer->a[i][k] * inner->a[k][j];
        }
    return f;
}

/* y goes to y + x n nᵀ (y − through), or to y + x (y − through). No search may turn a part inside out: beyond these factors,
 * which no tolerance reaches, the factor stays. */
static affine affine_step(const routh_displacement *d, double x) {
    static const double smallest = 0.05, largest = 20;
    const double more = fmin(fmax(1 + x, smallest), largest) - 1;
    const int along = routh_dot3(d->axis, d->axis) > 0;
    affine f;
    for (int i = 0; i < 3; i++) {
        double change[3];
        for (int j = 0; j < 3; j++) {
            change[j] = more * (along ? d->axis[i] * d->axis[j] : i == j);
            f.a[i][j] = (i == j) + change[j];
        }
        f.b[i] = -routh_dot3(change, d->through);
    }
    return f;
}

void routh_part_scale(const routh_assembly *assembly, int object, size_t part, const double *x,
                      routh_polyhedron *scaled) {
    const routh_part *drawn = &assembly->object[object].part[part];
    affine f = affine_of(&drawn->place);
    for (int whole = 0; whole < 2; whole++) /* as routh_part_pose */
        for (size_t j = assembly->count; j-- > 0;) {
            const routh_displacement *d = &assembly->displacement[j];
            if (!is_of(d, object, part, whole) || !routh_displacement_redraws(d->kind))
                continue;
            const routh_pose3 moved = routh_displacement_step(d, x[j]);
            const affine step = d->kind == ROUTH_DISPLACE_SCALE ? affine_step(d, x[j]) : affine_of(&moved);
            f = after(&step, &f);
        }
    const routh_pose3 pose = routh_part_pose(assembly, object, part, x), into = routh_pose3_inverse(&pose);
    const affine back = affine_of(&into);
    f = after(&back, &f);
    routh_polyhedron_map(drawn->shape, f.a, f.b, scaled);
}

/* A scene as JSON that routh_assembly_read reads again: vertices in metres, angles in radians. */

static json_t *part_object(const routh_part *part) {
    json_t *object = json_object(), *vertices = json_array();
    routh_body3 placed = routh_body3_default();
    memcpy(placed.position, part->place.position, sizeof placed.position);
    routh_turn_of_matrix(part->place.rotation, placed.orientation);
    for (size_t i = 0; i < routh_polyhedron_vertices(part->shape); i++)
        routh_json_add(&vertices, routh_json_numbers(routh_polyhedron_vertex(part->shape, i), 3));
    ROUTH_PUT(&object, routh_part, part, name);
    ROUTH_PUT(&object, routh_body3, &placed, position, orientation);
    routh_json_put(&object, "vertices", vertices);
    return object;
}

static json_t *object_object(const routh_object *object) {
    json_t *made = json_object(), *parts = json_array();
    for (size_t i = 0; i < object->count; i++)
        routh_json_add(&parts, part_object(&object->part[i]));
    ROUTH_PUT(&made, routh_object, object, name);
    routh_json_put(&made, ROUTH_KEY(routh_object, part), parts);
    return made;
}

static json_t *displacement_object(const routh_assembly *assembly, const routh_displacement *d) {
    json_t *object = ROUTH_JSON_FIELDS(routh_displacement, d, name);
    routh_json_put(&object, ROUTH_KEY(routh_displacement, kind),
                   json_string(routh_displacement_words_of(d->kind)->name));
    if (routh_displacement_redraws(d->kind) || d->part >= 0) {
        const routh_object *owner = &assembly->object[d->object];
        routh_json_put(&object, ROUTH_KEY(routh_displacement, object), json_string(owner->name));
        if (d->part >= 0)
            routh_json_put(&object, ROUTH_KEY(routh_displacement, part), json_string(owner->part[d->part].name));
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
    routh_json_put(&root, ROUTH_KEY(routh_assembly, object), objects);
    routh_json_put(&root, ROUTH_KEY(routh_assembly, displacement), displacements);
    return root;
}

routh_status routh_assembly_write(routh_context *context, const routh_assembly *assembly, routh_io to) {
    return routh_json_write(context, assembly_object(assembly), JSON_INDENT(1) | JSON_REAL_PRECISION(17), to);
}
