/* A law's friction and restitution, impact by impact.
 *
 * A parameter is a coordinate u in 0 … 1 of the box in which fits search (identify/box.h). What is learned is its logit
 * log(u/(1 − u)): whatever the Gaussian process predicts, u lies between 0 and 1, and the parameter within its bounds.
 * Parameters beyond μ and ε keep the values that fit all impacts together.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/context.h"
#include "base/crew.h"
#include "fit/box.h"
#include "impact/impact.h"
#include "learn/model.h"

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
    const routh_status status = routh_sample_fit(NULL, held, sample, &options, &fit);
    if (status != ROUTH_OK)
        return status;
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

routh_status routh_model_parameter_targets(routh_context *context, routh_model *model, const routh_sample *samples,
                                           const size_t *index, size_t count, double *target) {
    const routh_law held = held_law(model);
    routh_box box;
    routh_status status = routh_box_of(context, &held, model->mu_max, &box);
    if (status != ROUTH_OK)
        return status;
    size_t first_bad = count;
    targeting all = {model, &held, &box, samples, index, target, 0};
    status = routh_share_out(context, &(routh_shares){.count = count, .chunk = 8, .work = target_one, .with = &all},
                             &first_bad);
    if (status == ROUTH_CANCELLED)
        return status;
    if (status != ROUTH_OK)
        return routh_fail(context, status, "sample %zu (from 0): %s finds no parameters: %s", index[first_bad],
                          model->law->name, routh_status_message(status));
    model->bounded = all.sticking;
    note_unexplained(model, samples, index, count, target);
    return ROUTH_OK;
}
