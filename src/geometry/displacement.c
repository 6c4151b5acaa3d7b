/* Displacements of parts and objects: where a part is when the drawing is wrong by x.
 *
 * SPDX-License-Identifier: BSD-3-Clause */

#include "geometry/assembly.h"
#include "geometry/pose.h"

routh_pose3 routh_displacement_step(const routh_displacement *d, double x) {
    return d->kind == ROUTH_DISPLACE_TURN ? routh_pose3_turn(d->axis, d->through, x) : routh_pose3_shift(d->axis, x);
}

static routh_pose3 displaced(const routh_displacement *d, double x, const routh_pose3 *pose) {
    const routh_pose3 step = routh_displacement_step(d, x);
    return routh_pose3_compose(&step, pose);
}

routh_pose3 routh_part_pose(const routh_assembly *assembly, int object, size_t part, const double *x) {
    routh_pose3 pose = assembly->object[object].part[part].place;
    /* from the innermost outwards: the part's own, last first, then the object's */
    for (int whole = 0; whole < 2; whole++)
        for (size_t j = assembly->count; j-- > 0;) {
            const routh_displacement *d = &assembly->displacement[j];
            const int of_this = d->object == object && (whole ? d->part < 0 : d->part == (long)part);
            if (of_this && d->recording == 0 && routh_displacement_moves(d->kind))
                pose = displaced(d, x[j], &pose);
        }
    return pose;
}
