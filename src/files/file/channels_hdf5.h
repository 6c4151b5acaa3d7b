/* What the readers of HDF5 files in any layout and of MATLAB 7.3 files, which are HDF5, have in common.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FILE_CHANNELS_HDF5_H
#define ROUTH_SRC_FILE_CHANNELS_HDF5_H

#include "file/channel_arrays.h"
#include "file/read_hdf5_values.h"

/* Is HDF5's signature there? */
bool routh_hdf5_begins(const unsigned char *byte, size_t count, size_t at);

/* Lists one array of plain numbers; its dimensions are in reverse order for MATLAB. An array with columns that belongs to
 * no body is one itself. */
routh_status routh_hdf5_list_array(const routh_hdf5_place *array, routh_channel_arrays *arrays, const char *name,
                                   const char *body, bool is_fortran, routh_channel_array **item);

/* Lists all arrays of a file. */
typedef routh_status routh_hdf5_list_channels(const routh_hdf5_place *root, routh_channel_arrays *arrays);

routh_status routh_hdf5_describe_channels(routh_source *source, const char *variable, routh_hdf5_list_channels *list,
                                          const char *format, routh_channels *channels);

/* `load` gets a routh_hdf5_loader. */
typedef struct routh_hdf5_loader {
    const routh_hdf5_place *root;
    double *value; /* of the last array */
} routh_hdf5_loader;

routh_status routh_hdf5_load_array(void *user, const routh_channel_array *array, const unsigned char **byte);
routh_status routh_hdf5_read_channels(routh_source *source, routh_hdf5_list_channels *list, routh_array_load *load,
                                      routh_channels *channels);

#endif
