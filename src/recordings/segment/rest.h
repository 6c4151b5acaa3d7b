/* Bodies at rest: the poses a shape can lie in, and what recorded ones say about offsets of angle and height.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_SEGMENT_REST_H
#define ROUTH_SRC_SEGMENT_REST_H

#include "segment/flight.h"

/* A pose in which the shape lies on level ground: its angle, rad, and the height of its centre, m. */
typedef struct routh_rest_station {
    double angle, height;
} routh_rest_station;

enum { ROUTH_MOST_STATIONS = ROUTH_MAX_VERTICES };

/* None for a disc, which lies at any angle. Returns how many there are. */
size_t routh_rest_stations(const routh_shape *shape, routh_rest_station station[ROUTH_MOST_STATIONS]);

/* A recorded pose at rest. */
typedef struct routh_rest_seen {
    double height, angle;
} routh_rest_seen;

/* Offsets of any size that most poses agree on. *pose stays as it is where they do not. */
routh_status routh_rest_turned(routh_context *context, const routh_shape *shape, double gyration,
                               const routh_rest_seen *rest, size_t count, routh_rest_pose *pose);

/* Robust standard deviation; overwrites the values. */
double routh_spread_about(double *value, size_t count, double centre);

#endif
