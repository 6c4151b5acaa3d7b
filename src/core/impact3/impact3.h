/* Inside of the room of impacts in space: bodies, contacts, scenes, and the registry of laws.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_IMPACT3_IMPACT3_H
#define ROUTH_SRC_IMPACT3_IMPACT3_H

#include <routh/impact3.h>

/* Friction and restitution that are large enough to have an effect. */

/* μ and e change the impulse by about their own share of it. Below this they are taken as 0: the direction of slip
 * would be too stiff to follow, and 1/e² too large for the stiffness of restitution. */
#define ROUTH_LEAST_COEFFICIENT 1e-9

static inline double routh_effective_coefficient(double coefficient) {
    return coefficient < ROUTH_LEAST_COEFFICIENT ? 0 : coefficient;
}

/* How a body answers to a push. */

/* Every number of a body or a contact is 0 or of a magnitude within these (masses, moments) or up to the larger
 * (positions, velocities): energies, m v² or v²/W, then stay clear of overflow and underflow. */
#define ROUTH_SMALLEST_NUMBER 1e-90
#define ROUTH_LARGEST_NUMBER  1e90

/* Change of velocity and spin per impulse and per angular impulse about the centre of mass, in world axes. */
typedef struct routh_mobility {
    double linear[3][3];  /* 1/kg: 1/m where free, a aᵀ/m where guided along a, 0 where fixed */
    double angular[3][3]; /* 1/(kg m²): R I⁻¹ Rᵀ where free, otherwise 0 */
} routh_mobility;

/* Of a body that routh_body3_check accepts. */
void routh_mobility_of(const routh_body3 *body, routh_mobility *mobility);

/* The rotation of a quaternion w x y z of any length but 0: columns are the body's axes in the world. */
void routh_rotation_of(const double quaternion[4], double rotation[3][3]);

/* The velocity and spin that count: for a guided body the velocity along its axis, for a fixed one nothing. */
void routh_motion_of(const routh_body3 *body, double motion[6]);

/* Fails on a body whose numbers are not legal, with a message that names it. */
routh_status routh_body3_check(routh_context *context, const routh_body3 *body);

/* Every law in space. A new law is one file and one line here. */

#define ROUTH_LAW3_TABLE(X)                                                                                            \
    X(frictionless)                                                                                                    \
    X(rigid)                                                                                                           \
    X(compliant)

#define ROUTH_LAW3_DECLARE(name) extern const routh_law3 routh_law3_##name;
ROUTH_LAW3_TABLE(ROUTH_LAW3_DECLARE)
#undef ROUTH_LAW3_DECLARE

#define ROUTH_LAW3_ONE(name) +1
enum { ROUTH_LAWS3 = ROUTH_LAW3_TABLE(ROUTH_LAW3_ONE) };
#undef ROUTH_LAW3_ONE

/* Laws with modifiers (law3_modified.c), how many parameters of a law are not its modifiers', and where a pair has the i-th of those
 * that are. */
const routh_law3 *routh_law3_modified_at(size_t index); /* NULL past the end */
int routh_law3_own_parameters(const routh_law3 *law);
double *routh_law3_modifier(const routh_law3 *law, routh_pair *pair, int i);

/* The parameters that laws share, in the order in which they have them. Fits look for μ up to ROUTH_MU_CAP. */
#define ROUTH_PARAMETER3_EPS                                                                                           \
    { "eps", "e", "1", "√(energy that the normal force gives back ÷ takes)", 0.0, 1.0, 0.5, 0.0, 0.0, false }
#define ROUTH_PARAMETER3_MU                                                                                            \
    { "mu", "μ", "1", "coefficient of friction", 0.0, ROUTH_MU_HIGH, 0.3, 0.0, 0.0, true }
#define ROUTH_PARAMETER3_ETA2                                                                                          \
    {                                                                                                                  \
        "eta2", "η²", "1", "normal ÷ tangential stiffness of the contact", ROUTH_ETA2_LOW, ROUTH_ETA2_HIGH, 17.0 / 14, \
            1e-3, 1e3, false                                                                                           \
    }

/* Contacts between bodies: how an impulse at one changes the velocity at another. */

/* Velocity of a's contact point relative to b's in the contact's axes, m/s. A component that is only rounding of the
 * difference that makes it, or too small to be squared, is 0: bodies that rest on each other, or roll, do so
 * exactly. */
void routh_velocity_at(const routh_body3 *a, const routh_body3 *b, const routh_scene_contact *scene_contact,
                       double v[3]);
void routh_contact_velocity(const routh_scene *scene, size_t i, double v[3]);

/* W_ij, 1/kg: the change of velocity at contact i, in its axes, per impulse at contact j, in its axes; 0 where they
 * share no body. W_ji is its transpose to the bit. */
void routh_coupling(const routh_scene *scene, size_t i, size_t j, double w[3][3]);

/* What makes a scene legal, whether or not anything in it closes. */

/* Everything that routh_scene_check demands except a closing contact: a scene stays legal after a collision. */
routh_status routh_scene_legal(routh_context *context, const routh_scene *scene);

/* A pair from the law's parameters in its own order; the others get their defaults. Valid pointers only. */
routh_pair routh_pair_of(const routh_law3 *law, const double *parameters);

#endif
