/* Several answers in sentences: their numbers, how they differ, and what would decide between them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>

#include "base/numbers.h"
#include "study/insertion_case.h"

/* A pair carries load if its share is at least this. */
static const double carries = 0.01;

/* The displacement by which two answers differ most, in prior deviations. */
static size_t most_different(const routh_assembly *assembly, const routh_insertion_estimate *fit,
                             const routh_insertion_answer *other) {
    size_t best = 0;
    double most = -1;
    for (size_t j = 0; j < fit->count && j < assembly->count; j++) {
        const double apart = fabs(other->x[j] - fit->answer[0].x[j]) / assembly->displacement[j].deviation;
        if (apart > most) {
            most = apart;
            best = j;
        }
    }
    return best;
}

/* "measure “shift of guide 2” to ± 40 µm": with a quarter of the distance, two values are four deviations apart. */
static void say_decision(routh_findings_writer *words, const routh_assembly *assembly,
                         const routh_insertion_estimate *fit, size_t i) {
    const routh_insertion_answer *first = &fit->answer[0], *other = &fit->answer[i];
    if (fit->count == 0 || assembly->count == 0)
        return;
    const size_t j = most_different(assembly, fit, other);
    const routh_displacement *d = &assembly->displacement[j];
    const double scale = routh_displacement_words_of(d->kind)->scale;
    const char *unit = routh_displacement_words_of(d->kind)->shown;
    routh_findings_add(
        words, ROUTH_NOTE, "answers",
        "Answers 1 and %zu differ most in “%s”: %.3g against %.3g %s. Measuring it to ± %.2g %s would decide "
        "between them.",
        i + 1, d->name, scale * first->x[j], scale * other->x[j], unit, scale * fabs(first->x[j] - other->x[j]) / 4,
        unit);
}

/* The pair whose share of the load differs most, if it carries load in one answer only. */
static void say_pair(routh_findings_writer *words, const routh_assembly *assembly, const routh_insertion_estimate *fit,
                     size_t i) {
    const routh_insertion_answer *first = &fit->answer[0], *other = &fit->answer[i];
    const size_t seconds = assembly->object[1].count, pairs = assembly->object[0].count * seconds;
    size_t best = pairs;
    double most = 0;
    for (size_t p = 0; first->load && other->load && p < pairs; p++) {
        const double apart = fabs(first->load[p] - other->load[p]);
        if (fmin(first->load[p], other->load[p]) < carries && fmax(first->load[p], other->load[p]) >= carries &&
            apart > most) {
            most = apart;
            best = p;
        }
    }
    if (best == pairs)
        return;
    const int in_first = first->load[best] > other->load[best];
    routh_findings_add(
        words, ROUTH_NOTE, "answers",
        "In answer %zu “%s” on “%s” carries %.0f %% of the load, in answer %zu none: a motion that presses these "
        "two alone, or the gap between them measured with the parts mated, would decide, too.",
        in_first ? (size_t)1 : i + 1, assembly->object[0].part[best / seconds].name,
        assembly->object[1].part[best % seconds].name, 100 * fmax(first->load[best], other->load[best]),
        in_first ? i + 1 : (size_t)1);
}

void routh_findings_add_answers(routh_findings_writer *words, const routh_assembly *assembly,
                                const routh_insertion_estimate *fit) {
    routh_findings_add(words, ROUTH_WARNING, "answers",
                       "The recording does not separate %zu answers; the interval of K reaches over all of them.",
                       fit->answers);
    for (size_t i = 0; i < fit->answers; i++) {
        const routh_insertion_answer *a = &fit->answer[i];
        char value[ROUTH_NUMBER_TEXT], low[ROUTH_NUMBER_TEXT], high[ROUTH_NUMBER_TEXT], friction[32] = "";
        if (isfinite(a->friction))
            snprintf(friction, sizeof friction, ", μ = %.3f", a->friction);
        routh_findings_add(words, ROUTH_NOTE, "answers",
                           "Answer %zu: K = %s N/m (95 %%: %s to %s)%s, wrench error %.2f %%, evidence %.2g times that "
                           "of the first.",
                           i + 1, routh_number_text(a->stiffness, 4, value),
                           routh_number_text(a->stiffness_low, 4, low), routh_number_text(a->stiffness_high, 4, high),
                           friction, 100 * sqrt(a->force_cost), exp(a->evidence));
    }
    for (size_t i = 1; i < fit->answers; i++) {
        say_decision(words, assembly, fit, i);
        say_pair(words, assembly, fit, i);
    }
}
