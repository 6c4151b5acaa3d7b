/* What a model sees of an impact, and a model as a law.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "fit/fit.h"
#include "impact/impact.h"
#include "learn/gp.h"
#include "learn/model.h"

/* Covariates of a model: what it sees beside the impact itself.
 *
 * Each is one more input; an angle is two, its sine and cosine. They come after the kind's own inputs. One that the
 * model sees already, such as vt, is not put in again: a second column of the same numbers says nothing. */

size_t routh_model_input_total(const routh_model *model) {
    return routh_model_input_count(model->kind) + 2 * model->covariate_count;
}

const char *routh_model_input_shown(const routh_model *model, size_t input) {
    static const char *const turned[2][2] = {{"sin theta", "cos theta"}, {"sin 2theta", "cos 2theta"}};
    const size_t own = routh_model_input_count(model->kind);
    if (input < own)
        return routh_model_input_name(model->kind, input);
    const char *quantity = model->covariate[(input - own) / 2];
    return routh_quantity_is_angle(quantity) ? turned[quantity[0] == '2'][(input - own) % 2] : quantity;
}

void routh_model_inputs_of_covariates(const routh_model *model, const double *row, double *input) {
    double *to = input + routh_model_input_count(model->kind);
    for (size_t k = 0; k < model->covariate_count; k++) {
        const bool is_angle = routh_quantity_is_angle(model->covariate[k]);
        *to++ = is_angle ? sin(row[k]) : row[k];
        *to++ = is_angle ? cos(row[k]) : NAN;
    }
}

routh_status routh_model_take_covariates(routh_context *context, const routh_model_options *options,
                                         routh_model *model) {
    if (options->covariate_count > ROUTH_MOST_COVARIATES)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "%zu covariates are too many: at most %d are allowed",
                          options->covariate_count, ROUTH_MOST_COVARIATES);
    if (options->covariate_count > 0 && (!options->covariates || !options->covariate))
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "covariates need their names and their values");
    model->covariate_count = options->covariate_count;
    for (size_t k = 0; k < model->covariate_count; k++) {
        if (!options->covariates[k].quantity[0])
            return routh_fail(context, ROUTH_BAD_ARGUMENT, "covariate %zu (from 0) names no quantity", k);
        snprintf(model->covariate[k], sizeof model->covariate[k], "%s", options->covariates[k].quantity);
    }
    return ROUTH_OK;
}

bool routh_model_sees(const routh_model *model, const char *name) {
    for (size_t k = 0; k < model->inputs; k++)
        if (strcmp(routh_model_input_shown(model, model->input[k]), name) == 0)
            return true;
    return false;
}

/* Does an input vary by more than rounding? */
static bool varies(size_t count, size_t stride, const double *column) {
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        low = fmin(low, column[i * stride]);
        high = fmax(high, column[i * stride]);
    }
    return high - low > ROUTH_MODEL_LEAST_VARIATION * fmax(fabs(low), fabs(high));
}

static routh_status choose(routh_context *context, routh_model *model, size_t count, const double *table, size_t k) {
    const size_t own = routh_model_input_count(model->kind), all = routh_model_input_total(model);
    const int parts = routh_quantity_is_angle(model->covariate[k]) ? 2 : 1;
    size_t missing = 0;
    bool is_informative = false;
    for (size_t i = 0; i < count; i++)
        missing += isfinite(table[i * all + own + 2 * k]) ? 0 : 1;
    if (missing > 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "%.60s is missing in %zu of %zu impacts to learn from; a covariate needs it in all of them",
                          model->covariate[k], missing, count);
    for (int part = 0; part < parts; part++) {
        const size_t input = own + 2 * k + (size_t)part;
        if (!varies(count, all, table + input))
            continue;
        is_informative = true;
        if (!routh_model_sees(model, routh_model_input_shown(model, input)))
            model->input[model->inputs++] = input;
    }
    if (!is_informative)
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "%.60s is the same in all %zu impacts to learn from: nothing can be learned from it",
                          model->covariate[k], count);
    return ROUTH_OK;
}

routh_status routh_model_choose_covariates(routh_context *context, routh_model *model, size_t count,
                                           const double *table) {
    for (size_t k = 0; k < model->covariate_count; k++)
        ROUTH_TRY(choose(context, model, count, table, k));
    return ROUTH_OK;
}

/* What a model sees of an impact. In contact space that is the contact mass W⁻¹ and the velocity v of the contact
 * point, or their product: the momentum that would bring the point to rest, with a minus sign. */

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

/* How fast the impact with these inputs in use is: |v| of the contact point, m/s, or |W⁻¹v| where that is seen, N s. */
static double model_speed(const routh_model *model, const double *used) {
    const size_t first = model->kind == ROUTH_MODEL_RIGID_2D ? 0 : 3; /* after the contact mass */
    double speed = 0;
    for (size_t k = 0; k < model->inputs; k++)
        speed = model->input[k] >= first ? hypot(speed, used[k]) : speed;
    return speed;
}

static double model_slowest(const routh_model *model) {
    const routh_gp_data *data = &model->gp->data;
    double slowest = INFINITY;
    for (size_t i = 0; i < data->count; i++) {
        double used[ROUTH_MODEL_MOST_INPUTS];
        for (size_t k = 0; k < data->inputs; k++)
            used[k] = data->input_mean[k] + data->input_scale[k] * data->x[k * data->count + i];
        slowest = fmin(slowest, model_speed(model, used));
    }
    return slowest;
}

/* A model as a law, and impulses put back into the energy ellipse. */

void routh_model_fill_slots(const routh_model *model, const double *output, double *slot) {
    for (size_t s = 0; s < model->slots; s++)
        slot[s] = model->output[s] >= 0 ? output[model->output[s]] : model->constant[s];
}

routh_impulse routh_model_impulse(const routh_model *model, const routh_contact *contact, const double *slot) {
    double parameters[ROUTH_MAX_PARAMETERS];
    if (model->kind == ROUTH_MODEL_PARAMETERS) {
        routh_model_parameters_at(model, slot, parameters);
        return routh_law_impulse(model->law, contact, parameters);
    }
    routh_impulse p = {0};
    if (model->prior)
        p = routh_model_answer(model->prior, contact);
    else if (model->law)
        p = routh_law_impulse(model->law, contact, model->parameters);
    p.pt += slot[0];
    p.pn += slot[1];
    p.couple += model->slots > 2 ? slot[2] : 0;
    p.mode = ROUTH_SLIDING; /* a learned impulse never stops the slip exactly */
    return p;
}

routh_impulse routh_model_answer(const routh_model *model, const routh_contact *contact) {
    double all[ROUTH_MODEL_MOST_INPUTS], used[ROUTH_MODEL_MOST_INPUTS];
    double output[ROUTH_MODEL_MOST_SLOTS], slot[ROUTH_MODEL_MOST_SLOTS];
    routh_model_inputs_of_contact(model->kind, contact, all);
    routh_model_take_inputs(model, all, used);
    routh_gp_predict_one(model->gp, used, NULL, output, NULL); /* the mean alone needs no scratch */
    routh_model_fill_slots(model, output, slot);
    return routh_model_impulse(model, contact, slot);
}

/* A body that does not turn and has this contact: W = 1/m + l lᵀ/I with 1/m the smaller eigenvalue of W, l = (−ry, rx)
 * along the other eigenvector, and I = m. */
static routh_impact body_with(const routh_contact *c) {
    const double larger = 0.5 * (c->wtt + c->wnn) + hypot(0.5 * (c->wtt - c->wnn), c->wtn);
    const double smaller = (c->wtt * c->wnn - c->wtn * c->wtn) / larger;
    const double mass = 1 / smaller, angle = 0.5 * atan2(2 * c->wtn, c->wtt - c->wnn);
    const double length = sqrt(fmax(0, larger - smaller) * mass);
    return (routh_impact){
        .mass = mass, .inertia = mass, .rx = length * sin(angle), .ry = -length * cos(angle), .vx = c->vt, .vy = c->vn};
}

/* In the metric of velocity the rigid bound measures impulses by m W: kinetic energy, up to a factor. */
routh_point routh_model_project(const routh_contact *contact, routh_point impulse) {
    if (routh_is_admissible(contact, impulse, ROUTH_MODEL_INSIDE))
        return impulse;
    const routh_impact body = body_with(contact);
    const routh_velocity after = routh_impact_after(&body, impulse.pt, impulse.pn, 0);
    routh_bound bound;
    if (routh_bound_of(NULL, &body, after, ROUTH_VELOCITY, &bound) != ROUTH_OK)
        return (routh_point){NAN, NAN};
    return bound.impulse;
}

static routh_impulse answer(const routh_law *law, const routh_contact *contact, const double *parameters) {
    (void)parameters;
    return routh_model_answer(law->data, contact);
}

/* How many times faster this impact would have to be for the model to have seen such a speed. */
static double speed_up(const routh_model *model, const routh_contact *contact) {
    double all[ROUTH_MODEL_MOST_INPUTS], used[ROUTH_MODEL_MOST_INPUTS];
    routh_model_inputs_of_contact(model->kind, contact, all);
    routh_model_take_inputs(model, all, used);
    const double speed = model_speed(model, used);
    return speed > 0 && speed < model->slowest ? model->slowest / speed : 1;
}

/* Without a couple: its energy is not determined in contact space. Slower than all that it has learned from, a
 * model would answer with the impulses of faster impacts, and no body would ever come to rest: there impulses are taken
 * in proportion to the speed, as those of all laws of the registry are. */
static routh_impulse answer_projected(const routh_law *law, const routh_contact *contact, const double *parameters) {
    (void)parameters;
    const routh_model *model = law->data;
    const double faster = speed_up(model, contact);
    routh_contact seen = *contact;
    seen.vt *= faster;
    seen.vn *= faster;
    const routh_impulse p = routh_model_answer(model, &seen);
    const routh_point inside = routh_model_project(&seen, (routh_point){p.pt, p.pn});
    return (routh_impulse){inside.pt / faster, inside.pn / faster, p.mode, 0};
}

void routh_model_make_laws(routh_model *model) {
    static const char *const titles[ROUTH_MODEL_COUNT] = {
        [ROUTH_MODEL_BASELINE] = "Learned, without structure",
        [ROUTH_MODEL_RIGID] = "Learned impulse",
        [ROUTH_MODEL_RIGID_2D] = "Learned impulse, 2-D",
        [ROUTH_MODEL_WRENCH] = "Learned wrench",
        [ROUTH_MODEL_RESIDUAL] = "Learned residual",
        [ROUTH_MODEL_RESIDUAL_WRENCH] = "Learned residual wrench",
        [ROUTH_MODEL_PARAMETERS] = "Learned parameters",
    };
    /* with parameters that are always legal, a law keeps its properties */
    const unsigned promises = ROUTH_LAW_ON_PATH | ROUTH_LAW_KEEPS_ENERGY | ROUTH_LAW_FEASIBLE | ROUTH_LAW_COMPLIANT;
    const routh_law law = {.name = routh_name(&routh_model_kinds, model->kind),
                           .title = titles[model->kind],
                           .rule = routh_about(&routh_model_kinds, model->kind),
                           .reference = "Fazeli, Zapolsky, Drumwright and Rodriguez (2017)",
                           .restitution = model->law ? model->law->restitution : ROUTH_NEWTON,
                           .traits = model->kind == ROUTH_MODEL_PARAMETERS ? model->law->traits & promises : 0,
                           .answer = answer,
                           .data = model};
    model->as_law[0] = model->as_law[1] = law;
    model->as_law[1].answer = answer_projected;
    model->as_law[1].traits |= ROUTH_LAW_KEEPS_ENERGY;
    model->slowest = model->kind == ROUTH_MODEL_BASELINE || model->covariate_count > 0 ? 0 : model_slowest(model);
}

const routh_law *routh_model_law(const routh_model *model, int projected) {
    const bool is_law = model->kind != ROUTH_MODEL_BASELINE && model->covariate_count == 0;
    return is_law ? &model->as_law[projected ? 1 : 0] : NULL;
}

void routh_model_parameters_at(const routh_model *model, const double *slot, double *parameters) {
    routh_box box;
    for (int i = 0; i < ROUTH_MAX_PARAMETERS; i++)
        parameters[i] = model->parameters[i];
    if (routh_box_of(NULL, model->law, model->mu_max, &box) != ROUTH_OK)
        return;
    for (size_t s = 0; s < model->slots; s++)
        parameters[s] = routh_box_value(&box, (int)s, 1 / (1 + exp(-slot[s])));
}
