/* Orientations as files write them, to unit quaternions.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_TRACKS_ORIENTATION_H
#define ROUTH_SRC_TRACKS_ORIENTATION_H

#include <routh/tracks.h>

typedef enum routh_orientation_fault {
    ROUTH_ORIENTATION_FINE,
    ROUTH_ORIENTATION_NONE,           /* all zero: the system did not see the body */
    ROUTH_ORIENTATION_LENGTH,         /* a quaternion whose length is not 1 */
    ROUTH_ORIENTATION_NOT_ORTHOGONAL, /* a matrix that is no rotation */
    ROUTH_ORIENTATION_MIRRORS         /* a matrix with determinant −1 */
} routh_orientation_fault;

/* From the form's numbers, in the order of its columns, angles in rad. *measure: the length of the quaternion, or how far
 * the matrix is from a rotation. `euler` is an order that routh_euler_axes takes. */
routh_orientation_fault routh_orientation_of(routh_orientation form, const char *euler, const double *number,
                                             double turn[4], double *measure);

/* Of unit length, and with the sign that `before` has; NULL: none before. */
void routh_orientation_align(const double *before, double turn[4]);

#endif
