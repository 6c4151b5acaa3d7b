/* Which contacts a displacement affects, and whether it makes them deeper.
 *
 * A point p of the displaced part moves by a (a shift) or a × (p − through) (a turn). The contact's depth changes by
 * the movement along the normal, which points out of object 1: movement of object 1 along it deepens, of object 2
 * the other way.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "insertion/observe.h"

#include <math.h>

#include "algebra/matrix3.h"
#include "base/context.h"
#include "drawing/assembly.h"
#include "insertion/regressor.h"

/* Less than this, m per m, is sliding along. */
static const double along = 0.02;

/* Movement of the contact's point per unit of displacement, in object 1's axes. */
static void find_movement(const routh_displacement *d, const routh_pose3 *two, const routh_contact_point3 *c,
                          double movement[3]) {
    double axis[3], through[3];
    const int of_two = d->object == 1 || d->kind == ROUTH_DISPLACE_OFFSET;
    for (int k = 0; k < 3; k++) {
        axis[k] = d->axis[k];
        through[k] = d->through[k];
    }
    if (of_two) {
        routh_pose3_direction(two, d->axis, axis);
        routh_pose3_point(two, d->through, through);
    }
    for (int k = 0; k < 3; k++)
        movement[k] = axis[k];
    const double arm[3] = {c->point[0] - through[0], c->point[1] - through[1], c->point[2] - through[2]};
    const int uniform = !(routh_dot3(axis, axis) > 0);
    if (d->kind == ROUTH_DISPLACE_TURN)
        routh_cross3(axis, arm, movement);
    for (int k = 0; k < 3 && d->kind == ROUTH_DISPLACE_SCALE; k++)
        movement[k] = uniform ? arm[k] : routh_dot3(axis, arm) * axis[k];
    if (d->object == 1 && d->kind != ROUTH_DISPLACE_OFFSET)
        for (int k = 0; k < 3; k++)
            movement[k] = -movement[k];
}

static void add_contact(const routh_displacement *d, const routh_pose3 *two, const routh_contact_point3 *c,
                        routh_part_in_contact *part) {
    if (!routh_displacement_redraws(d->kind) && d->kind != ROUTH_DISPLACE_OFFSET)
        return;
    if (d->kind != ROUTH_DISPLACE_OFFSET && d->part >= 0 && c->part[d->object] != (uint32_t)d->part)
        return;
    double movement[3];
    find_movement(d, two, c, movement);
    const double way = routh_length3(movement), share = way > 0 ? routh_dot3(movement, c->normal) / way : 0.0;
    part->touching++;
    part->deeper += share > along;
    part->shallower += share < -along;
    if (fabs(share) >= part->steepest) {
        part->steepest = fabs(share);
        for (int k = 0; k < 3; k++)
            part->direction[k] = way > 0 ? movement[k] / way : 0.0;
    }
}

routh_status routh_look_at_contacts(routh_context *context, const routh_separable *problem, const routh_projection *at,
                                    routh_part_in_contact *part) {
    routh_regressor *regressor = problem->regressor;
    routh_contact_point3 *contact = routh_allocate(context, regressor->pairs, sizeof *contact);
    if (!contact)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t k = 0; k < problem->samples; k++) {
        if (!at->contacts[k])
            continue;
        const size_t count = routh_regressor_contacts(regressor, at->x, k, regressor->pairs, contact);
        const routh_pose3 one = routh_regressor_pose(regressor, at->x, k), two = routh_pose3_inverse(&one);
        for (size_t i = 0; i < count; i++)
            for (size_t j = 0; j < problem->unknowns; j++)
                add_contact(&problem->displacement[j], &two, &contact[i], &part[j]);
    }
    routh_release(context, contact);
    return ROUTH_OK;
}
