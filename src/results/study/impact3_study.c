/* What friction and Poisson's ratio do to a body, computed.
 *
 * SPDX-License-Identifier: BSD-3-Clause */

#include <string.h>

#include <routh/study.h>

#include "base/context.h"
#include "fields/structs.h"
#include "impact3/impact3.h"

static routh_status strike_once(routh_context *context, const routh_body3 *a, const routh_body3 *b,
                                const routh_scene_contact *scene_contact, const routh_pair *pair,
                                routh_impact3_study_row *row) {
    routh_contact3 contact;
    routh_outcome3 strike;
    ROUTH_TRY(routh_contact3_of(context, a, b, scene_contact, &contact));
    ROUTH_TRY(routh_law3_solve(context, &routh_law3_compliant, pair, &contact, NULL, &strike));
    routh_body3 struck = *a, other = *b;
    routh_contact3_apply(&struck, &other, scene_contact, strike.p);
    memcpy(row->velocity, struck.velocity, sizeof row->velocity);
    memcpy(row->spin, struck.spin, sizeof row->spin);
    return ROUTH_OK;
}

static routh_status strike_all(routh_context *context, const routh_body3 *a, const routh_body3 *b,
                               const routh_scene_contact *scene_contact, routh_impact3_study *effect) {
    effect->friction = routh_allocate(context, effect->count, sizeof *effect->friction);
    effect->poisson = routh_allocate(context, effect->count, sizeof *effect->poisson);
    if (!effect->friction || !effect->poisson)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; i < effect->count; i++) {
        const double part = (double)i / (double)(effect->count - 1);
        routh_pair pair = effect->pair;
        effect->friction[i].value = pair.mu = part;
        ROUTH_TRY(strike_once(context, a, b, scene_contact, &pair, &effect->friction[i]));
        pair = effect->pair;
        effect->poisson[i].value = 0.5 * part;
        pair.eta2 = routh_eta2_of_poisson(0.5 * part);
        ROUTH_TRY(strike_once(context, a, b, scene_contact, &pair, &effect->poisson[i]));
    }
    return ROUTH_OK;
}

routh_status routh_impact3_study_run(routh_context *context, const routh_body3 *a, const routh_body3 *b,
                                     const routh_scene_contact *scene_contact, size_t steps,
                                     routh_impact3_study *effect) {
    *effect = (routh_impact3_study){.pair = scene_contact->pair, .count = steps + 1};
    if (steps == 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "an effect needs at least one step");
    const routh_status status = strike_all(context, a, b, scene_contact, effect);
    if (status != ROUTH_OK)
        routh_impact3_study_release(context, effect);
    return status;
}

ROUTH_RELEASED_BY_FIELDS(routh_impact3_study)
