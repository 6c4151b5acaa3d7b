/* What a model was trained on and how it did, as JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <routh/report.h>

#include "file/json_build.h"
#include "file/json_struct.h"
#include "file/json_write.h"
#include "report/material_json.h"
#include "report/text.h"
#include "report/writers.h"

static json_t *model_object(const routh_training *a, const routh_model_facts *facts) {
    json_t *object = json_object(), *inputs = json_array(), *outputs = json_array(), *covariates = json_array();
    for (size_t k = 0; k < facts->covariate_count; k++)
        routh_json_add(&covariates, json_string(facts->covariate[k]));
    for (size_t k = 0; k < facts->inputs; k++)
        routh_json_add(&inputs, json_string(facts->input[k]));
    for (size_t j = 0; j < facts->outputs; j++) {
        const routh_model_output fit = routh_model_output_of(a->model, j);
        json_t *one = json_object();
        ROUTH_PUT_AT(&one, routh_model_facts, facts, j, output, unit);
        routh_json_put(&one, "lengths", routh_json_numbers(fit.parameters.length, facts->inputs));
        routh_json_put(&one, "signal", routh_json_number(fit.parameters.signal * fit.scale));
        routh_json_put(&one, "noise", routh_json_number(fit.scale * fit.parameters.noise));
        ROUTH_PUT(&one, routh_model_output, &fit, log_likelihood, inducing);
        routh_json_put(&one, "converged", json_boolean(!(fit.flags & ROUTH_GP_NOT_CONVERGED)));
        routh_json_add(&outputs, one);
    }
    ROUTH_PUT(&object, routh_model_facts, facts, kind, law);
    routh_json_put(&object, "prior", a->prior ? json_string(a->prior_name) : json_null());
    ROUTH_PUT(&object, routh_model_facts, facts, metric, bounded);
    routh_json_put(&object, "inputs", inputs);
    routh_json_put(&object, "covariates", covariates);
    routh_json_put(&object, "outputs", outputs);
    ROUTH_PUT(&object, routh_training, a, output);
    return object;
}

static json_t *coverage_object(const routh_model_test *test) {
    json_t *object = json_object();
    for (size_t k = 0; k < test->outputs; k++) {
        json_t *one = json_object();
        ROUTH_PUT_AT(&one, routh_model_test, test, k, covered, deviation, unit);
        routh_json_put(&object, test->output[k], one);
    }
    return object;
}

static json_t *test_object(const routh_training *a) {
    const routh_model_test *test = &a->test;
    json_t *object = ROUTH_JSON_FIELDS(routh_training, a, rest_count);
    if (a->rest_count) {
        ROUTH_PUT(&object, routh_model_test, test, model, law);
        if (a->dependence)
            ROUTH_PUT(&object, routh_model_test, test, law_covariates);
        routh_json_put(&object, "prior", a->prior ? ROUTH_JSON_OF(routh_test_error, &test->prior) : json_null());
        routh_json_put(&object, "irb_velocity", ROUTH_JSON_OF(routh_test_error, &test->bound[ROUTH_VELOCITY]));
        routh_json_put(&object, "irb_momentum", ROUTH_JSON_OF(routh_test_error, &test->bound[ROUTH_MOMENTUM]));
        ROUTH_PUT(&object, routh_model_test, test, projected, outside);
    }
    routh_json_put(&object, "level", routh_json_number(ROUTH_TEST_LEVEL));
    routh_json_put(&object, a->rest_count ? "coverage" : "coverage_leaving_one_out", coverage_object(test));
    return object;
}

static json_t *law_object(const routh_training *a) {
    const routh_law *law = a->options.law;
    json_t *object = ROUTH_JSON_FIELDS(routh_law, law, name);
    routh_put_parameters(&object, law, a->parameters);
    return object;
}

routh_status routh_training_write(routh_context *context, const routh_training *a, routh_io to) {
    if (routh_wants_text(&to))
        return routh_training_write_text(context, a, to);
    const routh_model_facts facts = routh_model_facts_of(a->model);
    json_t *all = json_object(), *dataset = json_object(), *frame = json_object();
    ROUTH_PUT(&dataset, routh_dataset, a->dataset, name, count);
    ROUTH_PUT(&dataset, routh_training, a, count, separating);
    ROUTH_PUT(&frame, routh_training, a, frame, why);
    routh_json_put(&all, "dataset", dataset);
    routh_json_put(&all, "frame", frame);
    ROUTH_PUT(&all, routh_training, a, train_count, seed);
    routh_json_put(&all, "model", model_object(a, &facts));
    routh_json_put(&all, "law", law_object(a));
    routh_json_put(&all, "test", test_object(a));
    routh_json_put_version(&all);
    return routh_json_write(context, all, ROUTH_JSON_RESULTS, to);
}
