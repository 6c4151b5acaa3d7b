/* Reads our own layout, docs/dataset.md: attributes and body here, columns and trajectories in read_hdf5_columns.c.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "data/dataset.h"

/* Further columns of our own layout: numbers that belong to the impacts and have no meaning of their own here. */

static routh_status read_extra(routh_reading *reading, const routh_hdf5_place *place) {
    char name[ROUTH_LABEL_SIZE];
    size_t rows = 0, columns = 0;
    ROUTH_TRY(routh_hdf5_text(place, "name", name, sizeof name));
    ROUTH_TRY(routh_hdf5_shape(place, &rows, &columns));
    if (rows != reading->dataset->count || columns != 1)
        return routh_fail_at(reading->source->context, ROUTH_BAD_FORMAT,
                             &(routh_place){.file = reading->source->shown, .part = place->path},
                             " is %zu×%zu, but there are %zu impacts with one number each", rows, columns,
                             reading->dataset->count);
    double *value = routh_reading_extra(reading, name);
    return value ? routh_hdf5_numbers(place, value) : ROUTH_OUT_OF_MEMORY;
}

static routh_status read_extra_columns(routh_reading *reading, const routh_hdf5_place *root) {
    routh_hdf5_place all;
    routh_hdf5_item one;
    size_t count = 0;
    bool has = false;
    ROUTH_TRY(routh_hdf5_has(root, ROUTH_LAYOUT_EXTRA, &has));
    if (!has)
        return ROUTH_OK;
    ROUTH_TRY(routh_hdf5_open_list(root, ROUTH_LAYOUT_EXTRA, "/" ROUTH_LAYOUT_EXTRA, &all, &count));
    if (count > ROUTH_CSV_MOST_OTHERS)
        return routh_fail_in(reading->source->context, ROUTH_BAD_FORMAT, reading->source->shown,
                             "/%s holds %zu columns, more than %d", ROUTH_LAYOUT_EXTRA, count, ROUTH_CSV_MOST_OTHERS);
    for (size_t i = 0; i < count; i++) {
        ROUTH_TRY(routh_hdf5_open_item(&all, i, &one));
        ROUTH_TRY(read_extra(reading, &one.place));
    }
    return ROUTH_OK;
}

static routh_status check_format(const routh_hdf5_place *root) {
    const routh_source *source = root->source;
    bool has = false;
    ROUTH_TRY(routh_hdf5_has_format(root, ROUTH_LAYOUT_FORMAT, &has));
    if (!has)
        return routh_fail_in(source->context, ROUTH_BAD_FORMAT, source->shown,
                             "an HDF5 file, but not a Routh dataset (format is not \"%s\")", ROUTH_LAYOUT_FORMAT);
    return routh_hdf5_layout(root, 1, ROUTH_LAYOUT_NUMBER, NULL);
}

static routh_status read_frame(routh_reading *reading, const routh_hdf5_place *root) {
    routh_dataset *dataset = reading->dataset;
    char name[ROUTH_NAME_SIZE];
    int64_t decided = 0;
    ROUTH_TRY(routh_hdf5_whole(root, "frame_decided", &decided));
    ROUTH_TRY(routh_hdf5_text(root, "frame", name, sizeof name));
    ROUTH_TRY(routh_hdf5_text(root, "frame_why", dataset->frame_why, sizeof dataset->frame_why));
    dataset->frame_decided = decided != 0;
    const int frame = routh_find(NULL, &routh_frames, name);
    if (frame >= 0) {
        dataset->frame = (routh_frame)frame;
        return ROUTH_OK;
    }
    return routh_fail_at(root->source->context, ROUTH_BAD_FORMAT,
                         &(routh_place){.file = root->source->shown, .column = "frame", .value = name},
                         "no frame is called \"%.40s\"", name);
}

static routh_status read_attributes(routh_reading *reading, const routh_hdf5_place *root, routh_recorded *recorded) {
    recorded->body_is_assumed = true; /* its inertia may be that of its shape: another shape brings its own */
    routh_dataset *dataset = reading->dataset;
    const struct {
        const char *name;
        double *value;
    } number[] = {
        {"rate", &recorded->rate},
        {"gravity", &recorded->gravity},
        {"gap", &recorded->gap},
        {"height_offset", &dataset->height_offset},
        {"angle_offset", &dataset->angle_offset},
    };
    ROUTH_TRY(routh_hdf5_text(root, "name", dataset->name, sizeof dataset->name));
    ROUTH_TRY(routh_hdf5_text(root, "source", dataset->source, sizeof dataset->source));
    for (size_t i = 0; i < sizeof number / sizeof number[0]; i++)
        ROUTH_TRY(routh_hdf5_number(root, number[i].name, number[i].value));
    for (int i = 0; i < 2; i++)
        ROUTH_TRY(routh_hdf5_number_or_zero(root, routh_layout_centre[i], &dataset->centre_offset[i]));
    for (int i = 0; i < 2; i++)
        ROUTH_TRY(routh_hdf5_number_or_zero(root, routh_layout_tracked[i], &dataset->tracked_offset[i]));
    ROUTH_TRY(routh_hdf5_number_or_zero(root, "angle_delay", &dataset->angle_delay));
    if (!(fabs(dataset->angle_delay) <= 1))
        return routh_fail_in(root->source->context, ROUTH_BAD_FORMAT, root->source->shown,
                             "angle_delay is %g s; it must be from -1 to 1", dataset->angle_delay);
    return read_frame(reading, root);
}

static routh_status read_vertices(const routh_hdf5_place *body, routh_shape *shape) {
    routh_hdf5_place vertices;
    size_t rows = 0, columns = 0;
    ROUTH_TRY(routh_hdf5_open(body, "vertices", "/body/vertices", &vertices));
    ROUTH_TRY(routh_hdf5_shape(&vertices, &rows, &columns));
    if (rows > ROUTH_MAX_VERTICES || columns != 2)
        return routh_fail_in(body->source->context, ROUTH_BAD_FORMAT, body->source->shown,
                             "/body/vertices is %zu×%zu; at most %d×2 are possible", rows, columns, ROUTH_MAX_VERTICES);
    shape->count = rows;
    return routh_hdf5_numbers(&vertices, &shape->vertex[0][0]);
}

static routh_status read_shape(const routh_hdf5_place *body, routh_shape *shape) {
    static const char *const kinds[] = ROUTH_LAYOUT_SHAPES;
    char kind[ROUTH_NAME_SIZE];
    *shape = (routh_shape){0};
    routh_status status = routh_hdf5_text(body, "shape", kind, sizeof kind);
    if (status != ROUTH_OK || strcmp(kind, ROUTH_LAYOUT_UNKNOWN_SHAPE) == 0)
        return status;
    int found = -1;
    for (int i = 0; i <= ROUTH_POLYGON; i++)
        if (strcmp(kind, kinds[i]) == 0)
            found = i;
    if (found < 0)
        return routh_fail_at(body->source->context, ROUTH_BAD_FORMAT,
                             &(routh_place){.file = body->source->shown, .part = "/body", .value = kind},
                             "no shape is called \"%.40s\"", kind);
    shape->kind = (routh_shape_kind)found;
    if (shape->kind == ROUTH_POLYGON)
        return read_vertices(body, shape);
    ROUTH_TRY(routh_hdf5_number(body, "a", &shape->a));
    ROUTH_TRY(routh_hdf5_number(body, "b", &shape->b));
    if (!(shape->a > 0 && shape->b > 0)) /* zero would be read as an unknown shape */
        return routh_fail_in(body->source->context, ROUTH_BAD_FORMAT, body->source->shown,
                             "/body: %s with semi-axes %g and %g m; both must be positive", kind, shape->a, shape->b);
    return ROUTH_OK;
}

static routh_status read_body(const routh_hdf5_place *root, routh_body *recorded) {
    routh_hdf5_place body;
    ROUTH_TRY(routh_hdf5_open(root, "body", "/body", &body));
    ROUTH_TRY(routh_hdf5_number(&body, "mass", &recorded->mass));
    ROUTH_TRY(routh_hdf5_number(&body, "inertia", &recorded->inertia));
    ROUTH_TRY(read_shape(&body, &recorded->shape));
    if (!(recorded->mass > 0 && recorded->inertia > 0))
        return routh_fail_in(root->source->context, ROUTH_BAD_FORMAT, root->source->shown,
                             "/body: mass %g kg and inertia %g kg m² must be positive", recorded->mass,
                             recorded->inertia);
    return ROUTH_OK;
}

static routh_status read_root(routh_reading *reading, const routh_hdf5_place *root) {
    routh_recorded recorded = routh_recorded_nothing();
    ROUTH_TRY(check_format(root));
    routh_log(root->source->context, ROUTH_LOG_INFO, "recognised a Routh dataset, layout %d", ROUTH_LAYOUT_NUMBER);
    ROUTH_TRY(read_attributes(reading, root, &recorded));
    ROUTH_TRY(read_body(root, &recorded.body));
    ROUTH_TRY(routh_reading_settle(reading, &recorded));
    ROUTH_TRY(routh_read_trajectory_groups(reading, root));
    ROUTH_TRY(routh_read_impact_columns(reading, root));
    return read_extra_columns(reading, root);
}

routh_status routh_read_dataset_file(routh_reading *reading) {
    ROUTH_HDF5_FILE(file, reading->source);
    return read_root(reading, &file.root);
}
