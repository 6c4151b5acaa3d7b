/* Prediction. Many points are taken in blocks, spread over threads, so that most of the work is a product of matrices.
 * The mean alone needs none, and no memory.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <cblas.h>

#include "base/context.h"
#include "learn/gp.h"

enum { BLOCK = 512 };

/* In chunks, which every way of predicting shares: the same bits, and too short for BLAS to use threads. */
static double weighted_sum(const double *kernel, const double *weight, size_t count) {
    double sum = 0;
    for (size_t done = 0; done < count; done += ROUTH_KERNEL_CHUNK) {
        const size_t left = count - done, size = left < ROUTH_KERNEL_CHUNK ? left : ROUTH_KERNEL_CHUNK;
        sum += cblas_ddot((blasint)size, kernel + done, 1, weight + done, 1);
    }
    return sum;
}

/* A point of the caller's in the units of one output's kernel. */
static void to_kernel_units(const routh_gp *gp, const routh_gp_part *part, const double *input, double *point) {
    for (size_t k = 0; k < gp->data.inputs; k++)
        point[k] = (input[k] - gp->data.input_mean[k]) / gp->data.input_scale[k] / part->fit.parameters.length[k];
}

static routh_points points_of(const routh_gp *gp, const routh_gp_part *part) {
    return (routh_points){part->z, part->points, gp->data.inputs};
}

static double mean_alone(const routh_gp *gp, const routh_gp_part *part, const double *input) {
    const double variance = part->fit.parameters.signal * part->fit.parameters.signal;
    const routh_points points = points_of(gp, part);
    double point[ROUTH_GP_MOST_INPUTS], kernel[ROUTH_KERNEL_CHUNK], sum = 0;
    to_kernel_units(gp, part, input, point);
    for (size_t done = 0; done < part->points; done += ROUTH_KERNEL_CHUNK) {
        const size_t left = part->points - done, size = left < ROUTH_KERNEL_CHUNK ? left : ROUTH_KERNEL_CHUNK;
        routh_kernel_row(&points, done, size, point, variance, kernel);
        sum += weighted_sum(kernel, part->weight + done, size);
    }
    return part->fit.mean + part->fit.scale * sum;
}

/* |L⁻¹ k|² of each of `size` columns; L⁻¹ k takes their place. */
static void multiply_and_square(const double *inverse, size_t count, size_t size, double *columns, double *square) {
    const blasint n = (blasint)count;
    if (size == 1)
        cblas_dtrmv(CblasColMajor, CblasLower, CblasNoTrans, CblasNonUnit, n, inverse, n, columns, 1);
    else
        cblas_dtrmm(CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, n, (blasint)size, 1, inverse, n,
                    columns, n);
    for (size_t i = 0; i < size; i++)
        square[i] = weighted_sum(columns + i * count, columns + i * count, count);
}

/* Mean and deviation of `size` points, one output; `kernel` has points × size numbers. Results lie `stride` apart. */
static void predict_block(const routh_gp *gp, const routh_gp_part *part, size_t size, const double *input,
                          double *kernel, size_t stride, double *mean, double *deviation) {
    const double variance = part->fit.parameters.signal * part->fit.parameters.signal;
    const routh_points points = points_of(gp, part);
    double point[ROUTH_GP_MOST_INPUTS], known[BLOCK], unknown[BLOCK] = {0};
    for (size_t i = 0; i < size; i++) {
        double *column = kernel + i * part->points;
        to_kernel_units(gp, part, input + i * gp->data.inputs, point);
        routh_kernel_row(&points, 0, part->points, point, variance, column);
        mean[i * stride] = part->fit.mean + part->fit.scale * weighted_sum(column, part->weight, part->points);
    }
    multiply_and_square(part->inverse, part->points, size, kernel, known);
    if (part->correction)
        multiply_and_square(part->correction, part->points, size, kernel, unknown);
    for (size_t i = 0; i < size; i++)
        deviation[i * stride] = part->fit.scale * sqrt(fmax(variance - known[i] + unknown[i], 0));
}

static void predict_points(const routh_gp *gp, size_t size, const double *input, double *kernel, double *mean,
                           double *deviation) {
    const size_t outputs = gp->data.outputs, inputs = gp->data.inputs;
    for (size_t o = 0; o < outputs; o++)
        if (deviation)
            predict_block(gp, &gp->part[o], size, input, kernel, outputs, mean + o, deviation + o);
        else
            for (size_t i = 0; i < size; i++)
                mean[i * outputs + o] = mean_alone(gp, &gp->part[o], input + i * inputs);
}

static routh_status check_points(routh_context *context, const routh_gp *gp, size_t count, const double *input) {
    const size_t inputs = gp->data.inputs;
    for (size_t i = 0; i < count * inputs; i++)
        if (!isfinite(input[i]))
            return routh_fail(context, ROUTH_NOT_FINITE, "input %zu of point %zu is %g, not finite", i % inputs + 1,
                              i / inputs + 1, input[i]);
    return ROUTH_OK;
}

size_t routh_gp_scratch(const routh_gp *gp) {
    size_t most = 0;
    for (size_t o = 0; o < gp->data.outputs; o++)
        most = gp->part[o].points > most ? gp->part[o].points : most;
    return most;
}

typedef struct predicting {
    const routh_gp *gp;
    size_t count;
    const double *input;
    double *kernel; /* `scratch` for each thread */
    size_t scratch;
    double *mean, *deviation;
} predicting;

static routh_status predict_share(routh_context *own, void *with, size_t block, int thread) {
    const predicting *p = with;
    const size_t inputs = p->gp->data.inputs, outputs = p->gp->data.outputs, first = block * BLOCK;
    const size_t left = p->count - first, size = left < BLOCK ? left : BLOCK;
    (void)own;
    predict_points(p->gp, size, p->input + first * inputs, p->kernel + (size_t)thread * p->scratch,
                   p->mean + first * outputs, p->deviation ? p->deviation + first * outputs : NULL);
    return ROUTH_OK;
}

routh_status routh_gp_predict(routh_context *context, const routh_gp *gp, size_t count, const double *input,
                              double *mean, double *deviation) {
    ROUTH_TRY(check_points(context, gp, count, input));
    const size_t blocks = (count + BLOCK - 1) / BLOCK, most = (size_t)routh_threads(context);
    const size_t workers = most < blocks ? most : blocks;
    const size_t scratch = deviation ? routh_gp_scratch(gp) * (count < BLOCK ? count : BLOCK) : 0;
    ROUTH_ARENA(room, context);
    double *kernel = routh_take(&room, workers, scratch * sizeof *kernel);
    ROUTH_TRY(room.status);
    predicting all = {gp, count, input, kernel, scratch, mean, deviation};
    const routh_shares shares = {
        .count = blocks, .threads = workers > 0 ? (int)workers : 1, .work = predict_share, .with = &all};
    const routh_one_thread before = routh_one_thread_begin();
    const routh_status predicted = routh_share_out(context, &shares, NULL);
    routh_one_thread_end(before);
    return predicted;
}

void routh_gp_predict_one(const routh_gp *gp, const double *input, double *scratch, double *mean, double *deviation) {
    if (check_points(NULL, gp, 1, input) != ROUTH_OK) {
        for (size_t o = 0; o < gp->data.outputs; o++) {
            mean[o] = NAN;
            if (deviation)
                deviation[o] = NAN;
        }
        return;
    }
    if (!deviation) {
        predict_points(gp, 1, input, scratch, mean, NULL);
        return;
    }
    const routh_one_thread before = routh_one_thread_begin();
    predict_points(gp, 1, input, scratch, mean, deviation);
    routh_one_thread_end(before);
}
