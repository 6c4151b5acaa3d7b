/* How far (K, μK, z) can be from the truth.
 *
 * At γ the estimate minimises |y − Φ θ|² + λ |z|², λ = 6 L γ/M. In the neighbourhood of the minimum, with G the
 * Jacobian, P = diag(0, 0, 1 …) and A = GᵀG + λ P, it errs by
 *
 *     A⁻¹ Gᵀ noise − λ A⁻¹ P z_true
 *
 * noise and shrinkage. z_true has covariance C by its prior: 1, but that motions of the reference pose follow the parts
 * (routh_reference_prior). With noise of variance σ² in each row, correlated over τ samples, the mean square is
 *
 *     A⁻¹ (σ² τ GᵀG + λ² C) A⁻¹
 *
 * for every γ; at the Bayesian γ, λ = σ² τ, and with C = P, this is the posterior covariance σ² τ A⁻¹. What the recording
 * does not determine keeps its prior deviation, whatever γ is.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "insertion/identify.h"
#include "insertion/regressor.h"

/* λ of a γ of 0, relative to the largest square of a column: enough to separate rounding from what is seen. */
static const double least_prior = 1e-14;

/* Φ's columns, and Dθ by differences. */
static routh_status fill_columns(routh_context *context, const routh_separable *problem, const routh_projection *at,
                                 double *slopes, int keep, routh_linear *linear) {
    static const double width = 1e-2; /* of the differences, deviations */
    const size_t rows = problem->rows;
    for (size_t c = 0; c < linear->determined; c++) {
        linear->scale[c] = at->fit.length[c];
        for (size_t i = 0; i < rows; i++)
            linear->g[c * rows + i] = at->phi[c * rows + i] / linear->scale[c];
    }
    for (size_t j = 0; j < problem->unknowns; j++) {
        double *column = &linear->g[(linear->determined + j) * rows], *slope = &slopes[keep ? 2 * j * rows : 0];
        ROUTH_TRY(routh_regressor_slope(context, problem, at, j, width, 1, slope));
        ROUTH_TRY(routh_plain_change(context, problem, at, j, slope, column));
        for (size_t i = 0; i < rows; i++)
            column[i] = -column[i];
    }
    return ROUTH_OK;
}

routh_status routh_linearise(routh_arena *arena, const routh_separable *problem, const routh_projection *at,
                             double *slopes, routh_linear *linear) {
    ROUTH_ARENA(room, arena->context);
    const size_t rows = problem->rows, determined = (size_t)at->fit.rank, columns = determined + problem->unknowns;
    *linear = (routh_linear){.columns = columns, .determined = determined, .scale = {1, 1}};
    linear->g = routh_take(arena, rows, columns * sizeof(double));
    linear->r = routh_take(arena, columns, columns * sizeof(double));
    double *slope = slopes ? slopes : routh_take(&room, rows, 2 * sizeof *slope);
    double *copy = routh_take(&room, rows, columns * sizeof *copy);
    ROUTH_TRY(arena->status);
    ROUTH_TRY(room.status);
    ROUTH_TRY(fill_columns(arena->context, problem, at, slope, slopes != NULL, linear));
    memcpy(copy, linear->g, rows * columns * sizeof *copy);
    routh_triangularise(rows, columns, copy, linear->r);
    return ROUTH_OK;
}

/* R of A = GᵀG + λ P: R_G with √λ below the columns of z. */
static routh_status factor(routh_context *context, const routh_linear *linear, double lambda, double *r) {
    const size_t n = linear->columns, unknowns = n - linear->determined, rows = n + unknowns;
    ROUTH_ARENA(room, context);
    double *stack = routh_take(&room, rows, n * sizeof *stack), largest = 0;
    ROUTH_TRY(room.status);
    for (size_t c = 0; c < n; c++) {
        for (size_t i = 0; i <= c; i++)
            stack[c * rows + i] = linear->r[i * n + c];
        largest = fmax(largest, routh_sum_of_products(n, &stack[c * rows], &stack[c * rows]));
    }
    for (size_t j = 0; j < unknowns; j++)
        stack[(linear->determined + j) * rows + n + j] = sqrt(fmax(lambda, least_prior * largest));
    routh_triangularise(rows, n, stack, r);
    return ROUTH_OK;
}

/* A⁻¹ = R⁻¹ R⁻ᵀ */
static void invert_square(size_t n, const double *r, double *scratch, double *inverse) {
    routh_invert_triangle(n, r, scratch);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
            inverse[i * n + k] = routh_sum_of_products(n, &scratch[i * n], &scratch[k * n]);
}

routh_status routh_best_residual(routh_context *context, const routh_separable *problem, const routh_linear *linear,
                                 const routh_projection *at, double *left) {
    const size_t n = linear->columns, rows = problem->rows;
    ROUTH_ARENA(room, context);
    double *r = routh_take(&room, 3 * n + 2, n * sizeof *r);
    ROUTH_TRY(room.status);
    ROUTH_TRY(factor(context, linear, 0, r));
    memcpy(left, at->residual, rows * sizeof *left);
    /* twice, as the second pass repairs what rounding leaves of the first */
    for (int pass = 0; pass < 2; pass++) {
        double *inverse = r + n * n, *scratch = inverse + n * n, *pull = scratch + n * n, *step = pull + n;
        invert_square(n, r, scratch, inverse);
        for (size_t c = 0; c < n; c++)
            pull[c] = routh_sum_of_products(rows, &linear->g[c * rows], left);
        for (size_t c = 0; c < n; c++)
            step[c] = routh_sum_of_products(n, &inverse[c * n], pull);
        for (size_t c = 0; c < n; c++)
            for (size_t i = 0; i < rows; i++)
                left[i] -= step[c] * linear->g[c * rows + i];
    }
    return ROUTH_OK;
}

routh_status routh_posterior_step(routh_context *context, const routh_separable *problem, const routh_linear *linear,
                                  routh_wrench_noise noise, const routh_projection *at, double *step) {
    const size_t n = linear->columns, rows = problem->rows;
    ROUTH_ARENA(room, context);
    double *r = routh_take(&room, 3 * n + 1, n * sizeof *r);
    ROUTH_TRY(room.status);
    ROUTH_TRY(factor(context, linear, noise.level, r));
    double *inverse = r + n * n, *scratch = inverse + n * n, *pull = scratch + n * n;
    invert_square(n, r, scratch, inverse);
    for (size_t c = 0; c < n; c++) {
        pull[c] = routh_sum_of_products(rows, &linear->g[c * rows], at->residual);
        pull[c] -= c >= linear->determined ? noise.level * at->z[c - linear->determined] : 0.0;
    }
    for (size_t c = 0; c < n; c++)
        step[c] = routh_sum_of_products(n, &inverse[c * n], pull);
    for (size_t c = 0; c < linear->determined; c++)
        step[c] /= linear->scale[c];
    return ROUTH_OK;
}

/* a ← A B A for symmetric matrices, in place of the first. */
static void between(size_t n, const double *a, const double *b, double *scratch, double *product) {
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++) {
            double sum = 0;
            for (size_t m = 0; m < n; m++)
                sum += a[i * n + m] * b[m * n + k];
            scratch[i * n + k] = sum;
        }
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
            product[i * n + k] = routh_sum_of_products(n, &scratch[i * n], &a[k * n]);
}

double routh_prior_weight(const routh_separable *problem, double gamma) {
    return problem->unknowns ? 6 * problem->mass * gamma / (double)problem->unknowns : 0.0;
}

routh_status routh_damped_inverse(routh_context *context, const routh_linear *linear, double lambda, double *inverse) {
    const size_t n = linear->columns;
    ROUTH_ARENA(room, context);
    double *r = routh_take(&room, 2 * n, n * sizeof *r);
    ROUTH_TRY(room.status);
    ROUTH_TRY(factor(context, linear, lambda, r));
    invert_square(n, r, r + n * n, inverse);
    return ROUTH_OK;
}

routh_status routh_covariance_of_noise(routh_context *context, const routh_separable *problem,
                                       const routh_linear *linear, double gamma, double *noise, double *covariance) {
    const size_t n = linear->columns, determined = linear->determined;
    const double lambda = routh_prior_weight(problem, gamma);
    const size_t unknowns = n - determined;
    ROUTH_ARENA(room, context);
    double *inverse = routh_take(&room, 3 * n, n * sizeof *inverse);
    ROUTH_TRY(room.status);
    double *prior = inverse + 2 * n * n;
    ROUTH_TRY(routh_damped_inverse(context, linear, lambda, inverse));
    ROUTH_TRY(routh_reference_prior(context, problem->regressor->assembly, prior));
    for (size_t i = 0; i < unknowns; i++)
        for (size_t k = 0; k < unknowns; k++)
            noise[(determined + i) * n + determined + k] += lambda * lambda * prior[i * unknowns + k];
    between(n, inverse, noise, inverse + n * n, covariance);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
            covariance[i * n + k] /= (i < determined ? linear->scale[i] : 1) * (k < determined ? linear->scale[k] : 1);
    return ROUTH_OK;
}

routh_status routh_error_covariance(routh_context *context, const routh_separable *problem, const routh_linear *linear,
                                    routh_wrench_noise noise, double gamma, double *covariance) {
    const size_t n = linear->columns;
    ROUTH_ARENA(room, context);
    double *middle = routh_take(&room, n, n * sizeof *middle);
    ROUTH_TRY(room.status);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
            for (size_t m = 0; m < n; m++)
                middle[i * n + k] += noise.level * linear->r[m * n + i] * linear->r[m * n + k];
    return routh_covariance_of_noise(context, problem, linear, gamma, middle, covariance);
}
