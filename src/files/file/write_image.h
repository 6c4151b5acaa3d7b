/* An HDF5 file that is made in memory. HDF5 cannot undo what it has begun to write: on a disk that runs full its
 * closing fails, and the process may end with it. So HDF5 never writes to the disk.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_DATA_WRITE_IMAGE_H
#define ROUTH_SRC_DATA_WRITE_IMAGE_H

#include <stdbool.h>
#include <stdint.h>

#include <routh/file.h>

#include "file/hdf5_quiet.h"

typedef struct routh_hdf5_image {
    routh_context *context;
    int64_t file; /* to write into; −1 when out of memory */
    bool failed;  /* for the writers of values */
    void *byte;   /* the finished file */
    size_t size, capacity;
    routh_hdf5_quiet quiet;
} routh_hdf5_image;

/* HDF5 prints no errors until the image is ended. */
void routh_hdf5_image_begin(routh_context *context, routh_hdf5_image *image);

/* Completes the file and, if all went well, writes it; releases the image. `status` is the status of the code that
 * filled it. */
routh_status routh_hdf5_image_end(routh_hdf5_image *image, routh_status status, routh_io to);

#endif
