/* Recordings in HDF5 files of any layout: every array of numbers is one or more channels, "/body1/x" or "/poses:3". The
 * arrays of one group belong together.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "file/channel_arrays.h"
#include "file/read_hdf5_values.h"
#include "file/text.h"

/* Groups within groups. Where a file goes in circles, the reader's budget ends it. */
enum { DEEPEST = 8 };

static bool is_hdf5(const unsigned char *byte, size_t count) {
    size_t at;
    return routh_hdf5_begins(byte, count, &at);
}

/* List --------------------------------------------------------------------------------------------------*/

/* An array with columns that belongs to no body is one itself. */
static routh_status list_array(const routh_hdf5_place *array, routh_channel_arrays *arrays, const char *body,
                               routh_channel_array **item) {
    const routh_hdf5_type type = routh_type_of_doubles();
    uint64_t size[ROUTH_HDF5_RANK];
    unsigned rank, wide = 0;
    *item = NULL;
    const routh_status status = routh_hdf5_quiet_sizes(array, &rank, size);
    if (status == ROUTH_BAD_FORMAT)
        routh_arrays_refuse(arrays, array->path, strlen(array->path), "is damaged, or was never written");
    if (status != ROUTH_OK)
        return status == ROUTH_BAD_FORMAT ? ROUTH_OK : status;
    for (unsigned k = 0; k < rank; k++)
        wide += size[k] != 1;
    const routh_array_shape shape = {rank, size, false};
    const char *own = *body || wide < 2 ? body : array->path + (array->path[0] == '/');
    const routh_status added = routh_arrays_add(array->source, arrays, array->path, strlen(array->path), own,
                                                strlen(own), &type, &shape, item);
    if (*item)
        (*item)->place = (uint64_t)array->id;
    return added;
}

/* What the attribute "units" says, as h5py and MATLAB users write it. */
static routh_status find_unit(const routh_hdf5_place *array, double *unit) {
    char text[ROUTH_LABEL_SIZE];
    routh_quantity quantity;
    routh_status status = routh_hdf5_text_or_empty(array, "units", text, sizeof text);
    if (status == ROUTH_OK && !*text)
        status = routh_hdf5_text_or_empty(array, "unit", text, sizeof text);
    if (status != ROUTH_OK || !*text || !routh_unit_of(text, strlen(text), &quantity, unit))
        *unit = 0;
    return status;
}

typedef struct hdf5_walk {
    routh_channel_arrays *arrays;
    size_t groups;
} hdf5_walk;

static routh_status list_group(hdf5_walk *walk, const routh_hdf5_place *group, int depth);

static routh_status list_object(hdf5_walk *walk, const routh_hdf5_place *object, const char *body, size_t group,
                                int depth) {
    routh_hdf5_look_at what;
    routh_channel_array *item = NULL;
    ROUTH_TRY(routh_hdf5_look(object, &what));
    if (what.is_group)
        return depth < DEEPEST ? list_group(walk, object, depth + 1) : ROUTH_OK;
    if (what.fault || what.rank > ROUTH_HDF5_RANK ||
        (what.rank > 0 && what.kind != ROUTH_HDF5_WHOLE && what.kind != ROUTH_HDF5_FLOATING)) {
        const char *reason = what.fault                    ? what.fault
                             : what.rank > ROUTH_HDF5_RANK ? "has more than three dimensions"
                                                           : "holds no plain numbers";
        routh_arrays_refuse(walk->arrays, object->path, strlen(object->path), reason);
        return ROUTH_OK;
    }
    if (what.rank == 0 || what.count < 2)
        return ROUTH_OK;
    const routh_status status = list_array(object, walk->arrays, body, &item);
    if (!item)
        return status;
    item->group = group;
    return find_unit(object, &item->unit);
}

static routh_status list_group(hdf5_walk *walk, const routh_hdf5_place *group, int depth) {
    routh_hdf5_link *link;
    size_t count;
    const size_t number = walk->groups++;
    routh_status status = routh_hdf5_links(group, &link, &count);
    for (size_t i = 0; status == ROUTH_OK && i < count; i++) {
        char path[ROUTH_NAME_SIZE], name[ROUTH_NAME_SIZE / 2];
        routh_hdf5_place object = *group;
        if (link[i].address >= group->bytes->size) /* somewhere else */
            continue;
        routh_show_text(name, sizeof name, (const char *)link[i].name, link[i].length);
        snprintf(path, sizeof path, "%.120s/%s", depth == 0 ? "" : group->path, name);
        object.id = (int64_t)link[i].address;
        object.path = path;
        status = list_object(walk, &object, depth == 0 ? "" : group->path + 1, number, depth);
    }
    routh_release(group->source->context, link);
    return status;
}

static routh_status list(routh_array_file *file, routh_channel_arrays *arrays) {
    routh_hdf5_file *own = file->own;
    hdf5_walk walk = {.arrays = arrays};
    ROUTH_TRY(routh_hdf5_open_file(file->source, own));
    return list_group(&walk, &own->root, 0);
}

/* Values ------------------------------------------------------------------------------------------------*/

static routh_status load(routh_array_file *file, const routh_channel_array *array, const unsigned char **byte) {
    routh_context *context = file->source->context;
    routh_hdf5_place place = ((routh_hdf5_file *)file->own)->root;
    uint64_t size[ROUTH_HDF5_RANK];
    unsigned rank;
    place.id = (int64_t)array->place;
    place.path = array->name;
    routh_release(context, file->block);
    file->block = NULL;
    ROUTH_TRY(routh_hdf5_sizes(&place, &rank, size));
    double *value = routh_allocate(context, (size_t)(size[0] * size[1] * size[2]), sizeof *value);
    file->block = (unsigned char *)value;
    *byte = file->block;
    return value ? routh_hdf5_numbers(&place, value) : ROUTH_OUT_OF_MEMORY;
}

static void close(routh_array_file *file) {
    routh_hdf5_close_file(file->own);
}

static const routh_array_reader arrays_of_hdf5 = {
    .format = "HDF5", .size = sizeof(routh_hdf5_file), .list = list, .load = load, .close = close};

const routh_channel_reader routh_hdf5_reader = {
    .name = "hdf5",
    .about = "HDF5: arrays of numbers in any layout",
    .recognise = is_hdf5,
    .arrays = &arrays_of_hdf5,
};
