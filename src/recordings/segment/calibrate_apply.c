/* Applies a calibration to a dataset.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/context.h"
#include "segment/calibrate.h"

/* The shape that the ratio of axes asks for; vertices of a polygon stay. */
static void stretch(const routh_calibration *calibration, routh_shape *shape) {
    const routh_calibration_value *ratio = &calibration->value[ROUTH_CALIBRATION_RATIO];
    if (!ratio->freed || shape->kind != ROUTH_ELLIPSE)
        return;
    shape->a *= sqrt(ratio->value);
    shape->b /= sqrt(ratio->value);
}

/* From both poses; that after is known if any of its numbers is not 0. */
static void subtract_angle(routh_record *record, double angle) {
    const double after = fabs(record->x_after) + fabs(record->y_after) + fabs(record->theta_after);
    record->theta -= angle;
    record->theta_after -= after > 0 ? angle : 0;
}

routh_status routh_dataset_calibrate(routh_context *context, const routh_calibration *calibration,
                                     const routh_segment_options *segmentation, routh_dataset *dataset) {
    if (!calibration || !dataset)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "calibration: the calibration or the dataset is NULL");
    double value[ROUTH_IDENTITY_UNKNOWNS];
    routh_calibration_unknowns(calibration, value);
    const double angle = value[ROUTH_IDENTITY_ANGLE];
    stretch(calibration, &dataset->body.shape);
    if (dataset->trajectory_count > 0) {
        routh_segment_options options = segmentation ? *segmentation : routh_segment_options_default();
        options.calibrate = false;
        options.height_offset = dataset->height_offset;
        options.angle_offset = dataset->angle_offset + angle;
        options.angle_delay = dataset->angle_delay;
        const routh_status status = routh_dataset_segment(context, &options, dataset);
        if (status != ROUTH_OK)
            return status;
    } else {
        for (size_t i = 0; i < dataset->count; i++)
            subtract_angle(&dataset->record[i], angle);
        dataset->angle_offset += angle;
    }
    dataset->centre_offset[0] += value[ROUTH_IDENTITY_CENTRE_X];
    dataset->centre_offset[1] += value[ROUTH_IDENTITY_CENTRE_Y];
    const double centre[ROUTH_IDENTITY_UNKNOWNS] = {
        [ROUTH_IDENTITY_CENTRE_X] = dataset->centre_offset[0], [ROUTH_IDENTITY_CENTRE_Y] = dataset->centre_offset[1]};
    routh_calibrate_records(&dataset->body.shape, centre, dataset->record, dataset->count);
    return ROUTH_OK;
}
