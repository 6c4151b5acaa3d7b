/* Errors of the reference pose: which there are, and how large they are expected to be.
 *
 * Parts displaced by s let object 1 rest elsewhere by about s, and tilted by s over their distance from the axis.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "insertion/regressor.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "algebra/algebra.h"
#include "algebra/space.h"
#include "base/context.h"
#include "drawing/drawing.h"
#include "geometry/geometry.h"

/* Axes closer than this cosine are one. */
static const double parallel = 0.9;

/* Two directions across an axis. */
static void find_across(const double axis[3], double across[2][3]) {
    int least = 0;
    for (int k = 1; k < 3; k++)
        least = fabs(axis[k]) < fabs(axis[least]) ? k : least;
    double other[3] = {least == 0, least == 1, least == 2};
    routh_cross3(axis, other, across[0]);
    routh_unit3(across[0], across[0]);
    routh_cross3(axis, across[0], across[1]);
}

/* How far corners of object 1 are from the axis of the offset: a single part may have its centroid there. */
static double find_reach(const routh_object *object, const double *axis) {
    double reach = 0;
    for (size_t i = 0; i < object->count; i++)
        for (size_t k = 0; k < routh_polyhedron_vertices(object->part[i].shape); k++) {
            double place[3], across[3];
            routh_pose3_point(&object->part[i].place, routh_polyhedron_vertex(object->part[i].shape, k), place);
            routh_cross3(axis, place, across);
            reach = fmax(reach, routh_length3(across));
        }
    return reach;
}

/* s: the deviations of shifts of parts, or that of the offset if it is larger. */
static double find_spread(const routh_assembly *assembly, const routh_displacement *offset) {
    double square = 0, count = 0;
    for (size_t j = 0; j < assembly->count; j++) {
        const routh_displacement *d = &assembly->displacement[j];
        if (d->kind == ROUTH_DISPLACE_SHIFT && d->part >= 0) {
            square += d->deviation * d->deviation;
            count++;
        }
    }
    return fmax(offset->deviation, count > 0 ? sqrt(square / count) : 0.0);
}

static bool has_motion(const routh_assembly *assembly, const routh_displacement *motion) {
    for (size_t j = 0; j < assembly->count; j++) {
        const routh_displacement *d = &assembly->displacement[j];
        if (d->part < 0 && !d->late && d->kind == motion->kind && fabs(routh_dot3(d->axis, motion->axis)) > parallel)
            return true;
    }
    return false;
}

static const routh_displacement *find_offset(const routh_assembly *assembly) {
    for (size_t j = 0; j < assembly->count; j++)
        if (assembly->displacement[j].kind == ROUTH_DISPLACE_OFFSET)
            return &assembly->displacement[j];
    return NULL;
}

/* Does it have motions of the reference already? */
static bool is_extended(const routh_assembly *assembly) {
    for (size_t j = 0; j < assembly->count; j++)
        if (assembly->displacement[j].late)
            return true;
    return false;
}

/* Those that the assembly does not have itself, as motions of object 1; returns how many. */
static size_t find_motions(const routh_assembly *assembly, routh_displacement motion[ROUTH_REFERENCE_MOTIONS]) {
    static const char *const names[ROUTH_REFERENCE_MOTIONS] = {"tilt 1 of the reference", "tilt 2 of the reference",
                                                               "shift 1 of the reference", "shift 2 of the reference",
                                                               "turn of the reference"};
    const routh_displacement *offset = find_offset(assembly);
    if (!offset || is_extended(assembly))
        return 0;
    const double reach = find_reach(&assembly->object[0], offset->axis), spread = find_spread(assembly, offset);
    double across[2][3];
    size_t count = 0;
    find_across(offset->axis, across);
    for (int k = 0; k < ROUTH_REFERENCE_MOTIONS; k++) {
        const bool shifts = k == 2 || k == 3;
        routh_displacement m = {
            .kind = shifts ? ROUTH_DISPLACE_SHIFT : ROUTH_DISPLACE_TURN, .part = -1, .late = k >= 2};
        m.deviation = shifts ? spread : spread / reach;
        memcpy(m.axis, k < 4 ? across[k % 2] : offset->axis, sizeof m.axis);
        snprintf(m.name, sizeof m.name, "%s", names[k]);
        if (isfinite(m.deviation) && !has_motion(assembly, &m))
            motion[count++] = m;
    }
    return count;
}

routh_status routh_reference_create(routh_arena *arena, const routh_assembly *assembly, routh_assembly *extended) {
    routh_displacement motion[ROUTH_REFERENCE_MOTIONS];
    const size_t count = find_motions(assembly, motion);
    *extended = *assembly;
    extended->displacement = routh_take(arena, assembly->count + count, sizeof *extended->displacement);
    ROUTH_TRY(arena->status);
    for (size_t j = 0; j < assembly->count; j++)
        extended->displacement[j] = assembly->displacement[j];
    for (size_t j = 0; j < count; j++)
        extended->displacement[extended->count++] = motion[j];
    return ROUTH_OK;
}

/* What a unit motion of object 1 about its origin does to one displacement of a part, in deviations. */
static double share_of(const routh_assembly *assembly, const routh_displacement *motion, const routh_displacement *d) {
    if (!routh_displacement_moves(d->kind) || d->object != 0 || d->part < 0)
        return 0;
    const bool turns = motion->kind == ROUTH_DISPLACE_TURN;
    if (d->kind == ROUTH_DISPLACE_TURN)
        return turns ? routh_dot3(d->axis, motion->axis) / d->deviation : 0;
    const routh_part *part = &assembly->object[0].part[d->part];
    double centroid[3], centre[3], moved[3];
    routh_polyhedron_centroid(part->shape, centroid);
    routh_pose3_point(&part->place, centroid, centre);
    routh_cross3(motion->axis, centre, moved);
    return routh_dot3(d->axis, turns ? moved : motion->axis) / d->deviation;
}

/* How much of a motion of object 1 a displacement of it as a whole is: the cosine of their axes. */
static double cosine_of(const routh_displacement *d, const routh_displacement *motion) {
    return d->part < 0 && d->object == 0 && d->kind == motion->kind ? routh_dot3(d->axis, motion->axis) : 0.0;
}

void routh_reference_displace(const routh_assembly *extended, const double motion[6], double *z) {
    const routh_displacement *offset = find_offset(extended);
    for (int k = 0; offset && k < 6; k++) {
        routh_displacement unit = {.kind = k < 3 ? ROUTH_DISPLACE_SHIFT : ROUTH_DISPLACE_TURN, .part = -1};
        double whole = 0; /* the square of what displacements of the whole object have of it */
        unit.axis[k % 3] = 1;
        for (size_t j = 0; j < extended->count; j++) {
            const double cosine = cosine_of(&extended->displacement[j], &unit);
            whole += cosine * cosine;
            z[j] += motion[k] * cosine / extended->displacement[j].deviation;
        }
        const double along = fabs(routh_dot3(unit.axis, offset->axis));
        const bool parts = whole < parallel * parallel && (k < 3 ? along < parallel : along >= parallel);
        for (size_t j = 0; parts && j < extended->count; j++)
            z[j] += motion[k] * share_of(extended, &unit, &extended->displacement[j]);
    }
}

/* Takes from row `count` what it has along those before, which goes into `along`, and makes the rest 1 long. Returns how long that
 * was; 0, and a row of zeros, where the row is a combination of those before. */
static double make_orthonormal(size_t n, size_t count, double *row, double *along) {
    static const double different = 1e-6; /* of a row's length */
    double *own = &row[count * n];
    const double before = sqrt(routh_sum_of_products(n, own, own));
    for (size_t k = 0; k < count; k++) {
        along[k] = routh_sum_of_products(n, own, &row[k * n]);
        for (size_t j = 0; j < n; j++)
            own[j] -= along[k] * row[k * n + j];
    }
    const double after = sqrt(routh_sum_of_products(n, own, own));
    const bool remains = after > different * before;
    for (size_t j = 0; j < n; j++)
        own[j] = remains ? own[j] / after : 0.0;
    return remains ? after : 0.0;
}

/* Is this a late motion, and the first of its kind? Several recordings have one each. */
static bool is_first(const routh_displacement *d) {
    return d->late && d->recording <= 1;
}

static bool same_motion(const routh_displacement *a, const routh_displacement *b) {
    return a->kind == b->kind && memcmp(a->axis, b->axis, sizeof a->axis) == 0;
}

/* Where object 1 rests: rows R that give the late motions −R z, least squares of what they and displacements of parts do
 * together, all in deviations. A motion that parts cannot follow has a row of zeros. Returns how many there are. */
static size_t find_rest(const routh_assembly *extended, size_t most, double *row, size_t *motion) {
    const size_t n = extended->count;
    double u[ROUTH_COMMON_MOTIONS][ROUTH_COMMON_MOTIONS] = {{0}}, along[ROUTH_COMMON_MOTIONS];
    size_t count = 0;
    for (size_t i = 0; i < n && count < most; i++) { /* A = U Q */
        const routh_displacement *d = &extended->displacement[i];
        if (!is_first(d))
            continue;
        double *own = &row[count * n];
        for (size_t j = 0; j < n; j++)
            own[j] = d->deviation * share_of(extended, d, &extended->displacement[j]);
        const double left = make_orthonormal(n, count, row, along);
        for (size_t k = 0; k < count; k++)
            u[k][count] = along[k];
        u[count][count] = left > 0 ? left : 1.0;
        motion[count++] = i;
    }
    for (size_t k = count; k-- > 0;) /* R = U⁻¹ Q */
        for (size_t j = 0; j < n; j++) {
            for (size_t c = k + 1; c < count; c++)
                row[k * n + j] -= u[k][c] * row[c * n + j];
            row[k * n + j] /= u[k][k];
        }
    return count;
}

/* R Rᵀ, which is made at most 1: the motions' own variance. */
static void limit_rest(size_t n, size_t count, double *row, double square[][ROUTH_COMMON_MOTIONS]) {
    double most = 1;
    for (size_t i = 0; i < count; i++) {
        double sum = 0;
        for (size_t k = 0; k < count; k++)
            sum += fabs(square[i][k] = routh_sum_of_products(n, &row[i * n], &row[k * n]));
        most = fmax(most, sum); /* no eigenvalue is larger than the largest of these sums */
    }
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < n; j++)
            row[i * n + j] /= sqrt(most);
        for (size_t k = 0; k < count; k++)
            square[i][k] /= most;
    }
}

/* The row of R that a late motion has. */
static size_t row_of(const routh_assembly *extended, const routh_displacement *d, size_t count, const size_t *motion) {
    size_t k = 0;
    while (k < count && !same_motion(&extended->displacement[motion[k]], d))
        k++;
    return k;
}

routh_status routh_reference_prior(routh_context *context, const routh_assembly *extended, double *prior) {
    const size_t n = extended->count;
    ROUTH_ARENA(room, context);
    double *row = routh_take(&room, ROUTH_COMMON_MOTIONS, n * sizeof *row);
    double square[ROUTH_COMMON_MOTIONS][ROUTH_COMMON_MOTIONS];
    size_t motion[ROUTH_COMMON_MOTIONS];
    ROUTH_TRY(room.status);
    const size_t count = find_rest(extended, ROUTH_COMMON_MOTIONS, row, motion);
    limit_rest(n, count, row, square);
    memset(prior, 0, n * n * sizeof *prior);
    for (size_t i = 0; i < n; i++) {
        const routh_displacement *own = &extended->displacement[i];
        const size_t at = own->late ? row_of(extended, own, count, motion) : count;
        for (size_t j = 0; j < n && at < count; j++) {
            const routh_displacement *other = &extended->displacement[j];
            const size_t k = other->late ? row_of(extended, other, count, motion) : count;
            if (k == count && row[at * n + j] != 0)
                prior[i * n + j] = prior[j * n + i] = -row[at * n + j];
            else if (k < count && own->recording != other->recording)
                prior[i * n + j] = square[at][k];
        }
        prior[i * n + i] = 1;
    }
    return ROUTH_OK;
}

/* Does the motion displace every part of object 1 in a way that the assembly lists? */
static bool moves_all(const routh_assembly *assembly, const double *row) {
    for (size_t i = 0; i < assembly->object[0].count; i++) {
        bool moves = false;
        for (size_t j = 0; j < assembly->count; j++)
            moves = moves || (assembly->displacement[j].part == (long)i && row[j] != 0);
        if (!moves)
            return false;
    }
    return true;
}

size_t routh_common_motions(const routh_assembly *assembly, double *direction) {
    const routh_displacement *offset = find_offset(assembly);
    const size_t n = assembly->count;
    size_t count = 0;
    double across[2][3];
    if (!offset)
        return 0;
    find_across(offset->axis, across);
    for (int k = 0; k < ROUTH_COMMON_MOTIONS; k++) {
        routh_displacement motion = {.kind = k < 2 ? ROUTH_DISPLACE_SHIFT : ROUTH_DISPLACE_TURN, .part = -1};
        double *row = &direction[count * n], along[ROUTH_COMMON_MOTIONS];
        memcpy(motion.axis, k < 2 ? across[k] : offset->axis, sizeof motion.axis);
        for (size_t j = 0; j < n; j++)
            row[j] = share_of(assembly, &motion, &assembly->displacement[j]);
        if (has_motion(assembly, &motion) || !moves_all(assembly, row))
            continue;
        count += make_orthonormal(n, count, direction, along) > 0;
    }
    return count;
}
