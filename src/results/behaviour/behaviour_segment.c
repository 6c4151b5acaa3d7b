/* Contacts in what a simulator wrote: they may last, and the ground is where the simulator has it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "behaviour/behaviour.h"

/* Heights are taken as they are, unless at least so many times as many contacts can be used otherwise. */
static const size_t far_more = 2;

routh_status routh_behaviour_segment(routh_context *context, routh_dataset *dataset) {
    routh_segment_options options = routh_segment_options_default();
    options.soft = true;
    options.calibrate = false;
    routh_status status = routh_dataset_segment(context, &options, dataset);
    const size_t used = status == ROUTH_OK ? routh_dataset_used(dataset, NULL) : 0;
    if (status != ROUTH_OK || 2 * used >= dataset->count)
        return status;
    options.calibrate = true;
    status = routh_dataset_segment(context, &options, dataset);
    if (status == ROUTH_OK && routh_dataset_used(dataset, NULL) < far_more * used) {
        options.calibrate = false;
        options.height_offset = -dataset->height_offset; /* back to what was recorded */
        options.angle_offset = -dataset->angle_offset;
        status = routh_dataset_segment(context, &options, dataset);
    }
    return status;
}

routh_status routh_behaviour_segment3(routh_context *context, const routh_segment3_options *options,
                                      routh_dataset3 *dataset) {
    routh_segment3_options chosen = *options;
    chosen.soft = true;
    chosen.calibrate = false;
    routh_status status = routh_dataset3_segment(context, &chosen, dataset);
    const size_t used = status == ROUTH_OK ? routh_dataset3_used(dataset, NULL) : 0;
    if (status != ROUTH_OK || 2 * used >= dataset->count)
        return status;
    chosen.calibrate = true;
    status = routh_dataset3_segment(context, &chosen, dataset);
    if (status == ROUTH_CANCELLED || status == ROUTH_OUT_OF_MEMORY ||
        (status == ROUTH_OK && routh_dataset3_used(dataset, NULL) >= far_more * used))
        return status;
    chosen.calibrate = false;
    return routh_dataset3_segment(context, &chosen, dataset);
}
