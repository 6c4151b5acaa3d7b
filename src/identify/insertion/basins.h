/* All minima that the recording does not exclude.
 *
 * Searches begin where the sketch says (modes.h), on a part of the samples; the best minima are followed on all samples,
 * each at a γ of its own, and compared by their evidence, the probability of the recording with displacements, K and μK
 * integrated out (D. J. C. MacKay, Bayesian interpolation, Neural Computation 4 (1992)). At one common γ they must not be
 * compared: what is left of the wrenches decides on γ, and a γ too large for the better minimum prefers the worse one
 * with smaller displacements.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_INSERTION_BASINS_H
#define ROUTH_SRC_INSERTION_BASINS_H

#include "insertion/identify.h"

/* A minimum. */
typedef struct routh_basin {
    double *z;
    double stiffness, gamma, objective;
    routh_wrench_noise noise;
    double evidence; /* its logarithm, less that of the first; not positive */
} routh_basin;

enum { ROUTH_MOST_BASINS = 6 };

typedef struct routh_basins {
    size_t count;
    routh_basin basin[ROUTH_MOST_BASINS]; /* in order of falling evidence */
    size_t modes;                         /* that searches began in */
    bool more;                            /* there were more modes than that */
    size_t evaluations;                   /* of samples outside `problem`, counted as evaluations of all samples */
} routh_basins;

/* The relative change of the objective that ends a search on all samples, where a hundredth of the cost is a factor in the
 * evidence. */
static const double routh_closely = 1e-5;

/* Where γ may be, as on the L-curve of a fit. The lowest leaves least of the wrenches. */
static const double routh_gamma_low = 1e-6, routh_gamma_high = 10;

/* The lowest γ of a problem: where wrenches are smoothed (delayed.h), less noise is left. */
static inline double routh_lowest_gamma(const routh_separable *problem) {
    return problem->regressor->delays ? 1e-2 * routh_gamma_low : routh_gamma_low;
}

/* Minima whose evidence is less than e⁻³ of the best are excluded: odds of 20 to 1. */
static const double routh_excluded = 3;

/* From descent->at, at search->gamma, and from at most `most_starts` other contact modes. With `own_gamma` every minimum
 * gets its own γ; otherwise search->gamma is that of all. With `minimum` the descent is at one already, which is followed in any case. */
routh_status routh_basins_find(routh_context *context, const routh_separable *problem, size_t most_starts,
                               bool own_gamma, bool minimum, routh_descent *descent, const routh_lm_search *search,
                               routh_basins *basins);
void routh_basins_release(routh_context *context, routh_basins *basins);

/* From basin->z to the minimum, at its own γ, the Bayesian one, if that is asked for. */
routh_status routh_basin_settle(routh_context *context, const routh_separable *problem, bool own_gamma,
                                double tolerance, routh_descent *descent, const routh_lm_search *search,
                                routh_basin *basin);

/* Moves the descent to z and evaluates there. */
routh_status routh_descent_move(routh_context *context, const routh_separable *problem, const double *z,
                                routh_descent *descent);

/* The logarithm of the evidence of the minimum at `at`, but for a constant, with noise of this level. `work` has room
 * for 3 unknowns². */
double routh_log_evidence(const routh_separable *problem, const routh_projection *at, const routh_linear *linear,
                          double level, double *work);

#endif
