/* How a body answers to a push.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_IMPACT3_BODY3_H
#define ROUTH_SRC_IMPACT3_BODY3_H

#include <routh/impact3.h>

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

#endif
