/* A Gaussian process as a group of an HDF5 file: docs/learning.md has the layout. A file may hold several.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_LEARN_FILE_H
#define ROUTH_SRC_LEARN_FILE_H

#include <stdbool.h>

#include "file/read_hdf5_values.h"
#include "file/write_hdf5_values.h"
#include "learn/gp.h"

#define ROUTH_GP_FORMAT "routh-gaussian-process"
enum {
    ROUTH_GP_FIRST_LAYOUT = 1, /* without alternatives: written where there are none */
    ROUTH_GP_LAYOUT = 2
};

/* Into a group that is empty and open. Fails only without memory. */
routh_status routh_gp_write_group(routh_context *context, routh_hdf5_node *group, const routh_gp *gp);

routh_status routh_gp_read_group(const routh_hdf5_place *group, routh_gp **gp);

#endif
