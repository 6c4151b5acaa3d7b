/* PhysX, and with it USD in Omniverse and Isaac: rigid, Newton's restitution above the scene's bounce threshold. Both materials'
 * values are averaged unless a combine mode says otherwise. Written, never run here: neither has a package of Debian.
 *
 * Reference: UsdPhysics MaterialAPI (physics:staticFriction, physics:dynamicFriction, physics:restitution, all 0 by default);
 * PxSceneDesc (bounceThresholdVelocity 0.2 times the scale's speed); PhysxSchema (physxScene:bounceThreshold,
 * physxMaterial:frictionCombineMode and restitutionCombineMode "average").
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "engine/engine.h"

const routh_engine routh_engine_physx = {
    .name = "physx",
    .title = "PhysX",
    .package = NULL,
    .contact = "rigid, Newton's restitution above a speed",
    .reference = "UsdPhysics MaterialAPI; PhysX, PxSceneDesc; PhysxSchema",
    .is_spring = false,
    .restitution = ROUTH_NEWTON,
    .parameter_count = 3,
    .parameter = {ROUTH_ENGINE_FRICTION(0, 1e3, ROUTH_PAIR_MEAN),
                  ROUTH_ENGINE_RESTITUTION(ROUTH_PAIR_MEAN),
                  {"restitution_speed", "m/s", "bounce threshold of the scene: slower impacts have no restitution", 0,
                   1e3, 0.2, false, ROUTH_PAIR_CONTACT}},
};
