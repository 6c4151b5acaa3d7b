/* What a model was trained on and how it did, as text for people.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <inttypes.h>
#include <string.h>

#include "file/output.h"
#include "report/text.h"
#include "report/writers.h"

static const char *metric_name(routh_metric metric) {
    return routh_name(&routh_metrics, metric);
}

/* "wang-mason, mu 0.18, eps 0.53" */
static void law_with_parameters(const routh_training *a, char *text, size_t size) {
    const routh_law *law = a->options.law;
    int used = snprintf(text, size, "%s", law->name);
    for (int i = 0; i < law->parameter_count && used > 0 && (size_t)used < size; i++)
        used += snprintf(text + used, size - (size_t)used, ", %s %.3f", law->parameter[i].name, a->parameters[i]);
}

/* Each quantity once, even where two parameters of the law depend on it. */
static void print_covariates(FILE *file, const routh_model_facts *facts) {
    for (size_t k = 0; k < facts->covariate_count; k++) {
        bool is_new = true;
        for (size_t j = 0; j < k; j++)
            is_new = is_new && strcmp(facts->covariate[j], facts->covariate[k]) != 0;
        if (is_new)
            fprintf(file, "%s%s", k ? ", " : "; it also sees ", facts->covariate[k]);
    }
}

static void print_head(FILE *file, const routh_training *a, const routh_model_facts *facts) {
    fprintf(file, "%s: %zu impact%s, %zu used", a->dataset->name, a->dataset->count, routh_plural(a->dataset->count),
            a->count);
    if (a->separating)
        fprintf(file, "; %zu left out because their contact does not close in this frame", a->separating);
    fprintf(file, "\nFrame: %s (%s)\n", routh_name(&routh_frames, a->frame), a->why);
    fprintf(file, "Learned: %s, that is, %s", routh_name(&routh_model_kinds, facts->kind),
            routh_about(&routh_model_kinds, facts->kind));
    if (facts->law)
        fprintf(file, " (%s)", facts->law->name);
    if (a->prior)
        fprintf(file, "; only the residual of %s", a->prior_name);
    print_covariates(file, facts);
    fprintf(file, "\nFrom: %zu impact%s", a->train_count, routh_plural(a->train_count));
    if (a->rest_count)
        fprintf(file, " drawn with seed %" PRIu64 ", the other %zu held out to test", a->seed, a->rest_count);
    if (facts->kind != ROUTH_MODEL_BASELINE && a->test.outputs < 3)
        fprintf(file, "; impulses measured in the %s metric", metric_name(facts->metric));
    const size_t inducing = routh_model_output_of(a->model, 0).inducing;
    if (inducing)
        fprintf(file, "; sparse, %zu points", inducing);
    fprintf(file, "; %.1f s\n", a->seconds);
    if (facts->bounded)
        fprintf(file, "%zu of them stick, and only bound friction from below\n", facts->bounded);
}

static void print_error(FILE *file, const char *what, routh_test_error error) {
    routh_print_padded(file, what, 46);
    fprintf(file, "%8.3f m/s   %6.3f\n", error.speed, error.relative);
}

static void print_errors(FILE *file, const routh_training *a, const routh_model_facts *facts) {
    char law[128], prior[ROUTH_NAME_SIZE + 16];
    law_with_parameters(a, law, sizeof law);
    snprintf(prior, sizeof prior, "%s as it is", a->prior_name);
    fprintf(file, "\n%-46s%8s       %s\n", "On held-out impacts", "ERROR", "RELATIVE");
    print_error(file, routh_name(&routh_model_kinds, facts->kind), a->test.model);
    if (a->prior)
        print_error(file, prior, a->test.prior);
    print_error(file, law, a->test.law);
    if (a->dependence)
        print_error(file, "the same law with these covariates", a->test.law_covariates);
    print_error(file, "rigid bound", a->test.bound[ROUTH_VELOCITY]);
    fprintf(file, "The error is |predicted − measured| of the velocity after, ω weighted by the radius of gyration; "
                  "relative: ÷ |measured|.\n");
}

static void print_intervals(FILE *file, const routh_training *a) {
    fprintf(file, "\nOf %s, intervals of %g %% hold",
            a->rest_count ? "what was measured in them" : "its own impacts, each predicted from all others",
            100 * ROUTH_TEST_LEVEL);
    for (size_t k = 0; k < a->test.outputs; k++)
        fprintf(file, "%s %.1f %% (%s)", k ? "," : "", 100 * a->test.covered[k], a->test.output[k]);
    fprintf(file, ".\n");
}

/* Of its column: names of covariates may be long. */
static int input_width(const char *name) {
    return strlen(name) > 6 ? (int)strlen(name) + 2 : 8;
}

static void print_inputs(FILE *file, const routh_training *a, const routh_model_facts *facts) {
    fprintf(file, "\nWhich inputs matter: length scales in deviations of the input; the shorter, the more\n%-12s", "");
    for (size_t k = 0; k < facts->inputs; k++)
        fprintf(file, "%*s", input_width(facts->input[k]), facts->input[k]);
    fprintf(file, "       noise\n");
    for (size_t j = 0; j < facts->outputs; j++) {
        const routh_model_output fit = routh_model_output_of(a->model, j);
        fprintf(file, "%-12s", facts->output[j]);
        for (size_t k = 0; k < facts->inputs; k++)
            if (fit.parameters.length[k] < 100)
                fprintf(file, "%*.2f", input_width(facts->input[k]), fit.parameters.length[k]);
            else
                fprintf(file, "%*s", input_width(facts->input[k]), "none");
        fprintf(file, "  %10.3g %s%s\n", fit.scale * fit.parameters.noise,
                facts->unit[j][0] == '1' ? "" : facts->unit[j],
                fit.flags & ROUTH_GP_NOT_CONVERGED ? "   (the search did not converge)" : "");
    }
    if (facts->kind == ROUTH_MODEL_RIGID_2D)
        fprintf(file, "Mvt, Mvn: momentum of the contact point, W⁻¹v.\n");
    else if (facts->kind != ROUTH_MODEL_BASELINE)
        fprintf(file, "Mtt, Mtn, Mnn: contact mass W⁻¹; vt, vn: velocity of the contact point.\n");
}

static void print_training(FILE *file, const void *what) {
    const routh_training *a = what;
    const routh_model_facts facts = routh_model_facts_of(a->model);
    print_head(file, a, &facts);
    if (a->rest_count)
        print_errors(file, a, &facts);
    print_intervals(file, a);
    print_inputs(file, a, &facts);
    if (a->rest_count && facts.kind != ROUTH_MODEL_BASELINE) {
        fprintf(file, "\n%zu of %zu predictions (%.1f %%) leave the energy ellipse", a->test.outside, a->rest_count,
                100 * (double)a->test.outside / (double)a->rest_count);
        if (a->test.outside)
            fprintf(file, "; moved back to it, the error is %.3f m/s", a->test.projected.speed);
        fprintf(file, ".\n");
    }
}

routh_status routh_training_write_text(routh_context *context, const routh_training *training, routh_io to) {
    return routh_text_print(context, to, print_training, training);
}
