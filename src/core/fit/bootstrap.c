/* Bootstrap intervals: how far the parameters move when the impacts are drawn again.
 *
 * B. Efron, R. J. Tibshirani, An introduction to the bootstrap (1993), chapter 13. Each resample has its own random
 * stream and its own place for its result, so that the result does not depend on threads. A resample counts each drawn
 * impact as often as it was drawn, which costs less than drawing it again, and its search begins at the fit to all
 * impacts. Impacts of one trajectory are drawn together (the cluster bootstrap: A. C. Davison, D. V. Hinkley, Bootstrap methods and their application
 * (1997), section 3.8).
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/resample.h"
#include "base/context.h"
#include "base/crew.h"
#include "base/limits.h"
#include "fit/by_trajectory.h"
#include "fit/correlate.h"
#include "fit/ensemble_search.h"

enum { MOST = ROUTH_MAX_PARAMETERS };

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
    routh_status status = routh_check_count(context, "bootstrap", "resamples", resamples, 2, ROUTH_MOST_REPETITIONS);
    if (status == ROUTH_OK)
        status = routh_check_fitted(context, "bootstrap", "resamples fit_count", (double)resamples * (double)count);
    if (status != ROUTH_OK)
        return status;
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
    status = allocate(context, &b);
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
    release(context, &b);
    return status;
}
