/* The physical constants of billiards and their checks. Sources of the defaults: simulate.h.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/simulate.h>

#include "base/context.h"
#include "simulate/billiard.h"

routh_billiards routh_billiards_default(void) {
    const double eta2 = routh_eta2_of_poisson(0.3);
    return (routh_billiards){.ball_mass = 0.170,
                             .ball_radius = 0.028575,
                             .cue_mass = 0.54,
                             .tip = {.mu = 0.6, .eps = 0.73, .eta2 = eta2},
                             .table = {.mu = 0.2, .eps = 0.5, .eta2 = eta2},
                             .table_stiffness = 10,
                             .cloth_sliding = 0.2,
                             .cloth_rolling = 0.01,
                             .spin_deceleration = 10,
                             .gravity = 9.80665,
                             .least_hop = 1e-4};
}

/* The message about a contact, with the contact's name before it. */
static routh_status check_touch(routh_context *context, const char *name, const routh_pair *pair) {
    routh_context reason = routh_context_default();
    routh_status status = routh_pair_check(&reason, pair);
    return status == ROUTH_OK ? ROUTH_OK : routh_fail(context, status, "billiards: %s: %.400s", name, reason.message);
}

routh_status routh_billiards_check(routh_context *context, const routh_billiards *billiards) {
    if (!billiards)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "billiards: the constants are missing");
    const struct {
        const char *name, *unit;
        double value;
        routh_status status;
    } field[] = {
        {"ball_mass", " kg", billiards->ball_mass, ROUTH_BAD_MASS},
        {"ball_radius", " m", billiards->ball_radius, ROUTH_BAD_ARGUMENT},
        {"cue_mass", " kg", billiards->cue_mass, ROUTH_BAD_MASS},
        {"table_stiffness", "", billiards->table_stiffness, ROUTH_BAD_ARGUMENT},
        {"cloth_sliding", "", billiards->cloth_sliding, ROUTH_BAD_ARGUMENT},
        {"cloth_rolling", "", billiards->cloth_rolling, ROUTH_BAD_ARGUMENT},
        {"spin_deceleration", " rad/s²", billiards->spin_deceleration, ROUTH_BAD_ARGUMENT},
        {"gravity", " m/s²", billiards->gravity, ROUTH_BAD_ARGUMENT},
        {"least_hop", " m", billiards->least_hop, ROUTH_BAD_ARGUMENT},
    };
    for (size_t i = 0; i < sizeof field / sizeof field[0]; i++) {
        if (!isfinite(field[i].value))
            return routh_fail(context, ROUTH_NOT_FINITE, "billiards: %s = %g%s is not finite", field[i].name,
                              field[i].value, field[i].unit);
        if (field[i].value <= 0)
            return routh_fail(context, field[i].status, "billiards: %s = %g%s is not positive", field[i].name,
                              field[i].value, field[i].unit);
    }
    routh_status status = check_touch(context, "tip", &billiards->tip);
    return status == ROUTH_OK ? check_touch(context, "table", &billiards->table) : status;
}
