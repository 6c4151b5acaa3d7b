/* What a caller may ask for before it works on a dataset: flags of its own, calibration, and a frame to keep.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include <routh/segment.h>

#include "base/context.h"

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
    routh_status status = routh_calibration_of(context, dataset, frame, NULL, &correction->calibration);
    if (status != ROUTH_OK)
        return status;
    if (!is_determined(calibration))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "calibrate", "%s: nothing can be determined: %s",
                                dataset->name, calibration->value[ROUTH_CALIBRATION_ANGLE].why);
    status = keep_before(context, dataset, correction);
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
    const routh_status status = routh_frame_of(context, dataset, wanted, &dataset->frame, dataset->frame_why);
    if (status != ROUTH_OK)
        return status;
    const bool asked = wanted && strcmp(wanted, "auto") != 0;
    dataset->frame_decided =
        asked || (routh_frame_evidence_of(NULL, dataset, &evidence) == ROUTH_OK && evidence.decided);
    return ROUTH_OK;
}
