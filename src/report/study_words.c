/* What a study found, in sentences, written from its numbers.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/study_words.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

void routh_say(routh_words *words, const char *format, ...) {
    if (words->count == ROUTH_WORDS_MOST)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words->sentence[words->count], ROUTH_WORDS_SIZE, format, arguments);
    va_end(arguments);
    routh_utf8_drop_cut(words->sentence[words->count++]);
}

const routh_law_study *routh_best_law(const routh_frame_study *f) {
    const routh_law_study *best = &f->law[0];
    for (size_t l = 1; l < f->law_count; l++)
        if (f->law[l].error_mean < best->error_mean || isnan(best->error_mean))
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

/* The titles of the laws for which it holds, "A, B and C"; with semicolons where a title has a comma of its own. Returns
 * how many. */
static size_t list_laws(const routh_frame_study *f, int (*holds)(const routh_frame_study *f, const routh_law_study *s),
                        char *text, size_t size) {
    size_t count = 0, left = 0;
    int commas = 0;
    text[0] = '\0';
    for (size_t l = 0; l < f->law_count; l++) {
        const int listed = holds(f, &f->law[l]);
        left += listed != 0;
        commas |= listed && strchr(f->law[l].law->title, ',');
    }
    for (size_t l = 0; l < f->law_count; l++) {
        if (!holds(f, &f->law[l]))
            continue;
        const size_t length = strlen(text);
        left--;
        const char *between = left > 0 ? (commas ? "; " : ", ") : commas ? "; and " : " and ";
        snprintf(text + length, size - length, "%s%s", count == 0 ? "" : between, f->law[l].law->title);
        count++;
    }
    routh_utf8_drop_cut(text);
    return count;
}

/* Mean errors that differ by less than this, relative to the least, are the same. */
static const double tie = 1e-3;

int routh_is_best(const routh_frame_study *f, const routh_law_study *s) {
    return s->error_mean <= routh_best_law(f)->error_mean * (1 + tie);
}

int routh_covers(const routh_law_study *s, int parameter, double value) {
    return s->interval[parameter].low <= value && value <= s->interval[parameter].high;
}

/* The mean difference of two laws' held-out errors, impact by impact, and its standard error. */
static double difference_of(const routh_frame_study *f, const routh_law_study *a, const routh_law_study *b,
                            double *error) {
    double sum = 0, squares = 0, count = 0;
    for (size_t i = 0; i < f->count; i++) {
        const double difference = a->impact[i].error - b->impact[i].error;
        if (!f->held_out[i] || !isfinite(difference))
            continue;
        sum += difference;
        squares += difference * difference;
        count++;
    }
    const double mean = sum / count;
    *error = sqrt(fmax(0, squares / count - mean * mean) / count);
    return mean;
}

/* Within one standard error of the difference: both laws are tested on the same impacts. */
static int is_near(const routh_frame_study *f, const routh_law_study *s) {
    double error;
    const double mean = difference_of(f, s, routh_best_law(f), &error);
    return !routh_is_best(f, s) && mean <= error;
}

static void say_best(const routh_frame_study *f, routh_words *words) {
    const routh_law_study *best = routh_best_law(f);
    char parameters[ROUTH_WORDS_SIZE / 2], names[ROUTH_WORDS_SIZE / 2];
    say_parameters(best, parameters, sizeof parameters);
    const size_t count = list_laws(f, routh_is_best, names, sizeof names);
    if (count == f->law_count && count > 1)
        routh_say(words,
                  "All laws predict held-out impacts alike, with a mean relative velocity error of %.3f (%.3f m/s).",
                  best->error_mean, best->error_mean_velocity);
    else
        routh_say(words,
                  "%s predict%s held-out impacts best, with a mean relative velocity error of %.3f (%.3f m/s)%s%s%s%s.",
                  names, count == 1 ? "s" : "", best->error_mean, best->error_mean_velocity, *parameters ? "; " : "",
                  *parameters ? best->law->title : "", *parameters ? " at " : "", parameters);
    if (list_laws(f, is_near, names, sizeof names))
        routh_say(words, "Within one standard error of that, impact by impact: %s.", names);
}

static void say_bound(const routh_study *study, const routh_frame_study *f, routh_words *words) {
    const routh_law_study *best = routh_best_law(f);
    if (study->options.truth)
        routh_say(
            words,
            "No rigid point-contact law could come below %.3f: that is the measurement noise put into these data.",
            f->irb_mean);
    else if (f->irb_mean > 0.5 * best->error_mean)
        routh_say(words,
                  "No rigid point-contact law, not even one chosen separately for each impact, could come below %.3f: "
                  "most of "
                  "the error comes from the rigid model, the measurement or the frame, not from the laws.",
                  f->irb_mean);
    else
        routh_say(
            words,
            "A rigid point-contact law chosen separately for each impact could come down to %.3f; the best of these "
            "laws "
            "for each impact reaches %.3f. The rest, up to %.3f, is the price of one law with one set of parameters.",
            f->irb_mean, f->best_post_hoc_mean, best->error_mean);
}

/* What the check found wrong; of the frame say_frame speaks. */
static void say_wrong(const routh_study *study, routh_words *words) {
    const routh_findings *check = &study->check;
    for (size_t i = 0; i < check->count; i++)
        if (check->finding[i].kind == ROUTH_WRONG && strcmp(check->finding[i].what, "frame") != 0)
            routh_say(words, "The check finds the %s wrong: %s.", check->finding[i].what, check->finding[i].words);
}

static void say_frame(const routh_study *study, const routh_frame_study *f, size_t index, routh_words *words) {
    const routh_frame_evidence *check = &study->check.frame;
    if (index == 0 && f->frame != ROUTH_AS_RECORDED && check->decided && check->best == f->frame) {
        char recorded[64] = "no radius of gyration fits";
        const double gyration = check->hypothesis[ROUTH_AS_RECORDED].gyration;
        if (isfinite(gyration))
            snprintf(recorded, sizeof recorded, "the implied radius of gyration would be %.1f mm", 1e3 * gyration);
        routh_say(words,
                  "The recording must be read mirrored (%s): only then does the impulse's moment about the centre of "
                  "mass agree "
                  "with the change of spin. As recorded, %s; mirrored it is %.1f mm, and the body's is %.1f mm.",
                  routh_name(&routh_frames, f->frame), recorded, 1e3 * check->hypothesis[f->frame].gyration,
                  1e3 * check->stated_gyration);
    } else if (check->decided && check->best != f->frame)
        routh_say(words, "The data contradict this frame, %s: the check recommends %s.",
                  routh_name(&routh_frames, f->frame), routh_name(&routh_frames, check->best));
    else if (!check->decided)
        routh_say(words, "These data do not determine whether the frame is right.");
    if (f->separating)
        routh_say(words,
                  "%zu of the %zu used impacts do not close in this frame: they are neither fitted nor held out.",
                  f->separating, f->count + f->separating);
    if (study->dataset->height_offset != 0 || study->dataset->angle_offset != 0)
        routh_say(
            words,
            "Heights and angles were corrected by the pose in which bodies come to rest, %.2f mm and %.4f rad; `routh "
            "segment` says how much depends on that.",
            1e3 * study->dataset->height_offset, study->dataset->angle_offset);
}

static void say_friction(const routh_study *study, const routh_frame_study *f, routh_words *words) {
    const routh_law_study *best = routh_best_law(f);
    if (!isnan(best->slow_error_mean))
        routh_say(words, "With the friction of a slow test, μ = %.2f, %s's error would be %.3f instead of %.3f.",
                  study->options.slow_friction, best->law->title, best->slow_error_mean, best->error_mean);
}

/* Do springs explain what a rigid contact can't? */
static void say_compliance(const routh_frame_study *f, routh_words *words) {
    const routh_law_study *springs = NULL, *rigid = NULL;
    for (size_t l = 0; l < f->law_count; l++) {
        const routh_law_study **kind = f->law[l].law->traits & ROUTH_LAW_COMPLIANT ? &springs : &rigid;
        if (!*kind || f->law[l].error_mean < (*kind)->error_mean)
            *kind = &f->law[l];
    }
    if (!springs || !rigid)
        return;
    double error;
    const double gain = difference_of(f, rigid, springs, &error);
    routh_say(
        words,
        "With springs at the contact (%s) the mean error is %.3f (%.3f m/s), with the best rigid law here (%s) %.3f "
        "(%.3f m/s): compliance explains %s.",
        springs->law->title, springs->error_mean, springs->error_mean_velocity, rigid->law->title, rigid->error_mean,
        rigid->error_mean_velocity,
        gain > 2 * error ? "a part of what rigid laws leave" : "nothing that the rigid law does not");
}

static void say_truth(const routh_study *study, const routh_frame_study *f, routh_words *words) {
    const routh_law *truth = study->options.truth;
    for (size_t l = 0; truth && l < f->law_count; l++) {
        const routh_law_study *s = &f->law[l];
        if (s->law != truth)
            continue;
        char covered[ROUTH_WORDS_SIZE / 2] = "";
        for (int j = 0; j < truth->parameter_count; j++) {
            const double true_value = study->options.truth_parameters[j];
            const size_t length = strlen(covered);
            snprintf(covered + length, sizeof covered - length, "%s%s = %g lies %s %.4f … %.4f", j ? ", " : "",
                     truth->parameter[j].symbol, true_value, routh_covers(s, j, true_value) ? "within" : "outside",
                     s->interval[j].low, s->interval[j].high);
        }
        routh_say(words, "These data were generated with %s, which %s; the true %s (one interval in twenty misses).",
                  truth->title, routh_is_best(f, s) ? "wins" : (is_near(f, s) ? "ties with the best" : "does not win"),
                  covered);
    }
}

void routh_say_anomalies(const routh_frame_study *f, routh_words *words) {
    if (f->zero_friction_law < f->law_count && f->zero_friction)
        routh_say(words, "%zu of %zu impacts (%.0f %%) are explained best by no friction at all under %s.",
                  f->zero_friction, f->count, 100.0 * (double)f->zero_friction / (double)f->count,
                  f->law[f->zero_friction_law].law->title);
    if (f->reversals == 0)
        return;
    const routh_law_study *most = &f->law[0], *least = &f->law[0];
    for (size_t l = 1; l < f->law_count; l++) {
        most = f->law[l].reversals_predicted > most->reversals_predicted ? &f->law[l] : most;
        least = f->law[l].reversals_predicted < least->reversals_predicted ? &f->law[l] : least;
    }
    if (most->reversals_predicted == least->reversals_predicted)
        routh_say(words,
                  "In %zu of %zu impacts the contact point's slip turned round; every law predicts %zu of those.",
                  f->reversals, f->count, most->reversals_predicted);
    else
        routh_say(
            words,
            "In %zu of %zu impacts the contact point's slip turned round; the laws predict between %zu (%s) and %zu "
            "(%s) of "
            "those.",
            f->reversals, f->count, least->reversals_predicted, least->law->title, most->reversals_predicted,
            most->law->title);
}

routh_words routh_study_words(const routh_study *study, size_t frame) {
    routh_words words = {.count = 0};
    const routh_frame_study *f = &study->frame[frame];
    say_wrong(study, &words);
    say_frame(study, f, frame, &words);
    say_best(f, &words);
    say_bound(study, f, &words);
    say_compliance(f, &words);
    say_truth(study, f, &words);
    say_friction(study, f, &words);
    routh_say_anomalies(f, &words);
    routh_say_learning(study, frame, &words);
    return words;
}

/* Ends with a full stop, whether the words did or not. */
static void say_ended(routh_words *words, const char *before, const char *text) {
    const size_t length = strlen(text);
    routh_say(words, "%s%s%s", before, text, length && strchr(".!?", text[length - 1]) ? "" : ".");
}

static int is_wrong(const routh_finding *finding, int with_frame) {
    return finding->kind == ROUTH_WRONG && (with_frame || strcmp(finding->what, "frame") != 0);
}

routh_words routh_study_alarm(const routh_study *study, size_t frame) {
    routh_words words = {.count = 0};
    const routh_frame_study *f = &study->frame[frame];
    const routh_findings *check = &study->check;
    const int recorded = f->frame == ROUTH_AS_RECORDED;
    char used[ROUTH_NAME_SIZE];
    if (frame > 0) {
        routh_say(&words, "This is not the frame that fits.");
        routh_say(&words, "The study uses frame %s; this is what the same data look like %s%s.",
                  routh_name(&routh_frames, study->frame[0].frame), recorded ? "as recorded" : "in frame ",
                  recorded ? "" : routh_name(&routh_frames, f->frame));
        return words;
    }
    if (!recorded) {
        routh_say(&words, "The frame is not as recorded.");
        snprintf(used, sizeof used, "Frame %s is used: ", routh_name(&routh_frames, f->frame));
        say_ended(&words, used, f->why);
    }
    for (size_t i = 0; i < check->count; i++) {
        if (!is_wrong(&check->finding[i], recorded))
            continue;
        if (words.count == 0)
            routh_say(&words, "Something is wrong with the recording.");
        say_ended(&words, "", check->finding[i].words);
    }
    return words;
}

/* Was something else wrong with the same thing before? */
static int is_repeated(const routh_findings *check, size_t index) {
    for (size_t i = 0; i < index; i++)
        if (is_wrong(&check->finding[i], 1) && strcmp(check->finding[i].what, check->finding[index].what) == 0)
            return 1;
    return 0;
}

const char *routh_frame_verdict(const routh_study *study, size_t frame, char text[ROUTH_WORDS_SIZE]) {
    static const char *const verdicts[] = {[ROUTH_FINE] = "passes the check",
                                           [ROUTH_WARNING] = "the check could not decide",
                                           [ROUTH_WRONG] = "the check found it wrong",
                                           [ROUTH_NOT_DETERMINED] = "could not be checked"};
    const routh_findings *check = &study->check;
    const char *verdict = verdicts[ROUTH_NOT_DETERMINED];
    for (size_t i = check->count; i-- > 0;)
        if (strcmp(check->finding[i].what, "frame") == 0)
            verdict = verdicts[check->finding[i].kind];
    snprintf(text, ROUTH_WORDS_SIZE, "%s",
             study->frame[frame].frame == ROUTH_AS_RECORDED ? verdict : "not as recorded");
    const char *between = "; wrong in the recording: ";
    for (size_t i = 0; i < check->count; i++) {
        const size_t length = strlen(text);
        if (!is_wrong(&check->finding[i], 0) || is_repeated(check, i))
            continue;
        snprintf(text + length, ROUTH_WORDS_SIZE - length, "%s%s", between, check->finding[i].what);
        between = ", ";
    }
    return text;
}

const char *routh_used_words(const routh_dataset *dataset, char text[ROUTH_WORDS_SIZE]) {
    char rejected[ROUTH_REJECTED_TEXT];
    size_t counts[ROUTH_REASON_COUNT], sum = 0;
    const size_t used = routh_dataset_used(dataset, counts);
    for (int i = 0; i < ROUTH_REASON_COUNT; i++)
        sum += counts[i];
    if (used == dataset->count)
        snprintf(text, ROUTH_WORDS_SIZE, "All %zu impacts are used.", used);
    else
        snprintf(text, ROUTH_WORDS_SIZE, "%zu of %zu impacts are used. Left out: %s%s.", used, dataset->count,
                 routh_rejected_text(counts, rejected),
                 sum > dataset->count - used ? ", some for several reasons" : "");
    routh_utf8_drop_cut(text);
    return text;
}

routh_words routh_law_words(const routh_frame_study *frame, const routh_law_study *s) {
    routh_words words = {.count = 0};
    char text[ROUTH_FIT_TEXT];
    if (s->fit.flags & ROUTH_FIT_BOUNDED_BELOW)
        routh_say(&words, "every fitted impact sticks: friction is only bounded below");
    if (*routh_fit_text(s->fit.flags & ~(unsigned)ROUTH_FIT_BOUNDED_BELOW, text))
        routh_say(&words, "the fit is %s", text);
    if (s->gains)
        routh_say(&words, "gains energy in %zu impacts", s->gains);
    if (s->penetrates || s->pulls)
        routh_say(&words, "penetrates in %zu and pulls in %zu impacts", s->penetrates, s->pulls);
    if (s->law->parameter_count > 0 && s->range_fraction[ROUTH_MOMENTUM] < 0.5)
        routh_say(&words, "most measured impulses (%.0f %%) are out of its reach",
                  100 * (1 - s->range_fraction[ROUTH_MOMENTUM]));
    if (frame->reversals && s->reversals_predicted == 0)
        routh_say(&words, "predicts none of the %zu measured reversals of slip", frame->reversals);
    return words;
}
