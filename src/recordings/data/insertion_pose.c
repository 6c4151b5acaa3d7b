/* Poses of insertions as numbers, and the names of columns.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "algebra/space.h"
#include "data/insertion_recording.h"
#include "geometry/geometry.h"

const char *const routh_insertion_columns[ROUTH_INSERTION_COLUMNS + 1] = {"time", "px", "py", "pz", "qw", "qx", "qy",
                                                                          "qz",   "vx", "vy", "vz", "wx", "wy", "wz",
                                                                          "fx",   "fy", "fz", "mx", "my", "mz", NULL};

void routh_pose_numbers(const routh_pose3 *pose, double number[7]) {
    memcpy(number, pose->position, sizeof pose->position);
    routh_turn_of_matrix(pose->rotation, &number[3]);
}

const char *routh_pose_from_numbers(const double number[7], routh_pose3 *pose, char fault[ROUTH_FAULT_SIZE]) {
    double square = 0;
    for (int k = 0; k < 7; k++) {
        if (!isfinite(number[k]))
            return "a number of the pose is missing, infinite or not a number";
        square += k >= 3 ? number[k] * number[k] : 0;
    }
    if (!(fabs(square - 1) < 1e-3)) {
        snprintf(fault, ROUTH_FAULT_SIZE, "the quaternion w x y z is not a rotation: its length is %g, not 1",
                 sqrt(square));
        return fault;
    }
    *pose = routh_pose3_of_quaternion(&number[3], number);
    return NULL;
}
