/* Densities of the held-out errors: figure 8 of Fundamental limitations.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/context.h"
#include "study/internal.h"

/* Series: the laws, then the best law per impact, then the rigid bound. */
static double error_at(const routh_frame_study *f, size_t series, size_t i) {
    if (series < f->law_count)
        return f->law[series].impact[i].error;
    return series == f->law_count ? f->best_post_hoc[i] : f->irb[i];
}

static void estimate(const routh_frame_study *f, size_t series, double *scratch, double *density) {
    size_t count = 0;
    for (size_t i = 0; i < f->count; i++)
        if (f->held_out[i] && isfinite(error_at(f, series, i)))
            scratch[count++] = error_at(f, series, i);
    routh_study_density(scratch, count, f->density_error, density);
}

routh_status routh_study_densities(routh_context *context, routh_frame_study *f) {
    ROUTH_ARENA(room, context);
    double *scratch = routh_take(&room, f->count, sizeof *scratch);
    ROUTH_TRY(room.status);
    /* up to where every law has nearly all of its errors */
    double widest = 0.1;
    for (size_t l = 0; l < f->law_count; l++)
        widest = fmax(widest, fmin(3.0, 4 * f->law[l].error_median));
    for (size_t j = 0; j < ROUTH_DENSITY_POINTS; j++)
        f->density_error[j] = widest * (double)j / (ROUTH_DENSITY_POINTS - 1);
    for (size_t series = 0; series < f->law_count + 2; series++)
        estimate(f, series, scratch, f->density + series * ROUTH_DENSITY_POINTS);
    return ROUTH_OK;
}
