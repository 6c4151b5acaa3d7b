/* What rebounds of spheres say of springs at the contact, in sentences.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>

#include "base/context.h"
#include "base/numbers.h"
#include "file/c_locale.h"
#include "study/rebound_study.h"

static const char *const unit[ROUTH_REBOUND_QUANTITIES] = {"°", " rad/s", ""};
static const double scale[ROUTH_REBOUND_QUANTITIES] = {180 / ROUTH_PI, 1, 1};

static void say_law(const routh_law_rebounds *l, routh_findings_writer *words) {
    char parameters[256] = "", errors[256] = "";
    size_t used = 0;
    for (int j = 0; j < l->law->parameter_count && used < sizeof parameters; j++)
        used +=
            (size_t)snprintf(parameters + used, sizeof parameters - used, "%s%s = %.3f (%.3f to %.3f)", j ? ", " : "",
                             l->law->parameter[j].symbol, l->parameters[j], l->interval[j].low, l->interval[j].high);
    used = 0;
    for (int q = 0; q < ROUTH_REBOUND_QUANTITIES && used < sizeof errors; q++)
        if (isfinite(l->held_out[q]))
            used += (size_t)snprintf(errors + used, sizeof errors - used, "%s%s %.3g%s", used ? ", " : "",
                                     routh_about(&routh_rebound_quantities, q), scale[q] * l->held_out[q], unit[q]);
    routh_findings_add(words, ROUTH_NOTE, "laws", "%s: %s. Each incidence predicted from the others errs by: %s.",
                       l->law->title, parameters, errors);
}

/* More than twice the standard error is more than chance. */
static void say_advantage(const routh_law_rebounds *first, const routh_law_rebounds *l, routh_findings_writer *words) {
    const double z = l->advantage / l->advantage_error;
    routh_findings_add(
        words, ROUTH_NOTE, "springs",
        "Each incidence predicted from the others, the logarithm of the likelihood ratio of %s to %s is %.1f ± "
        "%.1f: %s.",
        l->law->title, first->law->title, l->advantage, l->advantage_error,
        z > 2    ? "the rows favour it, by more than their scatter"
        : z < -2 ? "the rows speak against it, by more than their scatter"
                 : "these rows do not decide between them");
}

/* A law that errs by more than this share of what was measured says nothing about it. */
static const double useless = 0.5;

/* Where no law predicts a quantity at all, a number or a unit is more likely wrong than every law. */
static void say_useless(const routh_rebound_study *study, routh_findings_writer *words) {
    for (int q = 0; q < ROUTH_REBOUND_QUANTITIES; q++) {
        double squares = 0, count = 0, least = INFINITY;
        for (size_t i = 0; i < study->rebounds->count; i++)
            if ((int)study->rebounds->rebound[i].quantity == q) {
                squares += study->rebounds->rebound[i].value * study->rebounds->rebound[i].value;
                count++;
            }
        for (size_t l = 0; l < study->law_count; l++)
            least = fmin(least, study->law[l].held_out[q]);
        if (count > 0 && least > useless * sqrt(squares / count))
            routh_findings_add(
                words, ROUTH_WARNING, "units",
                "None of these laws predicts the %s: the least error, %.3g%s, is %.0f %% of its size. Check the "
                "radius, the speed and the units.",
                routh_about(&routh_rebound_quantities, q), scale[q] * least, unit[q],
                100 * least / sqrt(squares / count));
    }
}

routh_status routh_rebound_study_say(routh_context *context, routh_rebound_study *study) {
    routh_c_locale numbers;
    routh_status status = routh_c_locale_begin(context, &numbers);
    if (status != ROUTH_OK)
        return status;
    routh_findings_writer words = {context, &study->findings, ROUTH_OK};
    for (size_t l = 0; l < study->law_count; l++)
        say_law(&study->law[l], &words);
    say_useless(study, &words);
    for (size_t l = 1; l < study->law_count; l++)
        say_advantage(&study->law[0], &study->law[l], &words);
    routh_c_locale_end(&numbers);
    return words.status;
}
