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

/* Further columns of the recording, one dataset each; the group is left out where there are none. */
#define ROUTH_LAYOUT_EXTRA "extra"

/* One column of /impacts, and where its value lies in a record. */
typedef struct routh_layout_number {
    const char *name;
    size_t offset;
    const char *unit;
} routh_layout_number;

/* Columns that are all there; those after the first group only where a record has another number than 0. */
typedef struct routh_layout_group {
    size_t count;
    const routh_layout_number *number;
} routh_layout_group;

enum { ROUTH_LAYOUT_GROUPS = 4 };
extern const routh_layout_group routh_layout_groups[ROUTH_LAYOUT_GROUPS];

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

/* Are the numbers of a row finite, and does time, the first of them, rise from the row before it? */
routh_status routh_check_instant(const routh_hdf5_place *place, const char *noun, size_t instant, const double *row,
                                 size_t columns, bool is_timed);

routh_status routh_read_trajectory_groups(routh_reading *reading, const routh_hdf5_place *root);

/* After the trajectories, which records may point to. */
routh_status routh_read_impact_columns(routh_reading *reading, const routh_hdf5_place *root);

#endif
