/* Covariates and exploration as parts of a study, on the same split as its laws.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "base/context.h"
#include "study/internal.h"

routh_status routh_dependence_study_make(routh_context *context, const routh_dataset *dataset,
                                         const routh_sample *samples, size_t count,
                                         const routh_dependence_options *options, routh_dependence_study **study) {
    *study = routh_allocate(context, 1, sizeof **study);
    return *study ? routh_dependence_study_run(context, dataset, samples, count, options, *study) : ROUTH_OUT_OF_MEMORY;
}

routh_status routh_exploration_make(routh_context *context, const routh_dataset *dataset, const routh_sample *samples,
                                    size_t count, const routh_fit_options *fit, uint64_t seed,
                                    routh_exploration **exploration) {
    routh_explore_options options = routh_explore_options_default();
    options.fit = *fit;
    options.seed = seed;
    *exploration = routh_allocate(context, 1, sizeof **exploration);
    return *exploration ? routh_exploration_run(context, dataset, samples, count, &options, *exploration)
                        : ROUTH_OUT_OF_MEMORY;
}

static routh_status test_covariates(routh_context *context, const routh_dataset *dataset,
                                    const routh_study_options *options, routh_frame_study *f) {
    ROUTH_ARENA(room, context);
    const routh_law **laws = routh_study_laws(&room, f);
    ROUTH_TRY(room.status);
    routh_dependence_options own = {.covariates = options->covariates,
                                    .covariate_count = options->covariate_count,
                                    .laws = laws,
                                    .law_count = f->law_count,
                                    .fit_count = f->fit_count,
                                    .fit = options->ensemble};
    own.fit.resamples = options->resamples;
    own.fit.level = options->level;
    own.fit.seed = options->seed;
    return routh_dependence_study_make(context, dataset, f->sample, f->count, &own, &f->dependence);
}

routh_status routh_study_covariates(routh_context *context, const routh_dataset *dataset,
                                    const routh_study_options *options, routh_frame_study *f) {
    if (options->covariate_count > 0)
        ROUTH_TRY(test_covariates(context, dataset, options, f));
    if (options->covariate_count > 0 && options->learning) { /* both sides with the same inputs */
        f->inputs = routh_allocate(context, 1, sizeof *f->inputs);
        ROUTH_TRY(f->inputs ? routh_input_study_run(context, dataset, f->sample, f->count, f->held_out, f->dependence,
                                                    &options->learning->gp, f->inputs)
                            : ROUTH_OUT_OF_MEMORY);
    }
    return options->explore ? routh_exploration_make(context, dataset, f->sample, f->count, &options->ensemble,
                                                     options->seed, &f->exploration)
                            : ROUTH_OK;
}
