/* The derivatives of the sparse bound, in the terms of sparse.h, with Σ = K_z + P Pᵀ/σ² = L B Lᵀ, w = Σ⁻¹ P y/σ² and
 * e = y − Pᵀ w:
 *
 *     ∂F/∂P   = ((K_z⁻¹ − Σ⁻¹) P + w eᵀ) / σ²
 *     ∂F/∂K_z = L⁻ᵀ (I − ½ B⁻¹ − ½ B) L⁻¹ − ½ w wᵀ
 *     ∂F/∂ log σ² = ½ ((m − tr B⁻¹ − n) + (|e|² + n σ_f² − tr VVᵀ) / σ²)
 *     ∂F/∂ log σ_f² = ½ (tr B⁻¹ − m + |L_B⁻ᵀ c|² − (n σ_f² − tr VVᵀ) / σ²)
 *
 * which follow from log|Q + σ² I| = log|Σ| − log|K_z| + n log σ² and yᵀ(Q + σ² I)⁻¹y = (yᵀy − yᵀPᵀw) / σ². The first
 * two are for the length scales; σ_f is taken by itself because VVᵀ is proportional to σ_f², which spares it the
 * cancellation where K_z is nearly singular. The kernel's own derivatives are those of exact.c.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include <cblas.h>

#include "learn/lapack.h"
#include "learn/sparse.h"

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
        routh_gp_sparse_kernel(work, first, size, variance, lane->kernel);
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

void routh_gp_sparse_derive(routh_gp_sparse *work, const double *y, const routh_gp_parameters *parameters,
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
