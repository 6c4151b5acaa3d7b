/* Parts of the reader of our own layout.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_DATA_READ_HDF5_H
#define ROUTH_SRC_DATA_READ_HDF5_H

#include "data/dataset.h"
#include "file/read_hdf5_values.h"

routh_status routh_read_trajectory_groups(routh_reading *reading, const routh_hdf5_place *root);

/* After the trajectories, which records may point to. */
routh_status routh_read_impact_columns(routh_reading *reading, const routh_hdf5_place *root);

/* After the impacts, whose number they have. */
routh_status routh_read_extra_columns(routh_reading *reading, const routh_hdf5_place *root);

#endif
