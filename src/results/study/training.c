/* How a trained model does: on impacts it has not seen or, where none are left, on each of its own predicted from all
 * others.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <routh/study.h>

#include "base/context.h"
#include "file/text.h"
#include "fit/fit.h"
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
        test->far += p->far;
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
    const size_t count = t->rest_count, covariates = t->options.covariate_count;
    ROUTH_ARENA(room, context);
    routh_impact *impact = routh_take(&room, count, sizeof *impact);
    double(*pose)[3] = routh_take(&room, count, sizeof *pose);
    double *covariate = routh_take(&room, count, (covariates + 1) * sizeof *covariate);
    routh_prediction *prediction = routh_take(&room, count, sizeof *prediction);
    ROUTH_TRY(room.status);
    for (size_t i = 0; i < count; i++) {
        impact[i] = t->sample[t->rest[i]].impact;
        memcpy(pose[i], t->pose[t->rest[i]], sizeof pose[i]);
        for (size_t k = 0; k < covariates; k++)
            covariate[i * covariates + k] = t->options.covariate[t->rest[i] * covariates + k];
    }
    ROUTH_TRY(routh_model_predict(context, t->model, count, impact, (const double(*)[3])pose,
                                  covariates ? covariate : NULL, prediction));
    compare(t, prediction, &t->test);
    if (!t->prior)
        return ROUTH_OK;
    ROUTH_TRY(routh_model_predict(context, t->prior, count, impact, NULL, NULL, prediction));
    for (size_t i = 0; i < count; i++)
        add(&t->test.prior, &t->sample[t->rest[i]], prediction[i].after, count);
    return ROUTH_OK;
}

/* From the inverse of the kernel matrix, which is there anyway. */
static routh_status test_on_itself(routh_context *context, routh_training *t) {
    static const routh_test_error nothing = {NAN, NAN};
    const routh_model_facts facts = routh_model_facts_of(t->model);
    routh_model_test *test = &t->test;
    const size_t count = facts.count, outputs = facts.outputs;
    ROUTH_ARENA(room, context);
    double *residual = routh_take(&room, count * outputs, sizeof *residual);
    double *deviation = routh_take(&room, count * outputs, sizeof *deviation);
    test->model = test->law = test->law_covariates = test->prior = test->projected = test->bound[0] = test->bound[1] =
        nothing;
    test->outputs = outputs < ROUTH_TEST_OUTPUTS ? outputs : ROUTH_TEST_OUTPUTS;
    ROUTH_TRY(room.status);
    routh_model_leave_one_out(t->model, residual, deviation);
    for (size_t k = 0; k < test->outputs; k++) {
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
    return ROUTH_OK;
}

/* Whoever opens the file later wants to know how far the model can be trusted. */
static routh_status write_note(routh_context *context, routh_training *t) {
    const routh_model_test *test = &t->test;
    char name[96], *const note = t->note;
    routh_c_locale numbers;
    size_t length;
    ROUTH_TRY(routh_c_locale_begin(context, &numbers));
    routh_show_text(name, sizeof name, t->dataset->name, strlen(t->dataset->name));
    length = (size_t)snprintf(note, sizeof t->note, "%zu of %zu impacts of %s, seed %llu; 95 %% intervals hold",
                              t->train_count, t->count, name, (unsigned long long)t->seed);
    for (size_t k = 0; k < test->outputs && length < sizeof t->note; k++)
        length += (size_t)snprintf(note + length, sizeof t->note - length, "%s %.1f %% of %s", k ? "," : "",
                                   100 * test->covered[k], test->output[k]);
    if (length < sizeof t->note && t->rest_count > 0)
        snprintf(note + length, sizeof t->note - length, " of %zu others, %zu of them far", t->rest_count, test->far);
    else if (length < sizeof t->note)
        snprintf(note + length, sizeof t->note - length, ", each predicted from all others");
    routh_c_locale_end(&numbers);
    return ROUTH_OK;
}

routh_status routh_training_test(routh_context *context, routh_training *training) {
    training->test = (routh_model_test){.outside = 0};
    ROUTH_TRY(training->rest_count > 0 ? test_on_rest(context, training) : test_on_itself(context, training));
    return write_note(context, training);
}

/* Trains a model on some impacts, fits the law beside it to the same, and tests both on the others. */

void routh_training_release(routh_context *context, routh_training *t) {
    routh_covariates_release(context, (double *)t->options.covariate);
    routh_samples_release(context, t->sample);
    routh_model_release(context, t->model);
    routh_release(context, (routh_dependence *)t->dependence);
    routh_release(context, t->pose);
    routh_release(context, t->train);
    routh_release(context, t->rest);
    t->options.covariate = NULL;
    t->options.pose = NULL;
    t->sample = NULL;
    t->model = NULL;
    t->dependence = NULL;
    t->pose = NULL;
    t->train = t->rest = NULL;
}

/* The samples in the frame to read them in, and where their bodies were. */
static routh_status make_samples(routh_context *context, routh_training *t) {
    ROUTH_TRY(routh_samples_of(context, t->dataset, t->frame, &t->sample, &t->count, &t->separating));
    if (t->count == 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "%s: no contact closes in the frame %s", t->dataset->name,
                          routh_name(&routh_frames, t->frame));
    if (t->train_count > t->count)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "train_count",
                                "%zu impacts to train on: there are only %zu", t->train_count, t->count);
    t->pose = routh_allocate(context, t->count, sizeof *t->pose);
    if (!t->pose)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; i < t->count; i++) {
        const routh_record *record = &t->dataset->record[t->sample[i].record];
        const double pose[3] = {record->x, record->y, record->theta};
        memcpy(t->pose[i], pose, sizeof pose);
    }
    t->options.pose = (const double(*)[3])t->pose;
    return ROUTH_OK;
}

/* Stream 0 of the seed, as fits and studies do: the same impacts for the same number. */
static routh_status draw_samples(routh_context *context, routh_training *t) {
    t->train_count = t->train_count ? t->train_count : t->count;
    t->rest_count = t->count - t->train_count;
    t->train = routh_allocate(context, t->count, sizeof *t->train);
    t->rest = routh_allocate(context, t->count, sizeof *t->rest);
    if (!t->train || !t->rest)
        return ROUTH_OUT_OF_MEMORY;
    routh_random random = routh_random_seed(t->seed, 0);
    routh_random_draw(&random, t->count, t->train_count, t->train);
    for (size_t i = 0, drawn = 0, left = 0; i < t->count; i++)
        if (drawn < t->train_count && t->train[drawn] == i)
            drawn++;
        else
            t->rest[left++] = i;
    return ROUTH_OK;
}

static bool names_parameter(const routh_model_options *options) {
    for (size_t k = 0; k < options->covariate_count; k++)
        if (options->covariates[k].parameter[0])
            return true;
    return false;
}

/* With the covariates that name a parameter of the law it gets them too: then both have the same inputs. */
static routh_status fit_dependence(routh_context *context, routh_training *t) {
    routh_fit_options options = t->options.ensemble;
    routh_dependence *dependence = routh_allocate(context, 1, sizeof *dependence);
    if (!dependence)
        return ROUTH_OUT_OF_MEMORY;
    options.resamples = 0;
    const routh_status status =
        routh_dependence_fit(context, t->options.law, t->sample, t->options.covariate, t->train, t->train_count,
                             t->options.covariates, t->options.covariate_count, &options, dependence);
    if (status == ROUTH_OK && dependence->term_count > 0)
        t->dependence = dependence;
    else
        routh_release(context, dependence);
    return status;
}

static routh_status run(routh_context *context, routh_training *t) {
    double *covariate = NULL;
    routh_estimate fit;
    if (!t->options.law) // every kind of model is shown beside one
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "training: options.law is NULL; a law is needed beside the model");
    ROUTH_TRY(make_samples(context, t));
    if (t->options.covariate_count > 0) /* what the model sees beside the impact */
        ROUTH_TRY(routh_covariates_of(context, t->dataset, t->sample, t->count, t->options.covariates,
                                      t->options.covariate_count, &covariate));
    t->options.covariate = covariate;
    ROUTH_TRY(draw_samples(context, t));
    const double start = routh_seconds();
    ROUTH_TRY(routh_model_train(context, t->sample, t->train, t->train_count, &t->options, &t->model));
    t->seconds = routh_seconds() - start;
    /* the law beside the model, fitted to the same impacts */
    ROUTH_TRY(routh_law_fit(context, t->options.law, t->sample, t->train, t->train_count, &t->options.ensemble, &fit));
    memcpy(t->parameters, fit.parameters, sizeof t->parameters);
    if (names_parameter(&t->options))
        ROUTH_TRY(fit_dependence(context, t));
    return routh_training_test(context, t);
}

routh_status routh_training_run(routh_context *context, routh_training *t) {
    t->sample = NULL;
    t->pose = NULL;
    t->train = t->rest = NULL;
    t->model = NULL;
    t->dependence = NULL;
    t->options.covariate = NULL;
    t->options.prior = t->prior;
    const routh_status status = run(context, t);
    if (status != ROUTH_OK)
        routh_training_release(context, t);
    return status;
}
