/* Poses as flights take them: without the offsets of a setting.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "segment/flight.h"
void routh_flight_pose(const routh_flight_setting *setting, const routh_trajectory *trajectory, size_t i,
                       double pose[COORDINATES]) {
    pose[X] = trajectory->x[i];
    pose[Y] = trajectory->y[i] - setting->height_offset;
    pose[THETA] = setting->angle_unit * trajectory->theta[i] - setting->angle_offset;
}
