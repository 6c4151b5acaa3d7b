/* Inside of learned contact models: what they keep, what their parts share, and models in files.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_LEARN_MODEL_H
#define ROUTH_SRC_LEARN_MODEL_H

#include <routh/learn.h>

#include "learn/gp.h"

/* Inside a learned contact model: what it keeps, and what its parts do for each other.
 *
 * A kind has a fixed list of inputs, of which those that vary in the samples are in use, and a fixed list of outputs
 * (“slots”), each an output of the Gaussian process or, where it was the same in all samples, that constant. */

enum {
    ROUTH_MODEL_BODY_INPUTS = 10,
    ROUTH_MODEL_MOST_INPUTS = ROUTH_MODEL_BODY_INPUTS + 2 * ROUTH_MOST_COVARIATES, /* an angle is two */
    ROUTH_MODEL_MOST_SLOTS = 3,
    ROUTH_MODEL_QUANTITIES = 6 /* P_t, P_n, couple; vx, vy, ω after */
};

/* What varies by less than this share of its size is rounding. */
#define ROUTH_MODEL_LEAST_VARIATION 1e-10

struct routh_model {
    routh_model_kind kind;
    routh_metric metric;
    const routh_law *law; /* NULL: none behind it */
    double parameters[ROUTH_MAX_PARAMETERS];
    double mu_max; /* the cap on learned friction */
    /* Of learned parameters: root mean square of the samples' P_t and P_n that the law leaves unexplained even at the
     * parameters that were learned, N s. */
    double unexplained[2];
    size_t count, bounded; /* as in routh_model_facts */

    /* What leaving out one sample says of the deviations that follow from the Gaussian process, by quantity: what the
     * standard deviation and half the 95 % interval are, in units of these. See model_predict.c. */
    double spread[ROUTH_MODEL_QUANTITIES], interval[ROUTH_MODEL_QUANTITIES];

    size_t inputs;                         /* in use */
    size_t input[ROUTH_MODEL_MOST_INPUTS]; /* which of the kind's, then of the covariates' */
    size_t covariate_count;
    char covariate[ROUTH_MOST_COVARIATES][ROUTH_LABEL_SIZE]; /* their quantities, as they were given */
    size_t slots;
    int output[ROUTH_MODEL_MOST_SLOTS]; /* of the Gaussian process, by slot; −1: constant */
    double constant[ROUTH_MODEL_MOST_SLOTS];
    routh_gp *gp;
    routh_model *prior;  /* NULL: none */
    double slowest;      /* routh_model_speed of the slowest sample; 0: of the baseline */
    routh_law as_law[2]; /* as it is, projected */
};

/* Inputs: how many a kind has, what they are called, and what they are for one impact. */
size_t routh_model_input_count(routh_model_kind kind);
const char *routh_model_input_name(routh_model_kind kind, size_t input);
void routh_model_inputs_of_contact(routh_model_kind kind, const routh_contact *contact, double *input);
void routh_model_inputs_of_body(const routh_impact *impact, const double pose[3], double *input); /* baseline */

/* Covariates: inputs after the kind's own, two for each, of which the second is the cosine of an angle. */
size_t routh_model_input_total(const routh_model *model);
const char *routh_model_input_shown(const routh_model *model, size_t input);
bool routh_model_sees(const routh_model *model, const char *name); /* is it among the inputs in use? */
void routh_model_inputs_of_covariates(const routh_model *model, const double *row, double *input);
routh_status routh_model_take_covariates(routh_context *context, const routh_model_options *options,
                                         routh_model *model);

/* Once the kind's own are chosen. Refused: one that is missing in some rows, or the same in all. */
routh_status routh_model_choose_covariates(routh_context *context, routh_model *model, size_t count,
                                           const double *table);

/* Which of the kind's inputs vary in `count` rows, compared with those of the same unit; the others carry no
 * information. */
void routh_model_choose_inputs(routh_model *model, size_t count, const double *table);
void routh_model_take_inputs(const routh_model *model, const double *all, double *used);

/* Outputs: how many a model has, their names and units. */
size_t routh_model_slot_count(routh_model_kind kind, const routh_law *law);
const char *routh_model_slot_name(const routh_model *model, size_t slot);
const char *routh_model_slot_unit(const routh_model *model, size_t slot);

/* What the model is to predict for samples[index[0 … count-1]], count × slots. */
routh_status routh_model_targets(routh_context *context, routh_model *model, const routh_sample *samples,
                                 const size_t *index, size_t count, double *target);

/* The impulse and couple of a contact from the Gaussian process's values for its slots; not for the baseline. */
routh_impulse routh_model_impulse(const routh_model *model, const routh_contact *contact, const double *slot);

/* The same, asking the Gaussian process. */
routh_impulse routh_model_answer(const routh_model *model, const routh_contact *contact);

/* Slots from the outputs of the Gaussian process. */
void routh_model_fill_slots(const routh_model *model, const double *output, double *slot);

/* Intervals: the names of the quantities, those of a model without information on them, and from the samples that it was
 * trained on; target: count × outputs of its Gaussian process. */
#define ROUTH_MODEL_QUANTITY_NAMES                                                                                     \
    { "Pt", "Pn", "couple", "vx", "vy", "omega" }
void routh_model_plain_intervals(routh_model *model);
routh_status routh_model_find_intervals(routh_context *context, routh_model *model, const routh_sample *samples,
                                        const size_t *index, size_t count, const double *target);
int routh_model_quantity_of_slot(const routh_model *model, size_t slot); /* −1: a law's parameter */

/* The nearest admissible impulse in the metric of kinetic energy, |P − P′|² = (P − P′)ᵀW(P − P′); P itself where it is
 * admissible. NaN where W is singular to rounding. */
#define ROUTH_MODEL_INSIDE 1e-9
routh_point routh_model_project(const routh_contact *contact, routh_point impulse);

/* The learned parameters of a law: what is to be learned, and from there to values within the bounds. */
void routh_model_parameters_at(const routh_model *model, const double *slot, double *parameters);

/* Makes model->as_law once everything else is there. */
void routh_model_make_laws(routh_model *model);

routh_status routh_model_copy(routh_context *context, const routh_model *model, routh_model **copy);

int routh_model_needs_law(routh_model_kind kind); /* residual, residual-wrench, parameters */

#endif
