/* Parameters of whole tosses, what they cost, and descent to the least cost.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "algebra/space.h"
#include "base/context.h"
#include "rollout/rollout.h"

/* The parameters of whole tosses: where they are in a world, and how far a search may go. */

static const routh_name_entry entries[] = {
#define ENTRY(code, name, unit, about) {name, about},
    ROUTH_ROLLOUT_TABLE(ENTRY)
#undef ENTRY
};
const routh_names routh_rollout_parameters = {"parameter of whole tosses", ROUTH_ROLLOUT_PARAMETERS, entries};

const char *routh_rollout_unit(routh_rollout_parameter parameter) {
    static const char *const units[] = {
#define UNIT(code, name, unit, about) unit,
        ROUTH_ROLLOUT_TABLE(UNIT)
#undef UNIT
    };
    return (unsigned)parameter < ROUTH_ROLLOUT_PARAMETERS ? units[parameter] : "";
}

static double mean_moment(const routh_world3 *world) {
    return (world->inertia[0][0] + world->inertia[1][1] + world->inertia[2][2]) / 3;
}

/* Where a number is; NULL for the mean moment of inertia, which belongs to nine. */
static double *field_of(routh_rollout_parameter parameter, routh_world3 *world, routh_run3_options *run) {
    switch (parameter) {
    case ROUTH_ROLLOUT_MU:
        return &world->surface.pair.mu;
    case ROUTH_ROLLOUT_MU_SLIDE:
        return &world->surface.mu_slide;
    case ROUTH_ROLLOUT_MU_SLOPE:
        return &world->surface.mu_slope;
    case ROUTH_ROLLOUT_EPS:
        return &world->surface.pair.eps;
    case ROUTH_ROLLOUT_EPS_SLOPE:
        return &world->surface.eps_slope;
    case ROUTH_ROLLOUT_ETA2:
        return &world->surface.pair.eta2;
    case ROUTH_ROLLOUT_ROUNDING:
        return &world->rounding;
    case ROUTH_ROLLOUT_CENTRE_X:
    case ROUTH_ROLLOUT_CENTRE_Y:
    case ROUTH_ROLLOUT_CENTRE_Z:
        return &world->centre[parameter - ROUTH_ROLLOUT_CENTRE_X];
    case ROUTH_ROLLOUT_DRAG:
        return &world->drag;
    case ROUTH_ROLLOUT_GAP:
        return &run->together;
    default:
        return NULL;
    }
}

double routh_rollout_get(routh_rollout_parameter parameter, const routh_world3 *world, const routh_run3_options *run) {
    routh_world3 copy = *world;
    routh_run3_options running = *run;
    const double *field = field_of(parameter, &copy, &running);
    return field ? *field : mean_moment(world);
}

void routh_rollout_set(routh_rollout_parameter parameter, double value, routh_world3 *world, routh_run3_options *run) {
    double *field = field_of(parameter, world, run);
    if (field) {
        *field = value;
        return;
    }
    const double share = value / mean_moment(world);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            world->inertia[i][j] *= share;
}

void routh_rollout_apply(const routh_rollout_estimate *estimate, routh_world3 *world, routh_run3_options *run) {
    routh_run3_options unused;
    for (int k = 0; k < ROUTH_ROLLOUT_PARAMETERS; k++)
        if (estimate->free >> k & 1)
            routh_rollout_set((routh_rollout_parameter)k, estimate->value[k], world, run ? run : &unused);
}

/* Steps are what changes a toss by about as much for each: a few hundredths of the body, of a coefficient or of the
 * inertia. */
routh_rollout_range routh_rollout_range_of(routh_rollout_parameter parameter, const routh_world3 *world,
                                           const routh_run3_options *run) {
    const double radius = world->shape->radius, moment = mean_moment(world);
    const double here = routh_rollout_get(parameter, world, run);
    switch (parameter) {
    case ROUTH_ROLLOUT_MU:
    case ROUTH_ROLLOUT_MU_SLIDE:
        return (routh_rollout_range){0, 2, 0.02};
    case ROUTH_ROLLOUT_MU_SLOPE:
        return (routh_rollout_range){-0.2, 0.2, 0.01};
    case ROUTH_ROLLOUT_EPS:
        return (routh_rollout_range){0, 1, 0.03};
    case ROUTH_ROLLOUT_EPS_SLOPE:
        return (routh_rollout_range){-0.5, 0.5, 0.03};
    case ROUTH_ROLLOUT_ETA2:
        return (routh_rollout_range){1e-3, 100, 0.3};
    case ROUTH_ROLLOUT_ROUNDING:
        return (routh_rollout_range){0, 0.95 * world->shape->thickness, 0.008 * radius};
    case ROUTH_ROLLOUT_CENTRE_X:
    case ROUTH_ROLLOUT_CENTRE_Y:
    case ROUTH_ROLLOUT_CENTRE_Z:
        return (routh_rollout_range){here - 0.2 * radius, here + 0.2 * radius, 0.006 * radius};
    case ROUTH_ROLLOUT_INERTIA:
        return (routh_rollout_range){0.4 * moment, 2.5 * moment, 0.03 * moment};
    case ROUTH_ROLLOUT_DRAG:
        return (routh_rollout_range){0, 10, 0.03};
    default:
        return (routh_rollout_range){0, 0.1 * radius, 0.005 * radius};
    }
}

/* What tosses cost with some parameters: how far their predictions are from the recording. */

/* x/(1 + 2x): x where it is small, never more than ½. */
static double bounded(double x) {
    return isfinite(x) ? x / (1 + 2 * x) : 0.5;
}

/* The derivative of what a toss's mean error costs. */
static double rollout_task_slope(double mean) {
    return isfinite(mean) ? 1 / ((1 + 2 * mean) * (1 + 2 * mean)) : 0;
}

static double clamp(double x, double low, double high) {
    return fmin(fmax(x, low), high);
}

double routh_rollout_task_value(const routh_rollout_task *task, size_t k, double x) {
    const routh_rollout_range *range = &task->range[k];
    return clamp(task->from[k] + x * range->step, range->low, range->high);
}

void routh_rollout_task_world(const routh_rollout_task *task, const double *x, routh_world3 *world,
                              routh_run3_options *run) {
    *world = task->world;
    *run = task->run;
    for (size_t k = 0; k < task->dimension; k++)
        routh_rollout_set(task->free[k], routh_rollout_task_value(task, k, x[k]), world, run);
}

/* How far x is outside of the ranges, in steps. */
static double outside(const routh_rollout_task *task, const double *x) {
    double sum = 0;
    for (size_t k = 0; k < task->dimension; k++)
        sum += fabs(task->from[k] + x[k] * task->range[k].step - routh_rollout_task_value(task, k, x[k])) /
               task->range[k].step;
    return sum;
}

/* Vectors at instants spread over what is predicted, the last one at its end, and the means of their lengths. */
static void see(const routh_rollout_task *task, const routh_world3 *world, const routh_start3 *start, size_t last,
                const routh_state3 *predicted, routh_rollout_apart *apart) {
    apart->mean[0] = apart->mean[1] = 0;
    for (size_t i = 0; i < ROUTH_ROLLOUT_SEEN; i++) {
        const size_t k = (i + 1) * last / ROUTH_ROLLOUT_SEEN;
        double recorded[3], tracked[3];
        routh_rollout_recorded(task->dataset, start->trajectory, start->first + k, recorded);
        routh_world3_tracked(world, &predicted[k], tracked);
        for (int c = 0; c < 3; c++)
            apart->at[i][0][c] = (tracked[c] - recorded[c]) / task->width;
        routh_turn_between(task->dataset->trajectory[start->trajectory].orientation[start->first + k],
                           predicted[k].orientation, apart->at[i][1]);
        for (int c = 0; c < 2; c++)
            apart->mean[c] += routh_length3(apart->at[i][c]) / ROUTH_ROLLOUT_SEEN;
    }
}

/* A toss that could not be predicted has no vectors: those of the parameters before would pass for derivatives. */
static void lose(routh_rollout_apart *apart) {
    for (size_t i = 0; i < ROUTH_ROLLOUT_SEEN; i++)
        for (int c = 0; c < 3; c++)
            apart->at[i][0][c] = apart->at[i][1][c] = NAN;
    apart->mean[0] = apart->mean[1] = INFINITY;
}

/* The last instant that is predicted, counted from the start. */
static size_t last_of(const routh_rollout_task *task, const routh_start3 *start) {
    const size_t all = task->dataset->trajectory[start->trajectory].count - 1 - start->first;
    const size_t flown = start->last - start->first;
    return flown + (size_t)ceil(task->horizon * (double)(all - flown));
}

static double cost_of(routh_context *context, const routh_rollout_task *task, const routh_world3 *world,
                      const routh_run3_options *options, size_t index, routh_status *status) {
    routh_start3 start = task->start[task->toss[index]];
    const size_t last = last_of(task, &start);
    routh_rollout_apart own, *apart = task->apart ? &task->apart[index] : &own;
    routh_run3 run = {0};
    start.state = routh_start3_moved(task->dataset, world, &start);
    *status = routh_rollout_predict(context, task->dataset, world, &start, options, last + 1, &run);
    if (*status == ROUTH_OK)
        see(task, world, &start, last, run.sample, apart);
    else
        lose(apart);
    if (*status == ROUTH_OK && task->horizon == 1) { /* what is sought, over every instant */
        const routh_rollout_error error = routh_rollout_error_of(task->dataset, world, &start, run.sample);
        apart->mean[0] = error.position / task->width;
        apart->mean[1] = error.rotation;
    }
    routh_run3_release(context, &run);
    return bounded(apart->mean[0]) + bounded(apart->mean[1]);
}

/* One evaluation of the cost. */
typedef struct costing {
    routh_rollout_task *task;
    routh_world3 world;
    routh_run3_options run;
} costing;

/* A toss that cannot be predicted has the worst cost, and is no failure. */
static routh_status cost_one(routh_context *own, void *with, size_t i, int thread) {
    costing *c = with;
    routh_status status;
    (void)thread;
    c->task->cost[i] = cost_of(own, c->task, &c->world, &c->run, i, &status);
    return routh_ends_all(status) ? status : ROUTH_OK;
}

double routh_rollout_task_cost(routh_rollout_task *task, const double *x) {
    costing c = {.task = task};
    double sum = 0;
    if (task->status != ROUTH_OK)
        return NAN;
    routh_rollout_task_world(task, x, &c.world, &c.run);
    task->status =
        routh_share_out(task->context, &(routh_shares){.count = task->count, .work = cost_one, .with = &c}, NULL);
    for (size_t i = 0; i < task->count; i++) /* in this order, whatever the threads did */
        sum += task->cost[i];
    task->predicted += task->horizon * (double)task->count;
    if (task->status == ROUTH_OK)
        task->status = routh_progress(task->context, "fitting tosses",
                                      task->stage[0] + task->stage[1] * fmin(task->predicted / task->expected, 1));
    return task->status == ROUTH_OK ? sum / (double)task->count + outside(task, x) : NAN;
}

/* Least cost of whole tosses by repeated weighted least squares.
 *
 * The cost is the mean over tosses of ρ(d) + ρ(a), d and a means over instants of lengths |e|. With weights ρ'/|e| at every
 * instant, the gradient of the weighted sum of squares is that of the cost, so that Gauss and Newton's steps lead to its
 * minimum (E. Weiszfeld, Tohoku Math. J. 43 (1937) 355, for the median of points). Derivatives are differences. The cost is
 * rough: an instant whose error jumps within a difference, because the body tips over another edge, has no derivative and is
 * left out of that pass. The cost itself decides how far a step goes. Where none pays, differences become smaller. */

enum { MOST = ROUTH_ROLLOUT_PARAMETERS };

/* Differences in steps of the search, the first and the last; an error that changes by more than this within one, in widths
 * or rad, jumps. */
static const double widest = 0.3, narrowest = 0.03, jump = 0.3;

/* Errors below this have the weight of this, in widths or rad: noise, and the start's own error. */
static const double least_error = 0.005;

/* A pass that gains less than this share of the cost is the last with its differences; so is a step shorter than this. */
static const double enough_share = 1e-3, enough_step = 1e-3;

/* Steps are tried at these multiples. */
static const double longest = 8, shortest = 0.1;

/* Of the diagonal: keeps directions that tosses hardly see from running away. */
static const double damping = 1e-4;

typedef struct descending {
    routh_rollout_task *task;
    routh_rollout_apart *here, *trial; /* of every toss; the latter at a step aside */
    double (*slope)[MOST][3];          /* of every vector */
    double difference;
    double matrix[MOST][MOST], gradient[MOST];
} descending;

static size_t vectors(const descending *d) {
    return d->task->count * ROUTH_ROLLOUT_SEEN * 2;
}

static double *vector_of(routh_rollout_apart *apart, size_t i) {
    return apart[i / (2 * ROUTH_ROLLOUT_SEEN)].at[i / 2 % ROUTH_ROLLOUT_SEEN][i % 2];
}

/* Derivatives of every vector; NaN where one jumps, or a toss cannot be predicted. */
static void differentiate(descending *d, const double *x) {
    routh_rollout_task *task = d->task;
    task->apart = d->trial;
    for (size_t k = 0; k < task->dimension; k++) {
        double moved[MOST];
        memcpy(moved, x, task->dimension * sizeof *x);
        const double up = routh_rollout_task_value(task, k, x[k] + d->difference);
        const bool room = up - routh_rollout_task_value(task, k, x[k]) > 0.5 * d->difference * task->range[k].step;
        const double by = room ? d->difference : -d->difference; /* away from the edge of the range */
        moved[k] += by;
        routh_rollout_task_cost(task, moved);
        for (size_t i = 0; i < vectors(d); i++) {
            const double *from = vector_of(d->here, i), *to = vector_of(d->trial, i);
            double change[3];
            for (int c = 0; c < 3; c++)
                change[c] = to[c] - from[c];
            const bool jumps = !(routh_length3(change) < jump);
            for (int c = 0; c < 3; c++)
                d->slope[i][k][c] = jumps ? NAN : change[c] / by;
        }
    }
}

/* Adds a vector's part to the normal equations. */
static void add_vector(descending *d, size_t i) {
    const routh_rollout_apart *toss = &d->here[i / (2 * ROUTH_ROLLOUT_SEEN)];
    const double *error = vector_of(d->here, i);
    const double weight = rollout_task_slope(toss->mean[i % 2]) / fmax(routh_length3(error), least_error);
    const size_t n = d->task->dimension;
    for (size_t k = 0; k < n; k++)
        if (isnan(d->slope[i][k][0]))
            return;
    for (size_t k = 0; k < n; k++) {
        d->gradient[k] += weight * routh_dot3(d->slope[i][k], error);
        for (size_t l = 0; l <= k; l++)
            d->matrix[k][l] += weight * routh_dot3(d->slope[i][k], d->slope[i][l]);
    }
}

/* Factors the matrix; false where it cannot be. */
static bool factor(const descending *d, double l[MOST][MOST]) {
    memcpy(l, d->matrix, sizeof d->matrix);
    for (size_t k = 0; k < d->task->dimension; k++)
        l[k][k] += damping * d->matrix[k][k] + 1e-12;
    return routh_cholesky_factor(d->task->dimension, MOST, l[0], 0);
}

/* The step, no longer than differences are worth; its length in steps of the search. */
static double step_of(const descending *d, double *step) {
    const size_t n = d->task->dimension;
    double l[MOST][MOST], length = 0;
    if (!factor(d, l))
        return 0;
    for (size_t k = 0; k < n; k++)
        step[k] = -d->gradient[k];
    routh_cholesky_solve(n, MOST, l[0], step);
    for (size_t k = 0; k < n; k++)
        length = fmax(length, fabs(step[k]));
    for (size_t k = 0; k < n && length > 1; k++)
        step[k] /= length;
    return fmin(length, 1);
}

/* The cost at from + share × step, put inside of the ranges. */
static double cost_along(descending *d, const double *from, const double *step, double share, double *trial) {
    routh_rollout_task *task = d->task;
    for (size_t k = 0; k < task->dimension; k++) {
        const double value = routh_rollout_task_value(task, k, from[k] + share * step[k]);
        trial[k] = (value - task->from[k]) / task->range[k].step;
    }
    task->apart = d->trial;
    return routh_rollout_task_cost(task, trial);
}

/* Goes there if it costs less. */
static bool try_step(descending *d, const double *from, const double *step, double share, double *x, double *cost) {
    double trial[MOST];
    const double there = cost_along(d, from, step, share, trial);
    if (!(there < *cost))
        return false;
    d->trial = d->here;
    d->here = d->task->apart;
    memcpy(x, trial, d->task->dimension * sizeof *x);
    *cost = there;
    return true;
}

/* Weighted least squares make steps that are too short where errors are long, so longer ones are tried, and shorter ones
 * where the cost is rough. */
static void go_along(descending *d, const double *step, double *x, double *cost) {
    double from[MOST], share = 1;
    memcpy(from, x, d->task->dimension * sizeof *x);
    if (try_step(d, from, step, share, x, cost)) {
        while (share < longest && try_step(d, from, step, 2 * share, x, cost))
            share *= 2;
    } else {
        while (share > shortest && !try_step(d, from, step, share / 2, x, cost))
            share /= 2;
    }
}

/* One pass; false when it gains too little. */
static bool pass(descending *d, double *x, double *cost) {
    const double before = *cost;
    double step[MOST];
    differentiate(d, x);
    memset(d->matrix, 0, sizeof d->matrix);
    memset(d->gradient, 0, sizeof d->gradient);
    for (size_t i = 0; i < vectors(d) && d->task->status == ROUTH_OK; i++)
        add_vector(d, i);
    if (d->task->status != ROUTH_OK || step_of(d, step) < enough_step)
        return false;
    go_along(d, step, x, cost);
    return before - *cost > enough_share * before;
}

static routh_status open(routh_rollout_task *task, descending *d) {
    *d = (descending){.task = task};
    d->here = routh_allocate(task->context, task->count, sizeof *d->here);
    d->trial = routh_allocate(task->context, task->count, sizeof *d->trial);
    d->slope = routh_allocate(task->context, vectors(d), sizeof *d->slope);
    return d->here && d->trial && d->slope ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
}

static void close(descending *d) {
    d->task->apart = NULL;
    routh_release(d->task->context, d->here);
    routh_release(d->task->context, d->trial);
    routh_release(d->task->context, d->slope);
}

routh_status routh_rollout_descend(routh_rollout_task *task, double limit, double *x, double *cost) {
    const double end = task->predicted + limit * (double)task->count;
    descending d;
    routh_status status = open(task, &d);
    if (status == ROUTH_OK) {
        task->apart = d.here;
        *cost = routh_rollout_task_cost(task, x);
        d.difference = widest;
        while (task->status == ROUTH_OK && task->dimension > 0 && d.difference > narrowest &&
               task->predicted + task->horizon * (double)((task->dimension + 1) * task->count) <= end)
            if (!pass(&d, x, cost))
                d.difference /= 2;
        task->ended = d.difference < widest || task->dimension == 0;
        status = task->status;
    }
    close(&d);
    return status;
}
