/* What tosses cost with some parameters: how far their predictions are from the recording.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "algebra/turn.h"
#include "base/context.h"
#include "base/crew.h"
#include "rollout/rollout.h"

/* x/(1 + 2x): x where it is small, never more than ½. */
static double bounded(double x) {
    return isfinite(x) ? x / (1 + 2 * x) : 0.5;
}

double routh_rollout_task_slope(double mean) {
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
