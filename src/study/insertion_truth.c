/* The truth of a generated recording, in the terms of an estimate.
 *
 * Equation 19 says that in the reference pose the objects were mated but for the offset. Displaced parts do not sit
 * quite so, and the difference, a small motion of object 1 as a whole, ends in the estimated displacements: each part
 * seems moved by it as well. It says nothing about the parts, and is fitted and added to the truth before both are
 * compared.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/insertion.h>

#include "algebra/matrix3.h"
#include "algebra/singular.h"
#include "base/context.h"
#include "geometry/polyhedron.h"
#include "study/insertion_truth.h"

enum { MOTIONS = 6 }; /* three shifts, three turns */

/* What the six unit motions of object 1, about its origin, do to one displacement. */
static void common_motion(const routh_assembly *assembly, const routh_displacement *d, double row[MOTIONS]) {
    for (int k = 0; k < MOTIONS; k++)
        row[k] = 0;
    if (d->kind == ROUTH_DISPLACE_OFFSET || d->object != 0 || d->part < 0)
        return;
    const routh_part *part = &assembly->object[0].part[d->part];
    double centroid[3], centre[3], across[3];
    routh_polyhedron_centroid(part->shape, centroid);
    routh_pose3_point(&part->place, centroid, centre);
    routh_cross3(centre, d->axis, across); /* axis · (ω × centre) = ω · (centre × axis) */
    for (int k = 0; k < 3; k++) {
        row[k] = d->kind == ROUTH_DISPLACE_SHIFT ? d->axis[k] : 0;
        row[3 + k] = d->kind == ROUTH_DISPLACE_SHIFT ? across[k] : d->axis[k];
    }
}

routh_status routh_insertion_truth_align(routh_context *context, const routh_assembly *assembly,
                                         const routh_insertion_truth *truth, const double *x, const double *error,
                                         double *aligned) {
    const size_t count = assembly->count;
    if (truth->count != count)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "the truth has %zu displacements, the assembly %zu",
                          truth->count, count);
    const size_t rows = count > 0 ? count : 1;
    double *a = routh_allocate(context, rows, MOTIONS * sizeof *a), *b = routh_allocate(context, rows, sizeof *b);
    routh_status status = a && b ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    for (size_t j = 0; status == ROUTH_OK && j < count; j++) {
        common_motion(assembly, &assembly->displacement[j], &a[j * MOTIONS]);
        for (int k = 0; k < MOTIONS; k++)
            a[j * MOTIONS + (size_t)k] /= error[j];
        b[j] = (x[j] - truth->displacement[j]) / error[j];
    }
    /* motions that do the same to all displacements, as a tilt and a shift of parts in one plane, share the way */
    double motion[MOTIONS];
    if (status == ROUTH_OK && !(routh_all_finite(a, count * MOTIONS) && routh_all_finite(b, count)))
        status = routh_fail(context, ROUTH_BAD_ARGUMENT, "the truth cannot be aligned with these standard errors");
    if (status == ROUTH_OK)
        routh_singular_solve(count, MOTIONS, MOTIONS, a, b, 1e-6, motion);
    for (size_t j = 0; status == ROUTH_OK && j < count; j++) {
        double row[MOTIONS];
        common_motion(assembly, &assembly->displacement[j], row);
        aligned[j] = truth->displacement[j];
        for (int k = 0; k < MOTIONS; k++)
            aligned[j] += row[k] * motion[k];
    }
    routh_release(context, a);
    routh_release(context, b);
    return status;
}
