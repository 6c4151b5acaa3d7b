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
    routh_model_predict_from(model, &sample->impact, &sample->contact, slot, wide, &p);
    errors_of(model, sample, off, &p, error);
    routh_model_deviations_of(&p, claimed);
    for (int k = 0; k < ROUTH_MODEL_QUANTITIES; k++)
        add(&of[k], error[k], claimed[k]);
}

routh_status routh_model_find_intervals(routh_context *context, routh_model *model, const routh_sample *samples,
                                        const size_t *index, size_t count, const double *target) {
    const size_t outputs = routh_gp_outputs(model->gp);
    double *residual = routh_allocate(context, count, outputs * sizeof *residual);
    double *deviation = routh_allocate(context, count, outputs * sizeof *deviation);
    double *z = routh_allocate(context, count, ROUTH_MODEL_QUANTITIES * sizeof *z);
    left_out of[ROUTH_MODEL_QUANTITIES] = {{0}};
    const routh_status status = residual && deviation && z ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    routh_model_plain_intervals(model);
    if (status == ROUTH_OK) {
        routh_gp_leave_one_out_measured(model->gp, residual, deviation);
        for (size_t k = 0; k < ROUTH_MODEL_QUANTITIES; k++)
            of[k].z = z + k * count;
        for (size_t i = 0; i < count; i++)
            compare(model, &samples[index[i]], target + i * outputs, residual + i * outputs, deviation + i * outputs,
                    of);
        for (int k = 0; k < ROUTH_MODEL_QUANTITIES; k++)
            note(&of[k], &model->spread[k], &model->interval[k]);
    }
    routh_release(context, residual);
    routh_release(context, deviation);
    routh_release(context, z);
    return status;
}
