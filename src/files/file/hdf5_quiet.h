/* HDF5 prints its errors by default. This switches that off, and restores the caller's setting afterwards.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FILE_HDF5_QUIET_H
#define ROUTH_SRC_FILE_HDF5_QUIET_H

typedef void routh_hdf5_printer(void); /* HDF5's H5E_auto2_t, which only HDF5 calls */

typedef struct routh_hdf5_quiet {
    routh_hdf5_printer *function;
    void *user;
} routh_hdf5_quiet;

routh_hdf5_quiet routh_hdf5_silence(void);
void routh_hdf5_unsilence(routh_hdf5_quiet quiet);

#endif
