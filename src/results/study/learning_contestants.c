/* What is compared: learned models, the laws, the best of the laws chosen afterwards, and the bounds.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/numbers.h"
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
    learning_scratch scratch = {0};
    double *error = routh_allocate(context, w->law_count, w->count * sizeof *error), least = INFINITY;
    routh_status status = error ? routh_learning_scratch_create(context, w, &scratch) : ROUTH_OUT_OF_MEMORY;
    if (status == ROUTH_OK) {
        routh_learning_draw(w, size, 0, &scratch);
        status = routh_learning_test_laws(context, w, size, &scratch, error);
    }
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
    routh_learning_scratch_release(context, &scratch);
    routh_release(context, error);
    return status;
}

routh_status routh_learning_contestants(routh_context *context, learning_work *w) {
    routh_learning *l = w->learning;
    const routh_law *behind = w->options->law;
    routh_status status = behind ? ROUTH_OK : choose_law(context, w, &behind);
    if (status != ROUTH_OK)
        return status;
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
