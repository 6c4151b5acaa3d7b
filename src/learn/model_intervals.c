/* Intervals that hold as often as they say, from the samples themselves.
 *
 * The deviations that follow from a Gaussian process are right if errors are normal, equal everywhere and independent
 * between outputs. None of this holds: laws have kinks, noise of the inputs counts more where the law is steep, and the
 * couple τ = I Δω − r × P contains the errors of P, so that those of ω cancel where their sum is taken. So each sample is
 * predicted from all others, and its errors are divided by the deviations that the prediction came with. For n samples
 * these |z_i|, sorted, say for each quantity
 *
 *     the standard deviation   √(mean z²) × the one that follows from the process
 *     half the 95 % interval   |z| of rank 0.95 (n + 1), between ranks by interpolation, × that deviation
 *
 * A new error is as likely to have any rank among n + 1, whatever its distribution: J. Lei and others, Distribution-free
 * predictive inference for regression, J. Am. Statist. Assoc. 113 (2018), with the samples left out one by one as in R. F.
 * Barber and others, Predictive inference with the jackknife+, Ann. Statist. 49 (2021). Fewer than 19 samples have no such
 * rank: Student's t with n degrees of freedom, times √(mean z²) where that is more than 1.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>

#include "algebra/resample.h"
#include "base/context.h"
#include "base/order.h"
#include "learn/model.h"

#define LEVEL 0.95

void routh_model_plain_intervals(routh_model *model) {
    for (int k = 0; k < ROUTH_MODEL_QUANTITIES; k++) {
        model->spread[k] = 1;
        model->interval[k] = ROUTH_MODEL_NORMAL_INTERVAL;
    }
}

int routh_model_quantity_of_slot(const routh_model *model, size_t slot) {
    return model->kind == ROUTH_MODEL_PARAMETERS ? -1 : model->kind == ROUTH_MODEL_BASELINE ? (int)slot + 3 : (int)slot;
}

static void deviations_of(const routh_prediction *p, double deviation[ROUTH_MODEL_QUANTITIES]) {
    deviation[0] = p->impulse_sd[0];
    deviation[1] = p->impulse_sd[1];
    deviation[2] = p->couple_sd;
    for (int k = 0; k < 3; k++)
        deviation[3 + k] = p->after_sd[k];
}

void routh_model_apply_intervals(const routh_model *model, routh_prediction *p) {
    double deviation[ROUTH_MODEL_QUANTITIES];
    deviations_of(p, deviation);
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

/* From |z| of one quantity, which is sorted. */
static void note(routh_model *model, int quantity, double *z, size_t count) {
    const double n = (double)count, rank = LEVEL * (n + 1);
    double square = 0;
    for (size_t i = 0; i < count; i++)
        square += z[i] * z[i] / n;
    if (count < 2 || !(square > 0) || !isfinite(square))
        return;
    qsort(z, count, sizeof *z, routh_ascending);
    const size_t below = (size_t)rank; /* counted from 1 */
    model->spread[quantity] = sqrt(square);
    model->interval[quantity] = rank < n ? z[below - 1] + (rank - (double)below) * (z[below] - z[below - 1])
                                         : routh_student_quantile(LEVEL, n) * fmax(sqrt(square), 1);
}

static void compare(routh_model *model, const routh_sample *samples, const size_t *index, size_t count,
                    const double *target, const double *residual, const double *deviation, double *z) {
    const size_t outputs = routh_gp_outputs(model->gp);
    size_t known[ROUTH_MODEL_QUANTITIES] = {0};
    for (size_t i = 0; i < count; i++) {
        double left_out[ROUTH_MODEL_MOST_SLOTS] = {0}, slot[ROUTH_MODEL_MOST_SLOTS], wide[ROUTH_MODEL_MOST_SLOTS];
        double predicted[ROUTH_MODEL_MOST_SLOTS] = {0}, error[ROUTH_MODEL_QUANTITIES], of[ROUTH_MODEL_QUANTITIES];
        routh_prediction p;
        for (size_t o = 0; o < outputs; o++)
            predicted[o] = target[i * outputs + o] - residual[i * outputs + o];
        routh_model_fill_slots(model, predicted, slot);
        for (size_t s = 0; s < model->slots; s++) {
            const int output = model->output[s];
            left_out[s] = output < 0 ? 0 : residual[i * outputs + (size_t)output];
            wide[s] = output < 0 ? 0 : deviation[i * outputs + (size_t)output];
        }
        const routh_sample *sample = &samples[index[i]];
        routh_model_predict_from(model, &sample->impact, &sample->contact, slot, wide, &p);
        errors_of(model, sample, left_out, &p, error);
        deviations_of(&p, of);
        for (int k = 0; k < ROUTH_MODEL_QUANTITIES; k++)
            if (of[k] > 0) /* not where it is constant, or the model has none */
                z[(size_t)k * count + known[k]++] = fabs(error[k]) / of[k];
    }
    for (int k = 0; k < ROUTH_MODEL_QUANTITIES; k++)
        note(model, k, z + (size_t)k * count, known[k]);
}

routh_status routh_model_find_intervals(routh_context *context, routh_model *model, const routh_sample *samples,
                                        const size_t *index, size_t count, const double *target) {
    const size_t outputs = routh_gp_outputs(model->gp);
    double *residual = routh_allocate(context, count, outputs * sizeof *residual);
    double *deviation = routh_allocate(context, count, outputs * sizeof *deviation);
    double *z = routh_allocate(context, count, ROUTH_MODEL_QUANTITIES * sizeof *z);
    const routh_status status = residual && deviation && z ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    routh_model_plain_intervals(model);
    if (status == ROUTH_OK) {
        routh_gp_leave_one_out_measured(model->gp, residual, deviation);
        compare(model, samples, index, count, target, residual, deviation, z);
    }
    routh_release(context, residual);
    routh_release(context, deviation);
    routh_release(context, z);
    return status;
}
