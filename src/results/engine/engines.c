/* Every engine in a table of its own, and the registry of them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "engine/engine.h"

/* Friction across the slip ÷ along it. Two sides of a pyramid are more than a cone where both are used up, and none across
 * lets a body that turns slip aside. */
#define ROUTH_ENGINE_ACROSS(about, default_value)                                                                      \
    { "friction_across", "", about, 0, 1, default_value, false, ROUTH_PAIR_CONTACT }

/* What engines share. */
#define ROUTH_ENGINE_FRICTION(default_value, most, pair_rule)                                                          \
    { "friction", "", "coefficient of friction", 0, most, default_value, false, pair_rule }
#define ROUTH_ENGINE_RESTITUTION(pair_rule)                                                                            \
    { "restitution", "", "Newton's e: speed of separation ÷ speed of approach", 0, 1, 0, false, pair_rule }

/* Bullet: velocities at the end of a step by sequential impulses. Newton's restitution with one e for a contact; slower than
 * the threshold there is none.
 *
 * Reference: btManifoldResult::calculateCombinedFriction and …Restitution (products of both bodies'; friction is kept within
 * ±10), btContactSolverInfo.h (m_restitutionVelocityThreshold 0.2, m_erp2 0.2, m_splitImpulse on), btRigidBody.h (friction
 * 0.5, restitution 0); read in the headers of Bullet 3.24. */

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

/* DART: velocities at the end of a step, a linear complementarity problem with a friction pyramid. Newton's restitution above
 * 0.1 m/s, a constant of its source that no caller can change; below e = 0.001 there is none.
 *
 * Reference: dart/constraint/ContactSurface.cpp and ContactConstraint.cpp of 6.12: DART_BOUNCING_VELOCITY_THRESHOLD 0.1, friction
 * the smaller of both bodies', restitution their product; DART_DEFAULT_FRICTION_COEFF 1, restitution 0; error reduction 0.01,
 * at most 0.001 m/s. ContactConstraint::setErrorReductionParameter changes the latter for all contacts of the process. */

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
 * model's weight. */

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
 * Checked against MuJoCo 2.2.2: tests/engine. */

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

/* ODE, also Gazebo classic's and SDF's <ode>: velocities at the end of a step. Newton's restitution (bounce) above bounce_vel;
 * soft_erp and soft_cfm make the contact a spring with a damper. What corrects the depth and what bounces are not added: the
 * larger velocity of both is taken, so that bounces are right only where e v exceeds soft_erp depth/step.
 *
 * All of it is stated for a contact joint, by the program that makes it. Gazebo classic takes the smaller friction, restitution
 * and threshold of both bodies.
 *
 * Reference: ODE manual, sections 7.3.7 Contact, 3.8.2 on ERP and CFM; ode/src/ode/joints/contact.cpp; objects.h of 0.16.2
 * (ERP 0.2, CFM 1e-10 in double precision); sdformat, surface.sdf (threshold 100000 m/s: never bounces). */

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

/* PhysX, and with it USD in Omniverse and Isaac: rigid, Newton's restitution above the scene's bounce threshold. Both materials'
 * values are averaged unless a combine mode says otherwise. Written, never run here: neither has a package of Debian.
 *
 * Reference: UsdPhysics MaterialAPI (physics:staticFriction, physics:dynamicFriction, physics:restitution, all 0 by default);
 * PxSceneDesc (bounceThresholdVelocity 0.2 times the scale's speed); PhysxSchema (physxScene:bounceThreshold,
 * physxMaterial:frictionCombineMode and restitutionCombineMode "average"). */

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

/* The registry of engines: by number and by name, their defaults, and the rules by which two bodies' values become one. */

static const routh_engine *const engines[] = {
#define ROUTH_ENGINE_ADDRESS(name) &routh_engine_##name,
    ROUTH_ENGINE_TABLE(ROUTH_ENGINE_ADDRESS)
#undef ROUTH_ENGINE_ADDRESS
};

static const routh_name_entry rules[] = {
#define ROUTH_PAIR_RULE_NAME(code, name, about) {name, about},
    ROUTH_PAIR_RULE_TABLE(ROUTH_PAIR_RULE_NAME)
#undef ROUTH_PAIR_RULE_NAME
};
const routh_names routh_pair_rules = {"pair rule", ROUTH_PAIR_RULE_COUNT, rules};

enum { ENGINES = sizeof engines / sizeof *engines };

const routh_engine *routh_engine_at(size_t index) {
    return index < ENGINES ? engines[index] : NULL;
}

static const char *name_at(size_t index, const void *user) {
    (void)user;
    return engines[index]->name;
}

const routh_engine *routh_engine_find(routh_context *context, const char *name) {
    for (size_t i = 0; i < ENGINES; i++)
        if (strcmp(engines[i]->name, name) == 0)
            return engines[i];
    const char *nearest = routh_nearest_name(name, ENGINES, name_at, NULL);
    char list[ROUTH_MESSAGE_SIZE / 2], shown[61];
    routh_show_text(shown, sizeof shown, name, strlen(name));
    routh_list_names(list, sizeof list, " and ", ENGINES, name_at, NULL);
    if (nearest)
        routh_fail_field(context, ROUTH_BAD_ARGUMENT, "engine", "no engine is called \"%s\"; did you mean \"%s\"?",
                         shown, nearest);
    else
        routh_fail_field(context, ROUTH_BAD_ARGUMENT, "engine", "no engine is called \"%s\"; there are %s", shown,
                         list);
    return NULL;
}

routh_engine_setting routh_engine_setting_default(const routh_engine *engine, double step) {
    routh_engine_setting setting = {.engine = engine, .step = step};
    for (size_t i = 0; i < engine->parameter_count; i++)
        setting.value[i] = engine->parameter[i].usual;
    return setting;
}

size_t routh_engine_place(const routh_engine *engine, const char *name) {
    size_t i = 0;
    while (i < engine->parameter_count && strcmp(engine->parameter[i].name, name) != 0)
        i++;
    return i;
}

bool routh_engine_is_held(const routh_engine *engine, const routh_engine_body *body, size_t parameter) {
    return engine == &routh_engine_dart && parameter == ROUTH_DART_ACROSS && body->ball_count == 0;
}

double routh_pair_combine(routh_pair_rule rule, double a, double b) {
    switch (rule) {
    case ROUTH_PAIR_MAXIMUM:
        return fmax(a, b);
    case ROUTH_PAIR_MINIMUM:
        return fmin(a, b);
    case ROUTH_PAIR_PRODUCT:
        return a * b;
    case ROUTH_PAIR_MEAN:
        return (a + b) / 2;
    case ROUTH_PAIR_HARMONIC:
        return a + b > 0 ? 2 * a * b / (a + b) : 0;
    case ROUTH_PAIR_SERIES:
        return a + b > 0 ? a * b / (a + b) : 0;
    case ROUTH_PAIR_CONTACT:
    case ROUTH_PAIR_RULE_COUNT:
        break;
    }
    return NAN;
}

void routh_pair_split(routh_pair_rule rule, double value, double *body, double *ground) {
    const double both = rule == ROUTH_PAIR_SERIES ? 2 * value : value;
    *body = both;
    *ground = rule == ROUTH_PAIR_MAXIMUM ? 0 : rule == ROUTH_PAIR_PRODUCT ? 1 : rule == ROUTH_PAIR_CONTACT ? NAN : both;
}
