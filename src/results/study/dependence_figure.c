/* Law-free restitution and friction over a quantity, and the curves of the best law beside them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/numbers.h"
#include "fit/fit.h"
#include "impact/impact.h"
#include "study/explore.h"

enum { BINS = ROUTH_DEPENDENCE_BINS, CURVE = ROUTH_DEPENDENCE_CURVE, LEAST_IN_BIN = 5 };

/* One impact in a figure, by its quantity. */
typedef struct figured {
    double at;
    const double *row; /* its covariates */
    routh_law_free restitution, friction;
} figured;

static int by_quantity(const void *a, const void *b) {
    return routh_ascending(&((const figured *)a)->at, &((const figured *)b)->at);
}

static routh_law_free shown(const figured *one, bool friction) {
    return friction ? one->friction : one->restitution;
}

/* The ratio of those that show it, by least squares, and its standard error; NaN of fewer than two. */
static void summarise(const figured *all, size_t count, bool friction, double *mean, double *error) {
    double gg = 0, gy = 0, squares = 0, found = 0;
    for (size_t i = 0; i < count; i++) {
        const routh_law_free s = shown(&all[i], friction);
        gg += s.used ? s.g * s.g : 0;
        gy += s.used ? s.g * s.y : 0;
        found += s.used;
    }
    *mean = found > 1 ? gy / gg : NAN;
    for (size_t i = 0; i < count; i++) {
        const routh_law_free s = shown(&all[i], friction);
        squares += s.used ? pow(s.g * (s.y - *mean * s.g), 2) : 0;
    }
    *error = found > 1 ? sqrt(squares * found / (found - 1)) / gg : NAN;
}

static void fill_bins(const figured *all, size_t count, routh_dependence_figure *figure) {
    const size_t most = count / LEAST_IN_BIN;
    figure->bins = most < 1 ? 1 : most < BINS ? most : BINS;
    for (size_t b = 0; b < figure->bins; b++) {
        const size_t first = b * count / figure->bins, last = (b + 1) * count / figure->bins, own = last - first;
        figure->at[b] = 0;
        for (size_t i = first; i < last; i++)
            figure->at[b] += all[i].at / (double)own;
        summarise(all + first, own, false, &figure->restitution[b], &figure->restitution_se[b]);
        summarise(all + first, own, true, &figure->friction[b], &figure->friction_se[b]);
    }
}

/* Every covariate of that quantity moves along; the others are those of the impacts, over which the curve is the mean
 * (partial dependence: J. H. Friedman, Annals of Statistics 29 (2001), section 8.2). Impacts count as in the points. At the mean of the
 * others, of an angle above all, a curve would belong to an impact that never was. */
static void draw_curve(const routh_dependence *fit, size_t covariate, const figured *all, size_t count,
                       routh_dependence_figure *figure) {
    const int place[2] = {routh_law_parameter(fit->law, "eps"), routh_law_parameter(fit->law, "mu")};
    for (int c = 0; c < CURVE; c++) {
        const double share = (double)c / (CURVE - 1);
        const double at = fit->least[covariate] + share * (fit->most[covariate] - fit->least[covariate]);
        double sum[2] = {0}, weight[2] = {0};
        for (size_t i = 0; i < count; i++) {
            double row[ROUTH_MOST_COVARIATES], parameters[ROUTH_MAX_PARAMETERS];
            for (size_t k = 0; k < fit->covariate_count; k++)
                row[k] = strcmp(fit->covariate[k].quantity, figure->quantity) == 0 ? at : all[i].row[k];
            routh_dependence_parameters(fit, row, parameters);
            for (int of = 0; of < 2; of++) {
                const routh_law_free s = shown(&all[i], of == 1);
                const double own = s.used && place[of] >= 0 ? s.g * s.g : 0;
                sum[of] += own > 0 ? own * parameters[place[of]] : 0;
                weight[of] += own;
            }
        }
        figure->curve_at[c] = at;
        figure->eps[c] = weight[0] > 0 ? sum[0] / weight[0] : NAN;
        figure->mu[c] = weight[1] > 0 ? sum[1] / weight[1] : NAN;
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
    ROUTH_ARENA(room, context);
    figured *all = routh_take(&room, count, sizeof *all);
    ROUTH_TRY(room.status);
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
            const routh_impulse p = routh_law_impulse(fit->law, &s->contact, parameters);
            all[i] = (figured){row[k], row, routh_restitution_shown(s), routh_friction_shown(s, &p)};
        }
        draw_curve(fit, k, all, count, figure);
        qsort(all, count, sizeof *all, by_quantity);
        fill_bins(all, count, figure);
    }
    return ROUTH_OK;
}
