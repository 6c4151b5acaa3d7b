/* Drake: point contact with Hunt and Crossley's factor on a linear spring, f = k x₊ (1 + d ẋ)₊, x the depth.
 *
 *     k = k₁k₂/(k₁ + k₂),  d = (k₂d₁ + k₁d₂)/(k₁ + k₂),  μ = 2μ₁μ₂/(μ₁ + μ₂)
 *
 * Equal dissipation on both bodies is therefore the contact's. Discrete plants use mu_dynamic only. Debian has no package, so
 * that nothing here was run: restitution was checked by an integration of this law (tests/engine).
 *
 * Reference: drake.mit.edu, group "Modeling Compliant Contact" and "Modeling Dry Friction" (drake/multibody/plant/
 * contact_model_doxygen.h), tags of "Parsing models": drake:point_contact_stiffness, drake:hunt_crossley_dissipation,
 * drake:mu_static, drake:mu_dynamic. Stiffness has no default there: it follows from a penetration allowance of 1 mm and the
 * model's weight.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "engine/engine.h"

const routh_engine routh_engine_drake = {
    .name = "drake",
    .title = "Drake",
    .package = NULL,
    .contact = "spring with Hunt and Crossley's dissipation",
    .reference = "Drake documentation, Modeling Compliant Contact",
    .is_spring = true,
    .restitution = ROUTH_NEWTON,
    .parameter_count = 3,
    .parameter = {ROUTH_ENGINE_FRICTION(1, 1e3, ROUTH_PAIR_HARMONIC),
                  {"stiffness", "N/m", "point_contact_stiffness of the contact", 1, 1e12, 1e6, true, ROUTH_PAIR_SERIES},
                  {"dissipation", "s/m", "hunt_crossley_dissipation of the contact", 0, 1e4, 1, false,
                   ROUTH_PAIR_MEAN}},
};
