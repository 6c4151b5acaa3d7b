/* How the fitted parameters settle as more impacts are used: figure 7b of Fundamental limitations.
 *
 * Every (k, draw) has its own random stream, shared by all laws, so that results do not depend on threads and laws see
 * the same impacts.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "fit/fit.h"
#include "study/internal.h"

/* Streams of the draws start here; smaller numbers belong to other parts of the study. */
enum { FIRST_STREAM = 1000 };

typedef struct work {
    routh_context *caller;
    const routh_study_options *options;
    const routh_frame_study *f;
    const routh_law *law;
    size_t k_max;
    double *found; /* [k][draw][parameter] */
} work;

static double *found_at(const work *w, size_t k, size_t draw) {
    return w->found + ((k - 1) * w->options->draws + draw) * ROUTH_MAX_PARAMETERS;
}

typedef struct draw_work {
    const work *w;
    size_t *index; /* `count` for each thread */
    routh_ensemble **ensemble;
} draw_work;

/* The largest batches first, so that no thread is left with one at the end. */
static routh_status fit_draw(routh_context *own, void *with, size_t task, int thread) {
    const draw_work *all = with;
    const work *w = all->w;
    const size_t k = w->k_max - task / w->options->draws, draw = task % w->options->draws;
    size_t *index = all->index + (size_t)thread * w->f->count;
    routh_random random = routh_random_seed(w->options->seed, FIRST_STREAM + (k - 1) * w->options->draws + draw);
    routh_estimate fit = {0};
    if (!all->ensemble[thread])
        ROUTH_TRY(routh_ensemble_create(own, w->k_max, &all->ensemble[thread]));
    routh_random_draw(&random, w->f->count, k, index);
    ROUTH_TRY(
        routh_ensemble_fit(own, w->law, w->f->sample, index, k, &w->options->ensemble, all->ensemble[thread], &fit));
    memcpy(found_at(w, k, draw), fit.parameters, sizeof fit.parameters);
    return ROUTH_OK;
}

static routh_status fit_draws(const work *w) {
    const size_t threads = (size_t)routh_threads(w->caller);
    ROUTH_ARENA(room, w->caller);
    draw_work all = {w, routh_take(&room, threads, w->f->count * sizeof *all.index),
                     routh_take(&room, threads, sizeof(routh_ensemble *))};
    ROUTH_TRY(room.status);
    const routh_shares shares = {
        .count = w->k_max * w->options->draws, .chunk = 8, .threads = (int)threads, .work = fit_draw, .with = &all};
    const routh_status status = routh_share_out(w->caller, &shares, NULL);
    for (size_t t = 0; t < threads; t++)
        routh_ensemble_release(w->caller, all.ensemble[t]);
    return status;
}

static void summarise(const work *w, routh_law_study *s) {
    const double draws = (double)w->options->draws;
    for (size_t k = 1; k <= w->k_max; k++) {
        routh_convergence *c = &s->convergence[k - 1];
        c->k = k;
        for (int j = 0; j < s->law->parameter_count; j++) {
            double sum = 0, squares = 0;
            for (size_t draw = 0; draw < w->options->draws; draw++)
                sum += found_at(w, k, draw)[j];
            c->mean[j] = sum / draws;
            for (size_t draw = 0; draw < w->options->draws; draw++)
                squares += pow(found_at(w, k, draw)[j] - c->mean[j], 2);
            c->deviation[j] = w->options->draws > 1 ? sqrt(squares / (draws - 1)) : 0.0;
        }
    }
}

routh_status routh_study_convergence(routh_context *context, const routh_study_options *options, routh_frame_study *f) {
    const size_t k_max = options->k_max < f->count ? options->k_max : f->count;
    if (k_max == 0 || options->draws == 0)
        return ROUTH_OK;
    if (options->draws > SIZE_MAX / (k_max * ROUTH_MAX_PARAMETERS))
        return routh_fail(context, ROUTH_OUT_OF_MEMORY, "no memory for %zu draws", options->draws);
    ROUTH_ARENA(room, context);
    double *found = routh_take(&room, k_max * options->draws * ROUTH_MAX_PARAMETERS, sizeof *found);
    ROUTH_TRY(room.status);
    for (size_t l = 0; l < f->law_count; l++) {
        routh_law_study *s = &f->law[l];
        if (s->law->parameter_count == 0)
            continue;
        const work w = {context, options, f, s->law, k_max, found};
        s->convergence = routh_allocate(context, k_max, sizeof *s->convergence);
        s->convergence_count = k_max;
        if (!s->convergence)
            return ROUTH_OUT_OF_MEMORY;
        ROUTH_TRY(routh_progress(context, "convergence with the number of impacts", (double)l / (double)f->law_count));
        const routh_status status = fit_draws(&w);
        if (status != ROUTH_OK && status != ROUTH_CANCELLED)
            routh_fail(context, status, "%s could not be fitted to every draw: %s", s->law->name,
                       routh_status_message(status));
        ROUTH_TRY(status);
        summarise(&w, s);
    }
    return ROUTH_OK;
}
