/* Parameters of whole tosses beside those of single impacts, flights and heights.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "rollout/rollout.h"
#include "study/rollout_study.h"

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
