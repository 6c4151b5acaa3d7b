/* Searches for the hyper-parameters of highest likelihood, spread over threads.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_LEARN_SEARCH_H
#define ROUTH_SRC_LEARN_SEARCH_H

#include "algebra/quasi_newton.h"
#include "learn/exact.h"
#include "learn/gp.h"
#include "learn/sparse.h"

_Static_assert(ROUTH_QUASI_NEWTON_MOST >= ROUTH_GP_MOST_INPUTS + 2, "room for all hyper-parameters");

/* Deviations of the prior of log σ_f, log σ_n and log ℓ_k: σ_f within e^±2 of 1 in 95 of 100 cases, σ_n from 0.006 to 16,
 * ℓ from 0.1 to 38 deviations of its input. Wide on purpose: it only decides where samples say nothing. */
#define ROUTH_GP_PRIOR                                                                                                 \
    { 1, 2, 1.5 }

/* Progress of the whole training, and whether to continue. */
typedef struct routh_gp_course {
    routh_context *context;
    int levels, level; /* see train.c */
    size_t searches;   /* on this level */
    int evaluations;   /* on this level so far */
} routh_gp_course;

/* One search: an output's likelihood on some samples, by one of two workspaces. */
typedef struct routh_gp_search {
    routh_gp_course *course;
    routh_context *own; /* of the thread that searches */
    const routh_gp_options *options;
    const routh_gp_data *data;
    size_t output;
    routh_gp_exact *exact; /* or */
    routh_gp_sparse *sparse;
    bool has_prior; /* the highest posterior instead: gp_alternatives.c */
    double low[ROUTH_QUASI_NEWTON_MOST], high[ROUTH_QUASI_NEWTON_MOST]; /* logarithms */
    routh_quasi_newton descent;
    bool stopped; /* the caller wants to */
    routh_quasi_newton_end end;
} routh_gp_search;

/* From these parameters, nothing known of the curvature. */
void routh_gp_search_begin(routh_gp_search *search, const routh_gp_parameters *from);

routh_gp_parameters routh_gp_search_result(const routh_gp_search *search);

/* Minus the log likelihood at the logarithms x or, with a prior, minus the log posterior, and, unless NULL, its gradient.
 * Nonzero: the caller wants to stop. A routh_smooth_function; `user` is the search. */
int routh_gp_search_value(const double *x, double *value, double *gradient, void *user);

/* The hyper-parameters with these logarithms. */
routh_gp_parameters routh_gp_search_at(const routh_gp_search *search, const double *x);

/* Runs one search in the workspace that it has. ROUTH_CANCELLED: the caller wants to stop. */
routh_status routh_gp_search_run(routh_gp_search *search);

/* Runs searches of exact likelihoods, at most `threads` at a time. */
routh_status routh_gp_search_all(routh_gp_course *course, routh_gp_search *search, size_t count, int threads);

/* Finds the alternatives of a model that was trained with these options, and adds them, as
 * routh_gp_add_alternatives. */
routh_status routh_gp_find_alternatives(routh_gp_course *course, const routh_gp_options *options, int threads,
                                        routh_gp **gp);

#endif
