/* One contestant on one draw: trained or fitted, and tested on all other impacts.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>

#include "base/context.h"
#include "fit/fit.h"
#include "study/learning.h"

/* A law as fitted to one draw. */
typedef struct fitted_law {
    routh_estimate constant;
    routh_dependence dependence;
    bool depends; /* on the covariates */
} fitted_law;

/* With the covariates where there are some, as the models. A draw too small for them leaves the parameters constant. */
static routh_status fit_law(routh_context *context, const learning_work *w, size_t size, const routh_law *law,
                            learning_scratch *scratch, fitted_law *fit) {
    routh_fit_options options = *w->ensemble;
    options.resamples = 0;
    fit->depends = false;
    if (w->options->covariate_count > 0 && law->parameter_count > 0) {
        const routh_status status =
            routh_dependence_fit(context, law, w->samples, w->options->covariate, scratch->train, size,
                                 w->options->covariates, w->options->covariate_count, &options, &fit->dependence);
        if (routh_ends_all(status))
            return status;
        fit->depends = status == ROUTH_OK;
    }
    return fit->depends ? ROUTH_OK
                        : routh_ensemble_fit(context, law, w->samples, scratch->train, size, w->ensemble,
                                             scratch->ensemble, &fit->constant);
}

routh_status routh_learning_test_laws(routh_context *context, const learning_work *w, size_t size,
                                      learning_scratch *scratch, double *error) {
    for (size_t i = 0; i < w->law_count * w->count; i++)
        error[i] = NAN;
    for (size_t l = 0; l < w->law_count; l++) {
        fitted_law fit;
        const routh_status status = fit_law(context, w, size, w->laws[l], scratch, &fit);
        if (routh_ends_all(status))
            return status;
        for (size_t k = 0; status == ROUTH_OK && k < scratch->test_count; k++) {
            const size_t i = scratch->test[k];
            const routh_sample *sample = &w->samples[i];
            if (fit.depends)
                routh_dependence_parameters(&fit.dependence, w->options->covariate + i * w->options->covariate_count,
                                            fit.constant.parameters);
            error[l * w->count + i] =
                routh_impact_error(ROUTH_VELOCITY, &sample->impact,
                                   routh_sample_predict(w->laws[l], fit.constant.parameters, sample), sample->after);
        }
    }
    return ROUTH_OK;
}

static routh_status train(routh_context *context, const learning_work *w, size_t size, const routh_contestant *c,
                          const learning_scratch *scratch, routh_model **model) {
    routh_model_options options = routh_model_options_default();
    options.kind = c->model;
    options.law = c->law;
    options.metric = c->metric;
    options.pose = w->pose;
    options.ensemble = *w->ensemble;
    options.gp = w->options->gp;
    options.covariates = w->options->covariates;
    options.covariate_count = w->options->covariate_count;
    options.covariate = w->options->covariate;
    options.prior = c->kind == ROUTH_CONTESTANT_ON_PRIOR ? w->options->prior : NULL;
    return routh_model_train(context, w->samples, scratch->train, size, &options, model);
}

static routh_status predict(routh_context *context, const learning_work *w, const routh_model *model,
                            learning_scratch *scratch) {
    const size_t covariates = w->options->covariate_count;
    for (size_t k = 0; k < scratch->test_count; k++) {
        const size_t i = scratch->test[k];
        scratch->impact[k] = w->samples[i].impact;
        for (int j = 0; j < 3; j++)
            scratch->pose[k][j] = w->pose ? w->pose[i][j] : NAN;
        for (size_t j = 0; j < covariates; j++)
            scratch->covariate[k * covariates + j] = w->options->covariate[i * covariates + j];
    }
    return routh_model_predict(context, model, scratch->test_count, scratch->impact,
                               w->pose ? (const double(*)[3])scratch->pose : NULL,
                               covariates > 0 ? scratch->covariate : NULL, scratch->prediction);
}

static void note_facts(const routh_contestant *c, const routh_model *model, learning_facts *facts) {
    static const char *const impulse[] = {"Pt", "Pn"};
    const routh_model_facts known = routh_model_facts_of(model);
    facts->trained = 1;
    facts->outputs = known.outputs;
    facts->inputs = known.inputs;
    facts->bounded = known.bounded;
    for (size_t k = 0; k < known.inputs; k++)
        snprintf(facts->input[k], sizeof facts->input[k], "%s", known.input[k]);
    for (size_t j = 0; j < known.outputs; j++) {
        const routh_model_output output = routh_model_output_of(model, j);
        facts->output[j] = known.output[j];
        facts->unit[j] = known.unit[j];
        facts->noise[j] = output.scale * output.parameters.noise;
        for (size_t k = 0; k < known.inputs; k++)
            facts->length[j][k] = output.parameters.length[k];
        /* friction and restitution are not measured: learned ones are judged by the impulse that follows */
        facts->covered[j] = c->model == ROUTH_MODEL_PARAMETERS ? (j < 2 ? impulse[j] : "") : known.output[j];
    }
}

/* In misfit, the mean square over outputs of (measured − predicted) ÷ deviation. */
static void note_coverage(const learning_work *w, const routh_contestant *c, const learning_scratch *scratch,
                          learning_facts *facts, double *misfit) {
    const double n = (double)scratch->test_count;
    for (size_t j = 0; j < facts->outputs; j++) {
        int known = 1;
        for (size_t k = 0; k < scratch->test_count; k++) {
            const learning_comparison q = routh_learning_compare(
                c->model, c->metric, facts->covered[j], &w->samples[scratch->test[k]], &scratch->prediction[k]);
            const double off = fabs(q.measured - q.predicted) / q.deviation;
            known = known && isfinite(off);
            misfit[scratch->test[k]] += off * off / (double)facts->outputs;
            for (int level = 0; level < ROUTH_COVERAGE_LEVELS; level++)
                facts->coverage[j][level] += routh_learning_holds(&q, level) ? 1 / n : 0;
        }
        for (int level = 0; level < ROUTH_COVERAGE_LEVELS && !known; level++)
            facts->coverage[j][level] = NAN;
    }
}

/* How many predictions are impossible for a rigid contact, and the mean error once these are projected. */
static void note_outside(const learning_work *w, const learning_scratch *scratch, learning_facts *facts) {
    double sum = 0;
    size_t outside = 0;
    for (size_t k = 0; k < scratch->test_count; k++) {
        const routh_prediction *p = &scratch->prediction[k];
        const routh_sample *s = &w->samples[scratch->test[k]];
        outside += !p->inside;
        sum += routh_impact_error(ROUTH_VELOCITY, &s->impact, p->inside ? p->after : p->projected_after, s->after);
    }
    facts->outside = (double)outside / (double)scratch->test_count;
    facts->projected_error = sum / (double)scratch->test_count;
}

static void note_all(const learning_work *w, const routh_contestant *c, const routh_model *model,
                     const learning_scratch *scratch, double *misfit, learning_facts *facts) {
    note_facts(c, model, facts);
    for (size_t k = 0; k < scratch->test_count; k++)
        misfit[scratch->test[k]] = 0;
    note_coverage(w, c, scratch, facts, misfit);
    for (size_t k = 0; k < scratch->test_count; k++)
        misfit[scratch->test[k]] = sqrt(misfit[scratch->test[k]]);
    note_outside(w, scratch, facts);
    if (c->model == ROUTH_MODEL_BASELINE) /* does not model the contact, so there is no ellipse to leave */
        facts->outside = facts->projected_error = NAN;
}

routh_status routh_learning_test_model(routh_context *context, const learning_work *w, size_t size, size_t contestant,
                                       learning_scratch *scratch, double *error, double *misfit,
                                       learning_facts *facts) {
    const routh_contestant *c = &w->learning->contestant[contestant];
    const int as_it_is = c->kind == ROUTH_CONTESTANT_PRIOR;
    routh_model *trained = NULL;
    routh_status status = as_it_is ? ROUTH_OK : train(context, w, size, c, scratch, &trained);
    if (status == ROUTH_OK && !as_it_is)
        status = predict(context, w, trained, scratch);
    if (status == ROUTH_OK) {
        for (size_t k = 0; k < scratch->test_count; k++) {
            const routh_sample *s = &w->samples[scratch->test[k]];
            if (as_it_is)
                scratch->prediction[k] = w->prior[scratch->test[k]];
            error[scratch->test[k]] =
                routh_impact_error(ROUTH_VELOCITY, &s->impact, scratch->prediction[k].after, s->after);
        }
        if (facts)
            note_all(w, c, as_it_is ? w->options->prior : trained, scratch, misfit, facts);
    }
    routh_model_release(context, trained);
    return routh_ends_all(status) ? status : ROUTH_OK;
}
