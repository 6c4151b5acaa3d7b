/* What systematics come to, in words.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "study/internal.h"

#include <math.h>

#include "base/context.h"

static const routh_variant *find(const routh_systematics *all, routh_reading_kind kind) {
    for (size_t i = 0; i < all->count; i++)
        if (all->variant[i].kind == kind)
            return &all->variant[i];
    return NULL;
}

/* Standard error and systematics of each parameter side by side. */
static void say_parameters(const routh_systematics *all, routh_findings_writer *words) {
    for (int j = 0; j < all->law->parameter_count && all->count > 1; j++) {
        const double value = all->variant[0].parameters[j], error = all->interval[j].deviation;
        const double most = fmax(all->high[j] - value, value - all->low[j]);
        routh_findings_measured(
            words, most > 2 * error ? ROUTH_WARNING : ROUTH_NOTE, all->law->parameter[j].name,
            (routh_finding_numbers){value, most, error, ""},
            "%s: %s = %.3f with a standard error of %.3f; other readings of the recording give %.3f to %.3f.",
            all->law->title, all->law->parameter[j].symbol, value, error, all->low[j], all->high[j]);
    }
}

static void say_calibration(const routh_systematics *all, routh_findings_writer *words) {
    const routh_variant *before = find(all, ROUTH_READING_UNCALIBRATED), *after = &all->variant[0];
    if (!before) {
        before = &all->variant[0];
        after = find(all, ROUTH_READING_CALIBRATED);
    }
    if (after && before)
        routh_findings_measured(
            words, ROUTH_NOTE, "calibration", (routh_finding_numbers){before->bound, after->bound, NAN, ""},
            "Calibration without a law %s the identity's R² from %.3f to %.3f, the rigid bound from %.3f to "
            "%.3f and the error of %s from %.3f to %.3f.",
            after == &all->variant[0] ? "changed" : "would change", before->identity.r2, after->identity.r2,
            before->bound, after->bound, all->law->title, before->error, after->error);
}

static void say_inertia(const routh_dataset *dataset, const routh_systematics *all, routh_findings_writer *words) {
    const routh_variant *used = &all->variant[0], *other = find(all, ROUTH_READING_INERTIA);
    if (!other)
        return;
    routh_findings_measured(
        words, ROUTH_WARNING, "inertia",
        (routh_finding_numbers){sqrt(dataset->body.inertia / dataset->body.mass), all->advised_gyration, NAN, "m"},
        "The radius of gyration in use is %.4f m; with %.4f m, which the impacts imply, the rigid bound would "
        "be %.3f instead of %.3f and the error of %s %.3f instead of %.3f.",
        sqrt(dataset->body.inertia / dataset->body.mass), all->advised_gyration, other->bound, used->bound,
        all->law->title, other->error, used->error);
}

routh_status routh_systematics_say(routh_context *context, const routh_dataset *dataset, routh_systematics *all) {
    routh_findings_writer words = {.context = context, .findings = &all->findings};
    say_calibration(all, &words);
    say_inertia(dataset, all, &words);
    say_parameters(all, &words);
    return words.status;
}
