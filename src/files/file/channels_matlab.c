/* Recordings in MATLAB files of both formats: numeric arrays, and structs of them.
 *
 * A struct is a body, and its numeric fields are its channels. An array of structs is a trajectory each where its fields
 * are long, one body an element; where they are short, it is a row each.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "file/channel_arrays.h"
#include "file/matlab.h"

/* Structs within structs; numbers that one instant has at most in a field: a 4 × 4 matrix; a whole header. */
enum { DEEPEST = 4, INSTANT = 16, HEADER = 128 };

/* Where we are in a file. */
typedef struct walk {
    routh_source *source;
    routh_channel_arrays *arrays;
    uint64_t variable; /* its place */
    size_t groups;     /* so far */
} walk;

static routh_status list_value(walk *w, const routh_matlab_value *value, const char *body, size_t group, int depth);

static routh_status add_array(walk *w, const routh_matlab_value *value, const routh_hdf5_type *type,
                              const routh_array_shape *shape, const char *body, size_t group,
                              routh_channel_array **item) {
    const routh_status status =
        routh_arrays_add(w->source, w->arrays, value->name, strlen(value->name), body, strlen(body), type, shape, item);
    if (*item) {
        (*item)->group = group;
        (*item)->place = w->variable;
        (*item)->offset = value->at;
    }
    return status;
}

/* Structs -----------------------------------------------------------------------------------------------*/

/* Is no numeric field of the first elements longer than a vector or a matrix of an instant? */
static routh_status find_row_each(const routh_matlab_struct *opened, size_t elements, bool *is_row_each) {
    size_t numeric = 0;
    *is_row_each = false;
    for (size_t i = 0; i < elements && i < 2; i++)
        for (size_t j = 0; j < opened->fields; j++) {
            routh_matlab_value value;
            ROUTH_TRY(routh_matlab_field(opened, i, j, &value));
            if (value.kind == ROUTH_MATLAB_NUMBERS && value.count > INSTANT)
                return ROUTH_OK;
            numeric += value.kind == ROUTH_MATLAB_NUMBERS && value.count > 0;
        }
    *is_row_each = elements > 1 && numeric > 0;
    return ROUTH_OK;
}

/* The fields of rows: one array each, whose values are gathered when they are read. */
static routh_status list_rows(walk *w, const routh_matlab_value *whole, const routh_matlab_struct *opened,
                              size_t elements, const char *body) {
    const routh_hdf5_type type = routh_type_of_doubles();
    const size_t group = w->groups++;
    routh_status status = ROUTH_OK;
    for (size_t j = 0; status == ROUTH_OK && j < opened->fields; j++) {
        routh_matlab_value value;
        routh_channel_array *item = NULL;
        status = routh_matlab_field(opened, 0, j, &value);
        const uint64_t size[2] = {elements, value.count};
        const routh_array_shape shape = {2, size, false};
        value.at = whole->at;
        if (status == ROUTH_OK && value.kind == ROUTH_MATLAB_NUMBERS)
            status = add_array(w, &value, &type, &shape, body, group, &item);
        if (item)
            item->part = 1 + j;
    }
    return status;
}

/* The text of a field "name" names the element. */
static routh_status find_name(const routh_matlab_struct *opened, size_t element, char *body, size_t size) {
    static const char *const names[] = {"name", "Name", "NAME"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const size_t j = routh_matlab_find(opened, names[i]);
        routh_matlab_value value;
        if (j == opened->fields)
            continue;
        ROUTH_TRY(routh_matlab_field(opened, element, j, &value));
        ROUTH_TRY(routh_matlab_text(&value, body, size));
    }
    return ROUTH_OK;
}

static routh_status list_elements(walk *w, const routh_matlab_struct *opened, size_t elements, const char *path,
                                  int depth) {
    routh_status status = ROUTH_OK;
    for (size_t i = 0; status == ROUTH_OK && i < elements; i++) {
        char body[ROUTH_NAME_SIZE];
        const size_t group = w->groups++;
        snprintf(body, sizeof body, "%.200s", path);
        if (elements > 1) {
            snprintf(body, sizeof body, "%.200s(%zu)", path, i + 1);
            status = find_name(opened, i, body, sizeof body);
        }
        for (size_t j = 0; status == ROUTH_OK && j < opened->fields; j++) {
            routh_matlab_value value;
            status = routh_matlab_field(opened, i, j, &value);
            if (status == ROUTH_OK)
                status = list_value(w, &value, body, group, depth + 1);
        }
    }
    return status;
}

static routh_status list_struct(walk *w, const routh_matlab_value *value, const char *body, int depth) {
    char path[ROUTH_NAME_SIZE];
    routh_matlab_struct opened;
    bool is_row_each = false;
    routh_status status = routh_matlab_fields(value, &opened);
    const size_t elements = opened.rows * opened.columns;
    snprintf(path, sizeof path, "%.180s%s%s", body, *body ? "." : "", value->name);
    if (status == ROUTH_OK)
        status = find_row_each(&opened, elements, &is_row_each);
    if (status == ROUTH_OK)
        status = is_row_each ? list_rows(w, value, &opened, elements, path)
                             : list_elements(w, &opened, elements, path, depth);
    routh_matlab_release(&opened);
    return status;
}

/* Variables ---------------------------------------------------------------------------------------------*/

/* What is no array of numbers or struct is skipped. A variable with columns is a body itself. */
static routh_status list_value(walk *w, const routh_matlab_value *value, const char *body, size_t group, int depth) {
    const routh_array_shape shape = {value->rank, value->size, true};
    routh_channel_array *item;
    unsigned wide = 0;
    if (value->fault)
        routh_arrays_refuse(w->arrays, value->name, strlen(value->name), value->fault);
    if (value->kind == ROUTH_MATLAB_STRUCT && depth < DEEPEST)
        return list_struct(w, value, body, depth);
    if (value->kind != ROUTH_MATLAB_NUMBERS)
        return ROUTH_OK;
    for (unsigned k = 0; k < value->rank; k++)
        wide += value->size[k] != 1;
    return add_array(w, value, &value->type, &shape, *body || wide < 2 ? body : value->name, group, &item);
}

static routh_status list_variables(routh_array_file *file, routh_channel_arrays *arrays) {
    walk w = {.source = file->source, .arrays = arrays, .groups = 1};
    routh_matlab_file *own = file->own;
    routh_matlab_value value;
    bool any = true;
    routh_status status = routh_matlab_open(file->source, own);
    while (status == ROUTH_OK && any) {
        status = routh_matlab_next(own, &value, &any);
        w.variable = own->variable;
        if (status == ROUTH_OK && any)
            status = list_value(&w, &value, "", 0, 0);
    }
    return status;
}

static bool is_matlab_5(const unsigned char *byte, size_t count) {
    return count >= HEADER && routh_matlab_version(byte, count) == 5;
}

static bool is_matlab_73(const unsigned char *byte, size_t count) {
    return routh_matlab_version(byte, count) == 73;
}

/* Values ------------------------------------------------------------------------------------------------*/

/* One field of every element; NaN where it is missing or of another size than in the first. */
static routh_status gather(const routh_channel_array *array, const routh_matlab_struct *opened, double *number) {
    const size_t elements = opened->rows * opened->columns, columns = array->rows * array->columns / elements;
    for (size_t i = 0; i < elements; i++) {
        routh_matlab_value value;
        for (size_t k = 0; k < columns; k++)
            number[i * columns + k] = NAN;
        ROUTH_TRY(routh_matlab_field(opened, i, (size_t)array->part - 1, &value));
        if (value.kind == ROUTH_MATLAB_NUMBERS && value.count == columns)
            ROUTH_TRY(routh_matlab_numbers(&value, &number[i * columns]));
    }
    return ROUTH_OK;
}

static routh_status gather_rows(const routh_channel_array *array, const routh_matlab_value *whole, double *number) {
    routh_matlab_struct opened;
    routh_status status = routh_matlab_fields(whole, &opened);
    if (status == ROUTH_OK)
        status = gather(array, &opened, number);
    routh_matlab_release(&opened);
    return status;
}

/* Numbers of MATLAB 5 stay as they are in the file. */
static routh_status load(routh_array_file *file, const routh_channel_array *array, const unsigned char **byte) {
    routh_matlab_file *own = file->own;
    routh_context *context = file->source->context;
    routh_matlab_value value;
    const routh_status status = routh_matlab_at(own, array->place, array->offset, &value);
    *byte = value.content.byte;
    if (status != ROUTH_OK || (array->part == 0 && !own->is_73))
        return status;
    double *number = routh_allocate(context, array->rows, array->columns * sizeof *number);
    routh_release(context, file->block);
    file->block = (unsigned char *)number;
    *byte = file->block;
    if (!number)
        return ROUTH_OUT_OF_MEMORY;
    return array->part > 0 ? gather_rows(array, &value, number) : routh_matlab_numbers(&value, number);
}

static void close(routh_array_file *file) {
    routh_matlab_close(file->own);
}

static const routh_array_reader arrays_of_5 = {
    .format = "MATLAB 5", .size = sizeof(routh_matlab_file), .list = list_variables, .load = load, .close = close};
static const routh_array_reader arrays_of_73 = {
    .format = "MATLAB 7.3", .size = sizeof(routh_matlab_file), .list = list_variables, .load = load, .close = close};

const routh_channel_reader routh_matlab_reader = {
    .name = "matlab",
    .about = "MATLAB 5: numeric arrays, structs, arrays of structs",
    .recognise = is_matlab_5,
    .arrays = &arrays_of_5,
};

const routh_channel_reader routh_matlab_73_reader = {
    .name = "matlab-7.3",
    .about = "MATLAB 7.3: numeric arrays, structs, arrays of structs",
    .recognise = is_matlab_73,
    .arrays = &arrays_of_73,
};
