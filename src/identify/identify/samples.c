/* The used records of a recording as samples.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <routh/identify.h>

#include "base/context.h"

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
