/* Anitescu and Potra's plastic problem, restitution multiplying the normal impulse alone, as in the program released
 * with Fundamental limitations. In sliding |P_t| / P_n is then μ / (1 + ε), not μ.
 *
 * That program solves again whatever the multiplication leaves penetrating. Nothing can be left with one contact:
 * v_n⁺ = 0 after the plastic problem, and W_nn εP_n ≥ 0 comes on top.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "impact/impact.h"
#include "impact/kernel.h"

static inline routh_impulse rule(const routh_contact *contact, const double *parameters, int exact) {
    const routh_impulse plastic = routh_coulomb_impulse(exact, contact, parameters[0], -contact->vn);
    const routh_point stop = routh_exact_impulse_for(exact, contact, -contact->vt, -contact->vn);
    const int sticks = plastic.mode == ROUTH_STICKING;
    return (routh_impulse){.pt = sticks ? stop.pt : plastic.pt,
                           .pn = (1 + parameters[1]) * (sticks ? stop.pn : plastic.pn),
                           .mode = plastic.mode};
}

ROUTH_LAW_KERNEL(rule)

const routh_law routh_law_ap_poisson_normal = {
    .name = "ap-poisson-normal",
    .title = "Anitescu–Potra, Poisson on the normal only",
    .rule = "compression to v_n = 0 with Coulomb friction, then the normal impulse alone is multiplied by 1 + ε",
    .reference = "program released with Fazeli, Zapolsky, Drumwright and Rodriguez, ISRR (2017)",
    .restitution = ROUTH_POISSON,
    .traits = ROUTH_LAW_FEASIBLE,
    .parameter_count = 2,
    .parameter = {ROUTH_PARAMETER_MU, ROUTH_PARAMETER_EPS("normal impulse of restitution ÷ of compression")},
    .impulse = impulse,
    .impulses = impulses,
};
