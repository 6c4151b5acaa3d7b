/* An HDF5 file that is made in memory. HDF5 cannot undo what it has begun to write: on a disk that runs full its
 * closing fails, and the process may end with it. So it never sees the disk.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_DATA_WRITE_IMAGE_H
#define ROUTH_SRC_DATA_WRITE_IMAGE_H

#include <stddef.h>

#include <hdf5.h>

#include <routh/base.h>

typedef struct routh_hdf5_image {
    routh_context *context;
    void *byte; /* the finished file; the caller releases it */
    size_t size, capacity;
} routh_hdf5_image;

/* The open file; negative without memory. */
hid_t routh_hdf5_image_begin(routh_hdf5_image *image);

/* Closes it, after which image->byte is complete; nonzero when that failed. A negative file is fine. */
int routh_hdf5_image_end(routh_hdf5_image *image, hid_t file);

#endif
