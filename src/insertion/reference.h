/* Errors of the reference pose.
 *
 * Equation 19 says that at the reference pose the objects are mated but for an offset along one axis. Displaced parts
 * come to rest a little elsewhere, and sensors have a resolution: object 1 is off by a small motion as a whole. Along the
 * axis it is the offset's own uncertainty. The other five, two tilts, two shifts across and a turn about the axis, are
 * unknowns beside the displacements. No displacement of single parts can represent a tilt: one of 1e-5 rad moves a part
 * 0.1 m away by a micrometre, the accuracy of the offset. The other three are nearly the same as displacing all
 * parts together; the recording hardly tells the two apart, and the errors of displacements must say so.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_INSERTION_REFERENCE_H
#define ROUTH_SRC_INSERTION_REFERENCE_H

#include <routh/insertion.h>

enum { ROUTH_REFERENCE_MOTIONS = 5 };

/* The assembly with these motions among its displacements, as the last ones: none without an offset, and none that it
 * has as a displacement of a whole object. It borrows everything else. */
routh_status routh_reference_create(routh_context *context, const routh_assembly *assembly, routh_assembly *extended);
void routh_reference_release(routh_context *context, routh_assembly *extended);

#endif
