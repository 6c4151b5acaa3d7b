/* Poses: functions for use inside the library.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_GEOMETRY_POSE_H
#define ROUTH_SRC_GEOMETRY_POSE_H

#include <routh/geometry.h>

/* A shift along an axis (any length but 0), m. */
routh_pose3 routh_pose3_shift(const double axis[3], double distance);

/* From a unit quaternion w x y z (normalised when used). */
routh_pose3 routh_pose3_of_quaternion(const double orientation[4], const double position[3]);

/* Checks that the pose is finite and a rotation to 1e-6; the message says by how much it is not. */
routh_status routh_pose3_check(routh_context *context, const routh_pose3 *pose);

#endif
