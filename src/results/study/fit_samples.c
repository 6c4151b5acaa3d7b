/* The samples that fits take of a dataset, and what each of them says by itself.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include <routh/study.h>

#include "base/context.h"

/* Impacts in a fit where nothing is said: half of them, and no more than this. */
enum { MOST_FITTED = 500 };

routh_status routh_fit_study_samples(routh_context *context, const char *wanted, char why[ROUTH_NAME_SIZE],
                                     routh_fit_study *study) {
    study->sample = NULL;
    study->count = study->separating = 0;
    study->why = why;
    ROUTH_TRY(routh_frame_of(context, study->dataset, wanted, &study->frame, why));
    ROUTH_TRY(
        routh_samples_of(context, study->dataset, study->frame, &study->sample, &study->count, &study->separating));
    if (study->count == 0) {
        routh_samples_release(context, study->sample);
        study->sample = NULL;
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "%s: no contact closes in the frame %s", study->dataset->name,
                          routh_name(&routh_frames, study->frame));
    }
    const size_t half = study->count > 1 ? study->count / 2 : 1;
    if (study->fit_count == 0)
        study->fit_count = half < MOST_FITTED ? half : MOST_FITTED;
    return ROUTH_OK;
}

routh_status routh_fit_study_each(routh_context *context, const routh_fit_study *study,
                                  routh_sample_estimate *estimate) {
    routh_sample_fit_options options = routh_sample_fit_options_default();
    const double all = (double)study->law_count * (double)study->count;
    options.metric = study->options.metric;
    options.mu_max = study->options.mu_max;
    for (size_t l = 0; l < study->law_count; l++)
        for (size_t i = 0; i < study->count; i++) {
            const size_t at = l * study->count + i;
            routh_status status = routh_progress(context, "each impact's own parameters", (double)at / all);
            if (status == ROUTH_OK)
                status = routh_sample_fit(context, study->laws[l], &study->sample[i], &options, &estimate[at]);
            if (status == ROUTH_CANCELLED || status == ROUTH_OUT_OF_MEMORY)
                return status;
            if (status != ROUTH_OK && context) {
                char why[ROUTH_MESSAGE_SIZE];
                memcpy(why, context->message, sizeof why);
                return routh_fail(context, status, "record %zu: %.470s", study->sample[i].record, why);
            }
            if (status != ROUTH_OK)
                return status;
        }
    return ROUTH_OK;
}
