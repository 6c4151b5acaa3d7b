/* Inside of Gaussian processes: BLAS, kernel, likelihoods, searches, and models in files.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_LEARN_GP_H
#define ROUTH_SRC_LEARN_GP_H

#include <stdbool.h>
#include <stddef.h>

#include <cblas.h>

#include <routh/learn.h>

#include "algebra/algebra.h"
#include "file/read_hdf5_values.h"
#include "file/write_hdf5_values.h"

/* What is used of LAPACK, by Fortran's names, which OpenBLAS has in it: LAPACKE would bring four more libraries. Matrices are
 * column by column, their lower triangles count, and a result other than 0 says that there is none. */

/* Fortran takes the lengths of texts after all else. */
void dpotrf_(const char *part, const blasint *n, double *a, const blasint *rows, blasint *info, size_t);
void dpotri_(const char *part, const blasint *n, double *a, const blasint *rows, blasint *info, size_t);
void dtrtri_(const char *part, const char *diagonal, const blasint *n, double *a, const blasint *rows, blasint *info,
             size_t, size_t);
void dsyev_(const char *vectors, const char *part, const blasint *n, double *a, const blasint *rows, double *value,
            double *work, const blasint *room, blasint *info, size_t, size_t);

/* Cholesky's factor in the place of the matrix. */
static inline int routh_lapack_factor(size_t count, double *matrix) {
    const blasint n = (blasint)count;
    blasint info = 0;
    dpotrf_("L", &n, matrix, &n, &info, 1);
    return (int)info;
}

/* The inverse of the matrix in the place of its factor. */
static inline int routh_lapack_invert(size_t count, double *factor) {
    const blasint n = (blasint)count;
    blasint info = 0;
    dpotri_("L", &n, factor, &n, &info, 1);
    return (int)info;
}

/* The inverse of the factor in its own place. */

/* Eigenvectors, column by column, in the place of a symmetric matrix, and their values; work has room for some times the
 * order. */

/* BLAS on one thread while we compute, so that results do not depend on how many it may use. */

/* What to restore. */
typedef struct routh_one_thread {
    int threads; /* that the caller's parallel regions would have */
} routh_one_thread;

/* Call in pairs, on the calling thread, around all work with BLAS, parallel regions included. Parallel regions must
 * state their number of threads. */
routh_one_thread routh_one_thread_begin(void);
void routh_one_thread_end(routh_one_thread before);

/* The squared exponential kernel on rows of points, as vectors of numbers.
 *
 * Points lie coordinate by coordinate: coordinate k of point i at z[k * stride + i], already divided by the length
 * scale ℓ_k, so that k(z, z′) = σ² exp(−½ |z − z′|²). */

/* Points, and where the coordinates of the next one begin. */
typedef struct routh_points {
    const double *z;
    size_t stride;
    size_t inputs;
} routh_points;

/* value[i] = σ² exp(−½ |z_(first + i) − point|²) for i < count. */
void routh_kernel_row(const routh_points *points, size_t first, size_t count, const double *point, double variance,
                      double *value);

/* Numbers that many rows add up side by side: kept apart by their place in a chunk of a row, so that the sums do not
 * depend on the width of the processor's vectors. */
enum { ROUTH_KERNEL_CHUNK = 128 };

typedef struct routh_kernel_sums {
    double plain[ROUTH_KERNEL_CHUNK];                        /* Σ w k */
    double square[ROUTH_GP_MOST_INPUTS][ROUTH_KERNEL_CHUNK]; /* Σ w k (z_k − z′_k)² */
} routh_kernel_sums;

/* With k as in routh_kernel_row and one weight w for each point: adds the row's part. */
void routh_kernel_row_sums(const routh_points *points, size_t first, size_t count, const double *point, double variance,
                           const double *weight, routh_kernel_sums *sums);

/* The sum of a chunk. */
double routh_kernel_sum(const double chunk[ROUTH_KERNEL_CHUNK]);

/* The coordinates of one point. */
void routh_point_of(const routh_points *points, size_t index, double *point);

/* The exact likelihood of one output, and the factor and inverse of its kernel matrix. */

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

routh_status routh_gp_exact_create(routh_arena *arena, size_t count, size_t inputs, routh_gp_exact *work);

/* As routh_gp_likelihood_at. BLAS must be on one thread. */
double routh_gp_exact_at(routh_gp_exact *work, const double *x, const double *y, const routh_gp_parameters *parameters,
                         routh_gp_parameters *gradient);

/* The Cholesky factor of K(points) + extra I in the lower triangle of `matrix`. Jitter is added until it exists and no
 * L_ii² is below `least` × variance; nonzero when that fails. */
int routh_gp_factor(const routh_points *points, size_t count, double variance, double extra, double least,
                    double *matrix, double *jitter);

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
 * its own, which are added up in order: hence the same bits for any number of threads. */

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
routh_status routh_gp_sparse_create(routh_arena *arena, size_t count, size_t inputs, const size_t *chosen,
                                    size_t points, int threads, routh_gp_sparse *work);

/* As routh_gp_likelihood_at. BLAS must be on one thread. Afterwards factor, correction and weight are those of the
 * model at these parameters. */
double routh_gp_sparse_at(routh_gp_sparse *work, const double *x, const double *y,
                          const routh_gp_parameters *parameters, routh_gp_parameters *gradient);

/* After an evaluation: residual and deviation of each sample when it is left out. In the model Q + σ² I, with
 * t = L_B⁻¹ V_i, the inverse has the diagonal (1 − |t|²/σ²)/σ², and what Q leaves out of the variance is added. */
void routh_gp_sparse_leave_out(routh_gp_sparse *work, const double *y, const routh_gp_parameters *parameters,
                               double *residual, double *deviation);

/* Gaussian processes, which learn a function from samples of it and estimate their uncertainty.
 *
 *     y = f(x) + noise       f ~ GP(0, k),  noise ~ N(0, σ_n²)
 *     k(x, x′) = σ_f² exp(−½ Σ_k (x_k − x′_k)² / ℓ_k²)
 *
 * Each input has a length scale ℓ_k of its own: how far one must go along x_k for f to change. Several outputs share
 * the inputs, but each has its own hyper-parameters σ_f, σ_n, ℓ, found where the marginal likelihood of the samples is
 * highest. Inputs and outputs are standardised first (mean 0, deviation 1), and hyper-parameters are given in those
 * units: σ_n = 0.1 is a tenth of the output's deviation, ℓ_k = 2 two deviations of input k. Everything else is in the
 * caller's own units.
 *
 * Up to a few thousand samples the model is exact. Beyond, it knows f by its values at a few hundred of the inputs, the
 * inducing points, chosen among the samples; the likelihood is then Titsias' lower bound, and all calls stay the same.
 *
 * Same result for any number of threads. While a call is at work here, OpenBLAS runs on one thread in the whole
 * process.
 *
 * C. E. Rasmussen, C. K. I. Williams, Gaussian processes for machine learning (2006), chapters 2 and 5.
 * docs/learning.md has the mathematics and the layout of files. */

/* What to learn from. */
typedef struct routh_gp_samples {
    size_t count;         /* at least inputs + 2, as many as there are hyper-parameters */
    size_t inputs;        /* 1 … ROUTH_GP_MOST_INPUTS */
    size_t outputs;       /* at least 1 */
    const double *input;  /* count × inputs, sample by sample; no input may be the same in all samples */
    const double *output; /* count × outputs, sample by sample; likewise */
} routh_gp_samples;

/* σ_f = 1, σ_n = 0.3, every ℓ = 2. */
routh_gp_parameters routh_gp_parameters_default(void);

/* Training ----------------------------------------------------------------------------------------------*/

/* A trained model. It does not change any more: threads may share it. */
typedef struct routh_gp routh_gp;

/* ROUTH_OK, unless this build is without OpenBLAS: then training and reading models fail with the same status and message. */
routh_status routh_gp_check_build(routh_context *context);

routh_status routh_gp_train(routh_context *context, const routh_gp_samples *samples, const routh_gp_options *options,
                            routh_gp **gp);

/* The model with hyper-parameters as given, one set for each output; nothing is searched. Of the options,
 * most_exact, inducing and seed count. */
routh_status routh_gp_condition(routh_context *context, const routh_gp_samples *samples,
                                const routh_gp_parameters *parameters, const routh_gp_options *options, routh_gp **gp);

void routh_gp_release(routh_context *context, routh_gp *gp); /* NULL is fine */

size_t routh_gp_inputs(const routh_gp *gp);
size_t routh_gp_outputs(const routh_gp *gp);
size_t routh_gp_count(const routh_gp *gp); /* samples it was trained on */

/* Of output 0 … routh_gp_outputs − 1; lives as long as the model. */
const routh_model_output *routh_gp_fit_of(const routh_gp *gp, size_t output);

/* The noise of one output in its own unit, scale × σ_n. */
double routh_gp_noise(const routh_gp *gp, size_t output);

/* Prediction --------------------------------------------------------------------------------------------*/

/* f at `count` points (count × inputs): mean and, unless NULL, deviation, each count × outputs, point by point. A new
 * measurement there has the deviation √(deviation² + noise²). */
routh_status routh_gp_predict(routh_context *context, const routh_gp *gp, size_t count, const double *input,
                              double *mean, double *deviation);

/* The same for one point, without allocation: `scratch` holds routh_gp_scratch(gp) numbers, one such block for each
 * thread. Points that are not finite predict NaN. */
size_t routh_gp_scratch(const routh_gp *gp);
void routh_gp_predict_one(const routh_gp *gp, const double *input, double *scratch, double *mean, double *deviation);

/* What the model, with these hyper-parameters, predicts for each of its own samples from all others: residual (measured
 * − predicted) and deviation of a measurement, each count × outputs, sample by sample. Either may be NULL. */
void routh_gp_leave_one_out(const routh_gp *gp, double *residual, double *deviation);

/* Of a measurement instead of f, at the same points and with the same mean: its deviation also holds what is not known of
 * the hyper-parameters, where the model has alternatives. */
routh_status routh_gp_predict_measured(routh_context *context, const routh_gp *gp, size_t count, const double *input,
                                       double *mean, double *deviation);

/* As routh_gp_leave_one_out, with hyper-parameters that have not seen the sample either, where the model has
 * alternatives. */
void routh_gp_leave_one_out_measured(const routh_gp *gp, double *residual, double *deviation);

/* Likelihood --------------------------------------------------------------------------------------------*/

/* The log marginal likelihood of one output, for searches and pictures of one's own: a workspace for one thread. */
typedef struct routh_gp_likelihood routh_gp_likelihood;

/* Exact or sparse as the options say; inducing points are then chosen for options->start. */
routh_status routh_gp_likelihood_create(routh_context *context, const routh_gp_samples *samples, size_t output,
                                        const routh_gp_options *options, routh_gp_likelihood **likelihood);
void routh_gp_likelihood_release(routh_context *context, routh_gp_likelihood *likelihood);

/* Its value and, unless NULL, its derivatives by the logarithms of the hyper-parameters. No allocation. −∞ where the
 * kernel matrix stays singular with the largest jitter. */
double routh_gp_likelihood_at(routh_gp_likelihood *likelihood, const routh_gp_parameters *parameters,
                              routh_gp_parameters *gradient);

/* Files -------------------------------------------------------------------------------------------------*/

/* One model in an HDF5 file of its own. An existing file is replaced only once the new one is complete. A model read
 * back predicts the same as before, to the last bit on the same machine. */
routh_status routh_gp_write(routh_context *context, const routh_gp *gp, routh_io to);
routh_status routh_gp_read(routh_context *context, routh_io from, routh_gp **gp);

/* Inside ------------------------------------------------------------------------------------------------*/

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
    routh_model_output fit;
    size_t points;
    size_t *chosen;               /* sparse: which samples the points are; else NULL */
    double *z;                    /* points ÷ length scales, inputs × points */
    double *weight;               /* by point */
    double *inverse;              /* L⁻¹, lower triangle of points × points, column by column */
    double *correction;           /* L_B⁻¹ likewise; NULL unless sparse */
    double *residual, *deviation; /* when one sample is left out, by sample, standardised */
} routh_gp_part;

struct routh_gp {
    routh_arena own; /* that it is made of, with all alternatives */
    routh_gp_data data;
    routh_gp_part *part; /* by output */

    /* The same samples with other hyper-parameters that they allow; none: the likeliest are as good as known, or were
     * given. */
    size_t alternatives;
    struct routh_gp **alternative;
};

/* With more samples there are no alternatives. A prediction with all of them then takes a third of the time of one by a
 * model of 1718 samples. */
enum { ROUTH_GP_MOST_UNSURE = 200 };

/* Adds the alternatives, from the model's own arena; parameters[j × outputs + o] for j of 2 (inputs + 2) + 1. BLAS must be on one
 * thread. */
routh_status routh_gp_add_alternatives(routh_arena *own, routh_gp *gp, const routh_gp_parameters *parameters);
double routh_gp_alternative_weight(const routh_gp *gp, size_t index); /* sums to 1 */

/* See ROUTH_GP_MOST_WORK; no inducing points: exact. */
double routh_gp_work(size_t count, size_t points, size_t outputs);
routh_status routh_gp_check_work(routh_context *context, const routh_gp_options *options, size_t count, size_t outputs);

routh_gp_options routh_gp_options_or_default(const routh_gp_options *options);
int routh_gp_is_sparse(const routh_gp_options *options, size_t count);

/* Hyper-parameter i of inputs + 2: signal, noise, lengths. */
double *routh_gp_parameter(routh_gp_parameters *parameters, size_t i);

routh_status routh_gp_check_options(routh_context *context, const routh_gp_options *options, size_t inputs);
routh_status routh_gp_check_parameters(routh_context *context, const routh_gp_parameters *parameters, size_t inputs);

/* Checks the samples and standardises them. */
routh_status routh_gp_data_create(routh_arena *arena, const routh_gp_samples *samples, routh_gp_data *data);
routh_status routh_gp_data_take(routh_arena *arena, size_t count, size_t inputs, size_t outputs, routh_gp_data *data);

/* z = x ÷ length for `count` points that lie `stride` apart; z's own stride is count. */
void routh_gp_scale(const double *x, size_t stride, size_t count, size_t inputs, const double *length, double *z);

/* The model of these samples, with hyper-parameters and, if sparse, inducing points for each output; `chosen` NULL: exact. All
 * of it is in the arena, which the model keeps (routh_gp_keep). BLAS must be on one thread. */
typedef struct routh_gp_choice {
    routh_gp_parameters parameters;
    size_t *chosen;
    size_t points;
} routh_gp_choice;

routh_status routh_gp_model_create(routh_arena *own, const routh_gp_data *data, const routh_gp_choice *choice,
                                   routh_gp **gp);
routh_gp *routh_gp_keep(routh_arena *own, routh_gp *gp);
routh_status routh_gp_copy(routh_context *context, const routh_gp *gp, routh_gp **copy);

/* Which samples serve as inducing points, the best for these length scales: *points of them, at
 * most as many as wanted, fewer when more would add nothing. BLAS must be on one thread. */
routh_status routh_gp_choose(routh_arena *arena, const routh_gp_data *data, const routh_gp_parameters *parameters,
                             size_t wanted, uint64_t seed, size_t **chosen, size_t *points);

/* Jitter is tried in this order, relative to σ_f². */
enum { ROUTH_GP_JITTERS = 8 };
double routh_gp_jitter(int attempt); /* 0, 1e-10, 1e-9, … 1e-4 */

/* Searches for the hyper-parameters of highest likelihood, spread over threads. */

_Static_assert(ROUTH_QUASI_NEWTON_MOST >= ROUTH_GP_MOST_INPUTS + 2, "room for all hyper-parameters");

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
                                        routh_arena *own, routh_gp *gp);

/* A Gaussian process as a group of an HDF5 file: docs/learning.md has the layout. A file may hold several. */

#define ROUTH_GP_FORMAT "routh-gaussian-process"
enum {
    ROUTH_GP_FIRST_LAYOUT = 1, /* without alternatives: written where there are none */
    ROUTH_GP_LAYOUT = 2
};

/* Into a group that is empty and open. Fails only without memory. */
routh_status routh_gp_write_group(routh_context *context, routh_hdf5_node *group, const routh_gp *gp);

routh_status routh_gp_read_group(const routh_hdf5_place *group, routh_gp **gp);

#endif
