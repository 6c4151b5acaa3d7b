/* What learned models add: contestants with their learning curves, what only models have, and the numbers of the conclusion, as
 * JSON (the layout is that of docs/study.md) and as text; and what one model was trained on and how it did.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <math.h>
#include <string.h>

#include "base/context.h"
#include "study/learning.h"
#include "study/result_words.h"

const char *routh_contestant_kind_name(routh_contestant_kind kind) {
    static const char *const name[] = {[ROUTH_CONTESTANT_MODEL] = "model",
                                       [ROUTH_CONTESTANT_LAW] = "law",
                                       [ROUTH_CONTESTANT_PRIOR] = "prior",
                                       [ROUTH_CONTESTANT_ON_PRIOR] = "on-prior",
                                       [ROUTH_CONTESTANT_BEST_POST_HOC] = "best-post-hoc",
                                       [ROUTH_CONTESTANT_BOUND] = "bound"};
    return name[kind];
}

static json_t *texts_list(const char *const *text, size_t count) {
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        routh_json_add(&list, json_string(text[i]));
    return list;
}

static json_t *detail_object(const routh_model_study *s) {
    json_t *inputs = json_array(), *outputs = json_array(), *speed = json_object();
    for (size_t i = 0; i < s->inputs; i++)
        routh_json_add(&inputs, json_string(s->input[i]));
    for (size_t i = 0; i < s->outputs; i++) {
        json_t *output = json_object();
        ROUTH_PUT_AT(&output, routh_model_study, s, i, output, unit, noise, covered, coverage);
        routh_json_add(&outputs,
                       ROUTH_JSON_NEW(routh_output_layout, output, routh_json_numbers(s->length[i], s->inputs)));
    }
    ROUTH_PUT_SPAN(&speed, routh_model_study, s, bin_speed, speed_confidence);
    return ROUTH_JSON_NEW(routh_model_study_layout, .study = s, .inputs = inputs, .outputs = outputs, .speed = speed);
}

static json_t *contestant_object(const routh_contestant *c, size_t size_count) {
    const bool learned =
        c->kind == ROUTH_CONTESTANT_MODEL || c->kind == ROUTH_CONTESTANT_PRIOR || c->kind == ROUTH_CONTESTANT_ON_PRIOR;
    const bool measures = learned || c->kind == ROUTH_CONTESTANT_BOUND;
    return ROUTH_JSON_NEW(routh_contestant_layout, .contestant = c, .kind = routh_contestant_kind_name(c->kind),
                          .model = learned ? routh_name(&routh_model_kinds, c->model) : NULL,
                          .metric = measures ? json_string(routh_name(&routh_metrics, c->metric)) : routh_json_absent(),
                          .curve = ROUTH_JSON_LIST(routh_learning_point, c->curve, size_count),
                          .detail = learned && c->detail.outputs ? detail_object(&c->detail) : json_null());
}

/* The name of that contestant; null where there is none. */
static const char *named(const routh_learning *l, size_t index) {
    return index < l->count ? l->contestant[index].name : NULL;
}

json_t *routh_learning_json(const routh_frame_study *frame) {
    const routh_learning *l = frame->learning;
    if (!l)
        return routh_json_absent();
    json_t *sizes = json_array(), *levels = json_array(), *contestants = json_array();
    for (size_t i = 0; i < l->size_count; i++)
        routh_json_add(&sizes, routh_json_count(l->size[i]));
    for (int i = 0; i < ROUTH_COVERAGE_LEVELS; i++)
        routh_json_add(&levels, routh_json_number(routh_coverage_level(i)));
    for (size_t i = 0; i < l->count; i++)
        routh_json_add(&contestants, contestant_object(&l->contestant[i], l->size_count));
    return ROUTH_JSON_NEW(routh_learning_layout, .learning = l, .sizes = sizes,
                          .detail = l->detail < l->size_count ? routh_json_count(l->size[l->detail]) : json_null(),
                          .best_law = named(l, l->best_law), .best_model = named(l, l->best_model),
                          .coverage_levels = levels, .contestants = contestants,
                          .words = routh_sentences_json(&frame->findings, ROUTH_TOPIC_LEARNING));
}

void routh_print_learning(FILE *file, const routh_frame_study *frame) {
    enum { NAME_WIDTH = 40 };
    const routh_learning *learning = frame->learning;
    fprintf(file,
            "\nLearning, frame %s: mean error on held-out impacts in m/s, by the number of impacts to learn from%s\n\n",
            routh_name(&routh_frames, frame->frame),
            learning->covariate_count > 0 ? "; models and laws with the covariates" : "");
    routh_print_padded(file, "", NAME_WIDTH);
    for (size_t s = 0; s < learning->size_count; s++)
        fprintf(file, " %7zu", learning->size[s]);
    fputc('\n', file);
    for (size_t c = 0; c < learning->count; c++) {
        routh_print_padded(file, learning->contestant[c].title, NAME_WIDTH);
        for (size_t s = 0; s < learning->size_count; s++)
            fprintf(file, isfinite(learning->contestant[c].curve[s].mean) ? " %7.3f" : "       -",
                    learning->contestant[c].curve[s].mean);
        fputc('\n', file);
    }
    fputc('\n', file);
    for (size_t i = 0; i < frame->findings.count; i++)
        if (strcmp(frame->findings.finding[i].topic, ROUTH_TOPIC_LEARNING) == 0)
            fprintf(file, "%s\n", frame->findings.finding[i].text);
}

/* Training ----------------------------------------------------------------------------------------------*/

static json_t *model_object(const routh_training *a, const routh_model_facts *facts) {
    json_t *outputs = json_array();
    for (size_t j = 0; j < facts->outputs; j++) {
        const routh_model_output fit = routh_model_output_of(a->model, j);
        routh_json_add(&outputs,
                       ROUTH_JSON_NEW(routh_model_output_layout, .name = facts->output[j], .unit = facts->unit[j],
                                      .lengths = routh_json_numbers(fit.parameters.length, facts->inputs),
                                      .signal = fit.parameters.signal * fit.scale,
                                      .noise = fit.scale * fit.parameters.noise, .log_likelihood = fit.log_likelihood,
                                      .inducing = fit.inducing, .converged = !(fit.flags & ROUTH_GP_NOT_CONVERGED)));
    }
    return ROUTH_JSON_NEW(routh_model_layout, .facts = facts, .training = a, .prior = a->prior ? a->prior_name : NULL,
                          .inputs = texts_list(facts->input, facts->inputs),
                          .covariates = texts_list(facts->covariate, facts->covariate_count), .outputs = outputs);
}

static json_t *test_object(const routh_training *a) {
    const routh_model_test *test = &a->test;
    json_t *errors = json_object(), *coverage = json_object();
    for (size_t k = 0; k < test->outputs; k++) {
        json_t *one = json_object();
        ROUTH_PUT_AT(&one, routh_model_test, test, k, covered, deviation, unit);
        routh_json_put(&coverage, test->output[k], one);
    }
    if (a->rest_count) {
        ROUTH_PUT(&errors, routh_model_test, test, model, law);
        if (a->dependence)
            ROUTH_PUT(&errors, routh_model_test, test, law_covariates);
    }
    return ROUTH_JSON_NEW(
        routh_model_test_layout, .held_out = a->rest_count, .errors = errors,
        .bounds = a->rest_count
                      ? ROUTH_JSON_NEW(routh_test_bounds_layout,
                                       .prior = a->prior ? ROUTH_JSON_OF(routh_test_error, &test->prior) : json_null(),
                                       .irb_velocity = test->bound[ROUTH_VELOCITY],
                                       .irb_momentum = test->bound[ROUTH_MOMENTUM], .projected = test->projected,
                                       .outside = test->outside, .far = test->far)
                      : json_object(),
        .level = ROUTH_TEST_LEVEL, .coverage = a->rest_count ? coverage : routh_json_absent(),
        .coverage_leaving_one_out = a->rest_count ? routh_json_absent() : coverage);
}

static json_t *training_object(const void *what) {
    const routh_training *a = what;
    const routh_model_facts facts = routh_model_facts_of(a->model);
    json_t *dataset = ROUTH_JSON_FIELDS(routh_dataset, a->dataset, name, count);
    ROUTH_PUT(&dataset, routh_training, a, count, separating);
    return ROUTH_JSON_NEW(routh_training_layout, .training = a, .dataset = dataset,
                          .frame = ROUTH_JSON_FIELDS(routh_training, a, frame, why), .model = model_object(a, &facts),
                          .law = ROUTH_JSON_NEW(routh_named_parameters_layout, .name = a->options.law->name,
                                                .parameters = routh_parameters_json(a->options.law, a->parameters)),
                          .test = test_object(a), .version = routh_version());
}

/* "wang-mason, mu 0.18, eps 0.53" */
static void law_with_parameters(const routh_training *a, char *text, size_t size) {
    const routh_law *law = a->options.law;
    int used = snprintf(text, size, "%s", law->name);
    for (int i = 0; i < law->parameter_count && used > 0 && (size_t)used < size; i++)
        used += snprintf(text + used, size - (size_t)used, ", %s %.3f", law->parameter[i].name, a->parameters[i]);
}

static void print_errors(FILE *file, const routh_training *a, const routh_model_facts *facts) {
    static const routh_column columns[] = {
        {"On held-out impacts", "%-46s"}, {"ERROR    ", "%8.3f m/s"}, {"RELATIVE", "   %6.3f"}};
    const routh_model_test *test = &a->test;
    char law[128], prior[ROUTH_NAME_SIZE + 16];
    law_with_parameters(a, law, sizeof law);
    snprintf(prior, sizeof prior, "%s as it is", a->prior_name);
    fputc('\n', file);
    routh_rows rows = ROUTH_ROWS_BEGIN(file, columns);
    ROUTH_ROW(&rows, routh_name(&routh_model_kinds, facts->kind), test->model.speed, test->model.relative);
    if (a->prior)
        ROUTH_ROW(&rows, prior, test->prior.speed, test->prior.relative);
    ROUTH_ROW(&rows, law, test->law.speed, test->law.relative);
    if (a->dependence)
        ROUTH_ROW(&rows, "the same law with these covariates", test->law_covariates.speed,
                  test->law_covariates.relative);
    ROUTH_ROW(&rows, "rigid bound", test->bound[ROUTH_VELOCITY].speed, test->bound[ROUTH_VELOCITY].relative);
    fprintf(file, "The error is |predicted − measured| of the velocity after, ω weighted by the radius of gyration; "
                  "relative: ÷ |measured|.\n");
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

static routh_status print_training(routh_context *context, FILE *file, const void *what) {
    const routh_training *a = what;
    const routh_model_test *test = &a->test;
    const routh_model_facts facts = routh_model_facts_of(a->model);
    routh_findings head = {0}, coverage = {0};
    ROUTH_TRY(routh_print_words(context, file, routh_training_head(context, a, &head), &head));
    if (a->rest_count)
        print_errors(file, a, &facts);
    ROUTH_TRY(routh_print_words(context, file, routh_training_coverage(context, a, &coverage), &coverage));
    print_inputs(file, a, &facts);
    if (!a->rest_count || facts.kind == ROUTH_MODEL_BASELINE)
        return ROUTH_OK;
    fprintf(file, "\n%zu of %zu predictions (%.1f %%) leave the energy ellipse", test->outside, a->rest_count,
            100 * (double)test->outside / (double)a->rest_count);
    if (test->outside)
        fprintf(file, "; moved back to it, the error is %.3f m/s", test->projected.speed);
    fprintf(file, ".\n");
    return ROUTH_OK;
}

routh_status routh_training_write(routh_context *context, const routh_training *training, routh_io to) {
    return ROUTH_WRITE(context, "routh_training", training, to, {".txt", .draw = print_training},
                       {"", .object = training_object});
}
