/* Distributions of whole tosses: each part of the tosses is predicted with parameters, scatter and widening that were fitted to
 * the others. The covariance of parameters is that of the fit to all tosses: parts have none of their own, and it says how
 * far off parameters may be, not where they are.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "study/rollout_study.h"

#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/numbers.h"
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
    ROUTH_TRY(routh_starts3_of(p->context, study->dataset, &p->world, &fit->start, p->start));
    choose(p, k, false);
    ROUTH_TRY(routh_spread3_fit(p->context, study->dataset, &p->world, p->part, &study->estimate,
                                study->options.spread_evaluations, options));
    choose(p, k, true);
    ROUTH_TRY(routh_spreads3_run(p->context, study->dataset, &p->world, p->part, &study->estimate, options, p->spread));
    for (size_t t = 0; t < study->count; t++)
        if (p->spread[t].why_not != elsewhere) {
            study->spread->spread[t] = p->spread[t];
            p->spread[t] = (routh_spread3){0};
        }
    return ROUTH_OK;
}

/* What spreads cover: recorded instants inside of their regions, and resting faces as often as was predicted. */

/* Borders of the bins of probabilities. Most faces are sure to be below, or not to be. */
static const double border[ROUTH_SPREAD_BINS + 1] = {0, 0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98, 1};

/* Which instants count. */
typedef bool counts(const routh_spread3 *spread, size_t k, int phase);

static bool is_later(const routh_spread3 *spread, size_t k, int phase) {
    (void)phase;
    return spread->first + k >= spread->phase_end[ROUTH_PHASE_FLIGHT];
}

static bool is_any(const routh_spread3 *spread, size_t k, int phase) {
    (void)spread, (void)phase;
    return k > 0;
}

static bool is_in(const routh_spread3 *spread, size_t k, int phase) {
    const size_t from = phase > 0 ? spread->phase_end[phase - 1] : 0;
    return spread->first + k >= from && spread->first + k < spread->phase_end[phase];
}

/* Instants of one toss: how many, and how many inside of each region; sums of sizes. */
static size_t count_toss(const routh_spread3 *spread, counts *which, int phase, double inside[3], double size[2]) {
    size_t instants = 0;
    for (size_t k = 0; !spread->why_not && k < spread->count; k++) {
        const routh_spread3_instant *at = &spread->instant[k];
        if (!which(spread, k, phase))
            continue;
        instants++;
        for (int i = 0; i < 3; i++)
            inside[i] += at->reach[i] <= 1;
        size[0] += at->radius, size[1] += at->angle;
    }
    return instants;
}

/* A share of instants is a ratio of two sums over tosses; its error is that of such a ratio. */
static routh_spread_cover cover_of(const routh_rollout_study *study, counts *which, int phase) {
    routh_spread_cover cover = {.instants = 0};
    double inside[3] = {0}, size[2] = {0}, square[3] = {0};
    for (size_t t = 0; t < study->count; t++)
        cover.instants += count_toss(&study->spread->spread[t], which, phase, inside, size);
    const double all = (double)cover.instants;
    for (size_t t = 0; t < study->count; t++) {
        double own[3] = {0}, unused[2] = {0};
        const double instants = (double)count_toss(&study->spread->spread[t], which, phase, own, unused);
        for (int i = 0; i < 3; i++)
            square[i] += pow(own[i] - instants * inside[i] / all, 2);
    }
    for (int i = 0; i < 3; i++) {
        cover.share[i] = inside[i] / all;
        cover.error[i] = sqrt(square[i]) / all;
    }
    cover.radius = size[0] / (all * study->width);
    cover.angle = size[1] / all;
    return cover;
}

static routh_status cover_moments(routh_context *context, routh_rollout_study *study) {
    routh_spread_study *own = study->spread;
    ROUTH_ARENA(room, context);
    double *radius = routh_take(&room, study->count, sizeof *radius);
    double *angle = routh_take(&room, study->count, sizeof *angle);
    own->moment = routh_allocate(context, study->moment_count, sizeof *own->moment);
    ROUTH_TRY(own->moment ? room.status : ROUTH_OUT_OF_MEMORY);
    for (size_t m = 0; m < study->moment_count; m++) {
        routh_spread_moment *moment = &own->moment[own->moment_count++];
        *moment = (routh_spread_moment){.time = study->moment[m].time};
        for (size_t t = 0; t < study->count; t++) {
            const routh_spread3 *spread = &own->spread[t];
            const size_t k = spread->phase_end[ROUTH_PHASE_FLIGHT] - 1 - spread->first + m;
            if (spread->why_not || k >= spread->count)
                continue;
            const routh_spread3_instant *at = &spread->instant[k];
            for (int i = 0; i < 3; i++)
                moment->share[i] += at->reach[i] <= 1;
            radius[moment->tosses] = at->radius / study->width;
            angle[moment->tosses++] = at->angle;
        }
        for (int i = 0; i < 3; i++)
            moment->share[i] /= (double)moment->tosses;
        moment->radius = routh_median(radius, moment->tosses);
        moment->angle = routh_median(angle, moment->tosses);
    }
    return ROUTH_OK;
}

/* E. B. Wilson, JASA 22 (1927) 209. */
static routh_interval share_interval(double hits, double count) {
    const double z = ROUTH_NORMAL_INTERVAL, share = hits / count, spare = 1 + z * z / count;
    const double middle = (share + z * z / (2 * count)) / spare;
    const double wide = z / spare * sqrt(share * (1 - share) / count + z * z / (4 * count * count));
    return (routh_interval){fmax(middle - wide, 0), fmin(middle + wide, 1), wide / z};
}

static size_t bin_of(double probability) {
    size_t bin = 0;
    while (bin + 1 < ROUTH_SPREAD_BINS && probability >= border[bin + 1])
        bin++;
    return bin;
}

static void add_face(routh_spread_study *own, double probability, bool below) {
    routh_spread_bin *bin = &own->bin[bin_of(probability)];
    bin->count++;
    bin->predicted += probability;
    bin->observed += below;
}

/* Brier's score (Monthly Weather Review 78 (1950) 1): the squares of what probabilities are off, over all faces. */
static double brier_of(const routh_spread3 *spread) {
    double score = 0;
    for (size_t f = 0; f < spread->face_count; f++)
        score += pow(spread->face[f] - (f == spread->recorded_face), 2);
    return score;
}

static void judge_faces(routh_rollout_study *study) {
    routh_spread_study *own = study->spread;
    double squares = 0, tosses = 0, wrong = 0;
    for (size_t t = 0; t < study->count; t++) {
        const routh_spread3 *spread = &own->spread[t];
        size_t likeliest = 0;
        if (spread->why_not)
            continue;
        for (size_t f = 0; f < spread->face_count; f++) {
            add_face(own, spread->face[f], f == spread->recorded_face);
            likeliest = spread->face[f] > spread->face[likeliest] ? f : likeliest;
        }
        const double brier = brier_of(spread);
        tosses++;
        own->brier += brier;
        squares += brier * brier;
        own->likeliest += likeliest == spread->recorded_face;
        wrong += !study->rollout[t].error.face_right;
    }
    own->brier /= tosses;
    own->brier_error = sqrt(fmax(squares / tosses - own->brier * own->brier, 0) / tosses);
    own->brier_path = 2 * wrong / tosses;
    for (size_t b = 0; b < ROUTH_SPREAD_BINS; b++) {
        routh_spread_bin *bin = &own->bin[b];
        const double count = (double)bin->count;
        bin->low = border[b], bin->high = border[b + 1];
        bin->interval = share_interval(bin->observed, count);
        bin->predicted /= count, bin->observed /= count;
    }
}

/* Errors of the centres, as of any other predictions. */
static routh_status judge_centres(routh_context *context, routh_rollout_study *study) {
    ROUTH_ARENA(room, context);
    routh_rollout *rollout = routh_take(&room, study->count, sizeof *rollout);
    double *scratch = routh_take(&room, study->count, sizeof *scratch);
    ROUTH_TRY(room.status);
    for (size_t t = 0; t < study->count; t++) {
        const routh_spread3 *spread = &study->spread->spread[t];
        rollout[t] = (routh_rollout){.trajectory = t, .why_not = spread->why_not, .error = spread->error};
        for (int p = 0; p < ROUTH_ROLLOUT_PHASES; p++) {
            double sum[2] = {0}, instants = 0;
            for (size_t k = 0; k < spread->count; k++)
                if (is_in(spread, k, p)) {
                    sum[0] += spread->instant[k].apart[0], sum[1] += spread->instant[k].apart[1];
                    instants++;
                }
            rollout[t].phase_position[p] = sum[0] / instants;
            rollout[t].phase_rotation[p] = sum[1] / instants;
        }
    }
    study->spread->centre = routh_rollout_summary_of(rollout, study->count, study->width, scratch);
    return ROUTH_OK;
}

static routh_status cover_all(routh_context *context, routh_rollout_study *study) {
    routh_spread_study *own = study->spread;
    own->after = cover_of(study, is_later, 0);
    own->all = cover_of(study, is_any, 0);
    for (int p = 0; p < ROUTH_ROLLOUT_PHASES; p++)
        own->phase[p] = cover_of(study, is_in, p);
    judge_faces(study);
    ROUTH_TRY(judge_centres(context, study));
    return cover_moments(context, study);
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
    return status == ROUTH_OK ? cover_all(p->context, study) : status;
}

routh_status routh_spread_study_of(routh_context *context, routh_rollout_study *study) {
    if (study->options.spread == 0)
        return ROUTH_OK;
    routh_spread_study *own = study->spread = routh_allocate(context, 1, sizeof *own);
    if (!own)
        return ROUTH_OUT_OF_MEMORY;
    ROUTH_ARENA(room, context);
    own->fold = routh_allocate(context, study->fold_count, sizeof *own->fold);
    own->spread = routh_allocate(context, study->count, sizeof *own->spread);
    parting p = {.context = context,
                 .study = study,
                 .start = routh_take(&room, study->count, sizeof *p.start),
                 .part = routh_take(&room, study->count, sizeof *p.part),
                 .spread = routh_take(&room, study->count, sizeof *p.spread)};
    ROUTH_TRY(own->fold && own->spread ? room.status : ROUTH_OUT_OF_MEMORY);
    const routh_status status = spread_all(&p);
    routh_spreads3_release(context, p.spread, study->count);
    return status;
}
