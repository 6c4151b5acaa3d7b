/* Many impacts side by side, and the cost of a law on them.
 *
 * Both costs are a quadratic form around the measured impulse of each impact (impact/distance.h): with G = 1 for the
 * impulse, G/m² and what no point impulse explains for the velocity. So an evaluation is the law's loop over many
 * impacts and one pass over its answers. Sums go over eight columns that are added up at the end: the same order, and
 * so the same bits, whatever the width of the processor's vectors.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "fit/ensemble.h"

#include <math.h>

#include "base/context.h"
#include "impact/distance.h"
#include "impact/impact.h"
#include "impact/kernel.h"

enum { LANES = 8, ARRAYS = 15 + 2 * ROUTH_MAX_PARAMETERS, BLOCK = 256 };

/* Impacts between two questions whether to stop: 20 µs of most laws, 3 ms of the slowest. */
enum { ASKED = 512 };

routh_fit_options routh_fit_options_default(void) {
    return (routh_fit_options){.cost = ROUTH_COST_IMPULSE,
                               .metric = ROUTH_MOMENTUM,
                               .mu_max = ROUTH_MU_CAP,
                               .evaluations = 2000,
                               .level = 0.95,
                               .seed = 1};
}

static size_t whole_lanes(size_t count) {
    return (count + LANES - 1) / LANES * LANES;
}

routh_status routh_ensemble_create(routh_context *context, size_t count, routh_ensemble **ensemble) {
    const size_t padded = whole_lanes(count);
    routh_ensemble *e = routh_allocate(context, 1, sizeof *e);
    if (!e)
        return ROUTH_OUT_OF_MEMORY;
    e->block = padded >= count ? routh_allocate(context, padded, ARRAYS * sizeof *e->block) : NULL;
    e->mode = e->block ? routh_allocate(context, padded, sizeof *e->mode) : NULL;
    if (!e->mode) {
        routh_ensemble_release(context, e);
        return ROUTH_OUT_OF_MEMORY;
    }
    double **arrays[ARRAYS] = {&e->wtt, &e->wtn, &e->wnn,  &e->vt,     &e->vn, &e->target_t, &e->target_n, &e->gtt,
                               &e->gtn, &e->gnn, &e->rest, &e->weight, &e->pt, &e->pn,       &e->squared};
    for (size_t i = 0; i < 2 * ROUTH_MAX_PARAMETERS; i++)
        arrays[ARRAYS - 1 - i] = &e->held[i];
    for (size_t i = 0; i < ARRAYS; i++)
        *arrays[i] = e->block + i * padded;
    e->capacity = count;
    *ensemble = e;
    return ROUTH_OK;
}

void routh_ensemble_release(routh_context *context, routh_ensemble *ensemble) {
    if (!ensemble)
        return;
    routh_release(context, ensemble->block);
    routh_release(context, ensemble->mode);
    routh_release(context, ensemble);
}

routh_status routh_ensemble_check(routh_context *context, size_t count, const routh_fit_options *options,
                                  const routh_ensemble *ensemble) {
    if (count == 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "no impacts to fit");
    if (count > ensemble->capacity)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "%zu impacts, but the ensemble was made for %zu", count,
                          ensemble->capacity);
    if (options->cost != ROUTH_COST_IMPULSE && options->cost != ROUTH_COST_VELOCITY)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "unknown cost %d", (int)options->cost);
    if ((unsigned)options->metric >= ROUTH_METRIC_COUNT)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "unknown metric %d", (int)options->metric);
    if (options->norms && options->robust)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "a sum of norms is robust already: choose norms or robust");
    if (!(options->scale >= 0 && options->scale <= 1))
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "the relative scale %g is outside 0 … 1", options->scale);
    if (options->evaluations < 1)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "%d evaluations are not enough: at least 1 is needed",
                          options->evaluations);
    return ROUTH_OK;
}

/* Sample `s` at place `i`; returns the square of its size in the cost. */
static double place(routh_ensemble *e, size_t i, const routh_sample *s, const routh_fit_options *options) {
    const routh_contact *c = &s->contact;
    e->wtt[i] = c->wtt;
    e->wtn[i] = c->wtn;
    e->wnn[i] = c->wnn;
    e->vt[i] = c->vt;
    e->vn[i] = c->vn;
    const int velocity = options->cost == ROUTH_COST_VELOCITY;
    const routh_point p = s->measured[velocity ? ROUTH_VELOCITY : options->metric];
    e->target_t[i] = p.pt;
    e->target_n[i] = p.pn;

    routh_distance f = {.gtt = 1, .gnn = 1};
    double share = 1, unexplained = 0, size = hypot(p.pt, p.pn);
    if (velocity) {
        const routh_velocity still = {0, 0, 0}, nearest = routh_impact_after(&s->impact, p.pt, p.pn, 0);
        f = routh_distance_from(&s->impact, s->after, ROUTH_VELOCITY);
        share = 1 / (s->impact.mass * s->impact.mass);
        unexplained = routh_impact_error(ROUTH_VELOCITY, &s->impact, nearest, s->after);
        size = routh_impact_error(ROUTH_VELOCITY, &s->impact, still, s->after);
    }
    const double relative = options->scale > 0 && size > 0 ? pow(size, -2 * options->scale) : 1;
    e->gtt[i] = relative * share * f.gtt;
    e->gtn[i] = relative * share * f.gtn;
    e->gnn[i] = relative * share * f.gnn;
    e->rest[i] = relative * unexplained * unexplained;
    return relative * size * size;
}

void routh_ensemble_load(routh_ensemble *ensemble, const routh_sample *samples, const size_t *index,
                         const unsigned *times, size_t count, const routh_fit_options *options) {
    routh_ensemble *e = ensemble;
    size_t n = 0;
    double size_sum = 0;
    e->weight_sum = 0;
    e->any_thin = 0;
    for (size_t i = 0; i < count; i++) {
        const double often = times ? times[i] : 1;
        if (often == 0)
            continue;
        size_sum += often * place(e, n, &samples[index ? index[i] : i], options);
        e->weight_sum += often;
        e->any_thin |= routh_is_thin(&samples[index ? index[i] : i].contact, 0);
        e->weight[n++] = often;
    }
    e->count = n;
    e->padded = whole_lanes(n);
    for (size_t i = n; i < e->padded; i++) {
        place(e, i, &samples[index ? index[0] : 0], options);
        e->weight[i] = 0;
    }
    e->size = size_sum / e->weight_sum;
    e->robust = options->robust;
    e->norms = options->norms;
}

/* Squared distances; and their sum. */
ROUTH_CLONES static double measure(const routh_ensemble *e) {
    const double *restrict pt = e->pt, *restrict pn = e->pn, *restrict tt = e->target_t, *restrict tn = e->target_n;
    const double *restrict gtt = e->gtt, *restrict gtn = e->gtn, *restrict gnn = e->gnn, *restrict rest = e->rest;
    const double *restrict weight = e->weight;
    double *restrict squared = e->squared;
    double sum[LANES] = {0};
    for (size_t i = 0; i < e->padded; i += LANES)
        for (size_t k = 0; k < LANES; k++) {
            const double t = pt[i + k] - tt[i + k], n = pn[i + k] - tn[i + k];
            const double form = gtt[i + k] * t * t + 2 * gtn[i + k] * t * n + gnn[i + k] * n * n;
            squared[i + k] = form + rest[i + k];
            sum[k] += weight[i + k] * squared[i + k];
        }
    return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));
}

/* What the papers minimise; in one order, and so the same bits everywhere. */
static double sum_of_norms(const routh_ensemble *e) {
    double sum = 0;
    for (size_t i = 0; i < e->count; i++)
        sum += e->weight[i] * sqrt(e->squared[i]);
    return sum;
}

/* A caller's own law may have no loop of its own. */
static void solve(const routh_law *law, const routh_lanes *lanes) {
    if (law->impulses) {
        law->impulses(lanes);
        return;
    }
    for (size_t i = 0; i < lanes->count; i++) {
        const routh_contact contact = {lanes->wtt[i], lanes->wtn[i], lanes->wnn[i], lanes->vt[i], lanes->vn[i]};
        double parameters[ROUTH_MAX_PARAMETERS];
        for (int j = 0; j < ROUTH_MAX_PARAMETERS; j++)
            parameters[j] = lanes->parameter[j][i];
        const routh_impulse p = routh_law_impulse(law, &contact, parameters);
        lanes->pt[i] = p.pt;
        lanes->pn[i] = p.pn;
        lanes->mode[i] = p.mode;
    }
}

void routh_ensemble_hear(routh_ensemble *ensemble, routh_context *context) {
    ensemble->context = context;
    ensemble->stopped = false;
}

routh_status routh_ensemble_unheard(routh_ensemble *ensemble) {
    ensemble->context = NULL;
    return ensemble->stopped ? ROUTH_CANCELLED : ROUTH_OK;
}

/* Is this search to stop? */
static bool is_stopped(routh_ensemble *e) {
    e->unasked += e->padded < BLOCK ? e->padded : BLOCK;
    if (!e->context || e->stopped || e->unasked < ASKED)
        return e->stopped;
    e->unasked = 0;
    return e->stopped = routh_ask(e->context) != ROUTH_OK;
}

/* At most BLOCK impacts from `start` on, with their parameters. The first of a law with friction is μ. */
static void solve_block(routh_ensemble *e, const routh_law *law, size_t start, const double *const *parameter,
                        int any_thin) {
    const routh_lanes lanes = {
        .count = e->padded - start < BLOCK ? e->padded - start : BLOCK,
        .wtt = e->wtt + start,
        .wtn = e->wtn + start,
        .wnn = e->wnn + start,
        .vt = e->vt + start,
        .vn = e->vn + start,
        .parameter = {parameter[0], parameter[1], parameter[2]},
        .pt = e->pt + start,
        .pn = e->pn + start,
        .mode = e->mode + start,
        .any_thin = any_thin,
    };
    solve(law, &lanes);
}

static double cost_of(routh_ensemble *e) {
    const double sum = measure(e);
    return e->robust ? routh_huber_cost(e) : e->norms ? sum_of_norms(e) / e->weight_sum : sum / e->weight_sum;
}

double routh_ensemble_evaluate(routh_ensemble *ensemble, const routh_law *law, const double *parameters) {
    routh_ensemble *e = ensemble;
    double parameter[ROUTH_MAX_PARAMETERS][BLOCK];
    const size_t fill = e->padded < BLOCK ? e->padded : BLOCK;
    for (int j = 0; j < ROUTH_MAX_PARAMETERS; j++)
        for (size_t i = 0; i < fill; i++)
            parameter[j][i] = j < law->parameter_count ? parameters[j] : 0;
    const int any_thin = e->any_thin || parameter[0][0] > ROUTH_USUAL_FRICTION;
    const double *const all[ROUTH_MAX_PARAMETERS] = {parameter[0], parameter[1], parameter[2]};
    for (size_t start = 0; start < e->padded && !is_stopped(e); start += BLOCK)
        solve_block(e, law, start, all, any_thin);
    return e->stopped ? INFINITY : cost_of(e);
}

double routh_ensemble_evaluate_each(routh_ensemble *ensemble, const routh_law *law,
                                    double *const parameter[ROUTH_MAX_PARAMETERS]) {
    for (size_t start = 0; start < ensemble->padded && !is_stopped(ensemble); start += BLOCK) {
        const double *const here[ROUTH_MAX_PARAMETERS] = {parameter[0] + start, parameter[1] + start,
                                                          parameter[2] + start};
        solve_block(ensemble, law, start, here, 1);
    }
    return ensemble->stopped ? INFINITY : cost_of(ensemble);
}

double routh_ensemble_cost(const routh_law *law, const double *parameters, const routh_sample *samples,
                           const size_t *index, size_t count, const routh_fit_options *options,
                           routh_ensemble *ensemble) {
    if (routh_ensemble_check(NULL, count, options, ensemble) != ROUTH_OK ||
        routh_law_check(NULL, law, parameters) != ROUTH_OK)
        return NAN;
    routh_ensemble_load(ensemble, samples, index, NULL, count, options);
    return routh_ensemble_evaluate(ensemble, law, parameters);
}
