/* Single values and columns of an HDF5 file, each checked before it is used.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/read_hdf5_values.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "file/deflate.h"
#include "file/hdf5_bytes.h"

static routh_status fail_at(const routh_hdf5_place *place, const char *name, const char *what) {
    const routh_status status = what == routh_hdf5_no_memory ? ROUTH_OUT_OF_MEMORY : ROUTH_BAD_FORMAT;
    const routh_place at = {.file = place->source->shown, .part = place->path, .column = name};
    return name ? routh_fail_at(place->source->context, status, &at, "%s %s", name, what)
                : routh_fail_at(place->source->context, status, &at, " %s", what);
}

/* A path must be a file: another kind may never end. */
static routh_status check_kind(const routh_source *source) {
    struct stat what;
    if (!source->io.path || stat(source->io.path, &what) != 0)
        return ROUTH_OK; /* what cannot be found fails when it is read */
    if (!S_ISREG(what.st_mode))
        return routh_fail_in(source->context, ROUTH_FILE_ERROR, source->shown, "%s",
                             S_ISDIR(what.st_mode) ? "is a directory" : "not a file");
    return ROUTH_OK;
}

/* A root that cannot be read must not pass for a file of another format. */
static const char *check_root(routh_hdf5_bytes *bytes) {
    routh_hdf5_attribute format;
    bool is_group = false, found = false;
    const char *fault = routh_hdf5_list(bytes, bytes->root, &is_group);
    if (!fault)
        fault = routh_hdf5_find_attribute(bytes, bytes->root, "format", &format, &found);
    return fault || is_group ? fault : "has no root group";
}

routh_status routh_hdf5_open_file(routh_source *source, routh_hdf5_file *file) {
    bool is_hdf5 = false;
    *file = (routh_hdf5_file){.root = {.source = source, .bytes = &file->bytes, .id = -1, .path = "/"}};
    ROUTH_TRY(check_kind(source));
    ROUTH_TRY(routh_source_hold(source, ROUTH_HDF5_MOST_BYTES));
    const char *fault =
        routh_hdf5_begin(source->context, source->io.bytes, source->io.byte_count, &file->bytes, &is_hdf5);
    if (!is_hdf5)
        return routh_fail_in(source->context, ROUTH_BAD_FORMAT, source->shown,
                             "not an HDF5 file, or one that cannot be read");
    if (!fault)
        fault = check_root(&file->bytes);
    if (fault)
        return fault == routh_hdf5_no_memory ? ROUTH_OUT_OF_MEMORY
                                             : routh_fail_in(source->context, ROUTH_BAD_FORMAT, source->shown,
                                                             "a damaged or truncated HDF5 file: it %s", fault);
    file->root.id = (int64_t)file->bytes.root;
    return ROUTH_OK;
}

void routh_hdf5_close_file(routh_hdf5_file *file) {
    routh_hdf5_end_reading(&file->bytes);
    file->root.id = -1;
}

routh_status routh_hdf5_read_file(routh_context *context, routh_io from, routh_hdf5_use *use, void *user) {
    ROUTH_SOURCE(source, context, from);
    routh_hdf5_file file;
    routh_status status = routh_hdf5_open_file(&source, &file);
    if (status == ROUTH_OK)
        status = use(user, &file.root);
    routh_hdf5_close_file(&file);
    if (status == ROUTH_OK || !context || strncmp(context->message, source.shown, strlen(source.shown)) == 0)
        return status;
    /* what was computed from the file may fail, too, and does not know where it is from */
    return routh_fail_at(context, status, &(routh_place){.file = source.shown, .within = &context->where}, "%s",
                         context->message);
}

/* Groups ------------------------------------------------------------------------------------------------*/

static int compare_name(const void *key, const void *item) {
    const routh_hdf5_link *link = item;
    const char *name = key;
    const size_t length = strlen(name), both = length < link->length ? length : link->length;
    const int order = both ? memcmp(name, link->name, both) : 0;
    return order ? order : (length > link->length) - (length < link->length);
}

static const char missing[] = "is missing or damaged";

/* Where the object of that name is; a fault if there is none in this file. */
static const char *find_object(const routh_hdf5_place *group, const char *name, uint64_t *address) {
    routh_hdf5_bytes *bytes = group->bytes;
    bool is_group = false;
    const char *fault = routh_hdf5_list(bytes, (uint64_t)group->id, &is_group);
    if (fault || !is_group || bytes->links == 0)
        return fault ? fault : missing;
    const routh_hdf5_link *link = bsearch(name, bytes->link, bytes->links, sizeof *link, compare_name);
    if (!link || link->address >= bytes->size)
        return missing;
    *address = link->address;
    return NULL;
}

routh_status routh_hdf5_has(const routh_hdf5_place *group, const char *name, bool *has) {
    uint64_t address;
    const char *fault = find_object(group, name, &address);
    *has = !fault;
    return fault && fault != missing ? fail_at(group, NULL, fault) : ROUTH_OK;
}

routh_status routh_hdf5_open(const routh_hdf5_place *group, const char *name, const char *path,
                             routh_hdf5_place *place) {
    uint64_t address = 0;
    *place = *group;
    place->path = path;
    const char *fault = find_object(group, name, &address);
    place->id = fault ? -1 : (int64_t)address;
    return fault ? fail_at(place, NULL, fault) : ROUTH_OK;
}

routh_status routh_hdf5_count(const routh_hdf5_place *group, size_t *count) {
    bool is_group = false;
    const char *fault = routh_hdf5_list(group->bytes, (uint64_t)group->id, &is_group);
    if (fault || !is_group)
        return fail_at(group, NULL, fault ? fault : "is not a group");
    *count = group->bytes->links;
    return ROUTH_OK;
}

routh_status routh_hdf5_open_list(const routh_hdf5_place *group, const char *name, const char *path,
                                  routh_hdf5_place *list, size_t *count) {
    ROUTH_TRY(routh_hdf5_open(group, name, path, list));
    return routh_hdf5_count(list, count);
}

routh_status routh_hdf5_open_item(const routh_hdf5_place *list, size_t index, routh_hdf5_item *item) {
    char name[32];
    snprintf(name, sizeof name, "%zu", index);
    snprintf(item->path, sizeof item->path, "%s/%s", list->path, name);
    return routh_hdf5_open(list, name, item->path, &item->place);
}

routh_status routh_hdf5_links(const routh_hdf5_place *group, routh_hdf5_link **link, size_t *count) {
    const routh_status status = routh_hdf5_count(group, count);
    *link = NULL;
    if (status != ROUTH_OK || *count == 0)
        return status;
    *link = routh_allocate(group->source->context, *count, sizeof **link);
    if (!*link)
        return ROUTH_OUT_OF_MEMORY;
    memcpy(*link, group->bytes->link, *count * sizeof **link);
    return ROUTH_OK;
}

routh_status routh_hdf5_holds(const routh_hdf5_place *place, const char *name, bool *holds) {
    uint64_t address;
    const char *fault = find_object(place, name, &address);
    *holds = !fault;
    return fault == routh_hdf5_no_memory ? ROUTH_OUT_OF_MEMORY : ROUTH_OK;
}

/* Attributes ------------------------------------------------------------------------------------------*/

static const char no_single[] = "is missing or not a single value";

/* A value that is damaged, missing or of the wrong type; the last two are for the caller to say. */
static routh_status fail_value(const routh_hdf5_place *place, const char *name, const char *fault, const char *kind) {
    if (fault && fault != no_single)
        return fail_at(place, NULL, fault);
    return fail_at(place, name, kind);
}

/* An attribute that holds one value. */
static const char *find_single(const routh_hdf5_place *place, const char *name, routh_hdf5_attribute *attribute) {
    bool found = false;
    const char *fault = routh_hdf5_find_attribute(place->bytes, (uint64_t)place->id, name, attribute, &found);
    return fault || (found && attribute->space.count == 1) ? fault : no_single;
}

static bool is_number(const routh_hdf5_type *type) {
    return type->kind == ROUTH_HDF5_WHOLE || type->kind == ROUTH_HDF5_FLOATING;
}

routh_status routh_hdf5_number(const routh_hdf5_place *place, const char *name, double *value) {
    routh_hdf5_attribute found;
    const char *fault = find_single(place, name, &found);
    if (fault || !is_number(&found.type))
        return fail_value(place, name, fault, "is missing, damaged or not a number");
    memcpy(value, found.value.at, found.type.size);
    routh_hdf5_doubles(&found.type, 1, value);
    return ROUTH_OK;
}

routh_status routh_hdf5_number_or_zero(const routh_hdf5_place *place, const char *name, double *value) {
    routh_hdf5_attribute found;
    bool has = false;
    const char *fault = routh_hdf5_find_attribute(place->bytes, (uint64_t)place->id, name, &found, &has);
    *value = 0;
    if (fault)
        return fail_at(place, NULL, fault);
    return has ? routh_hdf5_number(place, name, value) : ROUTH_OK;
}

routh_status routh_hdf5_whole(const routh_hdf5_place *place, const char *name, int64_t *value) {
    routh_hdf5_attribute found;
    const char *fault = find_single(place, name, &found);
    if (fault || found.type.kind != ROUTH_HDF5_WHOLE)
        return fail_value(place, name, fault, "is missing, damaged or not a whole number");
    memcpy(value, found.value.at, found.type.size);
    routh_hdf5_whole_values(&found.type, 1, value);
    return ROUTH_OK;
}

routh_status routh_hdf5_layout(const routh_hdf5_place *place, int first, int last, int64_t *layout) {
    static const char *const names[] = {"layout", "version"};
    const char *fault = NULL, *name = NULL;
    int64_t number = first;
    for (size_t i = 0; i < 2 && !name && !fault; i++) {
        routh_hdf5_attribute found;
        bool has = false;
        fault = routh_hdf5_find_attribute(place->bytes, (uint64_t)place->id, names[i], &found, &has);
        name = has ? names[i] : NULL;
    }
    if (fault)
        return fail_at(place, NULL, fault);
    const routh_status status = name ? routh_hdf5_whole(place, name, &number) : ROUTH_OK;
    if (layout)
        *layout = number;
    if (status != ROUTH_OK || (number >= first && number <= last))
        return status;
    const bool is_root = strcmp(place->path, "/") == 0;
    char known[32];
    if (first < last)
        snprintf(known, sizeof known, "s %d to %d", first, last);
    else
        snprintf(known, sizeof known, " %d", first);
    return routh_fail_at(
        place->source->context, ROUTH_BAD_FORMAT,
        &(routh_place){.file = place->source->shown, .part = is_root ? NULL : place->path, .column = name},
        "layout %lld; Routh %s reads layout%s", (long long)number, routh_version(), known);
}

/* Text of fixed length, as we write it, or of any length, as other programs do. */
static const char *find_text(const routh_hdf5_place *place, const char *name, routh_hdf5_span *text) {
    routh_hdf5_attribute found;
    const char *fault = find_single(place, name, &found);
    if (fault)
        return fault;
    *text = found.value;
    if (found.type.kind == ROUTH_HDF5_VARIABLE_TEXT)
        fault = routh_hdf5_heap_text(place->bytes, &found, text);
    else if (found.type.kind != ROUTH_HDF5_TEXT)
        fault = no_single;
    return fault || text->left <= ROUTH_HDF5_LONGEST_TEXT ? fault : no_single;
}

static void show_text(routh_hdf5_span found, char *text, size_t size) {
    const unsigned char *end = found.left ? memchr(found.at, 0, found.left) : NULL;
    routh_show_text(text, size, (const char *)found.at, end ? (size_t)(end - found.at) : found.left);
}

routh_status routh_hdf5_text(const routh_hdf5_place *place, const char *name, char *text, size_t size) {
    routh_hdf5_span found;
    const char *fault = find_text(place, name, &found);
    if (fault)
        return fail_value(place, name, fault, "is missing, damaged or not text");
    show_text(found, text, size);
    return ROUTH_OK;
}

routh_status routh_hdf5_text_or_empty(const routh_hdf5_place *place, const char *name, char *text, size_t size) {
    routh_hdf5_span found = {.at = place->bytes->byte};
    const char *fault = find_text(place, name, &found);
    if (fault && fault != no_single)
        return fail_at(place, NULL, fault);
    show_text(fault ? (routh_hdf5_span){.at = found.at} : found, text, size);
    return ROUTH_OK;
}

routh_status routh_hdf5_has_format(const routh_hdf5_place *place, const char *format, bool *has) {
    char text[64];
    const routh_status status = routh_hdf5_text_or_empty(place, "format", text, sizeof text);
    *has = status == ROUTH_OK && strcmp(text, format) == 0;
    return status;
}

/* Datasets ----------------------------------------------------------------------------------------------*/

/* How many times larger than its bytes in the file an array can be. */
static uint64_t growth_of(const routh_hdf5_array *array) {
    for (unsigned i = 0; i < array->filters; i++)
        if (array->filter[i] == ROUTH_HDF5_DEFLATE)
            return ROUTH_MOST_SHRUNK;
    return 1;
}

static const char *find_array(const routh_hdf5_place *dataset, routh_hdf5_array *array) {
    bool is_array = false;
    const char *fault = routh_hdf5_array_at(dataset->bytes, (uint64_t)dataset->id, array, &is_array);
    if (fault)
        return fault;
    return is_array && array->rank > 0 ? NULL : "is not a plain array of numbers";
}

/* Sizes that the bytes of the file can have. */
static routh_status check_sizes(const routh_hdf5_place *dataset, routh_hdf5_array *array, uint64_t *stored) {
    routh_context *context = dataset->source->context;
    const char *fault = find_array(dataset, array);
    if (!fault)
        fault = routh_hdf5_stored(dataset->bytes, array, stored);
    if (fault)
        return fail_at(dataset, NULL, fault);
    const uint64_t *size = array->space.size, growth = growth_of(array);
    const unsigned long long rows = size[0], columns = size[1] * size[2];
    *stored = *stored < dataset->bytes->size ? *stored : dataset->bytes->size;
    const bool is_hollow = array->space.count == 0 && size[0] > 0; /* rows without columns */
    if (is_hollow || array->space.count > *stored * growth / array->type.size ||
        array->chunk_bytes / growth > dataset->bytes->size)
        return routh_fail_in(context, ROUTH_BAD_FORMAT, dataset->source->shown,
                             "%s claims %llu×%llu numbers but has %llu bytes", dataset->path, rows, columns,
                             (unsigned long long)*stored);
    if (array->space.count > ROUTH_HDF5_MOST_VALUES)
        return routh_fail_at(context, ROUTH_BAD_FORMAT,
                             &(routh_place){.file = dataset->source->shown, .part = dataset->path},
                             " has %llu×%llu numbers; Routh reads at most %llu of one array", rows, columns,
                             (unsigned long long)ROUTH_HDF5_MOST_VALUES);
    return ROUTH_OK;
}

routh_status routh_hdf5_packed_shape(const routh_hdf5_place *dataset, size_t *rows, size_t *columns, uint64_t *stored) {
    routh_hdf5_array array;
    ROUTH_TRY(check_sizes(dataset, &array, stored));
    if (array.rank > 2)
        return fail_at(dataset, NULL, "is not a plain array of numbers");
    *rows = (size_t)array.space.size[0];
    *columns = (size_t)array.space.size[1];
    return ROUTH_OK;
}

routh_status routh_hdf5_sizes(const routh_hdf5_place *dataset, unsigned *rank, uint64_t size[ROUTH_HDF5_RANK]) {
    routh_hdf5_array array;
    uint64_t stored = 0;
    const routh_status status = check_sizes(dataset, &array, &stored);
    *rank = status == ROUTH_OK ? array.rank : 0;
    memcpy(size, array.space.size, sizeof array.space.size);
    return status;
}

routh_status routh_hdf5_quiet_sizes(const routh_hdf5_place *dataset, unsigned *rank, uint64_t size[ROUTH_HDF5_RANK]) {
    routh_source quiet = *dataset->source;
    routh_hdf5_place place = *dataset;
    quiet.context = NULL;
    place.source = &quiet;
    return routh_hdf5_sizes(&place, rank, size);
}

routh_status routh_hdf5_look(const routh_hdf5_place *place, routh_hdf5_look_at *what) {
    routh_hdf5_array array;
    bool is_group = false, is_array = false;
    *what = (routh_hdf5_look_at){.is_group = false};
    const char *fault = routh_hdf5_array_at(place->bytes, (uint64_t)place->id, &array, &is_array);
    if (!fault && is_array) {
        what->kind = array.type.kind;
        what->rank = array.space.rank;
        what->count = array.space.count;
        memcpy(what->size, array.space.size, sizeof what->size);
        return ROUTH_OK;
    }
    if (fault == routh_hdf5_no_memory)
        return ROUTH_OUT_OF_MEMORY;
    what->fault = fault;
    if (!fault)
        what->fault = routh_hdf5_list(place->bytes, (uint64_t)place->id, &is_group);
    what->is_group = !what->fault && is_group;
    return what->fault == routh_hdf5_no_memory ? ROUTH_OUT_OF_MEMORY : ROUTH_OK;
}

routh_status routh_hdf5_shape(const routh_hdf5_place *dataset, size_t *rows, size_t *columns) {
    uint64_t stored = 0;
    return routh_hdf5_packed_shape(dataset, rows, columns, &stored);
}

/* The raw values of an array, whose type is then known. */
static const char *read_raw(const routh_hdf5_place *dataset, routh_hdf5_array *array, void *value,
                            bool is_right(const routh_hdf5_type *), const char *otherwise) {
    const char *fault = find_array(dataset, array);
    if (fault || !is_right(&array->type))
        return fault ? fault : otherwise;
    return routh_hdf5_unpack(dataset->bytes, array, value);
}

routh_status routh_hdf5_numbers(const routh_hdf5_place *dataset, double *value) {
    routh_hdf5_array array;
    const char *fault = read_raw(dataset, &array, value, is_number, "is damaged or holds no numbers");
    if (fault)
        return fail_at(dataset, NULL, fault);
    routh_hdf5_doubles(&array.type, (size_t)array.space.count, value);
    return ROUTH_OK;
}

routh_status routh_hdf5_table(const routh_hdf5_place *dataset, size_t *rows, size_t *columns, double **value) {
    *value = NULL;
    ROUTH_TRY(routh_hdf5_shape(dataset, rows, columns));
    *value = routh_allocate(dataset->source->context, *rows, *columns * sizeof **value);
    return *value ? routh_hdf5_numbers(dataset, *value) : ROUTH_OUT_OF_MEMORY;
}

static bool is_whole(const routh_hdf5_type *type) {
    return type->kind == ROUTH_HDF5_WHOLE;
}

routh_status routh_hdf5_wholes(const routh_hdf5_place *dataset, int64_t *value) {
    routh_hdf5_array array;
    const char *fault = read_raw(dataset, &array, value, is_whole, "is damaged or holds no whole numbers");
    if (fault)
        return fail_at(dataset, NULL, fault);
    routh_hdf5_whole_values(&array.type, (size_t)array.space.count, value);
    return ROUTH_OK;
}

static bool is_reference(const routh_hdf5_type *type) {
    return type->kind == ROUTH_HDF5_REFERENCE;
}

routh_status routh_hdf5_references(const routh_hdf5_place *dataset, uint64_t *value) {
    routh_hdf5_array array;
    const char *fault = read_raw(dataset, &array, value, is_reference, "is damaged or holds no references");
    if (fault)
        return fail_at(dataset, NULL, fault);
    for (uint64_t i = 0; i < array.space.count; i++) {
        routh_hdf5_span raw = {.at = (const unsigned char *)&value[i], .left = sizeof value[i]};
        value[i] = routh_hdf5_take(&raw, sizeof value[i]);
    }
    return ROUTH_OK;
}
