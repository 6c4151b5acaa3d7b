/* A model from samples and hyper-parameters: what prediction needs, and what leaving one sample out would predict.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/crew.h"
#include "learn/exact.h"
#include "learn/gp.h"
#include "learn/lapack.h"
#include "learn/sparse.h"

static void part_release(routh_context *context, routh_gp_part *part) {
    routh_release(context, part->chosen);
    routh_release(context, part->z);
    routh_release(context, part->weight);
    routh_release(context, part->inverse);
    routh_release(context, part->correction);
    routh_release(context, part->residual);
    routh_release(context, part->deviation);
}

void routh_gp_release(routh_context *context, routh_gp *gp) {
    if (!gp)
        return;
    for (size_t j = 0; j < gp->alternatives; j++)
        routh_gp_release(context, gp->alternative[j]);
    routh_release(context, gp->alternative);
    for (size_t o = 0; gp->part && o < gp->data.outputs; o++)
        part_release(context, &gp->part[o]);
    routh_release(context, gp->part);
    routh_gp_data_release(context, &gp->data);
    routh_release(context, gp);
}

static routh_status part_allocate(routh_context *context, const routh_gp_data *data, const routh_gp_choice *choice,
                                  routh_gp_part *part) {
    const size_t points = choice->chosen ? choice->points : data->count;
    part->points = points;
    part->fit.parameters = choice->parameters;
    part->fit.inducing = choice->chosen ? points : 0;
    return (part->z = routh_allocate(context, points, data->inputs * sizeof *part->z)) &&
                   (part->weight = routh_allocate(context, points, sizeof *part->weight)) &&
                   (part->inverse = routh_allocate(context, points, points * sizeof *part->inverse)) &&
                   (!choice->chosen ||
                    (part->correction = routh_allocate(context, points, points * sizeof *part->correction))) &&
                   (part->residual = routh_allocate(context, data->count, sizeof *part->residual)) &&
                   (part->deviation = routh_allocate(context, data->count, sizeof *part->deviation))
               ? ROUTH_OK
               : ROUTH_OUT_OF_MEMORY;
}

/* Leaving sample i out: residual α_i/K⁻¹_ii, variance 1/K⁻¹_ii (Rasmussen & Williams, equations 5.12), where the
 * diagonal of K⁻¹ = L⁻ᵀL⁻¹ is made of the squares of L⁻¹'s columns. */
static void compute_exact(const routh_gp_data *data, size_t output, routh_gp_part *part) {
    const size_t n = data->count;
    routh_gp_exact work = {n, data->inputs, part->z, part->inverse, part->weight, NULL, 0, NULL};
    part->fit.log_likelihood = routh_gp_exact_at(&work, data->x, data->y + output * n, &part->fit.parameters, NULL);
    part->fit.jitter = work.jitter;
    if (!isfinite(part->fit.log_likelihood))
        return;
    routh_lapack_invert_factor(n, part->inverse);
    for (size_t i = 0; i < n; i++) {
        const double *column = part->inverse + i * n;
        double square = 0;
        for (size_t j = i; j < n; j++)
            square += column[j] * column[j];
        part->residual[i] = part->weight[i] / square;
        part->deviation[i] = 1 / sqrt(square);
    }
}

static routh_status compute_one(routh_context *own, void *with, size_t o, int thread) {
    routh_gp *gp = with;
    (void)own; /* three calls of LAPACK: the crew asks in between */
    (void)thread;
    compute_exact(&gp->data, o, &gp->part[o]);
    return ROUTH_OK;
}

static routh_status compute_all_exact(routh_context *context, routh_gp *gp, int threads) {
    const routh_shares shares = {.count = gp->data.outputs, .threads = threads, .work = compute_one, .with = gp};
    return routh_share_out(context, &shares, NULL);
}

static routh_status compute_sparse(routh_context *context, const routh_gp_data *data, size_t output, int threads,
                                   routh_gp_part *part) {
    const size_t m = part->points;
    const double *y = data->y + output * data->count;
    routh_gp_sparse work;
    routh_status status = routh_gp_sparse_create(context, data->count, data->inputs, part->chosen, m, threads, &work);
    if (status != ROUTH_OK)
        return status;
    part->fit.log_likelihood = routh_gp_sparse_at(&work, data->x, y, &part->fit.parameters, NULL);
    part->fit.jitter = work.jitter;
    if (isfinite(part->fit.log_likelihood)) {
        memcpy(part->z, work.z_chosen, m * data->inputs * sizeof *part->z);
        memcpy(part->weight, work.weight, m * sizeof *part->weight);
        memcpy(part->inverse, work.factor, m * m * sizeof *part->inverse);
        memcpy(part->correction, work.correction, m * m * sizeof *part->correction);
        routh_lapack_invert_factor(m, part->inverse);
        routh_lapack_invert_factor(m, part->correction);
        routh_gp_sparse_leave_out(&work, y, &part->fit.parameters, part->residual, part->deviation);
    }
    routh_gp_sparse_release(context, &work);
    return ROUTH_OK;
}

static routh_status compute(routh_context *context, routh_gp *gp, int threads) {
    routh_status status = ROUTH_OK;
    if (!gp->part[0].chosen)
        status = compute_all_exact(context, gp, threads);
    for (size_t o = 0; status == ROUTH_OK && o < gp->data.outputs; o++) {
        routh_gp_part *part = &gp->part[o];
        if (part->chosen)
            status = compute_sparse(context, &gp->data, o, threads, part);
        if (status == ROUTH_OK && !isfinite(part->fit.log_likelihood))
            status =
                routh_fail(context, ROUTH_OUT_OF_RANGE,
                           "output %zu: the kernel matrix is singular, even with %g of the signal's variance added",
                           o + 1, routh_gp_jitter(ROUTH_GP_JITTERS - 1));
        part->fit.mean = gp->data.output_mean[o];
        part->fit.scale = gp->data.output_scale[o];
        part->fit.flags = part->fit.jitter > 0 ? ROUTH_GP_JITTERED : 0;
    }
    return status;
}

routh_status routh_gp_model_create(routh_context *context, routh_gp_data *data, routh_gp_choice *choice,
                                   routh_gp **gp) {
    const size_t outputs = data->outputs;
    routh_gp *made = routh_allocate(context, 1, sizeof *made);
    routh_status status = made ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    if (made) {
        made->data = *data;
        *data = (routh_gp_data){0};
        if (!(made->part = routh_allocate(context, outputs, sizeof *made->part)))
            status = ROUTH_OUT_OF_MEMORY;
    }
    for (size_t o = 0; o < outputs; o++) {
        if (status == ROUTH_OK)
            status = part_allocate(context, &made->data, &choice[o], &made->part[o]);
        if (made && made->part)
            made->part[o].chosen = choice[o].chosen;
        else
            routh_release(context, choice[o].chosen);
        choice[o].chosen = NULL;
    }
    if (status == ROUTH_OK)
        status = compute(context, made, routh_threads(context));
    if (status != ROUTH_OK) {
        routh_gp_release(context, made);
        routh_gp_data_release(context, data);
        made = NULL;
    }
    *gp = made;
    return status;
}

/* Asked of a model --------------------------------------------------------------------------------------*/

size_t routh_gp_inputs(const routh_gp *gp) {
    return gp->data.inputs;
}

size_t routh_gp_outputs(const routh_gp *gp) {
    return gp->data.outputs;
}

size_t routh_gp_count(const routh_gp *gp) {
    return gp->data.count;
}

const routh_model_output *routh_gp_fit_of(const routh_gp *gp, size_t output) {
    return &gp->part[output].fit;
}

double routh_gp_noise(const routh_gp *gp, size_t output) {
    return gp->part[output].fit.scale * gp->part[output].fit.parameters.noise;
}

void routh_gp_leave_one_out(const routh_gp *gp, double *residual, double *deviation) {
    const size_t outputs = gp->data.outputs;
    for (size_t i = 0; i < gp->data.count; i++)
        for (size_t o = 0; o < outputs; o++) {
            const routh_gp_part *part = &gp->part[o];
            if (residual)
                residual[i * outputs + o] = part->fit.scale * part->residual[i];
            if (deviation)
                deviation[i * outputs + o] = part->fit.scale * part->deviation[i];
        }
}
