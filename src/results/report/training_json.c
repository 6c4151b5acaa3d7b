/* What a model was trained on and how it did, as JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <routh/report.h>

#include "file/json_build.h"
#include "file/json_write.h"
#include "report/text.h"
#include "report/writers.h"

static json_t *error_object(routh_test_error error) {
    json_t *object = json_object();
    routh_json_put(&object, "error", routh_json_number(error.speed));
    routh_json_put(&object, "relative", routh_json_number(error.relative));
    return object;
}

static json_t *model_object(const routh_training *a, const routh_model_facts *facts) {
    json_t *object = json_object(), *inputs = json_array(), *outputs = json_array(), *covariates = json_array();
    for (size_t k = 0; k < facts->covariate_count; k++)
        routh_json_add(&covariates, json_string(facts->covariate[k]));
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
    routh_json_put(&object, "metric", json_string(routh_name(&routh_metrics, facts->metric)));
    routh_json_put(&object, "bounded", routh_json_count(facts->bounded));
    routh_json_put(&object, "inputs", inputs);
    routh_json_put(&object, "covariates", covariates);
    routh_json_put(&object, "outputs", outputs);
    routh_json_put(&object, "file", a->output ? json_string(a->output) : json_null());
    return object;
}

static json_t *coverage_object(const routh_model_test *test) {
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

static json_t *test_object(const routh_training *a) {
    const routh_model_test *test = &a->test;
    json_t *object = json_object();
    routh_json_put(&object, "held_out", routh_json_count(a->rest_count));
    if (a->rest_count) {
        routh_json_put(&object, "model", error_object(test->model));
        routh_json_put(&object, "law", error_object(test->law));
        if (a->dependence)
            routh_json_put(&object, "law_covariates", error_object(test->law_covariates));
        routh_json_put(&object, "prior", a->prior ? error_object(test->prior) : json_null());
        routh_json_put(&object, "irb_velocity", error_object(test->bound[ROUTH_VELOCITY]));
        routh_json_put(&object, "irb_momentum", error_object(test->bound[ROUTH_MOMENTUM]));
        routh_json_put(&object, "projected", error_object(test->projected));
        routh_json_put(&object, "outside", routh_json_count(test->outside));
    }
    routh_json_put(&object, "level", routh_json_number(ROUTH_TEST_LEVEL));
    routh_json_put(&object, a->rest_count ? "coverage" : "coverage_leaving_one_out", coverage_object(test));
    return object;
}

static json_t *law_object(const routh_training *a) {
    const routh_law *law = a->options.law;
    json_t *object = json_object(), *parameters = json_object();
    for (int i = 0; i < law->parameter_count; i++)
        routh_json_put(&parameters, law->parameter[i].name, routh_json_number(a->parameters[i]));
    routh_json_put(&object, "name", json_string(law->name));
    routh_json_put(&object, "parameters", parameters);
    return object;
}

routh_status routh_training_write(routh_context *context, const routh_training *a, routh_io to) {
    if (routh_wants_text(&to))
        return routh_training_write_text(context, a, to);
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
    routh_json_put(&all, "seed", routh_json_count((size_t)a->seed));
    routh_json_put(&all, "model", model_object(a, &facts));
    routh_json_put(&all, "law", law_object(a));
    routh_json_put(&all, "test", test_object(a));
    routh_json_put(&all, "version", json_string(routh_version()));
    return routh_json_write(context, all, ROUTH_JSON_RESULTS, to);
}
