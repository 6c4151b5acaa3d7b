/* What is compared: learned models, the laws, the best of the laws chosen afterwards, and the bounds.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/numbers.h"
#include "fit/fit.h"
#include "learn/model.h"
#include "study/learning.h"

/* The learned ones, in the order of the table in model.h. A wrench explains the motion whole, in either metric; a
 * single impulse does not, so the rigid model is there in both. */
static const struct {
    routh_model_kind kind;
    routh_metric metric;
    const char *name, *title; /* the title of a kind with a law behind it goes on with that law's */
} models[] = {
    {ROUTH_MODEL_BASELINE, ROUTH_MOMENTUM, "baseline", "baseline without structure"},
    {ROUTH_MODEL_RIGID, ROUTH_MOMENTUM, "rigid", "rigid in the momentum metric"},
    {ROUTH_MODEL_RIGID, ROUTH_VELOCITY, "rigid-velocity", "rigid in the velocity metric"},
    {ROUTH_MODEL_RIGID_2D, ROUTH_MOMENTUM, "rigid-2d", "rigid with two inputs"},
    {ROUTH_MODEL_WRENCH, ROUTH_MOMENTUM, "wrench", "wrench"},
    {ROUTH_MODEL_RESIDUAL, ROUTH_MOMENTUM, "residual", "residual on"},
    {ROUTH_MODEL_RESIDUAL_WRENCH, ROUTH_MOMENTUM, "residual-wrench", "residual wrench on"},
    {ROUTH_MODEL_PARAMETERS, ROUTH_MOMENTUM, "parameters", "learned parameters of"},
};
enum { MODELS = sizeof models / sizeof *models, PRIORS = 2, BOUNDS = 2 };

static routh_contestant *add(learning_work *w, routh_contestant_kind kind, const char *name) {
    routh_contestant *c = &w->learning->contestant[w->learning->count++];
    c->kind = kind;
    snprintf(c->name, sizeof c->name, "%s", name);
    return c;
}

static void add_models(learning_work *w, const routh_law *behind) {
    for (size_t m = 0; m < MODELS; m++) {
        routh_contestant *c = add(w, ROUTH_CONTESTANT_MODEL, models[m].name);
        c->model = models[m].kind;
        c->metric = models[m].metric;
        c->law = routh_model_needs_law(c->model) ? behind : NULL;
        snprintf(c->title, sizeof c->title, "%s%s%.60s", models[m].title, c->law ? " " : "",
                 c->law ? c->law->title : "");
    }
}

/* The prior as it is; and the model that takes it for a prior, a wrench. */
static void add_prior(learning_work *w) {
    const routh_model_facts facts = routh_model_facts_of(w->options->prior);
    const char *given = w->options->prior_name;
    char name[64] = "prior";
    if (*given)
        routh_show_text(name, sizeof name, given, strlen(given));
    routh_contestant *prior = add(w, ROUTH_CONTESTANT_PRIOR, "prior");
    prior->model = facts.kind;
    prior->metric = facts.metric;
    prior->law = facts.law;
    snprintf(prior->title, sizeof prior->title, "%s as it is", name);
    routh_contestant *on = add(w, ROUTH_CONTESTANT_ON_PRIOR, "on-prior");
    on->model = ROUTH_MODEL_WRENCH;
    snprintf(on->title, sizeof on->title, "wrench on %s", name);
}

static void add_laws_and_bounds(learning_work *w) {
    static const struct {
        routh_metric metric;
        const char *name, *title;
    } bounds[BOUNDS] = {{ROUTH_MOMENTUM, "irb-momentum", "rigid bound in the momentum metric"},
                        {ROUTH_VELOCITY, "irb-velocity", "rigid bound in the velocity metric"}};
    for (size_t i = 0; i < w->law_count; i++) {
        routh_contestant *c = add(w, ROUTH_CONTESTANT_LAW, w->laws[i]->name);
        c->law = w->laws[i];
        c->metric = w->ensemble->metric;
        snprintf(c->title, sizeof c->title, "%s", c->law->title);
    }
    snprintf(add(w, ROUTH_CONTESTANT_BEST_POST_HOC, "best-post-hoc")->title, sizeof w->learning->contestant->title,
             "best law per impact, in hindsight");
    for (int i = 0; i < BOUNDS; i++) {
        routh_contestant *c = add(w, ROUTH_CONTESTANT_BOUND, bounds[i].name);
        c->metric = bounds[i].metric;
        snprintf(c->title, sizeof c->title, "%s", bounds[i].title);
    }
}

/* The law that predicts best, of those with something to fit: trained on the first draw of the size of the details,
 * tested on all other impacts. */
static routh_status choose_law(routh_context *context, const learning_work *w, const routh_law **best) {
    const size_t size = w->learning->size[w->learning->detail];
    ROUTH_ARENA(room, context);
    learning_scratch scratch;
    double *error = routh_take(&room, w->law_count, w->count * sizeof *error), least = INFINITY;
    ROUTH_TRY(room.status);
    ROUTH_TRY(routh_learning_scratch_create(&room, w, &scratch));
    routh_learning_draw(w, size, 0, &scratch);
    const routh_status status = routh_learning_test_laws(context, w, size, &scratch, error);
    routh_ensemble_release(context, scratch.ensemble);
    *best = w->laws[0];
    for (size_t l = 0; status == ROUTH_OK && l < w->law_count; l++) {
        double sum = 0;
        for (size_t i = 0; i < scratch.test_count; i++)
            sum += error[l * w->count + scratch.test[i]];
        if (w->laws[l]->parameter_count > 0 && sum < least) {
            least = sum;
            *best = w->laws[l];
        }
    }
    return status;
}

routh_status routh_learning_contestants(routh_context *context, learning_work *w) {
    routh_learning *l = w->learning;
    const routh_law *behind = w->options->law;
    if (!behind)
        ROUTH_TRY(choose_law(context, w, &behind));
    l->contestant = routh_allocate(context, MODELS + PRIORS + w->law_count + 1 + BOUNDS, sizeof *l->contestant);
    if (!l->contestant)
        return ROUTH_OUT_OF_MEMORY;
    add_models(w, behind);
    if (w->options->prior)
        add_prior(w);
    w->learned = w->first_law = l->count;
    add_laws_and_bounds(w);
    for (size_t i = 0; i < l->count; i++) {
        routh_utf8_drop_cut(l->contestant[i].name); /* names of files may be long */
        routh_utf8_drop_cut(l->contestant[i].title);
        l->contestant[i].curve = routh_allocate(context, l->size_count, sizeof *l->contestant[i].curve);
        if (!l->contestant[i].curve)
            return ROUTH_OUT_OF_MEMORY;
    }
    return ROUTH_OK;
}

/* Training and testing, spread over threads. The largest training sets come first, so that no thread is left with one
 * at the end. */

/* Draws of a size have their streams here: so a size has the same draws whichever others there are. */
static uint64_t stream_of(size_t size, size_t draw) {
    return ((uint64_t)size << 20) + draw;
}

routh_status routh_learning_scratch_create(routh_arena *arena, const learning_work *w, learning_scratch *s) {
    *s = (learning_scratch){.train = routh_take(arena, w->count, sizeof *s->train),
                            .test = routh_take(arena, w->count, sizeof *s->test),
                            .impact = routh_take(arena, w->count, sizeof *s->impact),
                            .pose = routh_take(arena, w->count, sizeof *s->pose),
                            .covariate =
                                routh_take(arena, w->count, (w->options->covariate_count + 1) * sizeof *s->covariate),
                            .prediction = routh_take(arena, w->count, sizeof *s->prediction)};
    ROUTH_TRY(arena->status);
    return routh_ensemble_create(arena->context, w->count, &s->ensemble);
}

void routh_learning_draw(const learning_work *w, size_t size, size_t draw, learning_scratch *s) {
    routh_random random = routh_random_seed(w->options->seed, stream_of(size, draw));
    routh_samples_draw(&random, w->samples, w->count, size, s->train);
    s->test_count = 0;
    for (size_t i = 0, drawn = 0; i < w->count; i++) {
        if (drawn < size && s->train[drawn] == i)
            drawn++;
        else
            s->test[s->test_count++] = i;
    }
}

/* One model, or for job = work->learned all that is not learned, on one draw. */
typedef struct learning_task {
    size_t size, job, draw; /* `size` an index */
} learning_task;

/* The n-th task: sizes from the largest down, of each the models in their order, of each all draws. */
static learning_task task_at(const learning_work *w, size_t n) {
    size_t size = w->learning->size_count - 1;
    while (n >= w->size[size].draws * (w->learned + 1))
        n -= w->size[size--].draws * (w->learned + 1);
    return (learning_task){size, n / w->size[size].draws, n % w->size[size].draws};
}

static size_t task_count(const learning_work *w) {
    size_t count = 0;
    for (size_t i = 0; i < w->learning->size_count; i++)
        count += w->size[i].draws * (w->learned + 1);
    return count;
}

/* How long a task takes, roughly: kernel matrices grow with the square of the size. */
static double effort_of(const learning_work *w, const learning_task *t) {
    const double size = (double)w->size[t->size].size;
    return t->job < w->learned ? size * size : size;
}

/* The first task of a size to begin makes room for all of them. */
static routh_status make_room(routh_context *context, const learning_work *w, size_t size) {
    learning_size *s = &w->size[size];
    const size_t all = s->draws * w->learning->count * w->count;
    routh_status status = ROUTH_OK;
#pragma omp critical(routh_learning_size)
    if (!s->error) {
        s->error = routh_allocate(context, s->draws * w->learning->count, w->count * sizeof *s->error);
        if (s->error && size == w->learning->detail) {
            s->misfit = routh_allocate(context, s->draws * w->learned, w->count * sizeof *s->misfit);
            s->facts = s->misfit ? routh_allocate(context, s->draws * w->learned, sizeof *s->facts) : NULL;
        }
        if (!s->error || (size == w->learning->detail && !s->facts))
            status = ROUTH_OUT_OF_MEMORY;
        for (size_t i = 0; s->error && i < all; i++)
            s->error[i] = NAN;
        for (size_t i = 0; s->facts && i < s->draws * w->learned * w->count; i++)
            s->misfit[i] = NAN;
    }
    return status;
}

/* The laws, the best of them for each impact, and the bounds. */
static routh_status test_laws(routh_context *context, const learning_work *w, size_t size, learning_scratch *scratch,
                              double *error) {
    double *const best = error + w->law_count * w->count;
    ROUTH_TRY(routh_learning_test_laws(context, w, size, scratch, error));
    for (size_t k = 0; k < scratch->test_count; k++) {
        const size_t i = scratch->test[k];
        for (size_t l = 0; l < w->law_count; l++)
            best[i] = fmin(best[i], error[l * w->count + i]);
        best[w->count + i] = w->bound[ROUTH_MOMENTUM][i];
        best[2 * w->count + i] = w->bound[ROUTH_VELOCITY][i];
    }
    return ROUTH_OK;
}

/* The last task of a size to be done has the summary made. */
static routh_status finish_task(routh_context *context, learning_work *w, size_t size) {
    learning_size *s = &w->size[size];
    size_t left;
#pragma omp critical(routh_learning_size)
    left = --s->left;
    if (left > 0)
        return ROUTH_OK;
    routh_status status = ROUTH_OK;
    routh_learning_points(w, size);
    if (size == w->learning->detail)
        status = routh_learning_details(context, w);
    routh_release(context, s->error);
    routh_release(context, s->misfit);
    routh_release(context, s->facts);
    s->error = s->misfit = NULL;
    s->facts = NULL;
    return status;
}

static routh_status run_task(routh_context *context, learning_work *w, const learning_task *t,
                             learning_scratch *scratch) {
    const learning_size *s = &w->size[t->size];
    ROUTH_TRY(make_room(context, w, t->size));
    const size_t place = t->draw * w->learning->count + t->job, learned = t->draw * w->learned + t->job;
    double *const error = s->error + place * w->count;
    routh_learning_draw(w, s->size, t->draw, scratch);
    if (t->job == w->learned)
        ROUTH_TRY(test_laws(context, w, s->size, scratch, error));
    else
        ROUTH_TRY(routh_learning_test_model(context, w, s->size, t->job, scratch, error,
                                            s->misfit ? s->misfit + learned * w->count : NULL,
                                            s->facts ? s->facts + learned : NULL));
    return finish_task(context, w, t->size);
}

/* What the threads share. */
typedef struct learning_state {
    learning_work *w;
    learning_scratch *scratch; /* one for each thread */
    double done, all;          /* effort */
} learning_state;

static routh_status do_task(routh_context *own, void *with, size_t n, int thread) {
    learning_state *state = with;
    const learning_task task = task_at(state->w, n);
    ROUTH_TRY(run_task(own, state->w, &task, &state->scratch[thread]));
    double done;
#pragma omp atomic capture
    done = state->done += effort_of(state->w, &task);
    return routh_thread_pool_report(own, "learning", fmin(1, done / state->all));
}

static routh_status share_tasks(learning_state *state, size_t count, size_t threads) {
    ROUTH_ARENA(room, state->w->caller);
    routh_status status = ROUTH_OK;
    state->scratch = routh_take(&room, threads, sizeof *state->scratch);
    ROUTH_TRY(room.status);
    for (size_t t = 0; t < threads && status == ROUTH_OK; t++)
        status = routh_learning_scratch_create(&room, state->w, &state->scratch[t]);
    if (status == ROUTH_OK)
        status = routh_progress(state->w->caller, "learning", 0);
    if (status == ROUTH_OK)
        status = routh_share_out(
            state->w->caller, &(routh_shares){.count = count, .threads = (int)threads, .work = do_task, .with = state},
            NULL);
    for (size_t t = 0; t < threads; t++)
        routh_ensemble_release(state->w->caller, state->scratch[t].ensemble);
    return status;
}

routh_status routh_learning_tasks(learning_work *w) {
    const size_t count = task_count(w), threads = (size_t)routh_threads(w->caller);
    learning_state state = {.w = w};
    for (size_t n = 0; n < count; n++) {
        const learning_task task = task_at(w, n);
        state.all += effort_of(w, &task);
    }
    const routh_status status = share_tasks(&state, count, threads < count ? threads : count);
    return status == ROUTH_OK || status == ROUTH_CANCELLED || !w->caller
               ? status
               : routh_fail(w->caller, status, "learning: %s", w->caller->message);
}
