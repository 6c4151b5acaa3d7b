/* Whole tosses: predicted with parameters fitted to other tosses, with and without what the fit knows.
 *
 * Tosses are dealt into parts by their number. Each part is predicted with what is fitted to the others, from their own
 * single impacts on. Ablations fit again what they leave, beginning where the full fit of the same part ended; all but the
 * one of starts, frame 0, which keeps the parameters of the full fit. So its error is that of the start alone, and a fit from
 * such starts, which would bend the parameters to make up for them, might predict a little better. The calibration is of all
 * tosses; it uses no law and no prediction.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "study/rollout_study.h"

#include <math.h>

#include "base/context.h"
#include "fields/structs.h"
#include "rollout/rollout.h"
#include "study/internal.h"

enum { FEWEST_TOSSES = 10 };

/* Of a toss that belongs to another part. */
static const char elsewhere[] = "of another part";

routh_rollout_study_options routh_rollout_study_options_default(void) {
    return (routh_rollout_study_options){
        .fit = routh_rollout_options_default(), .spread_evaluations = 24, .ablation_evaluations = 40};
}

/* Room for a pass over all parts. */
typedef struct passing {
    routh_context *context;
    routh_rollout_study *study;
    bool *use;           /* of each trajectory: fitted to */
    routh_start3 *start; /* of each */
    routh_rollout *part; /* predictions of one part */
    double *scratch;
    double work, done; /* in predictions of all tosses, for progress */
} passing;

/* Predicts part k with an estimate; its rollouts go to `into`. */
static routh_status predict_part(passing *p, size_t k, const routh_rollout_options *options,
                                 const routh_rollout_estimate *estimate, routh_rollout *into) {
    const routh_dataset3 *dataset = p->study->dataset;
    routh_shape3 cube;
    routh_plane3 plane;
    routh_world3 world;
    routh_run3_options run = options->run;
    routh_status status = routh_world3_of_dataset(p->context, dataset, options->calibrated, &cube, &plane, &world);
    if (status == ROUTH_OK) {
        world.surface = options->surface;
        routh_rollout_apply(estimate, &world, &run);
        status = routh_starts3_of(p->context, dataset, &world, &options->start, p->start);
    }
    for (size_t t = 0; status == ROUTH_OK && t < p->study->count; t++)
        if (routh_rollout_fold(dataset, t, options->folds) != k)
            p->start[t].why_not = elsewhere;
    if (status == ROUTH_OK)
        status = routh_rollouts_run(p->context, dataset, &world, p->start, &run, p->part);
    for (size_t t = 0; status == ROUTH_OK && t < p->study->count; t++)
        if (p->part[t].why_not != elsewhere) {
            into[t] = p->part[t];
            p->part[t] = (routh_rollout){0};
        }
    routh_shape3_release(p->context, &cube);
    return status;
}

/* One fit, and how far it brings the work. */
static routh_status fit(passing *p, const routh_rollout_options *options, const bool *use,
                        routh_rollout_estimate *estimate) {
    const double takes = (double)options->evaluations * (options->errors ? 2 : 1);
    const double stage[2] = {fmin(p->done / p->work, 1), fmin(takes / p->work, 1 - fmin(p->done / p->work, 1))};
    p->done += takes;
    return routh_rollout_fit_stage(p->context, p->study->dataset, options, use, stage, estimate);
}

/* Fits to all parts but k. */
static routh_status fit_others(passing *p, size_t k, const routh_rollout_options *options,
                               routh_rollout_estimate *estimate) {
    for (size_t t = 0; t < p->study->count; t++)
        p->use[t] = routh_rollout_fold(p->study->dataset, t, options->folds) != k;
    return fit(p, options, p->use, estimate);
}

/* What an ablation fits, and how. False where it leaves nothing out. */
static bool options_of(routh_ablation ablation, const routh_rollout_study_options *given,
                       routh_rollout_options *options) {
    const unsigned body = 1u << ROUTH_ROLLOUT_ROUNDING | 1u << ROUTH_ROLLOUT_CENTRE_X | 1u << ROUTH_ROLLOUT_CENTRE_Y |
                          1u << ROUTH_ROLLOUT_CENTRE_Z | 1u << ROUTH_ROLLOUT_INERTIA | 1u << ROUTH_ROLLOUT_DRAG;
    *options = given->fit;
    options->errors = false;
    options->evaluations = given->ablation_evaluations;
    switch (ablation) {
    case ROUTH_ABLATION_BODY:
        options->calibrated = false;
        options->free &= ~body;
        return given->fit.calibrated;
    case ROUTH_ABLATION_FRICTION:
        options->surface.mu_slide = NAN;
        options->surface.mu_slope = 0;
        options->free &= ~(1u << ROUTH_ROLLOUT_MU_SLIDE | 1u << ROUTH_ROLLOUT_MU_SLOPE);
        return options->free != given->fit.free;
    case ROUTH_ABLATION_RESTITUTION:
        options->surface.eps_slope = 0;
        options->free &= ~(1u << ROUTH_ROLLOUT_EPS_SLOPE);
        return options->free != given->fit.free;
    case ROUTH_ABLATION_START:
        options->start.one = true;
        return !given->fit.start.one;
    default:
        return false;
    }
}

static routh_status ablate(passing *p, routh_ablation ablation) {
    routh_rollout_study *study = p->study;
    routh_rollout_options options;
    if (study->options.ablation_evaluations == 0 || !options_of(ablation, &study->options, &options))
        return ROUTH_OK;
    ROUTH_ARENA(room, p->context);
    routh_rollout *rollout = routh_take(&room, study->count, sizeof *rollout);
    routh_status status = room.status;
    for (size_t k = 0; status == ROUTH_OK && k < study->fold_count; k++) {
        routh_rollout_estimate estimate = study->fold[k];
        options.from = &study->fold[k];
        if (ablation != ROUTH_ABLATION_START) /* not fitted again: parameters are those of the full fit */
            status = fit_others(p, k, &options, &estimate);
        if (status == ROUTH_OK)
            status = predict_part(p, k, &options, &estimate, rollout);
    }
    if (status == ROUTH_OK) {
        study->ablated[ablation] = true;
        study->ablation[ablation] = routh_rollout_summary_of(rollout, study->count, study->width, p->scratch);
        routh_rollout_paired(study, rollout, p->scratch, study->ablation_change[ablation]);
    }
    routh_rollouts_release(p->context, rollout, study->count);
    return status;
}

/* The full fit: to all tosses, and to all but each part. */
static routh_status fit_all(passing *p) {
    routh_rollout_study *study = p->study;
    const routh_rollout_options *options = &study->options.fit;
    ROUTH_TRY(fit(p, options, NULL, &study->estimate));
    ROUTH_TRY(routh_world3_of_dataset(p->context, study->dataset, options->calibrated, &study->cube, &study->plane,
                                      &study->world));
    study->world.surface = options->surface;
    routh_rollout_apply(&study->estimate, &study->world, NULL);
    for (size_t k = 0; k < study->fold_count; k++) {
        routh_rollout_options without = *options;
        without.errors = false;
        ROUTH_TRY(fit_others(p, k, &without, &study->fold[k]));
        ROUTH_TRY(predict_part(p, k, &without, &study->fold[k], study->rollout));
    }
    return ROUTH_OK;
}

/* What was tossed, and how fast it landed. */
static routh_status describe(passing *p) {
    routh_rollout_study *study = p->study;
    routh_sample3 *sample;
    ROUTH_TRY(routh_samples3_of(p->context, study->dataset, &sample, &study->impacts));
    routh_approach3_of(sample, study->impacts, study->approach);
    study->body = routh_tossed_body_of(&study->world);
    routh_samples3_release(p->context, sample);
    return ROUTH_OK;
}

static routh_status run(passing *p) {
    routh_rollout_study *study = p->study;
    const routh_rollout_study_options *options = &study->options;
    const double folds = (double)study->fold_count, once = (double)options->fit.evaluations;
    p->work = once * (folds + (options->fit.errors ? 2 : 1)) + 3 * folds * (double)options->ablation_evaluations;
    ROUTH_TRY(fit_all(p));
    study->summary = routh_rollout_summary_of(study->rollout, study->count, study->width, p->scratch);
    ROUTH_TRY(describe(p));
    study->ablated[ROUTH_ABLATION_NONE] = true;
    study->ablation[ROUTH_ABLATION_NONE] = study->summary;
    for (int a = 0; a < ROUTH_ABLATIONS; a++)
        ROUTH_TRY(ablate(p, (routh_ablation)a));
    ROUTH_TRY(routh_rollout_moments_of(p->context, study));
    ROUTH_TRY(routh_rollout_rank(p->context, study));
    ROUTH_TRY(routh_spread_study_of(p->context, study));
    return routh_rollout_words(p->context, study);
}

static routh_status check(routh_context *context, const routh_dataset3 *dataset,
                          const routh_rollout_study_options *options) {
    ROUTH_TRY(routh_rollout_options_check(context, &options->fit));
    if (options->ablation_evaluations > 0)
        ROUTH_TRY(
            routh_check_count(context, "rollouts", "ablation_evaluations", options->ablation_evaluations, 10, 100000));
    if (options->spread > 0) {
        ROUTH_TRY(routh_check_count(context, "rollouts", "spread", options->spread, ROUTH_RANGE_SPREAD));
        ROUTH_TRY(routh_check_count(context, "rollouts", "spread_evaluations", options->spread_evaluations, 1, 100000));
    }
    if (dataset->trajectory_count < FEWEST_TOSSES)
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "%s: %zu toss%s; to fit some and predict others at least %d are needed", dataset->name,
                          dataset->trajectory_count, dataset->trajectory_count == 1 ? "" : "es", FEWEST_TOSSES);
    return ROUTH_OK;
}

static routh_status run_with(routh_context *context, routh_rollout_study *study) {
    const size_t count = study->count;
    ROUTH_ARENA(room, context);
    passing p = {.context = context,
                 .study = study,
                 .use = routh_take(&room, count, sizeof *p.use),
                 .start = routh_take(&room, count, sizeof *p.start),
                 .part = routh_take(&room, count, sizeof *p.part),
                 .scratch = routh_take(&room, count, sizeof *p.scratch)};
    study->fold_count = study->options.fit.folds;
    study->fold = routh_allocate(context, study->fold_count, sizeof *study->fold);
    study->rollout = routh_allocate(context, count, sizeof *study->rollout);
    ROUTH_TRY(study->fold && study->rollout ? room.status : ROUTH_OUT_OF_MEMORY);
    const routh_status status = run(&p);
    routh_rollouts_release(context, p.part, count);
    return status;
}

routh_status routh_rollout_study_run(routh_context *context, const routh_dataset3 *dataset,
                                     const routh_rollout_study_options *options, routh_rollout_study *study) {
    *study = (routh_rollout_study){.dataset = dataset,
                                   .options = options ? *options : routh_rollout_study_options_default(),
                                   .width = routh_rollout_width(dataset),
                                   .count = dataset->trajectory_count};
    ROUTH_TRY(check(context, dataset, &study->options));
    const routh_status status = run_with(context, study);
    study->options.single = NULL; /* the caller's, who may release them */
    study->options.fit.from = NULL;
    if (status != ROUTH_OK)
        routh_rollout_study_release(context, study);
    return status;
}

void routh_rollout_study_release(routh_context *context, routh_rollout_study *study) {
    if (study->spread)
        routh_spreads3_release(context, study->spread->spread, study->count);
    ROUTH_STRUCT_RELEASE(context, routh_rollout_study, study);
}
