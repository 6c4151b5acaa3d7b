/* What a recorded insertion told, in sentences, written from its numbers.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <routh/report.h>

#include "base/context.h"
#include "base/utf8.h"
#include "file/c_locale.h"
#include "report/insertion_numbers.h"
#include "report/svg.h"

enum { SENTENCE_SIZE = 768 };

typedef struct speech {
    routh_context *context;
    const routh_insertion_case *item;
    const routh_assembly *assembly;
    char **sentence;
    size_t count;
    routh_status status;
} speech;

__attribute__((format(printf, 2, 3))) static void say(speech *s, const char *format, ...) {
    char text[SENTENCE_SIZE];
    va_list arguments;
    if (s->status != ROUTH_OK)
        return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    routh_utf8_drop_cut(text);
    char *copy = routh_allocate(s->context, strlen(text) + 1, 1);
    char **grown = copy ? routh_resize(s->context, s->sentence, s->count + 1, sizeof *grown) : NULL;
    if (!grown) {
        routh_release(s->context, copy);
        s->status = ROUTH_OUT_OF_MEMORY;
        return;
    }
    memcpy(copy, text, strlen(text) + 1);
    s->sentence = grown;
    s->sentence[s->count++] = copy;
}

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

static void say_estimates(speech *s) {
    const routh_insertion_estimate *fit = &s->item->fit;
    char stiffness[4 * ROUTH_NUMBER_TEXT];
    stiffness_text(fit, stiffness);
    if (fit->flags & ROUTH_INSERTION_ALL_STICK || !isfinite(fit->friction))
        say(s, "%s, from %zu of %zu samples, those with contact. Friction cannot be told.", stiffness, fit->used,
            fit->sample_count);
    else
        say(s, "%s and μ = %.3f ± %.3f, from %zu of %zu samples, those with contact.", stiffness, fit->friction,
            fit->friction_error, fit->used, fit->sample_count);
}

/* Where every displacement is nominal there is nothing to compare. */
static void say_geometry(speech *s) {
    const routh_insertion_estimate *plain = &s->item->plain;
    char number[ROUTH_NUMBER_TEXT], friction[ROUTH_NUMBER_TEXT + 16] = "";
    const double before = s->item->plain_misfit.wrench, after = s->item->fit_misfit.wrench;
    if (!s->item->displaced) {
        say(s, "The parts are taken to be where they are drawn; the mean relative wrench error is %.1f %%.",
            100 * after);
        return;
    }
    if (isfinite(plain->friction))
        snprintf(friction, sizeof friction, " and μ = %.3f", plain->friction);
    say(s,
        "With all parts where they are drawn it would be K = %s N/m%s. Displaced parts bring the mean relative wrench "
        "error from %.1f %% to %.1f %%: geometry explains %s.",
        routh_number_text(plain->stiffness, 4, number), friction, 100 * before, 100 * after,
        after < 2.0 / 3.0 * before ? "a good part of it" : (after < 0.95 * before ? "some of it" : "next to nothing"));
}

/* How much the stiffness of single samples scatters, as drawn and displaced: figures 9 and 16 of the paper in words. */
static void say_scatter(speech *s) {
    const double plain = s->item->plain_misfit.scatter, fit = s->item->fit_misfit.scatter;
    if (s->item->displaced && isfinite(plain) && isfinite(fit))
        say(s,
            "Sample by sample, the middle half of all K spreads over %.0f %% of its median with the parts as drawn, "
            "and over %.0f %% with them displaced.",
            100 * plain, 100 * fit);
}

static void say_gamma(speech *s) {
    const routh_lcurve *l = &s->item->lcurve;
    char gamma[ROUTH_NUMBER_TEXT], bayes[ROUTH_NUMBER_TEXT], noise[2 * ROUTH_NUMBER_TEXT] = "";
    if (!s->item->displaced)
        return;
    routh_number_text(s->item->fit.gamma, 3, gamma);
    if (isfinite(s->item->fit.gamma_bayes) && s->item->fit.gamma_bayes > 0)
        snprintf(noise, sizeof noise, " From noise and prior alone it would be %s.",
                 routh_number_text(s->item->fit.gamma_bayes, 3, bayes));
    if (l->count && *l->why)
        say(s, "The prior's weight γ = %s was chosen from the L-curve: %s.%s", gamma, l->why, noise);
    else
        say(s, "The prior's weight γ = %s was given.%s", gamma, noise);
}

static void say_largest(speech *s) {
    const routh_insertion_estimate *fit = &s->item->fit;
    size_t largest = 0;
    double most = 0;
    for (size_t j = 0; j < fit->count && j < s->assembly->count; j++) {
        const routh_displacement *d = &s->assembly->displacement[j];
        const double size = fabs(fit->x[j] - d->nominal) / d->deviation;
        if (size > most) {
            most = size;
            largest = j;
        }
    }
    if (most == 0)
        return;
    const routh_displacement *d = &s->assembly->displacement[largest];
    const routh_display_unit unit = routh_displacement_unit(d);
    char value[ROUTH_NUMBER_TEXT], error[ROUTH_NUMBER_TEXT];
    say(s, "The largest for its prior is “%s”: %s ± %s %s, %.1f prior deviations from the drawing.", d->name,
        routh_fixed_text(unit.scale * fit->x[largest], unit.decimals, value),
        routh_fixed_text(unit.scale * fit->error[largest], unit.decimals, error), unit.name, most);
}

/* One contact at a time, and none that slides, are among the sentences about observability. */
static void say_flags(speech *s) {
    const unsigned flags = s->item->fit.flags;
    if (flags & ROUTH_INSERTION_OFFSET_UNSEEN)
        say(s,
            "As where normal force and set of contacts hardly change, only the product of K and depth is told: "
            "stiffness and offset of the reference pose trade off, and the interval of K is that wide for this reason. "
            "A varied normal force would separate the two.");
    if (flags & ROUTH_INSERTION_TWO_ANSWERS)
        say(s, "Other displacements, mirrored at the drawing, explain the wrenches about as well; the errors told here "
               "include them.");
    if (flags & ROUTH_INSERTION_NOT_CONVERGED)
        say(s, "The search ran out of evaluations (%zu) before it had converged: allow more, or start with a larger γ.",
            s->item->fit.evaluations);
}

static void say_truth(speech *s) {
    const routh_insertion_truth *truth = &s->item->insertion.truth;
    const routh_insertion_estimate *fit = &s->item->fit;
    char stiffness[ROUTH_NUMBER_TEXT], off[ROUTH_NUMBER_TEXT], friction[128] = "";
    if (!routh_insertion_has_truth(&s->item->insertion))
        return;
    const int within = fit->stiffness_low <= truth->stiffness && truth->stiffness <= fit->stiffness_high;
    if (isfinite(fit->friction) && truth->friction > 0) {
        char mu[ROUTH_NUMBER_TEXT];
        snprintf(friction, sizeof friction, "; μ is off by %s %%",
                 routh_fixed_text(100 * s->item->fit_misfit.friction, 1, mu));
    }
    say(s,
        "These data were generated with K = %s N/m and μ = %.3f: the estimate of K is off by %s %% and its interval %s "
        "the truth%s.",
        routh_number_text(truth->stiffness, 4, stiffness), truth->friction,
        routh_fixed_text(100 * s->item->fit_misfit.stiffness, 1, off), within ? "holds" : "misses", friction);
}

static void speak(speech *s) {
    const routh_observability *o = &s->item->observability;
    if (s->item->fit.flags & ROUTH_INSERTION_NO_CONTACT) {
        say(s,
            "No sample has a contact: at the recorded poses the parts never overlap, so neither stiffness nor friction "
            "can be told. Reference pose, offset and units are the first to check.");
        return;
    }
    say_estimates(s);
    say_geometry(s);
    say_scatter(s);
    say_flags(s);
    say_gamma(s);
    say_largest(s);
    for (size_t i = 0; i < o->sentence_count; i++)
        say(s, "%s", o->sentence[i]);
    say_truth(s);
}

routh_status routh_insertion_words(routh_context *context, const routh_insertion_case *item,
                                   const routh_assembly *assembly, char ***sentence, size_t *count) {
    speech s = {.context = context, .item = item, .assembly = assembly};
    routh_c_locale numbers;
    *sentence = NULL;
    *count = 0;
    const routh_status status = routh_c_locale_begin(context, &numbers);
    if (status != ROUTH_OK)
        return status;
    speak(&s);
    routh_c_locale_end(&numbers);
    if (s.status != ROUTH_OK) {
        routh_sentences_release(context, s.sentence, s.count);
        return s.status;
    }
    *sentence = s.sentence;
    *count = s.count;
    return ROUTH_OK;
}

void routh_sentences_release(routh_context *context, char **sentence, size_t count) {
    for (size_t i = 0; i < count; i++)
        routh_release(context, sentence[i]);
    routh_release(context, sentence);
}
