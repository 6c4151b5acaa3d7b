/* The study as a whole: samples, a split into fitted and held-out impacts, fits with intervals, then the parts.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "fields/structs.h"
#include "learn/gp.h"
#include "study/internal.h"
#include "study/learning.h"

void routh_study_release(routh_context *context, routh_study *study) {
    for (size_t i = 0; i < study->frame_count; i++)
        routh_study_examples_release(context, &study->frame[i]);
    ROUTH_STRUCT_RELEASE(context, routh_study, study);
}

static routh_status list_laws(routh_context *context, const routh_study_options *options, routh_frame_study *f) {
    const size_t count = routh_study_list_laws(options->laws, options->law_count, NULL);
    if (count == 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "a study needs at least one law");
    ROUTH_ARENA(room, context);
    const routh_law **laws = routh_take(&room, count, sizeof *laws);
    f->law = routh_allocate(context, count, sizeof *f->law);
    ROUTH_TRY(f->law ? room.status : ROUTH_OUT_OF_MEMORY);
    f->law_count = routh_study_list_laws(options->laws, options->law_count, laws);
    for (size_t l = 0; l < f->law_count; l++)
        f->law[l].law = laws[l];
    return ROUTH_OK;
}

static routh_status allocate_frame(routh_context *context, const routh_study_options *options, routh_frame_study *f) {
    const size_t n = f->count;
    f->surface_size = options->surface < 3 ? 3 : options->surface;
    f->held_out = routh_allocate(context, n, sizeof *f->held_out);
    f->irb = routh_allocate(context, n, sizeof *f->irb);
    f->best_post_hoc = routh_allocate(context, n, sizeof *f->best_post_hoc);
    f->density = routh_allocate(context, (f->law_count + 2) * ROUTH_DENSITY_POINTS, sizeof *f->density);
    f->surface_mu = routh_allocate(context, f->surface_size, sizeof *f->surface_mu);
    f->surface_eps = routh_allocate(context, f->surface_size, sizeof *f->surface_eps);
    int complete = f->held_out && f->irb && f->best_post_hoc && f->density && f->surface_mu && f->surface_eps;
    for (size_t l = 0; l < f->law_count; l++) {
        f->law[l].impact = routh_allocate(context, n, sizeof *f->law[l].impact);
        complete = complete && f->law[l].impact;
    }
    return complete ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
}

/* Friction of which only a lower bound is known has no upper one. */
static void leave_open_above(routh_law_study *s) {
    const int friction = routh_law_parameter(s->law, "mu");
    routh_interval *interval = &s->interval[friction];
    interval->low = fmin(interval->low, s->fit.parameters[friction]);
    interval->high = INFINITY;
}

static routh_status fit_laws(routh_context *context, const routh_study_options *options, const size_t *index,
                             routh_ensemble *ensemble, routh_frame_study *f) {
    for (size_t l = 0; l < f->law_count; l++) {
        routh_law_study *s = &f->law[l];
        ROUTH_TRY(routh_progress(context, "fitting laws", (double)l / (double)f->law_count));
        ROUTH_TRY(
            routh_ensemble_fit(context, s->law, f->sample, index, f->fit_count, &options->ensemble, ensemble, &s->fit));
        ROUTH_TRY(routh_ensemble_bootstrap(context, s->law, f->sample, index, f->fit_count, &options->ensemble,
                                           options->resamples, options->level, options->seed, s->interval,
                                           s->fit.correlation));
        if (s->fit.flags & ROUTH_FIT_BOUNDED_BELOW)
            leave_open_above(s);
    }
    return ROUTH_OK;
}

static routh_status fit_split(routh_context *context, const routh_study_options *options, routh_frame_study *f) {
    ROUTH_ARENA(room, context);
    routh_ensemble *ensemble;
    size_t *index = routh_take(&room, f->count, sizeof *index);
    ROUTH_TRY(room.status);
    routh_approach_of(f->sample, f->count, f->approach);
    f->fit_count = routh_study_split(options, f->sample, f->count, f->held_out, index);
    f->test_count = f->count - f->fit_count;
    ROUTH_TRY(routh_ensemble_create(context, f->count, &ensemble));
    const routh_status status = fit_laws(context, options, index, ensemble, f);
    routh_ensemble_release(context, ensemble);
    return status;
}

/* Learned models beside the laws; they may see the pose too, as recorded. */
static routh_status learn(routh_context *context, const routh_dataset *dataset, const routh_study_options *options,
                          routh_frame_study *f) {
    ROUTH_ARENA(room, context);
    double(*pose)[3] = routh_take(&room, f->count, sizeof *pose);
    const routh_law **laws = routh_study_laws(&room, f);
    f->learning = routh_allocate(context, 1, sizeof *f->learning);
    routh_learning_options own = *options->learning;
    double *covariate = NULL;
    ROUTH_TRY(f->learning ? room.status : ROUTH_OUT_OF_MEMORY);
    if (options->covariate_count > 0)
        ROUTH_TRY(routh_covariates_of(context, dataset, f->sample, f->count, options->covariates,
                                      options->covariate_count, &covariate));
    for (size_t i = 0; i < f->count; i++) {
        const routh_record *record = &dataset->record[f->sample[i].record];
        pose[i][0] = record->x;
        pose[i][1] = record->y;
        pose[i][2] = record->theta;
    }
    own.covariates = options->covariates;
    own.covariate_count = options->covariate_count;
    own.covariate = covariate;
    const routh_status status = routh_learning_run(context, f->sample, f->count, (const double(*)[3])pose, laws,
                                                   f->law_count, &options->ensemble, &own, f->learning);
    routh_covariates_release(context, covariate);
    return status;
}

/* Before the first fit, so that nobody waits for a refusal. */
static routh_status check_fitted(routh_context *context, const routh_study_options *options, size_t count) {
    const double k = fmin((double)options->k_max, (double)count);
    const double fitted = (double)routh_study_fit_count(options, count);
    ROUTH_TRY(routh_check_fitted(context, "study", "resamples fit_count", (double)options->resamples * fitted));
    return routh_check_fitted(context, "study", "draws k_max", (double)options->draws * k * (k + 1) / 2);
}

static routh_status study_frame(routh_context *context, const routh_dataset *dataset,
                                const routh_study_options *options, routh_frame frame, routh_frame_study *f) {
    f->frame = frame;
    ROUTH_TRY(routh_samples_of(context, dataset, frame, &f->sample, &f->count, &f->separating));
    if (f->count < 10)
        return routh_fail_in(context, ROUTH_BAD_ARGUMENT, dataset->source,
                             "%zu usable impacts are too few in frame %s: a study needs at least 10", f->count,
                             routh_name(&routh_frames, frame));
    if (options->fit_count >= f->count)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "fit_count",
                                "%zu impacts to fit leave none of %zu to test", options->fit_count, f->count);
    ROUTH_TRY(check_fitted(context, options, f->count));
    ROUTH_TRY(list_laws(context, options, f));
    ROUTH_TRY(allocate_frame(context, options, f));
    ROUTH_TRY(fit_split(context, options, f));
    ROUTH_TRY(routh_study_errors(context, options, f));
    if (options->transfer)
        ROUTH_TRY(routh_study_transfer(context, options->transfer, f));
    ROUTH_TRY(routh_study_own_parameters(context, options, f));
    ROUTH_TRY(routh_study_convergence(context, options, f));
    ROUTH_TRY(routh_study_surfaces(context, options, f));
    ROUTH_TRY(routh_study_densities(context, f));
    ROUTH_TRY(routh_study_anomalies(context, options, f));
    if (options->learning)
        ROUTH_TRY(learn(context, dataset, options, f));
    ROUTH_TRY(routh_study_covariates(context, dataset, options, f));
    routh_study_judge(options, f);
    return routh_study_reference(context, dataset, options, f);
}

static routh_status check_counts(routh_context *context, const routh_study_options *options) {
    ROUTH_TRY(routh_check_count(context, "study", "draws", options->draws, 0, ROUTH_MOST_REPETITIONS));
    ROUTH_TRY(routh_check_count(context, "study", "resamples", options->resamples, 0, ROUTH_MOST_REPETITIONS));
    ROUTH_TRY(routh_check_count(context, "study", "references", options->references, 0, ROUTH_MOST_REPETITIONS));
    return routh_check_count(context, "study", "surface", options->surface, 0, 1000);
}

/* The best law that has parameters, on other readings of the recording; generated drops leave nothing open. */
static routh_status compare_readings(routh_context *context, const routh_dataset *dataset,
                                     const routh_study_options *options, routh_study *study) {
    const routh_frame_study *f = &study->frame[0];
    const routh_law *law = f->law_count > 0 && f->law[f->best].law->parameter_count > 0 ? f->law[f->best].law : NULL;
    double least = law ? 0 : INFINITY; /* the best has none: the next that has some */
    for (size_t l = 0; l < f->law_count; l++)
        if (f->law[l].law->parameter_count > 0 && f->law[l].error_mean < least) {
            least = f->law[l].error_mean;
            law = f->law[l].law;
        }
    if (!law || options->truth)
        return ROUTH_OK;
    return routh_systematics_of(context, dataset, options->uncalibrated, f->frame, law, options, &study->systematics);
}

/* The chosen frame's laws and options on disjoint groups. */
static routh_status compare_groups(routh_context *context, const routh_dataset *dataset,
                                   const routh_study_options *options, routh_study *study) {
    const routh_frame_study *f = &study->frame[0];
    routh_split_options split = routh_split_options_default();
    ROUTH_ARENA(room, context);
    split.groups = options->split;
    split.seed = options->seed;
    split.laws = routh_study_laws(&room, f);
    split.law_count = f->law_count;
    split.fit = options->ensemble;
    split.fit.resamples = options->resamples;
    split.fit.level = options->level;
    split.fit.seed = options->seed;
    ROUTH_TRY(room.status);
    return routh_split_of(context, dataset, f->frame, &split, &study->split);
}

static routh_status run(routh_context *context, const routh_dataset *dataset, const routh_frame *frames,
                        size_t frame_count, const char *why, const routh_study_options *options, routh_study *study) {
    ROUTH_TRY(check_counts(context, options));
    if (options->learning)
        ROUTH_TRY(routh_gp_check_build(context));
    if (options->split > 0)
        ROUTH_TRY(routh_split_check_dataset(context, options->split, dataset));
    ROUTH_TRY(routh_dataset_check(context, dataset, &study->check, &study->evidence));
    for (size_t i = 0; i < frame_count; i++) {
        study->frame_count = i + 1;
        routh_study_options in_frame = *options;
        if (study->evidence.decided && study->evidence.best != frames[i])
            in_frame.references = 0; /* what the wrong frame adds is not noise */
        ROUTH_TRY(study_frame(context, dataset, &in_frame, frames[i], &study->frame[i]));
        ROUTH_TRY(routh_study_stand(context, dataset, &study->evidence, &study->frame[i]));
    }
    ROUTH_TRY(compare_readings(context, dataset, options, study));
    if (study->frame[0].standing == ROUTH_STANDING_NONE)
        routh_findings_release(context, &study->systematics.findings); /* no parameter has an error there */
    routh_study_widen(study);
    if (options->split > 0)
        ROUTH_TRY(compare_groups(context, dataset, options, study));
    ROUTH_TRY(routh_study_motion(context, dataset, study));
    strncpy(study->frame[0].why, why ? why : "", ROUTH_NAME_SIZE - 1);
    strncpy(study->frame[1].why, "beside the chosen frame, to compare", ROUTH_NAME_SIZE - 1);
    return routh_study_say(context, study);
}

routh_status routh_study_run(routh_context *context, const routh_dataset *dataset, const routh_frame *frames,
                             size_t frame_count, const char *why, const routh_study_options *options,
                             routh_study *study) {
    const routh_study_options defaults = routh_study_options_default();
    options = options ? options : &defaults;
    const double start = routh_seconds(); /* reported, never used to decide anything */
    memset(study, 0, sizeof *study);
    if (frame_count < 1 || frame_count > 2)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "a study takes one frame or two, not %zu", frame_count);
    for (size_t i = 0; i < frame_count; i++)
        if ((unsigned)frames[i] >= ROUTH_FRAME_COUNT)
            return routh_fail(context, ROUTH_BAD_ARGUMENT, "there is no frame %d", (int)frames[i]);
    study->dataset = dataset;
    study->options = *options;
    const routh_status status = run(context, dataset, frames, frame_count, why, options, study);
    study->seconds = routh_seconds() - start;
    if (status != ROUTH_OK)
        routh_study_release(context, study);
    return status;
}
