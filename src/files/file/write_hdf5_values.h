/* Single values and arrays of an HDF5 file that is being written.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_DATA_WRITE_HDF5_VALUES_H
#define ROUTH_SRC_DATA_WRITE_HDF5_VALUES_H

#include "file/write_image.h"

/* Attributes. None of these calls fails: the image keeps that memory ran out until it ends. Texts are cut to what is read
 * again, between two letters. */
void routh_hdf5_write_number(routh_hdf5_node *node, const char *name, double value);
void routh_hdf5_write_integer(routh_hdf5_node *node, const char *name, long value);
void routh_hdf5_write_text(routh_hdf5_node *node, const char *name, const char *text);

/* These return what stays open for its attributes; end it before the next one begins. */
routh_hdf5_node *routh_hdf5_begin_group(routh_hdf5_node *group, const char *name);

/* Arrays; columns = 0: of one dimension. In chunks with checksums, so that damage shows. */
routh_hdf5_node *routh_hdf5_write_numbers(routh_hdf5_node *group, const char *name, size_t rows, size_t columns,
                                          const double *value);
/* The same of columns that lie apart, without a copy. */
routh_hdf5_node *routh_hdf5_write_columns(routh_hdf5_node *group, const char *name, size_t rows, size_t columns,
                                          const double *const *column);
routh_hdf5_node *routh_hdf5_write_wholes(routh_hdf5_node *group, const char *name, size_t rows, const long *value);
routh_hdf5_node *routh_hdf5_write_flags(routh_hdf5_node *group, const char *name, size_t rows, const long *value);

#endif
