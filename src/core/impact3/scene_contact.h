/* Contacts between bodies: how an impulse at one changes the velocity at another.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_IMPACT3_SCENE_CONTACT_H
#define ROUTH_SRC_IMPACT3_SCENE_CONTACT_H

#include <routh/impact3.h>

/* Three rows, one for each of the contact's axes, that turn a body's velocity and spin into the velocity of its point
 * at the contact: (axis, r × axis), r from the centre of mass to the contact. Transposed they turn an impulse there
 * into one through the centre of mass and one about it. */
void routh_contact_rows(const routh_body3 *body, const routh_scene_contact *scene_contact, double rows[3][6]);

/* Velocity of a's contact point relative to b's in the contact's axes, m/s. A component that is only rounding of the
 * difference that makes it, or too small to be squared, is 0: bodies that rest on each other, or roll, do so
 * exactly. */
void routh_velocity_at(const routh_body3 *a, const routh_body3 *b, const routh_scene_contact *scene_contact,
                       double v[3]);
void routh_contact_velocity(const routh_scene *scene, size_t i, double v[3]);

/* W_ij, 1/kg: the change of velocity at contact i, in its axes, per impulse at contact j, in its axes; 0 where they
 * share no body. W_ji is its transpose to the bit. */
void routh_coupling(const routh_scene *scene, size_t i, size_t j, double w[3][3]);

/* Checks point, normal and the two bodies' mobility: legal numbers, and an impulse along the normal must change
 * something. */
routh_status routh_scene_contact_legal(routh_context *context, const routh_body3 *a, const routh_body3 *b,
                                       const routh_scene_contact *scene_contact);

#endif
