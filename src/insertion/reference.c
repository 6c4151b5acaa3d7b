/* Errors of the reference pose: which there are, and how large they are expected to be.
 *
 * Parts displaced by s let object 1 rest elsewhere by about s, and tilted by s over their distance from the axis. For
 * the motions across the prior is three times as wide: what all parts are displaced by together is compensated by the
 * place of rest, so that the two are not independent, and only a wide prior says that nothing is known about the sum.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "insertion/reference.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "algebra/matrix3.h"
#include "base/context.h"
#include "geometry/polyhedron.h"

static const double wide = 3;

enum { TILTS = 2 };

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

/* How far parts of object 1 are from the axis of the offset. */
static double find_reach(const routh_object *object, const double *axis) {
    double reach = 0;
    for (size_t i = 0; i < object->count; i++) {
        double centroid[3], place[3], across[3];
        routh_polyhedron_centroid(object->part[i].shape, centroid);
        routh_pose3_point(&object->part[i].place, centroid, place);
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
        if (d->part < 0 && d->kind == motion->kind && fabs(routh_dot3(d->axis, motion->axis)) > parallel)
            return true;
    }
    return false;
}

static const char *const names[ROUTH_REFERENCE_MOTIONS] = {
    "reference: tilt 1", "reference: tilt 2", "reference: shift across 1", "reference: shift across 2",
    "reference: turn about the axis"};

/* Those that the assembly does not have itself, as displacements of object 1; returns how many. */
static size_t find_motions(const routh_assembly *assembly, routh_displacement motion[ROUTH_REFERENCE_MOTIONS]) {
    const routh_displacement *offset = NULL;
    for (size_t j = 0; j < assembly->count; j++)
        offset = assembly->displacement[j].kind == ROUTH_DISPLACE_OFFSET ? &assembly->displacement[j] : offset;
    if (!offset)
        return 0;
    const double reach = find_reach(&assembly->object[0], offset->axis), spread = find_spread(assembly, offset);
    double across[2][3];
    size_t count = 0;
    find_across(offset->axis, across);
    for (int k = 0; k < TILTS; k++) {
        const bool tilt = k < TILTS, turn = tilt || k == ROUTH_REFERENCE_MOTIONS - 1;
        routh_displacement m = {.kind = turn ? ROUTH_DISPLACE_TURN : ROUTH_DISPLACE_SHIFT, .part = -1};
        m.deviation = (tilt ? 1 : wide) * spread / (turn ? reach : 1);
        memcpy(m.axis, turn && !tilt ? offset->axis : across[k % 2], sizeof m.axis);
        snprintf(m.name, sizeof m.name, "%s", names[k]);
        if (isfinite(m.deviation) && !has_motion(assembly, &m))
            motion[count++] = m;
    }
    return count;
}

routh_status routh_reference_create(routh_context *context, const routh_assembly *assembly, routh_assembly *extended) {
    routh_displacement motion[ROUTH_REFERENCE_MOTIONS];
    const size_t count = find_motions(assembly, motion);
    *extended = *assembly;
    extended->displacement = routh_allocate(context, assembly->count + count, sizeof *extended->displacement);
    if (!extended->displacement)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t j = 0; j < assembly->count; j++)
        extended->displacement[j] = assembly->displacement[j];
    for (size_t j = 0; j < count; j++)
        extended->displacement[extended->count++] = motion[j];
    return ROUTH_OK;
}

void routh_reference_release(routh_context *context, routh_assembly *extended) {
    routh_release(context, extended->displacement);
    *extended = (routh_assembly){0};
}
