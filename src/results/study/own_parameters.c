/* Every impact's own parameters: those that bring a law closest to this one measured impulse.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/context.h"
#include "study/internal.h"

typedef struct work {
    const routh_study_options *options;
    routh_frame_study *f;
    routh_law_study *s;
} work;

static routh_status fit_one(routh_context *own, void *with, size_t i, int thread) {
    const work *w = with;
    (void)thread;
    for (int metric = 0; metric < ROUTH_METRIC_COUNT; metric++) {
        routh_sample_fit_options options = routh_sample_fit_options_default();
        options.metric = (routh_metric)metric;
        options.mu_max = w->options->ensemble.mu_max;
        options.tolerance = w->options->tolerance;
        ROUTH_TRY(routh_sample_fit(own, w->s->law, &w->f->sample[i], &options, &w->s->impact[i].own[metric]));
    }
    return ROUTH_OK;
}

static routh_status fit_each(routh_context *context, const routh_study_options *options, routh_frame_study *f,
                             routh_law_study *s) {
    work w = {options, f, s};
    const routh_status status =
        routh_share_out(context, &(routh_shares){.count = f->count, .chunk = 16, .work = fit_one, .with = &w}, NULL);
    return status == ROUTH_OK || status == ROUTH_CANCELLED
               ? status
               : routh_fail(context, status, "%s could not be fitted to every impact: %s", s->law->name,
                            routh_status_message(status));
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
        ROUTH_TRY(routh_progress(context, "each impact's own parameters", (double)l / (double)f->law_count));
        ROUTH_TRY(fit_each(context, options, f, &f->law[l]));
        summarise(f, &f->law[l]);
    }
    return ROUTH_OK;
}
