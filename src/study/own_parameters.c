/* Every impact's own parameters: those that bring a law closest to this one measured impulse.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/context.h"
#include "study/internal.h"

static routh_status fit_each(routh_context *context, const routh_study_options *options, routh_frame_study *f,
                             routh_law_study *s) {
    const int threads = routh_threads(context);
    routh_status worst = ROUTH_OK;
#pragma omp parallel for schedule(dynamic, 16) num_threads(threads)
    for (size_t i = 0; i < f->count; i++) {
        for (int metric = 0; metric < ROUTH_METRIC_COUNT; metric++) {
            routh_sample_fit_options own = routh_sample_fit_options_default();
            own.metric = (routh_metric)metric;
            own.mu_max = options->ensemble.mu_max;
            own.tolerance = options->tolerance;
            const routh_status status = routh_sample_fit(NULL, s->law, &f->sample[i], &own, &s->impact[i].own[metric]);
            if (status != ROUTH_OK) {
#pragma omp atomic write
                worst = status;
            }
        }
    }
    return worst == ROUTH_OK ? ROUTH_OK
                             : routh_fail(context, worst, "%s could not be fitted to every impact: %s", s->law->name,
                                          routh_status_message(worst));
}

static void summarise(const routh_frame_study *f, routh_law_study *s) {
    size_t in_range[ROUTH_METRIC_COUNT] = {0};
    for (size_t i = 0; i < f->count; i++) {
        for (int metric = 0; metric < ROUTH_METRIC_COUNT; metric++)
            in_range[metric] += !(s->impact[i].own[metric].flags & ROUTH_FIT_OUT_OF_RANGE);
        for (int j = 0; j < s->law->parameter_count; j++)
            s->own_mean[j] += s->impact[i].own[ROUTH_MOMENTUM].parameters[j] / (double)f->count;
    }
    for (int metric = 0; metric < ROUTH_METRIC_COUNT; metric++)
        s->range_fraction[metric] = (double)in_range[metric] / (double)f->count;
}

routh_status routh_study_own_parameters(routh_context *context, const routh_study_options *options,
                                        routh_frame_study *f) {
    for (size_t l = 0; l < f->law_count; l++) {
        routh_status status = routh_progress(context, "each impact's own parameters", (double)l / (double)f->law_count);
        if (status == ROUTH_OK)
            status = fit_each(context, options, f, &f->law[l]);
        if (status != ROUTH_OK)
            return status;
        summarise(f, &f->law[l]);
    }
    return ROUTH_OK;
}
