/* Scenes in memory.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "geometry/assembly.h"

#include <math.h>

#include "base/context.h"

void routh_assembly_release(routh_context *context, routh_assembly *assembly) {
    for (int o = 0; o < 2; o++) {
        routh_object *object = &assembly->object[o];
        for (size_t i = 0; object->part && i < object->count; i++)
            routh_polyhedron_release(context, object->part[i].shape);
        routh_release(context, object->part);
    }
    routh_release(context, assembly->displacement);
    *assembly = (routh_assembly){0};
}

const char *routh_displacement_kind_name(routh_displacement_kind kind) {
    switch (kind) {
    case ROUTH_DISPLACE_SHIFT:
        return "shift";
    case ROUTH_DISPLACE_TURN:
        return "turn";
    case ROUTH_DISPLACE_OFFSET:
        return "offset";
    }
    return "not a displacement of this library";
}

/* Shepperd's way: the largest of the four components first, so that nothing small is divided by. */
void routh_quaternion_of(const double r[3][3], double q[4]) {
    const double squares[4] = {1 + r[0][0] + r[1][1] + r[2][2], 1 + r[0][0] - r[1][1] - r[2][2],
                               1 - r[0][0] + r[1][1] - r[2][2], 1 - r[0][0] - r[1][1] + r[2][2]};
    int k = 0;
    for (int i = 1; i < 4; i++)
        k = squares[i] > squares[k] ? i : k;
    const double product[4][4] = {
        {squares[0], r[2][1] - r[1][2], r[0][2] - r[2][0], r[1][0] - r[0][1]},
        {r[2][1] - r[1][2], squares[1], r[1][0] + r[0][1], r[0][2] + r[2][0]},
        {r[0][2] - r[2][0], r[1][0] + r[0][1], squares[2], r[2][1] + r[1][2]},
        {r[1][0] - r[0][1], r[0][2] + r[2][0], r[2][1] + r[1][2], squares[3]},
    };
    const double length = 2 * sqrt(squares[k]), sign = product[k][0] < 0 ? -1 : 1;
    for (int i = 0; i < 4; i++)
        q[i] = sign * product[k][i] / length;
}
