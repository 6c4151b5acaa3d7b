/* One chunk of an array of an HDF5 file, found in an index, on its way to whoever walks over them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/hdf5_bytes.h"

uint64_t routh_hdf5_chunk_count(const routh_hdf5_array *array) {
    return array->grid[0] * array->grid[1] * array->grid[2];
}

void routh_hdf5_place_in_grid(const routh_hdf5_array *array, uint64_t number, uint64_t at[ROUTH_HDF5_RANK]) {
    at[0] = number / array->grid[2] / array->grid[1];
    at[1] = number / array->grid[2] % array->grid[1];
    at[2] = number % array->grid[2];
}

const char *routh_hdf5_show_chunk(routh_hdf5_chunk_walk *walk, uint64_t address, uint64_t size, uint32_t skipped) {
    const routh_hdf5_array *array = walk->array;
    const uint64_t number = walk->next++;
    if (address == ROUTH_HDF5_NOWHERE)
        return ROUTH_HDF5_MISSING_VALUES;
    if (number >= routh_hdf5_chunk_count(array) || address > walk->bytes->size || size > walk->bytes->size - address)
        return ROUTH_HDF5_DAMAGED_INDEX;
    routh_hdf5_chunk chunk = {.address = address};
    routh_hdf5_place_in_grid(array, number, chunk.at);
    bool is_edge = false;
    for (unsigned i = 0; i < array->rank; i++)
        is_edge = is_edge || (chunk.at[i] + 1) * array->chunk[i] > array->space.size[i];
    chunk.skipped = array->plain_edges && is_edge ? UINT32_MAX : skipped;
    chunk.size = size;
    return walk->visit(walk->user, &chunk);
}

const char *routh_hdf5_show_entry(routh_hdf5_chunk_walk *walk, routh_hdf5_span entry, bool is_packed) {
    const uint64_t address = routh_hdf5_take(&entry, 8);
    if (!is_packed)
        return entry.ended ? ROUTH_HDF5_DAMAGED_INDEX
                           : routh_hdf5_show_chunk(walk, address, walk->array->chunk_bytes, 0);
    if (entry.left < 5 || entry.left > 12)
        return ROUTH_HDF5_DAMAGED_INDEX;
    const uint64_t size = routh_hdf5_take(&entry, entry.left - 4), skipped = routh_hdf5_take(&entry, 4);
    return routh_hdf5_show_chunk(walk, address, size, (uint32_t)skipped);
}
