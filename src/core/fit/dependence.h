/* Inside a law whose parameters depend on something.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FIT_DEPENDENCE_H
#define ROUTH_SRC_FIT_DEPENDENCE_H

#include <routh/fit.h>

#include "algebra/levenberg_marquardt.h"
#include "fit/box.h"
#include "fit/ensemble.h"

enum { ROUTH_DEPENDENCE_UNKNOWNS = ROUTH_MAX_PARAMETERS + ROUTH_MOST_TERMS };

/* What a term is for one impact, of which `value` is the row of covariates. */
double routh_term_value(const routh_dependence *dependence, const routh_term *term, const double *value);

/* The terms that the law has, with everything but their coefficients: means, deviations and ranges of the quantities
 * over the fitted impacts. Fails for constant, collinear and too many ones. */
routh_status routh_dependence_plan(routh_context *context, const double *value, const size_t *index, size_t count,
                                   routh_dependence *dependence);

/* One search: scratch of one thread, with its impacts loaded. The unknowns are p0 of every parameter, then the terms'
 * coefficients, all in `unit`. */
typedef struct routh_dependence_search {
    const routh_dependence *plan;
    const routh_box *box;
    routh_ensemble *ensemble;
    size_t unknowns;
    double unit[ROUTH_DEPENDENCE_UNKNOWNS];
    double *term;                            /* term after term, `padded` each */
    double *parameter[ROUTH_MAX_PARAMETERS]; /* of every impact, `padded` each */
    double *residual[2];                     /* at the point and at the trial, 2 × count each */
    double z[2][ROUTH_DEPENDENCE_UNKNOWNS];
    double cost[2];
    int at;             /* which of the two is the point */
    size_t evaluations; /* so far */
    double *block;      /* one for all arrays */
    routh_lm lm;
} routh_dependence_search;

routh_status routh_dependence_search_create(routh_context *context, const routh_dependence *plan, const routh_box *box,
                                            const routh_sample *samples, const double *value, const size_t *index,
                                            size_t count, const routh_fit_options *options,
                                            routh_dependence_search *search);
void routh_dependence_search_release(routh_context *context, routh_dependence_search *search);

/* How often each impact counts; NULL: once. */
void routh_dependence_weigh(routh_dependence_search *search, const unsigned *times);

/* The cost at these unknowns, which are in `unit`. */
double routh_dependence_cost(routh_dependence_search *search, const double *unknown);

/* From *unknown to the least cost near it; `thorough`: a simplex looks for what kinks hide. False if the evaluations ran
 * out. */
routh_status routh_dependence_descend(routh_dependence_search *search, size_t limit, bool thorough, double *unknown,
                                      double *cost, bool *converged);

#endif
