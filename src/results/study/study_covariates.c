/* Covariates and exploration as parts of a study, on the same split as its laws.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "base/context.h"
#include "study/internal.h"

static routh_status test_covariates(routh_context *context, const routh_dataset *dataset,
                                    const routh_study_options *options, routh_frame_study *f) {
    const routh_law **laws = routh_allocate(context, f->law_count, sizeof *laws);
    f->dependence = laws ? routh_allocate(context, 1, sizeof *f->dependence) : NULL;
    routh_status status = ROUTH_OUT_OF_MEMORY;
    if (f->dependence) {
        for (size_t l = 0; l < f->law_count; l++)
            laws[l] = f->law[l].law;
        routh_dependence_options own = {.covariates = options->covariates,
                                        .covariate_count = options->covariate_count,
                                        .laws = laws,
                                        .law_count = f->law_count,
                                        .fit_count = f->fit_count,
                                        .fit = options->ensemble};
        own.fit.resamples = options->resamples;
        own.fit.level = options->level;
        own.fit.seed = options->seed;
        status = routh_dependence_study_run(context, dataset, f->sample, f->count, &own, f->dependence);
    }
    routh_release(context, laws);
    return status;
}

static routh_status explore(routh_context *context, const routh_dataset *dataset, const routh_study_options *options,
                            routh_frame_study *f) {
    routh_explore_options own = routh_explore_options_default();
    own.fit = options->ensemble;
    own.seed = options->seed;
    f->exploration = routh_allocate(context, 1, sizeof *f->exploration);
    return f->exploration ? routh_exploration_run(context, dataset, f->sample, f->count, &own, f->exploration)
                          : ROUTH_OUT_OF_MEMORY;
}

/* Both sides with the same inputs. */
static routh_status compare_inputs(routh_context *context, const routh_dataset *dataset,
                                   const routh_study_options *options, routh_frame_study *f) {
    f->inputs = routh_allocate(context, 1, sizeof *f->inputs);
    return f->inputs ? routh_input_study_run(context, dataset, f->sample, f->count, f->held_out, f->dependence,
                                             &options->learning->gp, f->inputs)
                     : ROUTH_OUT_OF_MEMORY;
}

routh_status routh_study_covariates(routh_context *context, const routh_dataset *dataset,
                                    const routh_study_options *options, routh_frame_study *study) {
    if (options->covariate_count > 0)
        ROUTH_TRY(test_covariates(context, dataset, options, study));
    if (options->covariate_count > 0 && options->learning)
        ROUTH_TRY(compare_inputs(context, dataset, options, study));
    if (options->explore)
        ROUTH_TRY(explore(context, dataset, options, study));
    return ROUTH_OK;
}

void routh_study_covariates_release(routh_context *context, routh_frame_study *study) {
    if (study->dependence)
        routh_dependence_study_release(context, study->dependence);
    if (study->exploration)
        routh_exploration_release(context, study->exploration);
    if (study->inputs)
        routh_input_study_release(context, study->inputs);
    routh_release(context, study->inputs);
    routh_release(context, study->dependence);
    routh_release(context, study->exploration);
}
