/* What a study found, in sentences, written from its numbers.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "study_words.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

__attribute__((format(printf, 2, 3))) static void say(routh_words *words, const char *format, ...) {
    if (words->count == ROUTH_WORDS_MOST)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words->sentence[words->count++], ROUTH_WORDS_SIZE, format, arguments);
    va_end(arguments);
}

static const routh_law_study *best_law(const routh_frame_study *f) {
    const routh_law_study *best = &f->law[0];
    for (size_t l = 1; l < f->law_count; l++)
        if (f->law[l].error_mean < best->error_mean)
            best = &f->law[l];
    return best;
}

static void say_parameters(const routh_law_study *s, char *text, size_t size) {
    size_t length = 0;
    text[0] = '\0';
    for (int j = 0; j < s->law->parameter_count && length < size; j++) {
        char interval[64];
        if (isinf(s->interval[j].high))
            snprintf(interval, sizeof interval, "at least %.3f", s->interval[j].low);
        else
            snprintf(interval, sizeof interval, "%.3f to %.3f", s->interval[j].low, s->interval[j].high);
        length += (size_t)snprintf(text + length, size - length, "%s%s = %.3f (%s)", j ? ", " : "",
                                   s->law->parameter[j].symbol, s->fit.parameters[j], interval);
    }
}

static void say_best(const routh_frame_study *f, routh_words *words) {
    const routh_law_study *best = best_law(f);
    char parameters[ROUTH_WORDS_SIZE / 2];
    say_parameters(best, parameters, sizeof parameters);
    say(words, "%s predicts held-out impacts best, with a mean relative velocity error of %.3f (%.3f m/s) at %s.",
        best->law->title, best->error_mean, best->error_mean_velocity, parameters);
    size_t ties = 0;
    char names[ROUTH_WORDS_SIZE / 2] = "";
    for (size_t l = 0; l < f->law_count; l++) {
        const routh_law_study *s = &f->law[l];
        const double spread = hypot(s->error_se, best->error_se);
        if (s == best || s->error_mean - best->error_mean > spread)
            continue;
        const size_t length = strlen(names);
        snprintf(names + length, sizeof names - length, "%s%s", ties++ ? ", " : "", s->law->title);
    }
    if (ties)
        say(words, "Within one standard error of it: %s.", names);
}

static void say_bound(const routh_frame_study *f, routh_words *words) {
    const routh_law_study *best = best_law(f);
    if (f->irb_mean > 0.5 * best->error_mean)
        say(words,
            "No rigid point-contact law, not even one chosen anew for each impact, could come below %.3f: most of the "
            "error is not the laws', but that of the rigid model, the measurement or the frame.",
            f->irb_mean);
    else
        say(words,
            "A rigid point-contact law chosen anew for each impact could come down to %.3f; the best of these laws "
            "chosen "
            "anew each time reaches %.3f. The rest of %.3f is what one pair of parameters for all impacts costs.",
            f->irb_mean, f->best_post_hoc_mean, best->error_mean);
}

static void say_frame(const routh_study *study, const routh_frame_study *f, size_t index, routh_words *words) {
    const routh_frame_check *check = &study->check.frame;
    if (index == 0 && f->frame != ROUTH_AS_RECORDED && check->decided && check->best == f->frame)
        say(words,
            "The recording is to be read mirrored (%s): the impulse's moment about the centre of mass agrees with the "
            "change of spin only then. As recorded the implied radius of gyration would be %.1f mm; mirrored it is "
            "%.1f mm, "
            "and the body's is %.1f mm.",
            routh_frame_name(f->frame), 1e3 * check->hypothesis[ROUTH_AS_RECORDED].gyration,
            1e3 * check->hypothesis[f->frame].gyration, 1e3 * check->stated_gyration);
    else if (check->decided && check->best != f->frame)
        say(words, "This is the reading %s, which the data contradict: the check recommends %s.",
            routh_frame_name(f->frame), routh_frame_name(check->best));
    else if (!check->decided)
        say(words, "Whether the frame is right cannot be told from these data.");
    if (f->separating)
        say(words, "%zu impacts do not close in this frame and are left out.", f->separating);
}

static void say_friction(const routh_study *study, const routh_frame_study *f, routh_words *words) {
    const routh_law_study *best = best_law(f);
    if (!isnan(best->slow_error_mean))
        say(words, "With the friction of a slow test, μ = %.2f, %s's error would be %.3f instead of %.3f.",
            study->options.slow_friction, best->law->title, best->slow_error_mean, best->error_mean);
}

static void say_truth(const routh_study *study, const routh_frame_study *f, routh_words *words) {
    const routh_law *truth = study->options.truth;
    if (!truth)
        return;
    const routh_law_study *best = best_law(f);
    for (size_t l = 0; l < f->law_count; l++) {
        const routh_law_study *s = &f->law[l];
        if (s->law != truth)
            continue;
        int covered = 1;
        for (int j = 0; j < truth->parameter_count; j++)
            covered = covered && s->interval[j].low <= study->options.truth_parameters[j] &&
                      study->options.truth_parameters[j] <= s->interval[j].high;
        say(words, "These data were generated with %s. It %s, and the intervals %s its true parameters.", truth->title,
            s == best                                                                ? "wins"
            : s->error_mean - best->error_mean <= hypot(s->error_se, best->error_se) ? "ties with the best"
                                                                                     : "does not win",
            covered ? "cover" : "miss");
    }
}

static void say_anomalies(const routh_frame_study *f, routh_words *words) {
    if (f->zero_friction_law < f->law_count && f->zero_friction)
        say(words, "%zu of %zu impacts (%.0f %%) are explained best by no friction at all under %s.", f->zero_friction,
            f->count, 100.0 * (double)f->zero_friction / (double)f->count, f->law[f->zero_friction_law].law->title);
    if (f->reversals == 0)
        return;
    const routh_law_study *most = &f->law[0];
    for (size_t l = 1; l < f->law_count; l++)
        if (f->law[l].reversals_predicted > most->reversals_predicted)
            most = &f->law[l];
    say(words,
        "In %zu of %zu impacts the contact point's slip turned round; %s predicts %zu of those, the most of all laws.",
        f->reversals, f->count, most->law->title, most->reversals_predicted);
}

routh_words routh_study_words(const routh_study *study, size_t frame) {
    routh_words words = {.count = 0};
    const routh_frame_study *f = &study->frame[frame];
    say_frame(study, f, frame, &words);
    say_best(f, &words);
    say_bound(f, &words);
    say_truth(study, f, &words);
    say_friction(study, f, &words);
    say_anomalies(f, &words);
    return words;
}

routh_words routh_law_words(const routh_frame_study *frame, const routh_law_study *s) {
    routh_words words = {.count = 0};
    char text[ROUTH_FIT_TEXT];
    if (s->fit.flags & ROUTH_FIT_BOUNDED_BELOW)
        say(&words, "every fitted impact sticks: friction is only bounded below");
    if (*routh_fit_text(s->fit.flags & ~(unsigned)ROUTH_FIT_BOUNDED_BELOW, text))
        say(&words, "the fit is %s", text);
    if (s->gains)
        say(&words, "gains energy in %zu impacts", s->gains);
    if (s->penetrates || s->pulls)
        say(&words, "penetrates in %zu and pulls in %zu impacts", s->penetrates, s->pulls);
    if (s->range_fraction[ROUTH_MOMENTUM] < 0.5)
        say(&words, "most measured impulses (%.0f %%) are out of its reach",
            100 * (1 - s->range_fraction[ROUTH_MOMENTUM]));
    if (frame->reversals && s->reversals_predicted == 0)
        say(&words, "predicts none of the %zu measured reversals of slip", frame->reversals);
    return words;
}
