/* An impact with its whole curve.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "base/context.h"
#include "impact3/law3.h"

typedef struct collector {
    routh_context *context;
    routh_trace *curve;
    size_t capacity;
    int full; /* memory ran out */
} collector;

static void collect(const routh_moment *moment, void *user) {
    enum { FIRST = 256 };
    collector *into = user;
    routh_trace *curve = into->curve;
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

routh_status routh_trace_of(routh_context *context, const routh_contact3 *contact, const routh_pair *pair,
                            size_t points, routh_trace *curve) {
    if (!contact || !pair || !curve)
        return routh_fail_null(context, "contact pair curve", (const void *const[]){contact, pair, curve});
    *curve = (routh_trace){.contact = *contact, .pair = *pair};
    collector into = {.context = context, .curve = curve};
    routh_law3_options options = routh_law3_options_default();
    options.watch = collect;
    options.points = points;
    options.user = &into;
    routh_status status = routh_law3_solve(context, &routh_law3_compliant, pair, contact, &options, &curve->outcome);
    if (status == ROUTH_OK && into.full)
        status = routh_fail(context, ROUTH_OUT_OF_MEMORY, "no memory for the curve of an impact");
    if (status != ROUTH_OK)
        routh_trace_release(context, curve);
    return status;
}

void routh_trace_release(routh_context *context, routh_trace *curve) {
    if (!curve)
        return;
    routh_release(context, curve->moment);
    *curve = (routh_trace){0};
}
