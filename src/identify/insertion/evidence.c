/* The evidence of a minimum, by Laplace's method.
 *
 * With noise of level s (the variance of a row times the samples that an error lasts), z of variance 1 by its prior, and
 * a flat prior of the logarithms of K and μK, the recording is as probable as
 *
 *     exp(−|y − Φθ|²/2s − |z|²/2) / √det(1 + JᵀJ/s) / Π (θ_i R_ii/√s)
 *
 * G = Q R has the columns of θ first, so that the rest of R's triangle is that of J, the Jacobian with K and μK adapting.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/context.h"
#include "insertion/basins.h"

/* ½ log det(1 + JᵀJ/s) of the last `n` rows and columns of R, by rotating √s below it. */
static double half_log_determinant(const routh_linear *linear, double level, double *work) {
    const size_t n = linear->columns - linear->determined, first = linear->determined;
    double *a = work, *r = work + 2 * n * n, sum = 0;
    for (size_t c = 0; c < n; c++)
        for (size_t i = 0; i < 2 * n; i++)
            a[c * 2 * n + i] =
                i < n ? linear->r[(first + i) * linear->columns + first + c] / sqrt(level) : (double)(i - n == c);
    routh_triangularise(2 * n, n, a, r);
    for (size_t i = 0; i < n; i++)
        sum += log(r[i * n + i]);
    return sum;
}

double routh_log_evidence(const routh_separable *problem, const routh_projection *at, const routh_linear *linear,
                          double level, double *work) {
    double sum = -3 * problem->mass * at->force_cost / level -
                 0.5 * routh_sum_of_products(problem->unknowns, at->z, at->z) -
                 half_log_determinant(linear, level, work);
    for (size_t i = 0; i < linear->determined; i++) {
        const double share = linear->r[i * linear->columns + i] * linear->scale[i] * fabs(at->fit.theta[i]);
        sum -= log(fmax(share / sqrt(level), 1));
    }
    return sum;
}
