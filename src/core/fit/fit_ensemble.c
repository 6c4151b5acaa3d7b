/* Many impacts, one set of parameters.
 *
 * ensemble_search.c finds the parameters. Then their neighbourhood is looked at: whether a direction leaves the
 * predictions unchanged, and whether friction could also be larger because everything sticks.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/symmetric.h"
#include "base/context.h"
#include "fit/ensemble_search.h"
#include "impact/impact.h"

enum { MOST = ROUTH_MAX_PARAMETERS };

/* The step over which flatness and curvature are judged, in the unit cube. */
static const double look = 0.01;

/* Flat: a walk over the parameters' whole range would change the predictions by less than this share of their size. */
static const double flat = 1e-3;

/* Does everything stick at this friction, at no more than this cost? */
static int holds_at(routh_ensemble_task *t, double *u, double friction, double most) {
    u[t->box->friction] = friction;
    if (routh_cost_in_box(t, u) > most)
        return 0;
    for (size_t i = 0; i < t->ensemble->count; i++)
        if (!routh_mode_sticks((routh_mode)t->ensemble->mode[i]))
            return 0;
    return 1;
}

/* Everything sticks, and would with any larger friction; goes down to the smallest that does. */
static int everything_sticks(routh_ensemble_task *t, double *u, double *value) {
    if (t->box->friction < 0)
        return 0;
    double at[MOST];
    memcpy(at, u, sizeof at);
    const double size = t->ensemble->norms ? sqrt(t->ensemble->size) : t->ensemble->size;
    const double most = *value + 1e-12 * size;
    double slides = 0, holds = fmin(1, u[t->box->friction] + 1e-6);
    if (!holds_at(t, at, holds, most) || !holds_at(t, at, 1, most))
        return 0;
    for (int halving = 0; halving < 60 && holds - slides > 1e-13; halving++) {
        const double middle = 0.5 * (slides + holds);
        *(holds_at(t, at, middle, most) ? &holds : &slides) = middle;
    }
    u[t->box->friction] = holds;
    *value = routh_cost_in_box(t, u);
    return 1;
}

/* The mean of JᵀGJ over the impacts, by differences to the side `sign`, of the given axes of the unit cube. */
static void sensitivity(routh_ensemble_task *t, const double *u, int sign, int count, const int *axis,
                        double matrix[MOST][MOST]) {
    routh_ensemble *e = t->ensemble;
    double along[MOST];
    for (int k = 0; k < count; k++) {
        double at[MOST];
        memcpy(at, u, sizeof at);
        const double wanted = at[axis[k]] + sign * look;
        along[k] = wanted >= 0 && wanted <= 1 ? sign * look : -sign * look;
        at[axis[k]] += along[k];
        routh_cost_in_box(t, at);
        memcpy(e->held[2 * k], e->pt, e->count * sizeof *e->pt);
        memcpy(e->held[2 * k + 1], e->pn, e->count * sizeof *e->pn);
    }
    routh_cost_in_box(t, u);
    for (int j = 0; j < count; j++)
        for (int k = 0; k <= j; k++) {
            double sum = 0;
            for (size_t i = 0; i < e->count; i++) {
                const double jt = e->held[2 * j][i] - e->pt[i], jn = e->held[2 * j + 1][i] - e->pn[i];
                const double kt = e->held[2 * k][i] - e->pt[i], kn = e->held[2 * k + 1][i] - e->pn[i];
                sum += e->weight[i] * (e->gtt[i] * jt * kt + e->gtn[i] * (jt * kn + jn * kt) + e->gnn[i] * jn * kn);
            }
            matrix[j][k] = matrix[k][j] = sum / (e->weight_sum * along[j] * along[k]);
        }
}

/* Friction is left out where everything sticks: that has its own flag. */
static bool is_flat(routh_ensemble_task *t, const double *u, int stuck) {
    int axis[MOST], count = 0;
    for (int d = 0; d < t->box->dimension; d++)
        if (!(stuck && d == t->box->friction))
            axis[count++] = d;
    for (int sign = -1; sign <= 1; sign += 2) {
        double matrix[MOST][MOST], direction[MOST];
        sensitivity(t, u, sign, count, axis, matrix);
        if (routh_symmetric3_smallest(count, matrix, direction) <= flat * flat * t->ensemble->size)
            return 1;
    }
    return 0;
}

/* d²cost/dp² from three points, which at a bound lie beside the fit. */
static double curvature(routh_ensemble_task *t, const double *u, int axis) {
    double at[MOST], p[3], cost[3];
    memcpy(at, u, sizeof at);
    const double middle = fmin(1 - look, fmax(look, u[axis]));
    for (int k = 0; k < 3; k++) {
        at[axis] = middle + (k - 1) * look;
        p[k] = routh_box_value(t->box, axis, at[axis]);
        cost[k] = routh_cost_in_box(t, at);
    }
    const double left = (cost[1] - cost[0]) / (p[1] - p[0]), right = (cost[2] - cost[1]) / (p[2] - p[1]);
    return 2 * (right - left) / (p[2] - p[0]);
}

/* The parameters that cost least, and what their neighbourhood says of them. */
static void find(routh_ensemble_task *t, const routh_sample *samples, const size_t *index, routh_estimate *fit) {
    double u[MOST] = {0};
    *fit = (routh_estimate){.evaluations = 0};
    for (int d = 0; d < MOST; d++) {
        fit->interval[d] = (routh_interval){NAN, NAN, NAN};
        for (int other = 0; other < MOST; other++)
            fit->correlation[d][other] = NAN;
    }
    if (t->box->dimension == 0) {
        fit->cost = routh_cost_in_box(t, u);
        fit->evaluations = t->evaluations;
        return;
    }
    const int converged = routh_ensemble_search(t, samples, index, u, &fit->cost);
    fit->evaluations = t->evaluations;
    if (!isfinite(fit->cost))
        return;
    const int stuck = everything_sticks(t, u, &fit->cost);
    routh_box_parameters(t->box, u, fit->parameters);
    for (int d = 0; d < t->box->dimension; d++)
        fit->curvature[d] = curvature(t, u, d);
    fit->flags = (stuck ? ROUTH_FIT_BOUNDED_BELOW : 0u) | (routh_box_at_edge(t->box, u) ? ROUTH_FIT_AT_BOUND : 0u) |
                 (is_flat(t, u, stuck) ? ROUTH_FIT_FLAT : 0u) | (converged ? 0u : ROUTH_FIT_NOT_CONVERGED);
}

routh_status routh_ensemble_fit(routh_context *context, const routh_law *law, const routh_sample *samples,
                                const size_t *index, size_t count, const routh_fit_options *options,
                                routh_ensemble *ensemble, routh_estimate *fit) {
    routh_box box;
    routh_status status = routh_ensemble_check(context, count, options, ensemble);
    if (status == ROUTH_OK)
        status = routh_box_of(context, law, options->mu_max, &box);
    if (status != ROUTH_OK)
        return status;
    routh_ensemble_load(ensemble, samples, index, NULL, count, options);
    if (!isfinite(ensemble->size))
        return routh_fail(context, ROUTH_NOT_FINITE, "a measured impulse or velocity is not finite, or too large");

    routh_ensemble_hear(ensemble, context);
    find(&(routh_ensemble_task){ensemble, law, &box, options->evaluations, 0}, samples, index, fit);
    status = routh_ensemble_unheard(ensemble);
    if (status == ROUTH_OK && box.dimension > 0 && !isfinite(fit->cost)) /* of a caller's own law */
        status = routh_fail(context, ROUTH_OUT_OF_RANGE, "%s has no answer for these impacts, whatever its parameters",
                            law->name);
    if (status != ROUTH_OK)
        *fit = (routh_estimate){0};
    return status;
}
