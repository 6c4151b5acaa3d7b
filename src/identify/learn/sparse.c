/* The bound of a sparse model, and its derivatives.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <float.h>
#include <math.h>
#include <string.h>

#include <cblas.h>

#include "base/context.h"
#include "base/numbers.h"
#include "learn/gp.h"

/* The kernel between samples and the chosen points. */

/* P for samples first … first + size − 1. */
static void gp_sparse_kernel(const routh_gp_sparse *work, size_t first, size_t size, double variance, double *kernel) {
    const routh_points samples = {work->z, work->count, work->inputs};
    const routh_points points = {work->z_chosen, work->points, work->inputs};
    double sample[ROUTH_GP_MOST_INPUTS];
    for (size_t i = 0; i < size; i++) {
        routh_point_of(&samples, first + i, sample);
        routh_kernel_row(&points, 0, work->points, sample, variance, kernel + i * work->points);
    }
}

/* The derivatives of the sparse bound, in the terms of gp.h, with Σ = K_z + P Pᵀ/σ² = L B Lᵀ, w = Σ⁻¹ P y/σ² and
 * e = y − Pᵀ w:
 *
 *     ∂F/∂P   = ((K_z⁻¹ − Σ⁻¹) P + w eᵀ) / σ²
 *     ∂F/∂K_z = L⁻ᵀ (I − ½ B⁻¹ − ½ B) L⁻¹ − ½ w wᵀ
 *     ∂F/∂ log σ² = ½ ((m − tr B⁻¹ − n) + (|e|² + n σ_f² − tr VVᵀ) / σ²)
 *     ∂F/∂ log σ_f² = ½ (tr B⁻¹ − m + |L_B⁻ᵀ c|² − (n σ_f² − tr VVᵀ) / σ²)
 *
 * which follow from log|Q + σ² I| = log|Σ| − log|K_z| + n log σ² and yᵀ(Q + σ² I)⁻¹y = (yᵀy − yᵀPᵀw) / σ². The first
 * two are for the length scales; σ_f is taken by itself because VVᵀ is proportional to σ_f², which spares it the
 * cancellation where K_z is nearly singular. The kernel's own derivatives are those of exact.c. */

/* L⁻ᵀ A L⁻¹ in place of A, symmetric and given in full. */
static void from_both_sides(const routh_gp_sparse *work, double *a) {
    const blasint m = (blasint)work->points;
    cblas_dtrsm(CblasColMajor, CblasLeft, CblasLower, CblasTrans, CblasNonUnit, m, m, 1, work->factor, m, a, m);
    cblas_dtrsm(CblasColMajor, CblasRight, CblasLower, CblasNoTrans, CblasNonUnit, m, m, 1, work->factor, m, a, m);
}

/* inverse: K_z⁻¹ − Σ⁻¹ = L⁻ᵀ (I − B⁻¹) L⁻¹; outer: ∂F/∂K_z. Returns tr B⁻¹. */
static double weigh(routh_gp_sparse *work) {
    const size_t m = work->points;
    double trace = 0;
    memcpy(work->inverse, work->correction, m * m * sizeof *work->inverse);
    routh_lapack_invert(m, work->inverse);
    cblas_dcopy((blasint)(m * m), work->correction, 1, work->outer, 1);
    for (size_t j = 0; j < m; j++) /* only the factor's lower triangle counts */
        memset(work->outer + j * m, 0, j * sizeof *work->outer);
    cblas_dtrmm(CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, (blasint)m, (blasint)m, 1,
                work->correction, (blasint)m, work->outer, (blasint)m); /* B = L_B L_Bᵀ */
    for (size_t j = 0; j < m; j++)
        for (size_t i = j; i < m; i++) {
            const double same = i == j, b = work->outer[j * m + i], inverse = work->inverse[j * m + i];
            trace += same * inverse;
            work->inverse[j * m + i] = work->inverse[i * m + j] = same - inverse;
            work->outer[j * m + i] = work->outer[i * m + j] = same - 0.5 * inverse - 0.5 * b;
        }
    from_both_sides(work, work->inverse);
    from_both_sides(work, work->outer);
    cblas_dger(CblasColMajor, (blasint)m, (blasint)m, -0.5, work->weight, 1, work->weight, 1, work->outer, (blasint)m);
    return trace;
}

/* What reaches the kernel's parameters through P, of one lane's blocks. */
static void derive_lane(const routh_gp_sparse *work, routh_gp_lane *lane, size_t number, const double *y,
                        double variance, double noise) {
    const size_t m = work->points;
    const blasint order = (blasint)m;
    const routh_points samples = {work->z, work->count, work->inputs}, points = {work->z_chosen, m, work->inputs};
    double sample[ROUTH_GP_MOST_INPUTS];
    memset(&lane->sums, 0, sizeof lane->sums);
    lane->residual = 0;
    for (size_t first = number * ROUTH_GP_BLOCK; first < work->count; first += ROUTH_GP_LANES * ROUTH_GP_BLOCK) {
        const size_t left = work->count - first, size = left < ROUTH_GP_BLOCK ? left : ROUTH_GP_BLOCK;
        gp_sparse_kernel(work, first, size, variance, lane->kernel);
        cblas_dsymm(CblasColMajor, CblasLeft, CblasLower, order, (blasint)size, 1 / noise, work->inverse, order,
                    lane->kernel, order, 0, lane->product, order);
        for (size_t i = 0; i < size; i++) {
            const double e = y[first + i] - cblas_ddot(order, lane->kernel + i * m, 1, work->weight, 1);
            cblas_daxpy(order, e / noise, work->weight, 1, lane->product + i * m, 1);
            routh_point_of(&samples, first + i, sample);
            routh_kernel_row_sums(&points, 0, m, sample, variance, lane->product + i * m, &lane->sums);
            lane->residual += e * e;
        }
    }
}

/* The derivatives of the bound, once factor, correction and weight are there. */
static void gp_sparse_derive(routh_gp_sparse *work, const double *y, const routh_gp_parameters *parameters,
                             routh_gp_parameters *gradient) {
    const double variance = parameters->signal * parameters->signal, noise = parameters->noise * parameters->noise;
    const size_t m = work->points;
    const double n = (double)work->count, trace = weigh(work);
    const routh_points points = {work->z_chosen, m, work->inputs};
    double point[ROUTH_GP_MOST_INPUTS], residual = 0;
    routh_kernel_sums sums;
    memset(&sums, 0, sizeof sums);
    for (size_t j = 0; j < m; j++) {
        routh_point_of(&points, j, point);
        routh_kernel_row_sums(&points, j + 1, m - j - 1, point, variance, work->outer + j * m + j + 1, &sums);
    }
    for (size_t k = 0; k < work->inputs; k++)
        gradient->length[k] = 2 * routh_kernel_sum(sums.square[k]);
#pragma omp parallel for num_threads(work->threads) schedule(dynamic)
    for (size_t l = 0; l < ROUTH_GP_LANES; l++)
        derive_lane(work, &work->lane[l], l, y, variance, noise);
    for (int l = 0; l < ROUTH_GP_LANES; l++) {
        residual += work->lane[l].residual;
        for (size_t k = 0; k < work->inputs; k++)
            gradient->length[k] += routh_kernel_sum(work->lane[l].sums.square[k]);
    }
    const double left_out = (n * variance - work->trace) / noise;
    cblas_dtrsv(CblasColMajor, CblasLower, CblasTrans, CblasNonUnit, (blasint)m, work->correction, (blasint)m,
                work->right, 1);
    gradient->signal = trace - (double)m + cblas_ddot((blasint)m, work->right, 1, work->right, 1) - left_out;
    gradient->noise = (double)m - trace - n + residual / noise + left_out;
}

/* The value of the sparse bound; gp.h has the formulas, sparse.c the rest. */

/* Below this share of the variance, what a point adds to the others is lost in rounding, and the bound gets rough. */
#define LEAST_PIVOT 1e-8

routh_status routh_gp_sparse_create(routh_arena *arena, size_t count, size_t inputs, const size_t *chosen,
                                    size_t points, int threads, routh_gp_sparse *work) {
    const size_t number = sizeof(double);
    *work = (routh_gp_sparse){.count = count,
                              .points = points,
                              .inputs = inputs,
                              .threads = threads,
                              .chosen = chosen,
                              .z = routh_take(arena, count, inputs * number),
                              .z_chosen = routh_take(arena, points, inputs * number),
                              .factor = routh_take(arena, points, points * number),
                              .correction = routh_take(arena, points, points * number),
                              .inverse = routh_take(arena, points, points * number),
                              .outer = routh_take(arena, points, points * number),
                              .right = routh_take(arena, points, number),
                              .weight = routh_take(arena, points, number),
                              .lane = routh_take(arena, ROUTH_GP_LANES, sizeof *work->lane)};
    for (int l = 0; work->lane && l < ROUTH_GP_LANES; l++)
        work->lane[l] = (routh_gp_lane){.kernel = routh_take(arena, points, ROUTH_GP_BLOCK * number),
                                        .product = routh_take(arena, points, ROUTH_GP_BLOCK * number),
                                        .gram = routh_take(arena, points, points * number),
                                        .right = routh_take(arena, points, number)};
    return arena->status;
}

/* VVᵀ and V y of one lane's blocks. */
static void sum_lane(const routh_gp_sparse *work, routh_gp_lane *lane, size_t number, const double *y,
                     double variance) {
    const blasint m = (blasint)work->points;
    memset(lane->gram, 0, work->points * work->points * sizeof *lane->gram);
    memset(lane->right, 0, work->points * sizeof *lane->right);
    for (size_t first = number * ROUTH_GP_BLOCK; first < work->count; first += ROUTH_GP_LANES * ROUTH_GP_BLOCK) {
        const size_t left = work->count - first, size = left < ROUTH_GP_BLOCK ? left : ROUTH_GP_BLOCK;
        const blasint n = (blasint)size;
        gp_sparse_kernel(work, first, size, variance, lane->kernel);
        cblas_dtrsm(CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, m, n, 1, work->factor, m,
                    lane->kernel, m);
        cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, m, n, 1, lane->kernel, m, 1, lane->gram, m);
        cblas_dgemv(CblasColMajor, CblasNoTrans, m, n, 1, lane->kernel, m, y + first, 1, 1, lane->right, 1);
    }
}

/* B and V y of all lanes. */
static void sum_lanes(routh_gp_sparse *work, const double *y, double variance, double noise) {
    const size_t m = work->points;
#pragma omp parallel for num_threads(work->threads) schedule(dynamic)
    for (size_t l = 0; l < ROUTH_GP_LANES; l++)
        sum_lane(work, &work->lane[l], l, y, variance);
    memset(work->correction, 0, m * m * sizeof *work->correction);
    memset(work->right, 0, m * sizeof *work->right);
    for (int l = 0; l < ROUTH_GP_LANES; l++) {
        for (size_t i = 0; i < m * m; i++)
            work->correction[i] += work->lane[l].gram[i];
        for (size_t i = 0; i < m; i++)
            work->right[i] += work->lane[l].right[i];
    }
    work->trace = 0;
    for (size_t i = 0; i < m; i++)
        work->trace += work->correction[i * (m + 1)];
    for (size_t i = 0; i < m * m; i++)
        work->correction[i] = work->correction[i] / noise + (i % (m + 1) == 0);
}

static double bound(const routh_gp_sparse *work, const double *y, double variance, double noise) {
    const double n = (double)work->count;
    double half_determinant = 0, square = 0, explained = 0;
    for (size_t i = 0; i < work->points; i++) {
        half_determinant += log(work->correction[i * (work->points + 1)]);
        explained += work->right[i] * work->right[i];
    }
    for (size_t i = 0; i < work->count; i++)
        square += y[i] * y[i];
    return -0.5 * n * log(2 * ROUTH_PI * noise) - half_determinant - 0.5 * square / noise + 0.5 * explained -
           0.5 * (n * variance - work->trace) / noise;
}

double routh_gp_sparse_at(routh_gp_sparse *work, const double *x, const double *y,
                          const routh_gp_parameters *parameters, routh_gp_parameters *gradient) {
    const double variance = parameters->signal * parameters->signal, noise = parameters->noise * parameters->noise;
    const blasint m = (blasint)work->points;
    routh_gp_scale(x, work->count, work->count, work->inputs, parameters->length, work->z);
    for (size_t k = 0; k < work->inputs; k++)
        for (size_t i = 0; i < work->points; i++)
            work->z_chosen[k * work->points + i] = work->z[k * work->count + work->chosen[i]];
    const routh_points points = {work->z_chosen, work->points, work->inputs};
    if (routh_gp_factor(&points, work->points, variance, 0, LEAST_PIVOT, work->factor, &work->jitter) != 0)
        return -INFINITY;
    sum_lanes(work, y, variance, noise);
    if (routh_lapack_factor(work->points, work->correction) != 0)
        return -INFINITY;
    cblas_dtrsv(CblasColMajor, CblasLower, CblasNoTrans, CblasNonUnit, m, work->correction, m, work->right, 1);
    cblas_dscal(m, 1 / noise, work->right, 1);
    const double value = bound(work, y, variance, noise);
    memcpy(work->weight, work->right, work->points * sizeof *work->weight);
    cblas_dtrsv(CblasColMajor, CblasLower, CblasTrans, CblasNonUnit, m, work->correction, m, work->weight, 1);
    cblas_dtrsv(CblasColMajor, CblasLower, CblasTrans, CblasNonUnit, m, work->factor, m, work->weight, 1);
    if (gradient)
        gp_sparse_derive(work, y, parameters, gradient);
    return value;
}

static void leave_out_lane(const routh_gp_sparse *work, routh_gp_lane *lane, size_t number, const double *y,
                           const routh_gp_parameters *parameters, double *residual, double *deviation) {
    const double variance = parameters->signal * parameters->signal, noise = parameters->noise * parameters->noise;
    const size_t m = work->points;
    const blasint order = (blasint)m;
    for (size_t first = number * ROUTH_GP_BLOCK; first < work->count; first += ROUTH_GP_LANES * ROUTH_GP_BLOCK) {
        const size_t left = work->count - first, size = left < ROUTH_GP_BLOCK ? left : ROUTH_GP_BLOCK;
        double known[ROUTH_GP_BLOCK];
        gp_sparse_kernel(work, first, size, variance, lane->kernel);
        for (size_t i = 0; i < size; i++)
            residual[first + i] = y[first + i] - cblas_ddot(order, lane->kernel + i * m, 1, work->weight, 1);
        cblas_dtrsm(CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, order, (blasint)size, 1,
                    work->factor, order, lane->kernel, order);
        for (size_t i = 0; i < size; i++)
            known[i] = cblas_ddot(order, lane->kernel + i * m, 1, lane->kernel + i * m, 1);
        cblas_dtrsm(CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, order, (blasint)size, 1,
                    work->correction, order, lane->kernel, order);
        for (size_t i = 0; i < size; i++) {
            const double square = cblas_ddot(order, lane->kernel + i * m, 1, lane->kernel + i * m, 1);
            const double own = fmax(1 - square / noise, DBL_EPSILON); /* the share of noise in the residual */
            residual[first + i] /= own;
            deviation[first + i] = sqrt(noise / own + fmax(variance - known[i], 0));
        }
    }
}

void routh_gp_sparse_leave_out(routh_gp_sparse *work, const double *y, const routh_gp_parameters *parameters,
                               double *residual, double *deviation) {
#pragma omp parallel for num_threads(work->threads) schedule(dynamic)
    for (size_t l = 0; l < ROUTH_GP_LANES; l++)
        leave_out_lane(work, &work->lane[l], l, y, parameters, residual, deviation);
}
