/* Intervals of mass and moment of inertia, with the error of the body's size in them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "base/context.h"
#include "fields/structs.h"
#include "inertia/inertia.h"

/* What an estimate of inertia holds. */

ROUTH_RELEASED_BY_FIELDS(routh_inertia_estimate)

/* What a body measured with an error adds to the error of the estimate.
 *
 * All contacts share the shape: scaled by 1 + s, every r is scaled, and the answer Θ moves by s dΘ/ds. By the balance alone
 * m/I goes with 1/(1 + s); where poses count, heights are in metres, which do not scale, and the answer moves
 * differently. So the records are fitted with the shape scaled both ways by the standard error of s, and half the
 * difference d adds d dᵀ to the covariance. The size is the body's least width: an error of a length is the largest share
 * of that. */

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
    ROUTH_ARENA(room, context);
    routh_record *record = routh_take(&room, work->count, sizeof *record);
    ROUTH_TRY(room.status);
    const double share = work->options->size_error / width_of(work->options->shape);
    double value[2][MOST_UNKNOWNS], moved[MOST_UNKNOWNS] = {0};
    bool answers[2] = {false, false};
    for (int k = 0; k < 2; k++)
        ROUTH_TRY(fit_scaled(context, work, refit, k ? 1 + share : 1 - share, record, value[k], &answers[k]));
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

/* Intervals, and how uncertain a standard error is.
 *
 * Few contacts need wider intervals than 1.96 standard errors. The errors are White's: they are estimated from as many
 * squares as there are contacts, and those with long levers count most. If contact i has the weight L_i², the mean of
 * the squares is as uncertain as that of n = (Σ L²)² / Σ L⁴ equal ones. So the degrees of freedom are n less the
 * unknowns, and the quantile is Student's (R. M. Bell, D. F. McCaffrey, Survey methodology 28 (2002) 169, in its simplest
 * form). For 1/I it is T in place of L. Contacts of one motion count as one where there are ten motions or more, and so do
 * contacts of a chain of flights, which makes one score of them. */

enum { LEAST_MOTIONS = 10 };

static bool same_motion(const routh_record *one, const routh_record *other) {
    return one->trajectory >= 0 && one->trajectory == other->trajectory;
}

static double freedom_of(const inertia_work *work, int k) {
    const routh_inertia_estimate *fit = work->fit;
    size_t motions = 0;
    bool linked = false; /* without a duration only chains leave contacts out as uncertain */
    double weight = 0, sum = 0, squares = 0;
    for (size_t i = 0; i < work->count; i++) {
        motions += i + 1 == work->count || !same_motion(&work->record[i], &work->record[i + 1]);
        linked = linked || (fit->misfit[i] == ROUTH_MISFIT_UNCERTAIN && !(work->record[i].duration > 0));
    }
    for (size_t i = 0; i < work->count; i++) {
        const bool fits = inertia_uses(work, i);
        double arm[2];
        inertia_arms(work, i, work->record[i].rx, work->record[i].ry, &arm[0], &arm[1]);
        weight += fits ? arm[k > 0] * arm[k > 0] : 0;
        if (i + 1 < work->count && same_motion(&work->record[i], &work->record[i + 1]) &&
            (motions >= LEAST_MOTIONS || (linked && fits)))
            continue;
        sum += weight;
        squares += weight * weight;
        weight = 0;
    }
    return (squares > 0 ? sum * sum / squares : 0) - work->unknowns;
}

/* Errors that few contacts show are uncertain themselves. */
static double quantile_of(const routh_inertia_estimate *fit, int k) {
    return routh_student_quantile(0.95, fmax(1, fit->freedom[k]));
}

/* The error of the size is known as it was stated: the more of the error it is, the less uncertain is the whole (F. E.
 * Satterthwaite, Biometrics Bulletin 2 (1946) 110). */
static double with_size(const routh_inertia_estimate *fit, double freedom) {
    const double all = fit->covariance[0][0], own = fit->m_over_i_size_error * fit->m_over_i_size_error;
    if (!(own > 0) || !(freedom > 0))
        return freedom;
    const double ratio = all / fmax(all - own, 1e-4 * all);
    return freedom * ratio * ratio;
}

void routh_inertia_derive_intervals(const inertia_work *work) {
    routh_inertia_estimate *fit = work->fit;
    for (int k = 0; k < work->unknowns; k++) {
        fit->standard_error[k] = isnan(fit->covariance[k][k]) ? INFINITY : sqrt(fmax(0, fit->covariance[k][k]));
        fit->freedom[k] = k == 0 ? with_size(fit, freedom_of(work, k)) : freedom_of(work, k);
        fit->low[k] = fit->value[k] - quantile_of(fit, k) * fit->standard_error[k];
        fit->high[k] = fit->value[k] + quantile_of(fit, k) * fit->standard_error[k];
    }
}

/* Of a number whose inverse has that relative error: the inverse is what noise shifts evenly. */
static void invert_interval(double value, double part, double *low, double *high) {
    *low = value / (1 + part);
    *high = part < 1 ? value / (1 - part) : INFINITY;
}

/* m = (m/I) / (1/I), with errors to first order. */
void routh_inertia_derive_mass(const inertia_work *work) {
    routh_inertia_estimate *fit = work->fit;
    const double kappa = fit->value[0], mass = work->options->mass;
    fit->m_over_i = kappa;
    fit->m_over_i_error = fit->standard_error[0];
    fit->mass = fit->mass_error = fit->inertia = fit->inertia_error = NAN;
    fit->mass_low = fit->mass_high = fit->inertia_low = fit->inertia_high = NAN;
    if (!isnan(mass)) {
        fit->mass = fit->mass_low = fit->mass_high = mass;
        fit->mass_error = 0;
        fit->inertia = mass / kappa;
        fit->inertia_error = fit->inertia * fit->standard_error[0] / kappa;
        invert_interval(fit->inertia, quantile_of(fit, 0) * fit->standard_error[0] / kappa, &fit->inertia_low,
                        &fit->inertia_high);
    } else if (fit->identifiable && work->unknowns > 1 && fit->value[1] > 0) {
        const double beta = fit->value[1];
        const double kk = fit->covariance[0][0] / (kappa * kappa), bb = fit->covariance[1][1] / (beta * beta);
        const double kb = fit->covariance[0][1] / (kappa * beta);
        fit->mass = kappa / beta;
        fit->inertia = 1 / beta;
        fit->inertia_error = fit->inertia * sqrt(bb);
        fit->mass_error = fit->mass * sqrt(fmax(0, kk + bb - 2 * kb));
        invert_interval(fit->inertia, quantile_of(fit, 1) * fit->inertia_error / fit->inertia, &fit->inertia_low,
                        &fit->inertia_high);
        invert_interval(fit->mass, quantile_of(fit, 1) * fit->mass_error / fit->mass, &fit->mass_low, &fit->mass_high);
    }
}
