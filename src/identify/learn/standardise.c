/* Samples are checked, then every input and output gets mean 0 and deviation 1.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdint.h>

#include "base/context.h"
#include "learn/gp.h"

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

/* Column `column` of a table of so many columns. */
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
    for (size_t k = 0; k < data->inputs; k++) {
        const routh_status status = standardise(context, samples->input, data->count, data->inputs, k, "input",
                                                data->x + k * data->count, &data->input_mean[k], &data->input_scale[k]);
        if (status != ROUTH_OK)
            return status;
    }
    for (size_t o = 0; o < data->outputs; o++) {
        const routh_status status =
            standardise(context, samples->output, data->count, data->outputs, o, "output", data->y + o * data->count,
                        &data->output_mean[o], &data->output_scale[o]);
        if (status != ROUTH_OK)
            return status;
    }
    return ROUTH_OK;
}

routh_status routh_gp_data_allocate(routh_context *context, size_t count, size_t inputs, size_t outputs,
                                    routh_gp_data *data) {
    *data = (routh_gp_data){.count = count, .inputs = inputs, .outputs = outputs};
    if ((data->x = routh_allocate(context, count, inputs * sizeof *data->x)) &&
        (data->y = routh_allocate(context, count, outputs * sizeof *data->y)) &&
        (data->output_mean = routh_allocate(context, outputs, sizeof *data->output_mean)) &&
        (data->output_scale = routh_allocate(context, outputs, sizeof *data->output_scale)))
        return ROUTH_OK;
    routh_gp_data_release(context, data);
    return ROUTH_OUT_OF_MEMORY;
}

void routh_gp_data_release(routh_context *context, routh_gp_data *data) {
    routh_release(context, data->x);
    routh_release(context, data->y);
    routh_release(context, data->output_mean);
    routh_release(context, data->output_scale);
    *data = (routh_gp_data){0};
}

routh_status routh_gp_data_create(routh_context *context, const routh_gp_samples *samples, routh_gp_data *data) {
    *data = (routh_gp_data){0};
    routh_status status = check_shape(context, samples);
    if (status == ROUTH_OK)
        status = routh_gp_data_allocate(context, samples->count, samples->inputs, samples->outputs, data);
    if (status == ROUTH_OK)
        status = standardise_all(context, samples, data);
    if (status != ROUTH_OK)
        routh_gp_data_release(context, data);
    return status;
}

void routh_gp_scale(const double *x, size_t stride, size_t count, size_t inputs, const double *length, double *z) {
    for (size_t k = 0; k < inputs; k++)
        for (size_t i = 0; i < count; i++)
            z[k * count + i] = x[k * stride + i] / length[k];
}
