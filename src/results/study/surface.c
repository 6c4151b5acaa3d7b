/* The ensemble cost over friction and restitution, on the fitted impacts: figure 7a of Fundamental limitations.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "fit/fit.h"
#include "study/internal.h"

/* Friction runs to three times the largest fitted one, so that every law's minimum lies well inside; and to 1.2 at least, so
 * that frames can be compared. */
static void choose_axes(const routh_study_options *options, routh_frame_study *f) {
    double largest = 0.4;
    for (size_t l = 0; l < f->law_count; l++) {
        const int friction = routh_law_parameter(f->law[l].law, "mu");
        if (friction >= 0)
            largest = fmax(largest, f->law[l].fit.parameters[friction]);
    }
    const double mu_max = fmin(options->ensemble.mu_max, 3 * largest);
    for (size_t i = 0; i < f->surface_size; i++) {
        f->surface_mu[i] = mu_max * (double)i / (double)(f->surface_size - 1);
        f->surface_eps[i] = (double)i / (double)(f->surface_size - 1);
    }
}

static routh_status fill(routh_context *context, const routh_study_options *options, const routh_frame_study *f,
                         routh_law_study *s, const size_t *index, routh_ensemble *ensemble) {
    const int friction = routh_law_parameter(s->law, "mu"), restitution = routh_law_parameter(s->law, "eps");
    double parameters[ROUTH_MAX_PARAMETERS];
    memcpy(parameters, s->fit.parameters, sizeof parameters);
    for (size_t i = 0; i < f->surface_size; i++)
        for (size_t j = 0; j < f->surface_size; j++) {
            parameters[friction] = f->surface_mu[i];
            parameters[restitution] = f->surface_eps[j];
            s->surface[i * f->surface_size + j] =
                routh_ensemble_cost(s->law, parameters, f->sample, index, f->fit_count, &options->ensemble, ensemble);
            ROUTH_TRY(routh_check_cancelled(context));
        }
    return ROUTH_OK;
}

/* Dents that are less deep than this share of the surface's range do not count. Where everything sticks, the cost of
 * Wang–Mason is constant along friction and that of Mirtich nearly: it bends by less than 1e-4 of the range per cell, and
 * without a tolerance half of one surface is concave that looks like the other. */
static const double least_dent = 0.02;

/* Share of inner points where the matrix of second differences is positive semi-definite. */
double routh_convex_share(const double *z, size_t n) {
    size_t convex = 0;
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < n * n; i++) {
        low = fmin(low, z[i]);
        high = fmax(high, z[i]);
    }
    /* a bend of second difference b all across n − 1 cells is b (n − 1)²/8 deep */
    const double slack = 8 * least_dent * (high - low) / ((double)(n - 1) * (double)(n - 1));
    for (size_t i = 1; i + 1 < n; i++)
        for (size_t j = 1; j + 1 < n; j++) {
            const double *p = z + i * n + j;
            const double aa = p[n] - 2 * p[0] + p[-(ptrdiff_t)n], bb = p[1] - 2 * p[0] + p[-1];
            const double ab = 0.25 * (p[n + 1] - p[n - 1] - p[-(ptrdiff_t)n + 1] + p[-(ptrdiff_t)n - 1]);
            convex += aa >= -slack && bb >= -slack && aa * bb - ab * ab >= -slack * (fabs(aa) + fabs(bb));
        }
    return (double)convex / (double)((n - 2) * (n - 2));
}

static routh_status fill_all(routh_context *context, const routh_study_options *options, routh_frame_study *f,
                             const size_t *index, routh_ensemble *ensemble) {
    for (size_t l = 0; l < f->law_count; l++) {
        routh_law_study *s = &f->law[l];
        s->convex = NAN;
        ROUTH_TRY(routh_progress(context, "cost surfaces", (double)l / (double)f->law_count));
        if (routh_law_parameter(s->law, "mu") < 0)
            continue;
        s->surface = routh_allocate(context, f->surface_size * f->surface_size, sizeof *s->surface);
        ROUTH_TRY(s->surface ? fill(context, options, f, s, index, ensemble) : ROUTH_OUT_OF_MEMORY);
        s->convex = routh_convex_share(s->surface, f->surface_size);
    }
    return ROUTH_OK;
}

routh_status routh_study_surfaces(routh_context *context, const routh_study_options *options, routh_frame_study *f) {
    routh_ensemble *ensemble;
    ROUTH_ARENA(room, context);
    size_t *index = routh_take(&room, f->fit_count, sizeof *index);
    ROUTH_TRY(room.status);
    for (size_t i = 0, fitted = 0; i < f->count; i++)
        if (!f->held_out[i])
            index[fitted++] = i;
    choose_axes(options, f);
    ROUTH_TRY(routh_ensemble_create(context, f->fit_count, &ensemble));
    const routh_status status = fill_all(context, options, f, index, ensemble);
    routh_ensemble_release(context, ensemble);
    return status;
}
