/* A second dataset with the same content.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include <routh/data.h>

#include "base/context.h"

/* One allocation after the other; after the first that fails nothing more is copied. */
typedef struct copying {
    routh_context *context;
    bool failed;
} copying;

/* A copy of `count` items; NULL for NULL. */
static void *copy_of(copying *c, const void *from, size_t count, size_t size) {
    if (!from || c->failed)
        return NULL;
    void *made = routh_allocate(c->context, count, size);
    if (!made)
        c->failed = true;
    else
        memcpy(made, from, count * size);
    return made;
}

static char *text_of(copying *c, const char *from) {
    return copy_of(c, from, from ? strlen(from) + 1 : 0, 1);
}

/* Only what was copied may be released: the pointers of the original are not ours. */
static void copy_trajectory(copying *c, const routh_trajectory *from, routh_trajectory *to) {
    const size_t n = from->count;
    *to = (routh_trajectory){.count = n};
    to->name = text_of(c, from->name);
    to->time = copy_of(c, from->time, n, sizeof *from->time);
    to->x = copy_of(c, from->x, n, sizeof *from->x);
    to->y = copy_of(c, from->y, n, sizeof *from->y);
    to->theta = copy_of(c, from->theta, n, sizeof *from->theta);
    to->vx = copy_of(c, from->vx, n, sizeof *from->vx);
    to->vy = copy_of(c, from->vy, n, sizeof *from->vy);
    to->omega = copy_of(c, from->omega, n, sizeof *from->omega);
}

routh_status routh_dataset_copy(routh_context *context, const routh_dataset *dataset, routh_dataset *copy) {
    copying c = {context, false};
    *copy = *dataset;
    copy->extra_count = copy->trajectory_count = 0;
    copy->extra = NULL;
    copy->trajectory = NULL;
    copy->record = copy_of(&c, dataset->record, dataset->count, sizeof *dataset->record);
    copy->extra = copy_of(&c, dataset->extra, dataset->extra_count, sizeof *dataset->extra);
    for (size_t i = 0; copy->extra && i < dataset->extra_count; i++, copy->extra_count++)
        copy->extra[i].value = copy_of(&c, dataset->extra[i].value, dataset->count, sizeof *dataset->extra[i].value);
    copy->trajectory = copy_of(&c, dataset->trajectory, dataset->trajectory_count, sizeof *dataset->trajectory);
    for (size_t i = 0; copy->trajectory && i < dataset->trajectory_count; i++, copy->trajectory_count++)
        copy_trajectory(&c, &dataset->trajectory[i], &copy->trajectory[i]);
    if (c.failed)
        routh_dataset_release(context, copy);
    return c.failed ? ROUTH_OUT_OF_MEMORY : ROUTH_OK;
}

static void copy_trajectory3(copying *c, const routh_trajectory3 *from, routh_trajectory3 *to) {
    const size_t n = from->count;
    *to = (routh_trajectory3){.count = n, .held = from->held};
    to->name = text_of(c, from->name);
    to->position = copy_of(c, from->position, n, sizeof *from->position);
    to->orientation = copy_of(c, from->orientation, n, sizeof *from->orientation);
    to->spin = copy_of(c, from->spin, n, sizeof *from->spin);
    to->time = copy_of(c, from->time, n, sizeof *from->time);
}

static routh_shape3 *shape_of(copying *c, const routh_shape3 *from) {
    routh_shape3 *to = copy_of(c, from, 1, sizeof *from);
    if (to) {
        to->vertex = copy_of(c, from->vertex, from->count, sizeof *from->vertex);
        to->inset = copy_of(c, from->inset, from->count, sizeof *from->inset);
        to->face = copy_of(c, from->face, from->face_count, sizeof *from->face);
    }
    return to;
}

routh_status routh_dataset3_copy(routh_context *context, const routh_dataset3 *dataset, routh_dataset3 *copy) {
    copying c = {context, false};
    *copy = *dataset;
    copy->trajectory_count = 0;
    copy->trajectory = NULL;
    copy->record = copy_of(&c, dataset->record, dataset->count, sizeof *dataset->record);
    copy->stored_shape = shape_of(&c, dataset->stored_shape);
    if (dataset->shape == dataset->stored_shape)
        copy->shape = copy->stored_shape;
    copy->trajectory = copy_of(&c, dataset->trajectory, dataset->trajectory_count, sizeof *dataset->trajectory);
    for (size_t i = 0; copy->trajectory && i < dataset->trajectory_count; i++, copy->trajectory_count++)
        copy_trajectory3(&c, &dataset->trajectory[i], &copy->trajectory[i]);
    if (c.failed)
        routh_dataset3_release(context, copy);
    return c.failed ? ROUTH_OUT_OF_MEMORY : ROUTH_OK;
}
