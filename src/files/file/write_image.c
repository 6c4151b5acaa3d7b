/* An HDF5 file that is made in memory: HDF5's core driver with memory of ours, which is kept when the file is closed.
 * H5Fget_file_image would be shorter, but up to 1.10 the superblock that it gives has a wrong checksum.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/write_image.h"

#include <string.h>

#include <hdf5.h>

#include "base/context.h"
#include "base/shown.h"
#include "file/output.h"

static void *image_allocate(size_t size, H5FD_file_image_op_t operation, void *user) {
    (void)operation;
    routh_hdf5_image *image = user;
    image->capacity = size;
    void *block = routh_allocate(image->context, size, 1);
    image->failed = image->failed || !block;
    return block;
}

static void *image_resize(void *block, size_t size, H5FD_file_image_op_t operation, void *user) {
    (void)operation;
    routh_hdf5_image *image = user;
    char *larger = routh_resize(image->context, block, size, 1);
    if (larger && size > image->capacity)
        memset(larger + image->capacity, 0, size - image->capacity); /* gaps have the same bytes every time */
    if (larger)
        image->capacity = size;
    image->failed = image->failed || !larger; /* HDF5 asks while it closes an array, too, where no call reports it */
    return larger;
}

static void *image_copy(void *target, const void *source, size_t size, H5FD_file_image_op_t operation, void *user) {
    (void)operation;
    (void)user;
    return memcpy(target, source, size);
}

static herr_t image_release(void *block, H5FD_file_image_op_t operation, void *user) {
    routh_hdf5_image *image = user;
    if (operation == H5FD_FILE_IMAGE_OP_FILE_CLOSE && !image->byte)
        image->byte = block;
    else
        routh_release(image->context, block);
    return 0;
}

/* Property lists are copied, but all share one image. */
static void *share(void *user) {
    return user;
}

static herr_t unshare(void *user) {
    (void)user;
    return 0;
}

void routh_hdf5_image_begin(routh_context *context, routh_hdf5_image *image) {
    *image = (routh_hdf5_image){.context = context, .quiet = routh_hdf5_silence()};
    hid_t access = H5Pcreate(H5P_FILE_ACCESS), creation = H5Pcreate(H5P_FILE_CREATE);
    H5FD_file_image_callbacks_t callbacks = {.image_malloc = image_allocate,
                                             .image_memcpy = image_copy,
                                             .image_realloc = image_resize,
                                             .image_free = image_release,
                                             .udata_copy = share,
                                             .udata_free = unshare,
                                             .udata = image};
    H5Pset_fapl_core(access, (size_t)1 << 16, false);
    H5Pset_file_image_callbacks(access, &callbacks);
    H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110); /* since 1.10 all of the structure has checksums */
    H5Pset_obj_track_times(creation, false);
    image->file = H5Fcreate("dataset", H5F_ACC_TRUNC, creation, access);
    image->failed = image->file < 0;
    H5Pclose(access);
    H5Pclose(creation);
}

/* Closes the file, after which image->byte is complete; false when that failed. */
static bool complete(routh_hdf5_image *image) {
    const hid_t file = image->file;
    if (file < 0)
        return false;
    ssize_t size = H5Fflush(file, H5F_SCOPE_GLOBAL) >= 0 ? H5Fget_file_image(file, NULL, 0) : -1;
    bool closed = H5Fclose(file) >= 0;
    if (size <= 0 || !closed || !image->byte || (size_t)size > image->capacity)
        return false;
    image->size = (size_t)size;
    return true;
}

routh_status routh_hdf5_image_end(routh_hdf5_image *image, routh_status status, routh_io to) {
    const char *name = routh_output_name(&to);
    if ((!complete(image) || image->failed) && status == ROUTH_OK)
        status = ROUTH_OUT_OF_MEMORY;
    routh_hdf5_unsilence(image->quiet);
    if (status == ROUTH_OK)
        status = routh_write_bytes(image->context, image->byte, image->size, to);
    else if (status == ROUTH_OUT_OF_MEMORY)
        routh_fail(image->context, status, "%.*s%sno memory to write it as HDF5", ROUTH_SHOWN_SOURCE, name ? name : "",
                   name ? ": " : "");
    routh_release(image->context, image->byte);
    image->byte = NULL;
    return status;
}
