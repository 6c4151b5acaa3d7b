/* The likelihood of a sparse model: Titsias' lower bound, for inducing points z chosen among the samples.
 *
 * With P = k(z, x) (points × samples), K_z = k(z, z) = L Lᵀ, V = L⁻¹ P and σ² the variance of the noise, f at the
 * samples is taken to have the covariance Q = Pᵀ K_z⁻¹ P = VᵀV, and what that leaves out of the variance is paid for:
 *
 *     F = log N(y; 0, Q + σ² I) − tr(K − Q) / 2σ²
 *       = −½ n log 2πσ² − Σ log (L_B)_ii − yᵀy / 2σ² + ½ |c|² − (n σ_f² − tr VVᵀ) / 2σ²
 *     B = I + VVᵀ/σ² = L_B L_Bᵀ,   c = L_B⁻¹ V y / σ²
 *
 * M. Titsias, Variational learning of inducing variables in sparse Gaussian processes, AISTATS 2009.
 *
 * Samples are taken in blocks and never stored as a matrix. Blocks belong to a fixed number of lanes, each with sums of
 * its own, which are added up in order: hence the same bits for any number of threads.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_LEARN_SPARSE_H
#define ROUTH_SRC_LEARN_SPARSE_H

#include "learn/gp.h"

enum { ROUTH_GP_LANES = 8, ROUTH_GP_BLOCK = 256 };

typedef struct routh_gp_lane {
    double *kernel, *product; /* points × ROUTH_GP_BLOCK */
    double *gram;             /* VVᵀ, lower triangle of points × points */
    double *right;            /* V y */
    double residual;          /* Σ (y − Pᵀ weight)² */
    routh_kernel_sums sums;
} routh_gp_lane;

typedef struct routh_gp_sparse {
    size_t count, points, inputs;
    int threads;
    const size_t *chosen;
    double *z, *z_chosen; /* samples and inducing points ÷ lengths */
    double *factor;       /* L */
    double *correction;   /* L_B */
    double *inverse;      /* B⁻¹; then K_z⁻¹ − Σ⁻¹, with Σ = L B Lᵀ */
    double *outer;        /* what the derivatives by K_z are weighted with */
    double *right;        /* c */
    double *weight;       /* Σ⁻¹ P y / σ², by point */
    double trace;         /* of VVᵀ */
    double jitter;        /* of the last evaluation, relative to σ_f² */
    routh_gp_lane *lane;
} routh_gp_sparse;

/* `chosen` must outlive the workspace. */
routh_status routh_gp_sparse_create(routh_context *context, size_t count, size_t inputs, const size_t *chosen,
                                    size_t points, int threads, routh_gp_sparse *work);
void routh_gp_sparse_release(routh_context *context, routh_gp_sparse *work);

/* As routh_gp_likelihood_at. BLAS must be on one thread. Afterwards factor, correction and weight are those of the
 * model at these parameters. */
double routh_gp_sparse_at(routh_gp_sparse *work, const double *x, const double *y,
                          const routh_gp_parameters *parameters, routh_gp_parameters *gradient);

/* Used by the above, once factor, correction and weight are there. */
void routh_gp_sparse_derive(routh_gp_sparse *work, const double *y, const routh_gp_parameters *parameters,
                            routh_gp_parameters *gradient);

/* P for samples first … first + size − 1. */
void routh_gp_sparse_kernel(const routh_gp_sparse *work, size_t first, size_t size, double variance, double *kernel);

/* After an evaluation: residual and deviation of each sample when it is left out. In the model Q + σ² I, with
 * t = L_B⁻¹ V_i, the inverse has the diagonal (1 − |t|²/σ²)/σ², and what Q leaves out of the variance is added. */
void routh_gp_sparse_leave_out(routh_gp_sparse *work, const double *y, const routh_gp_parameters *parameters,
                               double *residual, double *deviation);

#endif
