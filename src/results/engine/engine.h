/* Every engine. A new one is one file and one line here.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_ENGINE_ENGINE_H
#define ROUTH_SRC_ENGINE_ENGINE_H

#include <routh/engine.h>

#define ROUTH_ENGINE_TABLE(X)                                                                                          \
    X(mujoco)                                                                                                          \
    X(bullet)                                                                                                          \
    X(ode)                                                                                                             \
    X(dart)                                                                                                            \
    X(drake)                                                                                                           \
    X(physx)

#define ROUTH_ENGINE_DECLARE(name) extern const routh_engine routh_engine_##name;
ROUTH_ENGINE_TABLE(ROUTH_ENGINE_DECLARE)
#undef ROUTH_ENGINE_DECLARE

/* Parameters in the order of engine.h. */
enum { ROUTH_AT_FRICTION = 0 };
enum { ROUTH_MUJOCO_STIFFNESS = 1, ROUTH_MUJOCO_DAMPING, ROUTH_MUJOCO_IMPEDANCE };
enum { ROUTH_RIGID_RESTITUTION = 1, ROUTH_RIGID_SPEED, ROUTH_RIGID_ERROR_REDUCTION, ROUTH_ODE_FORCE_MIXING };
enum { ROUTH_BULLET_ACROSS = ROUTH_RIGID_ERROR_REDUCTION + 1, ROUTH_DART_ACROSS = ROUTH_BULLET_ACROSS };
enum { ROUTH_ODE_ACROSS = ROUTH_ODE_FORCE_MIXING + 1 };
enum { ROUTH_DRAKE_STIFFNESS = 1, ROUTH_DRAKE_DISSIPATION };

/* What engines share. */
#define ROUTH_ENGINE_FRICTION(default_value, most, pair_rule)                                                          \
    { "friction", "", "coefficient of friction", 0, most, default_value, false, pair_rule }
#define ROUTH_ENGINE_RESTITUTION(pair_rule)                                                                            \
    { "restitution", "", "Newton's e: speed of separation ÷ speed of approach", 0, 1, 0, false, pair_rule }

/* Friction across the slip ÷ along it. Two sides of a pyramid are more than a cone where both are used up, and none across
 * lets a body that turns slip aside. */
#define ROUTH_ENGINE_ACROSS(about, default_value)                                                                      \
    { "friction_across", "", about, 0, 1, default_value, false, ROUTH_PAIR_CONTACT }

/* Parameters that stay at their usual value for this body, because any other would have no effect and the program refuses it:
 * DART's friction_across of a sharp body. */
bool routh_engine_is_held(const routh_engine *engine, const routh_engine_body *body, size_t parameter);

/* Where the parameter of that name stands; the engine's count: it has none. */
size_t routh_engine_place(const routh_engine *engine, const char *name);

/* Restitution that is wanted at a speed of approach. */
double routh_engine_target_eps(const routh_engine_target *target, double speed);

/* What the law makes of an impact with the restitution wanted. A law's eps is energetic; where the target's is Newton's or
 * Poisson's, the energetic one that has the same effect is found by halving. */
routh_status routh_engine_target_outcome(routh_context *context, const routh_engine_target *target,
                                         const routh_contact3 *contact, routh_outcome3 *wanted);

/* Fails unless target, body and step are numbers that an engine can be asked for. */
routh_status routh_engine_target_check(routh_context *context, const routh_engine_target *target,
                                       const routh_engine_body *body, double step);

#endif
