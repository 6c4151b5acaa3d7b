/* What learned models add to a study's findings, in sentences: whether learning pays, how well calibrated the predicted spread is,
 * what the models look at, and what a prior is worth.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/numbers.h"
#include "study/internal.h"

/* An input whose length scale is this many of its deviations hardly affects the output. */
static const double irrelevant_length = 10;

/* Coverage of the 95 % interval that counts as nominal, and how many deviations make a correlation significant. */
static const double least_coverage = 0.90, most_coverage = 0.98, significant = 3;

enum { HALF, NINETY, NINETY_FIVE };

enum { WORDS_SIZE = 512 };

static double detail_error(const routh_learning *l, const routh_contestant *c) {
    return c->curve[l->detail].mean;
}

/* The first of that name; NULL: none. */
static const routh_contestant *named(const routh_learning *l, const char *name) {
    for (size_t i = 0; i < l->count; i++)
        if (strcmp(l->contestant[i].name, name) == 0)
            return &l->contestant[i];
    return NULL;
}

static bool is_in_contact_space(const routh_contestant *c) {
    return c->kind == ROUTH_CONTESTANT_MODEL && c->model != ROUTH_MODEL_BASELINE;
}

/* The best of the models that can be used as a law; NULL: none could be trained. */
static const routh_contestant *best_in_contact_space(const routh_learning *l) {
    const routh_contestant *best = NULL;
    for (size_t i = 0; i < l->count; i++) {
        const routh_contestant *c = &l->contestant[i];
        if (is_in_contact_space(c) && isfinite(detail_error(l, c)) &&
            (!best || detail_error(l, c) < detail_error(l, best)))
            best = c;
    }
    return best;
}

/* An advantage is then one of structure, not of what is seen. */
static void say_covariates(const routh_learning *l, routh_findings_writer *words) {
    char list[WORDS_SIZE / 2] = "";
    for (size_t k = 0; k < l->covariate_count; k++) {
        bool is_new = true;
        for (size_t j = 0; j < k; j++)
            is_new = is_new && strcmp(l->covariate[j].quantity, l->covariate[k].quantity) != 0;
        if (is_new)
            routh_words_add(list, sizeof list, ", ", "%s", l->covariate[k].quantity);
    }
    routh_utf8_drop_cut(list);
    if (*list)
        routh_findings_add(
            words, ROUTH_NOTE, ROUTH_TOPIC_LEARNING,
            "Learned models and laws have the same covariates here (%s): what a model in contact space gains over "
            "the laws comes from its structure.",
            list);
}

static void say_whether_it_pays(const routh_learning *l, routh_findings_writer *words) {
    const routh_contestant *model = &l->contestant[l->best_model], *law = &l->contestant[l->best_law];
    size_t last = 0;
    for (size_t i = 0; i < l->size_count; i++)
        if (isfinite(model->curve[i].mean) && isfinite(law->curve[i].mean))
            last = i;
    const double learned = model->curve[last].mean, fitted = law->curve[last].mean;
    if (isnan(l->pays_from))
        routh_findings_add(
            words, ROUTH_NOTE, ROUTH_TOPIC_LEARNING,
            "Learning does not pay here: with up to %zu training impacts, no model is significantly better than "
            "the best law (%s); with that many, the mean error of the best model (%s) is %.3f m/s, that of the "
            "law %.3f m/s.",
            l->size[last], law->title, model->title, learned, fitted);
    else
        routh_findings_add(
            words, ROUTH_NOTE, ROUTH_TOPIC_LEARNING,
            "Learning pays from %.0f impacts on%s: the best model (%s) then predicts held-out impacts better "
            "than the best law (%s); with %zu impacts its mean error is %.3f instead of %.3f m/s, %.0f %% less.",
            l->pays_from, l->pays_from > (double)l->size[0] ? "" : ", the fewest that were tried", model->title,
            law->title, l->size[last], learned, fitted, 100 * (1 - learned / fitted));
}

/* Where another model beats the best law already with fewer impacts. */
static void say_what_pays_first(const routh_learning *l, routh_findings_writer *words) {
    const routh_contestant *law = &l->contestant[l->best_law], *first = NULL;
    double from = isnan(l->pays_from) ? INFINITY : l->pays_from;
    for (size_t i = 0; i < l->count; i++)
        if (l->contestant[i].kind == ROUTH_CONTESTANT_MODEL && l->contestant[i].pays_from < from) {
            first = &l->contestant[i];
            from = first->pays_from;
        }
    for (size_t i = 0; first && i < l->size_count; i++)
        if (l->size[i] == (size_t)from)
            routh_findings_add(words, ROUTH_NOTE, ROUTH_TOPIC_LEARNING,
                               "With fewer training impacts, %s pays from %.0f on: %.3f instead of %.3f m/s.",
                               first->title, from, first->curve[i].mean, law->curve[i].mean);
}

/* A baseline that wins is reported: it is not a law, and it shows that contact space does not explain everything. */
static void say_what_structure_costs(const routh_learning *l, routh_findings_writer *words) {
    const routh_contestant *model = &l->contestant[l->best_model], *usable = best_in_contact_space(l);
    if (model->model != ROUTH_MODEL_BASELINE || !usable)
        return;
    const double costs = detail_error(l, usable) / detail_error(l, model) - 1;
    routh_findings_add(
        words, ROUTH_NOTE, ROUTH_TOPIC_LEARNING,
        "The baseline does not model the contact: it holds only for this body on this surface and is not a law "
        "for others. Of the models that are laws, %s is best (%.3f against %.3f m/s with %zu impacts)%s.",
        usable->title, detail_error(l, usable), detail_error(l, model), l->size[l->detail],
        costs > 0.05 ? ": besides contact mass and contact velocity, something else that was recorded determines "
                       "how these impacts end"
                     : "");
}

/* Is the frame one that the data contradict? */
static bool is_contradicted(const routh_study *study, size_t frame) {
    const routh_frame_evidence *check = &study->evidence;
    return check->decided && check->best != study->frame[frame].frame;
}

static void say_bound(const routh_study *study, size_t frame, const routh_learning *l, routh_findings_writer *words) {
    const routh_contestant *bound = named(l, "irb-velocity"), *wrench = named(l, "wrench");
    if (!bound || !wrench || !isfinite(detail_error(l, wrench)))
        return;
    const double least = detail_error(l, bound), learned = detail_error(l, wrench);
    if (learned >= least)
        routh_findings_add(
            words, ROUTH_NOTE, ROUTH_TOPIC_LEARNING,
            "A learned wrench (%.3f m/s) stays above the rigid bound (%.3f m/s): it gives no evidence that these "
            "impacts are not rigid.",
            learned, least);
    else if (is_contradicted(study, frame))
        routh_findings_add(
            words, ROUTH_NOTE, ROUTH_TOPIC_LEARNING,
            "A learned wrench (%.3f m/s) beats the rigid bound (%.3f m/s), but in a frame that the data "
            "contradict: in the wrong frame every rigid law predicts badly, and a couple compensates for that.",
            learned, least);
    else
        routh_findings_add(
            words, ROUTH_NOTE, ROUTH_TOPIC_LEARNING,
            "A learned wrench (%.3f m/s) beats the rigid bound (%.3f m/s): these data contain a couple that no "
            "rigid point contact has, either from the contact or from the measurement.",
            learned, least);
}

static void coverage_range(const routh_model_study *m, int level, double *least, double *most) {
    *least = INFINITY;
    *most = -INFINITY;
    for (size_t j = 0; j < m->outputs; j++) {
        *least = fmin(*least, m->coverage[j][level]);
        *most = fmax(*most, m->coverage[j][level]);
    }
}

/* "93 to 95 %", or one number where they are the same in print. */
static void say_percents(double least, double most, char text[32]) {
    const double low = round(100 * least), high = round(100 * most);
    if (low < high)
        snprintf(text, 32, "%.0f to %.0f %%", low, high);
    else
        snprintf(text, 32, "%.0f %%", low);
}

static bool is_calibrated(const routh_model_study *m) {
    double least, most;
    coverage_range(m, NINETY_FIVE, &least, &most);
    return least >= least_coverage && most <= most_coverage;
}

/* Normal errors have as many within the half interval as it says; more there and fewer within the wide one means that
 * tails are heavier. */
static bool has_heavy_tails(const routh_model_study *m) {
    for (size_t j = 0; j < m->outputs; j++)
        if (m->coverage[j][HALF] > 0.54 && m->coverage[j][NINETY_FIVE] < 0.95)
            return 1;
    return 0;
}

static void say_spread(const routh_learning *l, routh_findings_writer *words) {
    const routh_contestant *c = &l->contestant[l->best_model];
    const routh_model_study *m = &c->detail;
    double least, most, few, many;
    coverage_range(m, NINETY_FIVE, &least, &most);
    coverage_range(m, HALF, &few, &many);
    const char *verdict = is_calibrated(m)         ? "its intervals are well calibrated"
                          : least < least_coverage ? "its intervals are too narrow"
                                                   : "its intervals are too wide";
    char wide[32], half[32], tails[160] = "";
    say_percents(least, most, wide);
    say_percents(few, many, half);
    if (has_heavy_tails(m))
        snprintf(tails, sizeof tails,
                 "; since 50 %% intervals hold %s, errors have heavier tails than a normal distribution", half);
    routh_findings_add(words, ROUTH_NOTE, ROUTH_TOPIC_LEARNING,
                       "Of held-out measurements, %s lie within the 95 %% interval of the best model: %s%s.", wide,
                       verdict, tails);
}

static void say_miscalibrated(const routh_learning *l, routh_findings_writer *words) {
    char list[WORDS_SIZE - 64] = "";
    for (size_t i = 0; i < l->count; i++) {
        const routh_contestant *c = &l->contestant[i];
        double least, most;
        if (i == l->best_model || c->kind != ROUTH_CONTESTANT_MODEL || c->detail.outputs == 0 ||
            is_calibrated(&c->detail))
            continue;
        coverage_range(&c->detail, NINETY_FIVE, &least, &most);
        routh_words_add(list, sizeof list, ", ", "%s (%.0f %%)", c->title,
                        100 * (least < least_coverage ? least : most));
    }
    routh_utf8_drop_cut(list);
    if (*list)
        routh_findings_add(words, ROUTH_NOTE, ROUTH_TOPIC_LEARNING, "The predicted intervals are miscalibrated for %s.",
                           list);
}

static void say_inputs(const routh_contestant *c, routh_findings_writer *words) {
    const routh_model_study *m = &c->detail;
    char list[2][WORDS_SIZE / 3] = {"", ""};
    for (size_t k = 0; k < m->inputs; k++) {
        double shortest = INFINITY;
        for (size_t j = 0; j < m->outputs; j++)
            shortest = fmin(shortest, m->length[j][k]);
        routh_words_add(list[shortest < irrelevant_length], sizeof list[0], ", ", "%s", m->input[k]);
    }
    if (*list[0])
        routh_findings_add(
            words, ROUTH_NOTE, ROUTH_TOPIC_LEARNING,
            "Inputs that matter to it: %s. Inputs that do not, with a length scale of %.0f deviations or more: %s.",
            *list[1] ? list[1] : "none", irrelevant_length, list[0]);
    else
        routh_findings_add(words, ROUTH_NOTE, ROUTH_TOPIC_LEARNING, "All its inputs matter: %s.", list[1]);
}

static void say_speed(const routh_contestant *c, routh_findings_writer *words) {
    const routh_model_study *m = &c->detail;
    const int last = ROUTH_SPEED_BINS - 1;
    if (!isfinite(m->speed_correlation))
        return;
    if (m->speed_confidence < significant)
        routh_findings_add(words, ROUTH_NOTE, ROUTH_TOPIC_LEARNING,
                           "Its errors show no detectable dependence on the incident speed (rank correlation %.2f).",
                           m->speed_correlation);
    else
        routh_findings_add(
            words, ROUTH_NOTE, ROUTH_TOPIC_LEARNING,
            "Relative to the predicted spread, its errors %s%s with the incident speed: %.2f in the slowest "
            "fifth (%.2f m/s), %.2f in the fastest (%.2f m/s; rank correlation %.2f).",
            m->speed_correlation > 0 ? "grow" : "shrink", fabs(m->speed_correlation) < 0.2 ? " a little" : "",
            m->bin_error[0], m->bin_speed[0], m->bin_error[last], m->bin_speed[last], m->speed_correlation);
}

/* Of the models in contact space, the one whose predictions leave the ellipse most often. */
static void say_outside(const routh_learning *l, routh_findings_writer *words) {
    const routh_contestant *worst = NULL;
    for (size_t i = 0; i < l->count; i++) {
        const routh_contestant *c = &l->contestant[i];
        if (is_in_contact_space(c) && c->detail.outputs && (!worst || c->detail.outside > worst->detail.outside))
            worst = c;
    }
    if (!worst)
        return;
    if (!(worst->detail.outside > 0))
        routh_findings_add(words, ROUTH_NOTE, ROUTH_TOPIC_LEARNING, "No prediction gains energy, penetrates or pulls.");
    else if (!(worst->detail.outside > 0.0005))
        routh_findings_add(words, ROUTH_NOTE, ROUTH_TOPIC_LEARNING,
                           "Hardly any prediction gains energy, penetrates or pulls (at most %.2f %% for any model).",
                           100 * worst->detail.outside);
    else
        routh_findings_add(
            words, ROUTH_NOTE, ROUTH_TOPIC_LEARNING,
            "Of the predictions of %s, %.1f %% gain energy, penetrate or pull, more than of any other model; "
            "projected onto what a rigid contact can do, their mean error is %.3f instead of %.3f m/s.",
            worst->title, 100 * worst->detail.outside, worst->detail.projected_error, detail_error(l, worst));
}

/* The least error of those that do not use the prior. */
static const routh_contestant *best_without_prior(const routh_learning *l, size_t size) {
    const routh_contestant *best = NULL;
    for (size_t i = 0; i < l->count; i++) {
        const routh_contestant *c = &l->contestant[i];
        if ((c->kind == ROUTH_CONTESTANT_MODEL || c->kind == ROUTH_CONTESTANT_LAW) && isfinite(c->curve[size].mean) &&
            (!best || c->curve[size].mean < best->curve[size].mean))
            best = c;
    }
    return best;
}

static void say_prior(const routh_learning *l, routh_findings_writer *words) {
    const routh_contestant *prior = named(l, "prior"), *on = named(l, "on-prior"), *without = named(l, "wrench");
    if (!prior || !on || !without)
        return;
    routh_findings_add(
        words, ROUTH_NOTE, ROUTH_TOPIC_LEARNING,
        "The prior (%s) has a mean error of %.3f m/s on these impacts, the best law fitted here one of %.3f m/s.",
        prior->title, detail_error(l, prior), detail_error(l, &l->contestant[l->best_law]));
    size_t first = 0;
    while (first + 1 < l->size_count && !(isfinite(on->curve[first].mean) && isfinite(without->curve[first].mean)))
        first++;
    const routh_contestant *best = best_without_prior(l, first);
    if (!best || !isfinite(on->curve[first].mean) || !isfinite(without->curve[first].mean))
        return;
    char help[96] = "does not help";
    if (isfinite(l->prior_pays_until))
        snprintf(help, sizeof help, "helps up to %.0f impacts", l->prior_pays_until);
    routh_findings_add(
        words, ROUTH_NOTE, ROUTH_TOPIC_LEARNING,
        "Learning a wrench on top of it %s: with %zu impacts the mean error is %.3f m/s, without the prior %.3f "
        "m/s, and that of the best law or model without it (%s) %.3f m/s.",
        help, l->size[first], on->curve[first].mean, without->curve[first].mean, best->title, best->curve[first].mean);
}

void routh_findings_add_learning(const routh_study *study, size_t frame, routh_findings_writer *words) {
    const routh_learning *l = study->frame[frame].learning;
    if (!l)
        return;
    if (l->best_model >= l->count || l->best_law >= l->count) {
        routh_findings_add(words, ROUTH_NOT_DETERMINED, ROUTH_TOPIC_LEARNING,
                           "No model could be trained on %zu impacts and compared with a law.", l->size[l->detail]);
        return;
    }
    say_covariates(l, words);
    say_whether_it_pays(l, words);
    say_what_pays_first(l, words);
    say_what_structure_costs(l, words);
    say_bound(study, frame, l, words);
    say_spread(l, words);
    say_miscalibrated(l, words);
    say_inputs(&l->contestant[l->best_model], words);
    say_speed(&l->contestant[l->best_model], words);
    say_outside(l, words);
    say_prior(l, words);
}
