/* Measured impacts, ready to be fitted.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/context.h"
#include "impact/distance.h"
#include "impact/impact.h"

#include <routh/identify.h>

routh_status routh_sample_of(routh_context *context, const routh_impact *impact, routh_velocity after,
                             routh_sample *sample) {
    routh_contact contact;
    const routh_status status = routh_contact_of(context, impact, &contact);
    if (status != ROUTH_OK)
        return status;
    if (!isfinite(after.vx) || !isfinite(after.vy) || !isfinite(after.omega))
        return routh_fail(context, ROUTH_NOT_FINITE, "the measured velocity (%g, %g) m/s, %g rad/s must be finite",
                          after.vx, after.vy, after.omega);
    *sample = (routh_sample){
        .impact = *impact,
        .after = after,
        .contact = contact,
    };
    for (int metric = 0; metric < ROUTH_METRIC_COUNT; metric++)
        sample->measured[metric] = routh_distance_from(impact, after, (routh_metric)metric).least;
    return ROUTH_OK;
}

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

routh_velocity routh_sample_predict(const routh_law *law, const double *parameters, const routh_sample *sample) {
    const routh_impulse p = routh_law_impulse(law, &sample->contact, parameters);
    return routh_impact_after(&sample->impact, p.pt, p.pn, p.couple);
}

double routh_sample_error(const routh_sample *sample, routh_velocity predicted) {
    const routh_velocity still = {0, 0, 0};
    const double error = routh_impact_error(ROUTH_VELOCITY, &sample->impact, predicted, sample->after);
    return error / routh_impact_error(ROUTH_VELOCITY, &sample->impact, still, sample->after);
}
