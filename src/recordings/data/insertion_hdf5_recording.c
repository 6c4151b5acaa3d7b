/* A recorded insertion as an HDF5 file; docs/insertion.md has the layout.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <sys/stat.h>

#include "base/context.h"
#include "data/insertion_recording.h"
#include "file/read_hdf5_values.h"
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
    char text[ROUTH_FAULT_SIZE];
    double *number = NULL;
    size_t rows = 0;
    routh_status status = read_list(root, name, &rows, &number);
    if (status == ROUTH_OK && rows != 7)
        status =
            routh_fail_at(root->source->context, ROUTH_BAD_FORMAT,
                          &(routh_place){.file = root->source->shown, .part = name}, " has %zu numbers, not 7", rows);
    const char *fault = status == ROUTH_OK ? routh_pose_from_file(convention, number, pose, text) : NULL;
    routh_release(root->source->context, number);
    return fault ? routh_fail_at(root->source->context, ROUTH_BAD_FORMAT,
                                 &(routh_place){.file = root->source->shown, .part = name}, "%s", fault)
                 : status;
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
    routh_status status = routh_hdf5_layout(root, 1, ROUTH_INSERTION_LAYOUT, NULL);
    if (status == ROUTH_OK)
        status = begin_convention(root, reader);
    if (status == ROUTH_OK)
        status = routh_hdf5_text_or_empty(root, "name", insertion->name, sizeof insertion->name);
    if (status == ROUTH_OK)
        status = routh_hdf5_number(root, "rate", &insertion->rate);
    if (status == ROUTH_OK)
        status = routh_hdf5_number(root, "offset", &insertion->offset);
    if (status == ROUTH_OK)
        status = routh_hdf5_number_or_zero(root, "twist_window", &insertion->twist_window);
    insertion->offset *= routh_convention_unit(&insertion->convention, ROUTH_LENGTH);
    if (status == ROUTH_OK)
        status = read_pose(root, &insertion->convention, "receptacle", &insertion->receptacle);
    if (status == ROUTH_OK)
        status = read_plate(root, insertion);
    if (status == ROUTH_OK)
        status = read_pose(root, &insertion->convention, "reference", &insertion->reference);
    if (status == ROUTH_OK)
        status = read_samples(root, reader);
    bool has_truth = false;
    if (status == ROUTH_OK)
        status = routh_hdf5_has(root, "truth", &has_truth);
    return has_truth ? read_truth(root, &insertion->truth) : status;
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
    routh_hdf5_file file;
    bool own = false;
    routh_status status = routh_hdf5_open_file(source, &file);
    if (status == ROUTH_OK)
        status = routh_hdf5_has_format(&file.root, ROUTH_INSERTION_FORMAT, &own);
    if (status == ROUTH_OK)
        status = own ? read_all(&file.root, reader) : read_log(&file.root, reader);
    routh_hdf5_close_file(&file);
    return status;
}
