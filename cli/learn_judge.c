/* How a model trained by `routh learn` does: on impacts it has not seen or, where none are left, on each of its own
 * predicted from all others.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "learn.h"
#include "options.h"
#include "progress.h"

/* So many deviations on either side hold LEARN_LEVEL of a normal distribution. */
static const double wide = 1.959963984540054;

static const learn_error nothing = {NAN, NAN};

static void add(learn_error *sum, const routh_sample *sample, routh_velocity predicted, size_t count) {
    sum->speed += routh_impact_error(ROUTH_VELOCITY, &sample->impact, predicted, sample->after) / (double)count;
    sum->relative += routh_sample_error(sample, predicted) / (double)count;
}

/* What was measured of a model's outputs, and what it predicted of them with which deviation; how many. Those of the
 * parameters kind cannot be measured: the impulse stands for them. */
static size_t outputs_of(const learn_answer *a, const routh_sample *sample, const routh_prediction *p,
                         double measured[LEARN_MOST_OUTPUTS], double predicted[LEARN_MOST_OUTPUTS],
                         double deviation[LEARN_MOST_OUTPUTS]) {
    const routh_impact *impact = &sample->impact;
    if (a->options.kind == ROUTH_MODEL_BASELINE) {
        const double after[] = {sample->after.vx, sample->after.vy, sample->after.omega};
        const double said[] = {p->after.vx, p->after.vy, p->after.omega};
        memcpy(measured, after, sizeof after);
        memcpy(predicted, said, sizeof said);
        memcpy(deviation, p->after_sd, sizeof p->after_sd);
        return 3;
    }
    const int wrench = p->couple_sd > 0;
    routh_sample rest = *sample; /* without the couple of a prior, if there is any */
    if (!wrench && fabs(p->couple) > 0) {
        routh_velocity after = sample->after;
        after.omega -= p->couple / impact->inertia;
        routh_sample_of(NULL, impact, after, &rest);
    }
    const double pt = impact->mass * (sample->after.vx - impact->vx),
                 pn = impact->mass * (sample->after.vy - impact->vy);
    const routh_point rigid = rest.measured[a->options.metric];
    measured[0] = wrench ? pt : rigid.pt;
    measured[1] = wrench ? pn : rigid.pn;
    measured[2] = impact->inertia * (sample->after.omega - impact->omega) - (impact->rx * pn - impact->ry * pt);
    predicted[0] = p->impulse.pt;
    predicted[1] = p->impulse.pn;
    predicted[2] = p->couple;
    deviation[0] = p->impulse_sd[0];
    deviation[1] = p->impulse_sd[1];
    deviation[2] = p->couple_sd;
    return wrench ? 3 : 2;
}

static void name_outputs(const learn_answer *a, learn_test *test) {
    static const char *const impulse[] = {"Pt", "Pn", "couple"}, *const impulse_unit[] = {"N s", "N s", "N m s"};
    static const char *const velocity[] = {"vx", "vy", "omega"}, *const velocity_unit[] = {"m/s", "m/s", "rad/s"};
    const int baseline = a->options.kind == ROUTH_MODEL_BASELINE;
    memcpy(test->output, baseline ? velocity : impulse, sizeof impulse);
    memcpy(test->unit, baseline ? velocity_unit : impulse_unit, sizeof impulse_unit);
}

/* All held-out impacts but the prior's error. */
static void compare(const learn_answer *a, const routh_prediction *prediction, learn_test *test) {
    const size_t count = a->rest_count;
    name_outputs(a, test);
    for (size_t i = 0; i < count; i++) {
        const routh_sample *sample = &a->sample[a->rest[i]];
        const routh_prediction *p = &prediction[i];
        double measured[LEARN_MOST_OUTPUTS], predicted[LEARN_MOST_OUTPUTS], deviation[LEARN_MOST_OUTPUTS];
        add(&test->model, sample, p->after, count);
        add(&test->projected, sample, p->inside ? p->after : p->projected_after, count);
        add(&test->law, sample, routh_sample_predict(a->options.law, a->parameters, sample), count);
        test->outside += !p->inside;
        for (int metric = ROUTH_MOMENTUM; metric <= ROUTH_VELOCITY; metric++) {
            routh_bound bound;
            if (routh_bound_of(NULL, &sample->impact, sample->after, (routh_metric)metric, &bound) == ROUTH_OK)
                add(&test->bound[metric], sample, bound.velocity, count);
        }
        test->outputs = outputs_of(a, sample, p, measured, predicted, deviation);
        for (size_t k = 0; k < test->outputs; k++) {
            const double off = measured[k] - predicted[k];
            test->covered[k] += (fabs(off) <= wide * deviation[k]) / (double)count;
            test->deviation[k] += off * off / (double)count;
        }
    }
    for (size_t k = 0; k < test->outputs; k++)
        test->deviation[k] = sqrt(test->deviation[k]);
}

static int judge_on_rest(const char *verb, learn_answer *a) {
    routh_context context = routh_context_default();
    learn_test *test = &a->test;
    const size_t count = a->rest_count;
    routh_impact *impact = calloc(count, sizeof *impact);
    double(*pose)[3] = calloc(count, sizeof *pose);
    routh_prediction *prediction = calloc(count, sizeof *prediction);
    int answer = impact && pose && prediction ? 0 : fail(verb, "out of memory");
    for (size_t i = 0; answer == 0 && i < count; i++) {
        impact[i] = a->sample[a->rest[i]].impact;
        memcpy(pose[i], a->pose[a->rest[i]], sizeof pose[i]);
    }
    context.threads = (int)a->threads;
    progress_show(&context);
    if (answer == 0 &&
        routh_model_predict(&context, a->model, count, impact, (const double(*)[3])pose, prediction) != ROUTH_OK)
        answer = fail(verb, "%s", context.message);
    if (answer == 0)
        compare(a, prediction, test);
    if (answer == 0 && a->prior) {
        if (routh_model_predict(&context, a->prior, count, impact, NULL, prediction) != ROUTH_OK)
            answer = fail(verb, "%s", context.message);
        for (size_t i = 0; answer == 0 && i < count; i++)
            add(&test->prior, &a->sample[a->rest[i]], prediction[i].after, count);
    }
    progress_end();
    free(impact);
    free(pose);
    free(prediction);
    return answer;
}

/* From the inverse of the kernel matrix, which is there anyway. */
static int judge_on_itself(const char *verb, learn_answer *a) {
    const routh_model_facts facts = routh_model_facts_of(a->model);
    learn_test *test = &a->test;
    const size_t count = facts.count, outputs = facts.outputs;
    double *residual = calloc(count * outputs + 1, sizeof *residual);
    double *deviation = calloc(count * outputs + 1, sizeof *deviation);
    test->model = test->law = test->prior = test->projected = test->bound[0] = test->bound[1] = nothing;
    const int answer = residual && deviation ? 0 : fail(verb, "out of memory");
    if (answer == 0)
        routh_model_leave_one_out(a->model, residual, deviation);
    test->outputs = outputs < LEARN_MOST_OUTPUTS ? outputs : LEARN_MOST_OUTPUTS;
    for (size_t k = 0; answer == 0 && k < test->outputs; k++) {
        double squares = 0, within = 0;
        for (size_t i = 0; i < count; i++) {
            const double off = residual[i * outputs + k];
            squares += off * off;
            within += fabs(off) <= wide * deviation[i * outputs + k];
        }
        test->output[k] = facts.output[k];
        test->unit[k] = facts.unit[k];
        test->deviation[k] = sqrt(squares / (double)count);
        test->covered[k] = within / (double)count;
    }
    free(residual);
    free(deviation);
    return answer;
}

int learn_judge(const char *verb, learn_answer *a) {
    a->test = (learn_test){.outside = 0};
    return a->rest_count > 0 ? judge_on_rest(verb, a) : judge_on_itself(verb, a);
}
