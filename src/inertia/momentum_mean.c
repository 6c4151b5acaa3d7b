/* The mean of momentum changes that a model expects at a lever.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "inertia/poses.h"

void routh_momentum_terms(const momentum_model *model, double rx, double terms[MOMENTUM_TERMS]) {
    terms[0] = 1;
    terms[1] = rx / model->radius;
    terms[2] = terms[1] * terms[1];
}

void routh_momentum_mean(const momentum_model *model, double rx, double mean[2]) {
    double terms[MOMENTUM_TERMS];
    routh_momentum_terms(model, rx, terms);
    for (int axis = 0; axis < 2; axis++) {
        mean[axis] = 0;
        for (int k = 0; k < MOMENTUM_TERMS; k++)
            mean[axis] += model->mean[axis][k] * terms[k];
    }
}
