/* Parameters from whole tosses.
 *
 * A descent by weighted least squares (src/identify/rollout/rollout_task.c). The longer tosses are predicted, the more they depend on
 * every number, and the rougher the cost is. So first only their beginnings are fitted, which leads near to the minimum, then
 * more of them, in the end all.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "base/context.h"
#include "base/numbers.h"
#include "impact3/impact3.h"
#include "motion3/motion3.h"
#include "rollout/rollout.h"

#include <routh/identify.h>

enum {
    MOST = ROUTH_ROLLOUT_PARAMETERS,
    MOST_GROUPS = 10,
    FEWEST = 3,
    GROUP_TOSSES = ROUTH_ROLLOUT_LEAST_MEASURED / FEWEST,
    FEWEST_IMPACTS = 8,
    LEAST_EVALUATIONS = 10,
    MOST_PAIRS = 1 << 22
};

/* Shares of the time after the first flight, one after the other, and of the evaluations up to the end of each. What is
 * left of these is for a search without derivatives, which passes over the small valleys of a rough cost: its first
 * steps, and those within which it ends. */
static const double horizons[] = {0.25, 0.5, 1}, budgets[] = {0.12, 0.25, 0.45};
static const double simplex_step = 0.6, simplex_end = 0.03;

/* An error of this number of a parameter's ranges is no answer. */
static const double most_error = 0.25;

/* Longer steps than for a run by itself: errors of recorded tosses are the same, and it takes half the time. */
static const double step = 2e-3;

/* A search around with at least this number of predictions for each parameter is thorough enough: intervals were checked with such
 * ones. */
static const size_t thorough_turns = 4;

static const routh_interval unknown = {-INFINITY, INFINITY, INFINITY};

routh_rollout_options routh_rollout_options_default(void) {
    routh_run3_options run = routh_run3_options_default();
    run.step = step;
    return (routh_rollout_options){.free = (1u << MOST) - 1 - (1u << ROUTH_ROLLOUT_ETA2) - (1u << ROUTH_ROLLOUT_DRAG) -
                                           (1u << ROUTH_ROLLOUT_GAP),
                                   .calibrated = true,
                                   .start = routh_start3_options_default(),
                                   .surface = routh_surface3_default(),
                                   .run = run,
                                   .folds = 5,
                                   .evaluations = 200,
                                   .errors = true};
}

routh_status routh_rollout_options_check(routh_context *context, const routh_rollout_options *options) {
    if (options->free >> MOST)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "free", "rollouts: free has bits of no parameter");
    ROUTH_TRY(routh_check_count(context, "rollouts", "evaluations", options->evaluations, LEAST_EVALUATIONS, 100000));
    return routh_check_count(context, "rollouts", "folds", options->folds, 2, 1000);
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
    size_t *toss; /* usable ones */
    size_t count;
    bool begun; /* 1: where the search begins is known */
} fitting;

/* How restitution depends on speed, from single impacts: the median of the slopes between any two of them, over ln v, and
 * the median of what is left (P. K. Sen, J. Amer. Statist. Assoc. 63 (1968) 1379). Of very many pairs, every n-th is
 * enough. */
routh_status routh_rollout_restitution_over_speed(routh_context *context, const double *speed,
                                                  const double *restitution, size_t count, routh_surface3 *surface) {
    const size_t stride = 1 + count * count / 2 / MOST_PAIRS;
    ROUTH_ARENA(room, context);
    double *slope = routh_take(&room, count, (count / (2 * stride) + 1) * sizeof *slope);
    size_t pairs = 0;
    ROUTH_TRY(room.status);
    for (size_t i = 0; i < count; i++)
        for (size_t j = i % stride; j < i; j += stride)
            if (speed[i] != speed[j])
                slope[pairs++] = (restitution[i] - restitution[j]) / log(speed[i] / speed[j]);
    surface->eps_slope = pairs > 0 ? routh_median(slope, pairs) : 0;
    for (size_t i = 0; i < count; i++)
        slope[i] = restitution[i] - surface->eps_slope * log(speed[i]);
    surface->pair.eps = fmin(fmax(routh_median(slope, count), 0), 1);
    return ROUTH_OK;
}

/* The same from samples: those in use that close. Noise may make slow ones seem to open. */
static routh_status begin_with_restitution(routh_context *context, const routh_sample3 *sample, const double *weight,
                                           size_t count, routh_surface3 *surface) {
    ROUTH_ARENA(room, context);
    double *speed = routh_take(&room, count, 2 * sizeof *speed);
    size_t used = 0;
    ROUTH_TRY(room.status);
    double *const restitution = speed + count;
    for (size_t i = 0; i < count; i++)
        if (weight[i] > 0 && sample[i].contact.v[2] < 0 && isfinite(sample[i].restitution)) {
            speed[used] = -sample[i].contact.v[2];
            restitution[used++] = sample[i].restitution;
        }
    return used > 0 ? routh_rollout_restitution_over_speed(context, speed, restitution, used, surface) : ROUTH_OK;
}

/* Friction and restitution of single impacts, where the tosses have enough; *begun: they have. */
static routh_status begin_with_impacts(routh_context *context, const routh_dataset3 *dataset, const bool *use,
                                       unsigned free, routh_surface3 *surface, bool *begun) {
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
    *begun = used >= FEWEST_IMPACTS;
    if (status == ROUTH_OK && *begun) {
        status = routh_law3_fit(context, surface->law, sample, weight, count, &fit);
        if (status == ROUTH_OK) {
            const routh_pair pair = routh_pair_of(surface->law, fit.parameters);
            surface->pair.mu = free >> ROUTH_ROLLOUT_MU & 1 ? pair.mu : surface->pair.mu;
            surface->pair.eps = free >> ROUTH_ROLLOUT_EPS & 1 ? pair.eps : surface->pair.eps;
            surface->pair.eta2 = free >> ROUTH_ROLLOUT_ETA2 & 1 ? pair.eta2 : surface->pair.eta2;
            if (free >> ROUTH_ROLLOUT_EPS & free >> ROUTH_ROLLOUT_EPS_SLOPE & 1)
                status = begin_with_restitution(context, sample, weight, count, surface);
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

/* Says why the others cannot be used: the reason that most of them have. */
static routh_status too_few(routh_context *context, const fitting *f, const routh_dataset3 *dataset, const bool *use) {
    const char *why = NULL;
    size_t most = 0, asked = 0;
    for (size_t t = 0; t < dataset->trajectory_count; t++) {
        size_t alike = 0;
        asked += !use || use[t];
        for (size_t i = 0; i < dataset->trajectory_count; i++)
            alike += (!use || use[i]) && f->start[i].why_not && f->start[i].why_not == f->start[t].why_not;
        if (alike > most) {
            most = alike;
            why = f->start[t].why_not;
        }
    }
    return routh_fail(context, ROUTH_BAD_ARGUMENT,
                      "%s: %zu of %zu tosses have a first flight to start from; fits need %d%s%s%s", dataset->name,
                      f->count, asked, FEWEST, why ? ". Why not the others: " : "", why ? why : "",
                      most > FEWEST && f->count == 0 ? ". Are rate, unit and gravity right?" : "");
}

/* Free parameters outside their ranges are put on the edge, as everywhere in the search. */
static routh_status check_beginning(const routh_rollout_task *task) {
    const double x[MOST] = {0};
    routh_world3 world;
    routh_run3_options run;
    routh_rollout_task_world(task, x, &world, &run);
    return routh_rollout_check(task->context, task->dataset, &world, &run);
}

static routh_status prepare(routh_arena *arena, const routh_dataset3 *dataset, const routh_rollout_options *options,
                            const bool *use, fitting *f) {
    routh_context *context = arena->context;
    routh_rollout_task *task = &f->task;
    const size_t all = dataset->trajectory_count;
    *task = (routh_rollout_task){
        .context = context, .dataset = dataset, .run = options->run, .width = routh_rollout_width(dataset)};
    ROUTH_TRY(routh_world3_of_dataset(context, dataset, options->calibrated, &f->cube, &f->plane, &task->world));
    task->world.surface = options->surface;
    ROUTH_TRY(routh_surface3_check(context, &options->surface));
    f->start = routh_take(arena, all, sizeof *f->start);
    f->toss = routh_take(arena, all, sizeof *f->toss);
    task->cost = routh_take(arena, all, sizeof *task->cost);
    ROUTH_TRY(arena->status);
    ROUTH_TRY(routh_starts3_of(context, dataset, &task->world, &options->start, f->start));
    f->begun = options->from != NULL;
    if (!options->from)
        ROUTH_TRY(begin_with_impacts(context, dataset, use, options->free, &task->world.surface, &f->begun));
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
    return f->count < FEWEST ? too_few(context, f, dataset, use) : check_beginning(task);
}

/* Intervals and covariance from the groups' values: the standard error of their mean, and how far the fit to all tosses is
 * from that mean, because one of the two may have ended in another valley. */
static void take_scatter(const routh_rollout_task *task, const double (*found)[MOST], size_t groups,
                         routh_rollout_estimate *estimate) {
    const double count = (double)groups, wide = routh_student_quantile(0.95, count - 1);
    double mean[MOST] = {0};
    for (size_t k = 0; k < task->dimension; k++)
        for (size_t g = 0; g < groups; g++)
            mean[k] += found[g][k] / count;
    for (size_t k = 0; k < task->dimension; k++) {
        const routh_rollout_parameter own = task->free[k];
        for (size_t j = 0; j < task->dimension; j++) {
            double *entry = &estimate->covariance[own][task->free[j]];
            for (size_t g = 0; g < groups; g++)
                *entry += (found[g][k] - mean[k]) * (found[g][j] - mean[j]) / (count * (count - 1));
        }
        const double value = estimate->value[own], aside = value - mean[k];
        estimate->covariance[own][own] += aside * aside;
        const double error = sqrt(estimate->covariance[own][own]);
        const routh_rollout_range *range = &task->range[k];
        estimate->interval[own] = error < most_error * (range->high - range->low)
                                      ? (routh_interval){fmax(value - wide * error, range->low),
                                                         fmin(value + wide * error, range->high), error}
                                      : unknown;
    }
}

static double cost_at(const double *x, void *user) {
    routh_rollout_task *task = user;
    const double cost = routh_rollout_task_cost(task, x);
    return isnan(cost) ? INFINITY : cost;
}

static bool is_stopped(void *user) {
    const routh_rollout_task *task = user;
    return task->status != ROUTH_OK;
}

/* On from x, with at most `limit` predictions of all tosses. The search has ended where the descent had, and where it had
 * predictions enough to look around. */
static routh_status search_around(routh_rollout_task *task, double limit, double *x, double *cost) {
    double room[ROUTH_SIMPLEX_ROOM(MOST)];
    routh_simplex simplex = {.dimension = task->dimension,
                             .function = cost_at,
                             .stop = is_stopped,
                             .user = task,
                             .share = 1e-4,
                             .tolerance = simplex_end,
                             .limit = limit > 0 ? (size_t)limit : 0,
                             .room = room};
    task->apart = NULL;
    bool there = false;
    if (task->dimension > 0 && simplex.limit > task->dimension + 2)
        there = routh_simplex_minimise(&simplex, simplex_step, x, cost);
    const bool thorough = simplex.limit >= thorough_turns * (task->dimension + 1);
    task->ended = task->ended || there || thorough;
    return task->status;
}

/* The least cost of the task's tosses from the beginning, at x; `most`: predictions of all of them. */
static routh_status search(routh_rollout_task *task, bool all_at_once, double most, double *x, double *cost) {
    const double before = task->predicted, tosses = (double)task->count;
    for (size_t i = all_at_once || task->dimension == 0 ? 2 : 0; i < 3; i++) {
        task->horizon = horizons[i];
        ROUTH_TRY(routh_rollout_descend(task, budgets[i] * most - (task->predicted - before) / tosses, x, cost));
    }
    return search_around(task, most - (task->predicted - before) / tosses, x, cost);
}

/* Where single impacts are too few: restitution and friction that cost least shortly after the first flight, one after the
 * other. A search that begins with values of another material does not find the way. */
static void begin_by_trying(routh_rollout_task *task) {
    static const double tried[] = {0.03, 0.1, 0.15, 0.2, 0.3, 0.4, 0.55, 0.75};
    enum { TRIED = sizeof tried / sizeof *tried, TURNS = 4 };
    const double nowhere[MOST] = {0};
    task->horizon = horizons[0];
    double least = routh_rollout_task_cost(task, nowhere);
    for (int turn = 0; turn < TURNS; turn++)
        for (size_t i = 0; i < TRIED; i++) {
            double before[MOST];
            memcpy(before, task->from, sizeof before);
            for (size_t k = 0; k < task->dimension; k++)
                if (turn % 2 == 0 ? task->free[k] == ROUTH_ROLLOUT_EPS
                                  : task->free[k] == ROUTH_ROLLOUT_MU || task->free[k] == ROUTH_ROLLOUT_MU_SLIDE)
                    task->from[k] = tried[i];
            const double cost = routh_rollout_task_cost(task, nowhere);
            if (cost < least)
                least = cost;
            else
                memcpy(task->from, before, sizeof before);
        }
}

/* Groups of tosses, each fitted by itself in the same way, scatter by more than the fit to all of them does, by the root of
 * their number. This includes what the roughness of the cost does to the search. */
static routh_status measure_errors(fitting *f, double most, routh_rollout_estimate *estimate) {
    routh_rollout_task *task = &f->task;
    const size_t wanted = f->count / GROUP_TOSSES, groups = wanted < MOST_GROUPS ? wanted : MOST_GROUPS;
    ROUTH_ARENA(room, task->context);
    size_t *toss = routh_take(&room, f->count, sizeof *toss);
    double found[MOST_GROUPS][MOST];
    ROUTH_TRY(room.status);
    task->toss = toss;
    for (size_t k = 0; groups < FEWEST && k < task->dimension; k++)
        estimate->interval[task->free[k]] = unknown;
    if (groups < FEWEST)
        return ROUTH_OK;
    for (size_t g = 0; g < groups; g++) {
        double x[MOST] = {0}, cost;
        task->count = 0;
        for (size_t i = g; i < f->count; i += groups)
            toss[task->count++] = f->toss[i];
        ROUTH_TRY(search(task, false, most, x, &cost));
        for (size_t k = 0; k < task->dimension; k++)
            found[g][k] = routh_rollout_task_value(task, k, x[k]);
    }
    take_scatter(task, (const double(*)[MOST])found, groups, estimate);
    return ROUTH_OK;
}

/* Fails where no toss can be predicted with what was found, and says why the first one cannot. */
static routh_status check_end(fitting *f, const double *x) {
    routh_rollout_task *task = &f->task;
    routh_start3 start = f->start[f->toss[0]];
    routh_context own = routh_context_within(task->context);
    routh_world3 world;
    routh_run3_options options;
    routh_run3 run = {0};
    routh_rollout_task_cost(task, x);
    for (size_t i = 0; i < f->count; i++)
        if (task->status != ROUTH_OK || task->cost[i] < 1)
            return task->status;
    routh_rollout_task_world(task, x, &world, &options);
    start.state = routh_start3_moved(task->dataset, &world, &start);
    const routh_status status =
        routh_rollout_predict(&own, task->dataset, &world, &start, &options,
                              task->dataset->trajectory[start.trajectory].count - start.first, &run);
    routh_run3_release(&own, &run);
    return routh_fail(task->context, status == ROUTH_OUT_OF_MEMORY ? status : ROUTH_NOT_ENDED,
                      "%s: none of %zu tosses can be predicted. The first: %s", task->dataset->name, f->count,
                      own.message);
}

static routh_status fit(fitting *f, const routh_rollout_options *options, routh_rollout_estimate *estimate) {
    routh_rollout_task *task = &f->task;
    const double most = (double)options->evaluations, tosses = (double)f->count;
    double x[MOST] = {0};
    task->expected = tosses * most * (options->errors ? 2 : 1);
    if (!f->begun)
        begin_by_trying(task);
    ROUTH_TRY(search(task, options->from != NULL, most, x, &estimate->cost));
    if (!(estimate->cost < 1))
        ROUTH_TRY(check_end(f, x));
    for (int k = 0; k < MOST; k++) {
        estimate->value[k] = routh_rollout_get((routh_rollout_parameter)k, &task->world, &task->run);
        estimate->interval[k] = (routh_interval){NAN, NAN, NAN};
    }
    for (size_t k = 0; k < task->dimension; k++)
        estimate->value[task->free[k]] = routh_rollout_task_value(task, k, x[k]);
    estimate->free = options->free;
    estimate->tosses = f->count;
    estimate->ended = task->ended;
    estimate->evaluations = (size_t)(task->predicted / tosses);
    if (options->errors)
        ROUTH_TRY(measure_errors(f, most, estimate));
    estimate->error_evaluations = (size_t)(task->predicted / tosses) - estimate->evaluations;
    return ROUTH_OK;
}

routh_status routh_rollout_fit(routh_context *context, const routh_dataset3 *dataset,
                               const routh_rollout_options *options, const bool *use,
                               routh_rollout_estimate *estimate) {
    return routh_rollout_fit_stage(context, dataset, options, use, (const double[2]){0, 1}, estimate);
}

routh_status routh_rollout_fit_stage(routh_context *context, const routh_dataset3 *dataset,
                                     const routh_rollout_options *options, const bool *use, const double stage[2],
                                     routh_rollout_estimate *estimate) {
    const routh_rollout_options chosen = options ? *options : routh_rollout_options_default();
    ROUTH_ARENA(room, context);
    fitting f = {.count = 0};
    *estimate = (routh_rollout_estimate){0};
    ROUTH_TRY(routh_rollout_options_check(context, &chosen));
    routh_status status = prepare(&room, dataset, &chosen, use, &f);
    memcpy(f.task.stage, stage, sizeof f.task.stage);
    if (status == ROUTH_OK)
        status = fit(&f, &chosen, estimate);
    routh_shape3_release(context, &f.cube);
    if (status != ROUTH_OK)
        *estimate = (routh_rollout_estimate){0};
    return status;
}
