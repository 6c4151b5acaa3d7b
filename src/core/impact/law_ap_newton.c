/* Anitescu and Potra with Newton's restitution: one complementarity problem with v_n⁺ = −ε v_n. Kane and Levinson's
 * rule is the same law in the plane.
 *
 * M. Anitescu, F. A. Potra, Formulating dynamic multi-rigid-body contact problems with friction as solvable linear
 * complementarity problems, Nonlinear Dynamics 14 (1997).
 *
 * Friction and restitution are fixed independently here, and where slip stops or reverses the sum may gain energy.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "impact/impact.h"
#include "impact/kernel.h"

static inline routh_impulse rule(const routh_contact *contact, const double *parameters, int exact) {
    return routh_coulomb_impulse(exact, contact, parameters[0], -(1 + parameters[1]) * contact->vn);
}

ROUTH_LAW_KERNEL(rule)

const routh_law routh_law_ap_newton = {
    .name = "ap-newton",
    .title = "Anitescu–Potra, Newton",
    .rule = "one complementarity problem: v_n⁺ = −ε v_n with Coulomb friction on the final slip",
    .reference = "Anitescu and Potra, Nonlinear Dynamics 14 (1997) 231; Kane and Levinson, Dynamics (1985)",
    .restitution = ROUTH_NEWTON,
    .traits = ROUTH_LAW_OF_SIX | ROUTH_LAW_FEASIBLE,
    .parameter_count = 2,
    .parameter = {ROUTH_PARAMETER_MU, ROUTH_PARAMETER_EPS("normal velocity after ÷ before, with a minus sign")},
    .impulse = impulse,
    .impulses = impulses,
};
