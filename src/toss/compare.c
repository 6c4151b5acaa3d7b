/* Laws compared on impacts they were not fitted to, with intervals.
 *
 * Tosses are split into two halves; each half is predicted with the parameters of the other. Intervals are percentiles
 * over tosses drawn with replacement, not over impacts: those of one toss have the tracking's and the throw's
 * peculiarities in common. Every fit has a place of its own for its result, so that threads change nothing.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <omp.h>
#include <string.h>

#include "algebra/resample.h"
#include "base/context.h"
#include "base/order.h"
#include "impact3/law3.h"
#include "toss/fit.h"

enum { MOST = ROUTH_MAX_PARAMETERS, SETS = 3, FITTED = 3, ERROR_DRAWS = 2000 };

/* The laws with something to fit, in the order of their parameters. */
static const routh_toss_law fitted[FITTED] = {ROUTH_TOSS_FRICTIONLESS, ROUTH_TOSS_RIGID, ROUTH_TOSS_COMPLIANT};

/* What is left out at each end of an interval. */
static const double tail = 0.025;

/* Fewer say nothing about a law. */
static const size_t fewest_impacts = 8, fewest_tosses = 4;

/* Random streams: one for the halves, then one for each draw. */
enum { HALVES_STREAM, FIRST_DRAW_STREAM };

typedef struct comparing {
    routh_context *context;
    const routh_toss_impacts *impacts;
    const routh_toss_options *options;
    routh_toss_comparison *comparison;
    size_t *index;   /* of each case among all impacts */
    size_t *toss;    /* of each case, counted among the tosses that have any */
    double *weight;  /* SETS × cases, then threads × cases */
    unsigned *times; /* threads × tosses */
    double *drawn;   /* draws × parameters of all fitted laws; errors of ERROR_DRAWS draws */
    routh_toss_fit fit[FITTED][SETS];
    int threads;
} comparing;

static routh_toss_sample sample_of(const comparing *c, const double *weight) {
    return (routh_toss_sample){
        .impacts = c->impacts, .index = c->index, .weight = weight, .count = c->comparison->count};
}

/* Impacts come in the order of their tosses. */
static routh_status number_tosses(comparing *c) {
    routh_toss_comparison *comparison = c->comparison;
    size_t count = 0;
    for (size_t i = 0; i < c->impacts->count; i++) {
        if (c->impacts->impact[i].reasons != 0)
            continue;
        if (count > 0 && c->impacts->impact[c->index[count - 1]].toss != c->impacts->impact[i].toss)
            comparison->tosses++;
        c->index[count] = i;
        c->toss[count++] = comparison->tosses;
    }
    comparison->tosses += count > 0;
    comparison->count = count;
    if (count < fewest_impacts || comparison->tosses < fewest_tosses)
        return routh_fail(c->context, ROUTH_BAD_ARGUMENT,
                          "%zu impact%s of a single corner from %zu toss%s; laws cannot be compared on fewer than %zu "
                          "from %zu",
                          count, count == 1 ? "" : "s", comparison->tosses, comparison->tosses == 1 ? "" : "es",
                          fewest_impacts, fewest_tosses);
    return ROUTH_OK;
}

static routh_status allocate(comparing *c) {
    const size_t cases = c->impacts->used, threads = (size_t)c->threads;
    const size_t most = c->options->draws > ERROR_DRAWS ? c->options->draws : ERROR_DRAWS;
    c->comparison->cases = routh_allocate(c->context, cases, sizeof *c->comparison->cases);
    c->index = routh_allocate(c->context, cases, sizeof *c->index);
    c->toss = routh_allocate(c->context, cases, sizeof *c->toss);
    c->weight = routh_allocate(c->context, cases, (SETS + threads) * sizeof *c->weight);
    c->times = routh_allocate(c->context, cases, threads * sizeof *c->times);
    c->drawn = routh_allocate(c->context, most, FITTED * MOST * sizeof *c->drawn);
    return c->comparison->cases && c->index && c->toss && c->weight && c->times && c->drawn ? ROUTH_OK
                                                                                            : ROUTH_OUT_OF_MEMORY;
}

static void release(comparing *c) {
    routh_release(c->context, c->index);
    routh_release(c->context, c->toss);
    routh_release(c->context, c->weight);
    routh_release(c->context, c->times);
    routh_release(c->context, c->drawn);
}

/* Which half each toss belongs to, and the weights of all impacts, of the first half and of the second. */
static void split(comparing *c) {
    const routh_toss_comparison *comparison = c->comparison;
    const size_t first_half = comparison->tosses / 2;
    routh_random random = routh_random_seed(c->options->seed, HALVES_STREAM);
    size_t wanted = first_half, at = 0;
    for (size_t t = 0; t < comparison->tosses; t++) { /* as routh_random_draw does, without a list of those drawn */
        const int half = routh_random_index(&random, comparison->tosses - t) < wanted ? 0 : 1;
        wanted -= half == 0;
        for (; at < comparison->count && c->toss[at] == t; at++) {
            c->comparison->cases[at].impact = c->index[at];
            c->comparison->cases[at].half = half;
            c->weight[at] = 1;
            c->weight[comparison->count + at] = half == 0;
            c->weight[2 * comparison->count + at] = half == 1;
        }
    }
}

/* How often each toss was drawn, as weights of its impacts. */
static void draw_tosses(const comparing *c, uint64_t stream, int thread, double *weight) {
    const size_t tosses = c->comparison->tosses;
    unsigned *times = c->times + (size_t)thread * c->comparison->count;
    routh_resample_counts(c->options->seed, stream, tosses, times);
    for (size_t i = 0; i < c->comparison->count; i++)
        weight[i] = times[c->toss[i]];
}

/* One piece of work: a law fitted to a set, or to a draw. */
static void fit_one(comparing *c, size_t number) {
    const size_t law = number % FITTED, set = number / FITTED;
    const routh_toss_sample sample = sample_of(c, c->weight + set * c->comparison->count);
    c->fit[law][set] = routh_toss_fit_law(&sample, fitted[law]);
}

static void refit_one(comparing *c, size_t number) {
    const size_t law = number % FITTED, draw = number / FITTED;
    const int thread = omp_get_thread_num();
    double *weight = c->weight + (SETS + (size_t)thread) * c->comparison->count;
    draw_tosses(c, FIRST_DRAW_STREAM + draw, thread, weight);
    const routh_toss_sample sample = sample_of(c, weight);
    const routh_toss_fit fit = routh_toss_fit_near(&sample, fitted[law], c->fit[law][0].u);
    for (size_t d = 0; d < MOST; d++)
        c->drawn[(law * MOST + d) * c->options->draws + draw] = fit.status == ROUTH_OK ? fit.parameters[d] : NAN;
}

/* Only the calling thread calls the hook, and it may get nothing to do: so it asks once before. */
static routh_status work_through(comparing *c, const char *what, size_t count, void (*work)(comparing *, size_t)) {
    int stop = routh_progress(c->context, what, 0.0) != ROUTH_OK;
    size_t done = 0;
#pragma omp parallel for schedule(dynamic, 1) num_threads(c->threads)
    for (size_t i = 0; i < count; i++) {
        int stopped;
#pragma omp atomic read
        stopped = stop;
        if (stopped)
            continue;
        work(c, count - 1 - i); /* the laws that take longest first */
        size_t finished;
#pragma omp atomic capture
        finished = ++done;
        if (omp_get_thread_num() == 0 &&
            routh_progress(c->context, what, (double)finished / (double)count) != ROUTH_OK) {
#pragma omp atomic write
            stop = 1;
        }
    }
    return stop ? ROUTH_CANCELLED : ROUTH_OK;
}

/* The mean motion after the impacts of a half. */
static routh_toss_motion mean_after(const comparing *c, int half) {
    routh_toss_motion mean = {{0}, {0}};
    double count = 0;
    for (size_t i = 0; i < c->comparison->count; i++) {
        const routh_toss_motion *after = &c->impacts->impact[c->index[i]].after;
        if (c->comparison->cases[i].half != half)
            continue;
        count += 1;
        for (int k = 0; k < 3; k++) {
            mean.velocity[k] += after->velocity[k];
            mean.spin[k] += after->spin[k];
        }
    }
    for (int k = 0; k < 3; k++) {
        mean.velocity[k] /= count;
        mean.spin[k] /= count;
    }
    return mean;
}

/* Every case with the parameters of the other half. */
static routh_status predict_cases(comparing *c) {
    const routh_toss_motion mean[2] = {mean_after(c, 0), mean_after(c, 1)};
    for (size_t i = 0; i < c->comparison->count; i++) {
        routh_toss_case *one = &c->comparison->cases[i];
        const routh_toss_impact *impact = &c->impacts->impact[one->impact];
        const int other = 1 - one->half;
        routh_status status = routh_toss_predict(c->context, c->impacts, impact, ROUTH_TOSS_FLOOR, NULL,
                                                 &one->predicted[ROUTH_TOSS_FLOOR]);
        one->predicted[ROUTH_TOSS_MEAN] = mean[other];
        for (int l = 0; l < FITTED && status == ROUTH_OK; l++)
            status = routh_toss_predict(c->context, c->impacts, impact, fitted[l], c->fit[l][1 + other].parameters,
                                        &one->predicted[fitted[l]]);
        if (status != ROUTH_OK)
            return status;
        for (int law = 0; law < ROUTH_TOSS_LAW_COUNT; law++)
            one->error[law] = routh_toss_error(c->impacts, &one->predicted[law], &impact->after);
    }
    return ROUTH_OK;
}

static routh_status take_fits(comparing *c) {
    for (int l = 0; l < FITTED; l++) {
        routh_toss_result *result = &c->comparison->result[fitted[l]];
        for (int set = 0; set < SETS; set++)
            if (c->fit[l][set].status != ROUTH_OK)
                return routh_fail(c->context, c->fit[l][set].status, "%s law: %s", routh_toss_law_name(fitted[l]),
                                  routh_status_message(c->fit[l][set].status));
        memcpy(result->parameters, c->fit[l][0].parameters, sizeof result->parameters);
        memcpy(result->half[0], c->fit[l][1].parameters, sizeof result->half[0]);
        memcpy(result->half[1], c->fit[l][2].parameters, sizeof result->half[1]);
        result->flags = c->fit[l][0].flags;
        result->error_fitted = c->fit[l][0].cost;
        for (int d = 0; d < routh_toss_law_parameters(fitted[l]); d++) {
            double *drawn = c->drawn + (size_t)(l * MOST + d) * c->options->draws;
            for (size_t i = 0; i < c->options->draws; i++)
                if (isnan(drawn[i]))
                    return routh_fail(c->context, ROUTH_NOT_ENDED, "%s law: bootstrap draw %zu could not be fitted",
                                      routh_toss_law_name(fitted[l]), i + 1);
            result->interval[d] = routh_resample_interval(drawn, c->options->draws, tail);
        }
    }
    return ROUTH_OK;
}

/* Mean and median held-out error, and what draws of tosses make of the mean and of its distance from the rigid law's. */
static void measure_errors(comparing *c, routh_toss_law law) {
    const routh_toss_comparison *comparison = c->comparison;
    routh_toss_result *result = &c->comparison->result[law];
    double *drawn = c->drawn, *above = c->drawn + ERROR_DRAWS, *weight = c->weight + SETS * comparison->count;
    for (size_t i = 0; i < comparison->count; i++) {
        weight[i] = comparison->cases[i].error[law];
        result->error += weight[i] / (double)comparison->count;
    }
    result->error_median = routh_median(weight, comparison->count);
    for (size_t draw = 0; draw < ERROR_DRAWS; draw++) {
        double sum = 0, difference = 0, weights = 0;
        draw_tosses(c, FIRST_DRAW_STREAM + draw, 0, weight);
        for (size_t i = 0; i < comparison->count; i++) {
            const double *error = comparison->cases[i].error;
            sum += weight[i] * error[law];
            difference += weight[i] * (error[law] - error[ROUTH_TOSS_RIGID]);
            weights += weight[i];
        }
        drawn[draw] = sum / weights;
        above[draw] = difference / weights;
    }
    result->error_interval = routh_resample_interval(drawn, ERROR_DRAWS, tail);
    result->above_rigid = routh_resample_interval(above, ERROR_DRAWS, tail);
}

/* Does the contact point stop slipping on the way, under the rigid law as fitted to all? */
static routh_status count_sticking(comparing *c) {
    const double *parameters = c->fit[1][0].parameters;
    const routh_pair pair = {.eps = parameters[0], .mu = parameters[1], .eta2 = 1};
    size_t sticking = 0;
    for (size_t i = 0; i < c->comparison->count; i++) {
        routh_outcome3 strike;
        const routh_status status = routh_law3_solve(c->context, &routh_law3_rigid, &pair,
                                                     &c->impacts->impact[c->index[i]].contact, NULL, &strike);
        if (status != ROUTH_OK)
            return status;
        int sticks = 0;
        for (size_t k = 0; k < strike.switch_count; k++)
            sticks |= strike.switches[k].phase == ROUTH_C_STICK || strike.switches[k].phase == ROUTH_R_STICK;
        sticking += sticks != 0;
    }
    c->comparison->sticking = (double)sticking / (double)c->comparison->count;
    return ROUTH_OK;
}

static void measure_speed(comparing *c) {
    const routh_toss_motion rest = {{0}, {0}};
    for (size_t i = 0; i < c->comparison->count; i++)
        c->comparison->speed +=
            routh_toss_error(c->impacts, &c->impacts->impact[c->index[i]].after, &rest) / (double)c->comparison->count;
}

static routh_status compare(comparing *c) {
    routh_status status = allocate(c);
    if (status == ROUTH_OK)
        status = number_tosses(c);
    if (status != ROUTH_OK)
        return status;
    split(c);
    status = work_through(c, "fitting laws", FITTED * SETS, fit_one);
    if (status == ROUTH_OK)
        status = work_through(c, "bootstrap", FITTED * c->options->draws, refit_one);
    if (status == ROUTH_OK)
        status = take_fits(c);
    if (status == ROUTH_OK)
        status = predict_cases(c);
    if (status == ROUTH_OK)
        status = count_sticking(c);
    if (status != ROUTH_OK)
        return status;
    for (int law = 0; law < ROUTH_TOSS_LAW_COUNT; law++)
        measure_errors(c, (routh_toss_law)law);
    measure_speed(c);
    return ROUTH_OK;
}

routh_status routh_toss_compare(routh_context *context, const routh_toss_impacts *impacts,
                                const routh_toss_options *options, routh_toss_comparison *comparison) {
    *comparison = (routh_toss_comparison){0};
    comparing c = {.context = context,
                   .impacts = impacts,
                   .options = options,
                   .comparison = comparison,
                   .threads = routh_threads(context)};
    for (int law = 0; law < ROUTH_TOSS_LAW_COUNT; law++) {
        comparison->result[law].error_fitted = NAN;
        for (int d = 0; d < MOST; d++)
            comparison->result[law].parameters[d] = comparison->result[law].half[0][d] =
                comparison->result[law].half[1][d] = NAN;
    }
    routh_status status = routh_toss_options_check(context, options);
    if (status == ROUTH_OK)
        status = compare(&c);
    release(&c);
    if (status != ROUTH_OK)
        routh_toss_comparison_release(context, comparison);
    return status;
}

void routh_toss_comparison_release(routh_context *context, routh_toss_comparison *comparison) {
    routh_release(context, comparison->cases);
    *comparison = (routh_toss_comparison){0};
}
