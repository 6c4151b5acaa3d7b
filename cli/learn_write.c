/* What `routh learn` trained and how it did, in words and as JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "file/json_build.h"
#include "learn.h"
#include "output.h"

static const char *metric_name(routh_metric metric) {
    return metric == ROUTH_MOMENTUM ? "momentum" : "velocity";
}

static const char *plural(size_t count) {
    return count == 1 ? "" : "s";
}

/* "wang-mason, mu 0.18, eps 0.53" */
static void law_with_parameters(const learn_answer *a, char *text, size_t size) {
    const routh_law *law = a->options.law;
    int used = snprintf(text, size, "%s", law->name);
    for (int i = 0; i < law->parameter_count && used > 0 && (size_t)used < size; i++)
        used += snprintf(text + used, size - (size_t)used, ", %s %.3f", law->parameter[i].name, a->parameters[i]);
}

static void print_head(FILE *file, const learn_answer *a, const routh_model_facts *facts) {
    fprintf(file, "%s: %zu impact%s, %zu used", a->dataset->name, a->dataset->count, plural(a->dataset->count),
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
    fprintf(file, "\nFrom: %zu impact%s", a->train_count, plural(a->train_count));
    if (a->rest_count)
        fprintf(file, " drawn with seed %zu, the other %zu held out to test", a->seed, a->rest_count);
    if (facts->kind != ROUTH_MODEL_BASELINE && a->test.outputs < 3)
        fprintf(file, "; impulses measured in the %s metric", metric_name(facts->metric));
    const size_t inducing = routh_model_output_of(a->model, 0).inducing;
    if (inducing)
        fprintf(file, "; sparse, %zu points", inducing);
    fprintf(file, "; %.1f s\n", a->seconds);
    if (facts->bounded)
        fprintf(file, "%zu of them stick, and only bound friction from below\n", facts->bounded);
}

static void print_error(FILE *file, const char *what, learn_error error) {
    print_padded(file, what, 46);
    fprintf(file, "%8.3f m/s   %6.3f\n", error.speed, error.relative);
}

static void print_errors(FILE *file, const learn_answer *a, const routh_model_facts *facts) {
    char law[128], prior[ROUTH_NAME_SIZE + 16];
    law_with_parameters(a, law, sizeof law);
    snprintf(prior, sizeof prior, "%s as it is", a->prior_name);
    fprintf(file, "\n%-46s%8s       %s\n", "On held-out impacts", "ERROR", "RELATIVE");
    print_error(file, routh_name(&routh_model_kinds, facts->kind), a->test.model);
    if (a->prior)
        print_error(file, prior, a->test.prior);
    print_error(file, law, a->test.law);
    print_error(file, "any rigid law at best", a->test.bound[ROUTH_VELOCITY]);
    fprintf(file, "The error is |predicted − measured| of the velocity after, ω weighted by the radius of gyration; "
                  "relative: ÷ |measured|.\n");
}

static void print_intervals(FILE *file, const learn_answer *a) {
    fprintf(file, "\nOf %s, intervals of %g %% hold",
            a->rest_count ? "what was measured in them" : "its own impacts, each predicted from all others",
            100 * LEARN_LEVEL);
    for (size_t k = 0; k < a->test.outputs; k++)
        fprintf(file, "%s %.1f %% (%s)", k ? "," : "", 100 * a->test.covered[k], a->test.output[k]);
    fprintf(file, ".%s\n", a->rest_count ? "" : " --train N would hold impacts out to test.");
}

static void print_inputs(FILE *file, const learn_answer *a, const routh_model_facts *facts) {
    fprintf(file, "\nWhich inputs matter: length scales in deviations of the input; the shorter, the more\n%-12s", "");
    for (size_t k = 0; k < facts->inputs; k++)
        fprintf(file, "%8s", facts->input[k]);
    fprintf(file, "       noise\n");
    for (size_t j = 0; j < facts->outputs; j++) {
        const routh_model_output fit = routh_model_output_of(a->model, j);
        fprintf(file, "%-12s", facts->output[j]);
        for (size_t k = 0; k < facts->inputs; k++)
            if (fit.parameters.length[k] < 100)
                fprintf(file, "%8.2f", fit.parameters.length[k]);
            else
                fprintf(file, "%8s", "none");
        fprintf(file, "  %10.3g %s%s\n", fit.scale * fit.parameters.noise,
                facts->unit[j][0] == '1' ? "" : facts->unit[j],
                fit.flags & ROUTH_GP_NOT_CONVERGED ? "   (the search did not converge)" : "");
    }
    if (facts->kind == ROUTH_MODEL_RIGID_2D)
        fprintf(file, "Mvt, Mvn: momentum of the contact point, W⁻¹v.\n");
    else if (facts->kind != ROUTH_MODEL_BASELINE)
        fprintf(file, "Mtt, Mtn, Mnn: contact mass W⁻¹; vt, vn: velocity of the contact point.\n");
}

void learn_write_text(FILE *file, const learn_answer *a) {
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
    if (a->output)
        fprintf(file, "\nWritten to %s: `routh predict %s` or `routh solve --law %s` use it.\n", a->output, a->output,
                a->output);
    else
        fprintf(file, "\nThe model was not kept; -o MODEL.h5 keeps it.\n");
}

static json_t *error_object(learn_error error) {
    json_t *object = json_object();
    routh_json_put(&object, "error", routh_json_number(error.speed));
    routh_json_put(&object, "relative", routh_json_number(error.relative));
    return object;
}

static json_t *model_object(const learn_answer *a, const routh_model_facts *facts) {
    json_t *object = json_object(), *inputs = json_array(), *outputs = json_array();
    for (size_t k = 0; k < facts->inputs; k++)
        routh_json_add(&inputs, json_string(facts->input[k]));
    for (size_t j = 0; j < facts->outputs; j++) {
        const routh_model_output fit = routh_model_output_of(a->model, j);
        json_t *one = json_object();
        routh_json_put(&one, "name", json_string(facts->output[j]));
        routh_json_put(&one, "unit", json_string(facts->unit[j]));
        routh_json_put(&one, "lengths", routh_json_numbers(fit.parameters.length, facts->inputs));
        routh_json_put(&one, "signal", routh_json_number(fit.parameters.signal * fit.scale));
        routh_json_put(&one, "noise", routh_json_number(fit.scale * fit.parameters.noise));
        routh_json_put(&one, "log_likelihood", routh_json_number(fit.log_likelihood));
        routh_json_put(&one, "inducing", routh_json_count(fit.inducing));
        routh_json_put(&one, "converged", json_boolean(!(fit.flags & ROUTH_GP_NOT_CONVERGED)));
        routh_json_add(&outputs, one);
    }
    routh_json_put(&object, "kind", json_string(routh_name(&routh_model_kinds, facts->kind)));
    routh_json_put(&object, "law", facts->law ? json_string(facts->law->name) : json_null());
    routh_json_put(&object, "prior", a->prior ? json_string(a->prior_name) : json_null());
    routh_json_put(&object, "metric", json_string(metric_name(facts->metric)));
    routh_json_put(&object, "bounded", routh_json_count(facts->bounded));
    routh_json_put(&object, "inputs", inputs);
    routh_json_put(&object, "outputs", outputs);
    routh_json_put(&object, "file", a->output ? json_string(a->output) : json_null());
    routh_json_put(&object, "seconds", routh_json_number(a->seconds));
    return object;
}

static json_t *coverage_object(const learn_test *test) {
    json_t *object = json_object();
    for (size_t k = 0; k < test->outputs; k++) {
        json_t *one = json_object();
        routh_json_put(&one, "covered", routh_json_number(test->covered[k]));
        routh_json_put(&one, "rms", routh_json_number(test->deviation[k]));
        routh_json_put(&one, "unit", json_string(test->unit[k]));
        routh_json_put(&object, test->output[k], one);
    }
    return object;
}

static json_t *test_object(const learn_answer *a) {
    const learn_test *test = &a->test;
    json_t *object = json_object();
    routh_json_put(&object, "held_out", routh_json_count(a->rest_count));
    if (a->rest_count) {
        routh_json_put(&object, "model", error_object(test->model));
        routh_json_put(&object, "law", error_object(test->law));
        routh_json_put(&object, "prior", a->prior ? error_object(test->prior) : json_null());
        routh_json_put(&object, "irb_velocity", error_object(test->bound[ROUTH_VELOCITY]));
        routh_json_put(&object, "irb_momentum", error_object(test->bound[ROUTH_MOMENTUM]));
        routh_json_put(&object, "projected", error_object(test->projected));
        routh_json_put(&object, "outside", routh_json_count(test->outside));
    }
    routh_json_put(&object, "level", routh_json_number(LEARN_LEVEL));
    routh_json_put(&object, a->rest_count ? "coverage" : "coverage_leaving_one_out", coverage_object(test));
    return object;
}

static json_t *law_object(const learn_answer *a) {
    const routh_law *law = a->options.law;
    json_t *object = json_object(), *parameters = json_object();
    for (int i = 0; i < law->parameter_count; i++)
        routh_json_put(&parameters, law->parameter[i].name, routh_json_number(a->parameters[i]));
    routh_json_put(&object, "name", json_string(law->name));
    routh_json_put(&object, "parameters", parameters);
    return object;
}

int learn_write_json(FILE *file, const learn_answer *a) {
    const routh_model_facts facts = routh_model_facts_of(a->model);
    json_t *all = json_object(), *dataset = json_object(), *frame = json_object();
    routh_json_put(&dataset, "name", json_string(a->dataset->name));
    routh_json_put(&dataset, "impacts", routh_json_count(a->dataset->count));
    routh_json_put(&dataset, "used", routh_json_count(a->count));
    routh_json_put(&dataset, "separating", routh_json_count(a->separating));
    routh_json_put(&frame, "chosen", json_string(routh_name(&routh_frames, a->frame)));
    routh_json_put(&frame, "why", json_string(a->why));
    routh_json_put(&all, "dataset", dataset);
    routh_json_put(&all, "frame", frame);
    routh_json_put(&all, "n_train", routh_json_count(a->train_count));
    routh_json_put(&all, "seed", routh_json_count(a->seed));
    routh_json_put(&all, "model", model_object(a, &facts));
    routh_json_put(&all, "law", law_object(a));
    routh_json_put(&all, "test", test_object(a));
    routh_json_put(&all, "version", json_string(routh_version()));
    const int written = all && (json_dumpf(all, file, JSON_INDENT(2) | JSON_REAL_PRECISION(12)) == 0 || ferror(file));
    fputc('\n', file);
    json_decref(all);
    return written;
}
