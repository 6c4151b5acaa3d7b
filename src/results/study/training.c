/* How a trained model does: on impacts it has not seen or, where none are left, on each of its own predicted from all
 * others.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "study/internal.h"
#include "study/learning.h"

/* Of ROUTH_TEST_LEVEL among the levels of coverage. */
enum { LEVEL = 2 };

static void add(routh_test_error *sum, const routh_sample *sample, routh_velocity predicted, size_t count) {
    sum->speed += routh_impact_error(ROUTH_VELOCITY, &sample->impact, predicted, sample->after) / (double)count;
    sum->relative += routh_sample_error(sample, predicted) / (double)count;
}

/* Parameters cannot be measured: the impulse stands for them. */
static void name_outputs(routh_model_kind kind, routh_model_test *test) {
    static const char *const impulse[] = {"Pt", "Pn", "couple"}, *const impulse_unit[] = {"N s", "N s", "N m s"};
    static const char *const velocity[] = {"vx", "vy", "omega"}, *const velocity_unit[] = {"m/s", "m/s", "rad/s"};
    const int baseline = kind == ROUTH_MODEL_BASELINE;
    const int couple = kind == ROUTH_MODEL_WRENCH || kind == ROUTH_MODEL_RESIDUAL_WRENCH;
    test->outputs = baseline || couple ? 3 : 2;
    memcpy(test->output, baseline ? velocity : impulse, sizeof impulse);
    memcpy(test->unit, baseline ? velocity_unit : impulse_unit, sizeof impulse_unit);
}

static void note_coverage(const routh_training *t, const routh_sample *sample, const routh_prediction *p,
                          routh_model_test *test) {
    const double count = (double)t->rest_count;
    for (size_t k = 0; k < test->outputs; k++) {
        const learning_comparison q =
            routh_learning_compare(t->options.kind, t->options.metric, test->output[k], sample, p);
        const double off = q.measured - q.predicted;
        test->covered[k] += routh_learning_holds(&q, LEVEL) / count;
        test->deviation[k] += off * off / count;
    }
}

/* The law beside the model, with the same covariates. */
static routh_velocity law_with_covariates(const routh_training *t, size_t i) {
    double parameters[ROUTH_MAX_PARAMETERS];
    routh_dependence_parameters(t->dependence, t->options.covariate + i * t->options.covariate_count, parameters);
    return routh_sample_predict(t->options.law, parameters, &t->sample[i]);
}

/* All held-out impacts but the prior's error. */
static void compare(const routh_training *t, const routh_prediction *prediction, routh_model_test *test) {
    const size_t count = t->rest_count;
    name_outputs(t->options.kind, test);
    for (size_t i = 0; i < count; i++) {
        const routh_sample *sample = &t->sample[t->rest[i]];
        const routh_prediction *p = &prediction[i];
        add(&test->model, sample, p->after, count);
        add(&test->projected, sample, p->inside ? p->after : p->projected_after, count);
        add(&test->law, sample, routh_sample_predict(t->options.law, t->parameters, sample), count);
        if (t->dependence)
            add(&test->law_covariates, sample, law_with_covariates(t, t->rest[i]), count);
        test->outside += !p->inside;
        for (int metric = ROUTH_MOMENTUM; metric <= ROUTH_VELOCITY; metric++) {
            routh_bound bound;
            if (routh_bound_of(NULL, &sample->impact, sample->after, (routh_metric)metric, &bound) == ROUTH_OK)
                add(&test->bound[metric], sample, bound.velocity, count);
        }
        note_coverage(t, sample, p, test);
    }
    for (size_t k = 0; k < test->outputs; k++)
        test->deviation[k] = sqrt(test->deviation[k]);
}

static routh_status test_on_rest(routh_context *context, routh_training *t) {
    const size_t count = t->rest_count;
    routh_impact *impact = routh_allocate(context, count, sizeof *impact);
    double(*pose)[3] = routh_allocate(context, count, sizeof *pose);
    const size_t covariates = t->options.covariate_count;
    double *covariate = routh_allocate(context, count, (covariates + 1) * sizeof *covariate);
    routh_prediction *prediction = routh_allocate(context, count, sizeof *prediction);
    routh_status status = impact && pose && covariate && prediction ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; status == ROUTH_OK && i < count; i++) {
        impact[i] = t->sample[t->rest[i]].impact;
        memcpy(pose[i], t->pose[t->rest[i]], sizeof pose[i]);
        for (size_t k = 0; k < covariates; k++)
            covariate[i * covariates + k] = t->options.covariate[t->rest[i] * covariates + k];
    }
    if (status == ROUTH_OK)
        status = routh_model_predict(context, t->model, count, impact, (const double(*)[3])pose,
                                     covariates ? covariate : NULL, prediction);
    if (status == ROUTH_OK)
        compare(t, prediction, &t->test);
    if (status == ROUTH_OK && t->prior) {
        status = routh_model_predict(context, t->prior, count, impact, NULL, NULL, prediction);
        for (size_t i = 0; status == ROUTH_OK && i < count; i++)
            add(&t->test.prior, &t->sample[t->rest[i]], prediction[i].after, count);
    }
    routh_release(context, impact);
    routh_release(context, pose);
    routh_release(context, covariate);
    routh_release(context, prediction);
    return status;
}

/* From the inverse of the kernel matrix, which is there anyway. */
static routh_status test_on_itself(routh_context *context, routh_training *t) {
    static const routh_test_error nothing = {NAN, NAN};
    const routh_model_facts facts = routh_model_facts_of(t->model);
    routh_model_test *test = &t->test;
    const size_t count = facts.count, outputs = facts.outputs;
    double *residual = routh_allocate(context, count * outputs, sizeof *residual);
    double *deviation = routh_allocate(context, count * outputs, sizeof *deviation);
    const routh_status status = residual && deviation ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    test->model = test->law = test->law_covariates = test->prior = test->projected = test->bound[0] = test->bound[1] =
        nothing;
    if (status == ROUTH_OK)
        routh_model_leave_one_out(t->model, residual, deviation);
    test->outputs = outputs < ROUTH_TEST_OUTPUTS ? outputs : ROUTH_TEST_OUTPUTS;
    for (size_t k = 0; status == ROUTH_OK && k < test->outputs; k++) {
        double squares = 0, within = 0;
        for (size_t i = 0; i < count; i++) {
            const double off = residual[i * outputs + k];
            squares += off * off;
            within += fabs(off) <= facts.interval[k] * deviation[i * outputs + k];
        }
        test->output[k] = facts.output[k];
        test->unit[k] = facts.unit[k];
        test->deviation[k] = sqrt(squares / (double)count);
        test->covered[k] = within / (double)count;
    }
    routh_release(context, residual);
    routh_release(context, deviation);
    return status;
}

routh_status routh_training_test(routh_context *context, routh_training *training) {
    training->test = (routh_model_test){.outside = 0};
    return training->rest_count > 0 ? test_on_rest(context, training) : test_on_itself(context, training);
}
