/* How the fitted parameters settle as more impacts are used: figure 7b of Fundamental limitations.
 *
 * Every (k, draw) has its own random stream, shared by all laws, so that results do not depend on threads and laws see
 * the same impacts.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/thread_context.h"
#include "identify/ensemble.h"
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

static routh_status fit_draw(const work *w, size_t k, size_t draw, size_t *index, routh_ensemble *ensemble) {
    routh_random random = routh_random_seed(w->options->seed, FIRST_STREAM + (k - 1) * w->options->draws + draw);
    routh_estimate fit = {0};
    routh_random_draw(&random, w->f->count, k, index);
    const routh_status status =
        routh_ensemble_fit(NULL, w->law, w->f->sample, index, k, &w->options->ensemble, ensemble, &fit);
    memcpy(found_at(w, k, draw), fit.parameters, sizeof fit.parameters);
    return status;
}

static routh_status fit_draws(const work *w, int threads) {
    routh_status worst = ROUTH_OK;
#pragma omp parallel num_threads(threads)
    {
        routh_context context = routh_thread_context(w->caller);
        routh_ensemble *ensemble = NULL;
        size_t *index = routh_allocate(&context, w->f->count, sizeof *index);
        routh_status status = index ? routh_ensemble_create(&context, w->k_max, &ensemble) : ROUTH_OUT_OF_MEMORY;
        /* the largest batches first, so that no thread is left with one at the end */
#pragma omp for schedule(dynamic, 8)
        for (size_t task = 0; task < w->k_max * w->options->draws; task++) {
            const size_t k = w->k_max - task / w->options->draws, draw = task % w->options->draws;
            if (status == ROUTH_OK)
                status = fit_draw(w, k, draw, index, ensemble);
        }
        if (status != ROUTH_OK) {
#pragma omp atomic write
            worst = status;
        }
        routh_ensemble_release(&context, ensemble);
        routh_release(&context, index);
    }
    return worst;
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
    double *found = routh_allocate(context, k_max * options->draws * ROUTH_MAX_PARAMETERS, sizeof *found);
    routh_status status = found ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    for (size_t l = 0; l < f->law_count && status == ROUTH_OK; l++) {
        routh_law_study *s = &f->law[l];
        if (s->law->parameter_count == 0)
            continue;
        const work w = {context, options, f, s->law, k_max, found};
        s->convergence = routh_allocate(context, k_max, sizeof *s->convergence);
        s->convergence_count = k_max;
        status = s->convergence ? routh_progress(context, "convergence with the number of impacts",
                                                 (double)l / (double)f->law_count)
                                : ROUTH_OUT_OF_MEMORY;
        if (status == ROUTH_OK) {
            status = fit_draws(&w, routh_threads(context));
            if (status != ROUTH_OK)
                routh_fail(context, status, "%s could not be fitted to every draw: %s", s->law->name,
                           routh_status_message(status));
        }
        if (status == ROUTH_OK)
            summarise(&w, s);
    }
    routh_release(context, found);
    return status;
}
