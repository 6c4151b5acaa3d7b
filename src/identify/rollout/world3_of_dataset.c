/* The world that a recording of tosses was made in: body and board.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include <routh/rollout.h>

#include "base/context.h"
#include "rollout/rollout.h"

/* The calibration knows the mean moment; the tensor's form is the shape's. */
static void take_calibration(const routh_calibration3 *calibration, routh_world3 *world) {
    const double mean = (world->inertia[0][0] + world->inertia[1][1] + world->inertia[2][2]) / 3;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            world->inertia[i][j] *= calibration->inertia / mean;
    memcpy(world->centre, calibration->centre, sizeof world->centre);
    world->rounding = calibration->rounding;
    world->drag = calibration->drag > 0 ? calibration->drag : 0; /* noise may make it negative */
}

routh_status routh_world3_of_dataset(routh_context *context, const routh_dataset3 *dataset, bool calibrated,
                                     routh_shape3 *cube, routh_plane3 *plane, routh_world3 *world) {
    const routh_shape3 *shape = dataset->shape;
    const routh_calibration3 *calibration = &dataset->calibration;
    *cube = (routh_shape3){0};
    *world = (routh_world3){0};
    if (calibrated && !(calibration->inertia > 0))
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "%s is not calibrated: segment it first", dataset->name);
    if (!shape) {
        const double side[3] = {dataset->width, dataset->width, dataset->width};
        const routh_status status = routh_shape3_box(context, side, cube);
        if (status != ROUTH_OK)
            return status;
        shape = cube;
    }
    *plane = routh_plane3_default();
    *world = routh_world3_of(shape, dataset->mass);
    world->plane = plane;
    world->plane_count = 1;
    world->gravity = dataset->gravity;
    if (calibrated)
        take_calibration(calibration, world);
    return ROUTH_OK;
}
