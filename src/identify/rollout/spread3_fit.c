/* How much impacts differ from one another, from whole tosses; and regions that hold their share of them.
 *
 * Every evaluation draws the same random numbers, so the score changes smoothly with the scatter, but for the tosses that jump
 * to another face. Few rollouts of many tosses say more than many of few: the score has no bias for any number of rollouts,
 * and tosses differ more from each other than ensembles of one toss do.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "algebra/algebra.h"
#include "base/context.h"
#include "base/numbers.h"
#include "rollout/rollout.h"

enum { NUMBERS = 3, FEWEST_TOSSES = 3, MOST_TOSSES = 120, LEAST_EVALUATIONS = 1 };

/* Rollouts of all tosses together in the search, and of one toss there and when regions are widened. */
enum { ALL_ROLLOUTS = 960, FEWEST_ROLLOUTS = 8, MOST_ROLLOUTS = 24, WIDENING_ROLLOUTS = 50 };

/* Where the search begins, and where it may go: standard deviations of ln μ, of ln μ in sliding, and of e. */
static const double begin[NUMBERS] = {0.1, 0.1, 0.03};
static const double low[NUMBERS] = {1e-3, 1e-3, 3e-4}, high[NUMBERS] = {1, 1, 0.3};

/* The first simplex, and where it ends, in ln of these; and as a share of the score. */
static const double first_step = 0.8, enough = 0.05, enough_share = 1e-4;

/* Tosses may say nothing about one of the three, where no impact slips for instance. Then it stays where the search began: one
 * unit away, a factor e, costs this share of the score. */
static const double tie = 1e-3;

/* Between instants that are judged, s. Neighbours say the same. */
static const double apart = 0.05;

/* What regions may be widened by. */
static const double least_widen = 0.1, most_widen = 10;

typedef struct scattering {
    routh_context *context;
    routh_arena *arena;
    routh_spread3_source source;
    const routh_start3 *start;
    size_t *toss; /* trajectories that are judged */
    size_t count;
    size_t rollouts;          /* of each */
    routh_start3 *judged;     /* starts of all trajectories, the others marked as unusable */
    double *score;            /* of each; NaN: the law could not predict it */
    double width;             /* m */
    double done, evaluations; /* for progress */
    routh_status status;
} scattering;

static routh_scatter3 scatter_at(const double *x) {
    double value[NUMBERS];
    for (int i = 0; i < NUMBERS; i++)
        value[i] = fmin(fmax(begin[i] * exp(x[i]), low[i]), high[i]);
    return (routh_scatter3){.mu = value[0], .mu_slide = value[1], .eps = value[2]};
}

/* Mean over instants after the flight. */
static double judge(const scattering *s, const routh_start3 *start, const routh_ensemble3 *ensemble) {
    const size_t step = (size_t)fmax(1, round(apart * s->source.dataset->rate));
    double sum = 0;
    size_t judged = 0;
    for (size_t k = start->last + 1 - start->first; k < ensemble->count; k += step) {
        const routh_seen3 recorded = routh_seen3_of(s->source.dataset, start->trajectory, start->first + k);
        sum += routh_ensemble3_score(ensemble, k, s->width, &recorded);
        judged++;
    }
    return judged > 0 ? sum / (double)judged : NAN;
}

static routh_status score_toss(routh_context *context, const scattering *s, const routh_spread3_source *source,
                               size_t i) {
    const routh_start3 *start = &s->start[s->toss[i]];
    routh_ensemble3 ensemble;
    const routh_status status = routh_ensemble3_draw(context, source, start, s->rollouts, &ensemble);
    s->score[i] = status == ROUTH_OK ? judge(s, start, &ensemble) : NAN;
    if (status == ROUTH_OK)
        routh_ensemble3_release(context, &ensemble);
    return status;
}

/* One evaluation of the score. */
typedef struct scoring {
    scattering *s;
    routh_spread3_source source;
} scoring;

static routh_status score_one(routh_context *own, void *with, size_t i, int thread) {
    const scoring *of = with;
    (void)thread;
    return score_toss(own, of->s, &of->source, i);
}

static double score_at(const double *x, void *user) {
    scattering *s = user;
    scoring of = {s, s->source};
    double sum = 0, tosses = 0, outside = 0, away = 0;
    if (s->status != ROUTH_OK)
        return NAN;
    of.source.run.scatter = scatter_at(x);
    s->status = routh_share_out(s->context, &(routh_shares){.count = s->count, .work = score_one, .with = &of}, NULL);
    for (size_t i = 0; i < s->count; i++) /* in this order, whatever the threads did */
        if (!isnan(s->score[i]))
            sum += s->score[i], tosses++;
    for (int i = 0; i < NUMBERS; i++) {
        away += x[i] * x[i];
        outside += fmax(0, log(low[i] / begin[i]) - x[i]) + fmax(0, x[i] - log(high[i] / begin[i]));
    }
    s->done++;
    if (s->status == ROUTH_OK)
        s->status = routh_progress(s->context, "fitting the scatter", fmin(s->done / s->evaluations, 1));
    return s->status == ROUTH_OK ? (tosses > 0 ? sum / tosses * (1 + tie * away) : INFINITY) + outside : NAN;
}

static bool stopped(void *user) {
    return ((const scattering *)user)->status != ROUTH_OK;
}

/* Evenly among those that can be predicted. */
static routh_status choose_tosses(scattering *s) {
    const size_t all = s->source.dataset->trajectory_count;
    size_t usable = 0, seen = 0;
    for (size_t t = 0; t < all; t++)
        usable += !s->start[t].why_not;
    if (usable < FEWEST_TOSSES)
        return routh_fail(s->context, ROUTH_BAD_ARGUMENT,
                          "%s: %zu tosses have a first flight to start from; the scatter of impacts needs %d",
                          s->source.dataset->name, usable, FEWEST_TOSSES);
    const size_t wanted = usable < MOST_TOSSES ? usable : MOST_TOSSES;
    s->toss = routh_take(s->arena, wanted, sizeof *s->toss);
    s->score = routh_take(s->arena, wanted, sizeof *s->score);
    ROUTH_TRY(s->arena->status);
    for (size_t t = 0; t < all; t++)
        if (!s->start[t].why_not && seen++ * wanted / usable == s->count && s->count < wanted)
            s->toss[s->count++] = t;
    s->rollouts = ALL_ROLLOUTS / s->count;
    s->rollouts = s->rollouts < FEWEST_ROLLOUTS ? FEWEST_ROLLOUTS
                  : s->rollouts > MOST_ROLLOUTS ? MOST_ROLLOUTS
                                                : s->rollouts;
    return ROUTH_OK;
}

/* What share of these tosses' poses regions have to hold so that those of another toss are inside with the wanted share in
 * the mean: the other one may have all of its poses outside (A. Angelopoulos et al., "Conformal risk control", 2022). */
static double demanded(double share, size_t tosses) {
    const double n = (double)tosses;
    return 1 - fmax(((1 - share) * (n + 1) - 1) / n, 0);
}

/* How far out a share of the recorded poses after the first flight is, in regions as they are. */
static routh_status measure(const scattering *s, const routh_rollout_estimate *estimate,
                            const routh_spread3_options *options, routh_spread3 *spread, double *room,
                            double reach[3]) {
    const routh_dataset3 *dataset = s->source.dataset;
    const routh_status status =
        routh_spreads3_run(s->context, dataset, s->source.world, s->judged, estimate, options, spread);
    for (int i = 0; status == ROUTH_OK && i < 3; i++) {
        size_t count = 0;
        for (size_t t = 0; t < dataset->trajectory_count; t++)
            for (size_t k = s->start[t].last + 1 - s->start[t].first; !spread[t].why_not && k < spread[t].count; k++)
                room[count++] = spread[t].instant[k].reach[i];
        qsort(room, count, sizeof *room, routh_ascending);
        reach[i] = count > 0 ? fmin(fmax(routh_quantile(room, count, demanded(options->share, s->count)), least_widen),
                                    most_widen)
                             : 1;
    }
    routh_spreads3_release(s->context, spread, dataset->trajectory_count);
    return status;
}

/* Regions of places and turns first; that of both is made of them. */
static routh_status widen(scattering *s, const routh_rollout_estimate *estimate, routh_spread3_options *options) {
    const routh_dataset3 *dataset = s->source.dataset;
    const size_t tosses = dataset->trajectory_count;
    routh_spread3_options trial = *options;
    size_t instants = 0;
    double reach[3];
    for (size_t t = 0; t < tosses; t++)
        instants += dataset->trajectory[t].count;
    routh_spread3 *spread = routh_take(s->arena, tosses, sizeof *spread);
    double *room = routh_take(s->arena, instants, sizeof *room);
    s->judged = routh_take(s->arena, tosses, sizeof *s->judged);
    ROUTH_TRY(s->arena->status);
    for (size_t t = 0, i = 0; t < tosses; t++) {
        s->judged[t] = s->start[t];
        if (i < s->count && s->toss[i] == t)
            i++;
        else
            s->judged[t].why_not = "not judged";
    }
    if (trial.rollouts > WIDENING_ROLLOUTS)
        trial.rollouts = WIDENING_ROLLOUTS;
    for (int i = 0; i < 3; i++)
        trial.widen[i] = 1;
    for (int pass = 0; pass < 2; pass++) {
        ROUTH_TRY(measure(s, estimate, &trial, spread, room, reach));
        for (int i = 2 * pass; i < 2 + pass; i++)
            trial.widen[i] = reach[i];
    }
    memcpy(options->widen, trial.widen, sizeof trial.widen);
    return ROUTH_OK;
}

static routh_status check(routh_context *context, const routh_dataset3 *dataset, const routh_world3 *world,
                          const routh_run3_options *run, size_t evaluations) {
    ROUTH_TRY(routh_check_count(context, "spread", "evaluations", evaluations, LEAST_EVALUATIONS, 100000));
    return routh_rollout_check(context, dataset, world, run);
}

routh_status routh_spread3_fit(routh_context *context, const routh_dataset3 *dataset, const routh_world3 *world,
                               const routh_start3 *starts, const routh_rollout_estimate *estimate, size_t evaluations,
                               routh_spread3_options *options) {
    double x[NUMBERS] = {0}, room[ROUTH_SIMPLEX_ROOM(NUMBERS)];
    ROUTH_ARENA(arena, context);
    scattering s = {.context = context,
                    .arena = &arena,
                    .start = starts,
                    .width = routh_rollout_width(dataset),
                    .evaluations = (double)evaluations};
    routh_simplex simplex = {.dimension = NUMBERS,
                             .function = score_at,
                             .stop = stopped,
                             .user = &s,
                             .share = enough_share,
                             .tolerance = enough,
                             .limit = evaluations,
                             .room = room};
    ROUTH_TRY(check(context, dataset, world, &options->run, evaluations));
    routh_spread3_source_of(dataset, world, estimate, &options->run, &s.source);
    ROUTH_TRY(choose_tosses(&s));
    double value = score_at(x, &s);
    if (isinf(value))
        return routh_fail(context, ROUTH_NOT_ENDED, "%s: the law could not predict any of %zu tosses", dataset->name,
                          s.count);
    routh_simplex_minimise(&simplex, first_step, x, &value);
    ROUTH_TRY(s.status);
    options->run.scatter = scatter_at(x);
    return widen(&s, estimate, options);
}
