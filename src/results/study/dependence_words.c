/* What covariates come to, in sentences.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/context.h"
#include "study/explore.h"

/* Quantities that correlate by more than this are named. */
static const double correlated = 0.7;

/* A gain of more standard errors than this is one. */
static const double clear = 2;

static void say_gain(routh_findings_writer *writer, const routh_dependence_test *t) {
    const routh_finding_numbers numbers = {NAN, t->gain, t->gain_se, "1"};
    const bool gains = t->gain > clear * t->gain_se, loses = t->gain < -clear * t->gain_se;
    routh_findings_measured(
        writer, gains ? ROUTH_NOTE : ROUTH_WARNING, ROUTH_TOPIC_COVARIATES, numbers,
        "With these covariates %s predicts held-out impacts with an error of %.3f (%.3f m/s) in place of "
        "%.3f (%.3f m/s): %s (difference %.4f ± %.4f).",
        t->fit.law->title, t->error_mean, t->error_velocity, t->constant_mean, t->constant_velocity,
        gains   ? "they help"
        : loses ? "they make it worse"
                : "they make no difference that these impacts show",
        t->gain, t->gain_se);
}

/* A law without the parameter has the same numbers before and after, and the reader should know why. */
static void say_lacking(routh_findings_writer *writer, const routh_dependence_study *study) {
    for (size_t k = 0; k < study->covariate_count; k++)
        for (size_t l = 0; l < study->law_count; l++) {
            const routh_law *law = study->law[l].fit.law;
            if (routh_law_parameter(law, study->covariate[k].parameter) < 0)
                routh_findings_add(writer, ROUTH_WARNING, ROUTH_TOPIC_COVARIATES,
                                   "%s has no parameter %s, so %s has no effect on it.", law->title,
                                   study->covariate[k].parameter, study->covariate[k].quantity);
        }
}

routh_status routh_dependence_say(routh_context *context, size_t fit_count, routh_dependence_study *study) {
    routh_findings_writer writer = {context, &study->findings, ROUTH_OK};
    const routh_dependence *d = &study->law[study->best].fit;
    say_gain(&writer, &study->law[study->best]);
    if (fabs(d->correlation) > correlated)
        routh_findings_measured(
            &writer, ROUTH_NOT_DETERMINED, ROUTH_TOPIC_COVARIATES,
            (routh_finding_numbers){NAN, d->correlation, NAN, "1"},
            "%s and %s correlate at %.2f: the fit shares %s out between them, and neither share alone means "
            "much.",
            d->covariate[d->correlated[0]].quantity, d->covariate[d->correlated[1]].quantity, d->correlation,
            d->covariate[d->correlated[0]].parameter);
    say_lacking(&writer, study);
    if (d->clipped > 0)
        routh_findings_add(&writer, ROUTH_WARNING, ROUTH_TOPIC_COVARIATES,
                           "In %zu of %zu fitted impacts a parameter of %s is at its bound.", d->clipped, fit_count,
                           d->law->title);
    for (size_t l = 0; l < study->law_count; l++)
        if (!study->law[l].fit.converged)
            routh_findings_add(&writer, ROUTH_WARNING, ROUTH_TOPIC_COVARIATES,
                               "The search for the coefficients of %s ran out of evaluations.",
                               study->law[l].fit.law->title);
    return writer.status;
}
