/* The study as a whole: samples, a split into fitted and held-out impacts, fits with intervals, then the parts.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "learn/gp.h"
#include "study/internal.h"
#include "study/learning.h"

static void release_frame(routh_context *context, routh_frame_study *f) {
    routh_study_examples_release(context, f);
    for (size_t l = 0; f->law && l < f->law_count; l++) {
        routh_release(context, f->law[l].convergence);
        routh_release(context, f->law[l].surface);
        routh_release(context, f->law[l].impact);
        routh_findings_release(context, &f->law[l].findings);
    }
    routh_release(context, f->law);
    routh_samples_release(context, f->sample);
    routh_release(context, f->held_out);
    routh_release(context, f->irb);
    routh_release(context, f->best_post_hoc);
    routh_release(context, f->density);
    routh_release(context, f->surface_mu);
    routh_release(context, f->surface_eps);
    if (f->learning)
        routh_learning_release(context, f->learning);
    routh_release(context, f->learning);
    routh_study_covariates_release(context, f);
    routh_findings_release(context, &f->findings);
    routh_findings_release(context, &f->alarm);
    routh_findings_release(context, &f->verdict);
    memset(f, 0, sizeof *f);
}

void routh_study_release(routh_context *context, routh_study *study) {
    for (size_t i = 0; i < study->frame_count; i++)
        release_frame(context, &study->frame[i]);
    routh_findings_release(context, &study->check);
    routh_findings_release(context, &study->used);
    routh_systematics_release(context, &study->systematics);
    routh_split_release(context, &study->split);
    routh_study_motion_release(context, study);
    memset(study, 0, sizeof *study);
}

static routh_status list_laws(routh_context *context, const routh_study_options *options, routh_frame_study *f) {
    size_t count = options->laws ? options->law_count : 0;
    for (size_t l = 0; !options->laws && l < routh_law_count(); l++)
        count += (routh_law_at(l)->traits & ROUTH_LAW_OF_SIX) != 0;
    if (count == 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "a study needs at least one law");
    f->law = routh_allocate(context, count, sizeof *f->law);
    if (!f->law)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t l = 0; options->laws && l < count; l++)
        f->law[f->law_count++].law = options->laws[l];
    for (size_t l = 0; !options->laws && l < routh_law_count(); l++)
        if ((routh_law_at(l)->traits & ROUTH_LAW_OF_SIX) != 0)
            f->law[f->law_count++].law = routh_law_at(l);
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

static routh_status fit_laws(routh_context *context, const routh_study_options *options, routh_frame_study *f) {
    routh_ensemble *ensemble = NULL;
    size_t *index = routh_allocate(context, f->count, sizeof *index);
    routh_approach_of(f->sample, f->count, f->approach);
    routh_status status = index ? routh_ensemble_create(context, f->count, &ensemble) : ROUTH_OUT_OF_MEMORY;
    if (status == ROUTH_OK) {
        f->fit_count = routh_study_split(options, f->sample, f->count, f->held_out, index);
        f->test_count = f->count - f->fit_count;
    }
    for (size_t l = 0; l < f->law_count && status == ROUTH_OK; l++) {
        routh_law_study *s = &f->law[l];
        status = routh_progress(context, "fitting laws", (double)l / (double)f->law_count);
        if (status == ROUTH_OK)
            status = routh_ensemble_fit(context, s->law, f->sample, index, f->fit_count, &options->ensemble, ensemble,
                                        &s->fit);
        if (status == ROUTH_OK)
            status = routh_ensemble_bootstrap(context, s->law, f->sample, index, f->fit_count, &options->ensemble,
                                              options->resamples, options->level, options->seed, s->interval,
                                              s->fit.correlation);
        if (status == ROUTH_OK && s->fit.flags & ROUTH_FIT_BOUNDED_BELOW)
            leave_open_above(s);
    }
    routh_ensemble_release(context, ensemble);
    routh_release(context, index);
    return status;
}

/* Learned models beside the laws; they may see the pose too, as recorded. */
static routh_status learn(routh_context *context, const routh_dataset *dataset, const routh_study_options *options,
                          routh_frame_study *f) {
    double(*pose)[3] = routh_allocate(context, f->count, sizeof *pose);
    const routh_law **laws = pose ? routh_allocate(context, f->law_count, sizeof *laws) : NULL;
    f->learning = laws ? routh_allocate(context, 1, sizeof *f->learning) : NULL;
    routh_learning_options own = *options->learning;
    double *covariate = NULL;
    routh_status status = ROUTH_OUT_OF_MEMORY;
    if (f->learning)
        status = options->covariate_count > 0
                     ? routh_covariates_of(context, dataset, f->sample, f->count, options->covariates,
                                           options->covariate_count, &covariate)
                     : ROUTH_OK;
    if (status == ROUTH_OK) {
        for (size_t i = 0; i < f->count; i++) {
            const routh_record *record = &dataset->record[f->sample[i].record];
            pose[i][0] = record->x;
            pose[i][1] = record->y;
            pose[i][2] = record->theta;
        }
        for (size_t l = 0; l < f->law_count; l++)
            laws[l] = f->law[l].law;
        own.covariates = options->covariates;
        own.covariate_count = options->covariate_count;
        own.covariate = covariate;
        status = routh_learning_run(context, f->sample, f->count, (const double(*)[3])pose, laws, f->law_count,
                                    &options->ensemble, &own, f->learning);
    }
    routh_covariates_release(context, covariate);
    routh_release(context, laws);
    routh_release(context, pose);
    return status;
}

/* Before the first fit, so that nobody waits for a refusal. */
static routh_status check_fitted(routh_context *context, const routh_study_options *options, size_t count) {
    const double k = fmin((double)options->k_max, (double)count);
    const double fitted = (double)routh_study_fit_count(options, count);
    routh_status status =
        routh_check_fitted(context, "study", "resamples fit_count", (double)options->resamples * fitted);
    if (status == ROUTH_OK)
        status = routh_check_fitted(context, "study", "draws k_max", (double)options->draws * k * (k + 1) / 2);
    return status;
}

static routh_status study_frame(routh_context *context, const routh_dataset *dataset,
                                const routh_study_options *options, routh_frame frame, routh_frame_study *f) {
    f->frame = frame;
    routh_status status = routh_samples_of(context, dataset, frame, &f->sample, &f->count, &f->separating);
    if (status == ROUTH_OK && f->count < 10)
        status = routh_fail_in(context, ROUTH_BAD_ARGUMENT, dataset->source,
                               "%zu usable impacts are too few in frame %s: a study needs at least 10", f->count,
                               routh_name(&routh_frames, frame));
    if (status == ROUTH_OK && options->fit_count >= f->count)
        status = routh_fail_field(context, ROUTH_BAD_ARGUMENT, "fit_count",
                                  "%zu impacts to fit leave none of %zu to test", options->fit_count, f->count);
    if (status == ROUTH_OK)
        status = check_fitted(context, options, f->count);
    if (status == ROUTH_OK)
        status = list_laws(context, options, f);
    if (status == ROUTH_OK)
        status = allocate_frame(context, options, f);
    if (status == ROUTH_OK)
        status = fit_laws(context, options, f);
    if (status == ROUTH_OK)
        status = routh_study_errors(context, options, f);
    if (status == ROUTH_OK && options->transfer)
        status = routh_study_transfer(context, options->transfer, f);
    if (status == ROUTH_OK)
        status = routh_study_own_parameters(context, options, f);
    if (status == ROUTH_OK)
        status = routh_study_convergence(context, options, f);
    if (status == ROUTH_OK)
        status = routh_study_surfaces(context, options, f);
    if (status == ROUTH_OK)
        status = routh_study_densities(context, f);
    if (status == ROUTH_OK)
        status = routh_study_anomalies(context, f);
    if (status == ROUTH_OK && options->learning)
        status = learn(context, dataset, options, f);
    if (status == ROUTH_OK)
        status = routh_study_covariates(context, dataset, options, f);
    if (status == ROUTH_OK)
        routh_study_judge(options, f);
    if (status == ROUTH_OK)
        status = routh_study_reference(context, dataset, options, f);
    return status;
}

static routh_status check_counts(routh_context *context, const routh_study_options *options) {
    routh_status status = routh_check_count(context, "study", "draws", options->draws, 0, ROUTH_MOST_REPETITIONS);
    if (status == ROUTH_OK)
        status = routh_check_count(context, "study", "resamples", options->resamples, 0, ROUTH_MOST_REPETITIONS);
    if (status == ROUTH_OK)
        status = routh_check_count(context, "study", "references", options->references, 0, ROUTH_MOST_REPETITIONS);
    return status == ROUTH_OK ? routh_check_count(context, "study", "surface", options->surface, 0, 1000) : status;
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
    const routh_law **laws = routh_allocate(context, f->law_count, sizeof *laws);
    if (!laws)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t l = 0; l < f->law_count; l++)
        laws[l] = f->law[l].law;
    split.groups = options->split;
    split.seed = options->seed;
    split.laws = laws;
    split.law_count = f->law_count;
    split.fit = options->ensemble;
    split.fit.resamples = options->resamples;
    split.fit.level = options->level;
    split.fit.seed = options->seed;
    const routh_status status = routh_split_of(context, dataset, f->frame, &split, &study->split);
    routh_release(context, laws);
    return status;
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
    routh_status status = check_counts(context, options);
    if (status == ROUTH_OK && options->learning)
        status = routh_gp_check_build(context);
    if (status == ROUTH_OK && options->split > 0)
        status = routh_split_check_dataset(context, options->split, dataset);
    if (status == ROUTH_OK)
        status = routh_dataset_check(context, dataset, &study->check, &study->evidence);
    for (size_t i = 0; i < frame_count && status == ROUTH_OK; i++) {
        study->frame_count = i + 1;
        routh_study_options in_frame = *options;
        if (study->evidence.decided && study->evidence.best != frames[i])
            in_frame.references = 0; /* what the wrong frame adds is not noise */
        status = study_frame(context, dataset, &in_frame, frames[i], &study->frame[i]);
        if (status == ROUTH_OK)
            status = routh_study_stand(context, dataset, &study->evidence, &study->frame[i]);
    }
    if (status == ROUTH_OK)
        status = compare_readings(context, dataset, options, study);
    if (status == ROUTH_OK)
        routh_study_widen(study);
    if (status == ROUTH_OK && options->split > 0)
        status = compare_groups(context, dataset, options, study);
    if (status == ROUTH_OK)
        status = routh_study_motion(context, dataset, study);
    strncpy(study->frame[0].why, why ? why : "", ROUTH_NAME_SIZE - 1);
    strncpy(study->frame[1].why, "beside the chosen frame, to compare", ROUTH_NAME_SIZE - 1);
    if (status == ROUTH_OK)
        status = routh_study_say(context, study);
    if (status != ROUTH_OK) {
        routh_study_release(context, study);
        return status;
    }
    study->seconds = routh_seconds() - start;
    return ROUTH_OK;
}
