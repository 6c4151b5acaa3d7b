/* HDF5 prints its errors by default.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/hdf5_quiet.h"

#include <hdf5.h>

routh_hdf5_quiet routh_hdf5_silence(void) {
    routh_hdf5_quiet quiet = {0};
    H5E_auto2_t function = NULL;
    H5Eget_auto2(H5E_DEFAULT, &function, &quiet.user);
    quiet.function = (routh_hdf5_printer *)function;
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    return quiet;
}

void routh_hdf5_unsilence(routh_hdf5_quiet quiet) {
    H5Eset_auto2(H5E_DEFAULT, (H5E_auto2_t)quiet.function, quiet.user);
}
