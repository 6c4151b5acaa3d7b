/* Fractal heaps of an HDF5 file. Blocks stand in rows, those of a row are of one size, and from the second row on each
 * row has blocks twice as large as the last. Blocks up to some size hold objects, larger ones further blocks.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/hdf5_bytes.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 16, MOST_ROWS = 64, MOST_BITS = 56 };

static const char damaged[] = "has a damaged fractal heap";

/* The checksum of a block is over all of it, with zeros for the checksum itself. */
static const char *check_block(routh_hdf5_heap *heap, routh_hdf5_span block, size_t before) {
    ROUTH_ARENA(room, heap->bytes->context);
    unsigned char *copy = routh_take(&room, block.left, 1);
    if (!copy)
        return routh_hdf5_no_memory;
    memcpy(copy, block.at, block.left);
    memset(copy + before, 0, 4);
    routh_hdf5_span sum = {.at = block.at + before, .left = 4};
    const bool right = routh_hdf5_take(&sum, 4) == routh_hdf5_checksum(copy, block.left);
    return right ? NULL : "has a fractal heap with a wrong checksum: the file is damaged";
}

static const char *keep_block(routh_hdf5_heap *heap, uint64_t offset, routh_hdf5_span block) {
    if (routh_grow(heap->bytes->context, &heap->block, heap->count, &heap->room, sizeof *heap->block) != ROUTH_OK)
        return routh_hdf5_no_memory;
    heap->block[heap->count++] = (routh_hdf5_heap_block){offset, block.left, block.at};
    return NULL;
}

/* What both kinds of blocks begin with. */
static bool is_head(const routh_hdf5_heap *heap, routh_hdf5_span *block, uint64_t offset) {
    return routh_hdf5_take(block, 1) == 0 && routh_hdf5_take(block, 8) == heap->address &&
           routh_hdf5_take(block, heap->offset_size) == offset && !block->ended;
}

static const char *take_direct(routh_hdf5_heap *heap, uint64_t address, uint64_t offset, uint64_t size) {
    routh_hdf5_span block;
    const char *fault = routh_hdf5_span_at(heap->bytes, address, size, &block);
    if (fault)
        return fault;
    routh_hdf5_span head = block;
    if (!routh_hdf5_take_letters(&head, "FHDB") || !is_head(heap, &head, offset) || head.left < 4)
        return damaged;
    fault = heap->has_checksums ? check_block(heap, block, 13 + heap->offset_size) : NULL;
    return fault ? fault : keep_block(heap, offset, block);
}

static uint64_t row_size(const routh_hdf5_heap *heap, unsigned row) {
    return row < 2 ? heap->first : heap->first << (row - 1);
}

static const char *take_indirect(routh_hdf5_heap *heap, uint64_t address, uint64_t offset, unsigned rows, int depth) {
    const unsigned bits = routh_hdf5_log_of_two(heap->first * heap->width);
    routh_hdf5_span block;
    if (rows > MOST_ROWS || routh_hdf5_log_of_two(heap->first) + rows > MOST_BITS || depth > MOST_DEPTH)
        return damaged;
    const uint64_t size = 4 + 9 + heap->offset_size + rows * heap->width * 8 + 4;
    const char *fault = routh_hdf5_block_at(heap->bytes, address, size, "FHIB", &block);
    if (fault)
        return fault;
    if (!is_head(heap, &block, offset))
        return damaged;
    for (unsigned row = 0; row < rows; row++)
        for (uint64_t i = 0; !fault && i < heap->width; i++) {
            const uint64_t child = routh_hdf5_take(&block, 8), wide = row_size(heap, row);
            if (child == ROUTH_HDF5_NOWHERE)
                ;
            else if (wide <= heap->largest)
                fault = take_direct(heap, child, offset, wide);
            else
                fault = routh_hdf5_log_of_two(wide) < bits
                            ? damaged
                            : take_indirect(heap, child, offset, routh_hdf5_log_of_two(wide) - bits + 1, depth + 1);
            offset += wide;
        }
    return fault;
}

static size_t bytes_for(uint64_t largest) {
    return routh_hdf5_log_of_two(largest) / 8 + 1;
}

const char *routh_hdf5_heap_open(routh_hdf5_bytes *bytes, uint64_t address, routh_hdf5_heap *heap) {
    enum { SIZE = 146, CHECKSUMS = 1 << 1 };
    *heap = (routh_hdf5_heap){.bytes = bytes, .address = address};
    routh_hdf5_span head;
    const char *fault = routh_hdf5_span_at(bytes, address, 9, &head);
    if (fault)
        return fault;
    routh_hdf5_take_span(&head, 7);
    if (routh_hdf5_take(&head, 2) != 0)
        return "has a fractal heap with filters" ROUTH_HDF5_REWRITE;
    fault = routh_hdf5_block_at(bytes, address, SIZE, "FRHP", &head);
    if (fault)
        return fault;
    const uint64_t version = routh_hdf5_take(&head, 1);
    routh_hdf5_take(&head, 4); /* sizes of identifiers and filters */
    heap->has_checksums = routh_hdf5_take(&head, 1) & CHECKSUMS;
    const uint64_t largest_object = routh_hdf5_take(&head, 4);
    routh_hdf5_take_span(&head, 96); /* statistics, and objects too large for blocks */
    heap->width = routh_hdf5_take(&head, 2);
    heap->first = routh_hdf5_take(&head, 8);
    heap->largest = routh_hdf5_take(&head, 8);
    const uint64_t bits = routh_hdf5_take(&head, 2);
    routh_hdf5_take(&head, 2);
    const uint64_t root = routh_hdf5_take(&head, 8), rows = routh_hdf5_take(&head, 2);
    if (version != 0 || !routh_hdf5_is_power_of_two(heap->width) || !routh_hdf5_is_power_of_two(heap->first) ||
        !routh_hdf5_is_power_of_two(heap->largest) || heap->first > heap->largest ||
        heap->largest > bytes->size + ((uint64_t)1 << 20) || bits > MOST_BITS)
        return damaged;
    heap->offset_size = (size_t)(bits + 7) / 8;
    heap->length_size = (routh_hdf5_log_of_two(heap->largest) + 7) / 8;
    if (heap->length_size > bytes_for(largest_object))
        heap->length_size = bytes_for(largest_object);
    if (root == ROUTH_HDF5_NOWHERE)
        return NULL;
    return rows == 0 ? take_direct(heap, root, 0, heap->first) : take_indirect(heap, root, 0, (unsigned)rows, 0);
}

void routh_hdf5_heap_close(routh_hdf5_heap *heap) {
    routh_release(heap->bytes->context, heap->block);
    heap->block = NULL;
    heap->count = heap->room = 0;
}

/* Where an offset is in the block. */
static int compare_offset(const void *key, const void *item) {
    const uint64_t offset = *(const uint64_t *)key;
    const routh_hdf5_heap_block *block = item;
    return offset < block->offset ? -1 : offset - block->offset >= block->size;
}

const char *routh_hdf5_heap_object(const routh_hdf5_heap *heap, routh_hdf5_span identifier, routh_hdf5_span *object) {
    const uint64_t kind = routh_hdf5_take(&identifier, 1);
    if (kind != 0)
        return "has a fractal heap with objects outside of its blocks" ROUTH_HDF5_REWRITE;
    const uint64_t offset = routh_hdf5_take(&identifier, heap->offset_size);
    const uint64_t length = routh_hdf5_take(&identifier, heap->length_size);
    const routh_hdf5_heap_block *block =
        heap->count ? bsearch(&offset, heap->block, heap->count, sizeof *block, compare_offset) : NULL;
    if (identifier.ended || !block || length > block->size - (offset - block->offset))
        return damaged;
    *object = (routh_hdf5_span){.at = block->byte + (offset - block->offset), .left = (size_t)length};
    return NULL;
}

/* B-trees of version 2 of an HDF5 file. */

enum { DEEPEST_TREE = 12, FRAME = 10 /* signature, version, kind, checksum */ };

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
    size_t total_size[DEEPEST_TREE + 1]; /* by level; a node of records alone has no total */
} record_reader;

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
        return "has a damaged B-tree";
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
    if (version != 0 || found != kind || depth > DEEPEST_TREE || !find_sizes(&r, node_size, (unsigned)depth))
        return "has a damaged B-tree";
    return root == ROUTH_HDF5_NOWHERE ? NULL : take_node(&r, root, records, (unsigned)depth);
}
