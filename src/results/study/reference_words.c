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
