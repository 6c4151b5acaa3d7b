/* The chunks of an array of an HDF5 file, through the index that says where they are.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/hdf5_bytes.h"

/* Extensible arrays of an HDF5 file: entries for the chunks of an array that can grow along one dimension.
 *
 * The first entries stand in the index block itself. Others are in data blocks, which are grouped: group u has 2^⌊u/2⌋ blocks
 * of 2^⌈u/2⌉ times the least number of entries. The index block points to the blocks of the first groups; each later group
 * has a block of its own with pointers. Large data blocks are divided into pages. */

typedef struct extensible_index {
    routh_hdf5_chunk_walk *walk;
    uint64_t address; /* of its head */
    uint64_t left;    /* entries to be shown */
    uint64_t kind, entry, first, least, pointers, page;
    unsigned bits;
    size_t offset_size;
} extensible_index;

static const char damaged[] = "has a damaged index of its chunks";
static const char missing[] = "has values that were never written";

/* What every block begins with. */
static bool is_head(const extensible_index *index, routh_hdf5_span *block) {
    return routh_hdf5_take(block, 1) == 0 && routh_hdf5_take(block, 1) == index->kind &&
           routh_hdf5_take(block, 8) == index->address && !block->ended;
}

static const char *take_entries(extensible_index *index, routh_hdf5_span *span, uint64_t count) {
    const char *fault = NULL;
    for (uint64_t i = 0; !fault && index->left > 0 && i < count; i++, index->left--)
        fault = routh_hdf5_show_entry(index->walk, routh_hdf5_take_span(span, index->entry), index->kind == 1);
    return fault;
}

/* Each page has a checksum of its own, but no signature. */
static const char *take_pages(extensible_index *index, uint64_t address, uint64_t count) {
    const char *fault = NULL;
    for (uint64_t done = 0; !fault && index->left > 0 && done < count; done += index->page) {
        routh_hdf5_span page;
        fault = routh_hdf5_block_at(index->walk->bytes, address, index->page * index->entry + 4, NULL, &page);
        if (!fault)
            fault = take_entries(index, &page, index->page);
        address += index->page * index->entry + 4;
    }
    return fault;
}

static const char *take_data_block(extensible_index *index, uint64_t address, uint64_t count) {
    const bool paged = count > index->page;
    const uint64_t size = 14 + index->offset_size + (paged ? 0 : count * index->entry) + 4;
    routh_hdf5_span block;
    if (address == ROUTH_HDF5_NOWHERE)
        return missing;
    const char *fault = routh_hdf5_block_at(index->walk->bytes, address, size, "EADB", &block);
    if (fault)
        return fault;
    if (!is_head(index, &block))
        return damaged;
    routh_hdf5_take(&block, index->offset_size);
    return paged ? take_pages(index, address + size, count) : take_entries(index, &block, count);
}

/* A later group: pointers to its data blocks, after a map of pages that are in use. */
static const char *take_group(extensible_index *index, uint64_t address, uint64_t blocks, uint64_t count) {
    const uint64_t pages = count > index->page ? count / index->page : 0, map = blocks * ((pages + 7) / 8);
    routh_hdf5_span block;
    if (address == ROUTH_HDF5_NOWHERE)
        return missing;
    const char *fault = routh_hdf5_block_at(index->walk->bytes, address, 14 + index->offset_size + map + blocks * 8 + 4,
                                            "EASB", &block);
    if (fault)
        return fault;
    if (!is_head(index, &block))
        return damaged;
    routh_hdf5_take_span(&block, index->offset_size + map);
    for (uint64_t i = 0; !fault && index->left > 0 && i < blocks; i++)
        fault = take_data_block(index, routh_hdf5_take(&block, 8), count);
    return fault;
}

static const char *take_index_block(extensible_index *index, uint64_t address) {
    const unsigned groups = 1 + index->bits - routh_hdf5_log_of_two(index->least),
                   near = 2 * routh_hdf5_log_of_two(index->pointers);
    if (near > groups)
        return damaged;
    const uint64_t near_blocks = 2 * (index->pointers - 1);
    const uint64_t size = 14 + index->first * index->entry + (near_blocks + groups - near) * 8 + 4;
    routh_hdf5_span block;
    const char *fault = routh_hdf5_block_at(index->walk->bytes, address, size, "EAIB", &block);
    if (fault)
        return fault;
    if (!is_head(index, &block))
        return damaged;
    routh_hdf5_span entries = routh_hdf5_take_span(&block, index->first * index->entry);
    fault = take_entries(index, &entries, index->first);
    for (unsigned u = 0; !fault && index->left > 0 && u < groups; u++) {
        const uint64_t blocks = (uint64_t)1 << u / 2, count = index->least << (u + 1) / 2;
        for (uint64_t i = 0; u < near && !fault && index->left > 0 && i < blocks; i++)
            fault = take_data_block(index, routh_hdf5_take(&block, 8), count);
        if (u >= near && !fault)
            fault = take_group(index, routh_hdf5_take(&block, 8), blocks, count);
    }
    return fault;
}

static const char *show_extensible(routh_hdf5_chunk_walk *walk) {
    enum { SIZE = 72, MOST_BITS = 40, MOST_PAGE_BITS = 30 };
    const routh_hdf5_array *array = walk->array;
    extensible_index index = {
        .walk = walk, .address = array->address, .left = array->grid[0] * array->grid[1] * array->grid[2]};
    routh_hdf5_span head;
    const char *fault = routh_hdf5_block_at(walk->bytes, array->address, SIZE, "EAHD", &head);
    if (fault)
        return fault;
    const uint64_t version = routh_hdf5_take(&head, 1);
    index.kind = routh_hdf5_take(&head, 1);
    index.entry = routh_hdf5_take(&head, 1);
    index.bits = (unsigned)routh_hdf5_take(&head, 1);
    index.first = routh_hdf5_take(&head, 1);
    index.least = routh_hdf5_take(&head, 1);
    index.pointers = routh_hdf5_take(&head, 1);
    const uint64_t page_bits = routh_hdf5_take(&head, 1);
    routh_hdf5_take_span(&head, 48); /* statistics */
    const uint64_t block = routh_hdf5_take(&head, 8);
    if (version != 0 || index.kind > 1 || index.entry < 8 || index.bits > MOST_BITS || page_bits > MOST_PAGE_BITS ||
        !routh_hdf5_is_power_of_two(index.least) || !routh_hdf5_is_power_of_two(index.pointers) ||
        routh_hdf5_log_of_two(index.least) > index.bits)
        return damaged;
    index.page = (uint64_t)1 << page_bits;
    index.offset_size = (index.bits + 7) / 8;
    return block == ROUTH_HDF5_NOWHERE ? missing : take_index_block(&index, block);
}

enum { MOST_LEVELS = 16 };

/* B-trees of version 1: keys with size, filters and place of the chunk, in the order of the places --------------------*/

static const char *take_tree(routh_hdf5_chunk_walk *walk, uint64_t address, int level) {
    const routh_hdf5_array *array = walk->array;
    const uint64_t key = 8 + 8 * ((uint64_t)array->rank + 1);
    routh_hdf5_span node;
    const char *fault = routh_hdf5_span_at(walk->bytes, address, 24, &node);
    if (fault)
        return fault;
    const bool right = routh_hdf5_take_letters(&node, "TREE") && routh_hdf5_take(&node, 1) == 1;
    const int found = (int)routh_hdf5_take(&node, 1);
    const uint64_t count = routh_hdf5_take(&node, 2);
    if (!right || (level >= 0 ? found != level : found > MOST_LEVELS))
        return ROUTH_HDF5_DAMAGED_INDEX;
    fault = routh_hdf5_span_at(walk->bytes, address + 24, count * (key + 8), &node);
    for (uint64_t i = 0; !fault && i < count; i++) {
        const uint64_t size = routh_hdf5_take(&node, 4), skipped = routh_hdf5_take(&node, 4);
        uint64_t at[ROUTH_HDF5_RANK] = {0}, right_place[ROUTH_HDF5_RANK];
        for (unsigned j = 0; j < array->rank; j++)
            at[j] = routh_hdf5_take(&node, 8);
        routh_hdf5_take(&node, 8);
        const uint64_t child = routh_hdf5_take(&node, 8);
        if (found > 0) {
            fault = take_tree(walk, child, found - 1);
            continue;
        }
        routh_hdf5_place_in_grid(array, walk->next, right_place);
        for (unsigned j = 0; j < array->rank; j++)
            if (at[j] != right_place[j] * array->chunk[j])
                return ROUTH_HDF5_MISSING_VALUES;
        fault = routh_hdf5_show_chunk(walk, child, size, (uint32_t)skipped);
    }
    return fault;
}

/* Fixed arrays: one entry for each chunk, in pages if there are many --------------------------------------------------*/

typedef struct fixed_index {
    uint64_t address; /* of its head */
    uint64_t kind, entry, page, block;
} fixed_index;

/* Pages follow the block, each with a checksum of its own but without a signature. */
static const char *take_fixed_pages(routh_hdf5_chunk_walk *walk, const fixed_index *fixed, uint64_t address) {
    const uint64_t count = routh_hdf5_chunk_count(walk->array);
    const char *fault = NULL;
    for (uint64_t done = 0; !fault && done < count; done += fixed->page) {
        const uint64_t now = count - done < fixed->page ? count - done : fixed->page;
        routh_hdf5_span page;
        fault = routh_hdf5_block_at(walk->bytes, address, now * fixed->entry + 4, NULL, &page);
        for (uint64_t i = 0; !fault && i < now; i++)
            fault = routh_hdf5_show_entry(walk, routh_hdf5_take_span(&page, fixed->entry), fixed->kind == 1);
        address += now * fixed->entry + 4;
    }
    return fault;
}

static const char *take_block(routh_hdf5_chunk_walk *walk, const fixed_index *fixed) {
    const uint64_t count = routh_hdf5_chunk_count(walk->array);
    const bool paged = count > fixed->page;
    const uint64_t pages = paged ? (count - 1) / fixed->page + 1 : 0, map = (pages + 7) / 8;
    const uint64_t size = 14 + map + (paged ? 0 : count * fixed->entry) + 4;
    routh_hdf5_span block;
    const char *fault = routh_hdf5_block_at(walk->bytes, fixed->block, size, "FADB", &block);
    if (fault)
        return fault;
    if (routh_hdf5_take(&block, 1) != 0 || routh_hdf5_take(&block, 1) != fixed->kind ||
        routh_hdf5_take(&block, 8) != fixed->address)
        return ROUTH_HDF5_DAMAGED_INDEX;
    for (uint64_t i = 0; i < pages; i++)
        if (!(block.at[i / 8] & 0x80 >> i % 8))
            return ROUTH_HDF5_MISSING_VALUES;
    if (paged)
        return take_fixed_pages(walk, fixed, fixed->block + size);
    for (uint64_t i = 0; !fault && i < count; i++)
        fault = routh_hdf5_show_entry(walk, routh_hdf5_take_span(&block, fixed->entry), fixed->kind == 1);
    return fault;
}

static const char *take_fixed(routh_hdf5_chunk_walk *walk) {
    enum { SIZE = 28, MOST_PAGE_BITS = 30 };
    routh_hdf5_span head;
    const char *fault = routh_hdf5_block_at(walk->bytes, walk->array->address, SIZE, "FAHD", &head);
    if (fault)
        return fault;
    const uint64_t version = routh_hdf5_take(&head, 1);
    fixed_index fixed = {.address = walk->array->address, .kind = routh_hdf5_take(&head, 1)};
    fixed.entry = routh_hdf5_take(&head, 1);
    const uint64_t bits = routh_hdf5_take(&head, 1), count = routh_hdf5_take(&head, 8);
    fixed.block = routh_hdf5_take(&head, 8);
    if (version != 0 || fixed.kind > 1 || bits > MOST_PAGE_BITS || fixed.entry < 8 ||
        count != routh_hdf5_chunk_count(walk->array) || count > walk->bytes->size)
        return ROUTH_HDF5_DAMAGED_INDEX;
    if (fixed.block == ROUTH_HDF5_NOWHERE)
        return ROUTH_HDF5_MISSING_VALUES;
    fixed.page = (uint64_t)1 << bits;
    return take_block(walk, &fixed);
}

/* All -------------------------------------------------------------------------------------------------------*/

static const char *take_implicit(routh_hdf5_chunk_walk *walk) {
    const routh_hdf5_array *array = walk->array;
    const char *fault = NULL;
    if (routh_hdf5_chunk_count(array) > walk->bytes->size / array->chunk_bytes)
        return ROUTH_HDF5_DAMAGED_INDEX;
    for (uint64_t i = 0; !fault && i < routh_hdf5_chunk_count(array); i++)
        fault = routh_hdf5_show_chunk(walk, array->address + i * array->chunk_bytes, array->chunk_bytes, UINT32_MAX);
    return fault;
}

const char *routh_hdf5_chunks(routh_hdf5_bytes *bytes, const routh_hdf5_array *array, routh_hdf5_visit_chunk *visit,
                              void *user) {
    routh_hdf5_chunk_walk walk = {.bytes = bytes, .array = array, .visit = visit, .user = user};
    if (array->space.count == 0)
        return NULL;
    if (array->address == ROUTH_HDF5_NOWHERE)
        return ROUTH_HDF5_MISSING_VALUES;
    const char *fault = array->index == ROUTH_HDF5_TREE       ? take_tree(&walk, array->address, -1)
                        : array->index == ROUTH_HDF5_FIXED    ? take_fixed(&walk)
                        : array->index == ROUTH_HDF5_IMPLICIT ? take_implicit(&walk)
                        : array->index == ROUTH_HDF5_SINGLE
                            ? routh_hdf5_show_chunk(&walk, array->address, array->single_size, array->single_skipped)
                            : show_extensible(&walk);
    return fault || walk.next == routh_hdf5_chunk_count(array) ? fault : ROUTH_HDF5_MISSING_VALUES;
}
