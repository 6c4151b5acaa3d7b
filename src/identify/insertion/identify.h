/* Equation 21 as a separable problem: for displacements x, K and μK follow from linear least squares, and the
 * residual is a function of x alone (variable projection: G. H. Golub, V. Pereyra, SIAM J. Numerical Analysis 10
 * (1973)).
 *
 * All rows are weighted: forces ÷ F_max, moments ÷ M_max. Contacts that stick carry a friction that Φ leaves out, of
 * any direction and up to μ times the normal force: where all stick, that is an error of 5 to 10 %; where all slide,
 * the error is below 1 %. Samples weigh accordingly, 1/(1 + (1/w − 1) share²) with `share` the share of depth
 * at contacts that stick, w the weight where all do. Without these weights the search distorts displacements to
 * explain frozen friction. Displacements are scaled: z = (x − nominal) ÷ deviation.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_INSERTION_IDENTIFY_H
#define ROUTH_SRC_INSERTION_IDENTIFY_H

#include <routh/insertion.h>

#include "algebra/levenberg_marquardt.h"
#include "algebra/qr.h"
#include "insertion/regressor.h"

typedef struct routh_separable {
    routh_regressor *regressor;
    const routh_displacement *displacement;
    size_t samples, rows, unknowns; /* rows = 6 × samples */
    double weight[6];
    double *y;              /* the measured wrench at nominal displacements, rows */
    double *level;          /* of each sample: root of its weight */
    double *stuck;          /* of each sample: the share of depth at contacts that stick, at nominal displacements */
    unsigned char *counted; /* samples that L counts; see routh_separable_create */
    size_t used;            /* how many */
    double mass;            /* L: their weights' sum */
    double frozen;          /* what friction of contacts that stick adds to routh_wrench_noise.level */
    double idle;            /* Σ |y|² over the others */
    double *raw;            /* Φ as the regressor gives it, at `known` */
    double *known;          /* displacements of the last evaluation; NaN at first */
    uint32_t *touching;     /* contacts of each sample there */
    double *scratch;        /* rows × 2, where a latency is unknown */
    bool at_poses;          /* wrenches are read when poses are, as they are shown, and not smoothed; see delayed.h */
    size_t before;          /* evaluations of the regressor at the start */
} routh_separable;

/* Friction of a sample all of whose contacts stick, relative to the scales: a quarter of a usual coefficient. */
static const double routh_frozen_friction = 0.05;

/* Everything at one z. */
typedef struct routh_projection {
    double *z, *x;
    double *phi, *q;  /* rows × 2, columns one after another: Φ and its orthonormal basis */
    double *y;        /* the measured wrench, weighted, errors of sensors removed */
    double *residual; /* y − Φ θ */
    uint32_t *contacts;
    routh_two_columns fit;
    double force_cost, geometric_cost; /* without γ */
} routh_projection;

/* Every sample is in the sum of squares, at every x. A contact that x makes vanish leaves its measured wrench behind as
 * residual, one that x invents adds one: neither is rewarded, and the sum is continuous in x. L, fixed from the start,
 * counts samples that have contact at nominal displacements or else clearly a wrench. The others nearly always add
 * only noise to the sum, a constant, which is subtracted. */
routh_status routh_separable_create(routh_context *context, routh_regressor *regressor, routh_separable *problem);
void routh_separable_release(routh_context *context, routh_separable *problem);
size_t routh_separable_evaluations(const routh_separable *problem);

routh_status routh_projection_create(routh_context *context, const routh_separable *problem,
                                     routh_projection *projection);
void routh_projection_release(routh_context *context, routh_projection *projection);

/* Fills all from projection->z. */
routh_status routh_project(routh_context *context, const routh_separable *problem, routh_projection *projection);

/* The two terms with γ. */
double routh_objective(const routh_projection *projection, double gamma);

/* Differences of the geometry ---------------------------------------------------------------------------*/

/* ∂Φ/∂z_j (rows × 2) by a step of so many deviations forwards, or, with `both`, to both sides. */
routh_status routh_regressor_slope(routh_context *context, const routh_separable *problem, const routh_projection *at,
                                   size_t j, double step, int both, double *slope);

/* The change of the residual with z_j, K and μK held; `change` has room for `rows`. `slope` is that of Φ. */
routh_status routh_plain_change(routh_context *context, const routh_separable *problem, const routh_projection *at,
                                size_t j, const double *slope, double *change);

/* Searches ----------------------------------------------------------------------------------------------*/

/* A search: its two points and what is known at the first, descent->at. Set memory.width to 0 after moving that
 * point. */
typedef struct routh_descent {
    routh_projection at, trial;
    routh_lm memory;
} routh_descent;

routh_status routh_descent_create(routh_context *context, const routh_separable *problem, routh_descent *descent);
void routh_descent_release(routh_context *context, routh_descent *descent);

/* Jacobian, R and S at descent->at by stepping `width` deviations to both sides, K and μK adapting. */
routh_status routh_differentiate(routh_context *context, const routh_separable *problem, routh_descent *descent,
                                 double width);

/* From descent->at, which must be evaluated, to the least objective. */
routh_status routh_levenberg_marquardt(routh_context *context, const routh_separable *problem, routh_descent *descent,
                                       routh_lm_search *search);

/* The same with a simplex, as the paper does. `at` must be evaluated, `trial` is scratch. */
routh_status routh_nelder_mead(routh_context *context, const routh_separable *problem, routh_projection *at,
                               routh_projection *trial, routh_lm_search *search);

/* By either method; the result is in descent->at. */
routh_status routh_search_by(routh_context *context, const routh_separable *problem, routh_descent *descent,
                             routh_insertion_method method, routh_lm_search *search);

/* Trust -------------------------------------------------------------------------------------------------*/

/* The residual described as noise. */
typedef struct routh_wrench_noise {
    double variance; /* of one weighted row */
    double span;     /* τ: this many samples in a row count as one independent sample */
    double level;    /* of a row if all were independent: variance × span, and friction */
} routh_wrench_noise;

/* Are there enough rows to know the noise besides all unknowns: at least four times as many? */
bool routh_enough_instants(const routh_separable *problem);

routh_wrench_noise routh_residual_noise(const routh_separable *problem, const double *residual, size_t parameters);

/* γ at which the objective's second term is the prior's share of the posterior. */
double routh_bayes_gamma(const routh_separable *problem, routh_wrench_noise noise);

/* Everything linear at one point: the columns of G = [Φ, Dθ] are K and μK (those that are determined), then z. */
typedef struct routh_linear {
    size_t columns, determined; /* all, and those of K and μK */
    double scale[2];            /* columns of Φ are divided by this */
    double *g;                  /* rows × columns, columns one after another */
    double *r;                  /* of G = Q R, columns², row by row */
} routh_linear;

/* By differences to both sides. `slopes`, if not NULL, gets ∂Φ/∂z: unknowns × 2 × rows. */
routh_status routh_linearise(routh_context *context, const routh_separable *problem, const routh_projection *at,
                             double *slopes, routh_linear *linear);
void routh_linear_release(routh_context *context, routh_linear *linear);

/* R again, after a change of g. */
routh_status routh_linear_refactor(routh_context *context, const routh_separable *problem, routh_linear *linear);

/* The step of (K, μK, z) to the posterior's maximum with G held and noise as given. */
routh_status routh_posterior_step(routh_context *context, const routh_separable *problem, const routh_linear *linear,
                                  routh_wrench_noise noise, const routh_projection *at, double *step);

/* The residual that remains after the best step of K, μK and z, with G held. */
routh_status routh_best_residual(routh_context *context, const routh_separable *problem, const routh_linear *linear,
                                 const routh_projection *at, double *left);

/* λ = 6 L γ/M, and (GᵀG + λ P)⁻¹, columns². */
double routh_prior_weight(const routh_separable *problem, double gamma);
routh_status routh_damped_inverse(routh_context *context, const routh_linear *linear, double lambda, double *inverse);

/* The mean square error of (K, μK, z), columns², of the estimate at γ, if Gᵀ noise has the covariance `noise`, which is
 * overwritten; see identify_covariance.c. */
routh_status routh_covariance_of_noise(routh_context *context, const routh_separable *problem,
                                       const routh_linear *linear, double gamma, double *noise, double *covariance);

/* The same from the residual itself, by leaving out stretches of the recording; see identify_stretches.c. */
routh_status routh_measured_covariance(routh_context *context, const routh_separable *problem,
                                       const routh_linear *linear, const routh_projection *at, double gamma,
                                       double *covariance);

/* The same with noise of one level in all rows. */
routh_status routh_error_covariance(routh_context *context, const routh_separable *problem, const routh_linear *linear,
                                    routh_wrench_noise noise, double gamma, double *covariance);

/* The L-curve of a given problem; `descent` begins at descent->at and is left at the lowest γ. */
routh_status routh_trace_lcurve(routh_context *context, const routh_separable *problem, routh_descent *descent,
                                routh_insertion_method method, const double ends[2], size_t count,
                                routh_lm_search *search, routh_lcurve *lcurve);

/* Fills curvature and corner from γ and costs. */
void routh_lcurve_find_corner(routh_lcurve *lcurve);

/* K and μ of each sample alone and its reconstructed wrench; returns the flags that follow from the contacts. */
routh_status routh_find_instants(routh_context *context, const routh_separable *problem, const routh_projection *at,
                                 routh_instant_estimate *instant, unsigned *flags);

#endif
