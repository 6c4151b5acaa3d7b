/* Training: the law behind the model, then its Gaussian process.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "learn/gp.h"
#include "learn/model.h"

/* One call of routh_model_train. */
typedef struct training {
    routh_context *context;
    const routh_sample *samples;
    const routh_model_options *options;
    routh_model *model;
    size_t count;        /* rows */
    const size_t *index; /* the sample of each row */
    double *input;       /* count × the kind's inputs, then × those in use */
    double *target;      /* count × slots, then × outputs of the Gaussian process */
} training;

static bool is_finite_sample(const routh_sample *s) {
    const double number[] = {s->impact.mass,
                             s->impact.inertia,
                             s->impact.rx,
                             s->impact.ry,
                             s->impact.vx,
                             s->impact.vy,
                             s->impact.omega,
                             s->after.vx,
                             s->after.vy,
                             s->after.omega,
                             s->measured[ROUTH_MOMENTUM].pt,
                             s->measured[ROUTH_MOMENTUM].pn,
                             s->measured[ROUTH_VELOCITY].pt,
                             s->measured[ROUTH_VELOCITY].pn,
                             s->measured[ROUTH_UNWEIGHTED].pt,
                             s->measured[ROUTH_UNWEIGHTED].pn};
    for (size_t i = 0; i < sizeof number / sizeof *number; i++)
        if (!isfinite(number[i]))
            return 0;
    return 1;
}

static routh_status check_samples(const training *t) {
    for (size_t i = 0; i < t->count; i++) {
        const routh_sample *sample = &t->samples[t->index[i]];
        if (!is_finite_sample(sample))
            return routh_fail(t->context, ROUTH_NOT_FINITE, "sample %zu (from 0) holds a number that is not finite",
                              t->index[i]);
        routh_context local = routh_context_default();
        const routh_status status = routh_contact_check(&local, &sample->contact);
        if (status != ROUTH_OK)
            return routh_fail(t->context, status, "sample %zu (from 0): %.400s", t->index[i], local.message);
    }
    return ROUTH_OK;
}

static routh_status check_options(routh_context *context, const routh_model_options *options) {
    if ((unsigned)options->kind >= ROUTH_MODEL_COUNT)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "unknown kind of model %d", (int)options->kind);
    if ((unsigned)options->metric >= ROUTH_METRIC_COUNT)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "unknown metric %d", (int)options->metric);
    if (routh_model_needs_law(options->kind) && !options->law)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "a model of kind %s needs a law",
                          routh_name(&routh_model_kinds, options->kind));
    if (options->kind == ROUTH_MODEL_PARAMETERS && routh_law_parameter(options->law, "eps") < 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "%s has no restitution eps to learn", options->law->name);
    return ROUTH_OK;
}

static routh_status fit_law(training *t) {
    routh_fit_options options = t->options->ensemble;
    options.metric = t->options->metric;
    routh_estimate fit;
    ROUTH_TRY(routh_law_fit(t->context, t->model->law, t->samples, t->index, t->count, &options, &fit));
    for (int i = 0; i < t->model->law->parameter_count; i++)
        t->model->parameters[i] = fit.parameters[i];
    return ROUTH_OK;
}

static routh_status make_inputs(training *t) {
    routh_model *model = t->model;
    const size_t all = routh_model_input_total(model);
    for (size_t i = 0; i < t->count; i++) {
        const routh_sample *sample = &t->samples[t->index[i]];
        if (model->kind == ROUTH_MODEL_BASELINE)
            routh_model_inputs_of_body(&sample->impact, t->options->pose ? t->options->pose[t->index[i]] : NULL,
                                       t->input + i * all);
        else
            routh_model_inputs_of_contact(model->kind, &sample->contact, t->input + i * all);
        if (model->covariate_count > 0)
            routh_model_inputs_of_covariates(model, t->options->covariate + t->index[i] * model->covariate_count,
                                             t->input + i * all);
    }
    routh_model_choose_inputs(model, t->count, t->input);
    if (model->inputs == 0)
        return routh_fail(t->context, ROUTH_BAD_ARGUMENT, "the %zu impacts are all alike: nothing can be learned",
                          t->count);
    ROUTH_TRY(routh_model_choose_covariates(t->context, model, t->count, t->input));
    for (size_t i = 0; i < t->count; i++) {
        double row[ROUTH_MODEL_MOST_INPUTS];
        routh_model_take_inputs(model, t->input + i * all, row);
        memcpy(t->input + i * model->inputs, row, model->inputs * sizeof *row);
    }
    return ROUTH_OK;
}

/* Does a slot vary by more than rounding? */
static int varies(const training *t, size_t slot) {
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < t->count; i++) {
        low = fmin(low, t->target[i * t->model->slots + slot]);
        high = fmax(high, t->target[i * t->model->slots + slot]);
    }
    return high - low > ROUTH_MODEL_LEAST_VARIATION * fmax(fabs(low), fabs(high));
}

/* Slots that do not are constants; the others are for the Gaussian process. */
static routh_status make_outputs(training *t, size_t *outputs) {
    routh_model *model = t->model;
    const size_t slots = model->slots;
    *outputs = 0;
    for (size_t s = 0; s < slots; s++) {
        model->output[s] = varies(t, s) ? (int)(*outputs)++ : -1;
        model->constant[s] = t->target[s]; /* where it is one */
    }
    if (*outputs == 0)
        return routh_fail(t->context, ROUTH_BAD_ARGUMENT, "the values to learn are the same in all %zu impacts",
                          t->count);
    for (size_t i = 0; i < t->count; i++)
        for (size_t s = 0; s < slots; s++)
            if (model->output[s] >= 0)
                t->target[i * *outputs + (size_t)model->output[s]] = t->target[i * slots + s];
    return ROUTH_OK;
}

static routh_status learn(training *t) {
    routh_model *model = t->model;
    routh_context *context = t->context;
    const size_t width = routh_model_input_count(model->kind) + 2 * t->options->covariate_count;
    size_t outputs = 0;
    ROUTH_ARENA(room, context);
    size_t *index = routh_take(&room, t->count, sizeof *index);
    t->input = routh_take(&room, t->count, width * sizeof *t->input);
    t->target = routh_take(&room, t->count, ROUTH_MODEL_MOST_SLOTS * sizeof *t->target);
    ROUTH_TRY(room.status);
    for (size_t i = 0; i < t->count; i++)
        index[i] = t->index ? t->index[i] : i;
    t->index = index;
    ROUTH_TRY(routh_model_take_covariates(context, t->options, model));
    if (t->options->prior)
        ROUTH_TRY(routh_model_copy(context, t->options->prior, &model->prior));
    ROUTH_TRY(check_samples(t));
    if (model->law)
        ROUTH_TRY(fit_law(t));
    ROUTH_TRY(routh_model_targets(context, model, t->samples, t->index, t->count, t->target));
    ROUTH_TRY(make_inputs(t));
    ROUTH_TRY(make_outputs(t, &outputs));
    const routh_gp_samples samples = {t->count, model->inputs, outputs, t->input, t->target};
    ROUTH_TRY(routh_gp_train(context, &samples, &t->options->gp, &model->gp));
    return routh_model_find_intervals(context, model, t->samples, t->index, t->count, t->target);
}

static routh_status train(routh_context *context, const routh_sample *samples, const size_t *index, size_t count,
                          const routh_model_options *options, routh_model **model) {
    routh_model *made = routh_allocate(context, 1, sizeof *made);
    if (!made)
        return ROUTH_OUT_OF_MEMORY;
    training t = {
        .context = context, .samples = samples, .options = options, .model = made, .count = count, .index = index};
    made->kind = options->kind;
    made->metric = options->metric;
    made->count = count;
    made->law = routh_model_needs_law(options->kind) ? options->law : NULL;
    made->mu_max = options->ensemble.mu_max;
    made->slots = routh_model_slot_count(options->kind, options->law);
    const routh_status status = learn(&t);
    if (status != ROUTH_OK) {
        routh_model_release(context, made);
        return status;
    }
    routh_model_make_laws(made);
    *model = made;
    return ROUTH_OK;
}

static routh_status check_prior(routh_context *context, const routh_model_options *options) {
    const routh_model *prior = options->prior;
    if (!prior)
        return ROUTH_OK;
    if (prior->kind == ROUTH_MODEL_BASELINE || prior->kind == ROUTH_MODEL_PARAMETERS)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "the model to build on must be of another kind than %s",
                          routh_name(&routh_model_kinds, prior->kind));
    if (prior->covariate_count > 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "the model to build on has covariates (%.60s …), which a new model cannot pass on to it",
                          prior->covariate[0]);
    if (options->kind != ROUTH_MODEL_RIGID && options->kind != ROUTH_MODEL_WRENCH)
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "only a rigid or wrench model can build on another model, not %s",
                          routh_name(&routh_model_kinds, options->kind));
    return ROUTH_OK;
}

static routh_status check_call(routh_context *context, const routh_sample *samples, size_t count,
                               const routh_model_options *options, routh_model **model) {
    if (!model || (!samples && count > 0))
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "training needs samples and a place for the model");
    if (count == 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "no impacts to learn from");
    ROUTH_TRY(check_options(context, options));
    return check_prior(context, options);
}

routh_status routh_model_train(routh_context *context, const routh_sample *samples, const size_t *index, size_t count,
                               const routh_model_options *options, routh_model **model) {
    const routh_model_options defaults = routh_model_options_default();
    options = options ? options : &defaults;
    ROUTH_TRY(check_call(context, samples, count, options, model));
    return train(context, samples, index, count, options, model);
}
