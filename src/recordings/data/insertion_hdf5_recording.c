/* A recorded insertion as an HDF5 file; docs/insertion.md has the layout.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/context.h"
#include "data/insertion_recording.h"
#include "file/read_hdf5_values.h"
#include "file/text.h"
#include "file/write_hdf5_values.h"

/* Writing ------------------------------------------------------------------------------------------------*/

static void write_numbers(routh_hdf5_node *place, const char *name, size_t rows, size_t columns, const double *value) {
    routh_hdf5_end(routh_hdf5_write_numbers(place, name, rows, columns, value));
}

static void write_pose(routh_hdf5_node *file, const char *name, const routh_pose3 *pose) {
    double number[7];
    routh_pose_numbers(pose, number);
    write_numbers(file, name, 7, 0, number);
}

static void write_truth(routh_hdf5_node *file, const routh_insertion_truth *truth) {
    routh_hdf5_node *group = routh_hdf5_begin_group(file, "truth");
    routh_hdf5_write_number(group, "stiffness", truth->stiffness);
    routh_hdf5_write_number(group, "friction", truth->friction);
    write_numbers(group, "displacement", truth->count, 0, truth->displacement);
    routh_hdf5_end(group);
}

static routh_status write_all(routh_context *context, routh_hdf5_node *file, const routh_insertion *insertion) {
    ROUTH_ARENA(room, context);
    double *table = routh_take(&room, insertion->count, ROUTH_INSERTION_COLUMNS * sizeof *table);
    ROUTH_TRY(room.status);
    for (size_t k = 0; k < insertion->count; k++)
        routh_sample_numbers(&insertion->sample[k], &table[k * ROUTH_INSERTION_COLUMNS]);
    routh_hdf5_write_text(file, "format", ROUTH_INSERTION_FORMAT);
    routh_hdf5_write_integer(file, "layout", ROUTH_INSERTION_LAYOUT);
    routh_hdf5_write_text(file, "name", insertion->name);
    routh_hdf5_write_number(file, "rate", insertion->rate);
    routh_hdf5_write_number(file, "offset", insertion->offset);
    write_pose(file, "receptacle", &insertion->receptacle);
    write_pose(file, "plate", &insertion->plate);
    write_pose(file, "reference", &insertion->reference);
    write_numbers(file, "samples", insertion->count, ROUTH_INSERTION_COLUMNS, table);
    if (insertion->twist_window > 0)
        routh_hdf5_write_number(file, "twist_window", insertion->twist_window);
    if (insertion->truth.count)
        write_truth(file, &insertion->truth);
    return ROUTH_OK;
}

routh_status routh_insertion_write_hdf5(routh_context *context, const routh_insertion *insertion, routh_io to) {
    routh_hdf5_image image;
    routh_hdf5_node *root = routh_hdf5_image_begin(context, &image);
    return routh_hdf5_image_end(&image, write_all(context, root, insertion), to);
}

/* Reading ------------------------------------------------------------------------------------------------*/

/* An array; the caller releases *value. */
static routh_status read_array(const routh_hdf5_place *place, const char *name, size_t *rows, size_t *columns,
                               double **value) {
    routh_hdf5_place array;
    *value = NULL;
    ROUTH_TRY(routh_hdf5_open(place, name, name, &array));
    return routh_hdf5_table(&array, rows, columns, value);
}

/* The same with one column. */
static routh_status read_list(const routh_hdf5_place *place, const char *name, size_t *count, double **value) {
    size_t columns = 1;
    ROUTH_TRY(read_array(place, name, count, &columns, value));
    if (columns == 1)
        return ROUTH_OK;
    return routh_fail_at(place->source->context, ROUTH_BAD_FORMAT,
                         &(routh_place){.file = place->source->shown, .part = name}, " has %zu columns, not 1",
                         columns);
}

static routh_status read_pose(const routh_hdf5_place *root, const routh_insertion_convention *convention,
                              const char *name, routh_pose3 *pose) {
    const routh_place place = {.file = root->source->shown, .part = name};
    char text[ROUTH_FAULT_SIZE];
    double *number = NULL;
    size_t rows = 0;
    routh_status status = read_list(root, name, &rows, &number);
    if (status == ROUTH_OK && rows != 7)
        status = routh_fail_at(root->source->context, ROUTH_BAD_FORMAT, &place, " has %zu numbers, not 7", rows);
    const char *fault = status == ROUTH_OK ? routh_pose_from_file(convention, number, pose, text) : NULL;
    routh_release(root->source->context, number);
    return fault ? routh_fail_at(root->source->context, ROUTH_BAD_FORMAT, &place, "%s", fault) : status;
}

/* A row without velocities has those columns left out. */
static void spread_row(const double *row, bool has_velocities, double number[ROUTH_INSERTION_COLUMNS]) {
    const int wrench = has_velocities ? ROUTH_WRENCH_COLUMN : ROUTH_VELOCITY_COLUMN;
    for (int j = 0; j < ROUTH_INSERTION_COLUMNS; j++)
        number[j] = j < wrench ? row[j] : 0.0;
    for (int k = 0; k < 6; k++)
        number[ROUTH_WRENCH_COLUMN + k] = row[wrench + k];
}

static routh_status read_samples(const routh_hdf5_place *root, routh_insertion_reader *reader) {
    routh_context *context = root->source->context;
    routh_insertion *insertion = reader->insertion;
    double *table = NULL;
    size_t rows = 0, columns = 0;
    routh_status status = read_array(root, "samples", &rows, &columns, &table);
    reader->has_velocities = columns == ROUTH_INSERTION_COLUMNS;
    if (status == ROUTH_OK && !reader->has_velocities && columns != ROUTH_INSERTION_COLUMNS - 6)
        status =
            routh_fail_at(context, ROUTH_BAD_FORMAT, &(routh_place){.file = root->source->shown, .part = "samples"},
                          " has %zu columns, not 20, or 14 without velocities", columns);
    if (status == ROUTH_OK && !(insertion->sample = routh_allocate(context, rows, sizeof *insertion->sample)))
        status = ROUTH_OUT_OF_MEMORY;
    for (size_t k = 0; status == ROUTH_OK && k < rows; k++) {
        char text[ROUTH_FAULT_SIZE];
        double number[ROUTH_INSERTION_COLUMNS];
        spread_row(&table[k * columns], reader->has_velocities, number);
        const char *fault = routh_sample_from_file(insertion, number, &insertion->sample[k], text);
        if (fault)
            status = routh_fail_at(
                context, ROUTH_BAD_FORMAT,
                &(routh_place){.file = root->source->shown, .noun = "sample", .row = k + 1, .column = "samples"}, "%s",
                fault);
        insertion->count = k + 1;
    }
    routh_release(context, table);
    return status;
}

static routh_status read_truth(const routh_hdf5_place *root, routh_insertion_truth *truth) {
    routh_hdf5_place group;
    ROUTH_TRY(routh_hdf5_open(root, "truth", "truth", &group));
    ROUTH_TRY(routh_hdf5_number(&group, "stiffness", &truth->stiffness));
    ROUTH_TRY(routh_hdf5_number(&group, "friction", &truth->friction));
    return read_list(&group, "displacement", &truth->count, &truth->displacement);
}

/* The columns of this format have their order; other names for them make no sense. */
static routh_status begin_convention(const routh_hdf5_place *root, routh_insertion_reader *reader) {
    reader->insertion->convention = *reader->given;
    for (int j = 0; j < ROUTH_INSERTION_COLUMNS; j++)
        if (reader->given->column[j][0])
            return routh_fail_at(root->source->context, ROUTH_BAD_ARGUMENT,
                                 &(routh_place){.file = root->source->shown, .field = "columns"},
                                 "a file of format %s has its own columns; no others can be named",
                                 ROUTH_INSERTION_FORMAT);
    return ROUTH_OK;
}

/* Only wrenches of the plate need one. */
static routh_status read_plate(const routh_hdf5_place *root, routh_insertion *insertion) {
    const routh_insertion_convention *convention = &insertion->convention;
    bool has = true;
    routh_status status = ROUTH_OK;
    if (convention->wrench_frame == ROUTH_WRENCH_HAND || convention->wrench_frame == ROUTH_WRENCH_WORLD)
        status = routh_hdf5_has(root, "plate", &has);
    insertion->plate = routh_pose3_default();
    return status == ROUTH_OK && has ? read_pose(root, convention, "plate", &insertion->plate) : status;
}

static routh_status read_all(const routh_hdf5_place *root, routh_insertion_reader *reader) {
    routh_insertion *insertion = reader->insertion;
    bool has_truth = false;
    ROUTH_TRY(routh_hdf5_layout(root, 1, ROUTH_INSERTION_LAYOUT, NULL));
    ROUTH_TRY(begin_convention(root, reader));
    ROUTH_TRY(routh_hdf5_text_or_empty(root, "name", insertion->name, sizeof insertion->name));
    ROUTH_TRY(routh_hdf5_number(root, "rate", &insertion->rate));
    ROUTH_TRY(routh_hdf5_number(root, "offset", &insertion->offset));
    ROUTH_TRY(routh_hdf5_number_or_zero(root, "twist_window", &insertion->twist_window));
    insertion->offset *= routh_convention_unit(&insertion->convention, ROUTH_LENGTH);
    ROUTH_TRY(read_pose(root, &insertion->convention, "receptacle", &insertion->receptacle));
    ROUTH_TRY(read_plate(root, insertion));
    ROUTH_TRY(read_pose(root, &insertion->convention, "reference", &insertion->reference));
    ROUTH_TRY(read_samples(root, reader));
    ROUTH_TRY(routh_hdf5_has(root, "truth", &has_truth));
    return has_truth ? read_truth(root, &insertion->truth) : ROUTH_OK;
}

/* Any other HDF5 file may be a robot's log, if a JSON file beside it says how. */
static routh_status read_log(const routh_hdf5_place *root, routh_insertion_reader *reader) {
    routh_context *context = root->source->context;
    char beside[ROUTH_BESIDE_SIZE];
    struct stat what;
    if (!reader->path || routh_insertion_beside(context, reader->path, beside) != ROUTH_OK || stat(beside, &what) != 0)
        return routh_fail_in(
            context, ROUTH_BAD_FORMAT, root->source->shown,
            "not a recorded insertion (format is not \"%s\"), and no JSON file of the same name beside "
            "it that describes a log",
            ROUTH_INSERTION_FORMAT);
    ROUTH_TRY(routh_insertion_read_beside(context, reader));
    return routh_insertion_read_hdf5_log(root, reader);
}

routh_status routh_insertion_read_hdf5(routh_source *source, routh_insertion_reader *reader) {
    bool own = false;
    ROUTH_HDF5_FILE(file, source);
    ROUTH_TRY(routh_hdf5_has_format(&file.root, ROUTH_INSERTION_FORMAT, &own));
    return own ? read_all(&file.root, reader) : read_log(&file.root, reader);
}

/* A robot's log in HDF5: every column is an array of its own, or a column of a table. */

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
    *array = *root;
    *has = true;
    while (*has && *path) {
        char *slash = strchr(path, '/'), *next = slash ? slash + 1 : path + strlen(path);
        if (slash)
            *slash = '\0';
        if (*path) {
            const routh_hdf5_place group = *array;
            ROUTH_TRY(routh_hdf5_holds(&group, path, has));
            if (*has)
                ROUTH_TRY(routh_hdf5_open(&group, path, path, array));
        }
        path = next;
    }
    return ROUTH_OK;
}

static routh_status take_column(const routh_hdf5_place *array, const char *name, size_t column, size_t *rows,
                                double **value) {
    routh_context *context = array->source->context;
    const char *shown = array->source->shown;
    size_t count = 0, columns = 0;
    ROUTH_TRY(routh_hdf5_shape(array, &count, &columns));
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
    const routh_status status = all && own ? routh_hdf5_numbers(array, all) : ROUTH_OUT_OF_MEMORY;
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
    bool found[6] = {false};
    for (int j = 0; j < ROUTH_INSERTION_COLUMNS; j++) {
        const bool velocity = j >= ROUTH_VELOCITY_COLUMN && j < ROUTH_WRENCH_COLUMN;
        const char *name = routh_insertion_column_name(insertion, j);
        ROUTH_TRY(read_column(root, name, rows, &column[j]));
        if (!column[j] && (!velocity || insertion->convention.column[j][0]))
            return routh_fail_at(root->source->context, ROUTH_BAD_FORMAT,
                                 &(routh_place){.file = root->source->shown, .column = name, .field = "columns"},
                                 "no array \"%s\" for %s", name, routh_insertion_columns[j]);
        ROUTH_TRY(check_own(root, insertion, j, column));
        if (velocity)
            found[j - ROUTH_VELOCITY_COLUMN] = column[j];
    }
    return routh_insertion_check_velocities(root->source, insertion, found);
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
