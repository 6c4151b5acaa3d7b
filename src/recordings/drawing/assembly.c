/* Scenes in memory.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "drawing/assembly.h"

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
