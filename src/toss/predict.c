/* Predictions of the motion after an impact, and their errors.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/toss.h>

#include "algebra/matrix3.h"
#include "base/context.h"
#include "impact3/law3.h"

static const struct {
    const char *name, *about;
    int parameters;
} laws[ROUTH_TOSS_LAW_COUNT] = {
#define LAW_ENTRY(code, name, parameters, about) [code] = {name, about, parameters},
    ROUTH_TOSS_LAW_TABLE(LAW_ENTRY)
#undef LAW_ENTRY
};

static int is_law(routh_toss_law law) {
    return (int)law >= 0 && law < ROUTH_TOSS_LAW_COUNT;
}

const char *routh_toss_law_name(routh_toss_law law) {
    return is_law(law) ? laws[law].name : "unknown";
}

const char *routh_toss_law_about(routh_toss_law law) {
    return is_law(law) ? laws[law].about : "no law of this library";
}

int routh_toss_law_parameters(routh_toss_law law) {
    return is_law(law) ? laws[law].parameters : 0;
}

const char *routh_toss_parameter_name(int parameter) {
    return parameter == 0 ? "e" : parameter == 1 ? "mu" : parameter == 2 ? "eta2" : "unknown";
}

/* The impulse nearest to what was measured in the metric of the error: Σ over V and k ω of the squared difference is
 * least where (1/m² + [r]ᵀ[r] k²/I²) P = ΔV/m + [r]ᵀ Δω k²/I. With k² = I/m that is W P = Δv of the contact point. */
static routh_status floor_impulse(routh_context *context, const routh_toss_impact *impact, double impulse[3]) {
    routh_factor3 factor;
    double inverse[3][3], change[3];
    if (!routh_factor3_of(impact->contact.w, &factor))
        return routh_fail(context, ROUTH_BAD_COMPLIANCE, "%s", routh_status_message(ROUTH_BAD_COMPLIANCE));
    routh_inverse3(&factor, inverse);
    for (int c = 0; c < 3; c++)
        change[c] = impact->contact_after[c] - impact->contact.v[c];
    for (int c = 0; c < 3; c++)
        impulse[c] = routh_dot3(inverse[c], change);
    return ROUTH_OK;
}

/* The impulse that a law predicts. */
static routh_status impulse_of(routh_context *context, const routh_toss_impact *impact, routh_toss_law law,
                               const double *parameters, double impulse[3]) {
    routh_outcome3 strike;
    routh_pair pair = routh_pair_default();
    routh_status status = ROUTH_OK;
    switch (law) {
    case ROUTH_TOSS_FRICTIONLESS: /* only P_n, and v_n⁺ = −e v_n⁻: all restitutions agree */
        impulse[0] = impulse[1] = 0;
        impulse[2] = -(1 + parameters[0]) * impact->contact.v[2] / impact->contact.w[2][2];
        return ROUTH_OK;
    case ROUTH_TOSS_RIGID:
        pair.eps = parameters[0];
        pair.mu = parameters[1];
        status = routh_law3_solve(context, &routh_law3_rigid, &pair, &impact->contact, NULL, &strike);
        break;
    case ROUTH_TOSS_COMPLIANT:
        pair = (routh_pair){.eps = parameters[0], .mu = parameters[1], .eta2 = parameters[2]};
        status = routh_law3_solve(context, &routh_law3_compliant, &pair, &impact->contact, NULL, &strike);
        break;
    case ROUTH_TOSS_FLOOR:
        return floor_impulse(context, impact, impulse);
    case ROUTH_TOSS_MEAN:
    case ROUTH_TOSS_LAW_COUNT:
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "%s does not predict an impulse", routh_toss_law_name(law));
    }
    for (int c = 0; c < 3 && status == ROUTH_OK; c++)
        impulse[c] = strike.p[c];
    return status;
}

/* The motion after an impulse at the contact point. */
static routh_toss_motion motion_after(const routh_toss_impacts *impacts, const routh_toss_impact *impact,
                                      const double impulse[3]) {
    routh_toss_motion after = impact->before;
    double angular[3];
    routh_cross3(impact->point, impulse, angular);
    for (int c = 0; c < 3; c++) {
        after.velocity[c] += impulse[c] / impacts->mass;
        after.spin[c] += angular[c] / impacts->calibration.inertia;
    }
    return after;
}

routh_status routh_toss_predict(routh_context *context, const routh_toss_impacts *impacts,
                                const routh_toss_impact *impact, routh_toss_law law, const double *parameters,
                                routh_toss_motion *after) {
    double impulse[3];
    const routh_status status = impulse_of(context, impact, law, parameters, impulse);
    if (status == ROUTH_OK)
        *after = motion_after(impacts, impact, impulse);
    return status;
}

double routh_toss_error(const routh_toss_impacts *impacts, const routh_toss_motion *predicted,
                        const routh_toss_motion *measured) {
    double moved = 0, turned = 0;
    for (int c = 0; c < 3; c++) {
        const double velocity = predicted->velocity[c] - measured->velocity[c];
        const double spin = predicted->spin[c] - measured->spin[c];
        moved += velocity * velocity;
        turned += spin * spin;
    }
    return sqrt(moved + turned * impacts->calibration.inertia / impacts->mass);
}
