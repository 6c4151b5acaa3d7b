/* Scenes in memory.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "geometry/assembly.h"

#include "base/context.h"

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

const char *routh_displacement_kind_name(routh_displacement_kind kind) {
    switch (kind) {
    case ROUTH_DISPLACE_SHIFT:
        return "shift";
    case ROUTH_DISPLACE_TURN:
        return "turn";
    case ROUTH_DISPLACE_OFFSET:
        return "offset";
    }
    return "unknown kind of displacement";
}
