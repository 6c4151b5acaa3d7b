/* Trains a model on some impacts, fits the law beside it to the same, and tests both on the others.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include <routh/study.h>

#include "base/context.h"
#include "study/internal.h"

void routh_training_release(routh_context *context, routh_training *t) {
    routh_covariates_release(context, (double *)t->options.covariate);
    routh_samples_release(context, t->sample);
    routh_model_release(context, t->model);
    routh_release(context, (routh_dependence *)t->dependence);
    routh_release(context, t->pose);
    routh_release(context, t->train);
    routh_release(context, t->rest);
    t->options.covariate = NULL;
    t->options.pose = NULL;
    t->sample = NULL;
    t->model = NULL;
    t->dependence = NULL;
    t->pose = NULL;
    t->train = t->rest = NULL;
}

/* The samples in the frame to read them in, and where their bodies were. */
static routh_status make_samples(routh_context *context, routh_training *t) {
    routh_status status = routh_samples_of(context, t->dataset, t->frame, &t->sample, &t->count, &t->separating);
    if (status != ROUTH_OK)
        return status;
    if (t->count == 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "%s: no contact closes in the frame %s", t->dataset->name,
                          routh_name(&routh_frames, t->frame));
    if (t->train_count > t->count)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "train_count",
                                "%zu impacts to train on: there are only %zu", t->train_count, t->count);
    t->pose = routh_allocate(context, t->count, sizeof *t->pose);
    if (!t->pose)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; i < t->count; i++) {
        const routh_record *record = &t->dataset->record[t->sample[i].record];
        const double pose[3] = {record->x, record->y, record->theta};
        memcpy(t->pose[i], pose, sizeof pose);
    }
    t->options.pose = (const double(*)[3])t->pose;
    return ROUTH_OK;
}

/* Stream 0 of the seed, as fits and studies do: the same impacts for the same number. */
static routh_status draw_samples(routh_context *context, routh_training *t) {
    t->train_count = t->train_count ? t->train_count : t->count;
    t->rest_count = t->count - t->train_count;
    t->train = routh_allocate(context, t->count, sizeof *t->train);
    t->rest = routh_allocate(context, t->count, sizeof *t->rest);
    if (!t->train || !t->rest)
        return ROUTH_OUT_OF_MEMORY;
    routh_random random = routh_random_seed(t->seed, 0);
    routh_random_draw(&random, t->count, t->train_count, t->train);
    for (size_t i = 0, drawn = 0, left = 0; i < t->count; i++)
        if (drawn < t->train_count && t->train[drawn] == i)
            drawn++;
        else
            t->rest[left++] = i;
    return ROUTH_OK;
}

/* What the model sees beside the impact. */
static routh_status take_covariates(routh_context *context, routh_training *t) {
    double *value = NULL;
    const routh_status status = routh_covariates_of(context, t->dataset, t->sample, t->count, t->options.covariates,
                                                    t->options.covariate_count, &value);
    t->options.covariate = value;
    return status;
}

/* The law beside the model, fitted to the same impacts. */
static routh_status fit_law(routh_context *context, routh_training *t) {
    routh_estimate fit;
    const routh_status status =
        routh_law_fit(context, t->options.law, t->sample, t->train, t->train_count, &t->options.ensemble, &fit);
    if (status == ROUTH_OK)
        memcpy(t->parameters, fit.parameters, sizeof t->parameters);
    return status;
}

static bool names_parameter(const routh_model_options *options) {
    for (size_t k = 0; k < options->covariate_count; k++)
        if (options->covariates[k].parameter[0])
            return true;
    return false;
}

/* With the covariates that name a parameter of the law it gets them too: then both have the same inputs. */
static routh_status fit_dependence(routh_context *context, routh_training *t) {
    routh_fit_options options = t->options.ensemble;
    routh_dependence *dependence = routh_allocate(context, 1, sizeof *dependence);
    if (!dependence)
        return ROUTH_OUT_OF_MEMORY;
    options.resamples = 0;
    const routh_status status =
        routh_dependence_fit(context, t->options.law, t->sample, t->options.covariate, t->train, t->train_count,
                             t->options.covariates, t->options.covariate_count, &options, dependence);
    if (status == ROUTH_OK && dependence->term_count > 0)
        t->dependence = dependence;
    else
        routh_release(context, dependence);
    return status;
}

routh_status routh_training_run(routh_context *context, routh_training *t) {
    t->sample = NULL;
    t->pose = NULL;
    t->train = t->rest = NULL;
    t->model = NULL;
    t->dependence = NULL;
    t->options.covariate = NULL;
    t->options.prior = t->prior;
    routh_status status = ROUTH_OK;
    if (!t->options.law) // every kind of model is shown beside one
        status =
            routh_fail(context, ROUTH_BAD_ARGUMENT, "training: options.law is NULL; a law is needed beside the model");
    if (status == ROUTH_OK)
        status = make_samples(context, t);
    if (status == ROUTH_OK && t->options.covariate_count > 0)
        status = take_covariates(context, t);
    if (status == ROUTH_OK)
        status = draw_samples(context, t);
    const double start = routh_seconds();
    if (status == ROUTH_OK)
        status = routh_model_train(context, t->sample, t->train, t->train_count, &t->options, &t->model);
    t->seconds = routh_seconds() - start;
    if (status == ROUTH_OK)
        status = fit_law(context, t);
    if (status == ROUTH_OK && names_parameter(&t->options))
        status = fit_dependence(context, t);
    if (status == ROUTH_OK)
        status = routh_training_test(context, t);
    if (status != ROUTH_OK)
        routh_training_release(context, t);
    return status;
}
