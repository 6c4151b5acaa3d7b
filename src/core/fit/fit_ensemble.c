/* Many impacts, one set of parameters, with its intervals and correlations.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "base/context.h"
#include "fit/fit.h"
#include "impact/impact.h"

/* How the parameters of a law are correlated over resamples. */

enum { MOST = ROUTH_MAX_PARAMETERS };

routh_status routh_parameters_correlate(routh_context *context, const routh_parameter *parameter, int count,
                                        const double *values, size_t draws, double correlation[MOST][MOST]) {
    double *room = routh_allocate(context, draws, (MOST + 2) * sizeof *room);
    if (!room)
        return ROUTH_OUT_OF_MEMORY;
    const double *row[MOST];
    for (int d = 0; d < count; d++) {
        double *own = room + (size_t)(2 + d) * draws;
        row[d] = own;
        for (size_t i = 0; i < draws; i++) {
            const double value = values[(size_t)d * draws + i];
            own[i] = parameter[d].fit_low > 0 ? log(value) : value;
        }
    }
    routh_resample_correlation(row, (size_t)count, draws, room, MOST, correlation[0]);
    routh_release(context, room);
    return ROUTH_OK;
}

/* Many impacts, one set of parameters.
 *
 * ensemble_search.c finds the parameters. Then their neighbourhood is looked at: whether a direction leaves the
 * predictions unchanged, and whether friction could also be larger because everything sticks. */

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
        memcpy(e->held[3 * k], e->pt, e->count * sizeof *e->pt);
        memcpy(e->held[3 * k + 1], e->pn, e->count * sizeof *e->pn);
        memcpy(e->held[3 * k + 2], e->aside, e->count * sizeof *e->aside);
    }
    routh_cost_in_box(t, u);
    for (int j = 0; j < count; j++)
        for (int k = 0; k <= j; k++) {
            double sum = 0;
            for (size_t i = 0; i < e->count; i++) {
                const double jt = e->held[3 * j][i] - e->pt[i], jn = e->held[3 * j + 1][i] - e->pn[i];
                const double kt = e->held[3 * k][i] - e->pt[i], kn = e->held[3 * k + 1][i] - e->pn[i];
                sum += e->weight[i] * (e->gtt[i] * jt * kt + e->gtn[i] * (jt * kn + jn * kt) + e->gnn[i] * jn * kn);
                if (e->has_couple)
                    sum += e->weight[i] * e->beyond[i] * (e->held[3 * j + 2][i] - e->aside[i]) *
                           (e->held[3 * k + 2][i] - e->aside[i]);
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
        if (routh_gram_smallest((size_t)count, MOST, matrix[0], direction) <= flat * flat * t->ensemble->size)
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
    ROUTH_TRY(routh_ensemble_check(context, count, options, ensemble));
    ROUTH_TRY(routh_box_of(context, law, options->mu_max, &box));
    routh_ensemble_load(ensemble, samples, index, NULL, count, options);
    if (!isfinite(ensemble->size))
        return routh_fail(context, ROUTH_NOT_FINITE, "a measured impulse or velocity is not finite, or too large");

    routh_ensemble_hear(ensemble, context);
    find(&(routh_ensemble_task){ensemble, law, &box, options->evaluations, 0}, samples, index, fit);
    routh_status status = routh_ensemble_unheard(ensemble);
    if (status == ROUTH_OK && box.dimension > 0 && !isfinite(fit->cost)) /* of a caller's own law */
        status = routh_fail(context, ROUTH_OUT_OF_RANGE, "%s has no answer for these impacts, whatever its parameters",
                            law->name);
    if (status != ROUTH_OK)
        *fit = (routh_estimate){0};
    return status;
}

/* Bootstrap intervals: how far the parameters move when the impacts are drawn again.
 *
 * B. Efron, R. J. Tibshirani, An introduction to the bootstrap (1993), chapter 13. Each resample has its own random
 * stream and its own place for its result, so that the result does not depend on threads. A resample counts each drawn
 * impact as often as it was drawn, which costs less than drawing it again, and its search begins at the fit to all
 * impacts. Impacts of one trajectory are drawn together (the cluster bootstrap: A. C. Davison, D. V. Hinkley, Bootstrap methods and their application
 * (1997), section 3.8). */

typedef struct bootstrap {
    const routh_law *law;
    const routh_sample *samples;
    const size_t *index;
    size_t count;
    const routh_fit_options *options;
    uint64_t seed;
    size_t resamples;
    routh_box box;
    double start[MOST]; /* the fit to all, in the unit cube */
    double *values;     /* parameter by parameter, `resamples` each */
    int threads;
    routh_ensemble **ensemble; /* one per thread */
    unsigned *times;           /* `count` per thread */
    size_t *group;             /* trajectories; `count` */
} bootstrap;

/* Few impacts have several valleys along friction, and a resample's lowest one need not be that of all impacts: a search
 * that begins with steps of `near`, in the unit cube, stays where it begins, and claims too little. Of recorded squares, in
 * groups of 50, friction scatters by 1.5 of such errors, by 1.35 if a second search leaps, or if the whole box is searched.
 * A leap counts only if it gains this share of the cost: where everything sticks, friction may grow at no cost. It is made
 * roughly; where it comes back, or ends where costs are higher by more than its roughness explains, it is not made exact. */
static const double near = 0.02, leap = 0.2, gain = 1e-4, rough = 1e-2, beside = 0.03, explained = 0.02;

static bool is_beside(int dimension, const double *u, const double *other) {
    double most = 0;
    for (int d = 0; d < dimension; d++)
        most = fmax(most, fabs(u[d] - other[d]));
    return most < beside;
}

static routh_status refit(routh_context *own, const bootstrap *b, size_t resample, int thread) {
    routh_ensemble *e = b->ensemble[thread];
    unsigned *times = b->times + (size_t)thread * b->count;
    routh_resample_groups(b->seed, resample, b->group, b->count, times);
    routh_ensemble_load(e, b->samples, b->index, times, b->count, b->options);

    routh_ensemble_hear(e, own);
    routh_ensemble_task t = {e, b->law, &b->box, b->options->evaluations, 0};
    double u[MOST], parameters[MOST];
    memcpy(u, b->start, sizeof u);
    double value = routh_cost_in_box(&t, u);
    routh_ensemble_refine(&t, near, 1e-6, u, &value);
    double other[MOST], least = value;
    memcpy(other, u, sizeof other);
    routh_ensemble_refine(&t, leap, rough, other, &least);
    if (least < (1 + explained) * value && !is_beside(b->box.dimension, u, other)) {
        routh_ensemble_refine(&t, near, 1e-6, other, &least);
        if (least < (1 - gain) * value)
            memcpy(u, other, sizeof u);
    }
    routh_box_parameters(&b->box, u, parameters);
    for (int d = 0; d < b->box.dimension; d++)
        b->values[(size_t)d * b->resamples + resample] = parameters[d];
    return routh_ensemble_unheard(e);
}

static routh_status refit_one(routh_context *own, void *with, size_t resample, int thread) {
    return refit(own, with, resample, thread);
}

static routh_status refit_all(routh_context *context, bootstrap *b) {
    const routh_shares shares = {
        .what = "bootstrap", .count = b->resamples, .chunk = 8, .threads = b->threads, .work = refit_one, .with = b};
    return routh_share_out(context, &shares, NULL);
}

static routh_status allocate(routh_context *context, bootstrap *b) {
    const size_t threads = (size_t)b->threads;
    b->values = routh_allocate(context, b->resamples, MOST * sizeof *b->values);
    b->times = b->values ? routh_allocate(context, b->count, threads * sizeof *b->times) : NULL;
    b->group = b->times ? routh_allocate(context, b->count, sizeof *b->group) : NULL;
    b->ensemble = b->group ? routh_allocate(context, threads, sizeof(routh_ensemble *)) : NULL;
    routh_status status = b->ensemble ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; i < threads && status == ROUTH_OK; i++)
        status = routh_ensemble_create(context, b->count, &b->ensemble[i]);
    return status;
}

static void release(routh_context *context, bootstrap *b) {
    for (int i = 0; b->ensemble && i < b->threads; i++)
        routh_ensemble_release(context, b->ensemble[i]);
    routh_release(context, b->ensemble);
    routh_release(context, b->times);
    routh_release(context, b->group);
    routh_release(context, b->values);
}

routh_status routh_ensemble_bootstrap(routh_context *context, const routh_law *law, const routh_sample *samples,
                                      const size_t *index, size_t count, const routh_fit_options *options,
                                      size_t resamples, double level, uint64_t seed,
                                      routh_interval interval[ROUTH_MAX_PARAMETERS],
                                      double correlation[ROUTH_MAX_PARAMETERS][ROUTH_MAX_PARAMETERS]) {
    if (resamples < 2)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "resamples", "%zu resamples: a bootstrap needs at least 2",
                                resamples);
    ROUTH_TRY(routh_check_count(context, "bootstrap", "resamples", resamples, 2, ROUTH_MOST_REPETITIONS));
    ROUTH_TRY(routh_check_fitted(context, "bootstrap", "resamples fit_count", (double)resamples * (double)count));
    if (!(level > 0 && level < 1))
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "the level %g must lie between 0 and 1", level);
    if (law->parameter_count == 0)
        return ROUTH_OK;
    bootstrap b = {.law = law,
                   .samples = samples,
                   .index = index,
                   .count = count,
                   .options = options,
                   .seed = seed,
                   .resamples = resamples,
                   .threads = routh_threads(context)};
    routh_estimate fit;
    routh_status status = allocate(context, &b);
    if (status == ROUTH_OK)
        status = routh_ensemble_fit(context, law, samples, index, count, options, b.ensemble[0], &fit);
    if (status == ROUTH_OK)
        status = routh_box_of(context, law, options->mu_max, &b.box);
    size_t groups = count;
    if (status == ROUTH_OK) {
        groups = routh_samples_groups(samples, index, count, b.group);
        for (int d = 0; d < b.box.dimension; d++)
            b.start[d] = routh_box_coordinate(&b.box, d, fit.parameters[d]);
        status = refit_all(context, &b);
    }
    if (status == ROUTH_OK && correlation) /* before intervals sort the values */
        status = routh_parameters_correlate(context, law->parameter, b.box.dimension, b.values, resamples, correlation);
    for (int d = 0; status == ROUTH_OK && d < b.box.dimension; d++)
        interval[d] = routh_resample_interval(b.values + (size_t)d * resamples, resamples,
                                              routh_resample_tail(level, groups, b.box.dimension));
    const int friction = b.box.friction; /* its cap is ours: what reaches it has no upper bound */
    if (status == ROUTH_OK && friction >= 0 && interval[friction].high >= 0.999 * options->mu_max)
        interval[friction].high = INFINITY;
    release(context, &b);
    return status;
}

/* A law's parameters from many impacts, with their intervals. */

routh_status routh_law_fit(routh_context *context, const routh_law *law, const routh_sample *samples,
                           const size_t *index, size_t count, const routh_fit_options *options,
                           routh_estimate *estimate) {
    if (!law || !estimate)
        return routh_fail_null(context, "law estimate", (const void *const[]){law, estimate});
    const routh_fit_options defaults = routh_fit_options_default();
    options = options ? options : &defaults;
    routh_ensemble *ensemble = NULL;
    routh_status status = routh_array_check(context, "samples", samples, count);
    if (status == ROUTH_OK)
        status = routh_ensemble_create(context, count, &ensemble);
    if (status == ROUTH_OK)
        status = routh_ensemble_fit(context, law, samples, index, count, options, ensemble, estimate);
    routh_ensemble_release(context, ensemble);
    if (status == ROUTH_OK && options->resamples > 0)
        status = routh_ensemble_bootstrap(context, law, samples, index, count, options, options->resamples,
                                          options->level, options->seed, estimate->interval, estimate->correlation);
    return status;
}
