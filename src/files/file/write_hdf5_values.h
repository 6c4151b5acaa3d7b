/* Single values and arrays of an HDF5 file that is being written.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_DATA_WRITE_HDF5_VALUES_H
#define ROUTH_SRC_DATA_WRITE_HDF5_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Places are HDF5's identifiers of open objects. Errors do not stop the writing: `failed` records whether any
 * occurred. */
void routh_hdf5_write_number(bool *failed, int64_t place, const char *name, double value);
void routh_hdf5_write_integer(bool *failed, int64_t place, const char *name, long value);
void routh_hdf5_write_text(bool *failed, int64_t place, const char *name, const char *text);

/* These return a place that stays open for its attributes; end it afterwards. */
void routh_hdf5_end(int64_t place);

int64_t routh_hdf5_begin_group(bool *failed, int64_t place, const char *name);

/* Arrays; columns = 0: of one dimension. One chunk with a checksum, so that damage shows. */
int64_t routh_hdf5_write_numbers(bool *failed, int64_t group, const char *name, size_t rows, size_t columns,
                                 const double *value);
int64_t routh_hdf5_write_wholes(bool *failed, int64_t group, const char *name, size_t rows, const long *value);
int64_t routh_hdf5_write_flags(bool *failed, int64_t group, const char *name, size_t rows, const long *value);

#endif
