/* The dataset in space itself: release, counting, and which numbers are valid.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "data/dataset.h"

#include <math.h>
#include <string.h>

#include "algebra/space.h"
#include "base/context.h"

/* One recorded toss in memory. */

/* A quaternion whose length differs from 1 by more than this is invalid. */
static const double unit_length_slack = 0.01;

routh_status routh_trajectory3_allocate(routh_context *context, const char *name, size_t count, bool has_spin,
                                        routh_trajectory3 *toss) {
    const size_t size = strlen(name) + 1;
    toss->name = routh_allocate(context, size, 1);
    toss->position = toss->name ? routh_allocate(context, count, sizeof *toss->position) : NULL;
    toss->orientation = toss->position ? routh_allocate(context, count, sizeof *toss->orientation) : NULL;
    toss->spin = toss->orientation && has_spin ? routh_allocate(context, count, sizeof *toss->spin) : NULL;
    if (!toss->orientation || (has_spin && !toss->spin))
        return ROUTH_OUT_OF_MEMORY;
    memcpy(toss->name, name, size);
    toss->count = count;
    return ROUTH_OK;
}

/* q and −q are the same orientation. */
bool routh_trajectory3_orient(routh_trajectory3 *toss, size_t row, double *length) {
    double *q = toss->orientation[row], along = 0;
    *length = 0;
    for (int c = 0; c < 4; c++) {
        *length = hypot(*length, q[c]);
        along += row > 0 ? q[c] * toss->orientation[row - 1][c] : 0;
    }
    if (!(fabs(*length - 1) <= unit_length_slack))
        return false;
    for (int c = 0; c < 4; c++)
        q[c] *= (along < 0 ? -1 : 1) / *length;
    return true;
}

void routh_dataset3_release(routh_context *context, routh_dataset3 *dataset) {
    for (size_t i = 0; i < dataset->trajectory_count; i++) {
        routh_release(context, dataset->trajectory[i].name);
        routh_release(context, dataset->trajectory[i].position);
        routh_release(context, dataset->trajectory[i].orientation);
        routh_release(context, dataset->trajectory[i].spin);
        routh_release(context, dataset->trajectory[i].time);
    }
    routh_release(context, dataset->trajectory);
    routh_release(context, dataset->record);
    if (dataset->stored_shape)
        routh_shape3_release(context, dataset->stored_shape);
    routh_release(context, dataset->stored_shape);
    *dataset = (routh_dataset3){0};
}

size_t routh_dataset3_used(const routh_dataset3 *dataset, size_t *rejected) {
    size_t used = 0;
    if (rejected)
        memset(rejected, 0, ROUTH_REASON_COUNT * sizeof *rejected);
    for (size_t i = 0; i < dataset->count; i++)
        used += routh_reasons_count(dataset->record[i].reasons, rejected);
    return used;
}

routh_status routh_stated_numbers_check(routh_context *context, const routh_stated_number *number, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const double value = number[i].value;
        if (!isfinite(value) || value < 0 || (value == 0 && !number[i].may_be_zero))
            return routh_fail_field(context, number[i].status, number[i].field,
                                    "tosses: the %s is %g %s; it must be %s", number[i].what, value, number[i].unit,
                                    number[i].may_be_zero ? "0 or more" : "more than 0");
        const routh_limit limit = {number[i].field, number[i].unit, value, number[i].low, number[i].high};
        ROUTH_TRY(value == 0 ? ROUTH_OK : routh_check_limits(context, "tosses", &limit, 1));
    }
    return ROUTH_OK;
}

/* The shape of a tossed body in an HDF5 file: its corners, and its inertia over its mass.
 *
 * Faces, insets and the centroid follow from the corners. The inertia does not where the body is not uniform, so it is kept. */

/* A hull of more corners than meshes have takes minutes. */
enum { MOST_CORNERS = 100000 };

void routh_dataset3_write_shape(routh_hdf5_node *root, const routh_shape3 *shape) {
    routh_hdf5_node *group = routh_hdf5_begin_group(root, "shape");
    routh_hdf5_write_text(group, "name", shape->name);
    routh_hdf5_end(routh_hdf5_write_numbers(group, "vertices", shape->count, 3, shape->vertex[0]));
    routh_hdf5_end(routh_hdf5_write_numbers(group, "gyration", 3, 3, shape->gyration[0]));
    routh_hdf5_end(group);
}

/* The numbers of an array with three columns; the caller releases them, also after a failure. */
static routh_status read_array(const routh_hdf5_place *group, const char *name, const char *path, size_t fewest,
                               size_t most, double (**value)[3], size_t *rows) {
    routh_context *context = group->source->context;
    routh_hdf5_place place;
    size_t columns = 0;
    double *number = NULL;
    *value = NULL;
    ROUTH_TRY(routh_hdf5_open(group, name, path, &place));
    ROUTH_TRY(routh_hdf5_table(&place, rows, &columns, &number));
    *value = (double(*)[3])number;
    if (columns != 3 || *rows < fewest || *rows > most)
        return routh_fail_at(context, ROUTH_BAD_FORMAT, &(routh_place){.file = group->source->shown, .part = path},
                             " is %zu×%zu; it must have 3 columns and %zu … %zu rows", *rows, columns, fewest, most);
    for (size_t i = 0; i < 3 * *rows; i++)
        if (!isfinite(number[i]))
            return routh_fail_at(context, ROUTH_BAD_FORMAT,
                                 &(routh_place){.file = group->source->shown, .part = path, .row = i / 3 + 1},
                                 " is not finite");
    return ROUTH_OK;
}

static routh_status take_gyration(const routh_hdf5_place *group, routh_shape3 *shape) {
    double(*value)[3], apart = 0;
    size_t rows = 0;
    routh_factor3 factor;
    routh_status status = read_array(group, "gyration", "/shape/gyration", 3, 3, &value, &rows);
    if (status == ROUTH_OK) {
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < i; j++)
                apart = fmax(apart, fabs(value[i][j] - value[j][i]));
        if (!routh_factor3_of((const double(*)[3])value, &factor) || apart > 1e-9 * fabs(value[0][0]))
            status = routh_fail_in(group->source->context, ROUTH_BAD_FORMAT, group->source->shown,
                                   "/shape/gyration is no inertia tensor: it must be symmetric and positive definite");
        else
            memcpy(shape->gyration, value, sizeof shape->gyration);
    }
    routh_release(group->source->context, value);
    return status;
}

static routh_status take_corners(const routh_hdf5_place *group, routh_shape3 *shape) {
    static const double tracked[3] = {0, 0, 0};
    routh_context *context = group->source->context;
    double(*vertex)[3];
    size_t count = 0;
    routh_polyhedron *polyhedron = NULL;
    routh_status status = read_array(group, "vertices", "/shape/vertices", 4, MOST_CORNERS, &vertex, &count);
    if (status == ROUTH_OK) {
        status = routh_polyhedron_of_points(context, count, vertex[0], 0, &polyhedron);
        if (status == ROUTH_OK) {
            status = routh_shape3_of_polyhedron(context, polyhedron, tracked, shape);
            routh_polyhedron_release(context, polyhedron);
        } else if (status != ROUTH_OUT_OF_MEMORY && status != ROUTH_CANCELLED) {
            status = routh_fail_in(context, ROUTH_BAD_FORMAT, group->source->shown,
                                   "/shape/vertices are the corners of no convex body");
        }
    }
    routh_release(context, vertex);
    return status;
}

routh_status routh_dataset3_read_shape(const routh_hdf5_place *root, routh_dataset3 *dataset) {
    routh_hdf5_place group;
    bool has = false;
    ROUTH_TRY(routh_hdf5_has(root, "shape", &has));
    if (!has)
        return ROUTH_OK;
    dataset->stored_shape = routh_allocate(root->source->context, 1, sizeof *dataset->stored_shape);
    if (!dataset->stored_shape)
        return ROUTH_OUT_OF_MEMORY;
    dataset->shape = dataset->stored_shape;
    ROUTH_TRY(routh_hdf5_open(root, "shape", "/shape", &group));
    ROUTH_TRY(take_corners(&group, dataset->stored_shape));
    ROUTH_TRY(take_gyration(&group, dataset->stored_shape));
    return routh_hdf5_text(&group, "name", dataset->stored_shape->name, sizeof dataset->stored_shape->name);
}
