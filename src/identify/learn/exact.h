/* The exact likelihood of one output, and the factor and inverse of its kernel matrix.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_LEARN_EXACT_H
#define ROUTH_SRC_LEARN_EXACT_H

#include "learn/gp.h"

/* Workspace for `count` samples. After an evaluation, `alpha` = K⁻¹y and the lower triangle of `matrix` is the factor
 * L, or, when derivatives were asked for, K⁻¹. */
typedef struct routh_gp_exact {
    size_t count, inputs;
    double *z;      /* inputs × count */
    double *matrix; /* count × count, column by column */
    double *alpha, *weight;
    double jitter;          /* of the last evaluation, relative to σ_f² */
    routh_context *context; /* asked whether to stop; NULL: none */
} routh_gp_exact;

routh_status routh_gp_exact_create(routh_context *context, size_t count, size_t inputs, routh_gp_exact *work);
void routh_gp_exact_release(routh_context *context, routh_gp_exact *work);

/* As routh_gp_likelihood_at. BLAS must be on one thread. */
double routh_gp_exact_at(routh_gp_exact *work, const double *x, const double *y, const routh_gp_parameters *parameters,
                         routh_gp_parameters *gradient);

/* The Cholesky factor of K(points) + extra I in the lower triangle of `matrix`. Jitter is added until it exists and no
 * L_ii² is below `least` × variance; nonzero when that fails. */
int routh_gp_factor(const routh_points *points, size_t count, double variance, double extra, double least,
                    double *matrix, double *jitter);

#endif
