/* Learned models beside the laws: which sizes, which draws, and the order of the parts.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "fields/structs.h"
#include "learn/gp.h"
#include "study/learning.h"

/* Training on more impacts than this is slow: the largest of several sizes is drawn once unless options say
 * otherwise. */
enum { CHEAP_SIZE = 600, LEAST_IMPACTS = 10 };

_Static_assert(ROUTH_MOST_REPETITIONS < 1 << 20, "each draw of a size has a random stream of its own");

static const size_t usual_sizes[] = {25, 50, 100, 150, 200, 300, 450};
enum { USUAL_SIZES = sizeof usual_sizes / sizeof *usual_sizes };

double routh_coverage_level(int index) {
    static const double level[ROUTH_COVERAGE_LEVELS] = {0.5, 0.9, 0.95};
    return index >= 0 && index < ROUTH_COVERAGE_LEVELS ? level[index] : NAN;
}

/* One start: on recorded drops further ones take three times as long and predict no better, and now and then end at a
 * likelihood that is higher and predicts worse. */
routh_learning_options routh_learning_options_default(void) {
    routh_gp_options gp = routh_gp_options_default();
    gp.starts = 1;
    return (routh_learning_options){
        .sizes = NULL,
        .size_count = 0,
        .draws = 10,
        .last_draws = 0,
        .detail = 450,
        .law = NULL,
        .prior = NULL,
        .gp = gp,
        .seed = 1,
    };
}

ROUTH_RELEASED_BY_FIELDS(routh_learning)

static routh_status check(routh_context *context, const learning_work *w) {
    const routh_learning_options *o = w->options;
    if (w->count < LEAST_IMPACTS)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "only %zu impacts: learning needs at least %d", w->count,
                          LEAST_IMPACTS);
    if (w->law_count == 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "learned models need at least one law to be compared with");
    ROUTH_TRY(routh_check_count(context, "study", "learning.draws", o->draws, 1, ROUTH_MOST_REPETITIONS));
    ROUTH_TRY(routh_check_count(context, "study", "learning.last_draws", o->last_draws, 0, ROUTH_MOST_REPETITIONS));
    for (size_t i = 0; o->sizes && i < o->size_count; i++)
        if (o->sizes[i] == 0 || o->sizes[i] >= w->count || (i > 0 && o->sizes[i] <= o->sizes[i - 1]))
            return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "learning.sizes",
                                    "%zu impacts to train on: sizes must ascend and leave some of %zu to test",
                                    o->sizes[i], w->count);
    if (o->sizes && o->size_count == 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "learning needs at least one size of the training set");
    return ROUTH_OK;
}

/* The sizes asked for, or the usual ones up to nine tenths of all, and those. */
static routh_status choose_sizes(routh_context *context, learning_work *w) {
    const routh_learning_options *o = w->options;
    routh_learning *l = w->learning;
    const size_t most = w->count - (w->count + 9) / 10;
    l->size = routh_allocate(context, o->sizes ? o->size_count : USUAL_SIZES + 1, sizeof *l->size);
    if (!l->size)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; o->sizes && i < o->size_count; i++)
        l->size[l->size_count++] = o->sizes[i];
    for (size_t i = 0; !o->sizes && i < USUAL_SIZES && usual_sizes[i] < most; i++)
        l->size[l->size_count++] = usual_sizes[i];
    if (!o->sizes)
        l->size[l->size_count++] = most;
    for (size_t i = 1; i < l->size_count; i++)
        if (fabs((double)l->size[i] - (double)o->detail) < fabs((double)l->size[l->detail] - (double)o->detail))
            l->detail = i;
    l->draws = o->draws;
    return ROUTH_OK;
}

static routh_status allocate_work(routh_arena *arena, learning_work *w) {
    const routh_learning *l = w->learning;
    w->size = routh_take(arena, l->size_count, sizeof *w->size);
    ROUTH_TRY(arena->status);
    size_t last = w->options->last_draws;
    if (last == 0)
        last = l->size_count > 1 && l->size[l->size_count - 1] > CHEAP_SIZE ? 1 : w->options->draws;
    for (size_t i = 0; i < l->size_count; i++) {
        w->size[i].size = l->size[i];
        w->size[i].draws = i + 1 == l->size_count ? last : w->options->draws;
        w->most_draws = w->size[i].draws > w->most_draws ? w->size[i].draws : w->most_draws;
        w->size[i].left = w->size[i].draws * (w->learned + 1);
    }
    w->speed_after = routh_take(arena, w->count, sizeof *w->speed_after);
    w->bound[ROUTH_MOMENTUM] = routh_take(arena, w->count, sizeof *w->bound[0]);
    w->bound[ROUTH_VELOCITY] = routh_take(arena, w->count, sizeof *w->bound[0]);
    w->impact_mean = routh_take(arena, l->size_count * l->count, w->count * sizeof *w->impact_mean);
    w->draw_mean = routh_take(arena, l->size_count * l->count, w->most_draws * sizeof *w->draw_mean);
    return arena->status;
}

/* What does not depend on the draw: both bounds, and the prior as it is. */
static routh_status prepare(routh_arena *arena, learning_work *w) {
    const routh_velocity rest = {0, 0, 0};
    for (size_t i = 0; i < w->count; i++) {
        const routh_sample *s = &w->samples[i];
        w->speed_after[i] = routh_impact_error(ROUTH_VELOCITY, &s->impact, rest, s->after);
        for (int metric = 0; metric < 2; metric++) {
            routh_bound bound;
            ROUTH_TRY(routh_bound_of(arena->context, &s->impact, s->after, (routh_metric)metric, &bound));
            w->bound[metric][i] = routh_impact_error(ROUTH_VELOCITY, &s->impact, bound.velocity, s->after);
        }
    }
    if (!w->options->prior)
        return ROUTH_OK;
    w->prior = routh_take(arena, w->count, sizeof *w->prior);
    routh_impact *impact = routh_take(arena, w->count, sizeof *impact);
    ROUTH_TRY(arena->status);
    for (size_t i = 0; i < w->count; i++)
        impact[i] = w->samples[i].impact;
    return routh_model_predict(arena->context, w->options->prior, w->count, impact, w->pose, NULL, w->prior);
}

static routh_status learn(routh_context *context, learning_work *w) {
    ROUTH_ARENA(room, context);
    ROUTH_TRY(routh_gp_check_build(context));
    ROUTH_TRY(check(context, w));
    ROUTH_TRY(choose_sizes(context, w));
    ROUTH_TRY(routh_learning_contestants(context, w));
    ROUTH_TRY(allocate_work(&room, w));
    ROUTH_TRY(prepare(&room, w));
    const routh_status status = routh_learning_tasks(w);
    for (size_t i = 0; i < w->learning->size_count; i++) { /* of sizes that were not finished */
        routh_release(context, w->size[i].error);
        routh_release(context, w->size[i].misfit);
        routh_release(context, w->size[i].facts);
    }
    ROUTH_TRY(status);
    routh_learning_conclude(w);
    return ROUTH_OK;
}

routh_status routh_learning_run(routh_context *context, const routh_sample *samples, size_t count,
                                const double (*pose)[3], const routh_law *const *laws, size_t law_count,
                                const routh_fit_options *ensemble, const routh_learning_options *options,
                                routh_learning *learning) {
    const double start = routh_seconds(); /* reported, never used to decide anything */
    memset(learning, 0, sizeof *learning);
    learning_work w = {.caller = context,
                       .samples = samples,
                       .count = count,
                       .pose = pose,
                       .laws = laws,
                       .law_count = law_count,
                       .ensemble = ensemble,
                       .options = options,
                       .learning = learning};
    learning->covariate_count = options->covariate_count;
    if (options->covariate_count > 0)
        memcpy(learning->covariate, options->covariates, options->covariate_count * sizeof *options->covariates);
    const routh_status status = learn(context, &w);
    learning->seconds = routh_seconds() - start;
    if (status != ROUTH_OK)
        routh_learning_release(context, learning);
    return status;
}
