/* Extensible arrays of an HDF5 file: entries for the chunks of an array that can grow along one dimension.
 *
 * The first entries stand in the index block itself. Others are in data blocks, which are grouped: group u has 2^⌊u/2⌋ blocks
 * of 2^⌈u/2⌉ times the least number of entries. The index block points to the blocks of the first groups; each later group
 * has a block of its own with pointers. Large data blocks are divided into pages.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/hdf5_bytes.h"

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

const char *routh_hdf5_extensible_chunks(routh_hdf5_chunk_walk *walk) {
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
