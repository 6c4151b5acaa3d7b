/* Where an advantage of learning comes from: a structureless model with the inputs of a law, with those of a law with
 * covariates, and with all.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "fields/structs.h"
#include "fit/fit.h"
#include "learn/gp.h"
#include "study/internal.h"

static const routh_name_entry sets[] = {{"contact", "r and the velocity of the contact point"},
                                        {"covariates", "these and the covariates' quantities"},
                                        {"all", "r, pose, velocity and those quantities"}};
const routh_names routh_input_sets = {"set of inputs", ROUTH_INPUT_SETS, sets};

enum { MOST = ROUTH_GP_MOST_INPUTS, OUTPUTS = 3 };

/* One call of routh_input_study_run. */
typedef struct work {
    routh_context *context;
    const routh_dataset *dataset;
    const routh_sample *samples;
    size_t count, train_count;
    const unsigned char *held_out;
    const routh_dependence_study *dependence;
    size_t inputs;
    double *column;         /* of the inputs, one after another, `count` each */
    double *value;          /* one quantity */
    double *input, *output; /* rows for training, then for prediction */
    double *mean;           /* predicted */
    double *error;          /* of every held-out impact: those of the sets, of the law, of the law with covariates */
} work;

/* Places in a row of errors after those of the sets. */
enum { CONSTANT = ROUTH_INPUT_SETS, WITH_COVARIATES, ERRORS };

/* A column that varies in the training impacts and is known in all; others teach nothing. */
static void add_column(work *w, const double *value) {
    double least = INFINITY, most = -INFINITY;
    for (size_t i = 0; i < w->count; i++) {
        if (!isfinite(value[i]))
            return;
        if (!w->held_out[i]) {
            least = fmin(least, value[i]);
            most = fmax(most, value[i]);
        }
    }
    if (w->inputs < MOST && most - least > 1e-10 * fmax(fabs(least), fabs(most)))
        memcpy(w->column + w->inputs++ * w->count, value, w->count * sizeof *value);
}

static void add_quantity(work *w, const char *name) {
    if (routh_quantity_of(NULL, w->dataset, w->samples, w->count, name, w->value) != ROUTH_OK)
        return;
    if (!routh_quantity_is_angle(name)) {
        add_column(w, w->value);
        return;
    }
    double *const turned = w->mean; /* not in use yet */
    for (int part = 0; part < 2; part++) {
        for (size_t i = 0; i < w->count; i++)
            turned[i] = part ? cos(w->value[i]) : sin(w->value[i]);
        add_column(w, turned);
    }
}

static bool is_listed(const char *const *names, const char *name) {
    for (; *names; names++)
        if (strcmp(*names, name) == 0)
            return true;
    return false;
}

static void choose_inputs(work *w, routh_input_set set) {
    static const char *const contact[] = {"vt", "vn", NULL};
    static const char *const all[] = {"vx", "vy", "omega", "x", "y", "theta", NULL};
    const char *const *names = set == ROUTH_INPUTS_ALL ? all : contact;
    w->inputs = 0;
    for (int axis = 0; axis < 2; axis++) {
        for (size_t i = 0; i < w->count; i++)
            w->value[i] = axis ? w->samples[i].impact.ry : w->samples[i].impact.rx;
        add_column(w, w->value);
    }
    for (size_t k = 0; names[k]; k++)
        add_quantity(w, names[k]);
    for (size_t k = 0; set != ROUTH_INPUTS_CONTACT && k < w->dependence->covariate_count; k++) {
        const char *quantity = w->dependence->covariate[k].quantity;
        bool is_new = !is_listed(names, quantity);
        for (size_t j = 0; j < k; j++)
            is_new = is_new && strcmp(w->dependence->covariate[j].quantity, quantity) != 0;
        if (is_new)
            add_quantity(w, quantity);
    }
}

/* Rows of the samples that are held out, or of those that are not. */
static size_t make_rows(work *w, bool held_out) {
    size_t rows = 0;
    for (size_t i = 0; i < w->count; i++) {
        const routh_sample *s = &w->samples[i];
        if ((w->held_out[i] != 0) != held_out)
            continue;
        for (size_t k = 0; k < w->inputs; k++)
            w->input[rows * w->inputs + k] = w->column[k * w->count + i];
        w->output[rows * OUTPUTS] = s->after.vx - s->impact.vx;
        w->output[rows * OUTPUTS + 1] = s->after.vy - s->impact.vy;
        w->output[rows * OUTPUTS + 2] = s->after.omega - s->impact.omega;
        rows++;
    }
    return rows;
}

static double mean_error(const work *w, routh_input_set set) {
    double sum = 0;
    size_t rows = 0;
    for (size_t i = 0; i < w->count; i++) {
        const routh_sample *s = &w->samples[i];
        if (!w->held_out[i])
            continue;
        const double *change = w->mean + rows * OUTPUTS;
        const routh_velocity after = {s->impact.vx + change[0], s->impact.vy + change[1], s->impact.omega + change[2]};
        const double own = routh_impact_error(ROUTH_VELOCITY, &s->impact, after, s->after);
        w->error[rows++ * ERRORS + set] = own;
        sum += own;
    }
    return sum / (double)rows;
}

/* The law's errors of the same impacts, with constant parameters and with covariates. */
static void add_law(const work *w, const routh_dependence *fit) {
    size_t rows = 0;
    for (size_t i = 0; i < w->count; i++) {
        const routh_sample *s = &w->samples[i];
        double value[ROUTH_MOST_COVARIATES], parameters[ROUTH_MAX_PARAMETERS];
        if (!w->held_out[i])
            continue;
        for (size_t k = 0; k < fit->covariate_count; k++) /* known since the fit */
            routh_quantity_of(NULL, w->dataset, s, 1, fit->covariate[k].quantity, &value[k]);
        routh_dependence_parameters(fit, value, parameters);
        double *row = w->error + rows++ * ERRORS;
        row[CONSTANT] = routh_impact_error(ROUTH_VELOCITY, &s->impact,
                                           routh_sample_predict(fit->law, fit->constant.parameters, s), s->after);
        row[WITH_COVARIATES] =
            routh_impact_error(ROUTH_VELOCITY, &s->impact, routh_sample_predict(fit->law, parameters, s), s->after);
    }
}

/* Standard error of the mean of a sum of these errors with these factors, impact by impact. */
static double paired_error(const work *w, const double factor[ERRORS]) {
    double sum = 0, square = 0, rows = 0;
    for (size_t i = 0; i < w->count; i++) {
        double own = 0;
        if (!w->held_out[i])
            continue;
        for (int k = 0; k < ERRORS; k++)
            own += factor[k] * w->error[(size_t)rows * ERRORS + (size_t)k];
        rows++;
        sum += own;
        square += own * own;
    }
    return rows > 1 ? sqrt(fmax(0, square - sum * sum / rows) / (rows - 1) / rows) : NAN;
}

static routh_status learn_with(work *w, routh_input_set set, const routh_gp_options *options,
                               routh_input_study *study) {
    routh_gp *gp = NULL;
    choose_inputs(w, set);
    study->inputs[set] = w->inputs;
    const routh_gp_samples samples = {make_rows(w, false), w->inputs, OUTPUTS, w->input, w->output};
    ROUTH_TRY(routh_gp_train(w->context, &samples, options, &gp));
    const routh_status status = routh_gp_predict(w->context, gp, make_rows(w, true), w->input, w->mean, NULL);
    study->learned[set] = status == ROUTH_OK ? mean_error(w, set) : NAN;
    routh_gp_release(w->context, gp);
    return status;
}

static routh_status say(routh_context *context, routh_input_study *s) {
    routh_findings_writer writer = {context, &s->findings, ROUTH_OK};
    const double contact = s->learned[ROUTH_INPUTS_CONTACT], same = s->learned[ROUTH_INPUTS_COVARIATES];
    const double best = s->learned[ROUTH_INPUTS_ALL], gain = s->law_constant - best;
    routh_findings_add(
        &writer, ROUTH_NOTE, ROUTH_TOPIC_LEARNING,
        "With the same inputs on both sides: from the contact alone %s errs by %.3f m/s and a model without "
        "structure by %.3f; with the covariates' quantities %.3f and %.3f; with all inputs the model by %.3f.",
        s->law->title, s->law_constant, contact, s->law_covariates, same, best);
    const double low = fmin(s->from_inputs, s->inputs_first), high = fmax(s->from_inputs, s->inputs_first);
    const double error = fmax(s->from_inputs_se, s->inputs_first_se);
    if (gain > 0)
        routh_findings_measured(
            &writer, ROUTH_NOTE, ROUTH_TOPIC_LEARNING,
            (routh_finding_numbers){NAN, (low + high) / 2 / gain, error / gain, "1"},
            "Of the %.3f ± %.3f m/s by which the model beats the law with constant parameters, %.0f to %.0f %% (± %.0f "
            "%%) "
            "come from what it sees beside the contact, and the rest from not being bound to the law's form. The range "
            "is that of the two orders in which inputs and form can be freed; ± is one standard error over the "
            "held-out "
            "impacts of one split.",
            gain, s->advantage_se, 100 * low / gain, 100 * high / gain, 100 * error / gain);
    else
        routh_findings_add(&writer, ROUTH_NOTE, ROUTH_TOPIC_LEARNING,
                           "Even with all inputs the model does not beat the law with constant parameters.");
    return writer.status;
}

static routh_status learn_all(work *w, const routh_gp_options *options, routh_input_study *study) {
    const routh_dependence_test *best = &w->dependence->law[w->dependence->best];
    study->law = best->fit.law;
    study->law_constant = best->constant_velocity;
    study->law_covariates = best->error_velocity;
    for (int set = 0; set < ROUTH_INPUT_SETS; set++) {
        ROUTH_TRY(routh_progress(w->context, "comparing inputs", (double)set / ROUTH_INPUT_SETS));
        ROUTH_TRY(learn_with(w, (routh_input_set)set, options, study));
    }
    study->from_inputs = study->learned[ROUTH_INPUTS_CONTACT] - study->learned[ROUTH_INPUTS_ALL];
    study->from_structure = study->law_constant - study->learned[ROUTH_INPUTS_CONTACT];
    study->inputs_first = study->law_constant - study->law_covariates + study->learned[ROUTH_INPUTS_COVARIATES] -
                          study->learned[ROUTH_INPUTS_ALL];
    add_law(w, &best->fit);
    study->advantage_se = paired_error(w, (double[ERRORS]){[CONSTANT] = 1, [ROUTH_INPUTS_ALL] = -1});
    study->from_inputs_se = paired_error(w, (double[ERRORS]){[ROUTH_INPUTS_CONTACT] = 1, [ROUTH_INPUTS_ALL] = -1});
    study->inputs_first_se = paired_error(
        w, (double[ERRORS]){
               [CONSTANT] = 1, [WITH_COVARIATES] = -1, [ROUTH_INPUTS_COVARIATES] = 1, [ROUTH_INPUTS_ALL] = -1});
    return say(w->context, study);
}

routh_status routh_input_study_run(routh_context *context, const routh_dataset *dataset, const routh_sample *samples,
                                   size_t count, const unsigned char *held_out,
                                   const routh_dependence_study *dependence, const routh_gp_options *gp,
                                   routh_input_study *study) {
    ROUTH_ARENA(room, context);
    work w = {.context = context,
              .dataset = dataset,
              .samples = samples,
              .count = count,
              .held_out = held_out,
              .dependence = dependence,
              .column = routh_take(&room, count, MOST * sizeof *w.column),
              .input = routh_take(&room, count, MOST * sizeof *w.input),
              .output = routh_take(&room, count, OUTPUTS * sizeof *w.output),
              .mean = routh_take(&room, count, OUTPUTS * sizeof *w.mean),
              .value = routh_take(&room, count, sizeof *w.value),
              .error = routh_take(&room, count, ERRORS * sizeof *w.error)};
    *study = (routh_input_study){0};
    ROUTH_TRY(room.status);
    const routh_status status = learn_all(&w, gp, study);
    if (status != ROUTH_OK)
        routh_input_study_release(context, study);
    return status;
}

ROUTH_RELEASED_BY_FIELDS(routh_input_study)
