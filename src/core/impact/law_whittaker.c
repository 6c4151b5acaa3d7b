/* Whittaker: the impulse that stops slip and reverses the normal velocity, its tangential part cut to the cone.
 *
 * E. T. Whittaker, A treatise on the analytical dynamics of particles and rigid bodies (1904), §95; the rule as in the
 * program released with Fundamental limitations.
 *
 * The rule puts P_t = μP_n and flips it if it then pushes the way the point slips. With a = v_t + W_tn P_n the sticking
 * impulse is P_t = −a/W_tt, and it is cut only where |a| > W_tt μ|P_n|; so the slip left, a ± W_tt μP_n, has the sign
 * of a either way, and the flip comes to this: P_t keeps the sign of the sticking impulse.
 *
 * When it is cut, P_n is not solved again: nothing makes up for errors in it then, so it is computed without the
 * cancellation that a nearly singular W brings. And v_n⁺ ≠ −ε v_n then, the contact may penetrate or be pulled, and μ =
 * 0 is not the frictionless impulse. That is the law; the outcome's flags say when it happens.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "impact/impact.h"
#include "impact/kernel.h"

static inline routh_impulse rule(const routh_contact *contact, const double *parameters, int exact) {
    const double mu = parameters[0];
    const routh_point stick = routh_exact_impulse_for(exact, contact, -contact->vt, -(1 + parameters[1]) * contact->vn);
    const double limit = mu * fabs(stick.pn);
    const int sticks = fabs(stick.pt) <= limit;
    return (routh_impulse){.pt = sticks ? stick.pt : (stick.pt < 0 ? -limit : limit),
                           .pn = stick.pn,
                           .mode = sticks ? ROUTH_STICKING : ROUTH_SLIDING};
}

ROUTH_LAW_KERNEL_OF(1, rule)

const routh_law routh_law_whittaker = {
    .name = "whittaker",
    .title = "Whittaker",
    .rule = "the impulse that stops slip and turns v_n into −ε v_n, P_t cut to ±μP_n without solving P_n again",
    .reference = "Whittaker, A treatise on the analytical dynamics of particles and rigid bodies (1904)",
    .restitution = ROUTH_NEWTON,
    .traits = ROUTH_LAW_OF_SIX,
    .parameter_count = 2,
    .parameter = {ROUTH_PARAMETER_MU, ROUTH_PARAMETER_EPS("normal velocity after ÷ before, when it sticks")},
    .impulse = impulse,
    .impulses = impulses,
};
