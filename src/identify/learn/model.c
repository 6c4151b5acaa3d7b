/* A trained model: what it predicts, and its properties.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "learn/model.h"

#include <math.h>

#include "base/context.h"
#include "base/numbers.h"
#include "fit/fit.h"
#include "impact/impact.h"
#include "learn/gp.h"

/* A law's friction and restitution, impact by impact.
 *
 * A parameter is a coordinate u in 0 … 1 of the box in which fits search (identify/box.h). What is learned is its logit
 * log(u/(1 − u)): whatever the Gaussian process predicts, u lies between 0 and 1, and the parameter within its bounds.
 * Parameters beyond μ and ε keep the values that fit all impacts together. */

/* The logit of a parameter at its bound is infinite: u is learned no nearer to it than this. Nearer, the few impacts
 * that end at a bound by noise would pull all others along; further, true values would be lost. */
#define LEAST_SHARE 0.05

/* The law with its further parameters held. */
static routh_impulse held_answer(const routh_law *law, const routh_contact *contact, const double *parameters) {
    const routh_model *model = law->data;
    double all[ROUTH_MAX_PARAMETERS];
    for (int i = 0; i < model->law->parameter_count; i++)
        all[i] = i < law->parameter_count ? parameters[i] : model->parameters[i];
    return routh_law_impulse(model->law, contact, all);
}

static routh_law held_law(const routh_model *model) {
    routh_law law = *model->law;
    law.parameter_count = (int)model->slots;
    law.impulse = NULL;
    law.impulses = NULL;
    law.answer = held_answer;
    law.data = model;
    return law;
}

static double to_logit(double u) {
    const double inside = fmin(fmax(u, LEAST_SHARE), 1 - LEAST_SHARE);
    return log(inside / (1 - inside));
}

/* An impact that sticks shows only that μ ≥ μ_s: it is taken to have the friction of all impacts together where that is
 * as much. To leave such impacts out would leave out whole regions. Impulses that the law cannot produce are replaced
 * by the nearest that it can. */
static routh_status parameter_target(const routh_model *model, const routh_law *held, const routh_box *box,
                                     const routh_sample *sample, double *target, int *bounded) {
    const int friction = box->friction;
    routh_sample_fit_options options = routh_sample_fit_options_default();
    options.metric = model->metric;
    options.mu_max = model->mu_max;
    routh_sample_estimate fit;
    ROUTH_TRY(routh_sample_fit(NULL, held, sample, &options, &fit));
    *bounded = friction >= 0 && fit.flags & ROUTH_FIT_BOUNDED_BELOW;
    if (*bounded)
        fit.parameters[friction] = fmax(fit.parameters[friction], model->parameters[friction]);
    for (size_t s = 0; s < model->slots; s++)
        target[s] = to_logit(routh_box_coordinate(box, (int)s, fit.parameters[s]));
    return ROUTH_OK;
}

/* What no friction and restitution explain is added to their uncertainty. */
static void note_unexplained(routh_model *model, const routh_sample *samples, const size_t *index, size_t count,
                             const double *target) {
    double square[2] = {0, 0};
    for (size_t i = 0; i < count; i++) {
        const routh_sample *sample = &samples[index[i]];
        const routh_impulse said = routh_model_impulse(model, &sample->contact, target + i * model->slots);
        const double off[2] = {sample->measured[model->metric].pt - said.pt,
                               sample->measured[model->metric].pn - said.pn};
        for (int k = 0; k < 2; k++)
            square[k] += off[k] * off[k];
    }
    for (int k = 0; k < 2; k++)
        model->unexplained[k] = sqrt(square[k] / (double)count);
}

typedef struct targeting {
    const routh_model *model;
    const routh_law *held;
    const routh_box *box;
    const routh_sample *samples;
    const size_t *index;
    double *target;
    size_t sticking;
} targeting;

static routh_status target_one(routh_context *own, void *with, size_t i, int thread) {
    targeting *t = with;
    int bounded = 0;
    (void)own;
    (void)thread;
    const routh_status status = parameter_target(t->model, t->held, t->box, &t->samples[t->index[i]],
                                                 t->target + i * t->model->slots, &bounded);
    if (bounded) {
#pragma omp atomic
        t->sticking++;
    }
    return status;
}

/* The parameters that explain each sample alone. */
static routh_status model_parameter_targets(routh_context *context, routh_model *model, const routh_sample *samples,
                                            const size_t *index, size_t count, double *target) {
    const routh_law held = held_law(model);
    routh_box box;
    ROUTH_TRY(routh_box_of(context, &held, model->mu_max, &box));
    size_t first_bad = count;
    targeting all = {model, &held, &box, samples, index, target, 0};
    const routh_status status = routh_share_out(
        context, &(routh_shares){.count = count, .chunk = 8, .work = target_one, .with = &all}, &first_bad);
    if (status == ROUTH_CANCELLED)
        return status;
    if (status != ROUTH_OK)
        return routh_fail(context, status, "sample %zu (from 0): %s finds no parameters: %s", index[first_bad],
                          model->law->name, routh_status_message(status));
    model->bounded = all.sticking;
    note_unexplained(model, samples, index, count, target);
    return ROUTH_OK;
}

/* What a model is to predict: impulse and couple of a measured impact, minus what a law or another model already
 * predicts.
 *
 *     rigid     the point impulse that comes closest to the measured change of motion, in the chosen metric
 *     wrench    P = m Δv, τ = I Δω − r × P: the two explain it exactly */

static routh_point closest_impulse(const routh_sample *sample, routh_metric metric, double couple) {
    if (!(fabs(couple) > 0))
        return sample->measured[metric];
    routh_velocity rest = sample->after; /* what the couple does not explain */
    rest.omega -= couple / sample->impact.inertia;
    return routh_distance_from(&sample->impact, rest, metric).least;
}

static void impulse_target(const routh_model *model, const routh_sample *sample, double *target) {
    const routh_impact *impact = &sample->impact;
    routh_impulse known = {0};
    if (model->prior)
        known = routh_model_answer(model->prior, &sample->contact);
    else if (model->law)
        known = routh_law_impulse(model->law, &sample->contact, model->parameters);
    if (model->slots == 2) {
        const routh_point measured = closest_impulse(sample, model->metric, known.couple);
        target[0] = measured.pt - known.pt;
        target[1] = measured.pn - known.pn;
        return;
    }
    const double pt = impact->mass * (sample->after.vx - impact->vx);
    const double pn = impact->mass * (sample->after.vy - impact->vy);
    const double spin = impact->inertia * (sample->after.omega - impact->omega);
    target[0] = pt - known.pt;
    target[1] = pn - known.pn;
    target[2] = spin - (impact->rx * pn - impact->ry * pt) - known.couple;
}

routh_status routh_model_targets(routh_context *context, routh_model *model, const routh_sample *samples,
                                 const size_t *index, size_t count, double *target) {
    if (model->kind == ROUTH_MODEL_PARAMETERS)
        return model_parameter_targets(context, model, samples, index, count, target);
    for (size_t i = 0; i < count; i++) {
        const routh_sample *sample = &samples[index[i]];
        double *const row = target + i * model->slots;
        if (model->kind == ROUTH_MODEL_BASELINE) {
            row[0] = sample->after.vx;
            row[1] = sample->after.vy;
            row[2] = sample->after.omega;
        } else
            impulse_target(model, sample, row);
    }
    return ROUTH_OK;
}

/* A trained model: copy, release and properties. */

void routh_model_release(routh_context *context, routh_model *model) {
    if (!model)
        return;
    routh_gp_release(context, model->gp);
    routh_model_release(context, model->prior);
    routh_release(context, model);
}

routh_status routh_model_copy(routh_context *context, const routh_model *model, routh_model **copy) {
    routh_model *made = routh_allocate(context, 1, sizeof *made);
    if (!made)
        return ROUTH_OUT_OF_MEMORY;
    *made = *model;
    made->gp = NULL;
    made->prior = NULL;
    routh_status status = routh_gp_copy(context, model->gp, &made->gp);
    if (status == ROUTH_OK && model->prior)
        status = routh_model_copy(context, model->prior, &made->prior);
    if (status != ROUTH_OK) {
        routh_model_release(context, made);
        return status;
    }
    routh_model_make_laws(made);
    *copy = made;
    return ROUTH_OK;
}

routh_model_facts routh_model_facts_of(const routh_model *model) {
    routh_model_facts facts = {.kind = model->kind,
                               .law = model->law,
                               .metric = model->metric,
                               .count = model->count,
                               .bounded = model->bounded,
                               .inputs = model->inputs,
                               .covariate_count = model->covariate_count,
                               .prior = model->prior};
    for (int i = 0; i < ROUTH_MAX_PARAMETERS; i++)
        facts.parameters[i] = model->parameters[i];
    for (size_t k = 0; k < model->inputs; k++)
        facts.input[k] = routh_model_input_shown(model, model->input[k]);
    for (size_t k = 0; k < model->covariate_count; k++)
        facts.covariate[k] = model->covariate[k];
    for (size_t s = 0; s < model->slots; s++)
        if (model->output[s] >= 0) {
            facts.output[facts.outputs] = routh_model_slot_name(model, s);
            const int quantity = routh_model_quantity_of_slot(model, s);
            facts.interval[facts.outputs] =
                quantity < 0 ? ROUTH_NORMAL_INTERVAL : model->interval[quantity] / model->spread[quantity];
            facts.unit[facts.outputs++] = routh_model_slot_unit(model, s);
        }
    return facts;
}

routh_model_output routh_model_output_of(const routh_model *model, size_t output) {
    return *routh_gp_fit_of(model->gp, output);
}

void routh_model_leave_one_out(const routh_model *model, double *residual, double *deviation) {
    const size_t outputs = routh_gp_outputs(model->gp);
    routh_gp_leave_one_out_measured(model->gp, residual, deviation);
    for (size_t s = 0; deviation && s < model->slots; s++) {
        const int quantity = routh_model_quantity_of_slot(model, s);
        for (size_t i = 0; quantity >= 0 && model->output[s] >= 0 && i < model->count; i++)
            deviation[i * outputs + (size_t)model->output[s]] *= model->spread[quantity];
    }
}
