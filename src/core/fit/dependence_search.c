/* Fitting a law whose parameters depend on something: the search, and the fit.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "base/context.h"
#include "fit/fit.h"

/* The coefficients that cost least, from a start.
 *
 * Restitution enters an impulse nearly linearly, so that Levenberg and Marquardt's method closes in within a few steps
 * on a sum of squares. What friction does has kinks where impacts begin to stick; wide differences step over them
 * (algebra/levenberg_marquardt.c), and a simplex looks for what they hide. It also follows the costs that are no sum of
 * squares, from the least squares on. */

enum { MOST = ROUTH_DEPENDENCE_UNKNOWNS, ROUNDS = 4 };

/* Steps of the search are of this size, in the parameter's own unit: restitutions and frictions change by tenths. */
static const double unit = 0.1;

/* Where a search ends: what a step or another round gains, relative to the cost. */
static const double tolerance = 1e-10, another_round = 1e-6;

static size_t padded_count(const routh_dependence_search *s) {
    return s->ensemble->padded;
}

routh_status routh_dependence_search_create(routh_context *context, const routh_dependence *plan, const routh_box *box,
                                            const routh_sample *samples, const double *value, const size_t *index,
                                            size_t count, const routh_fit_options *options,
                                            routh_dependence_search *search) {
    routh_dependence_search *s = search;
    *s = (routh_dependence_search){.plan = plan, .box = box, .room = {.context = context}};
    s->unknowns = (size_t)plan->law->parameter_count + plan->term_count;
    ROUTH_TRY(routh_ensemble_create(context, count, &s->ensemble));
    routh_ensemble_load(s->ensemble, samples, index, NULL, count, options);
    const size_t padded = padded_count(s), arrays = plan->term_count + ROUTH_MAX_PARAMETERS + 4;
    s->block = routh_take(&s->room, padded, arrays * sizeof *s->block);
    ROUTH_TRY(routh_lm_create(&s->room, 2 * count, s->unknowns, &s->lm));
    s->term = s->block;
    for (int j = 0; j < ROUTH_MAX_PARAMETERS; j++)
        s->parameter[j] = s->block + (plan->term_count + (size_t)j) * padded;
    for (int k = 0; k < 2; k++)
        s->residual[k] = s->block + (plan->term_count + ROUTH_MAX_PARAMETERS + 2 * (size_t)k) * padded;
    for (size_t t = 0; t < plan->term_count; t++)
        for (size_t i = 0; i < padded; i++) {
            const size_t from = i < count ? i : 0;
            s->term[t * padded + i] =
                routh_term_value(plan, &plan->term[t], value + (index ? index[from] : from) * plan->covariate_count);
        }
    for (size_t u = 0; u < s->unknowns; u++) {
        const size_t p = (size_t)plan->law->parameter_count;
        const int j = u < p ? (int)u : plan->term[u - p].parameter;
        s->unit[u] = box->decades[j] > 0 ? unit * sqrt(box->low[j] * box->high[j]) : unit;
    }
    return ROUTH_OK;
}

void routh_dependence_search_release(routh_context *context, routh_dependence_search *search) {
    routh_arena_release(&search->room);
    routh_ensemble_release(context, search->ensemble);
}

/* How often each impact counts; NULL: once. */
static void dependence_weigh(routh_dependence_search *search, const unsigned *times) {
    routh_ensemble *e = search->ensemble;
    e->weight_sum = 0;
    for (size_t i = 0; i < e->count; i++) {
        e->weight[i] = times ? times[i] : 1;
        e->weight_sum += e->weight[i];
    }
}

/* The cost at these unknowns, which are in `unit`. */
static double dependence_cost(routh_dependence_search *search, const double *unknown) {
    routh_dependence_search *s = search;
    const size_t padded = padded_count(s), own = (size_t)s->plan->law->parameter_count;
    for (size_t j = 0; j < ROUTH_MAX_PARAMETERS; j++)
        for (size_t i = 0; i < padded; i++)
            s->parameter[j][i] = j < own ? unknown[j] * s->unit[j] : 0;
    for (size_t t = 0; t < s->plan->term_count; t++) {
        const double coefficient = unknown[own + t] * s->unit[own + t], *const term = s->term + t * padded;
        double *const to = s->parameter[s->plan->term[t].parameter];
        for (size_t i = 0; i < padded; i++)
            to[i] += coefficient * term[i];
    }
    for (size_t j = 0; j < own; j++)
        for (size_t i = 0; i < padded; i++)
            s->parameter[j][i] = fmin(s->box->high[j], fmax(s->box->low[j], s->parameter[j][i]));
    s->evaluations++;
    return routh_ensemble_evaluate_each(s->ensemble, s->plan->law, s->parameter);
}

/* For Levenberg and Marquardt: residuals whose squares add up to the cost, but for what no impulse explains. With G = LLᵀ
 * they are Lᵀ(P − P*). */
static routh_lm_point point_of(routh_dependence_search *s, int which) {
    return (routh_lm_point){.z = s->z[which], .residual = s->residual[which], .cost = s->cost[which]};
}

static routh_lm_point at(void *user) {
    routh_dependence_search *s = user;
    return point_of(s, s->at);
}

static routh_lm_point trial(void *user) {
    routh_dependence_search *s = user;
    return point_of(s, 1 - s->at);
}

static void exchange(void *user) {
    routh_dependence_search *s = user;
    s->at = 1 - s->at;
}

static size_t evaluations(void *user) {
    return ((routh_dependence_search *)user)->evaluations;
}

static double divisor_of(const routh_dependence_search *s) {
    return s->ensemble->weight_sum * s->ensemble->size;
}

static void evaluate_at(routh_dependence_search *s, int which) {
    const routh_ensemble *e = s->ensemble;
    double sum = 0;
    dependence_cost(s, s->z[which]);
    for (size_t i = 0; i < e->count; i++) {
        const double t = e->pt[i] - e->target_t[i], n = e->pn[i] - e->target_n[i], root = sqrt(e->weight[i]);
        const double ltt = sqrt(e->gtt[i]), lnt = e->gtn[i] / ltt, lnn = sqrt(fmax(0, e->gnn[i] - lnt * lnt));
        double *const r = s->residual[which] + 2 * i;
        r[0] = root * (ltt * t + lnt * n);
        r[1] = root * lnn * n;
        sum += r[0] * r[0] + r[1] * r[1];
    }
    s->cost[which] = sum / divisor_of(s);
}

static routh_status evaluate(void *user) {
    routh_dependence_search *s = user;
    evaluate_at(s, 1 - s->at);
    return s->ensemble->stopped ? ROUTH_CANCELLED : ROUTH_OK;
}

static routh_status descend_squares(routh_dependence_search *s, size_t limit, double *unknown, bool *converged) {
    const routh_lm_problem problem = {.rows = 2 * s->ensemble->count,
                                      .unknowns = s->unknowns,
                                      .divisor = divisor_of(s),
                                      .user = s,
                                      .at = at,
                                      .trial = trial,
                                      .evaluate = evaluate,
                                      .exchange = exchange,
                                      .evaluations = evaluations};
    routh_lm_search search = {.tolerance = tolerance, .limit = s->evaluations + limit};
    memcpy(s->z[s->at], unknown, s->unknowns * sizeof *unknown);
    evaluate_at(s, s->at);
    s->lm.width = 0;
    const routh_status status = routh_lm_minimise(&problem, &s->lm, &search);
    memcpy(unknown, s->z[s->at], s->unknowns * sizeof *unknown);
    *converged = search.converged;
    return status;
}

static double cost_for_simplex(const double *x, void *user) {
    return dependence_cost(user, x);
}

static bool descend_by_simplex(routh_dependence_search *s, size_t limit, double step, double *unknown, double *cost) {
    double room[ROUTH_SIMPLEX_ROOM(MOST)];
    routh_simplex simplex = {.dimension = s->unknowns,
                             .function = cost_for_simplex,
                             .user = s,
                             .share = 1e-9,
                             .tolerance = 1e-4,
                             .limit = limit,
                             .room = room};
    return routh_simplex_minimise(&simplex, step, unknown, cost);
}

/* The squares' minimum is where the other costs begin; a round that gains is followed by another. */
routh_status routh_dependence_descend(routh_dependence_search *search, size_t limit, bool thorough, double *unknown,
                                      double *cost, bool *converged) {
    routh_dependence_search *s = search;
    const bool squares = !s->ensemble->robust && !s->ensemble->norms;
    routh_status status = descend_squares(s, limit, unknown, converged);
    *cost = dependence_cost(s, unknown);
    for (int round = 0; status == ROUTH_OK && (thorough || !squares) && round < ROUNDS; round++) {
        double trial_point[MOST], before = *cost, found = *cost;
        memcpy(trial_point, unknown, sizeof trial_point);
        *converged = descend_by_simplex(s, limit, round % 2 ? -0.1 : 0.3, trial_point, &found);
        if (squares && found < before) {
            bool ended;
            status = descend_squares(s, limit, trial_point, &ended);
            found = dependence_cost(s, trial_point);
        }
        if (found < *cost) {
            *cost = found;
            memcpy(unknown, trial_point, s->unknowns * sizeof *unknown);
        }
        if (!(before - *cost > another_round * before))
            break;
    }
    return status;
}

/* Fitting a law whose parameters depend on something: from the best constants to the best coefficients, and how far
 * these move when the impacts are drawn again. */

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
    dependence_weigh(s, times);
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
    ROUTH_ARENA(room, f->context);
    routh_dependence_search *search = routh_take(&room, threads, sizeof *search);
    unsigned *times = routh_take(&room, f->count, threads * sizeof *times);
    size_t *group = routh_take(&room, f->count, sizeof *group);
    double *values = routh_take(&room, resamples, unknowns * sizeof *values);
    routh_status status = room.status;
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
