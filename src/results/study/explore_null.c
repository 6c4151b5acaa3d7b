/* What screening finds where there is nothing to find: recordings simulated with the law, with what is claimed already in
 * its parameter, on the recorded states.
 *
 * Noise is what the law left at this impact, with a random sign for every stretch of impacts that share their noise (the wild bootstrap: C. F. J. Wu, Jackknife, bootstrap and
 * other resampling methods in regression analysis, Annals of Statistics 14 (1986)), so that outliers and noise that grows
 * with speed stay as they are. No one knows whether it is in the velocities before or after, and it matters: noise in a
 * velocity that stands on both sides of a ratio makes the ratio depend on it. So there are recordings with all of it after
 * and recordings with all of it before, and a claim must stand against either. What a quantity explains is judged in deviations
 * of what it explains in those recordings, so that one that noise makes look strong does not hide the others, and compared with
 * the strongest of all quantities (the maximum statistic: P. H. Westfall, S. S. Young, Resampling-based multiple testing (1993)). Residuals hold what the law explains badly, too,
 * so that the noise is rather too large and a claim rather too rare.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "study/explore.h"

/* Where the noise is. */
typedef enum placement { AFTER, BEFORE } placement;

/* An impact takes restitution's part of a normal velocity over, so that noise before is as much larger; at most this. */
static const double most_growth = 4;

/* What all simulations share. */
typedef struct simulation {
    const routh_explore_null *null;
    routh_velocity *predicted, *residual;
    size_t threads;
    routh_explore_view *view; /* one for each thread, and so on */
    routh_sample *sample;
    double *gain;  /* simulation after simulation, one of each quantity */
    size_t blocks; /* stretches of the file that change their sign together */
} simulation;

/* The parameter of sample i with what is claimed already. */
static double parameter_at(const routh_explore_null *n, size_t i) {
    const double claimed = n->base->count > 0 ? routh_explore_base_at(n->view, n->base, i) : 0;
    const double value = n->parameters[n->parameter] + claimed;
    const routh_parameter *p = &n->law->parameter[n->parameter];
    return fmin(p->high, fmax(p->low, value));
}

static void predict(const simulation *s) {
    const routh_explore_null *n = s->null;
    for (size_t i = 0; i < n->count; i++) {
        double parameters[ROUTH_MAX_PARAMETERS];
        memcpy(parameters, n->parameters, sizeof parameters);
        parameters[n->parameter] = parameter_at(n, i);
        const routh_velocity p = routh_sample_predict(n->law, parameters, &n->samples[i]), m = n->samples[i].after;
        s->predicted[i] = p;
        s->residual[i] = (routh_velocity){m.vx - p.vx, m.vy - p.vy, m.omega - p.omega};
    }
}

static void simulate(const simulation *s, size_t number, placement where, routh_sample *to) {
    const routh_explore_null *n = s->null;
    const double eps = n->parameters[routh_law_parameter(n->law, "eps")], growth = fmin(most_growth, 1 / eps);
    routh_random random = routh_random_seed(n->options->seed, 1 + number);
    const size_t length = n->count / s->blocks, offset = routh_random_index(&random, length);
    double sign = 1;
    for (size_t i = 0, block = SIZE_MAX; i < n->count; i++) {
        const size_t own_block = (n->group[i] + offset) / length;
        if (own_block != block)
            sign = routh_random_uniform(&random, -1, 1) < 0 ? -1 : 1;
        block = own_block;
        const routh_velocity own = s->residual[i];
        routh_velocity after = s->predicted[i];
        routh_impact impact = n->samples[i].impact;
        if (where == AFTER) {
            after.vx += sign * own.vx;
            after.vy += sign * own.vy;
            after.omega += sign * own.omega;
        } else {
            impact.vx += sign * own.vx;
            impact.vy += sign * own.vy * growth;
            impact.omega += sign * own.omega;
        }
        if (routh_sample_of(NULL, &impact, after, &to[i]) != ROUTH_OK && /* noise made it separate */
            routh_sample_of(NULL, &n->samples[i].impact, after, &to[i]) != ROUTH_OK)
            to[i] = n->samples[i];
        to[i].record = n->samples[i].record;
    }
}

typedef struct screening {
    const simulation *s;
    placement where;
} screening;

static routh_status screen_one(routh_context *own, void *with, size_t number, int thread) {
    const screening *screen = with;
    const simulation *s = screen->s;
    const routh_explore_null *n = s->null;
    const size_t quantities = n->list->count;
    routh_explore_gain gain[ROUTH_MOST_QUANTITIES];
    routh_sample *const sample = s->sample + (size_t)thread * n->count;
    simulate(s, number, screen->where, sample);
    routh_explore_view_fill(n->dataset, sample, n->law, n->parameters, n->list, n->friction, &s->view[thread]);
    routh_explore_screen(&s->view[thread], n->options->folds, n->base, gain);
    for (size_t q = 0; q < quantities; q++)
        s->gain[number * quantities + q] = gain[q].least;
    (void)own; /* milliseconds: the thread pool asks in between */
    return ROUTH_OK;
}

static routh_status simulate_all(routh_context *context, const simulation *s, placement where) {
    const double all = (double)s->null->options->simulations;
    screening with = {s, where};
    const routh_shares shares = {.what = "exploring",
                                 .before = where == BEFORE ? all : 0,
                                 .all = 2 * all,
                                 .count = s->null->options->simulations,
                                 .threads = (int)s->threads,
                                 .work = screen_one,
                                 .with = &with};
    return routh_share_out(context, &shares, NULL);
}

/* Mean and deviation of what a quantity explains in the simulated recordings. */
static void judge(const simulation *s, size_t q, double *mean, double *deviation) {
    const size_t all = s->null->options->simulations, quantities = s->null->list->count;
    double sum = 0, square = 0;
    for (size_t k = 0; k < all; k++)
        sum += s->gain[k * quantities + q];
    *mean = sum / (double)all;
    for (size_t k = 0; k < all; k++)
        square += pow(s->gain[k * quantities + q] - *mean, 2);
    *deviation = sqrt(square / (double)all);
}

/* Raises the chance of every quantity with this number of blocks to that against these recordings. */
static void compare(const simulation *s, const routh_explore_gain *found, const size_t *blocks, double *chance) {
    const size_t all = s->null->options->simulations, quantities = s->null->list->count;
    double mean[ROUTH_MOST_QUANTITIES], deviation[ROUTH_MOST_QUANTITIES];
    size_t reaching[ROUTH_MOST_QUANTITIES] = {0};
    for (size_t q = 0; q < quantities; q++)
        judge(s, q, &mean[q], &deviation[q]);
    for (size_t k = 0; k < all; k++) {
        double strongest = -INFINITY;
        for (size_t q = 0; q < quantities; q++)
            if (deviation[q] > 0)
                strongest = fmax(strongest, (s->gain[k * quantities + q] - mean[q]) / deviation[q]);
        for (size_t q = 0; q < quantities; q++)
            reaching[q] += (found[q].least - mean[q]) / deviation[q] > strongest ? 0 : 1;
    }
    for (size_t q = 0; q < quantities; q++)
        if (blocks[q] == s->blocks)
            chance[q] = fmax(chance[q], (1 + (double)reaching[q]) / (1 + (double)all));
}

/* Of every quantity that explains enough; 0 of the others. */
static void find_blocks(const routh_explore_null *n, const routh_explore_gain *found, double *scratch, size_t *blocks,
                        double *chance) {
    for (size_t q = 0; q < n->list->count; q++) {
        const bool counts = found[q].least >= n->options->least;
        blocks[q] = counts ? routh_explore_blocks(n->view, n->base, q, found[q].degree, scratch) : 0;
        chance[q] = blocks[q] >= ROUTH_EXPLORE_LEAST_BLOCKS ? 0 : 1;
    }
}

/* Against recordings with this number of blocks, if any quantity has as many. */
static routh_status compare_with(routh_context *context, simulation *s, const routh_explore_gain *found,
                                 const size_t *blocks, double *chance) {
    bool any = false;
    for (size_t q = 0; q < s->null->list->count; q++)
        any = any || blocks[q] == s->blocks;
    for (placement where = AFTER; any && where <= BEFORE; where++) {
        ROUTH_TRY(simulate_all(context, s, where));
        compare(s, found, blocks, chance);
    }
    return ROUTH_OK;
}

routh_status routh_explore_chance(routh_context *context, const routh_explore_null *null,
                                  const routh_explore_gain *found, double *chance, size_t *blocks) {
    const size_t threads = (size_t)routh_threads(context), count = null->count;
    ROUTH_ARENA(room, context);
    simulation s = {
        .null = null,
        .threads = threads,
        .predicted = routh_take(&room, count, sizeof *s.predicted),
        .residual = routh_take(&room, count, sizeof *s.residual),
        .view = routh_take(&room, threads, sizeof *s.view),
        .sample = routh_take(&room, count, threads * sizeof *s.sample),
        .gain = routh_take(&room, null->options->simulations, null->list->count * sizeof *s.gain),
    };
    double *scratch = routh_take(&room, count, 2 * sizeof *scratch);
    ROUTH_TRY(room.status);
    for (size_t t = 0; t < threads; t++)
        ROUTH_TRY(routh_explore_view_create(&room, count, null->list, null->group, null->options->folds, &s.view[t]));
    find_blocks(null, found, scratch, blocks, chance);
    predict(&s);
    for (s.blocks = ROUTH_EXPLORE_BLOCKS; s.blocks >= ROUTH_EXPLORE_LEAST_BLOCKS; s.blocks /= 2)
        ROUTH_TRY(compare_with(context, &s, found, blocks, chance));
    return ROUTH_OK;
}
