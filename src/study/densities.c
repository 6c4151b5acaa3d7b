/* Kernel densities of the held-out errors: figure 8 of Fundamental limitations. Gaussian kernels, Silverman's
 * bandwidth, mirrored at 0 because errors cannot be negative.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "internal.h"

/* Series: the laws, then best post hoc, then the rigid bound. */
static double error_at(const routh_frame_study *f, size_t series, size_t i) {
    if (series < f->law_count)
        return f->law[series].impact[i].error;
    return series == f->law_count ? f->best_post_hoc[i] : f->irb[i];
}

static double bandwidth_of(const routh_frame_study *f, size_t series) {
    double sum = 0, squares = 0, count = 0;
    for (size_t i = 0; i < f->count; i++) {
        const double e = error_at(f, series, i);
        if (!f->held_out[i] || !isfinite(e))
            continue;
        sum += e;
        squares += e * e;
        count++;
    }
    const double variance = fmax(0, squares / count - sum * sum / (count * count));
    return fmax(1.06 * sqrt(variance) * pow(count, -0.2), 1e-4);
}

static void estimate(const routh_frame_study *f, size_t series, double *density) {
    const double h = bandwidth_of(f, series), root = sqrt(2 * acos(-1.0));
    for (size_t j = 0; j < ROUTH_DENSITY_POINTS; j++) {
        double sum = 0, count = 0;
        for (size_t i = 0; i < f->count; i++) {
            const double e = error_at(f, series, i);
            if (!f->held_out[i] || !isfinite(e))
                continue;
            const double a = (f->density_error[j] - e) / h, b = (f->density_error[j] + e) / h;
            sum += exp(-0.5 * a * a) + exp(-0.5 * b * b);
            count++;
        }
        density[j] = sum / (count * h * root);
    }
}

void routh_study_densities(routh_frame_study *f) {
    /* to where every law has nearly all of its errors */
    double widest = 0.1;
    for (size_t l = 0; l < f->law_count; l++)
        widest = fmax(widest, fmin(3.0, 4 * f->law[l].error_median));
    for (size_t j = 0; j < ROUTH_DENSITY_POINTS; j++)
        f->density_error[j] = widest * (double)j / (ROUTH_DENSITY_POINTS - 1);
    for (size_t series = 0; series < f->law_count + 2; series++)
        estimate(f, series, f->density + series * ROUTH_DENSITY_POINTS);
}
