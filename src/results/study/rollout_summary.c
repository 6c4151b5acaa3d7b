/* Errors of predicted tosses in a few numbers.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algebra/algebra.h"
#include "base/context.h"
#include "base/numbers.h"
#include "rollout/rollout.h"
#include "study/rollout_study.h"

static const double high_quantile = 0.9;

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
    *quantile = count > 0 ? routh_quantile(value, count, high_quantile) : NAN;
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
    ROUTH_ARENA(room, context);
    size_t longest = 0;
    for (size_t t = 0; t < study->count; t++)
        longest = study->dataset->trajectory[t].count > longest ? study->dataset->trajectory[t].count : longest;
    double *const position = routh_take(&room, study->count, sizeof *position);
    double *const rotation = routh_take(&room, study->count, sizeof *rotation);
    study->moment = routh_allocate(context, longest, sizeof *study->moment);
    ROUTH_TRY(study->moment ? room.status : ROUTH_OUT_OF_MEMORY);
    for (size_t after = 0; after < longest; after++) {
        const size_t count = gather(study, after, position, rotation);
        if ((double)count < remaining * (double)study->summary.tosses || count == 0)
            break;
        routh_rollout_moment *m = &study->moment[study->moment_count++];
        *m = (routh_rollout_moment){.time = (double)after / study->dataset->rate, .tosses = count};
        spread_of(position, count, &m->position, &m->position_median, &m->position_high);
        spread_of(rotation, count, &m->rotation, &m->rotation_median, &m->rotation_high);
    }
    return ROUTH_OK;
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
    ROUTH_ARENA(room, context);
    ranked *list = routh_take(&room, study->count, sizeof *list);
    size_t count = 0;
    ROUTH_TRY(room.status);
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
    return ROUTH_OK;
}

/* Parameters of whole tosses beside those of single impacts, flights and heights. */

/* Of a normal distribution: standard errors to each side of an interval of 95 %. */
static const double normal_wide = 1.96;

/* Of single impacts: the law's own parameter of that name, with its interval. */
static bool of_impacts(const routh_study3 *single, const routh_law3 *law, const char *name, double *value,
                       double *error) {
    for (size_t k = 0; single && single->compared && k < single->contestant_count; k++) {
        const routh_law3_study *one = &single->contestant[k];
        for (int d = 0; one->law && one->law == law && d < law->parameter_count; d++)
            if (strcmp(law->parameter[d].name, name) == 0) {
                *value = one->fit.parameters[d];
                *error = one->interval[d].deviation;
                return true;
            }
    }
    return false;
}

/* What single impacts, flights and heights say about a parameter. NaN: nothing. */
static void measured_otherwise(const routh_rollout_study *study, const routh_study3 *single,
                               routh_rollout_parameter parameter, double *value, double *error) {
    const routh_calibration3 *c = &study->dataset->calibration;
    const routh_law3 *law = study->world.surface.law;
    const int axis = (int)parameter - ROUTH_ROLLOUT_CENTRE_X;
    *value = *error = NAN;
    switch (parameter) {
    case ROUTH_ROLLOUT_MU:
    case ROUTH_ROLLOUT_EPS:
    case ROUTH_ROLLOUT_ETA2:
        of_impacts(single, law, routh_name(&routh_rollout_parameters, parameter), value, error);
        break;
    case ROUTH_ROLLOUT_ROUNDING:
        *value = c->rounding, *error = c->rounding_error;
        break;
    case ROUTH_ROLLOUT_CENTRE_X:
    case ROUTH_ROLLOUT_CENTRE_Y:
    case ROUTH_ROLLOUT_CENTRE_Z:
        *value = c->centre[axis], *error = c->centre_error[axis];
        break;
    case ROUTH_ROLLOUT_INERTIA:
        *value = c->inertia, *error = c->inertia_error;
        break;
    case ROUTH_ROLLOUT_DRAG:
        *value = c->drag, *error = c->drag_error;
        break;
    default:
        break;
    }
    if (!(*error > 0))
        *value = *error = NAN;
}

/* Digits after the point that leave two of an error. */
static int digits_of(double error) {
    const double digits = error > 0 && isfinite(error) ? 1 - floor(log10(error)) : 4;
    return (int)fmin(fmax(digits, 0), 9);
}

static void put_interval(double value, double low, double high, char text[ROUTH_ROLLOUT_TEXT]) {
    const int digits = digits_of((high - low) / 2);
    snprintf(text, ROUTH_ROLLOUT_TEXT, "%.*f (%.*f … %.*f)", digits, value, digits, low, digits, high);
}

static void put_texts(const routh_rollout_study *study, routh_rollout_comparison *one) {
    const routh_interval *interval = &study->estimate.interval[one->parameter];
    const bool length = strcmp(routh_rollout_unit(one->parameter), "m") == 0;
    const bool known =
        study->estimate.ended && study->estimate.tosses >= ROUTH_ROLLOUT_LEAST_MEASURED && !isnan(interval->deviation);
    const double factor = length ? 1e3 : 1, wide = normal_wide * one->single_error;
    one->unit = length ? "mm" : routh_rollout_unit(one->parameter);
    snprintf(one->title, sizeof one->title, "%s (%s)", routh_about(&routh_rollout_parameters, one->parameter),
             routh_name(&routh_rollout_parameters, one->parameter));
    if (!known)
        snprintf(one->whole_text, sizeof one->whole_text, "%.4g (error unknown)", factor * one->whole);
    else if (isinf(interval->deviation))
        snprintf(one->whole_text, sizeof one->whole_text, "not determined");
    else
        put_interval(factor * one->whole, factor * interval->low, factor * interval->high, one->whole_text);
    if (isfinite(one->single) && isfinite(one->single_error))
        put_interval(factor * one->single, factor * (one->single - wide), factor * (one->single + wide),
                     one->single_text);
    const int digits = digits_of(factor * fmax(one->fold_high - one->fold_low, 1e-3 * fabs(one->whole)));
    snprintf(one->folds_text, sizeof one->folds_text, "%.*f … %.*f", digits, factor * one->fold_low, digits,
             factor * one->fold_high);
}

static void take_folds(const routh_rollout_study *study, routh_rollout_comparison *one) {
    one->fold_low = INFINITY;
    one->fold_high = -INFINITY;
    for (size_t k = 0; k < study->fold_count; k++) {
        one->fold_low = fmin(one->fold_low, study->fold[k].value[one->parameter]);
        one->fold_high = fmax(one->fold_high, study->fold[k].value[one->parameter]);
    }
}

void routh_rollout_compare(const routh_study3 *single, routh_rollout_study *study) {
    for (int k = 0; k < ROUTH_ROLLOUT_PARAMETERS; k++) {
        const routh_rollout_parameter own = (routh_rollout_parameter)k;
        if (!(study->estimate.free >> k & 1))
            continue;
        routh_rollout_comparison *one = &study->comparison[study->comparison_count++];
        *one = (routh_rollout_comparison){
            .parameter = own, .whole = study->estimate.value[k], .whole_error = study->estimate.interval[k].deviation};
        measured_otherwise(study, single, own, &one->single, &one->single_error);
        one->apart = isinf(one->whole_error) || !study->estimate.ended
                         ? NAN
                         : fabs(one->whole - one->single) / hypot(one->whole_error, one->single_error);
        take_folds(study, one);
        put_texts(study, one);
    }
}
