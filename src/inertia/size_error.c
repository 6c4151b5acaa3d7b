/* What a body measured with an error adds to the error of the estimate.
 *
 * All contacts share the shape: scaled by 1 + s, every r is scaled, and the answer Θ moves by s dΘ/ds. By the balance alone
 * m/I goes with 1/(1 + s); where poses count, heights are in metres, which do not scale, and the answer moves
 * differently. So the records are fitted with the shape scaled both ways by the standard error of s, and half the
 * difference d adds d dᵀ to the covariance. The size is the body's least width: an error of a length is the largest share
 * of that.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "inertia/inertia.h"

/* Beyond this share of the width the answer does not move in proportion. */
static const double most_share = 0.2;

/* Least distance between two parallel lines that hold the shape between them; one of them is along an edge. */
static double width_of(const routh_shape *shape) {
    if (shape->kind != ROUTH_POLYGON)
        return 2 * fmin(shape->a, shape->b);
    double least = INFINITY;
    for (size_t i = 0; i < shape->count; i++) {
        const double *from = shape->vertex[i], *to = shape->vertex[(i + 1) % shape->count];
        const double ex = to[0] - from[0], ey = to[1] - from[1];
        double most = 0;
        for (size_t k = 0; k < shape->count; k++)
            most = fmax(most, ex * (shape->vertex[k][1] - from[1]) - ey * (shape->vertex[k][0] - from[0]));
        least = fmin(least, most / hypot(ex, ey));
    }
    return least;
}

routh_status routh_inertia_size_check(routh_context *context, const routh_inertia_options *o) {
    if (!(o->size_error >= 0) || isinf(o->size_error))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "size_error",
                                "inertia: error of the size %g m must be finite and 0 or more", o->size_error);
    if (o->size_error > 0 && !o->shape)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "size_error shape",
                                "inertia: an error of the size needs the body's shape");
    if (o->size_error > 0 && !(o->size_error <= most_share * width_of(o->shape)))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "size_error",
                                "inertia: error of the size %g m; it must be at most %g m, a fifth of the body's width",
                                o->size_error, most_share * width_of(o->shape));
    return ROUTH_OK;
}

static routh_shape scaled_shape(const routh_shape *shape, double scale) {
    routh_shape scaled = *shape;
    scaled.a *= scale;
    scaled.b *= scale;
    for (size_t k = 0; k < scaled.count; k++) {
        scaled.vertex[k][0] *= scale;
        scaled.vertex[k][1] *= scale;
    }
    return scaled;
}

/* The answer for the body scaled; false where there is none, or none with the same unknowns. */
static routh_status fit_scaled(routh_context *context, const inertia_work *work, routh_inertia_refit *refit,
                               double scale, routh_record *record, double value[MOST_UNKNOWNS], bool *answers) {
    const routh_shape shape = scaled_shape(work->options->shape, scale);
    routh_inertia_options options = *work->options;
    routh_inertia_estimate fit;
    options.shape = &shape;
    options.size_error = 0;
    for (size_t i = 0; i < work->count; i++) {
        record[i] = work->record[i];
        record[i].rx *= scale;
        record[i].ry *= scale;
    }
    const routh_status status = refit(context, record, work->count, &options, &fit);
    *answers = status == ROUTH_OK && fit.unknowns == work->unknowns;
    if (*answers)
        memcpy(value, fit.value, sizeof fit.value);
    if (status == ROUTH_OK)
        routh_inertia_estimate_release(context, &fit);
    return routh_ends_all(status) ? status : ROUTH_OK;
}

routh_status routh_inertia_add_size_error(routh_context *context, const inertia_work *work,
                                          routh_inertia_refit *refit) {
    routh_inertia_estimate *fit = work->fit;
    if (!(work->options->size_error > 0))
        return ROUTH_OK;
    routh_record *record = routh_allocate(context, work->count, sizeof *record);
    if (!record)
        return ROUTH_OUT_OF_MEMORY;
    const double share = work->options->size_error / width_of(work->options->shape);
    double value[2][MOST_UNKNOWNS], moved[MOST_UNKNOWNS] = {0};
    bool answers[2] = {false, false};
    routh_status status = ROUTH_OK;
    for (int k = 0; k < 2 && status == ROUTH_OK; k++)
        status = fit_scaled(context, work, refit, k ? 1 + share : 1 - share, record, value[k], &answers[k]);
    routh_release(context, record);
    if (status != ROUTH_OK)
        return status;
    if (!answers[0] || !answers[1])
        return routh_fail(context, ROUTH_NOT_ENDED,
                          "m/I is not determined: a body %.2g %% larger or smaller, as its size allows, does not "
                          "explain the contacts within the noise; a smaller error of the size would help",
                          100 * share);
    for (int k = 0; k < work->unknowns; k++)
        moved[k] = (value[1][k] - value[0][k]) / 2;
    for (int k = 0; k < work->unknowns; k++)
        for (int l = 0; l < work->unknowns; l++)
            fit->covariance[k][l] += moved[k] * moved[l];
    fit->m_over_i_size_error = fabs(moved[0]);
    return ROUTH_OK;
}
