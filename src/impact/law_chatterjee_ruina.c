/* Chatterjee and Ruina: a mixture of the frictionless and the sticking plastic impulse.
 *
 * A. Chatterjee, A. Ruina, A new algebraic rigid-body collision law based on impulse space considerations,
 * J. Applied Mechanics 65 (1998).
 *
 *     P = (1 + ε) P_I + κ (P_II − P_I),   P_I = (0, −v_n/W_nn),   P_II = −W⁻¹ v,   κ = 1 + e_t
 *
 * Both end at v_n = 0, so v_n⁺ = −ε v_n whatever κ. Outside the friction cone κ is reduced until P lies on it; at κ = 0
 * it is inside.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "impact/kernel.h"
#include "impact/registry.h"

static inline routh_impulse impulse(const routh_contact *contact, const double *parameters) {
    const double mu = parameters[0];
    const double plain = -contact->vn / contact->wnn;
    const routh_point stop = routh_impulse_for(contact, -contact->vt, -contact->vn);
    const double base = (1 + parameters[1]) * plain;
    const double step_t = stop.pt, step_n = stop.pn - plain;

    const double wanted = 1 + parameters[2];
    const double leaving = fabs(step_t) - mu * step_n; /* how fast P nears the cone's edge with κ */
    const double reach = leaving > 0 ? mu * base / leaving : INFINITY;
    const int cut = wanted > reach;
    const double share = cut ? reach : wanted; /* κ */
    return (routh_impulse){
        .pt = share * step_t, .pn = base + share * step_n, .mode = cut ? ROUTH_SLIDING : ROUTH_STICKING};
}

ROUTH_LAW_KERNEL(impulse)

const routh_law routh_law_chatterjee_ruina = {
    .name = "chatterjee-ruina",
    .title = "Chatterjee–Ruina",
    .rule =
        "(1 + ε) of the frictionless plastic impulse plus (1 + e_t) of the step to the sticking one, cut to the cone",
    .reference = "Chatterjee and Ruina, J. Applied Mechanics 65 (1998) 939",
    .restitution = ROUTH_NEWTON,
    .traits = ROUTH_LAW_FEASIBLE,
    .parameter_count = 3,
    .parameter = {ROUTH_PARAMETER_MU,
                  ROUTH_PARAMETER_EPS("normal velocity after ÷ before, with a minus sign"),
                  {"et", "e_t", "1", "tangential restitution", -1.0, 1.0, 0.0, 0.0, 0.0}},
    .impulse = impulse,
    .impulses = impulses,
};
