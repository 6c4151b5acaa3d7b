/* What noise explains, and what the printed tables say, in sentences.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/numbers.h"
#include "study/internal.h"

/* Where the recording's figure lies beside what a true law would show. */
static const char *beside(const routh_reference_range *range, double measured) {
    return measured > range->high ? "more than" : measured < range->low ? "less than" : "within what";
}

/* The speeds of the contact point between which 95 % of the impacts lie; false without memory for them. */
static bool usual_speeds(routh_context *context, const routh_frame_study *f, double speed[2]) {
    double *all = routh_allocate(context, f->count, sizeof *all);
    if (!all)
        return false;
    for (size_t i = 0; i < f->count; i++)
        all[i] = hypot(f->sample[i].contact.vt, f->sample[i].contact.vn);
    qsort(all, f->count, sizeof *all, routh_ascending);
    speed[0] = all[f->count / 40];
    speed[1] = all[f->count - 1 - f->count / 40];
    routh_release(context, all);
    return true;
}

void routh_findings_add_use(const routh_study *study, size_t frame, routh_findings_writer *words) {
    const routh_frame_study *f = &study->frame[frame];
    const routh_law_study *s = &f->law[f->best];
    const int friction = routh_law_parameter(s->law, "mu"), restitution = routh_law_parameter(s->law, "eps");
    double speed[2];
    if (frame > 0 || f->count == 0 || friction < 0 || restitution < 0 ||
        (study->evidence.decided && study->evidence.best != f->frame))
        return;
    if (!usual_speeds(words->context, f, speed)) {
        words->status = ROUTH_OUT_OF_MEMORY;
        return;
    }
    char mu[96];
    if (isinf(s->interval[friction].high))
        snprintf(mu, sizeof mu, "μ of at least %.3f", s->interval[friction].low);
    else
        snprintf(mu, sizeof mu, "μ = %.3f (%.3f to %.3f)", s->fit.parameters[friction], s->interval[friction].low,
                 s->interval[friction].high);
    routh_findings_add(
        words, ROUTH_NOTE, ROUTH_TOPIC_USE,
        "Use these values: %s with %s and %s = %.3f (%.3f to %.3f). μ bounds the tangential impulse by μ times the "
        "normal one; %s is the %s. They were found at contact speeds of %.2g to %.2g m/s.",
        s->law->title, mu, s->law->parameter[restitution].symbol, s->fit.parameters[restitution],
        s->interval[restitution].low, s->interval[restitution].high, s->law->parameter[restitution].symbol,
        routh_about(&routh_restitutions, s->law->restitution), speed[0], speed[1]);
    if (study->systematics.count > 1 && study->systematics.law == s->law)
        routh_findings_add(
            words, ROUTH_NOTE, ROUTH_TOPIC_USE,
            "The intervals are those of chance. Other readings of the recording (time between the velocities, "
            "calibration, flags, a few records that do not fit) give μ from %.3f to %.3f and %s from %.3f to %.3f.",
            study->systematics.low[friction], study->systematics.high[friction], s->law->parameter[restitution].symbol,
            study->systematics.low[restitution], study->systematics.high[restitution]);
}

void routh_findings_add_reference(const routh_frame_study *f, routh_findings_writer *words) {
    const routh_law_study *s = &f->law[f->best];
    const routh_reference *r = &s->reference;
    if (!(f->noise > 0) || !(r->error.mean > 0))
        return;
    const bool flights = f->noise_source == ROUTH_NOISE_OF_FLIGHTS;
    if (flights)
        routh_findings_add(
            words, ROUTH_NOTE, "attainable",
            "The frames of the flights give velocities with a noise of %.2g m/s (%.2g to %.2g); the rigid bound "
            "alone would say %.2g m/s. What is between them is not noise of tracking.",
            f->noise, f->noise_low, f->noise_high, f->noise_bound);
    if (flights)
        routh_findings_add(
            words, ROUTH_NOTE, "attainable",
            "If %s were exactly true, noise of %.4f m/s (%s) would leave a held-out error of %.3f (%.3f to %.3f; "
            "%.3f m/s): this is attainable, the bound is not. Measured: %.3f, %s noise explains.",
            s->law->title, f->noise, routh_about(&routh_noise_sources, f->noise_source), r->error.mean, r->error.low,
            r->error.high, r->error_velocity.mean, s->error_mean, beside(&r->error, s->error_mean));
    else
        routh_findings_add(
            words, ROUTH_NOTE, "attainable",
            "If %s were exactly true, noise %s would leave a held-out error between %.3f and %.3f (%.3f and %.3f "
            "m/s): this is attainable, the bound is not. The bound does not say in which velocities the noise "
            "is, or whether before or after the impact, so these are the limits over all that agree with the "
            "recording: %.2g to %.2g m/s, or %.2g m/s if it is alike in all. Measured: %.3f, %s noise explains.",
            s->law->title, routh_about(&routh_noise_sources, f->noise_source), r->error.low, r->error.high,
            r->error_velocity.low, r->error_velocity.high, f->noise_low, f->noise_high, f->noise, s->error_mean,
            beside(&r->error, s->error_mean));
    if (s->law->parameter_count > 0)
        routh_findings_add(
            words, ROUTH_NOTE, "attainable",
            "It would then reach between %.0f and %.0f %% of the impulses; measured %.0f %%. Of those measured it "
            "reaches %.0f %% within 1 %% of the impulse and %.1f %% within 5 %%.",
            100 * fmax(0, r->reach.low), 100 * fmin(1, r->reach.high), 100 * s->reach, 100 * s->reach_at[4],
            100 * s->reach_at[6]);
    if (f->reversals > 0)
        routh_findings_add(
            words, ROUTH_NOTE, ROUTH_TOPIC_ANOMALIES,
            "Noise makes slip look reversed: where %s is true, %.0f %% of the impacts reverse and between %.0f and "
            "%.0f %% seem to; measured %.0f %%. Of its own predictions of reversal %zu are measured; false alarms: "
            "%zu.",
            s->law->title, 100 * r->true_reversals.mean, 100 * fmax(0, r->reversals.low),
            100 * fmin(1, r->reversals.high), 100 * (double)f->reversals / (double)f->count, s->reversals_predicted,
            s->reversals_false);
}
