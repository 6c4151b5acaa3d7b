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
 * docs/learning.md has the mathematics and the layout of files.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_LEARN_GP_H
#define ROUTH_SRC_LEARN_GP_H

#include <routh/learn.h>

#include "learn/squared_exponential.h"

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

/* Adds the alternatives; parameters[j × outputs + o] for j of 2 (inputs + 2) + 1. On failure the model is released and
 * *gp NULL. BLAS must be on one thread. */
routh_status routh_gp_add_alternatives(routh_context *context, routh_gp **gp, const routh_gp_parameters *parameters);
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

routh_status routh_gp_model_create(routh_context *context, routh_gp_data *data, routh_gp_choice *choice, routh_gp **gp);

routh_status routh_gp_copy(routh_context *context, const routh_gp *gp, routh_gp **copy);

/* Which samples serve as inducing points, the best for these length scales. *chosen is allocated; there are *points, at
 * most as many as wanted, fewer when more would add nothing. BLAS must be on one thread. */
routh_status routh_gp_choose(routh_context *context, const routh_gp_data *data, const routh_gp_parameters *parameters,
                             size_t wanted, uint64_t seed, size_t **chosen, size_t *points);

/* Jitter is tried in this order, relative to σ_f². */
enum { ROUTH_GP_JITTERS = 8 };
double routh_gp_jitter(int attempt); /* 0, 1e-10, 1e-9, … 1e-4 */

#endif
