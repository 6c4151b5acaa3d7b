/* DART: velocities at the end of a step, a linear complementarity problem with a friction pyramid. Newton's restitution above
 * 0.1 m/s, a constant of its source that no caller can change; below e = 0.001 there is none.
 *
 * Reference: dart/constraint/ContactSurface.cpp and ContactConstraint.cpp of 6.12: DART_BOUNCING_VELOCITY_THRESHOLD 0.1, friction
 * the smaller of both bodies', restitution their product; DART_DEFAULT_FRICTION_COEFF 1, restitution 0; error reduction 0.01,
 * at most 0.001 m/s. ContactConstraint::setErrorReductionParameter changes the latter for all contacts of the process.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "engine/engine.h"

const routh_engine routh_engine_dart = {
    .name = "dart",
    .title = "DART",
    .package = "libdart-dev",
    .contact = "rigid, friction pyramid, Newton's restitution above 0.1 m/s",
    .reference = "DART 6.12, dart/constraint/ContactConstraint.cpp",
    .is_spring = false,
    .restitution = ROUTH_NEWTON,
    .parameter_count = 5,
    .parameter = {ROUTH_ENGINE_FRICTION(1, 1e3, ROUTH_PAIR_MINIMUM),
                  ROUTH_ENGINE_RESTITUTION(ROUTH_PAIR_PRODUCT),
                  {"restitution_speed", "m/s", "slower impacts have no restitution; fixed in DART's source", 0.1, 0.1,
                   0.1, false, ROUTH_PAIR_CONTACT},
                  {"error_reduction", "", "share of the depth that a step corrects", 0, 1, 0.01, false,
                   ROUTH_PAIR_CONTACT},
                  ROUTH_ENGINE_ACROSS("secondary ÷ primary friction, with the first direction laid along the slip", 1)},
};
