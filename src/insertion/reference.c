/* How far the parts are pressed into each other, from the retraction after a reference insertion: as the force falls to
 * nothing the hand moves by δ_r30, and in proportion it would have moved by δ_r from the force of the test.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/insertion.h>

#include "base/context.h"
#include "strike/matrix3.h"

/* Contact is lost when the mean force of so many samples falls below this share. */
enum { LOST_OVER = 20 };
static const double lost_below = 0.05;

typedef struct press {
    double way;   /* along the axis, m */
    double force; /* against it, N */
} press;

static press press_at(const routh_insertion *insertion, const double axis[3], size_t k) {
    const routh_insertion_sample *sample = &insertion->sample[k];
    double world[3], force[3];
    routh_pose3_direction(&insertion->receptacle, axis, world);
    routh_pose3_direction(&insertion->plate, sample->wrench, force);
    return (press){.way = routh_dot3(world, sample->hand.position), .force = -routh_dot3(world, force)};
}

/* Least squares way = a + b f + c f², f the force as a share of `from`: the answer is b + c, the way from 0 to `from`.
 * Not a line, because displaced parts touch one after the other. */
static double way_to_full(const double moment[5], const double product[3]) {
    const double a[3][3] = {
        {moment[0], moment[1], moment[2]}, {moment[1], moment[2], moment[3]}, {moment[2], moment[3], moment[4]}};
    routh_factor3 factor;
    double inverse[3][3];
    if (!routh_factor3_of(a, &factor))
        return NAN;
    routh_inverse3(&factor, inverse);
    return routh_dot3(inverse[1], product) + routh_dot3(inverse[2], product);
}

routh_status routh_reference_offset(routh_context *context, const routh_insertion *retraction, const double axis[3],
                                    double from, double to, double *offset) {
    if (!(from > 0) || !(to > 0))
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "forces %g N and %g N must be positive", from, to);
    double unit[3], moment[5] = {0}, product[3] = {0}, recent = 0, first = 0;
    routh_unit3(axis, unit);
    size_t k = 0;
    for (; k < retraction->count; k++) {
        const press p = press_at(retraction, unit, k);
        if (k == 0)
            first = p.way;
        recent += p.force;
        if (k >= LOST_OVER)
            recent -= press_at(retraction, unit, k - LOST_OVER).force;
        if (k + 1 >= LOST_OVER && recent < LOST_OVER * lost_below * from)
            break;
        const double f = p.force / from;
        double power = 1;
        for (int i = 0; i < 5; i++, power *= f) {
            moment[i] += power;
            if (i < 3)
                product[i] += power * (p.way - first);
        }
    }
    if (k == retraction->count)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "the contact is never lost while retracting from %g N", from);
    const double way = way_to_full(moment, product);
    if (!isfinite(way) || !(way > 0))
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "the hand does not move along the axis while the force falls from %g N to 0", from);
    *offset = to / from * way;
    return ROUTH_OK;
}
