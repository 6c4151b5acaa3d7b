/* An HDF5 file that is made in memory: its superblock, and the object headers of groups and arrays.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/write_hdf5_values.h"

#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "file/hdf5_bytes.h"
#include "file/output.h"
#include "file/read_hdf5_values.h"

/* The bytes of an HDF5 file that is being written, one after the other. */

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

/* The links of a large group of an HDF5 file that is being written: in one block of a fractal heap, and the order of their
 * names' hashes in a B-tree of version 2 of one or two levels. */

enum {
    HEAP_HEADER = 146,
    BLOCK_HEADER = 21,
    MESSAGE = 4,  /* what stands before the body of a message in an object header */
    RECORD = 11,  /* of the tree: hash, and where the link is in the heap */
    FRAME = 10,   /* of a node: signature, version, kind, checksum */
    POINTER = 10, /* from a node to one below it */
    LEAST_SIZE = 512,
    LARGEST_NODE = 1 << 16
};

typedef struct stored_link {
    uint32_t hash;
    const unsigned char *name;
    size_t length;
    size_t offset, size; /* in the heap */
} stored_link;

static int compare_stored(const void *a, const void *b) {
    const stored_link *p = a, *q = b;
    const size_t both = p->length < q->length ? p->length : q->length;
    const int order = (p->hash > q->hash) - (p->hash < q->hash);
    const int letters = order ? order : memcmp(p->name, q->name, both);
    return letters ? letters : (p->length > q->length) - (p->length < q->length);
}

/* The heap --------------------------------------------------------------------------------------------------*/

/* Sizes and counts of a heap with one block; 0 for what it has none of. */
static void put_heap_header(routh_hdf5_image *image, size_t block, size_t used, size_t links) {
    routh_hdf5_block *file = &image->file;
    const uint64_t address = file->size;
    const uint64_t counts[12] = {0, ROUTH_HDF5_NOWHERE, block - used, ROUTH_HDF5_NOWHERE, block, block, block, links};
    routh_hdf5_put_bytes(image, file, "FRHP", 5);
    routh_hdf5_put(image, file, 7, 2); /* bytes of an identifier */
    routh_hdf5_put(image, file, 0, 2); /* of filters */
    routh_hdf5_put(image, file, 2, 1); /* blocks have checksums */
    routh_hdf5_put(image, file, 4096, 4);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        routh_hdf5_put(image, file, counts[i], 8);
    routh_hdf5_put(image, file, 4, 2); /* blocks of a row, if there were rows */
    routh_hdf5_put(image, file, block, 8);
    routh_hdf5_put(image, file, block, 8);
    routh_hdf5_put(image, file, 32, 2); /* bits of an offset */
    routh_hdf5_put(image, file, 1, 2);
    routh_hdf5_put(image, file, address + HEAP_HEADER, 8);
    routh_hdf5_put(image, file, 0, 2); /* rows */
    routh_hdf5_put_checksum(image, file, address);
}

/* The checksum is over all of the block, with zeros for itself. */
static void put_heap_block(routh_hdf5_image *image, uint64_t heap, const stored_link *link, size_t links,
                           const routh_hdf5_block *messages, size_t size) {
    unsigned char *at = routh_hdf5_extend(image, &image->file, size);
    if (!at)
        return;
    memset(at, 0, size);
    memcpy(at, "FHDB", 4);
    routh_hdf5_store(at + 5, heap, 8);
    for (size_t i = 0; i < links; i++) /* each message is where it was, without what stood before it */
        memcpy(at + link[i].offset, messages->byte + link[i].offset - BLOCK_HEADER + MESSAGE * (i + 1), link[i].size);
    routh_hdf5_store(at + 17, routh_hdf5_checksum(at, size), 4);
}

/* The tree --------------------------------------------------------------------------------------------------*/

static void put_record(routh_hdf5_image *image, const stored_link *link) {
    routh_hdf5_put(image, &image->file, link->hash, 4);
    routh_hdf5_put(image, &image->file, 0, 1);
    routh_hdf5_put(image, &image->file, link->offset, 4);
    routh_hdf5_put(image, &image->file, link->size, 2);
}

/* Nodes take all of their room. */
static void end_node(routh_hdf5_image *image, uint64_t address, size_t size) {
    routh_hdf5_put_checksum(image, &image->file, address);
    if (!image->failed)
        routh_hdf5_put_bytes(image, &image->file, NULL, address + size - image->file.size);
}

static void put_leaf(routh_hdf5_image *image, const stored_link *link, size_t links, size_t size) {
    const uint64_t address = image->file.size;
    routh_hdf5_put_bytes(image, &image->file, "BTLF\0\5", 6);
    for (size_t i = 0; i < links; i++)
        put_record(image, &link[i]);
    end_node(image, address, size);
}

/* Leaves with one record between each two of them, which the root has. Leaf i begins with record first_of(i). */
static size_t first_of(size_t links, size_t leaves, size_t leaf) {
    return leaf * (links + 1) / leaves;
}

static void put_root(routh_hdf5_image *image, const stored_link *link, size_t links, size_t leaves, size_t size) {
    const uint64_t address = image->file.size;
    routh_hdf5_put_bytes(image, &image->file, "BTIN\0\5", 6);
    for (size_t i = 1; i < leaves; i++)
        put_record(image, &link[first_of(links, leaves, i) - 1]);
    for (size_t i = 0; i < leaves; i++) {
        routh_hdf5_put(image, &image->file, address - (leaves - i) * size, 8);
        routh_hdf5_put(image, &image->file, first_of(links, leaves, i + 1) - 1 - first_of(links, leaves, i), 2);
    }
    end_node(image, address, size);
}

/* Returns its address. */
static uint64_t put_tree(routh_hdf5_image *image, const stored_link *link, size_t links) {
    routh_hdf5_block *file = &image->file;
    size_t size = LEAST_SIZE;
    while (size < LARGEST_NODE && FRAME + links * RECORD > size)
        size *= 2;
    const size_t most = (size - FRAME) / RECORD, leaves = links / (most + 1) + 1;
    const bool one = leaves == 1;
    image->too_large = image->too_large || FRAME + (leaves - 1) * RECORD + leaves * POINTER > size;
    for (size_t i = 0; !image->too_large && i < leaves; i++)
        put_leaf(image, link + first_of(links, leaves, i),
                 first_of(links, leaves, i + 1) - 1 - first_of(links, leaves, i), size);
    if (!one && !image->too_large)
        put_root(image, link, links, leaves, size);
    const uint64_t address = file->size;
    routh_hdf5_put_bytes(image, file, "BTHD\0\5", 6);
    routh_hdf5_put(image, file, size, 4);
    routh_hdf5_put(image, file, RECORD, 2);
    routh_hdf5_put(image, file, !one, 2);
    routh_hdf5_put_bytes(image, file, "\x64\x28", 2); /* when nodes split and merge, in percent */
    routh_hdf5_put(image, file, address - size, 8);
    routh_hdf5_put(image, file, one ? links : leaves - 1, 2);
    routh_hdf5_put(image, file, links, 8);
    routh_hdf5_put_checksum(image, file, address);
    return address;
}

/* Links as they stand in messages: kind, size, flags; version, flags, length of the name, name, address. */
static size_t find_links(const routh_hdf5_block *messages, stored_link *link, size_t links) {
    const unsigned char *at = messages->byte;
    size_t offset = BLOCK_HEADER;
    for (size_t i = 0; i < links; i++) {
        const size_t size = (size_t)(at[1] | at[2] << 8), before = at[5] ? 4 : 3;
        const unsigned char *name = at + MESSAGE + before;
        link[i] = (stored_link){.name = name, .length = size - before - 8, .offset = offset, .size = size};
        link[i].hash = routh_hdf5_checksum(name, link[i].length);
        at += MESSAGE + size;
        offset += size;
    }
    return offset;
}

static void put_links(routh_hdf5_node *group, uint64_t *heap, uint64_t *tree) {
    routh_hdf5_image *image = group->image;
    stored_link *link = image->failed ? NULL : routh_allocate(image->context, group->links, sizeof *link);
    image->failed = !link;
    if (!link)
        return;
    const size_t used = find_links(&group->link, link, group->links);
    size_t size = LEAST_SIZE;
    while (size < used)
        size *= 2;
    *heap = image->file.size;
    put_heap_header(image, size, used, group->links);
    put_heap_block(image, *heap, link, group->links, &group->link, size);
    qsort(link, group->links, sizeof *link, compare_stored);
    *tree = put_tree(image, link, group->links);
    routh_release(image->context, link);
}

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
        put_links(node, &heap, &tree);
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
