/* What a recording's poses are off by, from bodies at rest and, where none rests, from the contacts: angle, height, the delay
 * of angles, and the tracked point's distance from the centre of mass.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/numbers.h"
#include "segment/circling.h"
#include "segment/contact_level.h"
#include "segment/segment.h"

/* An ellipse rocks for long, and seems to lie still where it turns back: one or two such poses are off by the swing. Of more,
 * a median counts if it is more than so many of its standard errors, √(π/2) times those of a mean. */
enum { LEAST_RESTS = 3 };
static const double rest_errors = 3;

static double trusted(const routh_rest_pose *rest, const routh_shape *shape, double offset, double spread) {
    const double error = ROUTH_MEDIAN_ERROR * spread / sqrt((double)rest->count);
    const bool rocks = shape->kind == ROUTH_ELLIPSE;
    return rest->count > 0 && (!rocks || (rest->count >= LEAST_RESTS && fabs(offset) > rest_errors * error)) ? offset
                                                                                                             : 0;
}

routh_pose_offsets routh_rest_offsets(const routh_rest_pose *rest, const routh_shape *shape) {
    return (routh_pose_offsets){.height = trusted(rest, shape, rest->height_offset, rest->height_spread),
                                .angle = trusted(rest, shape, rest->angle_offset, rest->angle_spread)};
}

/* Without a rest pose the contacts decide, but only where they are not on the ground as recorded: within that, nobody can
 * say whether the height is off or corners are rounded. */
static routh_status offsets_of_contacts(routh_context *context, const routh_segment_options *options,
                                        const routh_dataset *dataset, bool aloud, routh_pose_offsets *offsets) {
    routh_contact_level level;
    const routh_status status = routh_contact_level_of(context, options, dataset, &level);
    if (status != ROUTH_OK)
        return status;
    routh_context *listener = aloud ? context : NULL;
    const bool grounded = fabs(level.recorded_height) + level.recorded_scatter <= options->ground_max;
    if (level.determined && !grounded && level.scatter <= options->ground_max) {
        offsets->height = level.height;
        offsets->angle = level.angle;
        routh_log(listener, ROUTH_LOG_WARNING,
                  "no trajectory ends at rest: height and angle come from the lowest points at %zu contacts, which are "
                  "level within %.2g mm",
                  level.count, 1e3 * level.scatter);
    } else {
        routh_log(listener, ROUTH_LOG_WARNING,
                  "no trajectory ends at rest: height and angle could not be calibrated and are taken as recorded");
    }
    return ROUTH_OK;
}

static routh_status find(routh_context *context, const routh_segment_options *options, const routh_dataset *dataset,
                         bool aloud, routh_pose_offsets *offsets) {
    routh_rest_pose rest;
    *offsets = (routh_pose_offsets){0};
    routh_status status = routh_rest_pose_of(context, dataset, &rest);
    if (status == ROUTH_OK)
        *offsets = routh_rest_offsets(&rest, &dataset->body.shape);
    if (status == ROUTH_OK && rest.count == 0)
        status = offsets_of_contacts(context, options, dataset, aloud, offsets);
    return status == ROUTH_OK ? routh_angle_delay_of(context, options, dataset, &offsets->delay) : status;
}

routh_status routh_offsets_find(routh_context *context, const routh_segment_options *options,
                                const routh_dataset *dataset, routh_pose_offsets *offsets) {
    return find(context, options, dataset, false, offsets);
}

routh_status routh_offsets_remaining(routh_context *context, const routh_segment_options *options,
                                     const routh_dataset *dataset, routh_pose_offsets *offsets) {
    if (options->calibrate)
        return find(context, options, dataset, true, offsets);
    *offsets = (routh_pose_offsets){.height = options->height_offset - dataset->height_offset,
                                    .angle = options->angle_offset - dataset->angle_offset,
                                    .delay = options->angle_delay};
    return ROUTH_OK;
}

void routh_offsets_subtract(routh_dataset *dataset, const routh_pose_offsets *offsets) {
    for (size_t i = 0; i < dataset->trajectory_count; i++)
        for (size_t j = 0; j < dataset->trajectory[i].count; j++) {
            dataset->trajectory[i].y[j] -= offsets->height;
            dataset->trajectory[i].theta[j] -= offsets->angle;
        }
    dataset->height_offset += offsets->height;
    dataset->angle_offset += offsets->angle;
    dataset->angle_delay = offsets->delay;
}

void routh_centre_apply(const double offset[2], routh_dataset *dataset) {
    for (size_t i = 0; i < dataset->trajectory_count; i++) {
        routh_trajectory *one = &dataset->trajectory[i];
        for (size_t j = 0; j < one->count; j++) {
            const double c = cos(one->theta[j]), s = sin(one->theta[j]);
            const double dx = c * offset[0] - s * offset[1], dy = s * offset[0] + c * offset[1];
            one->x[j] -= dx;
            one->y[j] -= dy;
            if (one->vx && one->vy && one->omega) {
                one->vx[j] += one->omega[j] * dy;
                one->vy[j] -= one->omega[j] * dx;
            }
        }
    }
    const double c = cos(dataset->angle_offset), s = sin(dataset->angle_offset);
    dataset->tracked_offset[0] += c * offset[0] - s * offset[1];
    dataset->tracked_offset[1] += s * offset[0] + c * offset[1];
}
