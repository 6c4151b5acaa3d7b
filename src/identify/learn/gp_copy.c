/* A copy of a model that outlives the original.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include "base/context.h"
#include "learn/gp.h"

/* NULL stays NULL. */
static void *copy_block(routh_context *context, const void *block, size_t count, size_t size, int *failed) {
    void *copy = block ? routh_allocate(context, count, size) : NULL;
    if (copy)
        memcpy(copy, block, count * size);
    *failed |= block && !copy;
    return copy;
}

static void copy_part(routh_context *context, const routh_gp_data *data, const routh_gp_part *from, routh_gp_part *to,
                      int *failed) {
    const size_t points = from->points, number = sizeof(double);
    to->fit = from->fit;
    to->points = points;
    to->chosen = copy_block(context, from->chosen, points, sizeof *from->chosen, failed);
    to->z = copy_block(context, from->z, points, data->inputs * number, failed);
    to->weight = copy_block(context, from->weight, points, number, failed);
    to->inverse = copy_block(context, from->inverse, points, points * number, failed);
    to->correction = copy_block(context, from->correction, points, points * number, failed);
    to->residual = copy_block(context, from->residual, data->count, number, failed);
    to->deviation = copy_block(context, from->deviation, data->count, number, failed);
}

routh_status routh_gp_copy(routh_context *context, const routh_gp *gp, routh_gp **copy) {
    const routh_gp_data *data = &gp->data;
    routh_gp *made = routh_allocate(context, 1, sizeof *made);
    if (!made)
        return ROUTH_OUT_OF_MEMORY;
    int failed = 0;
    made->data = *data;
    made->data.x = copy_block(context, data->x, data->count, data->inputs * sizeof *data->x, &failed);
    made->data.y = copy_block(context, data->y, data->count, data->outputs * sizeof *data->y, &failed);
    made->data.output_mean = copy_block(context, data->output_mean, data->outputs, sizeof *data->output_mean, &failed);
    made->data.output_scale =
        copy_block(context, data->output_scale, data->outputs, sizeof *data->output_scale, &failed);
    made->part = routh_allocate(context, data->outputs, sizeof *made->part);
    failed |= !made->part;
    for (size_t o = 0; made->part && o < data->outputs; o++)
        copy_part(context, data, &gp->part[o], &made->part[o], &failed);
    if (gp->alternatives > 0)
        failed |= !(made->alternative = routh_allocate(context, gp->alternatives, sizeof(*made->alternative)));
    for (size_t j = 0; !failed && j < gp->alternatives; j++) {
        failed |= routh_gp_copy(context, gp->alternative[j], &made->alternative[j]) != ROUTH_OK;
        made->alternatives = j + 1;
    }
    if (failed) {
        routh_gp_release(context, made);
        return ROUTH_OUT_OF_MEMORY;
    }
    *copy = made;
    return ROUTH_OK;
}
