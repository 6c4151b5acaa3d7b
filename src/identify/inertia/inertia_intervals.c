/* Intervals, and how uncertain a standard error is.
 *
 * Few contacts need wider intervals than 1.96 standard errors. The errors are White's: they are estimated from as many
 * squares as there are contacts, and those with long levers count most. If contact i has the weight L_i², the mean of
 * the squares is as uncertain as that of n = (Σ L²)² / Σ L⁴ equal ones. So the degrees of freedom are n less the
 * unknowns, and the quantile is Student's (R. M. Bell, D. F. McCaffrey, Survey methodology 28 (2002) 169, in its simplest
 * form). For 1/I it is T in place of L. Contacts of one motion count as one where there are ten motions or more, and so do
 * contacts of a chain of flights, which makes one score of them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "algebra/resample.h"
#include "inertia/inertia.h"

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
