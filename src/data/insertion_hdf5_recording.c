/* A recorded insertion as an HDF5 file; docs/insertion.md has the layout.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "base/context.h"
#include "data/insertion_recording.h"
#include "file/read_hdf5_values.h"
#include "file/write_hdf5_values.h"
#include "file/write_image.h"

/* Writing ------------------------------------------------------------------------------------------------*/

static void write_numbers(bool *failed, int64_t place, const char *name, size_t rows, size_t columns,
                          const double *value) {
    routh_hdf5_end(routh_hdf5_write_numbers(failed, place, name, rows, columns, value));
}

static void write_pose(bool *failed, int64_t file, const char *name, const routh_pose3 *pose) {
    double number[7];
    routh_pose_numbers(pose, number);
    write_numbers(failed, file, name, 7, 0, number);
}

static void write_truth(bool *failed, int64_t file, const routh_insertion_truth *truth) {
    int64_t group = routh_hdf5_begin_group(failed, file, "truth");
    routh_hdf5_write_number(failed, group, "stiffness", truth->stiffness);
    routh_hdf5_write_number(failed, group, "friction", truth->friction);
    write_numbers(failed, group, "displacement", truth->count, 0, truth->displacement);
    routh_hdf5_end(group);
}

static routh_status write_all(routh_context *context, int64_t file, const routh_insertion *insertion, bool *failed) {
    double *table = routh_allocate(context, insertion->count, ROUTH_INSERTION_COLUMNS * sizeof *table);
    if (!table)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t k = 0; k < insertion->count; k++)
        routh_sample_numbers(&insertion->sample[k], &table[k * ROUTH_INSERTION_COLUMNS]);
    routh_hdf5_write_text(failed, file, "format", ROUTH_INSERTION_FORMAT);
    routh_hdf5_write_integer(failed, file, "version", ROUTH_INSERTION_VERSION);
    routh_hdf5_write_text(failed, file, "name", insertion->name);
    routh_hdf5_write_number(failed, file, "rate", insertion->rate);
    routh_hdf5_write_number(failed, file, "offset", insertion->offset);
    write_pose(failed, file, "receptacle", &insertion->receptacle);
    write_pose(failed, file, "plate", &insertion->plate);
    write_pose(failed, file, "reference", &insertion->reference);
    write_numbers(failed, file, "samples", insertion->count, ROUTH_INSERTION_COLUMNS, table);
    if (insertion->truth.count)
        write_truth(failed, file, &insertion->truth);
    routh_release(context, table);
    return ROUTH_OK;
}

routh_status routh_insertion_write_hdf5(routh_context *context, const routh_insertion *insertion, routh_io to) {
    routh_hdf5_image image;
    routh_hdf5_image_begin(context, &image);
    const routh_status status =
        image.failed ? ROUTH_OUT_OF_MEMORY : write_all(context, image.file, insertion, &image.failed);
    return routh_hdf5_image_end(&image, status, to);
}

/* Reading ------------------------------------------------------------------------------------------------*/

/* An array of so many columns; *value is allocated, *rows counted. */
static routh_status read_array(const routh_hdf5_place *place, const char *name, size_t columns, size_t *rows,
                               double **value) {
    routh_hdf5_place array;
    routh_context *context = place->source->context;
    size_t wide = 0;
    *value = NULL;
    routh_status status = routh_hdf5_open(place, name, name, &array);
    if (status != ROUTH_OK)
        return status;
    status = routh_hdf5_shape(&array, rows, &wide);
    if (status == ROUTH_OK && wide != columns)
        status = routh_fail(context, ROUTH_BAD_FORMAT, "%s: %s has %zu columns, not %zu", place->source->shown, name,
                            wide, columns);
    if (status == ROUTH_OK && !(*value = routh_allocate(context, *rows, columns * sizeof **value)))
        status = ROUTH_OUT_OF_MEMORY;
    if (status == ROUTH_OK)
        status = routh_hdf5_numbers(&array, *value);
    routh_hdf5_close(&array);
    return status;
}

static routh_status read_pose(const routh_hdf5_place *root, const char *name, routh_pose3 *pose) {
    char text[ROUTH_FAULT_SIZE];
    double *number = NULL;
    size_t rows = 0;
    routh_status status = read_array(root, name, 1, &rows, &number);
    if (status == ROUTH_OK && rows != 7)
        status = routh_fail(root->source->context, ROUTH_BAD_FORMAT, "%s: %s has %zu numbers, not 7",
                            root->source->shown, name, rows);
    const char *fault = status == ROUTH_OK ? routh_pose_from_numbers(number, pose, text) : NULL;
    routh_release(root->source->context, number);
    return fault ? routh_fail(root->source->context, ROUTH_BAD_FORMAT, "%s: %s: %s", root->source->shown, name, fault)
                 : status;
}

static routh_status read_samples(const routh_hdf5_place *root, routh_insertion *insertion) {
    routh_context *context = root->source->context;
    double *table = NULL;
    size_t rows = 0;
    routh_status status = read_array(root, "samples", ROUTH_INSERTION_COLUMNS, &rows, &table);
    if (status == ROUTH_OK && !(insertion->sample = routh_allocate(context, rows, sizeof *insertion->sample)))
        status = ROUTH_OUT_OF_MEMORY;
    for (size_t k = 0; status == ROUTH_OK && k < rows; k++) {
        char text[ROUTH_FAULT_SIZE];
        const char *fault = routh_sample_from_numbers(&table[k * ROUTH_INSERTION_COLUMNS], &insertion->sample[k], text);
        if (fault)
            status = routh_fail(context, ROUTH_BAD_FORMAT, "%s: sample %zu: %s", root->source->shown, k + 1, fault);
        insertion->count = k + 1;
    }
    routh_release(context, table);
    return status;
}

static routh_status read_truth(const routh_hdf5_place *root, routh_insertion_truth *truth) {
    routh_hdf5_place group;
    routh_status status = routh_hdf5_open(root, "truth", "truth", &group);
    if (status != ROUTH_OK)
        return status;
    status = routh_hdf5_number(&group, "stiffness", &truth->stiffness);
    if (status == ROUTH_OK)
        status = routh_hdf5_number(&group, "friction", &truth->friction);
    if (status == ROUTH_OK)
        status = read_array(&group, "displacement", 1, &truth->count, &truth->displacement);
    routh_hdf5_close(&group);
    return status;
}

static routh_status check_format(const routh_hdf5_place *root) {
    int64_t version = 0;
    bool has = false;
    routh_status status = routh_hdf5_has_format(root, ROUTH_INSERTION_FORMAT, &has);
    if (status != ROUTH_OK)
        return status;
    if (!has)
        return routh_fail(root->source->context, ROUTH_BAD_FORMAT,
                          "%s: not a recorded insertion (format is not \"%s\")", root->source->shown,
                          ROUTH_INSERTION_FORMAT);
    status = routh_hdf5_whole(root, "version", &version);
    if (status == ROUTH_OK && version != ROUTH_INSERTION_VERSION)
        return routh_fail(root->source->context, ROUTH_BAD_FORMAT, "%s: version %lld; this program reads version %d",
                          root->source->shown, (long long)version, ROUTH_INSERTION_VERSION);
    return status;
}

static routh_status read_all(const routh_hdf5_place *root, routh_insertion *insertion) {
    routh_status status = check_format(root);
    if (status == ROUTH_OK)
        status = routh_hdf5_text(root, "name", insertion->name, sizeof insertion->name);
    if (status == ROUTH_OK)
        status = routh_hdf5_number(root, "rate", &insertion->rate);
    if (status == ROUTH_OK)
        status = routh_hdf5_number(root, "offset", &insertion->offset);
    if (status == ROUTH_OK)
        status = read_pose(root, "receptacle", &insertion->receptacle);
    if (status == ROUTH_OK)
        status = read_pose(root, "plate", &insertion->plate);
    if (status == ROUTH_OK)
        status = read_pose(root, "reference", &insertion->reference);
    if (status == ROUTH_OK)
        status = read_samples(root, insertion);
    bool has_truth = false;
    if (status == ROUTH_OK)
        status = routh_hdf5_has(root, "truth", &has_truth);
    return has_truth ? read_truth(root, &insertion->truth) : status;
}

routh_status routh_insertion_read_hdf5(routh_source *source, routh_insertion *insertion) {
    routh_hdf5_file file;
    routh_status status = routh_hdf5_open_file(source, &file);
    if (status == ROUTH_OK)
        status = read_all(&file.root, insertion);
    routh_hdf5_close_file(&file);
    return status;
}
