/* Writes a dataset in our own layout, docs/dataset.md.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "data/dataset.h"
#include "file/write_hdf5_values.h"

typedef struct hdf5_writer {
    routh_context *context;
    const routh_dataset *dataset;
    routh_hdf5_node *root;
} hdf5_writer;

static void write_root(hdf5_writer *writer) {
    const routh_dataset *dataset = writer->dataset;
    routh_hdf5_node *root = writer->root;
    char program[64];
    snprintf(program, sizeof program, "routh %s", routh_version());
    routh_hdf5_write_text(root, "format", ROUTH_LAYOUT_FORMAT);
    routh_hdf5_write_integer(root, "layout", ROUTH_LAYOUT_NUMBER);
    routh_hdf5_write_text(root, "program", program);
    routh_hdf5_write_text(root, "name", dataset->name);
    routh_hdf5_write_text(root, "source", dataset->source);
    routh_hdf5_write_number(root, "rate", dataset->rate);
    routh_hdf5_write_number(root, "gravity", dataset->gravity);
    routh_hdf5_write_number(root, "gap", dataset->gap);
    routh_hdf5_write_number(root, "height_offset", dataset->height_offset);
    routh_hdf5_write_number(root, "angle_offset", dataset->angle_offset);
    if (dataset->angle_delay < 0 ||
        dataset->angle_delay > 0) /* left out where it is 0, as in files of earlier programs */
        routh_hdf5_write_number(root, "angle_delay", dataset->angle_delay);
    for (int i = 0; i < 2; i++) /* likewise */
        if (dataset->centre_offset[i] < 0 || dataset->centre_offset[i] > 0)
            routh_hdf5_write_number(root, routh_layout_centre[i], dataset->centre_offset[i]);
    for (int i = 0; i < 2; i++)
        if (dataset->tracked_offset[i] < 0 || dataset->tracked_offset[i] > 0)
            routh_hdf5_write_number(root, routh_layout_tracked[i], dataset->tracked_offset[i]);
    routh_hdf5_write_integer(root, "frame_decided", dataset->frame_decided != 0);
    routh_hdf5_write_text(root, "frame", routh_name(&routh_frames, dataset->frame));
    routh_hdf5_write_text(root, "frame_why", dataset->frame_why);
}

static void write_body(hdf5_writer *writer) {
    static const char *const kinds[] = ROUTH_LAYOUT_SHAPES;
    const routh_body *body = &writer->dataset->body;
    const routh_shape *shape = &body->shape;
    bool known = routh_shape_check(NULL, shape) == ROUTH_OK;
    routh_hdf5_node *group = routh_hdf5_begin_group(writer->root, "body");
    routh_hdf5_write_number(group, "mass", body->mass);
    routh_hdf5_write_number(group, "inertia", body->inertia);
    routh_hdf5_write_text(group, "shape", known ? kinds[shape->kind] : ROUTH_LAYOUT_UNKNOWN_SHAPE);
    if (known && shape->kind == ROUTH_POLYGON) {
        routh_hdf5_end(routh_hdf5_write_numbers(group, "vertices", shape->count, 2, &shape->vertex[0][0]));
    } else if (known) {
        routh_hdf5_write_number(group, "a", shape->a);
        routh_hdf5_write_number(group, "b", shape->b);
    }
    routh_hdf5_end(group);
}

/* Is there a number other than 0 in these columns? */
static bool has_numbers(const routh_dataset *dataset, const routh_layout_number *numbers, size_t count) {
    for (size_t i = 0; i < dataset->count; i++)
        for (size_t j = 0; j < count; j++) {
            double value;
            memcpy(&value, (const char *)&dataset->record[i] + numbers[j].offset, sizeof value);
            if (!(value >= 0 && value <= 0))
                return true;
        }
    return false;
}

/* `column` has room for one number of each record. */
static void write_numbers(hdf5_writer *writer, routh_hdf5_node *group, const routh_layout_number *numbers, size_t count,
                          double *column) {
    const routh_dataset *dataset = writer->dataset;
    for (size_t j = 0; j < count; j++) {
        for (size_t i = 0; i < dataset->count; i++)
            memcpy(&column[i], (const char *)&dataset->record[i] + numbers[j].offset, sizeof *column);
        routh_hdf5_node *array = routh_hdf5_write_numbers(group, numbers[j].name, dataset->count, 0, column);
        routh_hdf5_write_text(array, "unit", numbers[j].unit);
        routh_hdf5_end(array);
    }
}

static void write_impacts(hdf5_writer *writer, double *column, long *whole) {
    const routh_dataset *dataset = writer->dataset;
    routh_hdf5_node *group = routh_hdf5_begin_group(writer->root, "impacts");
    for (int g = 0; g < ROUTH_LAYOUT_GROUPS; g++) {
        const routh_layout_group *numbers = &routh_layout_groups[g];
        if (g == 0 || has_numbers(dataset, numbers->number, numbers->count))
            write_numbers(writer, group, numbers->number, numbers->count, column);
    }
    for (size_t i = 0; i < dataset->count; i++)
        whole[i] = dataset->record[i].trajectory;
    routh_hdf5_end(routh_hdf5_write_wholes(group, "trajectory", dataset->count, whole));
    for (size_t i = 0; i < dataset->count; i++)
        whole[i] = (long)dataset->record[i].reasons;
    routh_hdf5_node *array = routh_hdf5_write_flags(group, "reasons", dataset->count, whole);
    routh_hdf5_write_text(array, "names", ROUTH_LAYOUT_REASONS);
    routh_hdf5_end(array);
    routh_hdf5_end(group);
}

/* Numbered, because a name of the file's may hold what HDF5 takes for a path. */
static void write_extra(hdf5_writer *writer) {
    const routh_dataset *dataset = writer->dataset;
    if (dataset->extra_count == 0)
        return;
    routh_hdf5_node *group = routh_hdf5_begin_group(writer->root, ROUTH_LAYOUT_EXTRA);
    for (size_t j = 0; j < dataset->extra_count; j++) {
        char name[32];
        snprintf(name, sizeof name, "%zu", j);
        routh_hdf5_node *array = routh_hdf5_write_numbers(group, name, dataset->count, 0, dataset->extra[j].value);
        routh_hdf5_write_text(array, "name", dataset->extra[j].name);
        routh_hdf5_end(array);
    }
    routh_hdf5_end(group);
}

static void write_trajectory(hdf5_writer *writer, routh_hdf5_node *group, size_t index) {
    const routh_trajectory *one = &writer->dataset->trajectory[index];
    const double *const column[] = {one->time, one->x, one->y, one->theta, one->vx, one->vy, one->omega};
    const size_t columns = one->vx ? ROUTH_LAYOUT_MOTION_COLUMNS : ROUTH_LAYOUT_POSE_COLUMNS;
    char name[32];
    snprintf(name, sizeof name, "%zu", index);
    routh_hdf5_node *array = routh_hdf5_write_columns(group, name, one->count, columns, column);
    routh_hdf5_write_text(array, "name", one->name);
    routh_hdf5_write_text(array, "columns", one->vx ? ROUTH_LAYOUT_MOTION : ROUTH_LAYOUT_POSE);
    routh_hdf5_end(array);
}

static routh_status write_all(hdf5_writer *writer) {
    const routh_dataset *dataset = writer->dataset;
    ROUTH_ARENA(room, writer->context);
    double *column = routh_take(&room, dataset->count, sizeof *column);
    long *whole = column ? routh_allocate(writer->context, dataset->count, sizeof *whole) : NULL;
    routh_status status = whole ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    if (status == ROUTH_OK) {
        write_root(writer);
        write_body(writer);
        write_impacts(writer, column, whole);
        write_extra(writer);
        routh_hdf5_node *group = routh_hdf5_begin_group(writer->root, "trajectories");
        for (size_t i = 0; i < dataset->trajectory_count; i++)
            write_trajectory(writer, group, i);
        routh_hdf5_end(group);
    }
    routh_release(writer->context, whole);
    return status;
}

routh_status routh_dataset_write(routh_context *context, const routh_dataset *dataset, routh_io to) {
    if (!dataset)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "writing a dataset needs a dataset");
    routh_hdf5_image image;
    hdf5_writer writer = {.context = context, .dataset = dataset, .root = routh_hdf5_image_begin(context, &image)};
    return routh_hdf5_image_end(&image, write_all(&writer), to);
}
