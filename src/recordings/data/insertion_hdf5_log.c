/* A robot's log in HDF5: every column is an array of its own, or a column of a table.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "data/insertion_recording.h"
#include "file/read_hdf5_values.h"
#include "file/text.h"

/* "robot/ft:3" → the path and the column, from 1; 0: the array has only one. */
typedef struct column_place {
    char path[ROUTH_LABEL_SIZE];
    size_t column;
} column_place;

static column_place place_of(const char *name) {
    column_place place = {.column = 0};
    const char *colon = strrchr(name, ':');
    double number = 0;
    const bool counted = colon && routh_parse_number(colon + 1, strlen(colon + 1), &number) == ROUTH_NUMBER_FINITE &&
                         number >= 1 && number <= 1e6 && number == (double)(size_t)number;
    const size_t length = counted ? (size_t)(colon - name) : strlen(name);
    memcpy(place.path, name, length);
    place.path[length] = '\0';
    place.column = counted ? (size_t)number : 0;
    return place;
}

/* The array at a path through groups; *has is false if a step of it is missing. */
static routh_status open_array(const routh_hdf5_place *root, char *path, routh_hdf5_place *array, bool *has) {
    routh_status status = ROUTH_OK;
    *array = *root;
    *has = true;
    while (status == ROUTH_OK && *has && *path) {
        char *slash = strchr(path, '/'), *next = slash ? slash + 1 : path + strlen(path);
        if (slash)
            *slash = '\0';
        if (*path) {
            const routh_hdf5_place group = *array;
            status = routh_hdf5_holds(&group, path, has);
            if (status == ROUTH_OK && *has)
                status = routh_hdf5_open(&group, path, path, array);
        }
        path = next;
    }
    return status;
}

static routh_status take_column(const routh_hdf5_place *array, const char *name, size_t column, size_t *rows,
                                double **value) {
    routh_context *context = array->source->context;
    const char *shown = array->source->shown;
    size_t count = 0, columns = 0;
    routh_status status = routh_hdf5_shape(array, &count, &columns);
    if (status != ROUTH_OK)
        return status;
    if (column ? column > columns : columns != 1)
        return routh_fail_at(context, ROUTH_BAD_FORMAT, &(routh_place){.file = shown, .part = name},
                             column ? "the array has only %zu columns"
                                    : "the array has %zu columns; add which one, from 1, after a colon",
                             columns);
    if (*rows != SIZE_MAX && count != *rows)
        return routh_fail_at(context, ROUTH_BAD_FORMAT, &(routh_place){.file = shown, .part = name},
                             " has %zu rows, where time has %zu", count, *rows);
    double *all = routh_allocate(context, count, columns * sizeof *all);
    double *own = column ? routh_allocate(context, count, sizeof *own) : all;
    status = all && own ? routh_hdf5_numbers(array, all) : ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; status == ROUTH_OK && column && i < count; i++)
        own[i] = all[i * columns + column - 1];
    if (column)
        routh_release(context, all);
    *value = own;
    *rows = count;
    return status;
}

/* *value stays NULL if there is no such column. */
static routh_status read_column(const routh_hdf5_place *root, const char *name, size_t *rows, double **value) {
    column_place place = place_of(name);
    routh_hdf5_place array;
    bool has = false;
    ROUTH_TRY(open_array(root, place.path, &array, &has));
    if (!has)
        return ROUTH_OK;
    array.path = name;
    return take_column(&array, name, place.column, rows, value);
}

/* Do two names mean the same column? Slashes more than needed change nothing, nor does ":1" where there is one column. */
static bool same_place(const char *a, const char *b) {
    const column_place one = place_of(a), other = place_of(b);
    const char *p = one.path, *q = other.path;
    while (*p || *q) {
        p += strspn(p, "/");
        q += strspn(q, "/");
        const size_t length = strcspn(p, "/");
        if (length != strcspn(q, "/") || memcmp(p, q, length) != 0)
            return false;
        p += length;
        q += length;
    }
    return (one.column ? one.column : 1) == (other.column ? other.column : 1);
}

/* A column that is there, but is another one's already: only one of both can be right. */
static routh_status check_own(const routh_hdf5_place *root, const routh_insertion *insertion, int j,
                              double *const column[ROUTH_INSERTION_COLUMNS]) {
    const char *name = routh_insertion_column_name(insertion, j);
    for (int i = 0; i < j; i++)
        if (column[i] && column[j] && same_place(routh_insertion_column_name(insertion, i), name))
            return routh_fail_at(root->source->context, ROUTH_BAD_FORMAT,
                                 &(routh_place){.file = root->source->shown, .column = name, .field = "columns"},
                                 "one column, \"%s\", for both %s and %s", name, routh_insertion_columns[i],
                                 routh_insertion_columns[j]);
    return ROUTH_OK;
}

static routh_status read_columns(const routh_hdf5_place *root, const routh_insertion *insertion, size_t *rows,
                                 double *column[ROUTH_INSERTION_COLUMNS]) {
    routh_status status = ROUTH_OK;
    bool found[6] = {false};
    for (int j = 0; status == ROUTH_OK && j < ROUTH_INSERTION_COLUMNS; j++) {
        const bool velocity = j >= ROUTH_VELOCITY_COLUMN && j < ROUTH_WRENCH_COLUMN;
        const char *name = routh_insertion_column_name(insertion, j);
        status = read_column(root, name, rows, &column[j]);
        if (status == ROUTH_OK && !column[j] && (!velocity || insertion->convention.column[j][0]))
            status = routh_fail_at(root->source->context, ROUTH_BAD_FORMAT,
                                   &(routh_place){.file = root->source->shown, .column = name, .field = "columns"},
                                   "no array \"%s\" for %s", name, routh_insertion_columns[j]);
        if (status == ROUTH_OK)
            status = check_own(root, insertion, j, column);
        if (velocity)
            found[j - ROUTH_VELOCITY_COLUMN] = column[j];
    }
    return status == ROUTH_OK ? routh_insertion_check_velocities(root->source, insertion, found) : status;
}

static routh_status make_samples(const routh_hdf5_place *root, size_t rows,
                                 double *const column[ROUTH_INSERTION_COLUMNS], routh_insertion *insertion) {
    routh_context *context = root->source->context;
    insertion->sample = routh_allocate(context, rows, sizeof *insertion->sample);
    if (!insertion->sample)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t k = 0; k < rows; k++) {
        char text[ROUTH_FAULT_SIZE];
        double number[ROUTH_INSERTION_COLUMNS];
        for (int j = 0; j < ROUTH_INSERTION_COLUMNS; j++)
            number[j] = column[j] ? column[j][k] : 0.0;
        const char *fault = routh_sample_from_file(insertion, number, &insertion->sample[k], text);
        if (fault)
            return routh_fail_at(context, ROUTH_BAD_FORMAT, &(routh_place){.file = root->source->shown, .row = k + 1},
                                 "%s", fault);
        insertion->count = k + 1;
    }
    return ROUTH_OK;
}

routh_status routh_insertion_read_hdf5_log(const routh_hdf5_place *root, routh_insertion_reader *reader) {
    double *column[ROUTH_INSERTION_COLUMNS] = {NULL};
    size_t rows = SIZE_MAX; /* unknown until the first column */
    routh_status status = read_columns(root, reader->insertion, &rows, column);
    if (status == ROUTH_OK)
        status = make_samples(root, rows, column, reader->insertion);
    reader->has_velocities = column[ROUTH_VELOCITY_COLUMN];
    for (int j = 0; j < ROUTH_INSERTION_COLUMNS; j++)
        routh_release(root->source->context, column[j]);
    return status;
}
