/* What a misfit comes to: the parameters on either side of the quantity that it is related to, the law that has the relation
 * and what it gains, two kinds of impact in one recording, and impacts that are mirrored.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/numbers.h"
#include "study/internal.h"

enum { LEAST_HALF = 10, ROUNDS = 12, FEWEST_MIRRORED = 5 };

static const double least_share = 0.1; /* of a kind of impact: fewer are outliers */
static const double halved =
    0.5; /* two kinds leave less than that of the error; of one kind with noise, two sets of parameters
                                        * leave four fifths or more */

/* The law fitted to the impacts whose `side` is below, or not below, the median. */
static routh_status fit_halves(routh_context *context, const routh_study_options *options, const routh_law *law,
                               const routh_sample *sample, const double *side, size_t count, size_t *index,
                               double *scratch, routh_remainder *rest) {
    memcpy(scratch, side, count * sizeof *scratch);
    const double middle = routh_median(scratch, count);
    for (int half = 0; half < 2; half++) {
        routh_estimate fit;
        size_t found = 0;
        for (size_t i = 0; i < count; i++)
            if ((side[i] < middle) == (half == 0))
                index[found++] = i;
        if (found < LEAST_HALF)
            return ROUTH_OK;
        const routh_status status = routh_law_fit(context, law, sample, index, found, &options->ensemble, &fit);
        if (status != ROUTH_OK)
            return status;
        memcpy(half == 0 ? rest->low : rest->high, fit.parameters, sizeof fit.parameters);
    }
    return ROUTH_OK;
}

/* The law that has what was found, fitted to the same impacts and tested on the same held out. */
static routh_status try_law(routh_context *context, const routh_study_options *options, routh_frame_study *f,
                            size_t *index) {
    const routh_law_study *best = &f->law[f->best];
    routh_remainder *rest = &f->remainder;
    char name[ROUTH_NAME_SIZE];
    size_t fitted = 0;
    double sum = 0, squares = 0, error = 0, count = 0;
    snprintf(name, sizeof name, "%s+%s", best->law->name,
             strcmp(rest->parameter, "eps") == 0  ? "eps-power"
             : strcmp(rest->parameter, "mu") == 0 ? "mu-stribeck"
                                                  : "couple");
    rest->law = routh_law_find(NULL, name);
    if (!rest->law && strcmp(rest->parameter, "couple") == 0) /* which only one law has */
        rest->law = routh_law_find(NULL, "mirtich+couple");
    if (!rest->law)
        return ROUTH_OK;
    for (size_t i = 0; i < f->count; i++)
        if (!f->held_out[i])
            index[fitted++] = i;
    const routh_status status =
        routh_law_fit(context, rest->law, f->sample, index, fitted, &options->ensemble, &rest->fit);
    for (size_t i = 0; i < f->count && status == ROUTH_OK; i++) {
        const double own =
            routh_sample_error(&f->sample[i], routh_sample_predict(rest->law, rest->fit.parameters, &f->sample[i]));
        const double more = best->impact[i].error - own;
        if (!f->held_out[i] || !isfinite(more))
            continue;
        error += own;
        sum += more;
        squares += more * more;
        count++;
    }
    for (int j = 0; strcmp(rest->parameter, "couple") == 0 && j < best->law->parameter_count; j++) {
        const int same = routh_law_parameter(rest->law, best->law->parameter[j].name); /* means the same there */
        if (same < 0)
            continue;
        rest->low[j] = fmin(rest->low[j], rest->fit.parameters[same]);
        rest->high[j] = fmax(rest->high[j], rest->fit.parameters[same]);
    }
    rest->error = error / count;
    rest->gain = sum / count;
    rest->gain_se = sqrt(fmax(0, squares / count - rest->gain * rest->gain) / count);
    return status;
}

/* Each impact, or trajectory, to the nearer of two sets of parameters, from those on either side of the median residual. */
static routh_status fit_two(routh_context *context, const routh_study_options *options, const routh_law *law,
                            const double *start, const routh_sample *sample, size_t count, size_t *index,
                            unsigned char *kind, routh_remainder *rest) {
    double parameters[2][ROUTH_MAX_PARAMETERS], one = 0, two = 0;
    size_t found[2] = {0, 0};
    routh_status status = ROUTH_OK;
    for (int k = 0; k < 2; k++) {
        memcpy(parameters[k], start, sizeof parameters[k]);
        for (int j = 0; j < law->parameter_count; j++)
            if (strcmp(law->parameter[j].name, "eps") == 0)
                parameters[k][j] =
                    fmin(law->parameter[j].high, fmax(law->parameter[j].low, start[j] + 0.1 * (2 * k - 1)));
    }
    for (int round = 0; round < ROUNDS && status == ROUTH_OK; round++) {
        one = two = 0;
        for (size_t i = 0; i < count;) {
            double error[3] = {0, 0, 0};
            size_t next = i;
            do {
                for (int k = 0; k < 3; k++)
                    error[k] += routh_sample_error(
                        &sample[next], routh_sample_predict(law, k < 2 ? parameters[k] : start, &sample[next]));
                next++;
            } while (next < count && sample[next].trajectory > 0 && sample[next].trajectory == sample[i].trajectory);
            if (isfinite(error[0] + error[1] + error[2])) { /* a body that stops has no relative error */
                two += fmin(error[0], error[1]);
                one += error[2];
            }
            for (; i < next; i++)
                kind[i] = error[1] < error[0];
        }
        for (int k = 0; k < 2 && status == ROUTH_OK; k++) {
            routh_estimate fit;
            found[k] = 0;
            for (size_t i = 0; i < count; i++)
                if (kind[i] == k)
                    index[found[k]++] = i;
            if (found[k] < LEAST_HALF)
                return ROUTH_OK;
            status = routh_law_fit(context, law, sample, index, found[k], &options->ensemble, &fit);
            memcpy(parameters[k], fit.parameters, sizeof parameters[k]);
        }
    }
    const double share = (double)(found[0] < found[1] ? found[0] : found[1]) / (double)count;
    if (status != ROUTH_OK || share < least_share || two > halved * one)
        return status;
    rest->mixed = share;
    rest->mixed_error = two / (double)count;
    memcpy(rest->low, parameters[0], sizeof rest->low);
    memcpy(rest->high, parameters[1], sizeof rest->high);
    return status;
}

/* A point impulse obeys k² Δω = r_x Δv_y − r_y Δv_x. Impacts that do not, and do with the sign of one term or both turned, by
 * the scale of the best reading of each. */
static void count_mirrored(const routh_sample *sample, size_t count, double *scratch, routh_remainder *rest) {
    static const double sign[ROUTH_FRAME_COUNT][2] = {[ROUTH_AS_RECORDED] = {1, 1},
                                                      [ROUTH_MIRROR_T] = {1, -1},
                                                      [ROUTH_MIRROR_N] = {-1, 1},
                                                      [ROUTH_MIRROR_BOTH] = {-1, -1}};
    for (int frame = 1; frame < ROUTH_FRAME_COUNT; frame++) {
        size_t mirrored = 0;
        double scale = 0;
        for (int pass = 0; pass < 2; pass++) {
            for (size_t i = 0; i < count; i++) {
                const routh_impact *b = &sample[i].impact;
                const routh_velocity *a = &sample[i].after;
                const double normal = b->rx * (a->vy - b->vy), tangential = -b->ry * (a->vx - b->vx);
                const double turn = b->inertia / b->mass * (a->omega - b->omega);
                const double own = fabs(turn - normal - tangential);
                const double other = fabs(turn - sign[frame][0] * normal - sign[frame][1] * tangential);
                scratch[i] = fmin(own, other);
                mirrored += pass == 1 && own > 6 * scale && other < 3 * scale;
            }
            if (pass == 0)
                scale = 1.5 * routh_median(scratch, count);
        }
        if (mirrored > rest->mirrored && mirrored >= FEWEST_MIRRORED && (double)mirrored > 0.05 * (double)count) {
            rest->mirrored = mirrored;
            rest->mirror = (routh_frame)frame;
        }
    }
}

routh_status routh_remainder_kinds(routh_context *context, const routh_study_options *options, routh_frame_study *f,
                                   const routh_sample *sample, const double *side, size_t count) {
    const routh_law_study *best = &f->law[f->best];
    routh_remainder *rest = &f->remainder;
    size_t *index = routh_allocate(context, f->count, sizeof *index);
    double *scratch = routh_allocate(context, count, sizeof *scratch);
    unsigned char *kind = routh_allocate(context, count, sizeof *kind);
    routh_status status = index && scratch && kind ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    memcpy(rest->low, best->fit.parameters, sizeof rest->low);
    memcpy(rest->high, best->fit.parameters, sizeof rest->high);
    if (status == ROUTH_OK)
        count_mirrored(sample, count, scratch, rest);
    if (status == ROUTH_OK && rest->found)
        status = fit_halves(context, options, best->law, sample, side, count, index, scratch, rest);
    if (status == ROUTH_OK && rest->found && rest->modified)
        status = try_law(context, options, f, index);
    if (status == ROUTH_OK && routh_law_parameter(best->law, "eps") >= 0)
        status = fit_two(context, options, best->law, best->fit.parameters, sample, count, index, kind, rest);
    routh_release(context, kind);
    routh_release(context, scratch);
    routh_release(context, index);
    return status;
}
