/* Values of MATLAB files. MATLAB 7.3 is HDF5: a struct is a group, in an array of structs each field is an array of
 * references to the values, the attribute MATLAB_class says what something is, and dimensions are in reverse order.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/matlab.h"

#include <string.h>

#include "file/deflate.h"

/* A MATLAB file is marked in bytes 124 to 127 of its header: a version, then MI in the order of its bytes. */
enum { HEADER = 128, VERSION = 124, MOST_FIELDS = 256 };

int routh_matlab_version(const unsigned char *byte, size_t size) {
    if (size < HEADER)
        return size >= 6 && memcmp(byte, "MATLAB", 6) == 0 ? 5 : 0;
    const unsigned char *version = byte + VERSION;
    const bool little = memcmp(version + 2, "IM", 2) == 0, big = memcmp(version + 2, "MI", 2) == 0;
    const unsigned high = version[little ? 1 : 0], low = version[little ? 0 : 1];
    if ((!little && !big) || low != 0)
        return 0;
    return high == 1 ? 5 : high == 2 ? 73 : 0;
}

routh_status routh_matlab_open(routh_source *source, routh_matlab_file *file) {
    *file = (routh_matlab_file){.source = source};
    ROUTH_TRY(routh_source_hold(source, ROUTH_HDF5_MOST_BYTES));
    file->is_73 = routh_matlab_version(source->io.bytes, source->io.byte_count) == 73;
    if (!file->is_73)
        return routh_matlab_5_begin(file);
    ROUTH_TRY(routh_hdf5_open_file(source, &file->hdf5));
    return routh_hdf5_links(&file->hdf5.root, &file->link, &file->links);
}

void routh_matlab_close(routh_matlab_file *file) {
    routh_release(file->source->context, file->block);
    routh_release(file->source->context, file->link);
    if (file->is_73)
        routh_hdf5_close_file(&file->hdf5);
}

/* MATLAB 7.3 --------------------------------------------------------------------------------------------*/

/* A value as an object of the HDF5 file. */
static routh_hdf5_place place_of(const routh_matlab_value *value) {
    routh_hdf5_place place = value->file->hdf5.root;
    place.id = value->at < place.bytes->size ? (int64_t)value->at : -1;
    place.path = value->name;
    return place;
}

static bool is_table(const char *class) {
    static const char *const tables[] = {"table", "timetable", "datetime", "duration", "string", "categorical"};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (strcmp(class, tables[i]) == 0)
            return true;
    return false;
}

/* The sizes of an array, last one first, if the file can hold as many values. */
static routh_status take_sizes(const routh_hdf5_place *array, routh_matlab_value *value) {
    uint64_t size[ROUTH_HDF5_RANK];
    const routh_status status = routh_hdf5_quiet_sizes(array, &value->rank, size);
    if (status == ROUTH_BAD_FORMAT) {
        value->kind = ROUTH_MATLAB_OTHER;
        value->fault = "is damaged, or was never written";
    }
    if (status != ROUTH_OK)
        return status == ROUTH_BAD_FORMAT ? ROUTH_OK : status;
    for (unsigned k = 0; k < value->rank; k++)
        value->size[value->rank - 1 - k] = size[k];
    if (value->rank == 1) { /* one row */
        value->size[value->rank++] = value->size[0];
        value->size[0] = 1;
    }
    return ROUTH_OK;
}

static routh_status look_73(routh_matlab_value *value, bool *has_references) {
    const routh_hdf5_place place = place_of(value);
    char class[ROUTH_LABEL_SIZE] = "";
    double is_empty = 0;
    routh_hdf5_look_at what;
    *has_references = false;
    if (place.id < 0)
        return ROUTH_OK;
    routh_status status = routh_hdf5_look(&place, &what);
    value->fault = what.fault;
    if (status != ROUTH_OK || what.fault)
        return status;
    status = routh_hdf5_text_or_empty(&place, "MATLAB_class", class, sizeof class);
    if (status == ROUTH_OK)
        status = routh_hdf5_number_or_zero(&place, "MATLAB_empty", &is_empty);
    if (status != ROUTH_OK || is_empty != 0)
        return status;
    const bool is_array = what.rank > 0 && what.rank <= ROUTH_HDF5_RANK;
    const bool is_whole = what.kind == ROUTH_HDF5_WHOLE, is_number = is_whole || what.kind == ROUTH_HDF5_FLOATING;
    value->count = what.count;
    value->type = routh_type_of_doubles();
    if (is_table(class))
        value->fault = ROUTH_MATLAB_TABLE_WORDS;
    else if (what.is_group)
        value->kind = ROUTH_MATLAB_STRUCT;
    else if (is_array && is_whole && strcmp(class, "char") == 0)
        value->kind = ROUTH_MATLAB_LETTERS;
    else if (is_array && is_number && strcmp(class, "char") != 0)
        value->kind = ROUTH_MATLAB_NUMBERS;
    *has_references = is_array && what.kind == ROUTH_HDF5_REFERENCE && strcmp(class, "cell") != 0;
    const bool is_sized = *has_references || value->kind == ROUTH_MATLAB_NUMBERS;
    return is_sized ? take_sizes(&place, value) : ROUTH_OK;
}

static routh_status text_73(const routh_matlab_value *value, char *text, size_t size) {
    const routh_hdf5_place place = place_of(value);
    int64_t letter[ROUTH_LABEL_SIZE];
    char letters[ROUTH_LABEL_SIZE];
    uint64_t sizes[ROUTH_HDF5_RANK];
    unsigned rank;
    if (value->count == 0 || value->count > ROUTH_LABEL_SIZE)
        return ROUTH_OK;
    ROUTH_TRY(routh_hdf5_sizes(&place, &rank, sizes));
    ROUTH_TRY(routh_hdf5_wholes(&place, letter));
    for (size_t i = 0; i < value->count; i++)
        letters[i] = (char)(letter[i] < 128 ? letter[i] : '?');
    routh_show_text(text, size, letters, (size_t)value->count);
    return ROUTH_OK;
}

static void show_field(const routh_matlab_struct *opened, size_t field, char name[ROUTH_LABEL_SIZE]) {
    const char *text = opened->link ? (const char *)opened->link[field].name : opened->name + field * opened->width;
    const size_t length = opened->link ? opened->link[field].length : strnlen(text, opened->width);
    routh_show_text(name, ROUTH_LABEL_SIZE, text, length);
}

/* Field j as it is in the group: the values themselves, or references to those of all elements. */
static routh_status look_at_field(const routh_matlab_struct *opened, size_t j, routh_matlab_value *field,
                                  bool *has_references) {
    *field = (routh_matlab_value){.file = opened->file, .at = opened->link[j].address};
    show_field(opened, j, field->name);
    return look_73(field, has_references);
}

/* Where the values of field j are, in an array of structs. */
static routh_status take_references(const routh_matlab_value *field, size_t j, routh_matlab_struct *opened) {
    const routh_hdf5_place place = place_of(field);
    const size_t count = opened->rows * opened->columns;
    ROUTH_ARENA(room, place.source->context);
    uint64_t *reference = routh_take(&room, count, sizeof *reference);
    ROUTH_TRY(room.status);
    ROUTH_TRY(routh_hdf5_references(&place, reference));
    for (size_t i = 0; i < count; i++)
        opened->at[i * opened->fields + j] = reference[i];
    return ROUTH_OK;
}

static routh_status take_elements(const routh_matlab_value *first, routh_matlab_struct *opened) {
    const routh_source *source = opened->file->source;
    const uint64_t room = routh_unpacked_room(opened->file->hdf5.bytes.size);
    if (first->count > room / (opened->fields * sizeof *opened->at)) /* a reference each, which have to be there */
        return routh_fail_in(source->context, ROUTH_BAD_FORMAT, source->shown,
                             "a damaged MATLAB file: a struct of more elements than the file can hold");
    opened->rows = (size_t)first->size[0];
    opened->columns = opened->rows > 0 ? (size_t)first->count / opened->rows : (size_t)first->size[1];
    opened->at = routh_allocate(source->context, (size_t)first->count, opened->fields * sizeof *opened->at);
    if (!opened->at)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t j = 0; j < opened->fields; j++) {
        routh_matlab_value field;
        bool has_references;
        ROUTH_TRY(look_at_field(opened, j, &field, &has_references));
        if (!has_references || field.fault || field.count != first->count)
            return routh_fail_in(source->context, ROUTH_BAD_FORMAT, source->shown,
                                 "a damaged MATLAB file: the fields of a struct have different sizes");
        ROUTH_TRY(take_references(&field, j, opened));
    }
    return ROUTH_OK;
}

/* The first field says whether there are several elements: then it refers to its values, and so do the others. */
static routh_status fields_73(const routh_matlab_value *value, routh_matlab_struct *opened) {
    routh_context *context = value->file->source->context;
    const routh_hdf5_place group = place_of(value);
    routh_matlab_value first;
    bool has_references = false;
    routh_status status = routh_hdf5_links(&group, &opened->link, &opened->fields);
    if (status == ROUTH_OK && opened->fields > MOST_FIELDS)
        return routh_fail_at(context, ROUTH_BAD_FORMAT,
                             &(routh_place){.file = group.source->shown, .part = value->name},
                             " has %zu fields; %d are read", opened->fields, MOST_FIELDS);
    if (status == ROUTH_OK && opened->fields > 0)
        status = look_at_field(opened, 0, &first, &has_references);
    if (status != ROUTH_OK || has_references)
        return status == ROUTH_OK ? take_elements(&first, opened) : status;
    opened->rows = opened->columns = 1;
    opened->at = routh_allocate(context, opened->fields, sizeof *opened->at);
    for (size_t j = 0; opened->at && j < opened->fields; j++)
        opened->at[j] = opened->link[j].address;
    return opened->at ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
}

/* Values ------------------------------------------------------------------------------------------------*/

static routh_status look(routh_matlab_value *value) {
    bool has_references;
    if (value->file->is_73)
        return look_73(value, &has_references);
    routh_matlab_5_look(value);
    return ROUTH_OK;
}

/* A variable of MATLAB 5 is the first value of what it was unpacked into, or where it is in the file. */
routh_status routh_matlab_next(routh_matlab_file *file, routh_matlab_value *value, bool *any) {
    *value = (routh_matlab_value){.file = file};
    if (!file->is_73) {
        *any = file->next < file->source->io.byte_count;
        const routh_status status = *any ? routh_matlab_5_variable(file, file->next, &file->next) : ROUTH_OK;
        value->at = file->block ? 0 : file->variable;
        return status == ROUTH_OK && *any ? look(value) : status;
    }
    *any = false;
    while (file->next < file->links && !*any) {
        const routh_hdf5_link *link = &file->link[file->next++];
        value->at = link->address;
        routh_show_text(value->name, sizeof value->name, (const char *)link->name, link->length);
        *any = link->address < file->hdf5.bytes.size && value->name[0] != '#'; /* "#refs#" holds what is referred to */
    }
    return *any ? look(value) : ROUTH_OK;
}

routh_status routh_matlab_at(routh_matlab_file *file, uint64_t variable, uint64_t at, routh_matlab_value *value) {
    *value = (routh_matlab_value){.file = file, .at = at, .name = "a value"};
    uint64_t after;
    routh_status status = ROUTH_OK;
    if (!file->is_73 && file->variable != variable) {
        file->room = routh_unpacked_room(file->source->io.byte_count);
        status = routh_matlab_5_variable(file, variable, &after);
    }
    return status == ROUTH_OK ? look(value) : status;
}

routh_status routh_matlab_numbers(const routh_matlab_value *value, double *number) {
    if (value->file->is_73) {
        const routh_hdf5_place place = place_of(value);
        return routh_hdf5_numbers(&place, number);
    }
    for (size_t i = 0; i < value->count; i++)
        number[i] = routh_hdf5_double_at(&value->type, value->content.byte + i * value->type.size);
    return ROUTH_OK;
}

routh_status routh_matlab_text(const routh_matlab_value *value, char *text, size_t size) {
    if (value->kind != ROUTH_MATLAB_LETTERS)
        return ROUTH_OK;
    if (value->file->is_73)
        return text_73(value, text, size);
    routh_matlab_5_text(value, text, size);
    return ROUTH_OK;
}

/* Structs -----------------------------------------------------------------------------------------------*/

routh_status routh_matlab_fields(const routh_matlab_value *value, routh_matlab_struct *opened) {
    *opened = (routh_matlab_struct){.file = value->file};
    return value->file->is_73 ? fields_73(value, opened) : routh_matlab_5_fields(value, opened);
}

void routh_matlab_release(routh_matlab_struct *opened) {
    routh_release(opened->file->source->context, opened->at);
    routh_release(opened->file->source->context, opened->link);
}

size_t routh_matlab_find(const routh_matlab_struct *opened, const char *name) {
    char shown[ROUTH_LABEL_SIZE] = "";
    size_t j = 0;
    for (; j < opened->fields; j++) {
        show_field(opened, j, shown);
        if (strcmp(shown, name) == 0)
            break;
    }
    return j;
}

routh_status routh_matlab_field(const routh_matlab_struct *opened, size_t element, size_t field,
                                routh_matlab_value *value) {
    *value = (routh_matlab_value){.file = opened->file, .at = opened->at[element * opened->fields + field]};
    show_field(opened, field, value->name);
    return look(value);
}
