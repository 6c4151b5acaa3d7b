/* Least cost of whole tosses by repeated weighted least squares.
 *
 * The cost is the mean over tosses of ρ(d) + ρ(a), d and a means over instants of lengths |e|. With weights ρ'/|e| at every
 * instant, the gradient of the weighted sum of squares is that of the cost, so that Gauss and Newton's steps lead to its
 * minimum (E. Weiszfeld, Tohoku Math. J. 43 (1937) 355, for the median of points). Derivatives are differences. The cost is
 * rough: an instant whose error jumps within a difference, because the body tips over another edge, has no derivative and is
 * left out of that pass. The cost itself decides how far a step goes. Where none pays, differences become smaller.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/cholesky.h"
#include "algebra/matrix3.h"
#include "base/context.h"
#include "rollout/rollout.h"

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
    const double weight = routh_rollout_task_slope(toss->mean[i % 2]) / fmax(routh_length3(error), least_error);
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
