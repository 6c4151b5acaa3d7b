/* What was fitted or learned from what, in sentences.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "study/result_words.h"

#include <inttypes.h>
#include <math.h>
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
