/* Kernel densities of the held-out errors: figure 8 of Fundamental limitations. Gaussian kernels, Silverman's
 * bandwidth, mirrored at 0 because errors cannot be negative.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>

#include "base/context.h"
#include "base/order.h"
#include "internal.h"

/* Series: the laws, then best post hoc, then the rigid bound. */
static double error_at(const routh_frame_study *f, size_t series, size_t i) {
    if (series < f->law_count)
        return f->law[series].impact[i].error;
    return series == f->law_count ? f->best_post_hoc[i] : f->irb[i];
}

/* Silverman's rule of thumb: 0.9 n^(−1/5) times the deviation or, for skewed errors, the smaller quartile range / 1.34. */
static double bandwidth_of(const routh_frame_study *f, size_t series, double *scratch) {
    double sum = 0, squares = 0;
    size_t count = 0;
    for (size_t i = 0; i < f->count; i++) {
        const double e = error_at(f, series, i);
        if (!f->held_out[i] || !isfinite(e))
            continue;
        sum += e;
        squares += e * e;
        scratch[count++] = e;
    }
    const double n = (double)count, deviation = sqrt(fmax(0, squares / n - sum * sum / (n * n)));
    qsort(scratch, count, sizeof *scratch, routh_ascending);
    const double quartiles = count ? scratch[3 * count / 4] - scratch[count / 4] : 0;
    return fmax(0.9 * fmin(deviation, quartiles / 1.34) * pow(n, -0.2), 1e-4);
}

static void estimate(const routh_frame_study *f, size_t series, double *scratch, double *density) {
    const double h = bandwidth_of(f, series, scratch), root = sqrt(2 * acos(-1.0));
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

routh_status routh_study_densities(routh_context *context, routh_frame_study *f) {
    double *scratch = routh_allocate(context, f->count, sizeof *scratch);
    if (!scratch)
        return ROUTH_OUT_OF_MEMORY;
    /* to where every law has nearly all of its errors */
    double widest = 0.1;
    for (size_t l = 0; l < f->law_count; l++)
        widest = fmax(widest, fmin(3.0, 4 * f->law[l].error_median));
    for (size_t j = 0; j < ROUTH_DENSITY_POINTS; j++)
        f->density_error[j] = widest * (double)j / (ROUTH_DENSITY_POINTS - 1);
    for (size_t series = 0; series < f->law_count + 2; series++)
        estimate(f, series, scratch, f->density + series * ROUTH_DENSITY_POINTS);
    routh_release(context, scratch);
    return ROUTH_OK;
}
