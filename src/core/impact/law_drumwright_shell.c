/* Drumwright and Shell: compression takes as much kinetic energy as friction cone and non-penetration allow; then the
 * normal impulse alone is multiplied by 1 + ε.
 *
 * E. Drumwright, D. A. Shell, Modeling contact friction and joint friction in dynamic robotic simulation using the
 * principle of maximum dissipation, WAFR (2010); the rule as in the program released with Fundamental limitations.
 *
 * Minimise f(P) = vᵀP + ½ PᵀWP over |P_t| ≤ μP_n, v_n⁺ ≥ 0. Its gradient is v⁺. The free minimiser S = −W⁻¹v stops the
 * contact point; if it lies in the cone it is the answer. Otherwise look at an edge of the cone, P = q d, d = (∓μ, 1):
 *     f = q d·v + ½ q² dᵀWd is least at q = −d·v / dᵀWd, and there d·v⁺ = 0, that is v_n⁺ = ±μ v_t⁺.
 * If friction opposes that slip, stepping off the edge into the cone does not pay, and v_n⁺ ≥ 0 comes for free: by
 * convexity this is the minimiser. (On the line v_n⁺ = 0 it never is: f falls along it into the cone.) Friction opposes
 * the slip on the left edge, ∓ = −, exactly if S_t < −μS_n, on the right one if S_t > μS_n. Where S lies below both
 * edges that holds for both, and the minimiser is on the one with q > 0, d·v < 0.
 *
 * So v_n⁺ > 0 already at ε = 0 wherever it slides. And multiplying P_n cannot penetrate: it adds W_nn εP_n ≥ 0 to v_n⁺,
 * so nothing is ever left over to be solved again.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "impact/impact.h"
#include "impact/kernel.h"

static inline routh_impulse rule(const routh_contact *contact, const double *parameters, int exact) {
    const routh_contact *c = contact;
    const double mu = parameters[0];
    const routh_point stop = routh_exact_impulse_for(exact, c, -c->vt, -c->vn);
    const double reach = mu * fabs(stop.pn);
    const int sticks = fabs(stop.pt) <= mu * stop.pn;
    const int left = fabs(stop.pt) > reach ? stop.pt < 0 : c->vn - mu * c->vt < 0;

    const double slope = left ? -mu : mu;
    const double along = c->vn + slope * c->vt;                              /* d·v */
    const double stiffness = c->wnn + slope * (2 * c->wtn + slope * c->wtt); /* dᵀWd */
    const double pn = sticks ? stop.pn : -along / stiffness;
    return (routh_impulse){.pt = sticks ? stop.pt : slope * pn,
                           .pn = (1 + parameters[1]) * pn,
                           .mode = sticks ? ROUTH_STICKING : ROUTH_SLIDING};
}

ROUTH_LAW_KERNEL_OF(1, rule)

const routh_law routh_law_drumwright_shell = {
    .name = "drumwright-shell",
    .title = "Drumwright–Shell",
    .rule = "compression dissipates as much as cone and non-penetration allow, then P_n alone is multiplied by 1 + ε",
    .reference = "Drumwright and Shell, WAFR (2010)",
    .restitution = ROUTH_POISSON,
    .traits = ROUTH_LAW_OF_SIX | ROUTH_LAW_FEASIBLE,
    .parameter_count = 2,
    .parameter = {ROUTH_PARAMETER_MU, ROUTH_PARAMETER_EPS("normal impulse of restitution ÷ of compression")},
    .impulse = impulse,
    .impulses = impulses,
};
