/* What a plan says, in sentences, written from its numbers.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/context.h"
#include "insertion/regressor.h"
#include "study/insertion_case.h"

/* A displacement counts as determined when less than this is left of its prior deviation, as in `observe`. */
static const double determined = 0.5;

static void say_precision(routh_findings_writer *words, const routh_insertion_plan *plan) {
    const routh_insertion_candidate *best = &plan->candidate[0];
    const double worst = fmax(best->stiffness_90, best->friction_90), ratio = worst / plan->options.precision;
    if (isfinite(worst))
        routh_findings_add(
            words, plan->reached ? ROUTH_FINE : ROUTH_WARNING, "precision",
            "An insertion of %.1f s, %s, determines K to ±%.3g %% and μ to ±%.3g %% (95 %%, median; nine of ten: "
            "±%.3g %% and ±%.3g %%).",
            best->length, best->about, 100 * best->stiffness, 100 * best->friction, 100 * best->stiffness_90,
            100 * best->friction_90);
    if (plan->reached)
        routh_findings_add(words, ROUTH_NOTE, "time", "The demanded ±%g %% is reached in %.1f s.",
                           100 * plan->options.precision, best->length);
    else if (isfinite(ratio))
        routh_findings_add(
            words, ROUTH_WARNING, "time",
            "The demanded ±%g %% is not reached by one insertion of this kind: about %.0f of them, %.0f s, identified "
            "together would be needed, if their errors are independent.",
            100 * plan->options.precision, ceil(ratio * ratio), best->needed);
    else
        routh_findings_add(words, ROUTH_NOT_DETERMINED, "time", "No insertion of this kind determines %s.",
                           isfinite(best->stiffness_90) ? "friction: no contact slides" : "K and μ");
}

static void say_comparison(routh_findings_writer *words, const routh_insertion_plan *plan) {
    const routh_insertion_candidate *best = &plan->candidate[0], *test = &plan->test;
    if (*test->why || !isfinite(best->stiffness) || !isfinite(best->friction))
        return;
    routh_findings_add(
        words, ROUTH_NOTE, "default path",
        "An insertion that only begins turned by 2° takes %.1f s and would give ±%.3g %% and ±%.3g %%: the "
        "widths of the plan are %.2f and %.2f of that.",
        test->length, 100 * test->stiffness, 100 * test->friction, best->stiffness / test->stiffness,
        best->friction / test->friction);
}

static void say_displacements(routh_findings_writer *words, const routh_insertion_plan *plan) {
    size_t hidden = 0, seen = 0;
    for (size_t j = 0; j < plan->assembly->count; j++) {
        seen += plan->candidate[0].error[j] < determined;
        if (plan->least[j] < determined)
            continue;
        hidden++;
        routh_findings_add(
            words, ROUTH_NOT_DETERMINED, "displacements",
            "No insertion of this kind determines \"%s\": %.0f %% of its prior deviation is left at best.",
            plan->assembly->displacement[j].name, 100 * plan->least[j]);
    }
    routh_findings_add(
        words, ROUTH_NOTE, "displacements",
        "The plan determines %zu of %zu displacements to less than half of their prior deviations; on average %.0f %% "
        "is left.%s",
        seen, plan->assembly->count, 100 * plan->candidate[0].remains,
        hidden ? "" : " None is beyond what insertions of this kind determine.");
}

/* Motions of all parts together, which hardly differ from an error of the reference pose. */
static routh_status say_common(routh_findings_writer *words, const routh_insertion_plan *plan) {
    ROUTH_ARENA(room, words->context);
    double *direction = routh_take(&room, ROUTH_COMMON_MOTIONS, plan->assembly->count * sizeof *direction);
    ROUTH_TRY(room.status);
    const size_t count = routh_common_motions(plan->assembly, direction);
    if (count > 0)
        routh_findings_add(
            words, ROUTH_NOT_DETERMINED, "displacements",
            "What all parts of \"%s\" are displaced by together across the axis, %zu motion%s, is separated from an "
            "error of the reference pose only where parts touch in directions in which they cannot be displaced. "
            "Differences between parts are known better.",
            plan->assembly->object[0].name, count, count == 1 ? "" : "s");
    return words->status;
}

routh_status routh_plan_say(routh_context *context, routh_insertion_plan *plan) {
    routh_findings_writer words = {context, &plan->findings, ROUTH_OK};
    say_precision(&words, plan);
    say_comparison(&words, plan);
    say_displacements(&words, plan);
    ROUTH_TRY(say_common(&words, plan));
    routh_findings_add(
        &words, ROUTH_NOTE, "prediction",
        "Predicted is what one answer states. Where a recording does not separate several answers, identify's "
        "interval of K reaches over all of them.");
    return words.status;
}
