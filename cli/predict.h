/* What `routh predict` asked a model, and the forms its answers are written in.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_PREDICT_H
#define ROUTH_CLI_PREDICT_H

#include <stdio.h>

#include <routh/routh.h>

typedef struct predict_answer {
    const char *name; /* the model's file */
    const routh_model *model;
    routh_model_facts facts;
    const routh_model_origin *origin;
    size_t count;
    const routh_impact *impact;
    const routh_velocity *measured; /* after; NULL: not known */
    routh_prediction *prediction;
    int project; /* what is outside the energy ellipse was put back */
} predict_answer;

void predict_write_csv(FILE *file, const predict_answer *answer);
void predict_write_json(FILE *file, const predict_answer *answer);

/* |v̂⁺ − v⁺| of one impact whose velocity after was measured, m/s. */
double predict_error(const predict_answer *answer, size_t i);

#endif
