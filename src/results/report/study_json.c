/* The study as results.json: the numbers that other programs read. The layout is that of docs/study.md.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "report/covariates_json.h"
#include "report/systematics.h"
#include "report/writers.h"

#include "base/context.h"
#include "file/json_struct.h"
#include "file/json_write.h"
#include "report/findings_json.h"
#include "report/learning_json.h"
#include "report/material_json.h"
#include "report/split_json.h"
#include "report/study_json.h"

json_t *routh_rejected_json(const routh_dataset *dataset) {
    size_t counts[ROUTH_REASON_COUNT];
    json_t *object = json_object();
    routh_dataset_used(dataset, counts);
    for (int i = 0; i < ROUTH_REASON_COUNT; i++)
        if (counts[i])
            routh_json_put(&object, routh_name(&routh_reasons, i), routh_json_count(counts[i]));
    return object;
}

static json_t *dataset_object(const routh_study *study) {
    json_t *object = ROUTH_JSON_FIELDS(routh_dataset, study->dataset, name, count);
    routh_json_put(&object, "used", routh_json_count(routh_dataset_used(study->dataset, NULL)));
    routh_json_put(&object, "rejected", routh_rejected_json(study->dataset));
    return object;
}

json_t *routh_hypotheses_json(const routh_frame_evidence *check) {
    json_t *list = json_array();
    for (int i = 0; i < ROUTH_FRAME_COUNT; i++) {
        const routh_frame_hypothesis *h = &check->hypothesis[i];
        json_t *object = json_object();
        routh_json_put(&object, "frame", json_string(routh_name(&routh_frames, (routh_frame)i)));
        ROUTH_PUT_SPAN(&object, routh_frame_hypothesis, h, slope, residual);
        routh_json_add(&list, object);
    }
    return list;
}

static json_t *frame_object(const routh_study *study, const routh_frame_study *f) {
    const routh_frame_evidence *check = &study->evidence;
    json_t *object = ROUTH_JSON_FIELDS(routh_frame_study, f, frame, why);
    routh_json_put(&object, "recommended", json_string(routh_name(&routh_frames, check->best)));
    ROUTH_PUT_SPAN(&object, routh_frame_evidence, check, kn, kt_error);
    ROUTH_PUT(&object, routh_frame_evidence, check, decided, stated_gyration);
    routh_json_put(&object, "hypotheses", routh_hypotheses_json(check));
    return object;
}

json_t *routh_parameters_json(const routh_law_study *s) {
    json_t *object = json_object();
    for (int j = 0; j < s->law->parameter_count; j++) {
        json_t *parameter = json_object();
        ROUTH_PUT_AT(&parameter, routh_estimate, &s->fit, j, parameters);
        ROUTH_PUT(&parameter, routh_interval, &s->interval[j], deviation, low, high);
        routh_json_put(&object, s->law->parameter[j].name, parameter);
    }
    return object;
}

/* The two parameters that every table has a column for; null where the law has none. */
static void put_parameter(json_t **object, const routh_law_study *s, const char *name, const char *sd) {
    const int j = routh_law_parameter(s->law, name);
    routh_json_put(object, name, j < 0 ? json_null() : routh_json_number(s->fit.parameters[j]));
    routh_json_put(object, sd, j < 0 ? json_null() : routh_json_number(s->interval[j].deviation));
}

json_t *routh_law_json(const routh_frame_study *f, const routh_law_study *s) {
    json_t *object = json_object();
    char flags[ROUTH_FIT_TEXT];
    ROUTH_PUT(&object, routh_law, s->law, name);
    routh_json_put(&object, "parameters", routh_parameters_json(s));
    routh_json_put(&object, "correlation",
                   routh_correlation_json(s->law->parameter, s->law->parameter_count, s->fit.correlation, NULL));
    routh_json_put(&object, "flags", json_string(routh_fit_text(s->fit.flags, flags)));
    ROUTH_PUT_SPAN(&object, routh_law_study, s, error_mean, worst_percent);
    ROUTH_PUT_AT(&object, routh_law_study, s, ROUTH_MOMENTUM, range_fraction);
    routh_json_put(&object, "range_fraction_velocity", routh_json_number(s->range_fraction[ROUTH_VELOCITY]));
    routh_json_put(&object, "range_fraction_unweighted", routh_json_number(s->range_fraction[ROUTH_UNWEIGHTED]));
    ROUTH_PUT(&object, routh_law_study, s, slow_error_mean, convex, reach, reach_at);
    if (s->reference.error.mean > 0)
        ROUTH_PUT(&object, routh_law_study, s, reference);
    ROUTH_PUT(&object, routh_law_study, s, gains, penetrates, findings);
    ROUTH_PUT(&object, routh_frame_study, f, fit_count, test_count);
    return object;
}

/* The law at the other study's parameters; null where that has no such law. */
static json_t *used_object(const routh_law_study *s) {
    if (isnan(s->transfer_error_mean))
        return json_null();
    json_t *object = json_object();
    routh_put_parameters(&object, s->law, s->transferred);
    routh_json_put(&object, "error_mean", routh_json_number(s->transfer_error_mean));
    routh_json_put(&object, "error_mean_velocity", routh_json_number(s->transfer_error_velocity));
    return object;
}

/* What was corrected, by name; --use reads it. */
static json_t *calibration_object(const routh_calibration *c) {
    json_t *object = json_object();
    for (int k = 0; k < ROUTH_CALIBRATION_COUNT; k++)
        if (c->value[k].freed)
            routh_json_put(&object, routh_name(&routh_calibration_values, k), routh_json_number(c->value[k].value));
    return object;
}

static json_t *law_object(const routh_study_options *options, const routh_frame_study *f, const routh_law_study *s) {
    json_t *object = routh_law_json(f, s);
    if (options->transfer)
        routh_json_put(&object, "used", used_object(s));
    put_parameter(&object, s, "mu", "mu_sd");
    put_parameter(&object, s, "eps", "eps_sd");
    ROUTH_PUT(&object, routh_law_study, s, pulls, reversals_predicted, reversals_false);
    return object;
}

json_t *routh_bounds_json(const routh_frame_study *f) {
    json_t *object = json_object();
    ROUTH_PUT_SPAN(&object, routh_frame_study, f, irb_mean, best_post_hoc_median);
    return object;
}

json_t *routh_truth_json(const routh_study *study) {
    const routh_law *truth = study->options.truth;
    if (!truth)
        return json_null();
    json_t *object = json_object();
    routh_json_put(&object, "law", json_string(truth->name));
    routh_put_parameters(&object, truth, study->options.truth_parameters);
    return object;
}

void routh_put_origin(json_t **object, const routh_study_options *options) {
    ROUTH_PUT(object, routh_study_options, options, command, checksum);
}

static json_t *study_object(const routh_study *study, size_t frame) {
    const routh_frame_study *f = &study->frame[frame];
    json_t *root = json_object(), *laws = json_array();
    for (size_t l = 0; l < f->law_count; l++)
        routh_json_add(&laws, law_object(&study->options, f, &f->law[l]));
    routh_json_put(&root, "dataset", dataset_object(study));
    routh_json_put(&root, "frame", frame_object(study, f));
    if (study->options.calibration)
        routh_json_put(&root, "calibration", calibration_object(study->options.calibration));
    if (study->options.transfer)
        routh_json_put(&root, "used", json_string(study->options.transfer->name));
    routh_put_approach(&root, f->approach);
    routh_json_put(&root, "laws", laws);
    routh_json_put(&root, "bounds", routh_bounds_json(f));
    ROUTH_PUT(&root, routh_frame_study, f, reversals);
    routh_json_put(&root, "reach_tolerance", routh_json_numbers(routh_reach_tolerance, ROUTH_REACH_TOLERANCES));
    routh_json_put(&root, "noise", f->noise > 0 ? routh_json_number(f->noise) : json_null());
    routh_json_put(&root, "noise_error", f->noise > 0 ? routh_json_number(f->noise_error) : json_null());
    if (f->noise > 0) {
        ROUTH_PUT(&root, routh_frame_study, f, noise_source);
        routh_json_put(&root, "noise_interval", routh_json_numbers((const double[]){f->noise_low, f->noise_high}, 2));
        ROUTH_PUT(&root, routh_frame_study, f, noise_bound);
    }
    ROUTH_PUT(&root, routh_frame_study, f, zero_friction);
    if (frame == 0)
        routh_json_put(&root, "systematics", routh_systematics_json(&study->systematics));
    if (frame == 0 && study->split.groups > 0)
        routh_json_put(&root, "split", routh_split_json(&study->split));
    routh_put_learning(&root, study, frame);
    routh_put_covariates(&root, f->dependence, f->exploration);
    routh_put_inputs(&root, f->inputs);
    ROUTH_PUT(&root, routh_frame_study, f, findings);
    routh_json_put(&root, "metric", json_string("relative velocity error, omega weighted by the radius of gyration"));
    routh_json_put(&root, "truth", routh_truth_json(study));
    ROUTH_PUT(&root, routh_study_options, &study->options, seed);
    routh_put_origin(&root, &study->options);
    routh_json_put_version(&root);
    return root;
}

routh_status routh_study_write_json(routh_context *context, const routh_study *study, size_t frame, routh_io to) {
    if (frame >= study->frame_count)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "the study has no frame %zu", frame);
    return routh_json_write(context, study_object(study, frame), JSON_INDENT(2) | JSON_REAL_PRECISION(10), to);
}
