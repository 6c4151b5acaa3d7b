/* What a recorded insertion shows, in sentences, written from its numbers.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>

#include "base/context.h"
#include "base/numbers.h"
#include "drawing/drawing.h"
#include "file/text.h"
#include "study/insertion_case.h"

/* Several answers in sentences: their numbers, how they differ, and what would decide between them. */

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

static void say_answers(routh_findings_writer *words, const routh_assembly *assembly,
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

typedef struct writer {
    routh_findings_writer words;
    const routh_insertion_case *item;
    const routh_assembly *assembly;
    bool given; /* γ was */
} writer;

/* "K = 1.81×10⁵ N/m (95 %: 1.75×10⁵ to 1.9×10⁵ N/m)" */
static const char *stiffness_text(const routh_insertion_estimate *fit, char text[4 * ROUTH_NUMBER_TEXT]) {
    char value[ROUTH_NUMBER_TEXT], low[ROUTH_NUMBER_TEXT], high[ROUTH_NUMBER_TEXT];
    routh_number_text(fit->stiffness, 4, value);
    if (isfinite(fit->stiffness_low) && isfinite(fit->stiffness_high))
        snprintf(text, 4 * ROUTH_NUMBER_TEXT, "K = %s N/m (95 %%: %s to %s)", value,
                 routh_number_text(fit->stiffness_low, 4, low), routh_number_text(fit->stiffness_high, 4, high));
    else if (isfinite(fit->stiffness_low))
        snprintf(text, 4 * ROUTH_NUMBER_TEXT, "K = %s N/m (95 %%: at least %s)", value,
                 routh_number_text(fit->stiffness_low, 4, low));
    else
        snprintf(text, 4 * ROUTH_NUMBER_TEXT, "K = %s N/m", value);
    return text;
}

static void say_estimates(writer *s) {
    const routh_insertion_estimate *fit = &s->item->fit;
    char stiffness[4 * ROUTH_NUMBER_TEXT], friction[ROUTH_NUMBER_TEXT];
    stiffness_text(fit, stiffness);
    if (fit->flags & ROUTH_INSERTION_ALL_STICK || !isfinite(fit->friction))
        routh_findings_add(&s->words, ROUTH_NOTE, "stiffness and friction",
                           "%s, from the %zu of %zu instants that have contact. Friction cannot be determined.",
                           stiffness, fit->used, fit->sample_count);
    else
        routh_findings_add(&s->words, ROUTH_NOTE, "stiffness and friction",
                           "%s and μ = %s, from the %zu of %zu instants that have contact.", stiffness,
                           routh_error_text(fit->friction, fit->friction_error, 3, friction), fit->used,
                           fit->sample_count);
}

/* Where every displacement is nominal there is nothing to compare. */
static void say_geometry(writer *s) {
    const routh_insertion_estimate *plain = &s->item->plain;
    char number[ROUTH_NUMBER_TEXT], friction[ROUTH_NUMBER_TEXT + 16] = "";
    const double before = s->item->plain_misfit.wrench, after = s->item->fit_misfit.wrench;
    if (!s->item->displaced) {
        routh_findings_add(&s->words, ROUTH_NOTE, "geometry",
                           "All parts are taken as drawn; the mean relative wrench error is %.1f %%.", 100 * after);
        return;
    }
    if (plain->flags & ROUTH_INSERTION_NO_CONTACT) {
        routh_findings_add(
            &s->words, ROUTH_NOTE, "geometry",
            "With all parts as drawn nothing touches; the mean relative wrench error with displaced parts is %.1f %%.",
            100 * after);
        return;
    }
    if (isfinite(plain->friction))
        snprintf(friction, sizeof friction, " and μ = %.3f", plain->friction);
    routh_findings_add(
        &s->words, ROUTH_NOTE, "geometry",
        "With all parts as drawn the estimate would be K = %s N/m%s. Displaced parts change the mean relative "
        "wrench error from %.1f %% to %.1f %%: geometry explains %s.",
        routh_number_text(plain->stiffness, 4, number), friction, 100 * before, 100 * after,
        after < 2.0 / 3.0 * before ? "a large part of it"
                                   : (after < 0.95 * before ? "some of it" : "almost none of it"));
}

/* How much the stiffness of single instants scatters, as drawn and displaced: figures 9 and 16 of the paper in words. */
static void say_scatter(writer *s) {
    const double plain = s->item->plain_misfit.scatter, fit = s->item->fit_misfit.scatter;
    if (s->item->displaced && isfinite(plain) && isfinite(fit))
        routh_findings_add(
            &s->words, ROUTH_NOTE, "scatter",
            "The interquartile range of K estimated from single instants is %.0f %% of its median with the parts "
            "as drawn, and %.0f %% with them displaced.",
            100 * plain, 100 * fit);
}

static void say_gamma(writer *s) {
    const routh_lcurve *l = &s->item->lcurve;
    char gamma[ROUTH_NUMBER_TEXT], bayes[ROUTH_NUMBER_TEXT], noise[2 * ROUTH_NUMBER_TEXT] = "";
    if (!s->item->displaced)
        return;
    routh_number_text(s->item->fit.gamma, 3, gamma);
    if (isfinite(s->item->fit.gamma_bayes) && s->item->fit.gamma_bayes > 0)
        snprintf(noise, sizeof noise, " Noise and prior alone would give %s.",
                 routh_number_text(s->item->fit.gamma_bayes, 3, bayes));
    if (l->count && *l->why && s->item->fit.modes)
        routh_findings_add(
            &s->words, ROUTH_NOTE, "prior",
            "The prior's weight γ = %s follows from noise and prior of this answer. The L-curve, traced from the "
            "drawing, would give %s.",
            gamma, l->why);
    else if (l->count && *l->why)
        routh_findings_add(&s->words, ROUTH_NOTE, "prior",
                           "The prior's weight γ = %s was chosen from the L-curve: %s.%s", gamma, l->why, noise);
    else if (!s->given) /* no L-curve: nothing touches as drawn */
        routh_findings_add(&s->words, ROUTH_NOTE, "prior",
                           "The prior's weight γ = %s follows from noise and prior of this answer.", gamma);
    else
        routh_findings_add(&s->words, ROUTH_NOTE, "prior", "The prior's weight γ = %s was given.%s", gamma, noise);
}

static void say_largest(writer *s) {
    const routh_insertion_estimate *fit = &s->item->fit;
    size_t largest = 0;
    double most = 0;
    for (size_t j = 0; j < fit->count && j < s->assembly->count; j++) {
        const routh_displacement *d = &s->assembly->displacement[j];
        const int drawn = routh_displacement_redraws(d->kind) || d->kind == ROUTH_DISPLACE_OFFSET;
        const double size = fabs(fit->x[j] - d->nominal) / d->deviation;
        if (drawn && size > most) {
            most = size;
            largest = j;
        }
    }
    if (most == 0)
        return;
    const routh_displacement *d = &s->assembly->displacement[largest];
    const routh_displacement_words *words = routh_displacement_words_of(d->kind);
    char value[ROUTH_NUMBER_TEXT], error[ROUTH_NUMBER_TEXT];
    routh_findings_add(
        &s->words, ROUTH_NOTE, "displacements",
        "The largest displacement relative to its prior is “%s”: %s ± %s %s, %.1f prior deviations from the drawing.",
        d->name, routh_fixed_text(words->scale * fit->x[largest], words->digits, value),
        routh_fixed_text(words->scale * fit->error[largest], words->digits, error), words->shown, most);
}

/* The sentences about observability cover a single contact at a time and contacts that never slide. */
static void say_flags(writer *s) {
    const unsigned flags = s->item->fit.flags;
    if (flags & ROUTH_INSERTION_OFFSET_UNSEEN)
        routh_findings_add(
            &s->words, ROUTH_WARNING, "stiffness and friction",
            "Only the product of K and depth is determined, as happens where the normal force and the set of "
            "contacts hardly change: stiffness and the offset of the reference pose trade off, which makes the "
            "interval of K this wide. A varying normal force would separate the two.");
    if (s->item->fit.answers > 1)
        say_answers(&s->words, s->assembly, &s->item->fit);
    if (flags & ROUTH_INSERTION_MORE_MODES)
        routh_findings_add(
            &s->words, ROUTH_NOTE, "contact modes",
            "Searches began in %zu contact modes, the most probable ones; the priors of the displacements reach "
            "more.",
            s->item->fit.modes);
    if (flags & ROUTH_INSERTION_NOT_CONVERGED)
        routh_findings_add(
            &s->words, ROUTH_WARNING, "stiffness and friction",
            "The search ran out of evaluations (%zu) before it had converged: allow more, or start with a larger γ.",
            s->item->fit.evaluations);
}

static void say_truth(writer *s) {
    const routh_insertion_truth *truth = &s->item->insertion.truth;
    const routh_insertion_estimate *fit = &s->item->fit;
    char stiffness[ROUTH_NUMBER_TEXT], off[ROUTH_NUMBER_TEXT], friction[128] = "";
    if (!(truth->stiffness > 0))
        return;
    const int within = fit->stiffness_low <= truth->stiffness && truth->stiffness <= fit->stiffness_high;
    if (isfinite(fit->friction) && truth->friction > 0) {
        char mu[ROUTH_NUMBER_TEXT];
        snprintf(friction, sizeof friction, "; μ is off by %s %%",
                 routh_fixed_text(100 * s->item->fit_misfit.friction, 1, mu));
    }
    routh_findings_add(
        &s->words, ROUTH_NOTE, "truth",
        "These data were generated with K = %s N/m and μ = %.3f: the estimate of K is off by %s %% and its "
        "interval %s the truth%s.",
        routh_number_text(truth->stiffness, 4, stiffness), truth->friction,
        routh_fixed_text(100 * s->item->fit_misfit.stiffness, 1, off), within ? "holds" : "misses", friction);
}

/* Whether the recording fits at all comes first. */
static void say_check(writer *s) {
    const routh_findings *findings = &s->item->observability.check.findings;
    for (size_t i = 0; i < findings->count; i++)
        routh_findings_add(&s->words, findings->finding[i].kind, findings->finding[i].topic, "%s",
                           findings->finding[i].text);
}

static void speak(writer *s) {
    const routh_observability *o = &s->item->observability;
    say_check(s);
    if (s->item->fit.flags & ROUTH_INSERTION_NO_CONTACT) {
        routh_findings_add(
            &s->words, ROUTH_NOT_DETERMINED, "contacts",
            "No instant has a contact: at the recorded poses the parts never overlap, so neither stiffness nor "
            "friction can be determined. Check the reference pose, the offset and the units first.");
        return;
    }
    say_estimates(s);
    say_geometry(s);
    say_scatter(s);
    say_flags(s);
    say_gamma(s);
    say_largest(s);
    for (size_t i = 0; i < o->findings.count; i++) {
        const routh_finding *finding = &o->findings.finding[i];
        routh_findings_add(&s->words, finding->kind, finding->topic, "%s", finding->text);
    }
    say_truth(s);
}

routh_status routh_insertion_case_say(routh_context *context, const routh_assembly *assembly, bool given,
                                      routh_insertion_case *item) {
    writer s = {{context, &item->findings, ROUTH_OK}, item, assembly, given};
    ROUTH_C_LOCALE(context);
    speak(&s);
    return s.words.status;
}
