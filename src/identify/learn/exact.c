/* The exact likelihood: the kernel, standardised samples, and its derivatives.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include <cblas.h>

#include "base/context.h"
#include "base/numbers.h"
#include "impact/kernel.h"
#include "learn/gp.h"

/* The squared exponential kernel on rows of points. Differences are formed before they are squared: the quicker
 * |a|² + |b|² − 2ab loses what matters between near points. */

/* Below this eˣ is as good as 0 for a sum of kernels, and still a normal number. */
#define LEAST_EXPONENT (-708.0)

/* eˣ for x ≤ 0 to about one unit in the last place, without branches or calls, so that loops over it vectorise, and
 * with the same bits wherever they do. With x = k ln 2 + r, |r| ≤ ½ ln 2: eˣ = 2ᵏ eʳ, and eʳ by its series, whose first
 * term left out is below 2⁻⁵⁷. Adding 1.5·2⁵² rounds to a whole number and leaves it in the lowest bits. */
static inline double exponential(double x) {
    const double shift = 0x1.8p52;
    x = x < LEAST_EXPONENT ? LEAST_EXPONENT : x;
    const double shifted = x * 0x1.71547652b82fep0 + shift, k = shifted - shift;
    const double r = (x - k * 0x1.62e42fee00000p-1) - k * 0x1.a39ef35793c76p-33;
    double sum = 1.0 / 6227020800;
    sum = sum * r + 1.0 / 479001600;
    sum = sum * r + 1.0 / 39916800;
    sum = sum * r + 1.0 / 3628800;
    sum = sum * r + 1.0 / 362880;
    sum = sum * r + 1.0 / 40320;
    sum = sum * r + 1.0 / 5040;
    sum = sum * r + 1.0 / 720;
    sum = sum * r + 1.0 / 120;
    sum = sum * r + 1.0 / 24;
    sum = sum * r + 1.0 / 6;
    sum = sum * r + 0.5;
    sum = sum * r + 1;
    sum = sum * r + 1;
    uint64_t bits;
    memcpy(&bits, &shifted, sizeof bits);
    bits = (bits + 1023) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return sum * power;
}

ROUTH_CLONES static void chunk_of_row(const double *z, size_t stride, size_t inputs, size_t count, const double *point,
                                      double variance, double *restrict value) {
    for (size_t i = 0; i < count; i++)
        value[i] = 0;
    for (size_t k = 0; k < inputs; k++) {
        const double *restrict coordinate = z + k * stride;
        const double middle = point[k];
        for (size_t i = 0; i < count; i++) {
            const double difference = coordinate[i] - middle;
            value[i] += difference * difference;
        }
    }
    ROUTH_SIMD() for (size_t i = 0; i < count; i++) value[i] = variance * exponential(-0.5 * value[i]);
}

void routh_kernel_row(const routh_points *points, size_t first, size_t count, const double *point, double variance,
                      double *value) {
    for (size_t done = 0; done < count; done += ROUTH_KERNEL_CHUNK) {
        const size_t left = count - done, size = left < ROUTH_KERNEL_CHUNK ? left : ROUTH_KERNEL_CHUNK;
        chunk_of_row(points->z + first + done, points->stride, points->inputs, size, point, variance, value + done);
    }
}

ROUTH_CLONES static void chunk_of_sums(const double *z, size_t stride, size_t inputs, size_t count, const double *point,
                                       double variance, const double *restrict weight,
                                       routh_kernel_sums *restrict sums) {
    double square[ROUTH_GP_MOST_INPUTS][ROUTH_KERNEL_CHUNK], value[ROUTH_KERNEL_CHUNK];
    for (size_t i = 0; i < count; i++)
        value[i] = 0;
    for (size_t k = 0; k < inputs; k++) {
        const double *restrict coordinate = z + k * stride;
        const double middle = point[k];
        for (size_t i = 0; i < count; i++) {
            const double difference = coordinate[i] - middle;
            square[k][i] = difference * difference;
            value[i] += square[k][i];
        }
    }
    ROUTH_SIMD() for (size_t i = 0; i < count; i++) {
        value[i] = weight[i] * variance * exponential(-0.5 * value[i]);
        sums->plain[i] += value[i];
    }
    for (size_t k = 0; k < inputs; k++)
        for (size_t i = 0; i < count; i++)
            sums->square[k][i] += value[i] * square[k][i];
}

void routh_kernel_row_sums(const routh_points *points, size_t first, size_t count, const double *point, double variance,
                           const double *weight, routh_kernel_sums *sums) {
    for (size_t done = 0; done < count; done += ROUTH_KERNEL_CHUNK) {
        const size_t left = count - done, size = left < ROUTH_KERNEL_CHUNK ? left : ROUTH_KERNEL_CHUNK;
        chunk_of_sums(points->z + first + done, points->stride, points->inputs, size, point, variance, weight + done,
                      sums);
    }
}

double routh_kernel_sum(const double chunk[ROUTH_KERNEL_CHUNK]) {
    double sum = 0;
    for (int i = 0; i < ROUTH_KERNEL_CHUNK; i++)
        sum += chunk[i];
    return sum;
}

void routh_point_of(const routh_points *points, size_t index, double *point) {
    for (size_t k = 0; k < points->inputs; k++)
        point[k] = points->z[k * points->stride + index];
}

/* Samples are checked, then every input and output gets mean 0 and deviation 1. */

/* Deviations below this share of the largest value are rounding: nothing varies. */
#define LEAST_DEVIATION 1e-13

static routh_status check_shape(routh_context *context, const routh_gp_samples *samples) {
    if (!samples || !samples->input || !samples->output)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "a Gaussian process needs samples of inputs and outputs");
    if (samples->inputs < 1 || samples->inputs > ROUTH_GP_MOST_INPUTS)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "%zu inputs: a Gaussian process has 1 to %d", samples->inputs,
                          ROUTH_GP_MOST_INPUTS);
    if (samples->outputs < 1)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "a Gaussian process needs at least one output");
    if (samples->count < samples->inputs + 2)
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "%zu samples are too few for %zu hyper-parameters: signal, noise and %zu length scales",
                          samples->count, samples->inputs + 2, samples->inputs);
    if (samples->count > INT32_MAX)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "%zu samples are too many", samples->count);
    return ROUTH_OK;
}

/* One column of a table. */
static routh_status standardise(routh_context *context, const double *table, size_t count, size_t columns,
                                size_t column, const char *what, double *value, double *mean, double *scale) {
    double sum = 0, largest = 0, square = 0;
    for (size_t i = 0; i < count; i++) {
        value[i] = table[i * columns + column];
        if (!isfinite(value[i]))
            return routh_fail(context, ROUTH_NOT_FINITE, "%s %zu of sample %zu is %g, not finite", what, column + 1,
                              i + 1, value[i]);
        sum += value[i] / (double)count;
        largest = fmax(largest, fabs(value[i]));
    }
    for (size_t i = 0; i < count; i++) {
        const double relative = largest > 0 ? (value[i] - sum) / largest : 0;
        square += relative * relative / (double)count;
    }
    *mean = sum;
    *scale = largest * sqrt(square);
    if (!(sqrt(square) > LEAST_DEVIATION) || !(*scale > 0))
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "%s %zu is %g in all %zu samples: nothing can be learned %s it",
                          what, column + 1, value[0], count, what[0] == 'i' ? "from" : "of");
    if (!isfinite(1 / *scale))
        return routh_fail(context, ROUTH_OUT_OF_RANGE, "%s %zu varies by %g only: too small to compute with", what,
                          column + 1, *scale);
    for (size_t i = 0; i < count; i++)
        value[i] = (value[i] - *mean) / *scale;
    return ROUTH_OK;
}

static routh_status standardise_all(routh_context *context, const routh_gp_samples *samples, routh_gp_data *data) {
    for (size_t k = 0; k < data->inputs; k++)
        ROUTH_TRY(standardise(context, samples->input, data->count, data->inputs, k, "input", data->x + k * data->count,
                              &data->input_mean[k], &data->input_scale[k]));
    for (size_t o = 0; o < data->outputs; o++)
        ROUTH_TRY(standardise(context, samples->output, data->count, data->outputs, o, "output",
                              data->y + o * data->count, &data->output_mean[o], &data->output_scale[o]));
    return ROUTH_OK;
}

routh_status routh_gp_data_take(routh_arena *arena, size_t count, size_t inputs, size_t outputs, routh_gp_data *data) {
    *data = (routh_gp_data){.count = count,
                            .inputs = inputs,
                            .outputs = outputs,
                            .x = routh_take(arena, count, inputs * sizeof *data->x),
                            .y = routh_take(arena, count, outputs * sizeof *data->y),
                            .output_mean = routh_take(arena, outputs, sizeof *data->output_mean),
                            .output_scale = routh_take(arena, outputs, sizeof *data->output_scale)};
    return arena->status;
}

routh_status routh_gp_data_create(routh_arena *arena, const routh_gp_samples *samples, routh_gp_data *data) {
    ROUTH_TRY(check_shape(arena->context, samples));
    ROUTH_TRY(routh_gp_data_take(arena, samples->count, samples->inputs, samples->outputs, data));
    return standardise_all(arena->context, samples, data);
}

void routh_gp_scale(const double *x, size_t stride, size_t count, size_t inputs, const double *length, double *z) {
    for (size_t k = 0; k < inputs; k++)
        for (size_t i = 0; i < count; i++)
            z[k * count + i] = x[k * stride + i] / length[k];
}

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
 * kernel again costs less than having stored it. */

routh_status routh_gp_exact_create(routh_arena *arena, size_t count, size_t inputs, routh_gp_exact *work) {
    *work = (routh_gp_exact){.count = count,
                             .inputs = inputs,
                             .z = routh_take(arena, count, inputs * sizeof *work->z),
                             .matrix = routh_take(arena, count, count * sizeof *work->matrix),
                             .alpha = routh_take(arena, count, sizeof *work->alpha),
                             .weight = routh_take(arena, count, sizeof *work->weight)};
    return arena->status;
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
    if (gradient && routh_check_cancelled(work->context) != ROUTH_OK)
        return -INFINITY; /* whoever searches asks again */
    if (gradient)
        derive(work, &points, parameters, gradient);
    return value;
}
