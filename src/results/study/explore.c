/* Exploration: the constant law, the quantities that can be tried, and forward selection among them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "study/explore.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/numbers.h"
#include "fields/structs.h"
#include "study/internal.h"

/* Candidates whose difference is within this number of standard errors cannot be separated. */
static const double apart = 2;

routh_explore_options routh_explore_options_default(void) {
    return (routh_explore_options){.fit = routh_fit_options_default(),
                                   .simulations = 199,
                                   .significance = 0.005,
                                   .least = 0.02,
                                   .folds = 10,
                                   .seed = 1};
}

static routh_status check(routh_context *context, size_t count, const routh_explore_options *o) {
    if (count < ROUTH_EXPLORE_LEAST_COUNT)
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "%zu impacts are too few to explore what parameters depend on: at least %d are needed", count,
                          ROUTH_EXPLORE_LEAST_COUNT);
    if (o->folds < 2 || o->folds > ROUTH_EXPLORE_MOST_FOLDS)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "%zu folds: 2 … %d are allowed", o->folds,
                          ROUTH_EXPLORE_MOST_FOLDS);
    if (!(o->significance > 0 && o->significance < 1) || (double)(o->simulations + 1) * o->significance < 1)
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "%zu simulated recordings cannot show a significance of %g: at least %.0f are needed",
                          o->simulations, o->significance, ceil(1 / o->significance) - 1);
    return ROUTH_OK;
}

/* A law with springs takes much longer: it must come closer than the rigid ones by this share. */
static const double worth_springs = 0.01;

/* The law of the registry that comes closest with constant parameters. */
static routh_status choose_law(routh_context *context, const routh_sample *samples, size_t count,
                               const routh_fit_options *fit, routh_exploration *e) {
    double least = INFINITY;
    for (size_t l = 0; l < routh_law_count(); l++) {
        const routh_law *law = routh_law_at(l);
        routh_estimate estimate;
        if (routh_law_parameter(law, "mu") < 0)
            continue;
        ROUTH_TRY(routh_law_fit(context, law, samples, NULL, count, fit, &estimate));
        double sum = 0;
        for (size_t i = 0; i < count; i++)
            sum += routh_sample_error(&samples[i], routh_sample_predict(law, estimate.parameters, &samples[i]));
        if (sum < (law->traits & ROUTH_LAW_COMPLIANT ? 1 - worth_springs : 1) * least) {
            least = sum;
            e->law = law;
            memcpy(e->parameters, estimate.parameters, sizeof e->parameters);
        }
    }
    return ROUTH_OK;
}

/* Those that every sample has and that vary. */
static routh_status list_quantities(routh_context *context, const routh_dataset *dataset, const routh_sample *samples,
                                    size_t count, routh_exploration *e, routh_explore_list *list) {
    ROUTH_ARENA(room, context);
    double *value = routh_take(&room, count, sizeof *value);
    const char *name;
    ROUTH_TRY(room.status);
    for (size_t q = 0; (name = routh_quantity_at(dataset, q, NULL)); q++) {
        double least = INFINITY, most = -INFINITY;
        bool is_whole = true;
        ROUTH_TRY(routh_quantity_of(context, dataset, samples, count, name, value));
        for (size_t i = 0; i < count; i++) {
            is_whole = is_whole && isfinite(value[i]);
            least = fmin(least, value[i]);
            most = fmax(most, value[i]);
        }
        const bool varies = most - least > 1e-10 * fmax(fabs(least), fabs(most));
        e->missing += !is_whole;
        e->constant += is_whole && !varies;
        if (!is_whole || !varies)
            routh_words_add(is_whole ? e->same : e->lacking, ROUTH_NAME_SIZE, ", ", "%s", name);
        else if (list->count < ROUTH_MOST_QUANTITIES)
            snprintf(list->name[list->count++], ROUTH_LABEL_SIZE, "%s", name);
    }
    e->tried = list->count;
    return ROUTH_OK;
}

/* Of two columns of z. */
static double correlation(const routh_explore_view *v, size_t a, size_t b) {
    const double *x = v->term + a * ROUTH_EXPLORE_PARTS * v->count, *y = v->term + b * ROUTH_EXPLORE_PARTS * v->count;
    double sum = 0;
    for (size_t i = 0; i < v->count; i++)
        sum += x[i] * y[i] / (double)v->count;
    return v->angle[a] || v->angle[b] ? NAN : sum;
}

/* A candidate and the place of its quantity in the list. */
typedef struct ranked {
    routh_candidate candidate;
    size_t quantity;
    bool claimed;
} ranked;

static int by_share(const void *a, const void *b) {
    const ranked *l = a, *r = b;
    const routh_candidate *x = &l->candidate, *y = &r->candidate;
    const double left = fmin(x->share, x->beyond_law), right = fmin(y->share, y->beyond_law);
    return l->claimed != r->claimed ? r->claimed - l->claimed : (left < right) - (left > right);
}

/* How far the candidates are behind the best one, impact by impact. */
static void compare(const routh_explore_view *v, const routh_explore_options *o, const routh_explore_base *base,
                    ranked *all, size_t count, double *own, double *best) {
    const double before = routh_explore_errors(v, o->folds, base, 0, 0, ROUTH_VIEW_FREE, NULL);
    routh_explore_errors(v, o->folds, base, all[0].quantity, all[0].candidate.degree, ROUTH_VIEW_FREE, best);
    for (size_t k = 0; k < count; k++) {
        routh_candidate *c = &all[k].candidate;
        double sum = 0, square = 0, used = 0;
        routh_explore_errors(v, o->folds, base, all[k].quantity, c->degree, ROUTH_VIEW_FREE, own);
        for (size_t i = 0; i < v->count; i++) {
            sum += own[i] - best[i];
            square += (own[i] - best[i]) * (own[i] - best[i]);
            used += v->used[i];
        }
        c->behind = sum / before;
        c->error = sqrt(fmax(0, square - sum * sum / used)) / before;
        c->correlation = k == 0 ? 1 : correlation(v, all[0].quantity, all[k].quantity);
        c->inseparable = k > 0 && fmin(c->share, c->beyond_law) >= o->least && c->behind <= apart * c->error;
    }
}

static bool is_more_than_chance(const routh_explore_null *null, const routh_explore_gain *gain, const double *chance,
                                size_t q) {
    return gain[q].least >= null->options->least && chance[q] <= null->options->significance;
}

/* Chances of all quantities, if any explains enough to ask. */
static routh_status find_chances(routh_context *context, const routh_explore_null *null, const routh_explore_gain *gain,
                                 double *chance, size_t *blocks) {
    double best = -INFINITY;
    for (size_t q = 0; q < null->list->count; q++) {
        chance[q] = 1;
        blocks[q] = 0;
        best = fmax(best, gain[q].least);
    }
    return best >= null->options->least ? routh_explore_chance(context, null, gain, chance, blocks) : ROUTH_OK;
}

/* Which of those that are more than chance hold in every reading. */
static routh_status find_doubts(routh_context *context, const routh_explore_null *null, const routh_explore_gain *gain,
                                const double *chance, routh_explore_doubts *doubts) {
    bool any = false;
    *doubts = (routh_explore_doubts){0};
    for (size_t q = 0; q < null->list->count; q++)
        any = any || is_more_than_chance(null, gain, chance, q);
    return any ? routh_explore_doubt(context, null, gain, doubts) : ROUTH_OK;
}

/* All candidates of one step, the best first; *best is its place in the list. */
static routh_status rank(routh_context *context, const routh_explore_null *null, routh_explore_step *step,
                         size_t *best) {
    const routh_explore_view *v = null->view;
    const routh_explore_options *o = null->options;
    const size_t quantities = null->list->count;
    routh_explore_gain gain[ROUTH_MOST_QUANTITIES];
    routh_explore_doubts doubts;
    double chance[ROUTH_MOST_QUANTITIES];
    size_t blocks[ROUTH_MOST_QUANTITIES];
    ROUTH_ARENA(room, context);
    ranked *all = routh_take(&room, quantities, sizeof *all);
    double *scratch = routh_take(&room, v->count, 2 * sizeof *scratch);
    step->candidate = routh_allocate(context, quantities, sizeof *step->candidate);
    if (!(all && scratch && step->candidate))
        return ROUTH_OUT_OF_MEMORY;

    routh_explore_screen(v, o->folds, null->base, gain);
    ROUTH_TRY(find_chances(context, null, gain, chance, blocks));
    ROUTH_TRY(find_doubts(context, null, gain, chance, &doubts));
    for (size_t q = 0; q < quantities; q++)
        if (isfinite(gain[q].least)) {
            ranked *to = &all[step->count++];
            *to = (ranked){{.degree = gain[q].degree,
                            .share = gain[q].share[ROUTH_VIEW_FREE],
                            .beyond_law = gain[q].share[ROUTH_VIEW_BEYOND],
                            .chance = chance[q],
                            .blocks = blocks[q]},
                           q,
                           is_more_than_chance(null, gain, chance, q) && !doubts.reading[q]};
            memcpy(to->candidate.quantity, null->list->name[q], ROUTH_LABEL_SIZE);
            if (is_more_than_chance(null, gain, chance, q) && doubts.reading[q]) {
                snprintf(to->candidate.reading, sizeof to->candidate.reading, "%s", doubts.reading[q]);
                to->candidate.reading_share = doubts.share[q];
            }
        }
    if (step->count > 0) {
        qsort(all, step->count, sizeof *all, by_share);
        compare(v, o, null->base, all, step->count, scratch, scratch + v->count);
        for (size_t k = 0; k < step->count; k++)
            step->candidate[k] = all[k].candidate;
        *best = all[0].quantity;
        step->claimed = all[0].claimed;
    }
    return ROUTH_OK;
}

/* One parameter: the best quantity, then the best beside it, while they are claimed. */
static routh_status explore(routh_context *context, routh_explore_null *null, routh_explore_view *v,
                            routh_explored *to) {
    const routh_explore_options *o = null->options;
    routh_explore_base base = {0};
    routh_explore_view_fill(null->dataset, null->samples, null->law, null->parameters, null->list, null->friction, v);
    for (size_t i = 0; i < v->count; i++)
        to->count += v->used[i];
    if (to->count < ROUTH_EXPLORE_LEAST_COUNT)
        return ROUTH_OK;
    const double whole = routh_explore_errors(v, o->folds, &base, 0, 0, ROUTH_VIEW_FREE, NULL);
    null->base = &base;
    null->view = v;
    for (bool goes_on = true; goes_on && to->step_count < ROUTH_EXPLORE_STEPS;) {
        routh_explore_step *step = &to->step[to->step_count++];
        size_t best = 0;
        ROUTH_TRY(rank(context, null, step, &best));
        goes_on = step->claimed;
        if (step->claimed) {
            base.quantity[base.count] = best;
            base.degree[base.count++] = step->candidate[0].degree;
            routh_explore_fit_base(v, &base);
            to->claimed++;
        }
    }
    to->share = 1 - routh_explore_errors(v, o->folds, &base, 0, 0, ROUTH_VIEW_FREE, NULL) / whole;
    return ROUTH_OK;
}

static routh_status explore_both(routh_arena *arena, const routh_dataset *dataset, const routh_sample *samples,
                                 const size_t *group, size_t count, const routh_explore_options *options,
                                 routh_exploration *e) {
    static const char *const name[] = {"eps", "mu"};
    routh_context *context = arena->context;
    routh_explore_list *list = routh_take(arena, 1, sizeof *list);
    routh_explore_view view;
    routh_explore_readings readings;
    ROUTH_TRY(arena->status);
    ROUTH_TRY(choose_law(context, samples, count, &options->fit, e));
    ROUTH_TRY(list_quantities(context, dataset, samples, count, e, list));
    ROUTH_TRY(routh_explore_readings_create(arena, dataset, samples, count, e->law, &options->fit, &readings));
    ROUTH_TRY(routh_explore_view_create(arena, count, list, group, options->folds, &view));
    for (int k = 0; k < 2; k++) {
        e->explored[k].parameter = name[k];
        routh_explore_null null = {.dataset = dataset,
                                   .samples = samples,
                                   .count = count,
                                   .law = e->law,
                                   .parameters = e->parameters,
                                   .list = list,
                                   .options = options,
                                   .group = group,
                                   .readings = &readings,
                                   .parameter = e->law ? routh_law_parameter(e->law, name[k]) : 0,
                                   .friction = k == 1};
        if (list->count > 0)
            ROUTH_TRY(explore(context, &null, &view, &e->explored[k]));
    }
    return ROUTH_OK;
}

/* An impulse at the contact point obeys k² Δω = r_x Δv_y − r_y Δv_x. An impact that is off by more than this many medians has
 * another corner or angle than is stated: it shows neither parameter. */
static const double elsewhere = 8;
static const double rounding = 1e-6; /* of the change of vy: recordings without noise */

/* Removes those impacts; returns how many are left. `off` has room for two numbers each. */
static size_t remove_misplaced(routh_sample *samples, size_t count, double *off) {
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        const routh_impact *b = &samples[i].impact;
        const routh_velocity *a = &samples[i].after;
        const double square = b->inertia / b->mass;
        off[i] = fabs(b->rx * (a->vy - b->vy) - b->ry * (a->vx - b->vx) - square * (a->omega - b->omega)) /
                 sqrt(square + b->rx * b->rx + b->ry * b->ry);
    }
    memcpy(off + count, off, count * sizeof *off);
    const double most = elsewhere * routh_median(off + count, count);
    for (size_t i = 0; i < count; i++)
        if (off[i] <= fmax(most, rounding * fabs(samples[i].after.vy - samples[i].impact.vy)))
            samples[left++] = samples[i];
    return left;
}

static void say_misplaced(routh_context *context, size_t removed, routh_exploration *e) {
    routh_findings_writer writer = {context, &e->findings, ROUTH_OK};
    routh_findings_add(
        &writer, ROUTH_NOTE, ROUTH_TOPIC_COVARIATES,
        "%zu impacts are left out of this: no impulse at the stated contact point turns the body as they "
        "do. Is the corner or the angle another one?",
        removed);
}

static int by_record(const void *a, const void *b) {
    const routh_sample *l = a, *r = b;
    return (l->record > r->record) - (l->record < r->record);
}

/* In the order of the file, in which neighbours share what drifts. */
static routh_status explore_in_order(routh_context *context, const routh_dataset *dataset, const routh_sample *samples,
                                     size_t count, const routh_explore_options *options, routh_exploration *e) {
    ROUTH_ARENA(room, context);
    routh_sample *sorted = routh_take(&room, count, sizeof *sorted);
    size_t *group = routh_take(&room, count, sizeof *group);
    double *off = routh_take(&room, count, 2 * sizeof *off);
    ROUTH_TRY(check(context, count, options));
    ROUTH_TRY(room.status);
    memcpy(sorted, samples, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, by_record);
    const size_t all = count;
    count = remove_misplaced(sorted, all, off);
    for (size_t i = 0; i < count; i++) {
        const long own = dataset->record[sorted[i].record].trajectory;
        const bool follows = i > 0 && dataset->trajectory_count > 0 && own >= 0 &&
                             own == dataset->record[sorted[i - 1].record].trajectory;
        group[i] = follows ? group[i - 1] : i;
    }
    if (count < all)
        say_misplaced(context, all - count, e);
    ROUTH_TRY(explore_both(&room, dataset, sorted, group, count, options, e));
    return routh_explore_say(context, options, e);
}

routh_status routh_exploration_run(routh_context *context, const routh_dataset *dataset, const routh_sample *samples,
                                   size_t count, const routh_explore_options *options, routh_exploration *exploration) {
    const routh_explore_options defaults = routh_explore_options_default();
    *exploration = (routh_exploration){0};
    const routh_status status =
        explore_in_order(context, dataset, samples, count, options ? options : &defaults, exploration);
    if (status != ROUTH_OK)
        routh_exploration_release(context, exploration);
    return status;
}

ROUTH_RELEASED_BY_FIELDS(routh_exploration)
