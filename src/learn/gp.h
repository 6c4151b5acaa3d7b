/* Inside a Gaussian process: what samples become, what a trained model keeps, and what its parts do for each other.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_LEARN_GP_H
#define ROUTH_SRC_LEARN_GP_H

#include <routh/learn.h>

#include "learn/squared_exponential.h"

/* Standardised samples. */
typedef struct routh_gp_data {
    size_t count, inputs, outputs;
    double *x; /* inputs × count: coordinate by coordinate */
    double *y; /* outputs × count */
    double input_mean[ROUTH_GP_MOST_INPUTS], input_scale[ROUTH_GP_MOST_INPUTS];
    double *output_mean, *output_scale; /* by output */
} routh_gp_data;

/* One output of a trained model. Its points are the samples, or the inducing points of a sparse model.
 *
 *     mean(x) = Σ weight_i k(x, z_i)
 *     variance(x) = σ_f² − |t|² + |L_B⁻¹ t|²,   t = L⁻¹ k(z, x);   the last term in sparse models only
 *
 * Triangles are kept inverted: multiplying by one is a fifth faster than solving with it, and as L's condition is only
 * the root of the kernel matrix's, it costs no digit that matters. */
typedef struct routh_gp_part {
    routh_gp_fit fit;
    size_t points;
    size_t *chosen;               /* sparse: which samples the points are; else NULL */
    double *z;                    /* points ÷ length scales, inputs × points */
    double *weight;               /* by point */
    double *inverse;              /* L⁻¹, lower triangle of points × points, column by column */
    double *correction;           /* L_B⁻¹ likewise; NULL unless sparse */
    double *residual, *deviation; /* when one sample is left out, by sample, standardised */
} routh_gp_part;

struct routh_gp {
    routh_gp_data data;
    routh_gp_part *part; /* by output */
};

routh_gp_options routh_gp_options_or_default(const routh_gp_options *options);
int routh_gp_threads(int threads); /* of a request; 0: as many as there are */
int routh_gp_is_sparse(const routh_gp_options *options, size_t count);

/* Hyper-parameter i of inputs + 2: signal, noise, lengths. */
double *routh_gp_parameter(routh_gp_parameters *parameters, size_t i);

routh_status routh_gp_check_options(routh_context *context, const routh_gp_options *options, size_t inputs);
routh_status routh_gp_check_parameters(routh_context *context, const routh_gp_parameters *parameters, size_t inputs);

/* Checks the samples and standardises them. */
routh_status routh_gp_data_create(routh_context *context, const routh_gp_samples *samples, routh_gp_data *data);
routh_status routh_gp_data_allocate(routh_context *context, size_t count, size_t inputs, size_t outputs,
                                    routh_gp_data *data);
void routh_gp_data_release(routh_context *context, routh_gp_data *data);

/* z = x ÷ length for `count` points that lie `stride` apart; z's own stride is count. */
void routh_gp_scale(const double *x, size_t stride, size_t count, size_t inputs, const double *length, double *z);

/* The model of these samples, which are taken over, with hyper-parameters and, if sparse, inducing points for each
 * output; `chosen` NULL: exact. Those blocks are taken over too, whatever the result. BLAS must be on one thread. */
typedef struct routh_gp_choice {
    routh_gp_parameters parameters;
    size_t *chosen;
    size_t points;
} routh_gp_choice;

routh_status routh_gp_model_create(routh_context *context, routh_gp_data *data, routh_gp_choice *choice, int threads,
                                   routh_gp **gp);

routh_status routh_gp_copy(routh_context *context, const routh_gp *gp, routh_gp **copy);

/* Which samples serve as inducing points, the best for these length scales. *chosen is allocated; there are *points, at
 * most as many as wanted, fewer when more would add nothing. BLAS must be on one thread. */
routh_status routh_gp_choose(routh_context *context, const routh_gp_data *data, const routh_gp_parameters *parameters,
                             size_t wanted, uint64_t seed, size_t **chosen, size_t *points);

/* Jitter is tried in this order, relative to σ_f². */
enum { ROUTH_GP_JITTERS = 8 };
double routh_gp_jitter(int attempt); /* 0, 1e-10, 1e-9, … 1e-4 */

#endif
