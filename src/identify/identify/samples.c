/* Recordings made into samples, in the plane and in space.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include <routh/identify.h>

#include "base/context.h"
#include "fit/fit.h"

/* The used records of a recording as samples. */

routh_status routh_samples_of(routh_context *context, const routh_dataset *dataset, routh_frame frame,
                              routh_sample **samples, size_t *count, size_t *separating) {
    routh_sample *made = routh_allocate(context, dataset->count, sizeof *made);
    if (!made)
        return ROUTH_OUT_OF_MEMORY;
    size_t used = 0, apart = 0;
    for (size_t i = 0; i < dataset->count; i++) {
        if (dataset->record[i].reasons)
            continue;
        const routh_impact impact = routh_dataset_impact(dataset, i, frame);
        /* without the context: a contact that does not close is not a failure and leaves no message */
        const routh_status status = routh_sample_of(NULL, &impact, dataset->record[i].after, &made[used]);
        if (status == ROUTH_OK) {
            const long trajectory = dataset->trajectory_count > 0 ? dataset->record[i].trajectory : -1;
            made[used].trajectory = trajectory >= 0 ? (size_t)trajectory + 1 : 0;
            made[used++].record = i;
        } else if (status == ROUTH_SEPARATING)
            apart++;
        else {
            routh_release(context, made);
            return routh_fail(context, status, "record %zu (from 0): %s", i, routh_status_message(status));
        }
    }
    *samples = made;
    *count = used;
    if (separating)
        *separating = apart;
    return ROUTH_OK;
}

void routh_samples_release(routh_context *context, routh_sample *samples) {
    routh_release(context, samples);
}

/* The used records of tosses as samples. */

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
