/* The used records of tosses as samples.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include <routh/identify.h>

#include "base/context.h"
#include "fit/sample3.h"

/* The inertia tensor in body axes: the shape's, with the mean of the principal moments that the calibration has. */
static void inertia_of(const routh_dataset3 *dataset, double inertia[3][3]) {
    const routh_shape3 *shape = dataset->shape;
    const double mean = shape ? (shape->gyration[0][0] + shape->gyration[1][1] + shape->gyration[2][2]) / 3 : 1;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            inertia[i][j] = dataset->calibration.inertia * (shape ? shape->gyration[i][j] / mean : i == j);
}

static routh_body3 body_of(const routh_dataset3 *dataset, const routh_record3 *record) {
    routh_body3 body = routh_body3_default();
    body.mass = dataset->mass;
    inertia_of(dataset, body.inertia);
    memcpy(body.position, record->position, sizeof body.position);
    memcpy(body.orientation, record->orientation, sizeof body.orientation);
    memcpy(body.velocity, record->before.velocity, sizeof body.velocity);
    memcpy(body.spin, record->before.spin, sizeof body.spin);
    return body;
}

static routh_status sample_of(routh_context *context, const routh_dataset3 *dataset, size_t index,
                              routh_sample3 *sample) {
    const routh_record3 *record = &dataset->record[index];
    const routh_body3 body = body_of(dataset, record);
    const routh_status status = routh_sample3_of(context, &body, record->point, &record->after, sample);
    sample->record = index;
    sample->inertia = dataset->calibration.inertia;
    if (dataset->shape)
        routh_sample3_take_tensor(&body, sample);
    return status;
}

routh_status routh_samples3_of(routh_context *context, const routh_dataset3 *dataset, routh_sample3 **samples,
                               size_t *count) {
    routh_status status = ROUTH_OK;
    *count = 0;
    *samples = routh_allocate(context, routh_dataset3_used(dataset, NULL), sizeof **samples);
    if (!*samples)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; status == ROUTH_OK && i < dataset->count; i++)
        if (dataset->record[i].reasons == 0)
            status = sample_of(context, dataset, i, &(*samples)[(*count)++]);
    if (status != ROUTH_OK) {
        routh_samples3_release(context, *samples);
        *samples = NULL;
        *count = 0;
    }
    return status;
}

void routh_samples3_release(routh_context *context, routh_sample3 *samples) {
    routh_release(context, samples);
}
