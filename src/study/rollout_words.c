/* What whole tosses show, in sentences, and their parameters beside those of single impacts.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/constants.h"
#include "base/findings.h"
#include "file/c_locale.h"
#include "rollout/rollout_fit.h"
#include "study/rollout_study.h"
#include "study/spread_study.h"

/* Estimates that differ by more than so many standard errors disagree. */
static const double disagreement = 2;

/* Heights at rest that differ from the shape's by more than this share, and impulses of single impacts that correlate with the
 * shape's corners by less than this, are those of another body. */
static const double other_height = 0.02, other_corners = 0.95;

static double degrees(double angle) {
    return angle * 180 / ROUTH_PI;
}

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

void routh_rollout_compare(const routh_study3 *single, routh_rollout_study *study) {
    for (int k = 0; k < ROUTH_ROLLOUT_PARAMETERS; k++) {
        const routh_rollout_parameter own = (routh_rollout_parameter)k;
        if (!(study->estimate.free >> k & 1))
            continue;
        routh_rollout_comparison *one = &study->comparison[study->comparison_count++];
        *one = (routh_rollout_comparison){
            .parameter = own, .whole = study->estimate.value[k], .whole_error = study->estimate.interval[k].deviation};
        measured_otherwise(study, single, own, &one->single, &one->single_error);
        one->apart =
            isinf(one->whole_error) ? NAN : fabs(one->whole - one->single) / hypot(one->whole_error, one->single_error);
    }
}

static void say_errors(routh_speech *speech, const routh_rollout_study *study) {
    const routh_rollout_summary *s = &study->summary;
    routh_say(
        speech, ROUTH_NOTE, "errors",
        "Tosses that nothing was fitted to are predicted with a mean error of %.1f %% of the width (%.1f … %.1f) and "
        "%.1f° (%.1f … %.1f); the median toss has %.1f %% and %.1f°, nine in ten have less than %.1f %% and %.1f°.",
        100 * s->position, 100 * s->position_interval.low, 100 * s->position_interval.high, degrees(s->rotation),
        degrees(s->rotation_interval.low), degrees(s->rotation_interval.high), 100 * s->position_median,
        degrees(s->rotation_median), 100 * s->position_high, degrees(s->rotation_high));
    routh_say(speech, ROUTH_NOTE, "faces", "The resting face is right in %zu of %zu tosses, %.1f %%.", s->faces,
              s->tosses, 100 * (double)s->faces / (double)s->tosses);
}

static void say_unused(routh_speech *speech, const routh_rollout_study *study) {
    for (size_t t = 0; t < study->count; t++) {
        const char *why = study->rollout[t].why_not;
        size_t same = 0, before = 0;
        for (size_t i = 0; why && i < study->count; i++)
            if (study->rollout[i].why_not && strcmp(study->rollout[i].why_not, why) == 0) {
                same++;
                before += i < t;
            }
        if (why && before == 0)
            routh_say(speech, ROUTH_WARNING, "unused", "%zu of %zu tosses could not be predicted, %s among them: %s.",
                      same, study->count,
                      study->dataset->trajectory[t].name ? study->dataset->trajectory[t].name : "one", why);
    }
}

/* A wrong shape is not noticed by a fit: it predicts badly, and nothing else. */
static void say_shape(routh_speech *speech, const routh_rollout_study *study) {
    const routh_calibration3 *c = &study->dataset->calibration;
    const double height = c->rest_scale / c->scale;
    if (c->rests > 0 && fabs(height - 1) > other_height)
        routh_say(
            speech, ROUTH_WARNING, "shape",
            "The body rests at %.3f times the height of its shape (%zu tosses): shape or unit are not those of the "
            "recording.",
            height, c->rests);
    else if (c->identity.correlation < other_corners)
        routh_say(
            speech, ROUTH_WARNING, "shape",
            "Impulses of single impacts hardly pass through the corners of the shape (correlation %.2f): it may be "
            "another body, or have other axes.",
            c->identity.correlation);
}

static void say_phases(routh_speech *speech, const routh_rollout_study *study) {
    const routh_rollout_summary *s = &study->summary;
    char text[256] = "";
    for (int p = ROUTH_PHASE_FIRST_IMPACT; p < ROUTH_ROLLOUT_PHASES; p++) {
        const size_t length = strlen(text);
        if (s->phase_tosses[p] > 0)
            snprintf(text + length, sizeof text - length, "%s%.1f %% and %.1f° in phase %s", length > 0 ? ", " : "",
                     100 * s->phase_position[p], degrees(s->phase_rotation[p]), routh_name(&routh_rollout_phases, p));
    }
    if (*text)
        routh_say(speech, ROUTH_NOTE, "phases", "Errors by phase: %s.", text);
}

static void say_comparison(routh_speech *speech, const routh_rollout_comparison *one) {
    const char *name = routh_name(&routh_rollout_parameters, one->parameter);
    const char *unit = routh_rollout_unit(one->parameter), *space = *unit ? " " : "";
    const routh_finding_numbers numbers = {one->single, one->whole, one->whole_error, unit};
    if (isinf(one->whole_error))
        routh_find_out(speech, ROUTH_NOT_DETERMINED, name, numbers, "Whole tosses do not determine %s: %s.", name,
                       routh_about(&routh_rollout_parameters, one->parameter));
    else if (one->apart > disagreement)
        routh_find_out(speech, ROUTH_WARNING, name, numbers,
                       "%s is %.4g ± %.2g%s%s from whole tosses but %.4g ± %.2g%s%s otherwise, %.1f standard errors "
                       "apart: the law or the body is not quite as modelled, and the fit makes up for it.",
                       name, one->whole, one->whole_error, space, unit, one->single, one->single_error, space, unit,
                       one->apart);
    else if (one->apart <= disagreement)
        routh_find_out(speech, ROUTH_FINE, name, numbers,
                       "%s is %.4g ± %.2g%s%s from whole tosses and %.4g ± %.2g%s%s otherwise: they agree.", name,
                       one->whole, one->whole_error, space, unit, one->single, one->single_error, space, unit);
    else if (isfinite(one->whole_error))
        routh_find_out(speech, ROUTH_NOTE, name, numbers, "%s is %.4g ± %.2g%s%s from whole tosses.", name, one->whole,
                       one->whole_error, space, unit);
}

static void say_parameters(routh_speech *speech, const routh_rollout_study *study) {
    const bool few = study->estimate.tosses < ROUTH_ROLLOUT_LEAST_MEASURED;
    if (!study->options.fit.errors || study->comparison_count == 0)
        return;
    if (few)
        routh_say(speech, ROUTH_NOT_DETERMINED, "intervals",
                  "Fewer than %d tosses: %zu were fitted to. Errors of the parameters are unknown%s.",
                  ROUTH_ROLLOUT_LEAST_MEASURED, study->estimate.tosses,
                  study->spread ? ", and the regions take the parameters as exact" : "");
    for (size_t k = 0; !few && k < study->comparison_count; k++)
        say_comparison(speech, &study->comparison[k]);
}

static void say_ablations(routh_speech *speech, const routh_rollout_study *study) {
    for (int a = ROUTH_ABLATION_NONE + 1; a < ROUTH_ABLATIONS; a++) {
        const routh_rollout_summary *s = &study->ablation[a];
        const char *name = routh_name(&routh_ablations, a), *about = routh_about(&routh_ablations, a);
        if (!study->ablated[a])
            continue;
        if (s->tosses == 0)
            routh_say(speech, ROUTH_WARNING, name, "With %s no toss could be predicted.", about);
        else
            routh_say(speech, ROUTH_NOTE, name,
                      "With %s%s, the errors are %.1f %% and %.1f°, and the face is right in %.1f %%.", about,
                      a == ROUTH_ABLATION_START ? ", and the parameters of the full fit" : "", 100 * s->position,
                      degrees(s->rotation), 100 * (double)s->faces / (double)s->tosses);
    }
}

routh_status routh_rollout_words(routh_context *context, routh_rollout_study *study) {
    routh_speech speech = {.context = context, .findings = &study->findings};
    routh_c_locale numbers;
    const routh_status status = routh_c_locale_begin(context, &numbers);
    if (status != ROUTH_OK)
        return status;
    if (study->summary.tosses > 0) {
        say_errors(&speech, study);
        say_phases(&speech, study);
    }
    routh_spread_words(&speech, study);
    say_unused(&speech, study);
    say_shape(&speech, study);
    say_parameters(&speech, study);
    say_ablations(&speech, study);
    routh_c_locale_end(&numbers);
    return speech.status;
}
