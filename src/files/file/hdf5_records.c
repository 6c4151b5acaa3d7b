/* B-trees of version 2 of an HDF5 file.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/hdf5_bytes.h"

enum { MOST_DEPTH = 12, FRAME = 10 /* signature, version, kind, checksum */ };

typedef struct tree_level {
    uint64_t records; /* that fit into a node */
    uint64_t total;   /* and into all below it */
} tree_level;

typedef struct record_reader {
    routh_hdf5_bytes *bytes;
    routh_hdf5_visit_record *visit;
    void *user;
    unsigned kind;
    uint64_t record_size;
    size_t count_size;
    size_t total_size[MOST_DEPTH + 1]; /* by level; a node of records alone has no total */
} record_reader;

static const char damaged[] = "has a damaged B-tree";

static size_t bytes_for(uint64_t largest) {
    size_t bytes = 1;
    while (largest >>= 8)
        bytes++;
    return bytes;
}

/* Nodes are of one size: that decides how many records fit, and how many bytes count them. */
static bool find_sizes(record_reader *r, uint64_t node_size, unsigned depth) {
    if (r->record_size == 0 || node_size < FRAME + r->record_size || node_size > (1 << 24))
        return false;
    tree_level level = {.records = (node_size - FRAME) / r->record_size};
    level.total = level.records;
    r->count_size = bytes_for(level.records);
    for (unsigned u = 1; u <= depth; u++) {
        const uint64_t pointer = 8 + r->count_size + r->total_size[u - 1];
        if (node_size < FRAME + 2 * pointer + r->record_size)
            return false;
        level.records = (node_size - FRAME - pointer) / (r->record_size + pointer);
        if (level.total > UINT64_MAX / 4 / (level.records + 1))
            return false;
        level.total = (level.records + 1) * level.total + level.records;
        r->total_size[u] = bytes_for(level.total);
    }
    return true;
}

static const char *take_node(record_reader *r, uint64_t address, uint64_t records, unsigned level) {
    const uint64_t pointer = level ? 8 + r->count_size + r->total_size[level - 1] : 0;
    const uint64_t size = FRAME + records * r->record_size + (level ? (records + 1) * pointer : 0);
    routh_hdf5_span node;
    const char *fault = routh_hdf5_block_at(r->bytes, address, size, level ? "BTIN" : "BTLF", &node);
    if (fault)
        return fault;
    if (routh_hdf5_take(&node, 1) != 0 || routh_hdf5_take(&node, 1) != r->kind)
        return damaged;
    for (uint64_t i = 0; !fault && i < records; i++)
        fault = r->visit(r->user, routh_hdf5_take_span(&node, r->record_size));
    for (uint64_t i = 0; level && !fault && i <= records; i++) {
        const uint64_t child = routh_hdf5_take(&node, 8), count = routh_hdf5_take(&node, r->count_size);
        routh_hdf5_take(&node, r->total_size[level - 1]);
        fault = take_node(r, child, count, level - 1);
    }
    return fault;
}

const char *routh_hdf5_records(routh_hdf5_bytes *bytes, uint64_t tree, unsigned kind, routh_hdf5_visit_record *visit,
                               void *user) {
    enum { SIZE = 38 };
    routh_hdf5_span head;
    const char *fault = routh_hdf5_block_at(bytes, tree, SIZE, "BTHD", &head);
    if (fault)
        return fault;
    record_reader r = {.bytes = bytes, .visit = visit, .user = user, .kind = kind};
    const uint64_t version = routh_hdf5_take(&head, 1), found = routh_hdf5_take(&head, 1);
    const uint64_t node_size = routh_hdf5_take(&head, 4);
    r.record_size = routh_hdf5_take(&head, 2);
    const uint64_t depth = routh_hdf5_take(&head, 2);
    routh_hdf5_take(&head, 2); /* when nodes split and merge */
    const uint64_t root = routh_hdf5_take(&head, 8), records = routh_hdf5_take(&head, 2);
    if (version != 0 || found != kind || depth > MOST_DEPTH || !find_sizes(&r, node_size, (unsigned)depth))
        return damaged;
    return root == ROUTH_HDF5_NOWHERE ? NULL : take_node(&r, root, records, (unsigned)depth);
}
