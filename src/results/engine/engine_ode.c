/* ODE, also Gazebo classic's and SDF's <ode>: velocities at the end of a step. Newton's restitution (bounce) above bounce_vel;
 * soft_erp and soft_cfm make the contact a spring with a damper. What corrects the depth and what bounces are not added: the
 * larger velocity of both is taken, so that bounces are right only where e v exceeds soft_erp depth/step.
 *
 * All of it is stated for a contact joint, by the program that makes it. Gazebo classic takes the smaller friction, restitution
 * and threshold of both bodies.
 *
 * Reference: ODE manual, sections 7.3.7 Contact, 3.8.2 on ERP and CFM; ode/src/ode/joints/contact.cpp; objects.h of 0.16.2
 * (ERP 0.2, CFM 1e-10 in double precision); sdformat, surface.sdf (threshold 100000 m/s: never bounces).
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "engine/engine.h"

const routh_engine routh_engine_ode = {
    .name = "ode",
    .title = "ODE",
    .package = "libode-dev",
    .contact = "rigid or spring, Newton's restitution above a speed",
    .reference = "ODE manual, 7.3.7 Contact; sdformat, surface.sdf",
    .is_spring = false,
    .restitution = ROUTH_NEWTON,
    .parameter_count = 6,
    .parameter =
        {ROUTH_ENGINE_FRICTION(1, 1e3, ROUTH_PAIR_CONTACT),
         ROUTH_ENGINE_RESTITUTION(ROUTH_PAIR_CONTACT),
         {"restitution_speed", "m/s", "impacts slower than this do not bounce (bounce_vel; threshold in SDF)", 0, 1e5,
          0, false, ROUTH_PAIR_CONTACT},
         {"error_reduction", "", "share of the depth that a step corrects (soft_erp)", 0, 1, 0.2, false,
          ROUTH_PAIR_CONTACT},
         {"force_mixing", "s/kg", "velocity into the contact for each newton of its force (soft_cfm)", 1e-12, 1, 1e-10,
          true, ROUTH_PAIR_CONTACT},
         ROUTH_ENGINE_ACROSS(
             "friction across the slip ÷ along it (mu2 ÷ mu); less than 1 needs a program that turns ODE's fdir1 along "
             "the slip, as that of Routh does and Gazebo does not",
             1)},
};

void routh_ode_of_spring(double step, double kp, double kd, double *erp, double *cfm) {
    *erp = step * kp / (step * kp + kd);
    *cfm = 1 / (step * kp + kd);
}

void routh_ode_spring_of(double step, double erp, double cfm, double *kp, double *kd) {
    *kp = erp / (step * cfm);
    *kd = (1 - erp) / cfm;
}
