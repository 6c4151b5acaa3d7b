/* What a model sees of an impact. In contact space that is the contact mass W⁻¹ and the velocity v of the contact
 * point, or their product: the momentum that would bring the point to rest, with a minus sign.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "learn/gp.h"
#include "learn/model.h"

void routh_model_inputs_of_contact(routh_model_kind kind, const routh_contact *contact, double *input) {
    const routh_contact *c = contact;
    const double determinant = c->wtt * c->wnn - c->wtn * c->wtn;
    const double mtt = c->wnn / determinant, mtn = -c->wtn / determinant, mnn = c->wtt / determinant;
    if (kind == ROUTH_MODEL_RIGID_2D) {
        input[0] = mtt * c->vt + mtn * c->vn;
        input[1] = mtn * c->vt + mnn * c->vn;
        return;
    }
    input[0] = mtt;
    input[1] = mtn;
    input[2] = mnn;
    input[3] = c->vt;
    input[4] = c->vn;
}

void routh_model_inputs_of_body(const routh_impact *impact, const double pose[3], double *input) {
    const double all[ROUTH_MODEL_BODY_INPUTS] = {
        impact->mass,         impact->inertia,      impact->rx, impact->ry, pose ? pose[0] : NAN,
        pose ? pose[1] : NAN, pose ? pose[2] : NAN, impact->vx, impact->vy, impact->omega};
    for (int k = 0; k < ROUTH_MODEL_BODY_INPUTS; k++)
        input[k] = all[k];
}

/* Inputs with the same number have the same unit, and are large or small beside each other. */
static int unit_group(routh_model_kind kind, size_t input) {
    static const int body[] = {0, 1, 2, 2, 3, 3, 4, 5, 5, 6}, contact[] = {0, 0, 0, 1, 1};
    return kind == ROUTH_MODEL_BASELINE ? body[input] : kind == ROUTH_MODEL_RIGID_2D ? 0 : contact[input];
}

void routh_model_choose_inputs(routh_model *model, size_t count, const double *table) {
    const size_t own = routh_model_input_count(model->kind), all = routh_model_input_total(model);
    double low[ROUTH_MODEL_BODY_INPUTS], high[ROUTH_MODEL_BODY_INPUTS], largest[ROUTH_MODEL_BODY_INPUTS] = {0};
    int known[ROUTH_MODEL_BODY_INPUTS];
    for (size_t k = 0; k < own; k++) {
        double *const size = &largest[unit_group(model->kind, k)];
        low[k] = INFINITY;
        high[k] = -INFINITY;
        known[k] = 1;
        for (size_t i = 0; i < count; i++) {
            const double value = table[i * all + k];
            known[k] &= isfinite(value);
            low[k] = fmin(low[k], value);
            high[k] = fmax(high[k], value);
            *size = fmax(*size, fabs(value));
        }
    }
    model->inputs = 0;
    for (size_t k = 0; k < own; k++)
        if (known[k] && high[k] - low[k] > ROUTH_MODEL_LEAST_VARIATION * largest[unit_group(model->kind, k)])
            model->input[model->inputs++] = k;
}

void routh_model_take_inputs(const routh_model *model, const double *all, double *used) {
    for (size_t k = 0; k < model->inputs; k++)
        used[k] = all[model->input[k]];
}

double routh_model_speed(const routh_model *model, const double *used) {
    const size_t first = model->kind == ROUTH_MODEL_RIGID_2D ? 0 : 3; /* after the contact mass */
    double speed = 0;
    for (size_t k = 0; k < model->inputs; k++)
        speed = model->input[k] >= first ? hypot(speed, used[k]) : speed;
    return speed;
}

double routh_model_slowest(const routh_model *model) {
    const routh_gp_data *data = &model->gp->data;
    double slowest = INFINITY;
    for (size_t i = 0; i < data->count; i++) {
        double used[ROUTH_MODEL_MOST_INPUTS];
        for (size_t k = 0; k < data->inputs; k++)
            used[k] = data->input_mean[k] + data->input_scale[k] * data->x[k * data->count + i];
        slowest = fmin(slowest, routh_model_speed(model, used));
    }
    return slowest;
}
