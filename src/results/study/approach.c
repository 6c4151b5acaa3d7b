/* What a result says about the impacts and the body behind it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "rollout/rollout.h"
#include "study/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void widen(double approach[2], double speed) {
    approach[0] = fmin(approach[0], speed);
    approach[1] = fmax(approach[1], speed); /* both take the other where one is NaN */
}

void routh_approach_of(const routh_sample *samples, size_t count, double approach[2]) {
    approach[0] = approach[1] = NAN;
    for (size_t i = 0; i < count; i++)
        widen(approach, -samples[i].contact.vn);
}

void routh_approach3_of(const routh_sample3 *samples, size_t count, double approach[2]) {
    approach[0] = approach[1] = NAN;
    for (size_t i = 0; i < count; i++)
        widen(approach, -samples[i].contact.v[2]);
}

/* As the option --shape has it where that is one word, otherwise the shape's name. */
static void name_shape(const routh_shape3 *shape, char name[ROUTH_LABEL_SIZE]) {
    double side[3];
    for (int k = 0; k < 3; k++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t i = 0; i < shape->count; i++) {
            low = fmin(low, shape->vertex[i][k]);
            high = fmax(high, shape->vertex[i][k]);
        }
        side[k] = high - low;
    }
    if (strcmp(shape->name, "cube") == 0)
        snprintf(name, ROUTH_LABEL_SIZE, "cube:%.6g", side[0]);
    else if (strcmp(shape->name, "box") == 0)
        snprintf(name, ROUTH_LABEL_SIZE, "box:%.6g,%.6g,%.6g", side[0], side[1], side[2]);
    else
        snprintf(name, ROUTH_LABEL_SIZE, "%s", shape->name);
}

routh_tossed_body routh_tossed_body_of(const routh_world3 *world) {
    routh_tossed_body body = {.mass = world->mass, .rounding = world->rounding};
    memcpy(body.centre, world->centre, sizeof body.centre);
    memcpy(body.inertia, world->inertia, sizeof body.inertia);
    name_shape(world->shape, body.shape);
    return body;
}

routh_status routh_tossed_body_of_dataset(routh_context *context, const routh_dataset3 *dataset,
                                          routh_tossed_body *body) {
    routh_shape3 cube;
    routh_plane3 plane;
    routh_world3 world;
    const bool calibrated = dataset->calibration.applied && dataset->calibration.inertia > 0;
    const routh_status status = routh_world3_of_dataset(context, dataset, calibrated, &cube, &plane, &world);
    if (status == ROUTH_OK)
        *body = routh_tossed_body_of(&world);
    routh_shape3_release(context, &cube);
    return status;
}
