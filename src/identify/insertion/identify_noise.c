/* The residual as noise: how large it is, and over how many samples it is correlated.
 *
 * The residual is mostly not noise of the sensors: contacts that stick carry friction which the model sets to 0, and
 * the drawing errs in ways that no displacement describes. Such errors last from sample to sample. With correlation
 * ρ_l between samples l apart, n of them determine a mean as well as n/τ independent ones, τ = 1 + 2 Σ ρ_l; the sum
 * ends where pairs of neighbouring ρ are no longer positive (C. J. Geyer, Practical Markov chain Monte Carlo,
 * Statistical Science 7 (1992)), beyond which estimates of ρ are noise themselves.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "insertion/identify.h"

/* Σ over counted samples of residuals `lag` samples apart, all six channels. */
static double lagged_products(const routh_separable *problem, const double *residual, size_t lag) {
    const routh_instant *instant = problem->regressor->instant;
    double sum = 0;
    for (size_t k = 0; k + lag < problem->samples; k++)
        if (problem->counted[k] && problem->counted[k + lag] && instant[k].recording == instant[k + lag].recording)
            sum += routh_sum_of_products(6, &residual[6 * k], &residual[6 * (k + lag)]);
    return sum;
}

bool routh_enough_instants(const routh_separable *problem) {
    return 6 * problem->used >= 4 * (problem->unknowns + 2);
}

routh_wrench_noise routh_residual_noise(const routh_separable *problem, const double *residual, size_t parameters) {
    static const double rounding = 1e-24; /* of a row: even wrenches that fit exactly are not known better than this */
    routh_wrench_noise noise = {.variance = rounding, .span = 1, .level = rounding + problem->frozen};
    const double all = lagged_products(problem, residual, 0), rows = 6 * (double)problem->used;
    if (!(all > 0))
        return noise;
    /* with fewer independent rows than twice the parameters the estimate of their number is unreliable */
    const double most = fmax(1, rows / (2 * (double)(parameters + 1)));
    for (size_t lag = 1; lag + 1 < problem->samples && noise.span < most; lag += 2) {
        const double pair =
            (lagged_products(problem, residual, lag) + lagged_products(problem, residual, lag + 1)) / all;
        if (!(pair > 0))
            break;
        noise.span += 2 * pair;
    }
    noise.span = fmin(noise.span, most);
    noise.variance = fmax(rounding, all / (rows - noise.span * (double)parameters));
    noise.level = noise.variance * noise.span + problem->frozen;
    return noise;
}

double routh_bayes_gamma(const routh_separable *problem, routh_wrench_noise noise) {
    return problem->used ? (double)problem->unknowns * noise.level / (6 * problem->mass) : 0.0;
}
