/* Measured impacts, ready to be fitted.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/fit.h>

#include "base/context.h"
#include "impact/distance.h"
#include "impact/impact.h"

routh_status routh_sample_of(routh_context *context, const routh_impact *impact, routh_velocity after,
                             routh_sample *sample) {
    if (!impact || !sample)
        return routh_fail_null(context, "impact sample", (const void *const[]){impact, sample});
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

routh_velocity routh_sample_predict(const routh_law *law, const double *parameters, const routh_sample *sample) {
    const routh_impulse p = routh_law_impulse(law, &sample->contact, parameters);
    return routh_impact_after(&sample->impact, p.pt, p.pn, p.couple);
}

double routh_sample_error(const routh_sample *sample, routh_velocity predicted) {
    const routh_velocity still = {0, 0, 0};
    const double error = routh_impact_error(ROUTH_VELOCITY, &sample->impact, predicted, sample->after);
    return error / routh_impact_error(ROUTH_VELOCITY, &sample->impact, still, sample->after);
}
