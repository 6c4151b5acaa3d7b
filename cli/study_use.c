/* `routh study --use`: parameters and calibration of another study.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "study_use.h"

#include <math.h>
#include <stdio.h>

#include "fail_input.h"
#include "message.h"

int use_read(const char *verb, const char *path, const dataset_options *data, routh_transfer *transfer) {
    routh_context context = routh_context_default();
    if (!path)
        return 0;
    if (routh_transfer_read(&context, routh_io_path(path), transfer) != ROUTH_OK)
        return fail_input(verb, &context);
    if (transfer->calibrated && data->calibrate)
        return fail(verb, "--use %s brings a calibration of its own; leave out --calibrate", path);
    return 0;
}

int use_calibration(const char *verb, const char *path, const routh_transfer *transfer, routh_frame frame,
                    routh_dataset *dataset) {
    routh_context context = routh_context_default();
    if (!transfer->calibrated)
        return 0;
    if (transfer->frame != frame)
        return fail(
            verb,
            "--use %s: its calibration is for the frame %s, and these impacts are read in %s; choose that one with "
            "--frame, or use a study without --calibrate",
            path, routh_name(&routh_frames, transfer->frame), routh_name(&routh_frames, frame));
    return routh_dataset_calibrate(&context, &transfer->calibration, NULL, dataset) == ROUTH_OK
               ? 0
               : fail_input(verb, &context);
}
