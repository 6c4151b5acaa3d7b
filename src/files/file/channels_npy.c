/* Recordings as NumPy keeps them: one array (.npy), or several in a zip archive (.npz).
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "file/channel_arrays.h"
#include "file/deflate.h"
#include "file/read_hdf5_values.h"

/* Headers are read without the values that follow them. */
enum { LONGEST_HEADER = 65536 + 16 };

static routh_status hold(routh_source *source) {
    return routh_source_hold(source, ROUTH_HDF5_MOST_BYTES);
}

/* Dimensions that are not 1. */
static unsigned wide_dimensions(const routh_npy *npy) {
    unsigned count = 0;
    for (unsigned k = 0; k < npy->rank; k++)
        count += npy->size[k] != 1;
    return count;
}

/* A field of an array of structures: elements lie an item apart, whatever their order. */
static routh_status list_field(routh_source *source, const routh_npy *npy, const routh_npy_field *field,
                               const char *body, size_t body_length, routh_channel_arrays *arrays,
                               routh_channel_array **item) {
    uint64_t size[1 + ROUTH_NPY_FIELD_RANK] = {npy->count};
    memcpy(size + 1, field->size, field->rank * sizeof *size);
    const routh_array_shape shape = {1 + field->rank, size, false};
    *item = NULL;
    if (npy->count < 2 || wide_dimensions(npy) > 1)
        return ROUTH_OK;
    const routh_status status = routh_arrays_add(source, arrays, field->name, field->name_length, body, body_length,
                                                 &field->type, &shape, item);
    if (*item)
        (*item)->step[0] = npy->item_size;
    return status;
}

/* The numbers of one array that has `size` bytes; `place` is where the array is. */
static routh_status list_array(routh_source *source, const routh_npy *npy, size_t size, const char *name,
                               size_t name_length, uint64_t place, routh_channel_arrays *arrays) {
    const bool has_fields = npy->fields > 0 && npy->field[0].name_length > 0;
    const routh_array_shape shape = {npy->rank, npy->size, npy->is_fortran};
    routh_status status = ROUTH_OK;
    if (npy->begin > size || (npy->item_size > 0 && npy->count > (size - npy->begin) / npy->item_size)) {
        routh_arrays_refuse(arrays, name, name_length, "claims more numbers than it has");
        return ROUTH_OK;
    }
    for (size_t i = 0; status == ROUTH_OK && i < npy->fields; i++) {
        const routh_npy_field *field = &npy->field[i];
        routh_channel_array *item;
        status = has_fields ? list_field(source, npy, field, name, name_length, arrays, &item)
                            : routh_arrays_add(source, arrays, name, name_length, name,
                                               wide_dimensions(npy) > 1 ? name_length : 0, &field->type, &shape, &item);
        if (!item)
            continue;
        item->place = place;
        item->offset = npy->begin + field->offset;
    }
    return status;
}

/* One array -----------------------------------------------------------------------------------------------*/

static bool is_npy(const unsigned char *byte, size_t count) {
    return count >= 6 && memcmp(byte, ROUTH_NPY_MAGIC, 6) == 0;
}

static routh_status list_npy(routh_array_file *file, routh_channel_arrays *arrays) {
    routh_source *source = file->source;
    routh_status status = hold(source);
    if (status != ROUTH_OK)
        return status;
    ROUTH_ARENA(room, source->context);
    routh_npy *npy = routh_take(&room, 1, sizeof *npy);
    ROUTH_TRY(room.status);
    const char *fault = routh_npy_header(source->io.bytes, source->io.byte_count, npy);
    if (fault)
        routh_arrays_refuse(arrays, "", 0, fault);
    else
        status = list_array(source, npy, source->io.byte_count, "", 0, 0, arrays);
    return status;
}

static routh_status load_npy(routh_array_file *file, const routh_channel_array *array, const unsigned char **byte) {
    *byte = (const unsigned char *)file->source->io.bytes + array->offset;
    return ROUTH_OK;
}

static const routh_array_reader npy_arrays = {
    .format = "NumPy array (.npy)", .size = 1, .is_one = true, .list = list_npy, .load = load_npy};

const routh_channel_reader routh_npy_reader = {
    .name = "npy",
    .about = "NumPy array (.npy)",
    .recognise = is_npy,
    .arrays = &npy_arrays,
};

/* Several -------------------------------------------------------------------------------------------------*/

static bool is_npz(const unsigned char *byte, size_t count) {
    return count >= 4 && memcmp(byte, "PK\3\4", 4) == 0;
}

static bool is_array_entry(const routh_zip_entry *entry) {
    return entry->name_length > 4 && memcmp(entry->name + entry->name_length - 4, ".npy", 4) == 0;
}

/* `room`: bytes that may yet be unpacked. */
static routh_status list_entry(routh_source *source, const routh_zip_entry *entry, uint64_t place, uint64_t *room,
                               routh_npy *npy, unsigned char *head, routh_channel_arrays *arrays) {
    const size_t name_length = entry->name_length - 4,
                 count = entry->size < LONGEST_HEADER ? entry->size : LONGEST_HEADER;
    const char *fault = !entry->fault && entry->size > *room ? ROUTH_UNPACKED_WORDS : entry->fault;
    const routh_status status = fault ? ROUTH_OK : routh_zip_unpack(entry, head, count);
    if (status == ROUTH_OUT_OF_MEMORY)
        return routh_fail_in(source->context, status, source->shown, "no memory to uncompress it");
    if (status != ROUTH_OK)
        fault = "cannot be uncompressed: it is damaged";
    if (!fault)
        fault = routh_npy_header(head, count, npy);
    *room -= fault ? 0 : entry->size;
    if (!fault)
        return list_array(source, npy, entry->size, entry->name, name_length, place, arrays);
    routh_arrays_refuse(arrays, entry->name, name_length, fault);
    return ROUTH_OK;
}

/* Where its directory is, and the entry that was unpacked last: fields of one array come one after the other. */
typedef struct npz_file {
    routh_zip zip;
    uint64_t place;
} npz_file;

static routh_status list_entries(routh_source *source, routh_zip *zip, routh_channel_arrays *arrays, bool *any) {
    routh_npy *npy = routh_allocate(source->context, 1, sizeof *npy);
    unsigned char *head = routh_allocate(source->context, LONGEST_HEADER, 1);
    routh_status status = npy && head ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    uint64_t room = routh_unpacked_room(source->io.byte_count);
    routh_zip_entry entry;
    for (uint64_t place = zip->next; status == ROUTH_OK && routh_zip_next(zip, &entry); place = zip->next)
        if (is_array_entry(&entry)) {
            *any = true;
            status = list_entry(source, &entry, place, &room, npy, head, arrays);
        }
    routh_release(source->context, head);
    routh_release(source->context, npy);
    return status;
}

static routh_status list_npz(routh_array_file *file, routh_channel_arrays *arrays) {
    routh_source *source = file->source;
    routh_zip *zip = &((npz_file *)file->own)->zip;
    bool any = false;
    ROUTH_TRY(hold(source));
    if (!routh_zip_open(source->io.bytes, source->io.byte_count, zip))
        return routh_fail_in(source->context, ROUTH_BAD_FORMAT, source->shown, "a damaged or truncated zip archive");
    routh_zip walk = *zip;
    ROUTH_TRY(list_entries(source, &walk, arrays, &any));
    if (!any)
        return routh_fail_in(source->context, ROUTH_BAD_FORMAT, source->shown,
                             "a zip archive without NumPy arrays; save a spreadsheet as CSV");
    return ROUTH_OK;
}

static routh_status load_npz(routh_array_file *file, const routh_channel_array *array, const unsigned char **byte) {
    npz_file *own = file->own;
    routh_context *context = file->source->context;
    const routh_place place = {.file = file->source->shown, .part = array->name};
    if (!file->block || own->place != array->place) {
        routh_zip_entry entry;
        routh_zip zip = own->zip;
        zip.next = (size_t)array->place;
        zip.left = 1;
        routh_release(context, file->block);
        file->block = NULL;
        own->place = array->place;
        if (!routh_zip_next(&zip, &entry) || entry.fault)
            return routh_fail_at(context, ROUTH_BAD_FORMAT, &place, " is damaged");
        file->block = routh_allocate(context, entry.size, 1);
        if (!file->block)
            return ROUTH_OUT_OF_MEMORY;
        const routh_status status = routh_zip_unpack(&entry, file->block, entry.size);
        if (status != ROUTH_OK) { /* what is not whole must not be used again */
            own->place = UINT64_MAX;
            return routh_fail_at(context, status, &place, " cannot be uncompressed%s",
                                 status == ROUTH_BAD_FORMAT ? ": it is damaged" : ": no memory");
        }
    }
    *byte = file->block + array->offset;
    return ROUTH_OK;
}

static const routh_array_reader npz_arrays = {
    .format = "NumPy arrays (.npz)", .size = sizeof(npz_file), .list = list_npz, .load = load_npz};

const routh_channel_reader routh_npz_reader = {
    .name = "npz",
    .about = "NumPy arrays in one file (.npz)",
    .recognise = is_npz,
    .arrays = &npz_arrays,
};
