/* Many impacts side by side: parameters in the unit cube, and the cost of a law on the impacts.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/context.h"
#include "fit/fit.h"
#include "impact/impact.h"
#include "impact/kernel.h"
#include "impact/modified.h"

/* A law's parameters as points of the unit cube. */

routh_status routh_box_of(routh_context *context, const routh_law *law, double mu_max, routh_box *box) {
    if (!(mu_max > 0) || !isfinite(mu_max))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "mu_max",
                                "the cap on friction must be a positive number, not %g", mu_max);
    if (law->parameter_count > 0 && routh_law_parameter(law, "eps") < 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "%s has no restitution eps to fit", law->name);
    *box = (routh_box){.dimension = law->parameter_count, .friction = routh_law_parameter(law, "mu")};
    for (int i = 0; i < law->parameter_count; i++) {
        const routh_parameter *p = &law->parameter[i];
        const int own = p->fit_high > p->fit_low && p->fit_low > 0;
        box->low[i] = own ? p->fit_low : p->low;
        box->high[i] = own ? p->fit_high : (i == box->friction ? fmin(mu_max, p->high) : p->high);
        box->decades[i] = own ? log(p->fit_high / p->fit_low) : 0;
    }
    return ROUTH_OK;
}

int routh_box_at_edge(const routh_box *box, const double *u) {
    for (int i = 0; i < box->dimension; i++)
        if (u[i] < ROUTH_BOX_EDGE || u[i] > 1 - ROUTH_BOX_EDGE)
            return 1;
    return 0;
}

/* Huber's cost with its own scale: quadratic for small residuals, linear for large ones.
 *
 * P. J. Huber, Robust statistics (1981), section 7.7. Where the bend lies depends on the noise's deviation σ, which is
 * not known. So σ is estimated along with the parameters, by minimising
 *
 *     Q(p, σ) = mean of (ρ(e/σ) + a) σ,    ρ(z) = z²/2 up to z = c, then c z − c²/2,
 *
 * over both. Over σ that is solved by mean of min(e/σ, c)² = 2a, a line in 1/σ² as long as no residual crosses the
 * bend: Newton's method climbs to it from below and ends after finitely many steps. The two components of a residual
 * are normal with deviation σ if a = E min(z, c)²/2 = 1 − exp(−c²/2). The result Q²/2a is the mean square where all
 * residuals are small. */

/* 95 % efficient where there are no outliers. */
static const double bend = 1.345;

enum { STEPS = 60 };

/* Sums over the residuals at the scale s = 1/σ²: of squares within the bend, of distances and counts beyond. */
typedef struct sums {
    double within, beyond, outside;
} sums;

static sums sums_at(const routh_ensemble *e, double s, double total) {
    sums all = {0, 0, 0};
    const double limit = bend * bend;
    for (size_t i = 0; i < e->count; i++) {
        const double squared = e->squared[i];
        if (squared * s <= limit)
            all.within += e->weight[i] * squared;
        else {
            all.beyond += e->weight[i] * sqrt(squared);
            all.outside += e->weight[i];
        }
    }
    all.within /= total;
    all.beyond /= total;
    all.outside /= total;
    return all;
}

/* Huber's cost of the squared distances, in the units of a mean square. */
static double huber_cost(const routh_ensemble *ensemble) {
    const double a = 1 - exp(-0.5 * bend * bend);
    const double total = ensemble->weight_sum;
    sums all = sums_at(ensemble, 0, total);
    if (all.within == 0)
        return 0;
    double s = 0;
    for (int step = 0; step < STEPS; step++) {
        const double left = 2 * a - bend * bend * all.outside;
        const double next = all.within > 0 && left > 0 ? left / all.within : INFINITY;
        if (!(next > s) || !isfinite(next))
            break;
        s = next;
        all = sums_at(ensemble, s, total);
    }
    const double sigma = 1 / sqrt(s);
    const double cost = 0.5 * all.within / sigma + bend * all.beyond + (a - 0.5 * bend * bend * all.outside) * sigma;
    return cost * cost / (2 * a);
}

/* Many impacts side by side, and the cost of a law on them.
 *
 * Both costs are a quadratic form around the measured impulse of each impact (impact/impact.h): with G = 1 for the
 * impulse, G/m² and what no point impulse explains for the velocity. So an evaluation is the law's loop over many
 * impacts and one pass over its answers. Sums go over eight columns that are added up at the end: the same order, and
 * so the same bits, whatever the width of the processor's vectors. */

enum { LANES = 8, ARRAYS = 25 + 3 * ROUTH_MAX_PARAMETERS, BLOCK = 256 };

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
    double **arrays[ARRAYS] = {
        &e->wtt,   &e->wtn,     &e->wnn,     &e->vt,   &e->vn,          &e->target_t, &e->target_n, &e->gtt, &e->gtn,
        &e->gnn,   &e->rest,    &e->weight,  &e->pt,   &e->pn,          &e->squared,  &e->wtc,      &e->wnc, &e->wcc,
        &e->omega, &e->shift_t, &e->shift_n, &e->lift, &e->unexplained, &e->beyond,   &e->aside};
    for (size_t i = 0; i < 3 * ROUTH_MAX_PARAMETERS; i++)
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

/* What a couple does to that sample, seen in the `metric` of its impulse (impact/bound.c); `scale`: of a squared impulse. */
static void place_couple(routh_ensemble *e, size_t i, const routh_sample *s, routh_metric metric, double scale) {
    const routh_contact *c = &s->contact;
    const routh_impact *body = &s->impact;
    const double lt = -body->ry, ln = body->rx, square = lt * lt + ln * ln;
    const double own = routh_metric_weight(body, metric), weight = routh_metric_weight(body, ROUTH_VELOCITY);
    const double bt = body->mass * (s->after.vx - body->vx), bn = body->mass * (s->after.vy - body->vy);
    const double spin = body->inertia * (s->after.omega - body->omega);
    e->wtc[i] = c->wtc;
    e->wnc[i] = c->wnc;
    e->wcc[i] = c->wcc;
    e->omega[i] = c->omega;
    e->shift_t[i] = own * lt / (1 + own * square);
    e->shift_n[i] = own * ln / (1 + own * square);
    e->lift[i] = sqrt(weight / (1 + weight * square));
    e->unexplained[i] = e->lift[i] * (spin - (lt * bt + ln * bn));
    e->beyond[i] = scale;
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
    place_couple(e, i, s, velocity ? ROUTH_VELOCITY : options->metric, relative * share);
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

/* What a couple adds to the squared distances, whose `rest` is that of no couple; the sum of it. In the cost of impulses, which has no
 * rest, that is the couple's whole square. */
static double measure_couple(routh_ensemble *e) {
    double sum = 0;
    for (size_t i = 0; i < e->padded; i++) {
        const double left = e->aside[i] - e->unexplained[i];
        const double more = e->beyond[i] * left * left - e->rest[i];
        e->squared[i] += more;
        sum += e->weight[i] * more;
    }
    return sum;
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
    const routh_modified *modified = routh_modified_of(law);
    if (law->impulses) {
        law->impulses(lanes);
        return;
    }
    if (modified && modified->base->impulses) {
        routh_modified_impulses(law, lanes);
        return;
    }
    for (size_t i = 0; i < lanes->count; i++) {
        const routh_contact contact = {
            .wtt = lanes->wtt[i], .wtn = lanes->wtn[i], .wnn = lanes->wnn[i], .vt = lanes->vt[i], .vn = lanes->vn[i]};
        double parameters[ROUTH_MAX_PARAMETERS];
        for (int j = 0; j < law->parameter_count; j++)
            parameters[j] = lanes->parameter[j][i];
        const routh_impulse p = routh_law_impulse(law, &contact, parameters);
        lanes->pt[i] = p.pt;
        lanes->pn[i] = p.pn;
        lanes->mode[i] = p.mode;
    }
}

/* Impulses as they are measured beside a couple, and what stands aside. */
static void solve_with_couple(routh_ensemble *e, const routh_law *law, const routh_lanes *lanes, size_t start) {
    for (size_t k = 0, i = start; k < lanes->count; k++, i++) {
        const routh_contact contact = {.wtt = e->wtt[i],
                                       .wtn = e->wtn[i],
                                       .wnn = e->wnn[i],
                                       .vt = e->vt[i],
                                       .vn = e->vn[i],
                                       .wtc = e->wtc[i],
                                       .wnc = e->wnc[i],
                                       .wcc = e->wcc[i],
                                       .omega = e->omega[i]};
        double parameters[ROUTH_MAX_PARAMETERS];
        for (int j = 0; j < law->parameter_count; j++)
            parameters[j] = lanes->parameter[j][k];
        const routh_impulse p = routh_law_impulse(law, &contact, parameters);
        e->pt[i] = p.pt + e->shift_t[i] * p.couple;
        e->pn[i] = p.pn + e->shift_n[i] * p.couple;
        e->aside[i] = e->lift[i] * p.couple;
        e->mode[i] = p.mode;
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
    return e->stopped = routh_check_cancelled(e->context) != ROUTH_OK;
}

/* How many parameters are laid out: the law's, and as many as the laws' own loops look at. */
static int held_count(const routh_law *law) {
    return law->parameter_count > ROUTH_LANE_PARAMETERS ? law->parameter_count : ROUTH_LANE_PARAMETERS;
}

/* At most BLOCK impacts from `start` on, with their parameters. The first of a law with friction is μ. */
static void solve_block(routh_ensemble *e, const routh_law *law, size_t start, const double *const *parameter,
                        int any_thin) {
    routh_lanes lanes = {
        .count = e->padded - start < BLOCK ? e->padded - start : BLOCK,
        .wtt = e->wtt + start,
        .wtn = e->wtn + start,
        .wnn = e->wnn + start,
        .vt = e->vt + start,
        .vn = e->vn + start,
        .pt = e->pt + start,
        .pn = e->pn + start,
        .mode = e->mode + start,
        .any_thin = any_thin,
    };
    for (int j = 0; j < held_count(law); j++)
        lanes.parameter[j] = parameter[j];
    e->has_couple = routh_has_couple(law);
    if (e->has_couple)
        solve_with_couple(e, law, &lanes, start);
    else
        solve(law, &lanes);
}

static double cost_of(routh_ensemble *e) {
    const double sum = measure(e) + (e->has_couple ? measure_couple(e) : 0);
    return e->robust ? huber_cost(e) : e->norms ? sum_of_norms(e) / e->weight_sum : sum / e->weight_sum;
}

/* The law's impulses at these parameters into pt, pn, mode; and their mean cost. */
static double ensemble_evaluate(routh_ensemble *ensemble, const routh_law *law, const double *parameters) {
    routh_ensemble *e = ensemble;
    double parameter[ROUTH_MAX_PARAMETERS][BLOCK];
    const size_t fill = e->padded < BLOCK ? e->padded : BLOCK;
    const double *all[ROUTH_MAX_PARAMETERS];
    for (int j = 0; j < held_count(law); j++) {
        all[j] = parameter[j];
        for (size_t i = 0; i < fill; i++)
            parameter[j][i] = j < law->parameter_count ? parameters[j] : 0;
    }
    const int any_thin = e->any_thin || parameter[0][0] > ROUTH_USUAL_FRICTION;
    for (size_t start = 0; start < e->padded && !is_stopped(e); start += BLOCK)
        solve_block(e, law, start, all, any_thin);
    return e->stopped ? INFINITY : cost_of(e);
}

double routh_ensemble_evaluate_each(routh_ensemble *ensemble, const routh_law *law,
                                    double *const parameter[ROUTH_MAX_PARAMETERS]) {
    for (size_t start = 0; start < ensemble->padded && !is_stopped(ensemble); start += BLOCK) {
        const double *here[ROUTH_MAX_PARAMETERS];
        for (int j = 0; j < ROUTH_MAX_PARAMETERS; j++)
            here[j] = parameter[j] + start;
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
    return ensemble_evaluate(ensemble, law, parameters);
}

/* The cost at a point of the unit cube. */

double routh_cost_in_box(routh_ensemble_task *task, const double *u) {
    double parameters[ROUTH_MAX_PARAMETERS];
    routh_box_parameters(task->box, u, parameters);
    task->evaluations++;
    return ensemble_evaluate(task->ensemble, task->law, parameters);
}
