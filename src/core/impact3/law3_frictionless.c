/* The baseline: no friction, so that every definition of restitution is the same.
 *
 * Only P_n acts. v_n rises by W_nn P_n, is 0 at P_n = −v_n/W_nn, and v_n⁺ = −e v_n. The normal force takes ½ v_n²/W_nn and
 * gives e² of it back. The point slips all the way, W_⊥n P_n more than before.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include "algebra/space.h"
#include "impact3/impact3.h"

static void note(const routh_contact3 *contact, double impulse, routh_phase phase, routh_outcome3 *outcome) {
    routh_moment *moment = &outcome->switches[outcome->switch_count++];
    outcome->switch_total++;
    *moment = (routh_moment){.p = {0, 0, impulse}, .phase = phase};
    for (int k = 0; k < 3; k++)
        moment->v[k] = contact->v[k] + contact->w[k][2] * impulse;
}

static routh_status solve(routh_context *context, const routh_pair *pair, const routh_contact3 *contact,
                          const routh_law3_options *options, routh_outcome3 *outcome) {
    (void)context;
    (void)options;
    const double vn = contact->v[2], wnn = contact->w[2][2], eps = pair->eps;
    const double impulse = -(1 + eps) * vn / wnn;
    outcome->switch_count = outcome->switch_total = 0;
    note(contact, 0, ROUTH_C_SLIP, outcome);
    if (eps > 0)
        note(contact, -vn / wnn, ROUTH_R_SLIP, outcome);
    note(contact, impulse, ROUTH_APART, outcome);
    const routh_moment *end = &outcome->switches[outcome->switch_count - 1];
    memcpy(outcome->p, end->p, sizeof outcome->p);
    memcpy(outcome->v, end->v, sizeof outcome->v);
    outcome->duration = 0;
    routh_factor3 factor;
    routh_factor3_of(contact->w, &factor);
    const double taken = 0.5 * vn * vn / wnn;
    outcome->energy = (routh_outcome3_energy){.before = routh_half_form3(&factor, contact->v),
                                              .after = routh_half_form3(&factor, outcome->v),
                                              .normal_stored = taken,
                                              .normal_recovered = eps * eps * taken,
                                              .normal = (1 - eps * eps) * taken};
    outcome->contact_energy_ratio = outcome->energy.after / outcome->energy.before;
    return ROUTH_OK;
}

const routh_law3 routh_law3_frictionless = {
    .name = "frictionless",
    .title = "Frictionless",
    .rule = "rigid, without friction",
    .reference = "Newton, Principia (1687)",
    .parameter_count = 1,
    .parameter = {ROUTH_PARAMETER3_EPS},
    .solve = solve,
};
