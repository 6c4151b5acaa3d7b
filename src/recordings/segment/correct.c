/* What a caller may ask for before it works on a dataset: flags of its own, calibration, and a frame to keep.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include <routh/segment.h>

#include "base/context.h"
#include "segment/segment.h"

/* Applies a calibration to a dataset. */

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

/* Flags of our own in place of recorded ones: what no impact of a passive body does, whatever its law. */

routh_reflag_options routh_reflag_options_default(void) {
    return (routh_reflag_options){.energy = 0.1, .compression = 0.1, .pull = 0};
}

static const unsigned recorded = ROUTH_ENERGY | ROUTH_CONE | ROUTH_COMPRESSION;

static double energy_of(const routh_impact *impact, double vx, double vy, double omega) {
    return impact->mass * (vx * vx + vy * vy) + impact->inertia * omega * omega;
}

static unsigned judge(const routh_dataset *dataset, size_t i, routh_frame frame, const routh_reflag_options *options) {
    const routh_impact before = routh_dataset_impact(dataset, i, frame);
    const routh_velocity *after = &dataset->record[i].after;
    const double gained =
        energy_of(&before, after->vx, after->vy, after->omega) / energy_of(&before, before.vx, before.vy, before.omega);
    const double px = after->vx - before.vx, py = after->vy - before.vy;
    const double approach = before.vy + before.rx * before.omega, leaves = after->vy + before.rx * after->omega;
    unsigned reasons = 0;
    if (isfinite(before.mass * before.inertia) && !(gained <= 1 + options->energy))
        reasons |= ROUTH_ENERGY;
    if (!(py > -options->pull * hypot(px, py)))
        reasons |= ROUTH_CONE;
    if (!(leaves >= -options->compression * fabs(approach)))
        reasons |= ROUTH_COMPRESSION;
    return reasons;
}

routh_status routh_dataset_reflag(routh_context *context, routh_frame frame, const routh_reflag_options *options,
                                  routh_dataset *dataset, routh_reflag *reflag) {
    const routh_reflag_options defaults = routh_reflag_options_default();
    routh_reflag counts = {0};
    options = options ? options : &defaults;
    if (!dataset || (unsigned)frame >= ROUTH_FRAME_COUNT)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "flags: the dataset is NULL, or there is no frame %d",
                          (int)frame);
    if (!(options->energy >= 0 && options->compression >= 0 && options->pull >= 0))
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "flags: limits %g, %g and %g must be 0 or more", options->energy,
                          options->compression, options->pull);
    for (size_t i = 0; i < dataset->count; i++) {
        routh_record *record = &dataset->record[i];
        if (record->trajectory >= 0)
            continue;
        const unsigned was = record->reasons;
        const unsigned now = was & ROUTH_IMPOSSIBLE ? 0 : judge(dataset, i, frame, options);
        record->reasons = (was & ~recorded) | now;
        counts.recorded += (was & recorded) != 0;
        counts.only += (was & recorded) != 0 && (was & ~recorded) == 0;
        counts.energy += (now & ROUTH_ENERGY) != 0;
        counts.cone += (now & ROUTH_CONE) != 0;
        counts.compression += (now & ROUTH_COMPRESSION) != 0;
        counts.gained += was != 0 && record->reasons == 0;
        counts.lost += was == 0 && record->reasons != 0;
    }
    if (reflag)
        *reflag = counts;
    return ROUTH_OK;
}

routh_correction_options routh_correction_options_default(void) {
    return (routh_correction_options){.calibrate = false};
}

void routh_correction_release(routh_context *context, routh_correction *correction) {
    routh_release(context, correction->before.record);
    *correction = (routh_correction){.calibrated = false};
}

/* Keeps the records as they are. */
static routh_status keep_before(routh_context *context, const routh_dataset *dataset, routh_correction *correction) {
    routh_record *record = routh_allocate(context, dataset->count, sizeof *record);
    if (!record)
        return ROUTH_OUT_OF_MEMORY;
    if (dataset->count > 0)
        memcpy(record, dataset->record, dataset->count * sizeof *record);
    correction->before = *dataset;
    correction->before.record = record;
    return ROUTH_OK;
}

/* Is any of those determined that can be corrected? */
static bool is_determined(const routh_calibration *c) {
    return c->value[ROUTH_CALIBRATION_ANGLE].determined || c->value[ROUTH_CALIBRATION_CENTRE_X].determined ||
           c->value[ROUTH_CALIBRATION_RATIO].determined;
}

static routh_status calibrate(routh_context *context, routh_frame frame, const routh_segment_options *segmentation,
                              routh_dataset *dataset, routh_correction *correction) {
    const routh_calibration *calibration = &correction->calibration;
    ROUTH_TRY(routh_calibration_of(context, dataset, frame, NULL, &correction->calibration));
    if (!is_determined(calibration))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "calibrate", "%s: nothing can be determined: %s",
                                dataset->name, calibration->value[ROUTH_CALIBRATION_ANGLE].why);
    routh_status status = keep_before(context, dataset, correction);
    if (status != ROUTH_OK)
        return status;
    correction->calibrated = true;
    status = routh_dataset_calibrate(context, calibration, segmentation, dataset);
    correction->before.trajectory = dataset->trajectory;
    return status;
}

routh_status routh_dataset_correct(routh_context *context, const routh_correction_options *options,
                                   routh_dataset *dataset, routh_correction *correction) {
    const routh_correction_options usual = routh_correction_options_default();
    char why[ROUTH_NAME_SIZE];
    routh_frame frame;
    options = options ? options : &usual;
    *correction = (routh_correction){.calibrated = false};
    if (!options->calibrate && !options->reflag)
        return ROUTH_OK;
    routh_status status = routh_frame_of(context, dataset, options->frame, &frame, why);
    if (status == ROUTH_OK && options->reflag) {
        status = routh_dataset_reflag(context, frame, NULL, dataset, &correction->reflag);
        correction->reflagged = status == ROUTH_OK;
    }
    return status == ROUTH_OK && options->calibrate
               ? calibrate(context, frame, options->segmentation, dataset, correction)
               : status;
}

routh_status routh_dataset_decide_frame(routh_context *context, const char *wanted, routh_dataset *dataset) {
    routh_frame_evidence evidence;
    if (dataset->frame_decided && !wanted)
        return ROUTH_OK;
    ROUTH_TRY(routh_frame_of(context, dataset, wanted, &dataset->frame, dataset->frame_why));
    const bool asked = wanted && strcmp(wanted, "auto") != 0;
    dataset->frame_decided =
        asked || (routh_frame_evidence_of(NULL, dataset, &evidence) == ROUTH_OK && evidence.decided);
    return ROUTH_OK;
}
