/* The deviations of a prediction, and what intervals make of them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "learn/model.h"

void routh_model_deviations_of(const routh_prediction *p, double deviation[ROUTH_MODEL_QUANTITIES]) {
    deviation[0] = p->impulse_sd[0];
    deviation[1] = p->impulse_sd[1];
    deviation[2] = p->couple_sd;
    for (int k = 0; k < 3; k++)
        deviation[3 + k] = p->after_sd[k];
}

void routh_model_apply_intervals(const routh_model *model, routh_prediction *p) {
    double deviation[ROUTH_MODEL_QUANTITIES];
    routh_model_deviations_of(p, deviation);
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
