/* The exact log marginal likelihood and its derivatives, with K = K_f + σ_n² I, L Lᵀ = K, α = K⁻¹y:
 *
 *     log p = −½ yᵀα − Σ log L_ii − ½ n log 2π
 *     ∂ log p/∂θ = ½ Σ_ij M_ij ∂K_ij/∂θ,   M = ααᵀ − K⁻¹
 *
 * by the logarithms of σ_f, σ_n, ℓ_k (Rasmussen & Williams, equations 2.30 and 5.9):
 *
 *     ∂K/∂ log σ_f = 2 K_f,   ∂K/∂ log σ_n = 2 σ_n² I,   ∂K_ij/∂ log ℓ_k = K_f,ij (z_ik − z_jk)²,   z = x/ℓ
 *
 * Factor and inverse are n³ operations by LAPACK. The rest is one pass over half a matrix, in which computing the
 * kernel again costs less than having stored it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "learn/exact.h"
#include "base/constants.h"

#include <math.h>
#include <string.h>

#include <cblas.h>

#include "base/context.h"
#include "learn/lapack.h"

routh_status routh_gp_exact_create(routh_context *context, size_t count, size_t inputs, routh_gp_exact *work) {
    *work = (routh_gp_exact){.count = count, .inputs = inputs};
    if (!(work->z = routh_allocate(context, count, inputs * sizeof *work->z)) ||
        !(work->matrix = routh_allocate(context, count, count * sizeof *work->matrix)) ||
        !(work->alpha = routh_allocate(context, count, sizeof *work->alpha)) ||
        !(work->weight = routh_allocate(context, count, sizeof *work->weight)))
        return ROUTH_OUT_OF_MEMORY;
    return ROUTH_OK;
}

void routh_gp_exact_release(routh_context *context, routh_gp_exact *work) {
    routh_release(context, work->z);
    routh_release(context, work->matrix);
    routh_release(context, work->alpha);
    routh_release(context, work->weight);
    *work = (routh_gp_exact){0};
}

double routh_gp_jitter(int attempt) {
    static const double jitter[ROUTH_GP_JITTERS] = {0, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4};
    return jitter[attempt];
}

static void fill_lower(const routh_points *points, size_t count, double variance, double diagonal, double *matrix) {
    double point[ROUTH_GP_MOST_INPUTS];
    for (size_t j = 0; j < count; j++) {
        double *column = matrix + j * count;
        routh_point_of(points, j, point);
        routh_kernel_row(points, j + 1, count - j - 1, point, variance, column + j + 1);
        column[j] = diagonal;
    }
}

static double least_square(const double *factor, size_t count) {
    double least = INFINITY;
    for (size_t i = 0; i < count; i++)
        least = fmin(least, factor[i * (count + 1)]);
    return least * least;
}

int routh_gp_factor(const routh_points *points, size_t count, double variance, double extra, double least,
                    double *matrix, double *jitter) {
    for (int attempt = 0; attempt < ROUTH_GP_JITTERS; attempt++) {
        *jitter = routh_gp_jitter(attempt);
        fill_lower(points, count, variance, variance * (1 + *jitter) + extra, matrix);
        if (routh_lapack_factor(count, matrix) == 0 && least_square(matrix, count) >= least * variance)
            return 0;
    }
    return -1;
}

static double log_likelihood(routh_gp_exact *work, const double *y) {
    const size_t count = work->count;
    const blasint n = (blasint)count;
    double half_determinant = 0; /* of log |K| */
    for (size_t i = 0; i < count; i++)
        half_determinant += log(work->matrix[i * (count + 1)]);
    memcpy(work->alpha, y, count * sizeof *y);
    cblas_dtrsv(CblasColMajor, CblasLower, CblasNoTrans, CblasNonUnit, n, work->matrix, n, work->alpha, 1);
    const double square = cblas_ddot(n, work->alpha, 1, work->alpha, 1); /* yᵀ K⁻¹ y */
    cblas_dtrsv(CblasColMajor, CblasLower, CblasTrans, CblasNonUnit, n, work->matrix, n, work->alpha, 1);
    return -0.5 * square - half_determinant - 0.5 * (double)count * log(2 * ROUTH_PI);
}

/* The inverse takes the factor's place. M is symmetric: pairs i > j stand for both. */
static void derive(routh_gp_exact *work, const routh_points *points, const routh_gp_parameters *parameters,
                   routh_gp_parameters *gradient) {
    const size_t count = work->count;
    const double variance = parameters->signal * parameters->signal, *alpha = work->alpha;
    double diagonal = 0, point[ROUTH_GP_MOST_INPUTS];
    routh_kernel_sums sums;
    memset(&sums, 0, sizeof sums);
    routh_lapack_invert(count, work->matrix);
    for (size_t j = 0; j < count; j++) {
        const double *inverse = work->matrix + j * count;
        for (size_t i = j; i < count; i++)
            work->weight[i] = alpha[i] * alpha[j] - inverse[i];
        diagonal += work->weight[j];
        routh_point_of(points, j, point);
        routh_kernel_row_sums(points, j + 1, count - j - 1, point, variance, work->weight + j + 1, &sums);
    }
    gradient->signal = 2 * routh_kernel_sum(sums.plain) + diagonal * variance * (1 + work->jitter);
    gradient->noise = diagonal * parameters->noise * parameters->noise;
    for (size_t k = 0; k < work->inputs; k++)
        gradient->length[k] = routh_kernel_sum(sums.square[k]);
}

double routh_gp_exact_at(routh_gp_exact *work, const double *x, const double *y, const routh_gp_parameters *parameters,
                         routh_gp_parameters *gradient) {
    const double variance = parameters->signal * parameters->signal;
    const routh_points points = {work->z, work->count, work->inputs};
    routh_gp_scale(x, work->count, work->count, work->inputs, parameters->length, work->z);
    if (routh_gp_factor(&points, work->count, variance, parameters->noise * parameters->noise, 0, work->matrix,
                        &work->jitter) != 0)
        return -INFINITY;
    const double value = log_likelihood(work, y);
    if (gradient && routh_ask(work->context) != ROUTH_OK)
        return -INFINITY; /* whoever searches asks again */
    if (gradient)
        derive(work, &points, parameters, gradient);
    return value;
}
