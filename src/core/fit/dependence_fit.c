/* Fitting a law whose parameters depend on something: from the best constants to the best coefficients, and how far
 * these move when the impacts are drawn again.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/resample.h"
#include "base/context.h"
#include "base/crew.h"
#include "fit/by_trajectory.h"
#include "fit/dependence.h"

enum { MOST = ROUTH_DEPENDENCE_UNKNOWNS };

/* One call of routh_dependence_fit. */
typedef struct fitting {
    routh_context *context;
    const routh_sample *samples;
    const double *value;
    const size_t *index;
    size_t count;
    const routh_fit_options *options;
    routh_box box;
    routh_dependence *to;
    double start[MOST]; /* the fit to all, in units of the search */
    size_t limit;       /* of evaluations in one descent */
} fitting;

static routh_status make_search(const fitting *f, routh_dependence_search *search) {
    return routh_dependence_search_create(f->context, f->to, &f->box, f->samples, f->value, f->index, f->count,
                                          f->options, search);
}

static size_t count_clipped(const fitting *f) {
    size_t clipped = 0;
    for (size_t i = 0; i < f->count; i++) {
        double parameters[ROUTH_MAX_PARAMETERS];
        int is_clipped = 0;
        routh_dependence_parameters(f->to, f->value + (f->index ? f->index[i] : i) * f->to->covariate_count,
                                    parameters);
        for (int j = 0; j < f->to->law->parameter_count; j++)
            is_clipped |= parameters[j] <= f->box.low[j] || parameters[j] >= f->box.high[j];
        clipped += (size_t)is_clipped;
    }
    return clipped;
}

static routh_status fit_all(fitting *f) {
    routh_dependence *d = f->to;
    const size_t own = (size_t)d->law->parameter_count;
    routh_dependence_search search;
    routh_status status = make_search(f, &search);
    for (size_t j = 0; j < own && status == ROUTH_OK; j++)
        f->start[j] = d->constant.parameters[j] / search.unit[j];
    if (status == ROUTH_OK)
        routh_ensemble_hear(search.ensemble, f->context);
    if (status == ROUTH_OK)
        status = routh_dependence_descend(&search, f->limit, !(d->law->traits & ROUTH_LAW_COMPLIANT), f->start,
                                          &d->cost, &d->converged);
    if (search.ensemble && routh_ensemble_unheard(search.ensemble) != ROUTH_OK)
        status = ROUTH_CANCELLED;
    for (size_t j = 0; j < own && status == ROUTH_OK; j++)
        d->parameters[j] = f->start[j] * search.unit[j];
    for (size_t t = 0; t < d->term_count && status == ROUTH_OK; t++)
        d->term[t].coefficient = f->start[own + t] * search.unit[own + t];
    d->evaluations = (int)search.evaluations;
    routh_dependence_search_release(f->context, &search);
    d->clipped = status == ROUTH_OK ? count_clipped(f) : 0;
    return status;
}

typedef struct refitting {
    const fitting *f;
    routh_dependence_search *search; /* one for each thread, and so are the counts */
    unsigned *times;
    const size_t *group;
    double *values;
} refitting;

/* Every resample has its own random stream and its own place, so that threads do not matter. */
static routh_status refit_one(routh_context *own, void *with, size_t b, int thread) {
    const refitting *r = with;
    const fitting *f = r->f;
    const size_t unknowns = f->to->term_count + (size_t)f->to->law->parameter_count;
    routh_dependence_search *s = &r->search[thread];
    unsigned *times = r->times + (size_t)thread * f->count;
    double unknown[MOST], cost;
    bool converged;
    memcpy(unknown, f->start, sizeof unknown);
    routh_resample_groups(f->options->seed, b, r->group, f->count, times);
    routh_dependence_weigh(s, times);
    routh_ensemble_hear(s->ensemble, own);
    const routh_status status = routh_dependence_descend(s, f->limit, false, unknown, &cost, &converged);
    for (size_t u = 0; u < unknowns; u++)
        r->values[u * f->options->resamples + b] = unknown[u] * s->unit[u];
    const routh_status heard = routh_ensemble_unheard(s->ensemble);
    return heard == ROUTH_OK ? status : heard;
}

static routh_status bootstrap(const fitting *f) {
    routh_dependence *d = f->to;
    const size_t threads = (size_t)routh_threads(f->context), own = (size_t)d->law->parameter_count;
    const size_t unknowns = own + d->term_count, resamples = f->options->resamples;
    routh_dependence_search *search = routh_allocate(f->context, threads, sizeof *search);
    unsigned *times = routh_allocate(f->context, f->count, threads * sizeof *times);
    size_t *group = routh_allocate(f->context, f->count, sizeof *group);
    double *values = routh_allocate(f->context, resamples, unknowns * sizeof *values);
    routh_status status = search && times && group && values ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    const size_t groups = status == ROUTH_OK ? routh_samples_groups(f->samples, f->index, f->count, group) : f->count;
    const double tail = routh_resample_tail(f->options->level, groups, (int)unknowns);
    for (size_t t = 0; t < threads && status == ROUTH_OK; t++)
        status = make_search(f, &search[t]);
    refitting all = {f, search, times, group, values};
    const routh_shares shares = {
        .what = "bootstrap", .count = resamples, .chunk = 4, .threads = (int)threads, .work = refit_one, .with = &all};
    if (status == ROUTH_OK)
        status = routh_share_out(f->context, &shares, NULL);
    for (size_t u = 0; u < unknowns && status == ROUTH_OK; u++) {
        const routh_interval interval = routh_resample_interval(values + u * resamples, resamples, tail);
        *(u < own ? &d->interval[u] : &d->term[u - own].interval) = interval;
    }
    for (size_t t = 0; search && t < threads; t++)
        routh_dependence_search_release(f->context, &search[t]);
    routh_release(f->context, search);
    routh_release(f->context, times);
    routh_release(f->context, group);
    routh_release(f->context, values);
    return status;
}

static routh_status check(routh_context *context, const routh_law *law, const routh_fit_options *options,
                          size_t covariate_count) {
    if (law->parameter_count == 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "%s has no parameters that could depend on anything", law->name);
    if (covariate_count > ROUTH_MOST_COVARIATES)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "%zu covariates are too many: at most %d are allowed",
                          covariate_count, ROUTH_MOST_COVARIATES);
    if (options->resamples == 1)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "1 resample: a bootstrap needs at least 2");
    if (!(options->level > 0 && options->level < 1))
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "the level %g must lie between 0 and 1", options->level);
    return ROUTH_OK;
}

routh_status routh_dependence_fit(routh_context *context, const routh_law *law, const routh_sample *samples,
                                  const double *value, const size_t *index, size_t count,
                                  const routh_covariate *covariates, size_t covariate_count,
                                  const routh_fit_options *options, routh_dependence *dependence) {
    if (!law || !dependence)
        return routh_fail_null(context, "law dependence", (const void *const[]){law, dependence});
    const routh_fit_options defaults = routh_fit_options_default();
    options = options ? options : &defaults;
    *dependence = (routh_dependence){.law = law, .covariate_count = covariate_count};
    for (int j = 0; j < ROUTH_MAX_PARAMETERS; j++)
        dependence->interval[j] = (routh_interval){NAN, NAN, NAN};
    fitting f = {context, samples, value, index, count, options, .to = dependence};
    routh_status status = check(context, law, options, covariate_count);
    if (status == ROUTH_OK)
        status = routh_array_check(context, "covariates", covariates, covariate_count);
    if (status == ROUTH_OK)
        status = routh_array_check(context, "value", value, covariate_count > 0 ? count : 0);
    if (status == ROUTH_OK) {
        memcpy(dependence->covariate, covariates, covariate_count * sizeof *covariates);
        status = routh_law_fit(context, law, samples, index, count, options, &dependence->constant);
    }
    if (status == ROUTH_OK)
        status = routh_box_of(context, law, options->mu_max, &f.box);
    if (status == ROUTH_OK)
        status = routh_dependence_plan(context, value, index, count, dependence);
    if (status != ROUTH_OK)
        return status;
    memcpy(dependence->low, f.box.low, sizeof dependence->low);
    memcpy(dependence->high, f.box.high, sizeof dependence->high);
    memcpy(dependence->parameters, dependence->constant.parameters, sizeof dependence->parameters);
    memcpy(dependence->interval, dependence->constant.interval, sizeof dependence->interval);
    dependence->cost = dependence->constant.cost;
    dependence->converged = !(dependence->constant.flags & ROUTH_FIT_NOT_CONVERGED);
    if (dependence->term_count == 0)
        return ROUTH_OK;
    f.limit = (size_t)options->evaluations * (1 + dependence->term_count);
    status = fit_all(&f);
    return status == ROUTH_OK && options->resamples > 0 ? bootstrap(&f) : status;
}
