/* Displacements of parts and objects: where a part is, and how large, when the drawing is wrong by x.
 *
 * SPDX-License-Identifier: BSD-3-Clause */

#include <math.h>
#include <string.h>

#include "algebra/matrix3.h"
#include "drawing/assembly.h"
#include "geometry/polyhedron.h"
#include "geometry/pose.h"

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
