/* What a study found, in sentences, written from its numbers.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "study/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/numbers.h"

enum { WORDS_SIZE = 512 };

static void say_parameters(const routh_law_study *s, char *text, size_t size) {
    text[0] = '\0';
    for (int j = 0; j < s->law->parameter_count; j++) {
        routh_words_add(text, size, ", ", "%s = %.3f (", s->law->parameter[j].symbol, s->fit.parameters[j]);
        if (isinf(s->interval[j].high))
            routh_words_add(text, size, "", "at least %.3f)", s->interval[j].low);
        else
            routh_words_add(text, size, "", "%.3f to %.3f)", s->interval[j].low, s->interval[j].high);
    }
}

/* The titles of the laws for which it holds, "A, B and C"; with semicolons where a title has a comma of its own. Returns
 * how many. */
static size_t list_laws(const routh_frame_study *f, bool (*holds)(const routh_law_study *s), char *text, size_t size) {
    size_t count = 0, left = 0;
    int commas = 0;
    text[0] = '\0';
    for (size_t l = 0; l < f->law_count; l++) {
        const int listed = holds(&f->law[l]);
        left += listed != 0;
        commas |= listed && strchr(f->law[l].law->title, ',');
    }
    for (size_t l = 0; l < f->law_count; l++) {
        if (!holds(&f->law[l]))
            continue;
        left--;
        routh_words_add(text, size,
                        left > 0 ? (commas ? "; " : ", ")
                        : commas ? "; and "
                                 : " and ",
                        "%s", f->law[l].law->title);
        count++;
    }
    routh_utf8_drop_cut(text);
    return count;
}

static bool is_best(const routh_law_study *s) {
    return s->best;
}

static bool is_near(const routh_law_study *s) {
    return s->near;
}

static void say_best(const routh_frame_study *f, routh_findings_writer *words) {
    const routh_law_study *best = &f->law[f->best];
    char parameters[WORDS_SIZE / 2], names[WORDS_SIZE / 2];
    say_parameters(best, parameters, sizeof parameters);
    const size_t count = list_laws(f, is_best, names, sizeof names);
    if (count == f->law_count && count > 1)
        routh_findings_add(
            words, ROUTH_NOTE, "laws",
            "All laws predict held-out impacts alike, with a mean relative velocity error of %.3f (%.3f m/s).",
            best->error_mean, best->error_mean_velocity);
    else
        routh_findings_add(
            words, ROUTH_NOTE, "laws",
            "%s predict%s held-out impacts best, with a mean relative velocity error of %.3f (%.3f m/s)%s%s%s%s.",
            names, count == 1 ? "s" : "", best->error_mean, best->error_mean_velocity, *parameters ? "; " : "",
            *parameters ? best->law->title : "", *parameters ? " at " : "", parameters);
    if (list_laws(f, is_near, names, sizeof names))
        routh_findings_add(words, ROUTH_NOTE, "laws", "Within one standard error of that, impact by impact: %s.",
                           names);
}

static void say_bound(const routh_study *study, const routh_frame_study *f, routh_findings_writer *words) {
    const routh_law_study *best = &f->law[f->best];
    if (study->options.truth)
        routh_findings_add(
            words, ROUTH_NOTE, "bound",
            "No rigid point-contact law could have a mean error below %.3f: that is the measurement noise of "
            "these generated data.",
            f->irb_mean);
    else if (f->irb_mean > 0.5 * best->error_mean)
        routh_findings_add(
            words, ROUTH_NOTE, "bound",
            "No rigid point-contact law, not even one chosen separately for each impact, could have a mean error below "
            "%.3f: most of the error comes from the rigid model, the measurement or the frame, not from the laws.",
            f->irb_mean);
    else
        routh_findings_add(
            words, ROUTH_NOTE, "bound",
            "A rigid point-contact law chosen separately for each impact could reach %.3f; the best of these laws for "
            "each impact reaches %.3f. The rest, up to %.3f, is the cost of using one law with one set of parameters.",
            f->irb_mean, f->best_post_hoc_mean, best->error_mean);
}

/* What the check found wrong, except for the frame, which say_frame reports. */
static void say_wrong(const routh_study *study, routh_findings_writer *words) {
    const routh_findings *check = &study->check;
    for (size_t i = 0; i < check->count; i++)
        if (check->finding[i].kind == ROUTH_WRONG && strcmp(check->finding[i].topic, "frame") != 0)
            routh_findings_add(words, ROUTH_WRONG, "recording", "The check finds the %s wrong: %s.",
                               check->finding[i].topic, check->finding[i].text);
}

static void say_frame(const routh_study *study, const routh_frame_study *f, size_t index,
                      routh_findings_writer *words) {
    const routh_frame_evidence *check = &study->evidence;
    if (index == 0 && f->frame != ROUTH_AS_RECORDED && check->decided && check->best == f->frame) {
        char recorded[64] = "no radius of gyration fits";
        const double gyration = check->hypothesis[ROUTH_AS_RECORDED].gyration;
        if (isfinite(gyration))
            snprintf(recorded, sizeof recorded, "the implied radius of gyration would be %.1f mm", 1e3 * gyration);
        routh_findings_add(
            words, ROUTH_NOTE, "frame",
            "The recording must be read mirrored (%s): only then does the moment of the impulse about the centre of "
            "mass agree with the change of spin. As recorded, %s; mirrored it is %.1f mm, and the body's is %.1f mm.",
            routh_name(&routh_frames, f->frame), recorded, 1e3 * check->hypothesis[f->frame].gyration,
            1e3 * check->stated_gyration);
    } else if (check->decided && check->best != f->frame)
        routh_findings_add(words, ROUTH_WRONG, "frame", "The data contradict this frame, %s: the check recommends %s.",
                           routh_name(&routh_frames, f->frame), routh_name(&routh_frames, check->best));
    else if (!check->decided)
        routh_findings_add(words, ROUTH_NOT_DETERMINED, "frame",
                           "These data do not determine whether the frame is right.");
    if (f->separating)
        routh_findings_add(
            words, ROUTH_NOTE, "frame",
            "%zu of the %zu used impacts do not close in this frame: they are neither fitted nor held out.",
            f->separating, f->count + f->separating);
    if (!study->options.uncalibrated && (study->dataset->height_offset != 0 || study->dataset->angle_offset != 0))
        routh_findings_add(
            words, ROUTH_NOTE, "frame",
            "Heights and angles were corrected by the pose in which bodies come to rest, %.2f mm and %.4f rad; "
            "segmentation reports how much depends on this.",
            1e3 * study->dataset->height_offset, study->dataset->angle_offset);
    if (study->dataset->angle_delay != 0)
        routh_findings_add(
            words, ROUTH_NOTE, "frame",
            "Recorded angles lag behind positions by %.3g ms, as flights before and after contacts meet later in "
            "the angle; contact points were corrected by this.",
            1e3 * study->dataset->angle_delay);
}

static void say_friction(const routh_study *study, const routh_frame_study *f, routh_findings_writer *words) {
    const routh_law_study *best = &f->law[f->best];
    if (!isnan(best->slow_error_mean))
        routh_findings_add(words, ROUTH_NOTE, "friction",
                           "With the friction of a slow test, μ = %.2f, %s's error would be %.3f instead of %.3f.",
                           study->options.slow_friction, best->law->title, best->slow_error_mean, best->error_mean);
}

/* Do springs explain what a rigid contact cannot? */
static void say_compliance(const routh_frame_study *f, routh_findings_writer *words) {
    const routh_law_study *springs = NULL, *rigid = NULL;
    for (size_t l = 0; l < f->law_count; l++) {
        const routh_law_study **kind = f->law[l].law->traits & ROUTH_LAW_COMPLIANT ? &springs : &rigid;
        if (!*kind || f->law[l].error_mean < (*kind)->error_mean)
            *kind = &f->law[l];
    }
    if (!springs || !rigid)
        return;
    double error;
    const double gain = routh_law_difference(f, rigid, springs, &error);
    routh_findings_add(
        words, ROUTH_NOTE, "compliance",
        "With springs at the contact (%s) the mean error is %.3f (%.3f m/s), with the best rigid law here (%s) "
        "%.3f (%.3f m/s): compliance explains %s.",
        springs->law->title, springs->error_mean, springs->error_mean_velocity, rigid->law->title, rigid->error_mean,
        rigid->error_mean_velocity,
        gain > 2 * error ? "a part of what rigid laws leave unexplained"
                         : "nothing that the rigid law does not explain");
}

static void say_truth(const routh_study *study, const routh_frame_study *f, routh_findings_writer *words) {
    const routh_law *truth = study->options.truth;
    for (size_t l = 0; truth && l < f->law_count; l++) {
        const routh_law_study *s = &f->law[l];
        if (s->law != truth)
            continue;
        char covered[WORDS_SIZE / 2] = "";
        for (int j = 0; j < truth->parameter_count; j++)
            routh_words_add(covered, sizeof covered, ", ", "%s = %g lies %s %.4f … %.4f", truth->parameter[j].symbol,
                            study->options.truth_parameters[j], s->covers[j] ? "within" : "outside", s->interval[j].low,
                            s->interval[j].high);
        routh_findings_add(words, ROUTH_NOTE, "truth",
                           "These data were generated with %s, which %s; the true %s (one interval in twenty misses).",
                           truth->title, s->best ? "wins" : (s->near ? "ties with the best" : "does not win"), covered);
    }
}

static void say_anomalies(const routh_frame_study *f, routh_findings_writer *words) {
    if (f->zero_friction_law < f->law_count && f->zero_friction)
        routh_findings_add(words, ROUTH_NOTE, ROUTH_TOPIC_ANOMALIES,
                           "%zu of %zu impacts (%.0f %%) are explained best by no friction at all under %s.",
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
        routh_findings_add(
            words, ROUTH_NOTE, ROUTH_TOPIC_ANOMALIES,
            "In %zu of %zu impacts the slip of the contact point reversed; every law predicts %zu of those.",
            f->reversals, f->count, most->reversals_predicted);
    else
        routh_findings_add(
            words, ROUTH_NOTE, ROUTH_TOPIC_ANOMALIES,
            "In %zu of %zu impacts the slip of the contact point reversed; the laws predict between %zu (%s) and "
            "%zu (%s) of those.",
            f->reversals, f->count, least->reversals_predicted, least->law->title, most->reversals_predicted,
            most->law->title);
}

/* The rest of what covariates show is beside their figure. */
static void say_dependence(const routh_frame_study *f, routh_findings_writer *words) {
    if (f->dependence && f->dependence->findings.count > 0)
        routh_findings_add(words, f->dependence->findings.finding[0].kind, ROUTH_TOPIC_COVARIATES, "%s",
                           f->dependence->findings.finding[0].text);
    if (f->exploration)
        routh_findings_add_explored(f->exploration, words);
}

void routh_findings_add_all(const routh_study *study, size_t frame, routh_findings_writer *words) {
    const routh_frame_study *f = &study->frame[frame];
    routh_findings_add_use(study, frame, words);
    say_wrong(study, words);
    say_frame(study, f, frame, words);
    say_best(f, words);
    say_bound(study, f, words);
    routh_findings_add_reference(f, words);
    routh_findings_add_remainder(f, words);
    say_dependence(f, words);
    say_compliance(f, words);
    say_truth(study, f, words);
    say_friction(study, f, words);
    say_anomalies(f, words);
    routh_findings_add_learning(study, frame, words);
}
