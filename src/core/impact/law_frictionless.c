/* The baseline: no friction, so every definition of restitution is the same.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "impact/impact.h"
#include "impact/kernel.h"

static inline routh_impulse rule(const routh_contact *contact, const double *parameters, int exact) {
    (void)exact;
    return (routh_impulse){.pt = 0.0, .pn = -(1 + parameters[0]) * contact->vn / contact->wnn, .mode = ROUTH_SLIDING};
}

ROUTH_LAW_KERNEL_OF(1, rule)

const routh_law routh_law_frictionless = {
    .name = "frictionless",
    .title = "Frictionless",
    .rule = "no tangential impulse, v_n⁺ = −ε v_n",
    .reference = "Newton, Principia (1687)",
    .restitution = ROUTH_NEWTON,
    .traits = ROUTH_LAW_KEEPS_ENERGY | ROUTH_LAW_FEASIBLE,
    .parameter_count = 1,
    .parameter = {ROUTH_PARAMETER_EPS("normal velocity after ÷ before, with a minus sign")},
    .impulse = impulse,
    .impulses = impulses,
};
