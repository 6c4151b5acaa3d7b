/* The links of a large group of an HDF5 file that is being written: in one block of a fractal heap, and the order of their
 * names' hashes in a B-tree of version 2 of one or two levels.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "file/hdf5_bytes.h"
#include "file/write_hdf5_values.h"

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

void routh_hdf5_put_links(routh_hdf5_node *group, uint64_t *heap, uint64_t *tree) {
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
