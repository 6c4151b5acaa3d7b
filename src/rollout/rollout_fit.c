/* Parameters from whole tosses.
 *
 * A descent by weighted least squares (src/rollout/rollout_descend.c). The longer tosses are predicted, the more they depend on
 * every number, and the rougher the cost is. So first only their beginnings are fitted, which leads near to the minimum, then
 * more of them, in the end all.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/limits.h"
#include "rollout/rollout_fit.h"

#include <routh/identify.h>

enum { MOST = ROUTH_ROLLOUT_PARAMETERS, FEWEST = 3, FEWEST_IMPACTS = 8, LEAST_EVALUATIONS = 10 };

/* Shares of the time after the first flight, one after the other, and of the evaluations up to the end of each. */
static const double horizons[] = {0.25, 0.5, 1}, budgets[] = {0.25, 0.5, 1};

routh_rollout_options routh_rollout_options_default(void) {
    return (routh_rollout_options){.free = (1u << MOST) - 1 - (1u << ROUTH_ROLLOUT_ETA2) - (1u << ROUTH_ROLLOUT_DRAG) -
                                           (1u << ROUTH_ROLLOUT_GAP),
                                   .calibrated = true,
                                   .start = routh_start3_options_default(),
                                   .surface = routh_surface3_default(),
                                   .run = routh_run3_options_default(),
                                   .folds = 5,
                                   .evaluations = 150,
                                   .errors = true};
}

routh_status routh_rollout_options_check(routh_context *context, const routh_rollout_options *options) {
    if (options->free >> MOST)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "free", "rollouts: free has bits of no parameter");
    routh_status status =
        routh_check_count(context, "rollouts", "evaluations", options->evaluations, LEAST_EVALUATIONS, 100000);
    return status == ROUTH_OK ? routh_check_count(context, "rollouts", "folds", options->folds, 2, 1000) : status;
}

double routh_rollout_width(const routh_dataset3 *dataset) {
    return dataset->shape ? 2 * dataset->shape->thickness : dataset->width;
}

size_t routh_rollout_fold(const routh_dataset3 *dataset, size_t trajectory, size_t folds) {
    const char *name = dataset->trajectory[trajectory].name;
    const char *digit = name ? name + strlen(name) : NULL;
    while (digit && digit > name && !isdigit((unsigned char)digit[-1]))
        digit--;
    if (!digit || digit == name)
        return trajectory % folds;
    while (digit > name && isdigit((unsigned char)digit[-1]))
        digit--;
    size_t number = 0;
    for (; isdigit((unsigned char)*digit); digit++)
        number = (10 * number + (size_t)(*digit - '0')) % folds;
    return number;
}

/* Everything that a fit owns. */
typedef struct fitting {
    routh_rollout_task task;
    routh_shape3 cube;
    routh_plane3 plane;
    routh_start3 *start;
    size_t *toss; /* those that are used */
    size_t count;
} fitting;

/* Friction and restitution of single impacts, where the tosses have enough. */
static routh_status begin_with_impacts(routh_context *context, const routh_dataset3 *dataset, const bool *use,
                                       unsigned free, routh_surface3 *surface) {
    routh_sample3 *sample = NULL;
    size_t count = 0, used = 0;
    routh_estimate fit;
    routh_status status = routh_samples3_of(context, dataset, &sample, &count);
    double *weight = status == ROUTH_OK ? routh_allocate(context, count, sizeof *weight) : NULL;
    if (status == ROUTH_OK && !weight)
        status = ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; status == ROUTH_OK && i < count; i++) {
        weight[i] = !use || use[dataset->record[sample[i].record].trajectory];
        used += weight[i] > 0;
    }
    if (status == ROUTH_OK && used >= FEWEST_IMPACTS) {
        status = routh_law3_fit(context, surface->law, sample, weight, count, &fit);
        if (status == ROUTH_OK) {
            const routh_pair pair = routh_pair_of(surface->law, fit.parameters);
            surface->pair.mu = free >> ROUTH_ROLLOUT_MU & 1 ? pair.mu : surface->pair.mu;
            surface->pair.eps = free >> ROUTH_ROLLOUT_EPS & 1 ? pair.eps : surface->pair.eps;
            surface->pair.eta2 = free >> ROUTH_ROLLOUT_ETA2 & 1 ? pair.eta2 : surface->pair.eta2;
        }
    }
    routh_release(context, weight);
    routh_samples3_release(context, sample);
    return status;
}

static void set_parameters(unsigned free, routh_rollout_task *task) {
    routh_surface3 *surface = &task->world.surface;
    if (free >> ROUTH_ROLLOUT_MU_SLIDE & 1 && isnan(surface->mu_slide))
        surface->mu_slide = surface->pair.mu;
    for (int k = 0; k < MOST; k++) {
        const routh_rollout_parameter own = (routh_rollout_parameter)k;
        if (!(free >> k & 1))
            continue;
        task->free[task->dimension] = own;
        task->from[task->dimension] = routh_rollout_get(own, &task->world, &task->run);
        task->range[task->dimension++] = routh_rollout_range_of(own, &task->world, &task->run);
    }
}

static routh_status prepare(routh_context *context, const routh_dataset3 *dataset, const routh_rollout_options *options,
                            const bool *use, fitting *f) {
    routh_rollout_task *task = &f->task;
    const size_t all = dataset->trajectory_count;
    *task = (routh_rollout_task){
        .context = context, .dataset = dataset, .run = options->run, .width = routh_rollout_width(dataset)};
    routh_status status =
        routh_world3_of_dataset(context, dataset, options->calibrated, &f->cube, &f->plane, &task->world);
    if (status != ROUTH_OK)
        return status;
    task->world.surface = options->surface;
    f->start = routh_allocate(context, all, sizeof *f->start);
    f->toss = routh_allocate(context, all, sizeof *f->toss);
    task->cost = routh_allocate(context, all, sizeof *task->cost);
    if (!f->start || !f->toss || !task->cost)
        return ROUTH_OUT_OF_MEMORY;
    status = routh_starts3_of(context, dataset, &task->world, &options->start, f->start);
    if (status == ROUTH_OK && !options->from)
        status = begin_with_impacts(context, dataset, use, options->free, &task->world.surface);
    if (status != ROUTH_OK)
        return status;
    for (size_t t = 0; t < all; t++)
        if ((!use || use[t]) && !f->start[t].why_not)
            f->toss[f->count++] = t;
    task->start = f->start;
    task->toss = f->toss;
    task->count = f->count;
    if (options->from) {
        routh_rollout_estimate from = *options->from;
        from.free &= options->free;
        routh_rollout_apply(&from, &task->world, &task->run);
    }
    set_parameters(options->free, task);
    if (f->count < FEWEST)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "%s: %zu tosses have a first flight to start from; fits need %d",
                          dataset->name, f->count, FEWEST);
    return ROUTH_OK;
}

static routh_status fit(fitting *f, const routh_rollout_options *options, routh_rollout_estimate *estimate) {
    routh_rollout_task *task = &f->task;
    const double most = (double)options->evaluations, tosses = (double)f->count;
    double x[MOST] = {0};
    task->expected = tosses * (most + (options->errors ? (double)(task->dimension + 1) : 0));
    routh_status status = ROUTH_OK;
    for (size_t i = options->from ? 2 : 0; status == ROUTH_OK && i < 3; i++) {
        task->horizon = horizons[i];
        status = routh_rollout_descend(task, budgets[i] * most - task->predicted / tosses, x, &estimate->cost);
    }
    if (status != ROUTH_OK)
        return status;
    for (int k = 0; k < MOST; k++) {
        estimate->value[k] = routh_rollout_get((routh_rollout_parameter)k, &task->world, &task->run);
        estimate->interval[k] = (routh_interval){NAN, NAN, NAN};
    }
    for (size_t k = 0; k < task->dimension; k++)
        estimate->value[task->free[k]] = routh_rollout_task_value(task, k, x[k]);
    estimate->free = options->free;
    estimate->tosses = f->count;
    status = options->errors ? routh_rollout_errors(task, x, estimate) : ROUTH_OK;
    estimate->evaluations = (size_t)(task->predicted / tosses);
    return status;
}

routh_status routh_rollout_fit(routh_context *context, const routh_dataset3 *dataset,
                               const routh_rollout_options *options, const bool *use,
                               routh_rollout_estimate *estimate) {
    const routh_rollout_options chosen = options ? *options : routh_rollout_options_default();
    fitting f = {.count = 0};
    *estimate = (routh_rollout_estimate){0};
    routh_status status = routh_rollout_options_check(context, &chosen);
    if (status == ROUTH_OK)
        status = prepare(context, dataset, &chosen, use, &f);
    if (status == ROUTH_OK)
        status = fit(&f, &chosen, estimate);
    routh_release(context, f.start);
    routh_release(context, f.toss);
    routh_release(context, f.task.cost);
    routh_shape3_release(context, &f.cube);
    if (status != ROUTH_OK)
        *estimate = (routh_rollout_estimate){0};
    return status;
}
