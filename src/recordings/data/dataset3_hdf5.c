/* Datasets in space as HDF5 files, docs/dataset.md.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "data/dataset.h"

#define FORMAT "routh-dataset3"

/* Layout 2 has a shape; a cube has none, and stays as it was. */
enum { CUBE_LAYOUT = 1, LAYOUT = 2 };

/* The columns of a trajectory: time and spin may be missing. */
#define TIME "time,"
#define POSE "px,py,pz,qw,qx,qy,qz"
#define SPIN ",wx,wy,wz"
enum { POSE_COLUMNS = 7, SPIN_COLUMNS = 3 };

/* Fewer instants give no acceleration. */
static const size_t fewest_instants = 3;

/* Numbers of the dataset, attributes of the root. */
static const struct {
    const char *name;
    size_t offset;
} numbers[] = {{"width", offsetof(routh_dataset3, width)},
               {"mass", offsetof(routh_dataset3, mass)},
               {"rate", offsetof(routh_dataset3, rate)},
               {"gravity", offsetof(routh_dataset3, gravity)}};
enum { NUMBERS = sizeof numbers / sizeof numbers[0] };

/* Writing --------------------------------------------------------------------------------------------------*/

static void name_columns(bool time, bool spin, char text[ROUTH_LABEL_SIZE]) {
    snprintf(text, ROUTH_LABEL_SIZE, "%s%s%s", time ? TIME : "", POSE, spin ? SPIN : "");
}

static routh_status write_trajectory(routh_context *context, routh_hdf5_node *group, size_t index,
                                     const routh_trajectory3 *toss) {
    const size_t columns = (size_t)(toss->time != NULL) + POSE_COLUMNS + (toss->spin ? SPIN_COLUMNS : 0);
    char name[32], words[ROUTH_LABEL_SIZE];
    double *value = routh_allocate(context, toss->count, columns * sizeof *value), *at = value;
    if (!value)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t k = 0; k < toss->count; k++) {
        if (toss->time)
            *at++ = toss->time[k];
        memcpy(at, toss->position[k], 3 * sizeof *at);
        memcpy(at + 3, toss->orientation[k], 4 * sizeof *at);
        at += POSE_COLUMNS;
        if (toss->spin)
            memcpy(at, toss->spin[k], 3 * sizeof *at);
        at += toss->spin ? SPIN_COLUMNS : 0;
    }
    snprintf(name, sizeof name, "%zu", index);
    name_columns(toss->time, toss->spin, words);
    routh_hdf5_node *array = routh_hdf5_write_numbers(group, name, toss->count, columns, value);
    routh_hdf5_write_text(array, "name", toss->name);
    routh_hdf5_write_text(array, "columns", words);
    routh_hdf5_end(array);
    routh_release(context, value);
    return ROUTH_OK;
}

static routh_status write_all(routh_context *context, routh_hdf5_node *root, const routh_dataset3 *dataset) {
    char program[64];
    routh_status status = ROUTH_OK;
    snprintf(program, sizeof program, "routh %s", routh_version());
    routh_hdf5_write_text(root, "format", FORMAT);
    routh_hdf5_write_integer(root, "layout", dataset->shape ? LAYOUT : CUBE_LAYOUT);
    routh_hdf5_write_text(root, "program", program);
    routh_hdf5_write_text(root, "name", dataset->name);
    for (size_t i = 0; i < NUMBERS; i++) {
        double value;
        memcpy(&value, (const char *)dataset + numbers[i].offset, sizeof value);
        routh_hdf5_write_number(root, numbers[i].name, value);
    }
    if (dataset->shape)
        routh_dataset3_write_shape(root, dataset->shape);
    routh_hdf5_node *group = routh_hdf5_begin_group(root, "trajectories");
    for (size_t i = 0; status == ROUTH_OK && i < dataset->trajectory_count; i++)
        status = write_trajectory(context, group, i, &dataset->trajectory[i]);
    routh_hdf5_end(group);
    return status;
}

routh_status routh_dataset3_write(routh_context *context, const routh_dataset3 *dataset, routh_io to) {
    routh_hdf5_image image;
    routh_hdf5_node *root = routh_hdf5_image_begin(context, &image);
    return routh_hdf5_image_end(&image, write_all(context, root, dataset), to);
}

/* Reading --------------------------------------------------------------------------------------------------*/

int routh_dataset3_is_file(routh_source *source) {
    unsigned char byte[8];
    size_t count = 0, at;
    bool is = false;
    if (!routh_source_repeats(source) || routh_source_begin(source, byte, sizeof byte, &count) != ROUTH_OK ||
        !routh_hdf5_begins(byte, count, &at))
        return 0;
    routh_source own = *source;
    own.context = NULL;
    own.held = NULL;
    own.own = NULL;
    routh_hdf5_file file;
    routh_status status = routh_hdf5_open_file(&own, &file);
    if (status == ROUTH_OK)
        status = routh_hdf5_has_format(&file.root, FORMAT, &is);
    routh_hdf5_close_file(&file);
    routh_source_release(&own);
    return status == ROUTH_OUT_OF_MEMORY ? -1 : status == ROUTH_OK && is;
}

static routh_status take_row(const routh_hdf5_place *place, size_t row, const double *value, size_t columns,
                             routh_trajectory3 *toss) {
    double length;
    ROUTH_TRY(routh_check_instant(place, "instant", row, value, columns, toss->time != NULL));
    if (toss->time)
        toss->time[row] = *value++;
    memcpy(toss->position[row], value, 3 * sizeof *value);
    memcpy(toss->orientation[row], value + 3, 4 * sizeof *value);
    if (toss->spin)
        memcpy(toss->spin[row], value + POSE_COLUMNS, 3 * sizeof *value);
    if (!routh_trajectory3_orient(toss, row, &length))
        return routh_fail_at(
            place->source->context, ROUTH_BAD_FORMAT,
            &(routh_place){.file = place->source->shown, .part = place->path, .noun = "instant", .row = row + 1},
            "the quaternion has length %g, not 1", length);
    return ROUTH_OK;
}

static routh_status read_rows(const routh_hdf5_place *place, size_t columns, bool timed, routh_trajectory3 *toss) {
    routh_context *context = place->source->context;
    ROUTH_ARENA(room, context);
    double *value = routh_take(&room, toss->count, columns * sizeof *value);
    if (timed)
        toss->time = routh_allocate(context, toss->count, sizeof *toss->time);
    ROUTH_TRY(value && (!timed || toss->time) ? routh_hdf5_numbers(place, value) : ROUTH_OUT_OF_MEMORY);
    for (size_t k = 0; k < toss->count; k++)
        ROUTH_TRY(take_row(place, k, value + k * columns, columns, toss));
    return ROUTH_OK;
}

static routh_status read_trajectory(const routh_hdf5_place *place, routh_trajectory3 *toss) {
    char name[ROUTH_NAME_SIZE], words[ROUTH_NAME_SIZE], own[ROUTH_LABEL_SIZE];
    size_t rows = 0, columns = 0;
    ROUTH_TRY(routh_hdf5_text(place, "name", name, sizeof name));
    ROUTH_TRY(routh_hdf5_text(place, "columns", words, sizeof words));
    ROUTH_TRY(routh_hdf5_shape(place, &rows, &columns));
    const bool timed = strncmp(words, TIME, strlen(TIME)) == 0, spins = strstr(words, SPIN) != NULL;
    name_columns(timed, spins, own);
    if (rows < fewest_instants || strcmp(words, own) != 0 ||
        columns != (size_t)timed + POSE_COLUMNS + (spins ? SPIN_COLUMNS : 0))
        return routh_fail_at(place->source->context, ROUTH_BAD_FORMAT,
                             &(routh_place){.file = place->source->shown, .part = place->path},
                             " is %zu×%zu with columns \"%.60s\", not %s and at least %zu instants", rows, columns,
                             words, own, fewest_instants);
    ROUTH_TRY(routh_trajectory3_allocate(place->source->context, name, rows, spins, toss));
    return read_rows(place, columns, timed, toss);
}

static routh_status read_trajectories(const routh_hdf5_place *root, routh_dataset3 *dataset) {
    routh_hdf5_place all;
    routh_hdf5_item one;
    size_t count = 0;
    ROUTH_TRY(routh_hdf5_open_list(root, "trajectories", "/trajectories", &all, &count));
    if (count == 0)
        return routh_fail_in(root->source->context, ROUTH_BAD_FORMAT, root->source->shown, "no trajectories");
    dataset->trajectory = routh_allocate(root->source->context, count, sizeof *dataset->trajectory);
    if (!dataset->trajectory)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; i < count; i++) {
        ROUTH_TRY(routh_hdf5_open_item(&all, i, &one));
        dataset->trajectory_count = i + 1;
        ROUTH_TRY(read_trajectory(&one.place, &dataset->trajectory[i]));
    }
    return ROUTH_OK;
}

static routh_status read_root(const routh_hdf5_place *root, routh_dataset3 *dataset) {
    int64_t layout = 0;
    ROUTH_TRY(routh_hdf5_layout(root, CUBE_LAYOUT, LAYOUT, &layout));
    ROUTH_TRY(routh_hdf5_text(root, "name", dataset->name, sizeof dataset->name));
    for (size_t i = 0; i < NUMBERS; i++) {
        double value = 0;
        ROUTH_TRY(routh_hdf5_number(root, numbers[i].name, &value));
        if (!(value > 1e-9 && value < 1e9))
            return routh_fail_at(root->source->context, ROUTH_BAD_FORMAT,
                                 &(routh_place){.file = root->source->shown, .part = numbers[i].name, .number = &value},
                                 " is %g; it must be from 1e-9 to 1e9", value);
        memcpy((char *)dataset + numbers[i].offset, &value, sizeof value);
    }
    if (layout >= LAYOUT)
        ROUTH_TRY(routh_dataset3_read_shape(root, dataset));
    return read_trajectories(root, dataset);
}

routh_status routh_dataset3_read_file(routh_source *source, routh_dataset3 *dataset) {
    ROUTH_HDF5_FILE(file, source);
    return read_root(&file.root, dataset);
}
