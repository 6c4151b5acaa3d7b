/* MuJoCo: the Gauss principle with soft constraints. A contact alone obeys, with constant impedance d,
 *
 *     r̈ + damping ṙ + stiffness r = (1 − d) a_u,    as long as that pushes,
 *
 * r the distance (negative: depth), a_u what the acceleration would be without the contact. solref="−stiffness −damping" is
 * the direct form; the usual one, solref="timeconst dampratio", is stiffness = 1/(timeconst dampratio)², damping =
 * 2/timeconst. Neither is in N/m: while bodies meet, the contact is a spring of m_eff stiffness, at rest of
 * m_eff stiffness/(1 − d), m_eff = 1/(n J M⁻¹ Jᵀ n).
 *
 * Reference: mujoco.readthedocs.io, "Computation", sections "Constraint model" and "Parameters"; "Modeling", section "Contact
 * parameters" (element-wise maximum of friction, minimum of solref where one is direct; priority decides before both).
 * Checked against MuJoCo 2.2.2: tests/engine.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "engine/engine.h"

/* The defaults are solref="0.02 1" and solimp="0.9 0.95 …", of which the first impedance is taken. */
const routh_engine routh_engine_mujoco = {
    .name = "mujoco",
    .title = "MuJoCo",
    .package = "libmujoco-dev",
    .contact = "spring and damper, soft constraint, elliptic cone",
    .reference = "MuJoCo documentation, Computation: Constraint model; Modeling: Contact parameters",
    .is_spring = true,
    .restitution = ROUTH_NEWTON,
    .parameter_count = 4,
    .parameter = {ROUTH_ENGINE_FRICTION(1, 1e3, ROUTH_PAIR_MAXIMUM),
                  {"stiffness", "1/s²", "minus the first number of a direct solref; N/m ÷ effective mass", 1, 1e10,
                   2500, true, ROUTH_PAIR_MAXIMUM},
                  {"damping", "1/s", "minus the second number of a direct solref; N s/m ÷ effective mass", 1e-6, 1e6,
                   100, true, ROUTH_PAIR_MAXIMUM},
                  {"impedance", "", "solimp, the same at every depth", 0.01, 0.9999, 0.9, false, ROUTH_PAIR_MEAN}},
};
