/* Laws fitted to some impacts and tested on the others.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "fit/fit.h"
#include "study/internal.h"

/* What the fits of one study share. */
typedef struct workspace {
    routh_context *context;
    size_t *index;           /* of the impacts that are fitted, ascending: `fit_count` */
    unsigned char *held_out; /* `count`, as the next two */
    double *error, *scratch;
} workspace;

static routh_error_summary summarise(const routh_fit_study *a, const workspace *w) {
    return routh_error_summary_of(a->sample, w->held_out, a->count, w->error, sizeof *w->error, w->scratch);
}

static routh_error_summary held_out_errors(const routh_fit_study *a, const routh_law *law, const double *parameters,
                                           workspace *w) {
    for (size_t i = 0; i < a->count; i++)
        w->error[i] = w->held_out[i]
                          ? routh_sample_error(&a->sample[i], routh_sample_predict(law, parameters, &a->sample[i]))
                          : NAN;
    return summarise(a, w);
}

static double bound_on_held_out(const routh_fit_study *a, workspace *w) {
    for (size_t i = 0; i < a->count; i++)
        if (w->held_out[i])
            routh_bound_error(NULL, &a->sample[i], &w->error[i]);
    return summarise(a, w).mean;
}

/* One fit with intervals. */
static routh_status fit_once(const routh_fit_study *a, workspace *w, routh_law_fits *f) {
    routh_estimate fit;
    routh_fit_options options = a->options;
    options.resamples = a->fit_count >= ROUTH_FIT_TOO_FEW ? a->resamples : 0;
    options.level = ROUTH_FIT_LEVEL;
    options.seed = a->seed;
    ROUTH_TRY(routh_law_fit(w->context, f->law, a->sample, w->index, a->fit_count, &options, &fit));
    for (int d = 0; d < f->law->parameter_count; d++) {
        f->value[d] = fit.parameters[d];
        f->curvature[d] = fit.curvature[d];
        f->low[d] = fit.interval[d].low;
        f->high[d] = fit.interval[d].high;
        f->deviation[d] = fit.interval[d].deviation;
        memcpy(f->correlation[d], fit.correlation[d], sizeof f->correlation[d]);
        if (fit.flags & ROUTH_FIT_BOUNDED_BELOW && d == routh_law_parameter(f->law, "mu"))
            f->high[d] = NAN;
    }
    const routh_error_summary errors = held_out_errors(a, f->law, fit.parameters, w);
    f->cost = fit.cost;
    f->flags = fit.flags;
    f->error_mean = errors.mean;
    f->error_median = errors.median;
    return ROUTH_OK;
}

/* The share of all draws of all laws that is done. */
static double fits_done(const routh_fit_study *a, const routh_law_fits *f, size_t draws) {
    return ((double)(f - a->fit) + (double)draws / (double)a->draws) / (double)a->law_count;
}

/* Many fits to few impacts each. Streams 1, 2, … of the seed: 0 is that of the single fit. */
static routh_status fit_draws(const routh_fit_study *a, workspace *w, routh_law_fits *f) {
    const double share = 1.0 / (double)a->draws;
    double squares[ROUTH_MAX_PARAMETERS] = {0};
    routh_fit_options options = a->options;
    options.resamples = 0; /* the draws show how far the parameters scatter */
    for (size_t draw = 1; draw <= a->draws; draw++) {
        routh_estimate fit;
        ROUTH_TRY(routh_progress(w->context, "fitting laws", fits_done(a, f, draw - 1)));
        routh_study_draw(a->seed, draw, a->sample, a->count, a->fit_count, w->held_out, w->index);
        ROUTH_TRY(routh_law_fit(w->context, f->law, a->sample, w->index, a->fit_count, &options, &fit));
        for (int d = 0; d < f->law->parameter_count; d++) { /* mean and squares so far (Welford) */
            const double off = fit.parameters[d] - f->value[d];
            f->value[d] += off / (double)draw;
            squares[d] += off * (fit.parameters[d] - f->value[d]);
        }
        f->cost += share * fit.cost;
        f->flags |= fit.flags;
        f->error_mean += share * held_out_errors(a, f->law, fit.parameters, w).mean;
    }
    f->error_median = NAN;
    for (int d = 0; d < f->law->parameter_count; d++)
        f->deviation[d] = a->draws > 1 ? sqrt(squares[d] / (double)(a->draws - 1)) : NAN;
    routh_sample_fit_options own = routh_sample_fit_options_default();
    own.metric = a->options.metric;
    own.mu_max = a->options.mu_max;
    for (size_t i = 0; i < a->count; i++) {
        routh_sample_estimate fit;
        ROUTH_TRY(routh_sample_fit(w->context, f->law, &a->sample[i], &own, &fit));
        ROUTH_TRY(routh_check_cancelled(w->context));
        for (int d = 0; d < f->law->parameter_count; d++)
            f->own[d] += fit.parameters[d] / (double)a->count;
    }
    return ROUTH_OK;
}

static routh_status fit_all(routh_fit_study *a, workspace *w) {
    routh_study_draw(a->seed, 0, a->sample, a->count, a->fit_count, w->held_out, w->index);
    a->bound_mean = bound_on_held_out(a, w);
    for (size_t l = 0; l < a->law_count; l++) {
        a->fit[l].law = a->laws[l];
        ROUTH_TRY((a->draws ? fit_draws : fit_once)(a, w, &a->fit[l]));
    }
    return ROUTH_OK;
}

/* An error relative to the speed after is 1 of the answer that every body stops dead. Laws that err as much explain nothing; a
 * study asks for more. */
static routh_standing stand(const routh_fit_study *a) {
    bool explains = a->test_count == 0;
    for (size_t l = 0; l < a->law_count; l++)
        explains = explains || !(a->fit[l].error_mean >= 1);
    return explains ? ROUTH_STANDING_SOUND : ROUTH_STANDING_NONE;
}

/* Covariates and exploration, where they are asked for. */
static routh_status look_further(routh_context *context, routh_fit_study *study) {
    routh_fit_options fit = study->options;
    fit.resamples = study->fit_count >= ROUTH_FIT_TOO_FEW ? study->resamples : 0;
    fit.level = ROUTH_FIT_LEVEL;
    fit.seed = study->seed;
    const routh_dependence_options options = {.covariates = study->covariates,
                                              .covariate_count = study->covariate_count,
                                              .laws = study->laws,
                                              .law_count = study->law_count,
                                              .fit_count = study->fit_count,
                                              .draws = study->draws,
                                              .fit = fit};
    if (study->covariate_count > 0)
        ROUTH_TRY(routh_dependence_study_make(context, study->dataset, study->sample, study->count, &options,
                                              &study->dependence));
    return study->explore ? routh_exploration_make(context, study->dataset, study->sample, study->count,
                                                   &study->options, study->seed, &study->exploration)
                          : ROUTH_OK;
}

static routh_status run(routh_context *context, routh_fit_study *study) {
    if (study->fit_count < 1 || study->fit_count > study->count)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "fit_count", "%zu of %zu impacts cannot be drawn to fit",
                                study->fit_count, study->count);
    ROUTH_TRY(routh_check_count(context, "fit", "draws", study->draws, 0, ROUTH_MOST_REPETITIONS));
    ROUTH_TRY(routh_check_fitted(context, "fit", "draws fit_count", (double)study->draws * (double)study->fit_count));
    study->test_count = study->count - study->fit_count;
    study->caution = study->fit_count >= ROUTH_FIT_FEW ? ""
                     : study->fit_count >= ROUTH_FIT_TOO_FEW
                         ? "caution: intervals from fewer than ten impacts are rough"
                         : "too few impacts for an interval (five are needed)";
    routh_approach_of(study->sample, study->count, study->approach);
    ROUTH_ARENA(room, context);
    workspace w = {.context = context,
                   .index = routh_take(&room, study->fit_count, sizeof *w.index),
                   .held_out = routh_take(&room, study->count, sizeof *w.held_out),
                   .error = routh_take(&room, study->count, sizeof *w.error),
                   .scratch = routh_take(&room, study->count, sizeof *w.scratch)};
    study->fit = routh_allocate(context, study->law_count, sizeof *study->fit);
    ROUTH_TRY(study->fit ? room.status : ROUTH_OUT_OF_MEMORY);
    ROUTH_TRY(fit_all(study, &w));
    study->standing = stand(study);
    return look_further(context, study);
}

routh_status routh_fit_study_run(routh_context *context, routh_fit_study *study) {
    study->fit = NULL;
    study->dependence = NULL;
    study->exploration = NULL;
    const routh_status status = run(context, study);
    if (status != ROUTH_OK)
        routh_fit_study_release(context, study);
    return status;
}

void routh_fit_study_release(routh_context *context, routh_fit_study *study) {
    if (study->dependence)
        routh_dependence_study_release(context, study->dependence);
    if (study->exploration)
        routh_exploration_release(context, study->exploration);
    routh_release(context, study->dependence);
    routh_release(context, study->exploration);
    routh_release(context, study->fit);
    study->fit = NULL;
    study->dependence = NULL;
    study->exploration = NULL;
}
