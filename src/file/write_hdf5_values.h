/* Single values and arrays of an HDF5 file that is being written.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_DATA_WRITE_HDF5_VALUES_H
#define ROUTH_SRC_DATA_WRITE_HDF5_VALUES_H

#include <stdbool.h>

#include <hdf5.h>

/* Nothing is given up in between: `failed` collects whether all went well. */
void routh_hdf5_write_number(bool *failed, hid_t place, const char *name, double value);
void routh_hdf5_write_integer(bool *failed, hid_t place, const char *name, long value);
void routh_hdf5_write_text(bool *failed, hid_t place, const char *name, const char *text);

/* A new group; close it with H5Gclose. */
hid_t routh_hdf5_begin_group(bool *failed, hid_t place, const char *name);

/* size[1] = 0: of one dimension. One chunk with a checksum, so that damage shows. Stays open for its attributes. */
hid_t routh_hdf5_write_array(bool *failed, hid_t group, const char *name, const hsize_t size[2], hid_t stored,
                             hid_t memory, const void *value);

#endif
