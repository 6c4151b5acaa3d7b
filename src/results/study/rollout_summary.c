/* Errors of predicted tosses in a few numbers.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>

#include "algebra/algebra.h"
#include "base/context.h"
#include "base/numbers.h"
#include "rollout/rollout.h"
#include "study/rollout_study.h"

static const double high = 0.9;

/* Curves over time end where fewer tosses than this share are left: those that remain are not like the others. */
static const double remaining = 0.9;

/* Mean, median and 90 % quantile; sorts. */
static void spread_of(double *value, size_t count, double *mean, double *median, double *quantile) {
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += value[i];
    if (count > 0)
        qsort(value, count, sizeof *value, routh_ascending);
    *mean = count > 0 ? sum / (double)count : NAN;
    *median = count > 0 ? routh_quantile(value, count, 0.5) : NAN;
    *quantile = count > 0 ? routh_quantile(value, count, high) : NAN;
}

static routh_interval interval_of(const double *value, size_t count, double mean) {
    double squares = 0;
    for (size_t i = 0; i < count; i++)
        squares += (value[i] - mean) * (value[i] - mean);
    if (count < 3)
        return (routh_interval){NAN, NAN, NAN};
    const double error = sqrt(squares / (double)(count * (count - 1)));
    const double wide = error * routh_student_quantile(0.95, (double)(count - 1));
    return (routh_interval){mean - wide, mean + wide, error};
}

static void add_phases(const routh_rollout *one, double width, routh_rollout_summary *summary) {
    for (int p = 0; p < ROUTH_ROLLOUT_PHASES; p++) {
        if (isnan(one->phase_position[p]))
            continue;
        summary->phase_tosses[p]++;
        summary->phase_position[p] += one->phase_position[p] / width;
        summary->phase_rotation[p] += one->phase_rotation[p];
    }
}

/* Means that not every toss has. */
static double mean_of(double sum, size_t count) {
    return count > 0 ? sum / (double)count : NAN;
}

routh_rollout_summary routh_rollout_summary_of(const routh_rollout *rollout, size_t count, double width,
                                               double *scratch) {
    routh_rollout_summary summary = {0};
    size_t later = 0;
    for (size_t t = 0; t < count; t++) {
        const routh_rollout_error *error = &rollout[t].error;
        if (rollout[t].why_not)
            continue;
        scratch[summary.tosses++] = error->position / width;
        summary.faces += error->face_right;
        summary.position_end += error->position_end / width;
        summary.rotation_end += error->rotation_end;
        add_phases(&rollout[t], width, &summary);
        if (isnan(error->position_after))
            continue;
        summary.position_after += error->position_after / width;
        summary.rotation_after += error->rotation_after;
        later++;
    }
    spread_of(scratch, summary.tosses, &summary.position, &summary.position_median, &summary.position_high);
    summary.position_interval = interval_of(scratch, summary.tosses, summary.position);
    for (size_t t = 0, at = 0; t < count; t++)
        if (!rollout[t].why_not)
            scratch[at++] = rollout[t].error.rotation;
    spread_of(scratch, summary.tosses, &summary.rotation, &summary.rotation_median, &summary.rotation_high);
    summary.rotation_interval = interval_of(scratch, summary.tosses, summary.rotation);
    summary.position_after = mean_of(summary.position_after, later);
    summary.rotation_after = mean_of(summary.rotation_after, later);
    summary.position_end = mean_of(summary.position_end, summary.tosses);
    summary.rotation_end = mean_of(summary.rotation_end, summary.tosses);
    for (int p = 0; p < ROUTH_ROLLOUT_PHASES; p++) {
        summary.phase_position[p] = mean_of(summary.phase_position[p], summary.phase_tosses[p]);
        summary.phase_rotation[p] = mean_of(summary.phase_rotation[p], summary.phase_tosses[p]);
    }
    return summary;
}

void routh_rollout_paired(const routh_rollout_study *study, const routh_rollout *rollout, double *scratch,
                          routh_rollout_change change[2]) {
    for (int rotation = 0; rotation < 2; rotation++) {
        size_t count = 0;
        double sum = 0;
        for (size_t t = 0; t < study->count; t++) {
            const routh_rollout_error *other = &rollout[t].error, *own = &study->rollout[t].error;
            if (rollout[t].why_not || study->rollout[t].why_not)
                continue;
            scratch[count] =
                rotation ? other->rotation - own->rotation : (other->position - own->position) / study->width;
            sum += scratch[count++];
        }
        change[rotation].mean = mean_of(sum, count);
        change[rotation].interval = interval_of(scratch, count, change[rotation].mean);
    }
}

/* Both errors of all tosses that were recorded `after` instants after the fit. */
static size_t gather(const routh_rollout_study *study, size_t after, double *position, double *rotation) {
    size_t count = 0;
    for (size_t t = 0; t < study->count; t++) {
        const routh_rollout *one = &study->rollout[t];
        const size_t at = one->start.last - one->start.first + after;
        if (one->why_not || at >= one->count)
            continue;
        position[count] = one->apart[at][0] / study->width;
        rotation[count++] = one->apart[at][1];
    }
    return count;
}

routh_status routh_rollout_moments_of(routh_context *context, routh_rollout_study *study) {
    size_t longest = 0;
    for (size_t t = 0; t < study->count; t++)
        longest = study->dataset->trajectory[t].count > longest ? study->dataset->trajectory[t].count : longest;
    double *scratch = routh_allocate(context, study->count, 2 * sizeof *scratch);
    study->moment = routh_allocate(context, longest, sizeof *study->moment);
    for (size_t after = 0; scratch && study->moment && after < longest; after++) {
        double *const position = scratch, *const rotation = scratch + study->count;
        const size_t count = gather(study, after, position, rotation);
        if ((double)count < remaining * (double)study->summary.tosses || count == 0)
            break;
        routh_rollout_moment *m = &study->moment[study->moment_count++];
        *m = (routh_rollout_moment){.time = (double)after / study->dataset->rate, .tosses = count};
        spread_of(position, count, &m->position, &m->position_median, &m->position_high);
        spread_of(rotation, count, &m->rotation, &m->rotation_median, &m->rotation_high);
    }
    const bool there = scratch && study->moment;
    routh_release(context, scratch);
    return there ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
}

void routh_rollout_study_recorded(const routh_rollout_study *study, size_t trajectory, size_t instant,
                                  double point[3]) {
    routh_rollout_recorded(study->dataset, trajectory, instant, point);
}

typedef struct ranked {
    double error;
    size_t trajectory;
} ranked;

static int by_error(const void *a, const void *b) {
    const ranked *x = a, *y = b;
    return x->error != y->error ? (x->error > y->error) - (x->error < y->error)
                                : (x->trajectory > y->trajectory) - (x->trajectory < y->trajectory);
}

routh_status routh_rollout_rank(routh_context *context, routh_rollout_study *study) {
    ranked *list = routh_allocate(context, study->count, sizeof *list);
    size_t count = 0;
    if (!list)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t t = 0; t < study->count; t++) {
        const routh_rollout_error *error = &study->rollout[t].error;
        if (!study->rollout[t].why_not)
            list[count++] = (ranked){error->position / study->width + error->rotation, t};
    }
    qsort(list, count, sizeof *list, by_error);
    if (count > 0) {
        study->best = list[0].trajectory;
        study->median = list[count / 2].trajectory;
        study->worst = list[count - 1].trajectory;
    }
    routh_release(context, list);
    return ROUTH_OK;
}
