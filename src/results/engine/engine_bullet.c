/* Bullet: velocities at the end of a step by sequential impulses. Newton's restitution with one e for a contact; slower than
 * the threshold there is none.
 *
 * Reference: btManifoldResult::calculateCombinedFriction and …Restitution (products of both bodies'; friction is kept within
 * ±10), btContactSolverInfo.h (m_restitutionVelocityThreshold 0.2, m_erp2 0.2, m_splitImpulse on), btRigidBody.h (friction
 * 0.5, restitution 0); read in the headers of Bullet 3.24.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "engine/engine.h"

const routh_engine routh_engine_bullet = {
    .name = "bullet",
    .title = "Bullet",
    .package = "libbullet-dev",
    .contact = "rigid, sequential impulses, Newton's restitution above a speed",
    .reference = "Bullet 3.24, btManifoldResult.cpp, btContactSolverInfo.h",
    .is_spring = false,
    .restitution = ROUTH_NEWTON,
    .parameter_count = 5,
    .parameter =
        {ROUTH_ENGINE_FRICTION(0.5, 10, ROUTH_PAIR_PRODUCT),
         ROUTH_ENGINE_RESTITUTION(ROUTH_PAIR_PRODUCT),
         {"restitution_speed", "m/s", "slower impacts have no restitution", 0, 10, 0.2, false, ROUTH_PAIR_CONTACT},
         {"error_reduction", "", "share of the depth that a step corrects", 0, 1, 0.2, false, ROUTH_PAIR_CONTACT},
         ROUTH_ENGINE_ACROSS("more than 0.5: SOLVER_USE_2_FRICTION_DIRECTIONS; otherwise one, along the slip", 0)},
};
