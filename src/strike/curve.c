/* A strike with its whole way.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <routh/strike.h>

#include "base/context.h"

typedef struct collector {
    routh_context *context;
    routh_curve *curve;
    size_t capacity;
    int full; /* memory ran out */
} collector;

static void collect(const routh_moment *moment, void *user) {
    enum { FIRST = 256 };
    collector *into = user;
    routh_curve *curve = into->curve;
    if (into->full)
        return;
    if (curve->count == into->capacity) {
        const size_t capacity = into->capacity ? 2 * into->capacity : FIRST;
        routh_moment *grown = routh_resize(into->context, curve->moment, capacity, sizeof *grown);
        into->full = !grown;
        if (!grown)
            return;
        curve->moment = grown;
        into->capacity = capacity;
    }
    curve->moment[curve->count++] = *moment;
}

routh_status routh_curve_create(routh_context *context, const routh_contact3 *contact, const routh_touch *touch,
                                size_t points, routh_curve *curve) {
    *curve = (routh_curve){.contact = *contact, .touch = *touch};
    collector into = {.context = context, .curve = curve};
    routh_strike_options options = routh_strike_options_default();
    options.watch = collect;
    options.points = points;
    options.user = &into;
    routh_status status = routh_strike_solve(context, contact, touch, &options, &curve->strike);
    if (status == ROUTH_OK && into.full)
        status = routh_fail(context, ROUTH_OUT_OF_MEMORY, "no memory for the curve of a strike");
    if (status != ROUTH_OK)
        routh_curve_release(context, curve);
    return status;
}

void routh_curve_release(routh_context *context, routh_curve *curve) {
    routh_release(context, curve->moment);
    *curve = (routh_curve){0};
}
