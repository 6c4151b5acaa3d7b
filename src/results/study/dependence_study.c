/* Laws with and without covariates on the same held-out impacts.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "fields/structs.h"
#include "fit/fit.h"
#include "study/explore.h"
#include "study/internal.h"

/* What the fits share. */
typedef struct workspace {
    routh_context *context;
    const routh_dataset *dataset;
    const routh_sample *samples;
    size_t count;
    const routh_dependence_options *options;
    double *value;           /* of the covariates */
    size_t *index;           /* of the fitted impacts */
    unsigned char *held_out; /* `count`, as the next three */
    double *error, *constant, *scratch;
} workspace;

/* Adds one draw's errors, by their share. */
static void add_errors(workspace *w, const routh_dependence *fit, double share, routh_dependence_test *test) {
    double sum = 0, square = 0, count = 0;
    for (size_t i = 0; i < w->count; i++) {
        double parameters[ROUTH_MAX_PARAMETERS];
        const routh_sample *s = &w->samples[i];
        routh_dependence_parameters(fit, w->value + i * fit->covariate_count, parameters);
        w->error[i] = routh_sample_error(s, routh_sample_predict(fit->law, parameters, s));
        w->constant[i] = routh_sample_error(s, routh_sample_predict(fit->law, fit->constant.parameters, s));
        if (!w->held_out[i])
            continue;
        sum += w->constant[i] - w->error[i];
        square += pow(w->constant[i] - w->error[i], 2);
        count++;
    }
    const routh_error_summary with =
        routh_error_summary_of(w->samples, w->held_out, w->count, w->error, sizeof *w->error, w->scratch);
    const routh_error_summary without =
        routh_error_summary_of(w->samples, w->held_out, w->count, w->constant, sizeof *w->constant, w->scratch);
    test->error_mean += share * with.mean;
    test->error_se += share * with.standard_error;
    test->error_velocity += share * with.mean_velocity;
    test->constant_mean += share * without.mean;
    test->constant_velocity += share * without.mean_velocity;
    test->gain += share * sum / count;
    test->gain_se += share * sqrt(fmax(0, square - sum * sum / count)) / count;
}

static routh_status test_law(workspace *w, const routh_law *law, routh_dependence_test *test) {
    const routh_dependence_options *o = w->options;
    const size_t draws = o->draws ? o->draws : 1;
    for (size_t draw = 0; draw < draws; draw++) {
        routh_dependence fit;
        routh_fit_options options = o->fit;
        options.resamples = o->draws ? 0 : options.resamples;
        routh_study_draw(o->fit.seed, o->draws ? draw + 1 : 0, w->samples, w->count, o->fit_count, w->held_out,
                         w->index);
        ROUTH_TRY(routh_dependence_fit(w->context, law, w->samples, w->value, w->index, o->fit_count, o->covariates,
                                       o->covariate_count, &options, &fit));
        if (draw == 0)
            test->fit = fit;
        add_errors(w, &fit, 1.0 / (double)draws, test);
    }
    return ROUTH_OK;
}

/* A parameter that none of the laws has would change nothing, without a word. */
static routh_status refuse_strangers(const workspace *w) {
    const routh_dependence_options *o = w->options;
    for (size_t k = 0; k < o->covariate_count; k++) {
        bool is_known = false;
        for (size_t l = 0; l < o->law_count; l++)
            is_known = is_known || routh_law_parameter(o->laws[l], o->covariates[k].parameter) >= 0;
        if (!is_known)
            return routh_fail_field(w->context, ROUTH_BAD_ARGUMENT, "covariate laws",
                                    "%s over %s: none of these laws has a parameter %s", o->covariates[k].parameter,
                                    o->covariates[k].quantity, o->covariates[k].parameter);
    }
    return ROUTH_OK;
}

static routh_status test_all(workspace *w, routh_dependence_study *study) {
    const routh_dependence_options *o = w->options;
    ROUTH_TRY(refuse_strangers(w));
    for (size_t l = 0; l < o->law_count; l++) {
        ROUTH_TRY(routh_progress(w->context, "fitting covariates", (double)l / (double)o->law_count));
        if (o->laws[l]->parameter_count > 0)
            ROUTH_TRY(test_law(w, o->laws[l], &study->law[study->law_count++]));
    }
    for (size_t l = 0; l < study->law_count; l++)
        if (study->law[l].error_mean < study->law[study->best].error_mean)
            study->best = l;
    return ROUTH_OK;
}

static routh_status run(workspace *w, routh_dependence_study *study) {
    const routh_dependence_options *o = w->options;
    ROUTH_ARENA(room, w->context);
    ROUTH_TRY(routh_covariates_of(w->context, w->dataset, w->samples, w->count, o->covariates, o->covariate_count,
                                  &w->value));
    study->covariate_count = o->covariate_count;
    memcpy(study->covariate, o->covariates, o->covariate_count * sizeof *o->covariates);
    w->index = routh_take(&room, w->count, sizeof *w->index);
    w->held_out = routh_take(&room, w->count, 1);
    w->error = routh_take(&room, w->count, sizeof *w->error);
    w->constant = routh_take(&room, w->count, sizeof *w->constant);
    w->scratch = routh_take(&room, w->count, sizeof *w->scratch);
    study->law = routh_allocate(w->context, o->law_count, sizeof *study->law);
    ROUTH_TRY(study->law ? room.status : ROUTH_OUT_OF_MEMORY);
    ROUTH_TRY(test_all(w, study));
    ROUTH_TRY(routh_dependence_draw(w->context, w->samples, w->count, w->value, study));
    return routh_dependence_say(w->context, o->fit_count, study);
}

routh_status routh_dependence_study_run(routh_context *context, const routh_dataset *dataset,
                                        const routh_sample *samples, size_t count,
                                        const routh_dependence_options *options, routh_dependence_study *study) {
    workspace w = {.context = context, .dataset = dataset, .samples = samples, .count = count, .options = options};
    *study = (routh_dependence_study){0};
    if (options->fit_count < 1 || options->fit_count >= count)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "covariate fit_count",
                                "of %zu impacts %zu are fitted, so none is left to test covariates", count,
                                options->fit_count);
    const routh_status status = run(&w, study);
    routh_covariates_release(context, w.value);
    if (status != ROUTH_OK)
        routh_dependence_study_release(context, study);
    return status;
}

ROUTH_RELEASED_BY_FIELDS(routh_dependence_study)
