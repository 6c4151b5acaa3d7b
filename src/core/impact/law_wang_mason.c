/* Wang and Mason: Routh's path until the normal impulse is 1 + ε times that of compression (Poisson).
 *
 * Y. Wang, M. T. Mason, Two-dimensional rigid-body collisions with friction, J. Applied Mechanics 59 (1992).
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "impact/impact.h"
#include "impact/kernel.h"

static inline routh_impulse rule(const routh_contact *contact, const double *parameters, int exact) {
    const routh_path path = routh_path_of(exact, contact, parameters[0]);
    return routh_path_end(contact, &path, (1 + parameters[1]) * path.middle);
}

ROUTH_LAW_KERNEL(rule)

const routh_law routh_law_wang_mason = {
    .name = "wang-mason",
    .title = "Wang–Mason",
    .rule = "follows Routh's path until the normal impulse is 1 + ε times that of compression",
    .reference = "Wang and Mason, J. Applied Mechanics 59 (1992) 635",
    .restitution = ROUTH_POISSON,
    .traits = ROUTH_LAW_OF_SIX | ROUTH_LAW_ON_PATH | ROUTH_LAW_KEEPS_ENERGY | ROUTH_LAW_FEASIBLE,
    .parameter_count = 2,
    .parameter = {ROUTH_PARAMETER_MU, ROUTH_PARAMETER_EPS("normal impulse of restitution ÷ of compression")},
    .impulse = impulse,
    .impulses = impulses,
};
