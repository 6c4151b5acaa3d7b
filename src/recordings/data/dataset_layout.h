/* Names in our HDF5 layout, once for reading and writing; docs/dataset.md explains them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_DATA_DATASET_LAYOUT_H
#define ROUTH_SRC_DATA_DATASET_LAYOUT_H

#include <stddef.h>

#include <routh/data.h>

#include "data/dataset.h"
#include "file/read_hdf5_values.h"

#define ROUTH_LAYOUT_FORMAT "routh-dataset"
#define ROUTH_LAYOUT_NUMBER 1

/* Numbers of a record: column of /impacts, field of routh_record, unit. */
#define ROUTH_LAYOUT_NUMBERS(X)                                                                                        \
    X("x", x, "m")                                                                                                     \
    X("y", y, "m")                                                                                                     \
    X("theta", theta, "rad")                                                                                           \
    X("rx", rx, "m")                                                                                                   \
    X("ry", ry, "m")                                                                                                   \
    X("vx_before", before.vx, "m/s")                                                                                   \
    X("vy_before", before.vy, "m/s")                                                                                   \
    X("omega_before", before.omega, "rad/s")                                                                           \
    X("vx_after", after.vx, "m/s")                                                                                     \
    X("vy_after", after.vy, "m/s")                                                                                     \
    X("omega_after", after.omega, "rad/s")                                                                             \
    X("time", time, "s")

/* Likewise, but left out where every record has 0. */
#define ROUTH_LAYOUT_WRENCH(X)                                                                                         \
    X("fx", fx, "N")                                                                                                   \
    X("fy", fy, "N")                                                                                                   \
    X("torque", torque, "N m")

/* Likewise. */
#define ROUTH_LAYOUT_AFTER(X)                                                                                          \
    X("x_after", x_after, "m")                                                                                         \
    X("y_after", y_after, "m")                                                                                         \
    X("theta_after", theta_after, "rad")

/* Likewise. */
#define ROUTH_LAYOUT_TILT(X) X("gravity_tilt", gravity_tilt, "rad")

/* Further columns of the recording, one dataset each; the group is left out where there are none. */
#define ROUTH_LAYOUT_EXTRA "extra"

/* One column of /impacts, and where its value lies in a record. */
typedef struct routh_layout_number {
    const char *name;
    size_t offset;
    const char *unit;
} routh_layout_number;

#define ROUTH_LAYOUT_OFFSET(name, field, unit) {name, offsetof(routh_record, field), unit},

/* Attributes that may be missing: the centre of mass from the shape's centre. */
static const char *const routh_layout_centre[2] = {"centre_offset_x", "centre_offset_y"};

/* Likewise: the tracked point from the centre of mass. */
static const char *const routh_layout_tracked[2] = {"tracked_offset_x", "tracked_offset_y"};

/* The columns of a trajectory; the first four are always there. */
#define ROUTH_LAYOUT_POSE   "time,x,y,theta"
#define ROUTH_LAYOUT_MOTION "time,x,y,theta,vx,vy,omega"
enum { ROUTH_LAYOUT_POSE_COLUMNS = 4, ROUTH_LAYOUT_MOTION_COLUMNS = 7 };

/* Kinds of shape in words, in the order of routh_shape_kind; "unknown" beside them. */
#define ROUTH_LAYOUT_SHAPES                                                                                            \
    { "ellipse", "disc", "polygon" }
#define ROUTH_LAYOUT_UNKNOWN_SHAPE "unknown"

/* The names of all reasons, bit 0 first, joined by commas. */
#define ROUTH_LAYOUT_REASON_NAME(code, name, about) name ","
#define ROUTH_LAYOUT_REASONS                        ROUTH_REASON_TABLE(ROUTH_LAYOUT_REASON_NAME)

/* Parts of the reader of our own layout. */

routh_status routh_read_trajectory_groups(routh_reading *reading, const routh_hdf5_place *root);

/* After the trajectories, which records may point to. */
routh_status routh_read_impact_columns(routh_reading *reading, const routh_hdf5_place *root);

/* After the impacts, whose number they have. */
routh_status routh_read_extra_columns(routh_reading *reading, const routh_hdf5_place *root);

#endif
