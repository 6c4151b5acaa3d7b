/* Laws compared on impacts they were not fitted to, with intervals.
 *
 * Tosses are split into two halves; each half is predicted with the parameters of the other. Intervals come
 * from tosses drawn with replacement, not from impacts: those of one toss share the peculiarities of its tracking and
 * throw. Every fit has a place of its own for its result, so that threads change nothing.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "algebra/algebra.h"
#include "base/context.h"
#include "base/numbers.h"
#include "fields/structs.h"
#include "fit/fit.h"
#include "impact3/impact3.h"
#include "segment/segment3.h"
#include "study/internal.h"
#include "study/study3.h"

enum { MOST = ROUTH_MAX_PARAMETERS, SETS = 3, MOST_LAWS = ROUTH_MOST_CONTESTANTS3 - 2, ERROR_DRAWS = 2000 };

/* Contestants: the mean, then the laws, then the floor. */
enum { MEAN, FIRST_LAW };

/* What is left out at each end of an interval. */
static const double tail = 0.025;

/* Fewer cannot compare laws. */
static const size_t fewest_impacts = 8, fewest_tosses = 4;

/* Random streams: one for the halves, then one for each draw. */
enum { HALVES_STREAM, FIRST_DRAW_STREAM };

typedef struct comparing {
    routh_context *context;
    routh_study3 *study;
    size_t laws;
    size_t *toss;    /* of each sample, counted among the tosses that have any */
    double *weight;  /* SETS × samples, then room for as many as there are samples */
    unsigned *times; /* of each toss */
    double *drawn;   /* parameters of all laws in the unit cube × draws; errors of ERROR_DRAWS draws */
    routh_fit3 fit[MOST_LAWS][SETS];
    routh_status failed; /* of a draw */
    int threads;
} comparing;

static const routh_law3 *law_of(const comparing *c, size_t law) {
    return c->study->contestant[FIRST_LAW + law].law;
}

static routh_weighted3 weighted(const comparing *c, const double *weight) {
    return (routh_weighted3){.sample = c->study->sample, .weight = weight, .count = c->study->count};
}

/* The contestants, still without results. */
static void enter_contestants(comparing *c) {
    routh_study3 *study = c->study;
    const routh_law3 *asked = study->options.law;
    bool known = !asked;
    for (size_t l = 0; l < ROUTH_LAWS3; l++)
        known = known || routh_law3_at(l) == asked;
    const size_t laws = ROUTH_LAWS3 + (known ? 0 : 1);
    c->laws = laws < MOST_LAWS ? laws : MOST_LAWS;
    study->floor = FIRST_LAW + c->laws;
    study->contestant_count = study->floor + 1;
    for (size_t k = 0; k < study->contestant_count; k++) {
        routh_law3_study *one = &study->contestant[k];
        one->law = k == MEAN || k == study->floor ? NULL
                   : k - FIRST_LAW < ROUTH_LAWS3  ? routh_law3_at(k - FIRST_LAW)
                                                  : asked;
        one->name = one->law ? one->law->name : k == MEAN ? "mean" : "floor";
        one->about = one->law    ? one->law->rule
                     : k == MEAN ? "the mean motion after impact, whatever the impact: no skill"
                                 : "the best impulse at the contact point, chosen after the fact";
        one->fit.cost = NAN;
        for (int d = 0; d < MOST; d++) {
            one->fit.parameters[d] = one->fit.curvature[d] = one->half[0][d] = one->half[1][d] = NAN;
            one->fit.interval[d] = one->interval[d] = (routh_interval){NAN, NAN, NAN};
        }
        study->rigid = one->law == &routh_law3_rigid ? k : study->rigid;
        study->compliant = one->law == &routh_law3_compliant ? k : study->compliant;
    }
}

/* Records come in the order of their tosses. False, with the reason, where there are too few to compare laws on. */
static bool number_tosses(comparing *c) {
    routh_study3 *study = c->study;
    study->trajectory_count = routh_study3_number_tosses(study, c->toss);
    if (study->count >= fewest_impacts && study->trajectory_count >= fewest_tosses)
        return true;
    snprintf(study->why_not, sizeof study->why_not,
             "%zu impact%s of a single corner from %zu toss%s; laws cannot be compared on fewer than %zu from %zu",
             study->count, study->count == 1 ? "" : "s", study->trajectory_count,
             study->trajectory_count == 1 ? "" : "es", fewest_impacts, fewest_tosses);
    return false;
}

static routh_status allocate(routh_arena *arena, comparing *c) {
    const size_t count = c->study->count, resamples = c->study->options.resamples;
    const size_t most = resamples > ERROR_DRAWS ? resamples : ERROR_DRAWS;
    c->study->cases = routh_allocate(c->context, count, sizeof *c->study->cases);
    c->toss = routh_take(arena, count, sizeof *c->toss);
    c->weight = routh_take(arena, count, (SETS + 1) * sizeof *c->weight);
    c->times = routh_take(arena, count, sizeof *c->times);
    c->drawn = routh_take(arena, most, (MOST_LAWS * MOST + 2) * sizeof *c->drawn);
    return c->study->cases ? arena->status : ROUTH_OUT_OF_MEMORY;
}

/* Which half each toss belongs to, and the weights of all impacts, of the first half and of the second. */
static void split(comparing *c) {
    const routh_study3 *study = c->study;
    const size_t tosses = study->trajectory_count;
    routh_random random = routh_random_seed(study->options.seed, HALVES_STREAM);
    size_t wanted = tosses / 2, at = 0;
    for (size_t t = 0; t < tosses; t++) { /* as routh_random_draw does, without a list of those drawn */
        const int half = routh_random_index(&random, tosses - t) < wanted ? 0 : 1;
        wanted -= half == 0;
        for (; at < study->count && c->toss[at] == t; at++) {
            study->cases[at].half = half;
            c->weight[at] = 1;
            c->weight[study->count + at] = half == 0;
            c->weight[2 * study->count + at] = half == 1;
        }
    }
}

/* How often each toss was drawn, as weights of its impacts. */
static void draw_tosses(const comparing *c, uint64_t stream, double *weight) {
    routh_resample_counts(c->study->options.seed, stream, c->study->trajectory_count, c->times);
    for (size_t i = 0; i < c->study->count; i++)
        weight[i] = c->times[c->toss[i]];
}

/* One piece of work: a law fitted to a set, or all laws to a draw. */
static routh_status fit_one(routh_context *own, void *with, size_t index, int thread) {
    comparing *c = with;
    const size_t number = c->laws * SETS - 1 - index; /* the laws that take longest first */
    const size_t law = number % c->laws, set = number / c->laws;
    (void)thread;
    const routh_weighted3 samples = weighted(c, c->weight + set * c->study->count);
    c->fit[law][set] = routh_fit3_search(own, law_of(c, law), &samples);
    return ROUTH_OK;
}

static bool gets_intervals(const comparing *c, size_t law) {
    return !c->study->options.law || c->study->options.law == law_of(c, law);
}

/* NaN where a draw has no impact, or one that a law cannot solve. */
static routh_status refit_one(routh_context *own, void *with, size_t index, int thread) {
    comparing *c = with;
    const size_t resamples = c->study->options.resamples, number = resamples - 1 - index;
    (void)thread;
    routh_draw3 draw;
    ROUTH_ARENA(room, own);
    const routh_status status = routh_study3_draw(&room, c->study, FIRST_DRAW_STREAM + number, &draw);
    for (size_t law = 0; law < c->laws; law++) {
        routh_fit3 fit = {.status = ROUTH_BAD_ARGUMENT};
        if (status == ROUTH_OK && draw.samples.count > 0 && gets_intervals(c, law))
            fit = routh_fit3_near(own, law_of(c, law), &draw.samples, c->fit[law][0].u);
        for (size_t d = 0; d < MOST; d++)
            c->drawn[(law * MOST + d) * resamples + number] = fit.status == ROUTH_OK ? fit.u[d] : NAN;
    }
    routh_samples3_release(own, draw.sample);
    return routh_ends_all(status) ? status : ROUTH_OK;
}

static routh_status work_through(comparing *c, const char *what, size_t count,
                                 routh_status (*work)(routh_context *, void *, size_t, int)) {
    return routh_share_out(
        c->context, &(routh_shares){.what = what, .count = count, .threads = c->threads, .work = work, .with = c},
        NULL);
}

/* The mean motion after the impacts of a half. */
static routh_velocity3 mean_after(const routh_study3 *study, int half) {
    routh_velocity3 mean = {{0}, {0}};
    double count = 0;
    for (size_t i = 0; i < study->count; i++) {
        const routh_velocity3 *after = &study->sample[i].after;
        if (study->cases[i].half != half)
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

/* Every sample with the parameters of the other half. */
static routh_status predict_cases(comparing *c) {
    routh_study3 *study = c->study;
    const routh_velocity3 mean[2] = {mean_after(study, 0), mean_after(study, 1)};
    for (size_t i = 0; i < study->count; i++) {
        const routh_sample3 *sample = &study->sample[i];
        routh_case3 *one = &study->cases[i];
        const int other = 1 - one->half;
        one->predicted[MEAN] = mean[other];
        ROUTH_TRY(routh_sample3_best(c->context, sample, &one->predicted[study->floor]));
        for (size_t l = 0; l < c->laws; l++)
            ROUTH_TRY(routh_sample3_predict(c->context, law_of(c, l), c->fit[l][1 + other].estimate.parameters, sample,
                                            &one->predicted[FIRST_LAW + l]));
        for (size_t k = 0; k < study->contestant_count; k++)
            one->error[k] = routh_sample3_error(sample, &one->predicted[k]);
    }
    return ROUTH_OK;
}

/* Draws that could not be fitted are left out. Few are: a recording that has impacts enough has them in nearly every draw. */
static routh_status take_intervals(comparing *c, size_t law) {
    const size_t resamples = c->study->options.resamples;
    double *drawn[MOST];
    size_t fitted = 0;
    for (size_t d = 0; d < MOST; d++) {
        drawn[d] = c->drawn + (law * MOST + d) * resamples;
        fitted = 0;
        for (size_t i = 0; i < resamples; i++)
            if (!isnan(drawn[d][i]))
                drawn[d][fitted++] = drawn[d][i];
    }
    if (fitted < 2 || 2 * fitted < resamples)
        return routh_fail(c->context, ROUTH_NOT_ENDED, "%s law: %zu of %zu bootstrap draws could not be fitted",
                          law_of(c, law)->name, resamples - fitted, resamples);
    routh_resample_correlation((const double *const *)drawn, (size_t)law_of(c, law)->parameter_count, fitted,
                               c->drawn + MOST_LAWS * MOST * resamples, MOST,
                               c->study->contestant[FIRST_LAW + law].fit.correlation[0]);
    routh_study3_intervals(law_of(c, law), &c->fit[law][0], drawn, fitted, c->study->trajectory_count,
                           c->study->contestant[FIRST_LAW + law].interval);
    return ROUTH_OK;
}

static routh_status take_fits(comparing *c) {
    for (size_t l = 0; l < c->laws; l++) {
        routh_law3_study *one = &c->study->contestant[FIRST_LAW + l];
        for (int set = 0; set < SETS; set++)
            if (c->fit[l][set].status != ROUTH_OK)
                return routh_fail(c->context, c->fit[l][set].status, "%s law: %s", law_of(c, l)->name,
                                  routh_status_message(c->fit[l][set].status));
        one->fit = c->fit[l][0].estimate;
        memcpy(one->half[0], c->fit[l][1].estimate.parameters, sizeof one->half[0]);
        memcpy(one->half[1], c->fit[l][2].estimate.parameters, sizeof one->half[1]);
        if (gets_intervals(c, l))
            ROUTH_TRY(take_intervals(c, l));
    }
    return ROUTH_OK;
}

/* Mean and median held-out error, and what draws of tosses make of the mean and of its distance from the rigid law's.
 * */
static void measure_errors(comparing *c, size_t contestant) {
    const routh_study3 *study = c->study;
    routh_law3_study *one = &c->study->contestant[contestant];
    double *drawn = c->drawn, *above = c->drawn + ERROR_DRAWS, *weight = c->weight + SETS * study->count;
    for (size_t i = 0; i < study->count; i++) {
        weight[i] = study->cases[i].error[contestant];
        one->error += weight[i] / (double)study->count;
    }
    one->error_median = routh_median(weight, study->count);
    for (size_t draw = 0; draw < ERROR_DRAWS; draw++) {
        double sum = 0, difference = 0, weights = 0;
        draw_tosses(c, FIRST_DRAW_STREAM + draw, weight);
        for (size_t i = 0; i < study->count; i++) {
            const double *error = study->cases[i].error;
            sum += weight[i] * error[contestant];
            difference += weight[i] * (error[contestant] - error[study->rigid]);
            weights += weight[i];
        }
        drawn[draw] = sum / weights;
        above[draw] = difference / weights;
    }
    one->error_interval = routh_resample_interval(drawn, ERROR_DRAWS, tail);
    one->above_rigid = routh_resample_interval(above, ERROR_DRAWS, tail);
}

/* Does the contact point stop slipping on the way, under the rigid law as fitted to all? */
static routh_status count_sticking(comparing *c) {
    const routh_study3 *study = c->study;
    const routh_pair pair = routh_pair_of(&routh_law3_rigid, study->contestant[study->rigid].fit.parameters);
    size_t sticking = 0;
    for (size_t i = 0; i < study->count; i++) {
        routh_outcome3 outcome;
        bool sticks = false;
        ROUTH_TRY(routh_law3_solve(c->context, &routh_law3_rigid, &pair, &study->sample[i].contact, NULL, &outcome));
        for (size_t k = 0; k < outcome.switch_count; k++)
            sticks |= outcome.switches[k].phase == ROUTH_C_STICK || outcome.switches[k].phase == ROUTH_R_STICK;
        sticking += sticks;
    }
    c->study->sticking = (double)sticking / (double)study->count;
    return ROUTH_OK;
}

static void measure_speed(routh_study3 *study) {
    const routh_velocity3 rest = {{0}, {0}};
    for (size_t i = 0; i < study->count; i++)
        study->speed += routh_sample3_error(&study->sample[i], &rest) / (double)study->count;
}

static routh_status compare(comparing *c) {
    split(c);
    ROUTH_TRY(work_through(c, "fitting laws", c->laws * SETS, fit_one));
    ROUTH_TRY(work_through(c, "bootstrap", c->study->options.resamples, refit_one));
    ROUTH_TRY(take_fits(c));
    ROUTH_TRY(predict_cases(c));
    ROUTH_TRY(count_sticking(c));
    for (size_t k = 0; k < c->study->contestant_count; k++)
        measure_errors(c, k);
    measure_speed(c->study);
    c->study->compared = 1;
    return ROUTH_OK;
}

/* Fits, tests and bootstraps where there are samples enough. */
static routh_status compare_laws(routh_context *context, routh_study3 *study) {
    ROUTH_ARENA(room, context);
    comparing c = {.context = context, .study = study, .threads = routh_threads(context)};
    enter_contestants(&c);
    ROUTH_TRY(allocate(&room, &c));
    if (number_tosses(&c))
        return compare(&c);
    routh_release(context, study->cases);
    study->cases = NULL;
    return ROUTH_OK;
}

routh_study3_options routh_study3_options_default(void) {
    return (routh_study3_options){.resamples = 100, .seed = 1};
}

routh_status routh_study3_options_check(routh_context *context, const routh_study3_options *options) {
    if (options->resamples < 2)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "resamples",
                                "tosses: %zu bootstrap draws; at least 2 are needed", options->resamples);
    if (options->segmentation)
        ROUTH_TRY(routh_segment3_options_check(context, options->segmentation));
    ROUTH_TRY(routh_check_count(context, "tosses", "resamples", options->resamples, 2, ROUTH_MOST_REPETITIONS));
    return options->split > 0 ? routh_check_count(context, "tosses", "split", options->split, 2, 1000) : ROUTH_OK;
}

static routh_status run(routh_context *context, const routh_dataset3 *dataset, routh_study3 *study) {
    ROUTH_TRY(routh_study3_options_check(context, &study->options));
    if (study->options.split > 0)
        ROUTH_TRY(routh_split_check(context, study->options.split, "tosses", dataset->trajectory_count));
    ROUTH_TRY(routh_samples3_of(context, dataset, &study->sample, &study->count));
    ROUTH_TRY(routh_study3_summarise(context, study));
    ROUTH_TRY(compare_laws(context, study));
    ROUTH_TRY(routh_study3_apply(context, study));
    routh_study3_stand(study);
    return routh_study3_say(context, study);
}

routh_status routh_study3_run_whole(routh_context *context, const routh_dataset3 *dataset,
                                    const routh_study3_options *options, routh_study3 *study) {
    *study = (routh_study3){.dataset = dataset, .options = options ? *options : routh_study3_options_default()};
    routh_dataset3_used(dataset, study->rejected);
    const routh_status status = run(context, dataset, study);
    study->options.results = NULL; /* the caller's, who may release them */
    study->options.segmentation = NULL;
    if (status != ROUTH_OK)
        routh_study3_release(context, study);
    return status;
}

ROUTH_RELEASED_BY_FIELDS(routh_study3)
