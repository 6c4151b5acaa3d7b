/* Chatterjee and Ruina: a mixture of the frictionless and the sticking plastic impulse.
 *
 * A. Chatterjee, A. Ruina, A new algebraic rigid-body collision law based on impulse space considerations,
 * J. Applied Mechanics 65 (1998).
 *
 *     P = (1 + ε) P_I + κ (P_II − P_I),   P_I = (0, −v_n/W_nn),   P_II = −W⁻¹ v,   κ = 1 + e_t
 *
 * Both end at v_n = 0, so v_n⁺ = −ε v_n whatever κ, and P_II − P_I = D_t (1, −W_tn/W_nn), D_t = (W_tn v_n − W_nn v_t)/det W.
 * Outside the friction cone κ is reduced until P lies on it; at κ = 0 it is inside. On the edge P_t = ±μP_n, the sign that of
 * D_t, and v_n⁺ = −ε v_n gives P_n = −(1 + ε) v_n / (W_nn ± μW_tn). In this form no two large numbers cancel, however thin W is
 * and however large μ, and P_n stays positive.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "impact/impact.h"
#include "impact/kernel.h"

static inline routh_impulse rule(const routh_contact *contact, const double *parameters, int exact) {
    const routh_contact *c = contact;
    const double mu = parameters[0], rise = -(1 + parameters[1]) * c->vn;
    const double lean = routh_difference(exact, c->wtn, c->vn, c->wnn, c->vt), sign = copysign(1.0, lean);
    const double wanted =
        (1 + parameters[2]) * fabs(lean) / routh_difference(exact, c->wtt, c->wnn, c->wtn, c->wtn); /* |P_t| */

    const double resistance = c->wnn + sign * mu * c->wtn; /* > 0 wherever that edge is met */
    const double edge_n = rise / resistance, edge = resistance > 0 ? mu * edge_n : INFINITY;
    const double pt = sign * (wanted < edge ? wanted : edge); /* selected, not branched to: no one can foresee it */
    const double wanted_n = (rise - c->wtn * pt) / c->wnn;
    return (routh_impulse){.pt = pt,
                           .pn = exact && wanted > edge ? edge_n : wanted_n,
                           .mode = wanted > edge ? ROUTH_SLIDING : ROUTH_STICKING};
}

ROUTH_LAW_KERNEL(rule)

const routh_law routh_law_chatterjee_ruina = {
    .name = "chatterjee-ruina",
    .title = "Chatterjee–Ruina",
    .rule =
        "(1 + ε) of the frictionless plastic impulse plus (1 + e_t) of the step to the sticking one, cut to the cone",
    .reference = "Chatterjee and Ruina, J. Applied Mechanics 65 (1998) 939",
    .restitution = ROUTH_NEWTON,
    .traits = ROUTH_LAW_FEASIBLE,
    .parameter_count = 3,
    .parameter = {ROUTH_PARAMETER_MU, ROUTH_PARAMETER_EPS("normal velocity after ÷ before, with a minus sign"),
                  ROUTH_PARAMETER_ET},
    .impulse = impulse,
    .impulses = impulses,
};
