/* What a model predicts, with deviations and intervals.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>

#include "algebra/algebra.h"
#include "base/context.h"
#include "base/numbers.h"
#include "impact/impact.h"
#include "learn/model.h"

/* The deviations of a prediction, and what intervals make of them. */

static void model_deviations_of(const routh_prediction *p, double deviation[ROUTH_MODEL_QUANTITIES]) {
    deviation[0] = p->impulse_sd[0];
    deviation[1] = p->impulse_sd[1];
    deviation[2] = p->couple_sd;
    for (int k = 0; k < 3; k++)
        deviation[3 + k] = p->after_sd[k];
}

static void model_apply_intervals(const routh_model *model, routh_prediction *p) {
    double deviation[ROUTH_MODEL_QUANTITIES];
    model_deviations_of(p, deviation);
    for (int k = 0; k < 2; k++) {
        p->impulse_sd[k] = model->spread[k] * deviation[k];
        p->impulse_interval[k] = model->interval[k] * deviation[k];
    }
    p->couple_sd = model->spread[2] * deviation[2];
    p->couple_interval = model->interval[2] * deviation[2];
    for (int k = 0; k < 3; k++) {
        p->after_sd[k] = model->spread[3 + k] * deviation[3 + k];
        p->after_interval[k] = model->interval[3 + k] * deviation[3 + k];
    }
}

/* Prediction: impulse, motion after, their deviations, and whether a rigid contact could do it. */

/* One call of routh_model_predict. */
typedef struct predicting {
    routh_context *context;
    const routh_model *model;
    size_t count, outputs;
    const routh_impact *impact;
    routh_contact *contact;   /* by impact */
    double *input;            /* count × inputs in use */
    double *mean, *deviation; /* of a measurement, count × outputs of the Gaussian process */
} predicting;

static routh_status make_inputs(const predicting *p, const double (*pose)[3], const double *covariate) {
    const routh_model *model = p->model;
    for (size_t i = 0; i < p->count; i++) {
        double all[ROUTH_MODEL_MOST_INPUTS];
        double *const used = p->input + i * model->inputs;
        routh_context local = routh_context_default();
        const routh_status status = routh_contact_of(&local, &p->impact[i], &p->contact[i]);
        if (status != ROUTH_OK)
            return routh_fail(p->context, status, "impact %zu (from 0): %.400s", i, local.message);
        if (model->kind == ROUTH_MODEL_BASELINE)
            routh_model_inputs_of_body(&p->impact[i], pose ? pose[i] : NULL, all);
        else
            routh_model_inputs_of_contact(model->kind, &p->contact[i], all);
        if (covariate)
            routh_model_inputs_of_covariates(model, covariate + i * model->covariate_count, all);
        routh_model_take_inputs(model, all, used);
        for (size_t k = 0; k < model->inputs; k++)
            if (!isfinite(used[k]))
                return routh_fail(p->context, ROUTH_NOT_FINITE,
                                  "impact %zu (from 0): this model needs a finite %s, not %g", i,
                                  routh_model_input_shown(model, model->input[k]), used[k]);
    }
    return ROUTH_OK;
}

/* The slots of one impact, and the deviation of a measurement of each. */
static void slots_at(const predicting *p, size_t i, double *slot, double *deviation) {
    const routh_model *model = p->model;
    routh_model_fill_slots(model, p->mean + i * p->outputs, slot);
    for (size_t s = 0; s < model->slots; s++) {
        const int output = model->output[s];
        deviation[s] = output < 0 ? 0 : p->deviation[i * p->outputs + (size_t)output];
    }
}

/* Half the change of the impulse while a parameter goes from one deviation below to one above, plus what no parameters
 * explain; all taken as independent. */
static void spread_parameters(const routh_model *model, const routh_contact *contact, const double *slot,
                              const double *deviation, double impulse_sd[2]) {
    double square[2] = {model->unexplained[0] * model->unexplained[0], model->unexplained[1] * model->unexplained[1]};
    for (size_t s = 0; s < model->slots; s++) {
        double moved[ROUTH_MODEL_MOST_SLOTS];
        for (size_t other = 0; other < model->slots; other++)
            moved[other] = slot[other];
        moved[s] = slot[s] + deviation[s];
        const routh_impulse above = routh_model_impulse(model, contact, moved);
        moved[s] = slot[s] - deviation[s];
        const routh_impulse below = routh_model_impulse(model, contact, moved);
        square[0] += (above.pt - below.pt) * (above.pt - below.pt) / 4;
        square[1] += (above.pn - below.pn) * (above.pn - below.pn) / 4;
    }
    impulse_sd[0] = sqrt(square[0]);
    impulse_sd[1] = sqrt(square[1]);
}

static void spread_motion(const routh_impact *impact, routh_prediction *out) {
    out->after_sd[0] = out->impulse_sd[0] / impact->mass;
    out->after_sd[1] = out->impulse_sd[1] / impact->mass;
    out->after_sd[2] = hypot(hypot(impact->ry * out->impulse_sd[0], impact->rx * out->impulse_sd[1]), out->couple_sd) /
                       impact->inertia;
}

/* Could the contact do this: no energy gained, no penetration, no pull? */
static bool is_inside(const routh_impact *impact, const routh_contact *contact, const routh_prediction *out) {
    if (!(fabs(out->couple) > 0))
        return routh_is_admissible(contact, out->impulse, ROUTH_MODEL_INSIDE);
    const double vn = out->after.vy + impact->rx * out->after.omega;
    const double size = fabs(contact->vn) + fabs(contact->vt);
    return out->body_energy_ratio <= 1 + ROUTH_MODEL_INSIDE && vn >= -ROUTH_MODEL_INSIDE * size &&
           contact->wnn * out->impulse.pn >= -ROUTH_MODEL_INSIDE * size;
}

/* Where no rigid contact can produce the prediction, the nearest motion that one can: with a couple, or without any
 * impulse, the nearest to the predicted motion. */
static routh_status project(routh_context *context, const routh_impact *impact, const routh_contact *contact,
                            routh_prediction *out) {
    out->projected = out->impulse;
    out->projected_after = out->after;
    if (out->inside)
        return ROUTH_OK;
    if (fabs(out->couple) > 0 || !isfinite(out->impulse.pt)) {
        routh_bound bound;
        ROUTH_TRY(routh_bound_of(context, impact, out->after, ROUTH_VELOCITY, &bound));
        out->projected = bound.impulse;
    } else
        out->projected = routh_model_project(contact, out->impulse);
    out->projected_after = routh_impact_after(impact, out->projected.pt, out->projected.pn, 0);
    return ROUTH_OK;
}

/* Impulse, couple and motion after from the slots, with deviations as they follow from those of the slots. */
static void model_predict_from(const routh_model *model, const routh_impact *impact, const routh_contact *contact,
                               const double *slot, const double *deviation, routh_prediction *out) {
    *out = (routh_prediction){0};
    if (model->kind == ROUTH_MODEL_BASELINE) {
        out->impulse = (routh_point){NAN, NAN};
        out->impulse_sd[0] = out->impulse_sd[1] = NAN;
        out->after = (routh_velocity){slot[0], slot[1], slot[2]};
        for (int k = 0; k < 3; k++)
            out->after_sd[k] = deviation[k];
        return;
    }
    const routh_impulse said = routh_model_impulse(model, contact, slot);
    out->impulse = (routh_point){said.pt, said.pn};
    out->couple = said.couple;
    out->after = routh_impact_after(impact, said.pt, said.pn, said.couple);
    if (model->kind == ROUTH_MODEL_PARAMETERS)
        spread_parameters(model, contact, slot, deviation, out->impulse_sd);
    else {
        out->impulse_sd[0] = deviation[0];
        out->impulse_sd[1] = deviation[1];
        out->couple_sd = model->slots > 2 ? deviation[2] : 0;
    }
    spread_motion(impact, out);
}

static routh_status finish(const predicting *p, size_t i, routh_prediction *out) {
    const routh_model *model = p->model;
    const routh_impact *impact = &p->impact[i];
    double slot[ROUTH_MODEL_MOST_SLOTS], deviation[ROUTH_MODEL_MOST_SLOTS];
    slots_at(p, i, slot, deviation);
    model_predict_from(model, impact, &p->contact[i], slot, deviation, out);
    model_apply_intervals(model, out);
    out->body_energy_ratio = routh_impact_energy_ratio(impact, out->after);
    out->inside = model->kind != ROUTH_MODEL_BASELINE && is_inside(impact, &p->contact[i], out);
    return project(p->context, impact, &p->contact[i], out);
}

/* Length scales suit the samples, beside which more seems to be open than at them. */
static const double margin = 1.25;

/* The largest of the outputs' deviations, each in units of that output's mean over the samples. */
static double openness(const double *deviation, const double *usual, size_t outputs) {
    double most = 0;
    for (size_t o = 0; o < outputs; o++)
        most = fmax(most, usual[o] > 0 ? deviation[o] / usual[o] : 0);
    return most;
}

/* Nothing was learned near an impact if clearly more is open there than at any sample that is predicted from all others. An
 * impact like the samples has the greatest deviation of n + 1 once in n + 1 times, whatever the distribution is. */
static routh_status find_far(routh_context *context, const predicting *p, routh_prediction *prediction) {
    const size_t samples = routh_gp_count(p->model->gp), outputs = p->outputs;
    ROUTH_ARENA(room, context);
    double *deviation = routh_take(&room, samples, outputs * sizeof *deviation);
    double usual[ROUTH_MODEL_MOST_SLOTS] = {0}, most = 0;
    ROUTH_TRY(room.status);
    routh_gp_leave_one_out_measured(p->model->gp, NULL, deviation);
    for (size_t i = 0; i < samples * outputs; i++)
        usual[i % outputs] += deviation[i] / (double)samples;
    for (size_t i = 0; i < samples; i++)
        most = fmax(most, openness(deviation + i * outputs, usual, outputs));
    for (size_t i = 0; i < p->count; i++)
        prediction[i].far = openness(p->deviation + i * outputs, usual, outputs) > margin * most;
    return ROUTH_OK;
}

routh_status routh_model_predict(routh_context *context, const routh_model *model, size_t count,
                                 const routh_impact *impact, const double (*pose)[3], const double *covariate,
                                 routh_prediction *prediction) {
    if (!model)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "predicting needs a model");
    if (model->covariate_count > 0 && !covariate)
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "this model has covariates: it needs %.60s%s of every impact beside the impact itself",
                          model->covariate[0], model->covariate_count > 1 ? " and more" : "");
    ROUTH_TRY(routh_array_check(context, "impact", impact, count));
    ROUTH_TRY(routh_array_check(context, "prediction", prediction, count));
    const size_t outputs = routh_gp_outputs(model->gp);
    ROUTH_ARENA(room, context);
    predicting p = {.context = context,
                    .model = model,
                    .count = count,
                    .outputs = outputs,
                    .impact = impact,
                    .contact = routh_take(&room, count, sizeof *p.contact),
                    .input = routh_take(&room, count, model->inputs * sizeof *p.input),
                    .mean = routh_take(&room, count, outputs * sizeof *p.mean),
                    .deviation = routh_take(&room, count, outputs * sizeof *p.deviation)};
    ROUTH_TRY(room.status);
    ROUTH_TRY(make_inputs(&p, pose, model->covariate_count > 0 ? covariate : NULL));
    ROUTH_TRY(routh_gp_predict_measured(context, model->gp, count, p.input, p.mean, p.deviation));
    for (size_t i = 0; i < count; i++)
        ROUTH_TRY(finish(&p, i, &prediction[i]));
    return find_far(context, &p, prediction);
}

/* Intervals that hold as often as they say, from the samples themselves.
 *
 * The deviations that follow from a Gaussian process are right if errors are normal, equal everywhere and independent
 * between outputs. None of this holds: laws have kinks, noise of the inputs counts more where the law is steep, and the
 * couple τ = I Δω − r × P contains the errors of P, so that those of ω cancel where their sum is taken. So each sample is
 * predicted from all others, with error e_i and deviation d_i, and |z_i| = |e_i| ÷ d_i are sorted. For each quantity
 *
 *     the standard deviation   d √(Σ e_i² ÷ Σ d_i²)
 *     half the 95 % interval   d × |z| of rank 0.95 (n + 1) of n, between ranks by interpolation
 *
 * where d follows from the process at the new impact. *
 * A new error is as likely to have any rank among n + 1, whatever its distribution: J. Lei and others, Distribution-free
 * predictive inference for regression, J. Am. Statist. Assoc. 113 (2018), with the samples left out one by one as in R. F.
 * Barber and others, Predictive inference with the jackknife+, Ann. Statist. 49 (2021). Fewer than 19 samples have no such
 * rank: Student's t with n degrees of freedom, times √(mean z²) where that is more than 1. */

#define LEVEL 0.95

void routh_model_plain_intervals(routh_model *model) {
    for (int k = 0; k < ROUTH_MODEL_QUANTITIES; k++) {
        model->spread[k] = 1;
        model->interval[k] = ROUTH_NORMAL_INTERVAL;
    }
}

int routh_model_quantity_of_slot(const routh_model *model, size_t slot) {
    return model->kind == ROUTH_MODEL_PARAMETERS ? -1 : model->kind == ROUTH_MODEL_BASELINE ? (int)slot + 3 : (int)slot;
}

/* Measured − predicted of one sample; residual: of its slots. */
static void errors_of(const routh_model *model, const routh_sample *sample, const double *residual,
                      const routh_prediction *p, double error[ROUTH_MODEL_QUANTITIES]) {
    for (size_t k = 0; k < 3; k++)
        error[k] = k < model->slots ? residual[k] : 0;
    if (model->kind == ROUTH_MODEL_PARAMETERS) {
        error[0] = sample->measured[model->metric].pt - p->impulse.pt;
        error[1] = sample->measured[model->metric].pn - p->impulse.pn;
        error[2] = 0;
    }
    error[3] = sample->after.vx - p->after.vx;
    error[4] = sample->after.vy - p->after.vy;
    error[5] = sample->after.omega - p->after.omega;
}

/* Errors of one quantity, each sample left out. */
typedef struct left_out {
    double *z; /* |error| ÷ the deviation that it was predicted with */
    size_t count;
    double error_squares, deviation_squares; /* sums */
} left_out;

static void add(left_out *of, double error, double deviation) {
    if (!(deviation > 0)) /* it is constant, or the model has none */
        return;
    of->z[of->count++] = fabs(error) / deviation;
    of->error_squares += error * error;
    of->deviation_squares += deviation * deviation;
}

static void note(const left_out *of, double *spread, double *interval) {
    const double n = (double)of->count, rank = LEVEL * (n + 1), square = of->error_squares / of->deviation_squares;
    if (of->count < 2 || !(square > 0) || !isfinite(square))
        return;
    double mean = 0;
    for (size_t i = 0; i < of->count; i++)
        mean += of->z[i] * of->z[i] / n;
    qsort(of->z, of->count, sizeof *of->z, routh_ascending);
    const size_t below = (size_t)rank; /* counted from 1 */
    *spread = sqrt(square);
    *interval = rank < n ? of->z[below - 1] + (rank - (double)below) * (of->z[below] - of->z[below - 1])
                         : routh_student_quantile(LEVEL, n) * fmax(sqrt(mean), 1);
}

/* Sample i, from the target and the residual of its outputs. */
static void compare(const routh_model *model, const routh_sample *sample, const double *target, const double *residual,
                    const double *deviation, left_out *of) {
    double predicted[ROUTH_MODEL_MOST_SLOTS] = {0}, slot[ROUTH_MODEL_MOST_SLOTS], off[ROUTH_MODEL_MOST_SLOTS] = {0};
    double wide[ROUTH_MODEL_MOST_SLOTS] = {0}, error[ROUTH_MODEL_QUANTITIES], claimed[ROUTH_MODEL_QUANTITIES];
    routh_prediction p;
    for (size_t s = 0; s < model->slots; s++)
        if (model->output[s] >= 0) {
            const size_t o = (size_t)model->output[s];
            predicted[o] = target[o] - residual[o];
            off[s] = residual[o];
            wide[s] = deviation[o];
        }
    routh_model_fill_slots(model, predicted, slot);
    model_predict_from(model, &sample->impact, &sample->contact, slot, wide, &p);
    errors_of(model, sample, off, &p, error);
    model_deviations_of(&p, claimed);
    for (int k = 0; k < ROUTH_MODEL_QUANTITIES; k++)
        add(&of[k], error[k], claimed[k]);
}

routh_status routh_model_find_intervals(routh_context *context, routh_model *model, const routh_sample *samples,
                                        const size_t *index, size_t count, const double *target) {
    const size_t outputs = routh_gp_outputs(model->gp);
    ROUTH_ARENA(room, context);
    double *residual = routh_take(&room, count, outputs * sizeof *residual);
    double *deviation = routh_take(&room, count, outputs * sizeof *deviation);
    left_out of[ROUTH_MODEL_QUANTITIES] = {{0}};
    for (size_t k = 0; k < ROUTH_MODEL_QUANTITIES; k++)
        of[k].z = routh_take(&room, count, sizeof *of[k].z);
    ROUTH_TRY(room.status);
    routh_model_plain_intervals(model);
    routh_gp_leave_one_out_measured(model->gp, residual, deviation);
    for (size_t i = 0; i < count; i++)
        compare(model, &samples[index[i]], target + i * outputs, residual + i * outputs, deviation + i * outputs, of);
    for (int k = 0; k < ROUTH_MODEL_QUANTITIES; k++)
        note(&of[k], &model->spread[k], &model->interval[k]);
    return ROUTH_OK;
}
