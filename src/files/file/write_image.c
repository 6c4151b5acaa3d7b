/* An HDF5 file that is made in memory: its superblock, and the object headers of groups and arrays.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/write_hdf5_values.h"

#include <string.h>

#include "base/context.h"
#include "file/hdf5_bytes.h"
#include "file/output.h"
#include "file/read_hdf5_values.h"

enum { SUPERBLOCK = 48, MOST_COMPACT = 64 /* links that stand in the object header */ };

/* Object headers ------------------------------------------------------------------------------------------*/

static void put_message(routh_hdf5_node *node, unsigned kind, const unsigned char *byte, size_t size) {
    const size_t body = routh_hdf5_begin_message(node->image, &node->message, kind);
    routh_hdf5_put_bytes(node->image, &node->message, byte, size);
    routh_hdf5_end_message(node->image, &node->message, body);
}

/* Where the many are: their heap, and a B-tree by name. */
static void put_info(routh_hdf5_node *node, unsigned kind, uint64_t heap, uint64_t tree) {
    unsigned char info[18] = {0};
    routh_hdf5_store(info + 2, heap, 8);
    routh_hdf5_store(info + 10, tree, 8);
    put_message(node, kind, info, sizeof info);
}

static void put_group(routh_hdf5_node *node) {
    static const unsigned char plain[2] = {0};
    uint64_t heap = ROUTH_HDF5_NOWHERE, tree = ROUTH_HDF5_NOWHERE;
    if (node->links > MOST_COMPACT)
        routh_hdf5_put_links(node, &heap, &tree);
    put_info(node, ROUTH_HDF5_LINK_INFO, heap, tree);
    put_message(node, ROUTH_HDF5_GROUP_INFO, plain, sizeof plain);
    if (node->links <= MOST_COMPACT)
        routh_hdf5_put_bytes(node->image, &node->message, node->link.byte, node->link.size);
}

/* Returns its address. */
static uint64_t put_header(routh_hdf5_image *image, const routh_hdf5_block *message) {
    routh_hdf5_block *file = &image->file;
    const size_t address = file->size;
    routh_hdf5_put_bytes(image, file, "OHDR\2\2", 6); /* version; its size has four bytes */
    routh_hdf5_put(image, file, message->size, 4);
    routh_hdf5_put_bytes(image, file, message->byte, message->size);
    routh_hdf5_put_checksum(image, file, address);
    return address;
}

static uint64_t put_node(routh_hdf5_node *node) {
    if (node->is_group)
        put_group(node);
    if (node->has_attributes)
        put_info(node, ROUTH_HDF5_ATTRIBUTE_INFO, ROUTH_HDF5_NOWHERE, ROUTH_HDF5_NOWHERE);
    const uint64_t address = put_header(node->image, &node->message);
    node->message.size = 0;
    return address;
}

routh_hdf5_node *routh_hdf5_begin_node(routh_hdf5_node *group, const char *name, bool is_group) {
    routh_hdf5_image *image = group->image;
    routh_hdf5_node *node = group + 1;
    if (node == image->node + ROUTH_HDF5_MOST_OPEN) {
        image->failed = true; /* no caller goes so deep */
        return group;
    }
    const size_t length = strlen(name), wide = length < 256 ? 1 : 2;
    const size_t body = routh_hdf5_begin_message(image, &group->link, ROUTH_HDF5_LINK);
    routh_hdf5_put(image, &group->link, 1, 1); /* version */
    routh_hdf5_put(image, &group->link, wide - 1, 1);
    routh_hdf5_put(image, &group->link, length, wide);
    routh_hdf5_put_bytes(image, &group->link, name, length);
    routh_hdf5_put(image, &group->link, 0, 8); /* its address, when it ends */
    routh_hdf5_end_message(image, &group->link, body);
    group->links++;
    node->is_group = is_group;
    node->has_attributes = false;
    node->links = node->link.size = node->message.size = 0;
    return node;
}

void routh_hdf5_end(routh_hdf5_node *node) {
    const uint64_t address = put_node(node);
    routh_hdf5_block *links = &node[-1].link;
    if (!node->image->failed)
        routh_hdf5_store(links->byte + links->size - 8, address, 8);
}

/* The file --------------------------------------------------------------------------------------------------*/

routh_hdf5_node *routh_hdf5_image_begin(routh_context *context, routh_hdf5_image *image) {
    *image = (routh_hdf5_image){.context = context};
    for (int i = 0; i < ROUTH_HDF5_MOST_OPEN; i++)
        image->node[i].image = image;
    routh_hdf5_node *root = image->node;
    routh_hdf5_extend(image, &image->file, SUPERBLOCK);
    root->is_group = true;
    return root;
}

static void put_superblock(routh_hdf5_image *image) {
    const uint64_t root = put_node(image->node);
    if (image->failed)
        return;
    unsigned char *byte = image->file.byte;
    memcpy(byte, "\x89HDF\r\n\x1A\n\3\10\10", 12); /* version, sizes of addresses and lengths; no flags */
    routh_hdf5_store(byte + 12, 0, 8);
    routh_hdf5_store(byte + 20, ROUTH_HDF5_NOWHERE, 8); /* an extension */
    routh_hdf5_store(byte + 28, image->file.size, 8);
    routh_hdf5_store(byte + 36, root, 8);
    routh_hdf5_store(byte + 44, routh_hdf5_checksum(byte, SUPERBLOCK - 4), 4);
    image->too_large = image->too_large || image->file.size > ROUTH_HDF5_MOST_BYTES;
}

routh_status routh_hdf5_image_end(routh_hdf5_image *image, routh_status status, routh_io to) {
    routh_context *context = image->context;
    const char *name = routh_output_name(&to), *colon = name ? ": " : "";
    put_superblock(image);
    if (status == ROUTH_OK && image->failed)
        status = ROUTH_OUT_OF_MEMORY;
    else if (status == ROUTH_OK && image->too_large)
        status = routh_fail(context, ROUTH_BAD_ARGUMENT,
                            "%.*s%san HDF5 file has at most 4 GiB, and one of its arrays 2^28 numbers",
                            ROUTH_SHOWN_SOURCE, name ? name : "", colon);
    else if (status == ROUTH_OK)
        status = routh_write_bytes(context, image->file.byte, image->file.size, to);
    if (status == ROUTH_OUT_OF_MEMORY)
        routh_fail(context, status, "%.*s%sno memory to write it as HDF5", ROUTH_SHOWN_SOURCE, name ? name : "", colon);
    for (int i = 0; i < ROUTH_HDF5_MOST_OPEN; i++) {
        routh_release(context, image->node[i].message.byte);
        routh_release(context, image->node[i].link.byte);
    }
    routh_release(context, image->file.byte);
    image->file = (routh_hdf5_block){0};
    return status;
}
