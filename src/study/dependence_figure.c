/* Law-free restitution and friction over a quantity, and the curves of the best law beside them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/order.h"
#include "impact/impact.h"
#include "study/dependence_study.h"

enum { BINS = ROUTH_DEPENDENCE_BINS, CURVE = ROUTH_DEPENDENCE_CURVE, LEAST_IN_BIN = 5 };

/* One impact in a figure, by its quantity. */
typedef struct figured {
    double at, restitution, friction; /* friction NaN: does not slide */
} figured;

static int by_quantity(const void *a, const void *b) {
    return routh_ascending(&((const figured *)a)->at, &((const figured *)b)->at);
}

/* Of those that have a number; NaN of fewer than two. */
static void summarise(const figured *all, size_t count, size_t offset, double *mean, double *error) {
    double sum = 0, square = 0, found = 0;
    for (size_t i = 0; i < count; i++) {
        double value;
        memcpy(&value, (const char *)&all[i] + offset, sizeof value);
        if (!isfinite(value))
            continue;
        sum += value;
        square += value * value;
        found++;
    }
    *mean = found > 1 ? sum / found : NAN;
    *error = found > 1 ? sqrt(fmax(0, square - sum * sum / found) / (found - 1) / found) : NAN;
}

static void fill_bins(figured *all, size_t count, routh_dependence_figure *figure) {
    qsort(all, count, sizeof *all, by_quantity);
    const size_t most = count / LEAST_IN_BIN;
    figure->bins = most < 1 ? 1 : most < BINS ? most : BINS;
    for (size_t b = 0; b < figure->bins; b++) {
        const size_t first = b * count / figure->bins, last = (b + 1) * count / figure->bins;
        double unused;
        summarise(all + first, last - first, offsetof(figured, at), &figure->at[b], &unused);
        summarise(all + first, last - first, offsetof(figured, restitution), &figure->restitution[b],
                  &figure->restitution_se[b]);
        summarise(all + first, last - first, offsetof(figured, friction), &figure->friction[b],
                  &figure->friction_se[b]);
    }
}

/* Every covariate of that quantity moves along; the others stay at their means. */
static void draw_curve(const routh_dependence *fit, size_t covariate, routh_dependence_figure *figure) {
    const int eps = routh_law_parameter(fit->law, "eps"), mu = routh_law_parameter(fit->law, "mu");
    for (int i = 0; i < CURVE; i++) {
        const double share = (double)i / (CURVE - 1);
        const double at = fit->least[covariate] + share * (fit->most[covariate] - fit->least[covariate]);
        double row[ROUTH_MOST_COVARIATES], parameters[ROUTH_MAX_PARAMETERS];
        for (size_t k = 0; k < fit->covariate_count; k++)
            row[k] = strcmp(fit->covariate[k].quantity, figure->quantity) == 0 ? at : fit->mean[k];
        routh_dependence_parameters(fit, row, parameters);
        figure->curve_at[i] = at;
        figure->eps[i] = eps >= 0 ? parameters[eps] : NAN;
        figure->mu[i] = mu >= 0 ? parameters[mu] : NAN;
    }
}

static bool is_drawn(const routh_dependence_study *study, const char *quantity) {
    for (size_t f = 0; f < study->figure_count; f++)
        if (strcmp(study->figure[f].quantity, quantity) == 0)
            return true;
    return false;
}

routh_status routh_dependence_draw(routh_context *context, const routh_sample *samples, size_t count,
                                   const double *value, routh_dependence_study *study) {
    const routh_dependence *fit = &study->law[study->best].fit;
    figured *all = routh_allocate(context, count, sizeof *all);
    if (!all)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t k = 0; k < study->covariate_count; k++) {
        if (is_drawn(study, study->covariate[k].quantity))
            continue;
        routh_dependence_figure *figure = &study->figure[study->figure_count++];
        memcpy(figure->quantity, study->covariate[k].quantity, sizeof figure->quantity);
        figure->unit = routh_quantity_unit(figure->quantity);
        for (size_t i = 0; i < count; i++) {
            const routh_sample *s = &samples[i];
            const double *row = value + i * study->covariate_count;
            double parameters[ROUTH_MAX_PARAMETERS];
            routh_dependence_parameters(fit, row, parameters);
            const routh_point p = s->measured[ROUTH_MOMENTUM];
            const bool slides = routh_law_impulse(fit->law, &s->contact, parameters).mode == ROUTH_SLIDING;
            all[i] = (figured){.at = row[k],
                               .restitution = -(s->after.vy + s->impact.rx * s->after.omega) / s->contact.vn,
                               .friction = slides && p.pn > 0 ? fabs(p.pt) / p.pn : NAN};
        }
        fill_bins(all, count, figure);
        draw_curve(fit, k, figure);
    }
    routh_release(context, all);
    return ROUTH_OK;
}
