/* Recordings in MATLAB 7.3 files, which are HDF5: numeric arrays, and structs of them. A struct is a group. In an array of
 * structs each field is an array of references to the values; the attribute MATLAB_class says what something is. They
 * mean the same as in MATLAB 5 files.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/context.h"
#include "file/channels_hdf5.h"
#include "file/read_matlab_array.h"

enum { DEEPEST = 4, AFTER_HEADER = 512, MOST_FIELDS = 256 };

typedef struct matlab_walk {
    routh_channel_arrays *arrays;
    size_t groups;
} matlab_walk;

/* What MATLAB calls an object. */
typedef enum matlab_kind { NOTHING, NUMBERS, LETTERS, STRUCTURE, REFERENCES, TABLE } matlab_kind;

static bool is_one_of(const char *text, const char *const *name, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(text, name[i]) == 0)
            return true;
    return false;
}

static routh_status find_kind(const routh_hdf5_place *object, matlab_kind *kind, routh_hdf5_look_at *what) {
    static const char *const tables[] = {"table", "timetable", "datetime", "duration", "string", "categorical"};
    char class[ROUTH_LABEL_SIZE] = "";
    double is_empty = 0;
    *kind = NOTHING;
    routh_status status = routh_hdf5_look(object, what);
    if (status != ROUTH_OK || what->fault)
        return status;
    status = routh_hdf5_text_or_empty(object, "MATLAB_class", class, sizeof class);
    if (status == ROUTH_OK)
        status = routh_hdf5_number_or_zero(object, "MATLAB_empty", &is_empty);
    if (status != ROUTH_OK || is_empty != 0)
        return status;
    const bool is_number = what->kind == ROUTH_HDF5_WHOLE || what->kind == ROUTH_HDF5_FLOATING;
    if (is_one_of(class, tables, sizeof tables / sizeof *tables))
        *kind = TABLE;
    else if (what->is_group)
        *kind = STRUCTURE;
    else if (what->rank > 0 && what->kind == ROUTH_HDF5_REFERENCE && strcmp(class, "cell") != 0)
        *kind = REFERENCES;
    else if (what->rank > 0 && is_number)
        *kind = strcmp(class, "char") == 0 ? LETTERS : NUMBERS;
    return ROUTH_OK;
}

/* Arrays of structs ---------------------------------------------------------------------------------------*/

typedef struct struct_field {
    char name[ROUTH_LABEL_SIZE];
    routh_hdf5_place place;
    uint64_t *reference; /* of the elements; NULL: a single struct */
    size_t elements;
} struct_field;

static routh_status list_object(matlab_walk *walk, const routh_hdf5_place *object, const char *name, const char *body,
                                size_t group, int depth);

static routh_status take_references(struct_field *field) {
    uint64_t size[ROUTH_HDF5_RANK];
    unsigned rank;
    const routh_status status = routh_hdf5_sizes(&field->place, &rank, size);
    if (status != ROUTH_OK)
        return status;
    field->elements = (size_t)(size[0] * size[1] * size[2]);
    field->reference = routh_allocate(field->place.source->context, field->elements, sizeof *field->reference);
    return field->reference ? routh_hdf5_references(&field->place, field->reference) : ROUTH_OUT_OF_MEMORY;
}

/* Numbers of a field of one element; 0 where it holds none. */
static routh_status count_numbers(const struct_field *field, size_t element, uint64_t *count) {
    routh_hdf5_place value;
    routh_hdf5_look_at what;
    matlab_kind kind = NOTHING;
    routh_hdf5_follow(&field->place, field->reference[element], &value);
    const routh_status status = value.id < 0 ? ROUTH_OK : find_kind(&value, &kind, &what);
    *count = status == ROUTH_OK && kind == NUMBERS ? what.count : 0;
    return status;
}

/* Is no numeric field of the first elements longer than what an instant has? Then each element is a row. */
static routh_status find_row_each(const struct_field *field, size_t fields, size_t elements, bool *is_row_each) {
    size_t numeric = 0;
    *is_row_each = false;
    for (size_t i = 0; i < elements && i < 2; i++)
        for (size_t j = 0; j < fields; j++) {
            uint64_t count;
            const routh_status status = count_numbers(&field[j], i, &count);
            if (status != ROUTH_OK || count > ROUTH_MATLAB_INSTANT)
                return status;
            numeric += count > 0;
        }
    *is_row_each = numeric > 0;
    return ROUTH_OK;
}

static routh_status list_rows(matlab_walk *walk, const struct_field *field, size_t fields, const char *body) {
    const routh_hdf5_type type = routh_type_of_doubles();
    const size_t group = walk->groups++;
    routh_status status = ROUTH_OK;
    for (size_t j = 0; status == ROUTH_OK && j < fields; j++) {
        uint64_t size[2] = {field[j].elements, 0};
        const routh_array_shape shape = {2, size, false};
        routh_channel_array *item = NULL;
        status = count_numbers(&field[j], 0, &size[1]);
        if (status == ROUTH_OK && size[1] > 0)
            status = routh_arrays_add(field[j].place.source, walk->arrays, field[j].name, strlen(field[j].name), body,
                                      strlen(body), &type, &shape, &item);
        if (!item)
            continue;
        item->group = group;
        item->place = (uint64_t)field[j].place.id;
        item->part = size[1]; /* numbers of an element */
    }
    return status;
}

/* The text of a field "name", which names the element. */
static routh_status find_name(const struct_field *field, size_t element, char *body, size_t size) {
    int64_t letter[ROUTH_LABEL_SIZE];
    char text[ROUTH_LABEL_SIZE];
    routh_hdf5_place value;
    routh_hdf5_look_at what;
    matlab_kind kind = NOTHING;
    uint64_t sizes[ROUTH_HDF5_RANK];
    unsigned rank;
    routh_hdf5_follow(&field->place, field->reference[element], &value);
    if (strcasecmp(field->name, "name") != 0 || value.id < 0)
        return ROUTH_OK;
    routh_status status = find_kind(&value, &kind, &what);
    if (status != ROUTH_OK || kind != LETTERS || what.kind != ROUTH_HDF5_WHOLE || what.count > ROUTH_LABEL_SIZE)
        return status;
    status = routh_hdf5_sizes(&value, &rank, sizes);
    if (status == ROUTH_OK)
        status = routh_hdf5_wholes(&value, letter);
    for (size_t i = 0; i < what.count && status == ROUTH_OK; i++)
        text[i] = (char)(letter[i] < 128 ? letter[i] : '?');
    if (status == ROUTH_OK && what.count > 0)
        routh_show_text(body, size, text, (size_t)what.count);
    return status;
}

static routh_status list_elements(matlab_walk *walk, const struct_field *field, size_t fields, const char *path,
                                  int depth) {
    routh_status status = ROUTH_OK;
    for (size_t i = 0; status == ROUTH_OK && i < field->elements; i++) {
        char body[ROUTH_NAME_SIZE];
        const size_t group = walk->groups++;
        snprintf(body, sizeof body, "%.200s(%zu)", path, i + 1);
        for (size_t j = 0; status == ROUTH_OK && j < fields; j++)
            status = find_name(&field[j], i, body, sizeof body);
        for (size_t j = 0; status == ROUTH_OK && j < fields; j++) {
            routh_hdf5_place value;
            routh_hdf5_follow(&field[j].place, field[j].reference[i], &value);
            if (value.id >= 0)
                status = list_object(walk, &value, field[j].name, body, group, depth + 1);
        }
    }
    return status;
}

static routh_status list_struct_array(matlab_walk *walk, const struct_field *field, size_t fields, const char *path,
                                      int depth) {
    bool is_row_each = false;
    for (size_t j = 1; j < fields; j++)
        if (field[j].elements != field[0].elements || !field[j].reference)
            return routh_fail_in(field->place.source->context, ROUTH_BAD_FORMAT, field->place.source->shown,
                                 "a damaged MATLAB file: the fields of %s have different sizes", path);
    const routh_status status =
        field->elements > 1 ? find_row_each(field, fields, field->elements, &is_row_each) : ROUTH_OK;
    if (status != ROUTH_OK)
        return status;
    return is_row_each ? list_rows(walk, field, fields, path) : list_elements(walk, field, fields, path, depth);
}

/* Structs -----------------------------------------------------------------------------------------------*/

/* The fields of a struct; the caller releases *field and the references. */
static routh_status take_fields(const routh_hdf5_place *group, struct_field **field, size_t *fields) {
    routh_context *context = group->source->context;
    routh_hdf5_link *link;
    routh_status status = routh_hdf5_links(group, &link, fields);
    *field = NULL;
    if (status == ROUTH_OK && *fields > MOST_FIELDS)
        status =
            routh_fail_at(context, ROUTH_BAD_FORMAT, &(routh_place){.file = group->source->shown, .part = group->path},
                          " has %zu fields; %d are read", *fields, MOST_FIELDS);
    if (status == ROUTH_OK) {
        *field = routh_allocate(context, *fields, sizeof **field);
        status = *field ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    }
    for (size_t j = 0; status == ROUTH_OK && j < *fields; j++) {
        struct_field *now = &(*field)[j];
        routh_hdf5_look_at what;
        matlab_kind kind = NOTHING;
        routh_show_text(now->name, sizeof now->name, (const char *)link[j].name, link[j].length);
        now->place = *group;
        now->place.id = link[j].address < group->bytes->size ? (int64_t)link[j].address : -1;
        now->place.path = now->name;
        if (now->place.id >= 0)
            status = find_kind(&now->place, &kind, &what);
        if (status == ROUTH_OK && kind == REFERENCES)
            status = take_references(now);
    }
    routh_release(context, link);
    return status;
}

static routh_status list_struct(matlab_walk *walk, const routh_hdf5_place *object, const char *path, int depth) {
    struct_field *field;
    size_t fields = 0;
    const size_t group = walk->groups++;
    routh_status status = take_fields(object, &field, &fields);
    if (status == ROUTH_OK && fields > 0 && field->reference)
        status = list_struct_array(walk, field, fields, path, depth);
    else
        for (size_t j = 0; status == ROUTH_OK && j < fields; j++)
            if (field[j].place.id >= 0)
                status = list_object(walk, &field[j].place, field[j].name, path, group, depth + 1);
    for (size_t j = 0; field && j < fields; j++)
        routh_release(object->source->context, field[j].reference);
    routh_release(object->source->context, field);
    return status;
}

/* What is no array of numbers or struct is skipped. */
static routh_status list_object(matlab_walk *walk, const routh_hdf5_place *object, const char *name, const char *body,
                                size_t group, int depth) {
    char path[ROUTH_NAME_SIZE];
    routh_hdf5_place place = *object;
    routh_hdf5_look_at what;
    routh_channel_array *item = NULL;
    matlab_kind kind;
    place.path = name;
    routh_status status = find_kind(&place, &kind, &what);
    if (status != ROUTH_OK)
        return status;
    if (what.fault || kind == TABLE)
        routh_arrays_refuse(walk->arrays, name, strlen(name), what.fault ? what.fault : ROUTH_MATLAB_TABLE_WORDS);
    if (kind == STRUCTURE && depth < DEEPEST) {
        snprintf(path, sizeof path, "%.180s%s%.60s", body, *body ? "." : "", name);
        return list_struct(walk, &place, path, depth);
    }
    if (kind == NUMBERS && what.rank <= ROUTH_HDF5_RANK && what.count > 1)
        status = routh_hdf5_list_array(&place, walk->arrays, name, body, true, &item);
    if (item)
        item->group = group;
    return status;
}

static routh_status list_matlab_73(const routh_hdf5_place *root, routh_channel_arrays *arrays) {
    matlab_walk walk = {.arrays = arrays, .groups = 1};
    routh_hdf5_link *link;
    size_t count;
    routh_status status = routh_hdf5_links(root, &link, &count);
    for (size_t i = 0; status == ROUTH_OK && i < count; i++) {
        char name[ROUTH_LABEL_SIZE];
        routh_hdf5_place object = *root;
        if (link[i].address >= root->bytes->size || (link[i].length > 0 && link[i].name[0] == '#'))
            continue; /* "#refs#" holds what is referred to */
        routh_show_text(name, sizeof name, (const char *)link[i].name, link[i].length);
        object.id = (int64_t)link[i].address;
        status = list_object(&walk, &object, name, "", 0, 0);
    }
    routh_release(root->source->context, link);
    return status;
}

/* Values ------------------------------------------------------------------------------------------------*/

/* One field of every element; NaN where it is missing or of another size than in the first. */
static routh_status gather(routh_hdf5_loader *loader, const routh_channel_array *array) {
    routh_context *context = loader->root->source->context;
    struct_field field = {.place = *loader->root};
    const size_t columns = (size_t)array->part;
    field.place.id = (int64_t)array->place;
    field.place.path = array->name;
    routh_release(context, loader->value);
    loader->value = routh_allocate(context, array->rows * array->columns, sizeof *loader->value);
    routh_status status = loader->value ? take_references(&field) : ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; status == ROUTH_OK && i < field.elements; i++) {
        routh_hdf5_place value;
        uint64_t count = 0, size[ROUTH_HDF5_RANK];
        unsigned rank;
        double *row = &loader->value[i * columns];
        for (size_t k = 0; k < columns; k++)
            row[k] = NAN;
        status = count_numbers(&field, i, &count);
        if (status != ROUTH_OK || count != columns)
            continue;
        routh_hdf5_follow(&field.place, field.reference[i], &value);
        status = routh_hdf5_sizes(&value, &rank, size);
        if (status == ROUTH_OK)
            status = routh_hdf5_numbers(&value, row);
    }
    routh_release(context, field.reference);
    return status;
}

static routh_status load_matlab_73(void *user, const routh_channel_array *array, const unsigned char **byte) {
    routh_hdf5_loader *loader = user;
    if (array->part == 0)
        return routh_hdf5_load_array(user, array, byte);
    const routh_status status = gather(loader, array);
    *byte = (const unsigned char *)loader->value;
    return status;
}

static bool is_matlab_73(const unsigned char *byte, size_t count, const char *name) {
    (void)name;
    return count >= 10 && memcmp(byte, "MATLAB 7.3", 10) == 0 && routh_hdf5_begins(byte, count, AFTER_HEADER);
}

static routh_status describe_matlab_73(routh_source *source, const routh_channels_options *options,
                                       routh_channels *channels) {
    return routh_hdf5_describe_channels(source, options->variable, list_matlab_73, "MATLAB 7.3", channels);
}

static routh_status read_matlab_73(routh_source *source, routh_channels *channels) {
    return routh_hdf5_read_channels(source, list_matlab_73, load_matlab_73, channels);
}

const routh_channel_reader routh_matlab_73_reader = {
    .name = "matlab-7.3",
    .about = "MATLAB 7.3: numeric arrays, structs, arrays of structs",
    .recognise = is_matlab_73,
    .describe = describe_matlab_73,
    .read = read_matlab_73,
};
