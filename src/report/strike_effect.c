/* What friction and Poisson's ratio do to a body, computed.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <routh/report.h>

#include <string.h>

#include "base/context.h"

static routh_status strike_once(routh_context *context, const routh_solid *a, const routh_solid *b,
                                const routh_meeting *meeting, const routh_touch *touch, routh_effect_row *row) {
    routh_contact3 contact;
    routh_strike strike;
    routh_status status = routh_contact3_of(context, a, b, meeting, &contact);
    if (status == ROUTH_OK)
        status = routh_strike_solve(context, &contact, touch, NULL, &strike);
    if (status != ROUTH_OK)
        return status;
    routh_solid struck = *a, other = *b;
    routh_apply_impulse(&struck, &other, meeting, strike.p);
    memcpy(row->velocity, struck.velocity, sizeof row->velocity);
    memcpy(row->spin, struck.spin, sizeof row->spin);
    return ROUTH_OK;
}

routh_status routh_effect_create(routh_context *context, const routh_solid *a, const routh_solid *b,
                                 const routh_meeting *meeting, size_t steps, routh_effect *effect) {
    *effect = (routh_effect){.touch = meeting->touch, .count = steps + 1};
    if (steps == 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "an effect needs at least one step");
    effect->friction = routh_allocate(context, effect->count, sizeof *effect->friction);
    effect->poisson = effect->friction ? routh_allocate(context, effect->count, sizeof *effect->poisson) : NULL;
    routh_status status = effect->poisson ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; status == ROUTH_OK && i < effect->count; i++) {
        const double part = (double)i / (double)steps;
        routh_touch touch = effect->touch;
        effect->friction[i].value = touch.mu = part;
        status = strike_once(context, a, b, meeting, &touch, &effect->friction[i]);
        if (status != ROUTH_OK)
            break;
        touch = effect->touch;
        effect->poisson[i].value = 0.5 * part;
        touch.eta2 = routh_eta2_of_poisson(0.5 * part);
        status = strike_once(context, a, b, meeting, &touch, &effect->poisson[i]);
    }
    if (status != ROUTH_OK)
        routh_effect_release(context, effect);
    return status;
}

void routh_effect_release(routh_context *context, routh_effect *effect) {
    routh_release(context, effect->friction);
    routh_release(context, effect->poisson);
    *effect = (routh_effect){0};
}
