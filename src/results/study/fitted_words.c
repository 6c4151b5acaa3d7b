/* What was fitted or learned from what, in sentences.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "study/result_words.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "study/internal.h"

typedef struct impacts_used {
    const routh_dataset *dataset;
    size_t count, separating;
    routh_frame frame;
    const char *why;
} impacts_used;

static void say_impacts(routh_findings_writer *w, impacts_used of) {
    routh_findings_add(w, ROUTH_NOTE, "", "%s: ", of.dataset->name);
    routh_findings_count(w, of.dataset->count, "impact", "impacts");
    routh_findings_go_on(w, ", %zu used", of.count);
    if (of.separating)
        routh_findings_go_on(w, "; %zu left out because their contact does not close in this frame", of.separating);
    routh_findings_add(w, ROUTH_NOTE, "", "Frame: %s (%s)", routh_name(&routh_frames, of.frame), of.why);
}

routh_status routh_fit_study_head(routh_context *context, const routh_fit_study *a, routh_findings *findings) {
    routh_findings_writer words = {.context = context, .findings = findings};
    const bool of_impulses = a->options.cost == ROUTH_COST_IMPULSE;
    say_impacts(&words, (impacts_used){a->dataset, a->count, a->separating, a->frame, a->why});
    if (a->standing == ROUTH_STANDING_NONE)
        routh_findings_add(
            &words, ROUTH_WRONG, "",
            "Use none of these values: no law predicts better than that every body stops dead, whose "
            "error is 1. Is the frame right, and do velocities before and after belong to the same impact?");
    routh_findings_add(&words, ROUTH_NOTE, "", "Cost: %s", of_impulses ? "impulse" : "velocity");
    if (of_impulses)
        routh_findings_go_on(&words, ", measured in the %s metric", routh_name(&routh_metrics, a->options.metric));
    routh_findings_go_on(&words, "%s", a->options.robust ? ", robust (Huber)" : "");
    if (a->draws) {
        routh_findings_add(&words, ROUTH_NOTE, "",
                           "Fits: %zu draws of %zu impacts, tested on the other %zu; mean ± deviation over the draws, "
                           "and the mean of\nthe impacts' own parameters\n",
                           a->draws, a->fit_count, a->test_count);
        return words.status;
    }
    routh_findings_add(&words, ROUTH_NOTE, "", "Fits: ");
    routh_findings_count(&words, a->fit_count, "impact", "impacts");
    routh_findings_go_on(&words, " drawn to fit, the other %zu held out to test; ", a->test_count);
    if (a->fit_count >= ROUTH_FIT_TOO_FEW)
        routh_findings_go_on(&words, "%g %% intervals from %zu resamples%s", 100 * ROUTH_FIT_LEVEL, a->resamples,
                             a->fit_count < ROUTH_FIT_FEW ? "\n" : "");
    routh_findings_go_on(&words, "%s\n", a->caution);
    return words.status;
}

/* Each quantity once, even where two parameters of the law depend on it. */
static void say_seen(routh_findings_writer *w, const routh_model_facts *facts) {
    for (size_t k = 0; k < facts->covariate_count; k++) {
        bool is_new = true;
        for (size_t j = 0; j < k; j++)
            is_new = is_new && strcmp(facts->covariate[j], facts->covariate[k]) != 0;
        if (is_new)
            routh_findings_go_on(w, "%s%s", k ? ", " : "; it also sees ", facts->covariate[k]);
    }
}

routh_status routh_training_head(routh_context *context, const routh_training *a, routh_findings *findings) {
    routh_findings_writer words = {.context = context, .findings = findings};
    const routh_model_facts facts = routh_model_facts_of(a->model);
    const size_t inducing = routh_model_output_of(a->model, 0).inducing;
    say_impacts(&words, (impacts_used){a->dataset, a->count, a->separating, a->frame, a->why});
    routh_findings_add(&words, ROUTH_NOTE, "", "Learned: %s, that is, %s", routh_name(&routh_model_kinds, facts.kind),
                       routh_about(&routh_model_kinds, facts.kind));
    if (facts.law)
        routh_findings_go_on(&words, " (%s)", facts.law->name);
    if (a->prior)
        routh_findings_go_on(&words, "; only the residual of %s", a->prior_name);
    say_seen(&words, &facts);
    routh_findings_add(&words, ROUTH_NOTE, "", "From: ");
    routh_findings_count(&words, a->train_count, "impact", "impacts");
    if (a->rest_count)
        routh_findings_go_on(&words, " drawn with seed %" PRIu64 ", the other %zu held out to test", a->seed,
                             a->rest_count);
    if (facts.kind != ROUTH_MODEL_BASELINE && a->test.outputs < 3)
        routh_findings_go_on(&words, "; impulses measured in the %s metric", routh_name(&routh_metrics, facts.metric));
    if (inducing)
        routh_findings_go_on(&words, "; sparse, %zu points", inducing);
    routh_findings_go_on(&words, "; %.1f s", a->seconds);
    if (facts.bounded)
        routh_findings_add(&words, ROUTH_NOTE, "", "%zu of them stick, and only bound friction from below",
                           facts.bounded);
    return words.status;
}

routh_status routh_training_coverage(routh_context *context, const routh_training *a, routh_findings *findings) {
    routh_findings_writer words = {.context = context, .findings = findings};
    const routh_model_test *test = &a->test;
    routh_findings_add(&words, ROUTH_NOTE, "", "\nOf %s, intervals of %g %% hold",
                       a->rest_count ? "what was measured in them" : "its own impacts, each predicted from all others",
                       100 * ROUTH_TEST_LEVEL);
    for (size_t k = 0; k < test->outputs; k++)
        routh_findings_go_on(&words, "%s %.1f %% (%s)", k ? "," : "", 100 * test->covered[k], test->output[k]);
    routh_findings_go_on(&words, ".");
    if (a->rest_count)
        routh_findings_go_on(&words, "\n%zu of %zu held-out impacts (%.1f %%) are far from all that was learned.",
                             test->far, a->rest_count, 100 * (double)test->far / (double)a->rest_count);
    return words.status;
}

/* Inertia, tosses, coverage -------------------------------------------------------------------------------*/

routh_status routh_inertia_study_head(routh_context *context, const routh_inertia_study *a, routh_findings *findings) {
    routh_findings_writer words = {.context = context, .findings = findings};
    const routh_noise *noise = &a->fit.noise;
    routh_findings_add(&words, ROUTH_NOTE, "", "%s: ", a->dataset->name);
    routh_findings_count(&words, a->dataset->count, "impact", "impacts");
    routh_findings_go_on(&words, ", %zu usable, %zu used", a->count, a->fit.used);
    routh_findings_add(&words, ROUTH_NOTE, "", "Frame: %s (%s)", routh_name(&routh_frames, a->frame), a->why);
    routh_findings_add(&words, ROUTH_NOTE, "", "Noise, %s: vx %.3g m/s, vy %.3g m/s, ω %.3g rad/s", a->noise_from,
                       noise->vx, noise->vy, noise->omega);
    if (noise->theta > 0)
        routh_findings_go_on(&words, ", y %.3g m, θ %.3g rad", noise->y, noise->theta);
    return words.status;
}

routh_status routh_inertia_study_tail(routh_context *context, const routh_inertia_study *a, routh_findings *findings) {
    routh_findings_writer words = {.context = context, .findings = findings};
    if (!isnan(a->stated_m_over_i))
        routh_findings_add(&words, ROUTH_NOTE, "", "Stated: m/I = %.5g 1/m²", a->stated_m_over_i);
    for (int k = 1; k < ROUTH_MISFIT_COUNT; k++)
        if (a->by_misfit[k])
            routh_findings_add(&words, ROUTH_NOTE, "", "Left out: %zu (%s)", a->by_misfit[k],
                               routh_about(&routh_misfits, (routh_misfit)k));
    return words.status;
}

routh_status routh_study3_head(routh_context *context, const routh_study3 *study, routh_findings *findings) {
    routh_findings_writer words = {.context = context, .findings = findings};
    const routh_dataset3 *dataset = study->dataset;
    routh_findings_add(&words, ROUTH_NOTE, "", "%s: ", dataset->name);
    routh_findings_count(&words, dataset->trajectory_count, "toss, ", "tosses, ");
    routh_findings_go_on(&words, "%zu frames, ", dataset->calibration.frames);
    routh_findings_count(&words, dataset->count, "contact", "contacts");
    routh_findings_go_on(&words, ", %zu used: impacts of a single corner", study->count);
    if (study->count < dataset->count)
        routh_findings_add(&words, ROUTH_NOTE, "rejected", " %zu; some have several reasons",
                           dataset->count - study->count);
    routh_findings_rejected(&words, study->rejected);
    return words.status;
}

routh_status routh_coverage_head(routh_context *context, const routh_coverage *c, routh_findings *findings) {
    routh_findings_writer words = {.context = context, .findings = findings};
    routh_findings_add(&words, ROUTH_NOTE, "", "%s: ", c->dataset->name);
    routh_findings_count(&words, c->count, "impact", "impacts");
    routh_findings_go_on(&words, ", read in frame %s", routh_name(&routh_frames, c->frame));
    routh_findings_add(&words, ROUTH_NOTE, "", "Worlds like it: %s", c->law->title);
    for (int j = 0; j < c->law->parameter_count; j++)
        routh_findings_go_on(&words, ", %s = %.4g", c->law->parameter[j].name, c->parameters[j]);
    routh_findings_go_on(&words, "; noise of %.2g m/s in velocities before and after", c->noise);
    routh_findings_add(&words, ROUTH_NOTE, "", "%zu recordings of each, studied like this one; intervals of %g %%\n",
                       c->world_count ? c->world[0].draws : 0, 100 * c->level);
    return words.status;
}

routh_status routh_insertion_offset_words(routh_context *context, const routh_insertion_offset_estimate *e,
                                          routh_findings *findings) {
    routh_findings_writer words = {.context = context, .findings = findings};
    routh_findings_add(&words, ROUTH_NOTE, "", "δ_r = %.4g ± %.2g mm under %g N", 1e3 * e->offset, 1e3 * e->error,
                       e->to);
    routh_findings_add(&words, ROUTH_NOTE, "pressed",
                       "%.4g mm into each other under %g N, the force of the reference insertion", 1e3 * e->pressed,
                       e->from);
    routh_findings_add(&words, ROUTH_NOTE, "at rest", "%zu samples, %.3g s, before the retraction", e->rest,
                       (double)e->rest / e->rate);
    routh_findings_add(&words, ROUTH_NOTE, "retracted",
                       "%zu samples, %.3g s, in which the force falls from 62 to 48 %%: extended to no force", e->used,
                       (double)e->used / e->rate);
    routh_findings_add(&words, ROUTH_NOTE, "",
                       "The error is that of the sensors' noise. Parts that %g N do not press at all make the offset "
                       "too large; `identify` estimates what remains of it.",
                       e->from);
    return words.status;
}

const char *routh_term_text(const routh_dependence *d, const routh_term *t, char text[ROUTH_NAME_SIZE]) {
    const char *quantity = d->covariate[t->covariate].quantity;
    if (t->power == 0)
        snprintf(text, ROUTH_NAME_SIZE, abs(t->multiple) == 1 ? "%s %s" : "%s %s × %d", t->multiple > 0 ? "sin" : "cos",
                 quantity, abs(t->multiple));
    else
        snprintf(text, ROUTH_NAME_SIZE, "%s^%d", quantity, t->power);
    return text;
}

const char *routh_covariate_text(const routh_dependence *d, size_t k, char text[2 * ROUTH_NAME_SIZE]) {
    const char *quantity = d->covariate[k].quantity;
    text[0] = '\0';
    if (!routh_quantity_is_angle(quantity))
        snprintf(text, 2 * ROUTH_NAME_SIZE, "%s enters as (%s %s %.6g)/%.6g, held between %.6g and %.6g.\n", quantity,
                 quantity, d->mean[k] < 0 ? "+" : "−", fabs(d->mean[k]), d->deviation[k], d->least[k], d->most[k]);
    return text;
}
