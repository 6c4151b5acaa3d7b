/* What a model is to predict: impulse and couple of a measured impact, minus what a law or another model already
 * predicts.
 *
 *     rigid     the point impulse that comes closest to the measured change of motion, in the chosen metric
 *     wrench    P = m Δv, τ = I Δω − r × P: the two explain it exactly
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "impact/distance.h"
#include "impact/impact.h"
#include "learn/model.h"

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
        return routh_model_parameter_targets(context, model, samples, index, count, target);
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
