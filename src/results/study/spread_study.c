/* Distributions of whole tosses: each part of the tosses is predicted with parameters, scatter and widening that were fitted to
 * the others. The covariance of parameters is that of the fit to all tosses: parts have none of their own, and it says how
 * far off parameters may be, not where they are.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "study/spread_study.h"

#include <string.h>

#include "base/context.h"
#include "rollout/rollout.h"

/* Of a toss that belongs to another part. */
static const char elsewhere[] = "of another part";

/* One part: the world and the starts of all tosses in it. */
typedef struct parting {
    routh_context *context;
    routh_rollout_study *study;
    routh_shape3 cube;
    routh_plane3 plane;
    routh_world3 world;
    routh_start3 *start; /* of all */
    routh_start3 *part;  /* the same, those that do not count marked */
    routh_spread3 *spread;
} parting;

/* Keeps the tosses of part k, or all others. */
static void choose(parting *p, size_t k, bool inside) {
    const routh_rollout_study *study = p->study;
    memcpy(p->part, p->start, study->count * sizeof *p->part);
    for (size_t t = 0; t < study->count; t++)
        if (!p->part[t].why_not && (routh_rollout_fold(study->dataset, t, study->fold_count) == k) != inside)
            p->part[t].why_not = elsewhere;
}

static routh_status spread_part(parting *p, size_t k) {
    routh_rollout_study *study = p->study;
    const routh_rollout_options *fit = &study->options.fit;
    routh_spread3_options *options = &study->spread->fold[k];
    *options = routh_spread3_options_default();
    options->rollouts = study->options.spread;
    options->run = fit->run;
    p->world.surface = fit->surface;
    routh_rollout_apply(&study->fold[k], &p->world, &options->run);
    routh_status status = routh_starts3_of(p->context, study->dataset, &p->world, &fit->start, p->start);
    if (status != ROUTH_OK)
        return status;
    choose(p, k, false);
    status = routh_spread3_fit(p->context, study->dataset, &p->world, p->part, &study->estimate,
                               study->options.spread_evaluations, options);
    if (status != ROUTH_OK)
        return status;
    choose(p, k, true);
    status = routh_spreads3_run(p->context, study->dataset, &p->world, p->part, &study->estimate, options, p->spread);
    for (size_t t = 0; status == ROUTH_OK && t < study->count; t++)
        if (p->spread[t].why_not != elsewhere) {
            study->spread->spread[t] = p->spread[t];
            p->spread[t] = (routh_spread3){0};
        }
    return status;
}

static routh_status spread_all(parting *p) {
    routh_rollout_study *study = p->study;
    routh_status status = ROUTH_OK;
    for (size_t k = 0; status == ROUTH_OK && k < study->fold_count; k++) {
        status = routh_world3_of_dataset(p->context, study->dataset, study->options.fit.calibrated, &p->cube, &p->plane,
                                         &p->world);
        if (status == ROUTH_OK)
            status = spread_part(p, k);
        routh_shape3_release(p->context, &p->cube);
        p->cube = (routh_shape3){0};
    }
    return status == ROUTH_OK ? routh_spread_cover_all(p->context, study) : status;
}

routh_status routh_spread_study_of(routh_context *context, routh_rollout_study *study) {
    if (study->options.spread == 0)
        return ROUTH_OK;
    routh_spread_study *own = study->spread = routh_allocate(context, 1, sizeof *own);
    if (!own)
        return ROUTH_OUT_OF_MEMORY;
    own->fold = routh_allocate(context, study->fold_count, sizeof *own->fold);
    own->spread = routh_allocate(context, study->count, sizeof *own->spread);
    parting p = {.context = context,
                 .study = study,
                 .start = routh_allocate(context, study->count, sizeof *p.start),
                 .part = routh_allocate(context, study->count, sizeof *p.part),
                 .spread = routh_allocate(context, study->count, sizeof *p.spread)};
    const bool room = own->fold && own->spread && p.start && p.part && p.spread;
    const routh_status status = room ? spread_all(&p) : ROUTH_OUT_OF_MEMORY;
    routh_spreads3_release(context, p.spread, study->count);
    routh_release(context, p.spread);
    routh_release(context, p.start);
    routh_release(context, p.part);
    return status;
}

void routh_spread_study_release(routh_context *context, routh_rollout_study *study) {
    if (!study->spread)
        return;
    routh_spreads3_release(context, study->spread->spread, study->count);
    routh_release(context, study->spread->spread);
    routh_release(context, study->spread->fold);
    routh_release(context, study->spread->moment);
    routh_release(context, study->spread);
    study->spread = NULL;
}
