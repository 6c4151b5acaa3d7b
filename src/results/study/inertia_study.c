/* What contacts say of mass and inertia: the records in their frame, the noise as it is known, one or two estimates.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include <routh/study.h>

#include "base/context.h"
#include "fields/structs.h"
#include "inertia/inertia.h"

routh_inertia_study_options routh_inertia_study_options_default(void) {
    return (routh_inertia_study_options){.fit = routh_inertia_options_default(), .snr_db = NAN};
}

static routh_status take_records(routh_context *context, const routh_inertia_study_options *o, routh_inertia_study *s) {
    const bool known = o->noise_given || o->noise_of_flights || !isnan(o->snr_db);
    ROUTH_TRY(routh_frame_of(context, s->dataset, o->frame, &s->frame, s->why));
    return (known ? routh_records_of_noisy : routh_records_of)(context, s->dataset, s->frame, &s->record, &s->count);
}

/* Nobody has stated it: what free flight from contact to contact leaves. Records with noise that is known are more than those
 * without: see take_records. */
static routh_status find_noise(routh_context *context, routh_inertia_options *fit, routh_inertia_study *s) {
    bool found;
    routh_noise noise = fit->noise;
    s->noise_from = "its level estimated from the residuals";
    ROUTH_TRY(routh_noise_of_links(context, s->record, s->count, fit->gravity, &noise, &found));
    if (!found)
        return ROUTH_OK;
    fit->noise = noise;
    s->noise_from = "found in the flights between contacts";
    routh_records_release(context, s->record);
    s->record = NULL;
    return routh_records_of_noisy(context, s->dataset, s->frame, &s->record, &s->count);
}

/* It may have to be measured. All 0 is not known, even if it was given. */
static routh_status settle_noise(routh_context *context, const routh_inertia_study_options *o,
                                 routh_inertia_options *fit, routh_inertia_study *s) {
    if (!isnan(o->snr_db)) {
        s->noise_from = "from the signal-to-noise ratio";
        return routh_noise_of_snr(context, s->record, s->count, o->snr_db, &fit->noise);
    }
    if (o->noise_of_flights) {
        s->noise_from = "measured in the trajectories";
        return routh_noise_of_flights(context, s->dataset, &fit->noise);
    }
    const bool known = fit->noise.vx > 0 || fit->noise.vy > 0 || fit->noise.omega > 0;
    if (!known && s->dataset->trajectory_count == 0 && fit->estimator == ROUTH_ERRORS_IN_VARIABLES)
        return find_noise(context, fit, s);
    s->noise_from = known ? "as given" : "its level estimated from the residuals";
    return ROUTH_OK;
}

/* Least squares beside errors in variables; it may fail where that does not. */
static routh_status fit_plain(routh_context *context, const routh_inertia_options *fit, routh_inertia_study *s) {
    if (fit->estimator != ROUTH_ERRORS_IN_VARIABLES)
        return ROUTH_OK;
    routh_inertia_options plain = *fit;
    plain.estimator = ROUTH_LEAST_SQUARES;
    const routh_status status = routh_inertia_fit(context, s->record, s->count, &plain, &s->plain);
    s->has_plain = status == ROUTH_OK;
    return status == ROUTH_OUT_OF_MEMORY || status == ROUTH_CANCELLED ? status : ROUTH_OK;
}

/* With the recording's name before the message. */
static routh_status name_failure(routh_context *context, routh_status status, const char *name) {
    char message[ROUTH_MESSAGE_SIZE] = "";
    if (status == ROUTH_OK || status == ROUTH_CANCELLED || !context)
        return status;
    memcpy(message, context->message, sizeof message);
    return routh_fail_at(context, status, &(routh_place){.file = name, .field = context->field}, "%s", message);
}

routh_status routh_inertia_study_run(routh_context *context, const routh_dataset *dataset,
                                     const routh_inertia_study_options *options, routh_inertia_study *study) {
    const routh_inertia_study_options usual = routh_inertia_study_options_default();
    const routh_inertia_study_options *o = options ? options : &usual;
    routh_inertia_options fit = o->fit;
    const routh_body *body = &dataset->body;
    *study = (routh_inertia_study){.dataset = dataset, .noise_from = "", .stated_m_over_i = NAN};
    if (body->mass > 0 && body->inertia > 0)
        study->stated_m_over_i = body->mass / body->inertia;
    if (routh_shape_check(NULL, &dataset->body.shape) == ROUTH_OK)
        fit.shape = &dataset->body.shape;
    fit.gravity = dataset->gravity;
    ROUTH_TRY(take_records(context, o, study));
    ROUTH_TRY(settle_noise(context, o, &fit, study));
    ROUTH_TRY(name_failure(context, routh_inertia_fit(context, study->record, study->count, &fit, &study->fit),
                           dataset->name));
    for (size_t i = 0; i < study->fit.count; i++)
        study->by_misfit[study->fit.misfit[i]]++;
    ROUTH_TRY(name_failure(context, fit_plain(context, &fit, study), dataset->name));
    if (o->online)
        ROUTH_TRY(name_failure(
            context, routh_inertia_online(context, study->record, study->count, &fit, &study->online), dataset->name));
    return ROUTH_OK;
}

void routh_inertia_study_release(routh_context *context, routh_inertia_study *study) {
    const routh_dataset *dataset = study->dataset;
    ROUTH_STRUCT_RELEASE(context, routh_inertia_study, study);
    *study = (routh_inertia_study){.dataset = dataset, .noise_from = ""};
}
