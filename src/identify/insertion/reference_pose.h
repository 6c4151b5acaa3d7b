/* Errors of the reference pose.
 *
 * Equation 19 says that at the reference pose the objects are mated but for an offset along one axis. Displaced parts
 * come to rest a little elsewhere, and sensors have a resolution: object 1 is off by a small motion as a whole. Along the
 * axis it is the offset's own uncertainty. The other five, tilts about the two axes across it, shifts along them and a turn
 * about it, are unknowns beside the displacements: a tilt of 1e-5 rad moves a part 0.1 m away by a micrometre, the accuracy
 * of the offset, and a shift moves parts along directions in which the assembly may not let them be displaced. Without them
 * their effect stays in the residual for as long as the parts slide.
 *
 * Shifts and the turn do to many contacts what displacing all parts together does; only the sum of both is estimated there,
 * and the prior shares it out. Displaced parts come to rest where that sum is small: the motion is not independent of
 * them, so a small sum says nothing about either. The errors of displacements include that (routh_reference_prior).
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_INSERTION_REFERENCE_POSE_H
#define ROUTH_SRC_INSERTION_REFERENCE_POSE_H

#include <routh/insertion.h>

enum { ROUTH_COMMON_MOTIONS = 3 };

/* The assembly with these motions among its displacements, as the last ones: tilts, shifts, the turn; none without an
 * offset, and none that it has as a displacement of a whole object. It borrows everything else. */
routh_status routh_reference_create(routh_context *context, const routh_assembly *assembly, routh_assembly *extended);
void routh_reference_release(routh_context *context, routh_assembly *extended);

/* Adds to z what represents a small motion of object 1 as a whole, shift and rotation vector in its axes: the extended assembly's
 * displacements of the whole object, and only where it has none, those of all parts. The motion along the offset's axis
 * is left out unless the assembly lists it. */
void routh_reference_displace(const routh_assembly *extended, const double motion[6], double *z);

/* The covariance of z before anything is recorded, count²: of each 1, independent, but late motions (late.h) m = −R z + rest, where R z is
 * the motion that takes most of the parts' displacements back. Of two recordings both motions follow the same parts. */
routh_status routh_reference_prior(routh_context *context, const routh_assembly *extended, double *prior);

/* Motions of object 1 across the axis that only displacements of its parts together represent, as orthonormal
 * directions of z: at most ROUTH_COMMON_MOTIONS rows of assembly->count numbers. None without an offset, and none that
 * the assembly has as a displacement of a whole object, or that leaves a part of object 1 where it is. Returns how
 * many. */
size_t routh_common_motions(const routh_assembly *assembly, double *direction);

#endif
