/* The bytes of an HDF5 file that is being written, one after the other.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include "base/context.h"
#include "file/hdf5_bytes.h"
#include "file/write_hdf5_values.h"

unsigned char *routh_hdf5_extend(routh_hdf5_image *image, routh_hdf5_block *block, size_t more) {
    if (image->failed)
        return NULL;
    if (more > block->room - block->size) {
        const size_t least = block->size + more, room = least + least / 2;
        unsigned char *larger = routh_resize(image->context, block->byte, room, 1);
        image->failed = !larger;
        if (!larger)
            return NULL;
        *block = (routh_hdf5_block){larger, block->size, room};
    }
    block->size += more;
    return block->byte + block->size - more;
}

void routh_hdf5_store(unsigned char *at, uint64_t value, size_t size) {
    for (size_t i = 0; i < size; i++)
        at[i] = (unsigned char)(value >> 8 * i);
}

void routh_hdf5_put(routh_hdf5_image *image, routh_hdf5_block *block, uint64_t value, size_t size) {
    unsigned char *at = routh_hdf5_extend(image, block, size);
    if (at)
        routh_hdf5_store(at, value, size);
}

void routh_hdf5_put_bytes(routh_hdf5_image *image, routh_hdf5_block *block, const void *byte, size_t size) {
    unsigned char *at = size ? routh_hdf5_extend(image, block, size) : NULL;
    if (at && byte)
        memcpy(at, byte, size);
    else if (at)
        memset(at, 0, size);
}

void routh_hdf5_put_checksum(routh_hdf5_image *image, routh_hdf5_block *block, size_t from) {
    if (!image->failed)
        routh_hdf5_put(image, block, routh_hdf5_checksum(block->byte + from, block->size - from), 4);
}

size_t routh_hdf5_begin_message(routh_hdf5_image *image, routh_hdf5_block *block, unsigned kind) {
    routh_hdf5_put(image, block, kind, 1);
    routh_hdf5_put(image, block, 0, 3); /* size, flags */
    return block->size;
}

void routh_hdf5_end_message(routh_hdf5_image *image, routh_hdf5_block *block, size_t body) {
    if (!image->failed)
        routh_hdf5_store(block->byte + body - 3, block->size - body, 2);
}
