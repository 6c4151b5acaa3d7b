/* The study as results.json: the numbers that other programs read. The layout is that of docs/study.md.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "report/covariates_json.h"
#include "report/systematics.h"
#include "report/writers.h"

#include "base/context.h"
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
    json_t *object = json_object();
    routh_json_put(&object, "name", json_string(study->dataset->name));
    routh_json_put(&object, "impacts", routh_json_count(study->dataset->count));
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
        routh_json_put(&object, "slope", routh_json_number(h->slope));
        routh_json_put(&object, "slope_error", routh_json_number(h->slope_error));
        routh_json_put(&object, "gyration", routh_json_number(h->gyration));
        routh_json_put(&object, "r2", routh_json_number(h->r2));
        routh_json_put(&object, "correlation", routh_json_number(h->correlation));
        routh_json_put(&object, "residual", routh_json_number(h->residual));
        routh_json_add(&list, object);
    }
    return list;
}

static json_t *frame_object(const routh_study *study, const routh_frame_study *f) {
    const routh_frame_evidence *check = &study->evidence;
    json_t *object = json_object();
    routh_json_put(&object, "chosen", json_string(routh_name(&routh_frames, f->frame)));
    routh_json_put(&object, "why", json_string(f->why));
    routh_json_put(&object, "recommended", json_string(routh_name(&routh_frames, check->best)));
    routh_json_put(&object, "kn", routh_json_number(check->kn));
    routh_json_put(&object, "kt", routh_json_number(check->kt));
    routh_json_put(&object, "kn_error", routh_json_number(check->kn_error));
    routh_json_put(&object, "kt_error", routh_json_number(check->kt_error));
    routh_json_put(&object, "decided", json_boolean(check->decided));
    routh_json_put(&object, "stated_gyration", routh_json_number(check->stated_gyration));
    routh_json_put(&object, "hypotheses", routh_hypotheses_json(check));
    return object;
}

json_t *routh_parameters_json(const routh_law_study *s) {
    json_t *object = json_object();
    for (int j = 0; j < s->law->parameter_count; j++) {
        json_t *parameter = json_object();
        routh_json_put(&parameter, "value", routh_json_number(s->fit.parameters[j]));
        routh_json_put(&parameter, "sd", routh_json_number(s->interval[j].deviation));
        routh_json_put(&parameter, "low", routh_json_number(s->interval[j].low));
        routh_json_put(&parameter, "high", routh_json_number(s->interval[j].high));
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

static void put_range(json_t **object, const char *name, const routh_reference_range *range) {
    routh_json_put(object, name, ROUTH_JSON_ENTRIES({"mean", range->mean}, {"low", range->low}, {"high", range->high}));
}

static json_t *reference_object(const routh_law_study *s) {
    const routh_reference *r = &s->reference;
    json_t *object = json_object();
    put_range(&object, "reach", &r->reach);
    put_range(&object, "error", &r->error);
    put_range(&object, "error_velocity", &r->error_velocity);
    put_range(&object, "bound", &r->bound);
    put_range(&object, "reversals", &r->reversals);
    put_range(&object, "true_reversals", &r->true_reversals);
    put_range(&object, "hits", &r->hits);
    put_range(&object, "false_alarms", &r->false_alarms);
    routh_json_put(&object, "reach_at", routh_json_numbers(r->reach_at, ROUTH_REACH_TOLERANCES));
    return object;
}

json_t *routh_law_json(const routh_frame_study *f, const routh_law_study *s) {
    json_t *object = json_object();
    char flags[ROUTH_FIT_TEXT];
    routh_json_put(&object, "name", json_string(s->law->name));
    routh_json_put(&object, "parameters", routh_parameters_json(s));
    routh_json_put(&object, "correlation",
                   routh_correlation_json(s->law->parameter, s->law->parameter_count, s->fit.correlation, NULL));
    routh_json_put(&object, "flags", json_string(routh_fit_text(s->fit.flags, flags)));
    routh_json_put(&object, "error_mean", routh_json_number(s->error_mean));
    routh_json_put(&object, "error_median", routh_json_number(s->error_median));
    routh_json_put(&object, "error_se", routh_json_number(s->error_se));
    routh_json_put(&object, "error_mean_velocity", routh_json_number(s->error_mean_velocity));
    routh_json_put(&object, "best_percent", routh_json_number(s->best_percent));
    routh_json_put(&object, "worst_percent", routh_json_number(s->worst_percent));
    routh_json_put(&object, "range_fraction", routh_json_number(s->range_fraction[ROUTH_MOMENTUM]));
    routh_json_put(&object, "range_fraction_velocity", routh_json_number(s->range_fraction[ROUTH_VELOCITY]));
    routh_json_put(&object, "range_fraction_unweighted", routh_json_number(s->range_fraction[ROUTH_UNWEIGHTED]));
    routh_json_put(&object, "slow_error_mean", routh_json_number(s->slow_error_mean));
    routh_json_put(&object, "convex", routh_json_number(s->convex));
    routh_json_put(&object, "reach", routh_json_number(s->reach));
    routh_json_put(&object, "reach_at", routh_json_numbers(s->reach_at, ROUTH_REACH_TOLERANCES));
    if (s->reference.error.mean > 0)
        routh_json_put(&object, "reference", reference_object(s));
    routh_json_put(&object, "gains", routh_json_count(s->gains));
    routh_json_put(&object, "penetrates", routh_json_count(s->penetrates));
    routh_json_put(&object, "notes", routh_sentences_json(&s->findings, NULL));
    routh_json_put(&object, "n_fit", routh_json_count(f->fit_count));
    routh_json_put(&object, "n_test", routh_json_count(f->test_count));
    return object;
}

/* The law at the other study's parameters; null where that has no such law. */
static json_t *used_object(const routh_law_study *s) {
    if (isnan(s->transfer_error_mean))
        return json_null();
    json_t *object = json_object(), *parameters = json_object();
    for (int j = 0; j < s->law->parameter_count; j++)
        routh_json_put(&parameters, s->law->parameter[j].name, routh_json_number(s->transferred[j]));
    routh_json_put(&object, "parameters", parameters);
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
    routh_json_put(&object, "pulls", routh_json_count(s->pulls));
    routh_json_put(&object, "reversals_predicted", routh_json_count(s->reversals_predicted));
    routh_json_put(&object, "reversals_false", routh_json_count(s->reversals_false));
    return object;
}

json_t *routh_bounds_json(const routh_frame_study *f) {
    json_t *object = json_object();
    routh_json_put(&object, "irb_mean", routh_json_number(f->irb_mean));
    routh_json_put(&object, "irb_median", routh_json_number(f->irb_median));
    routh_json_put(&object, "irb_mean_velocity", routh_json_number(f->irb_mean_velocity));
    routh_json_put(&object, "best_post_hoc_mean", routh_json_number(f->best_post_hoc_mean));
    routh_json_put(&object, "best_post_hoc_median", routh_json_number(f->best_post_hoc_median));
    return object;
}

json_t *routh_truth_json(const routh_study *study) {
    const routh_law *truth = study->options.truth;
    if (!truth)
        return json_null();
    json_t *object = json_object(), *parameters = json_object();
    for (int j = 0; j < truth->parameter_count; j++)
        routh_json_put(&parameters, truth->parameter[j].name, routh_json_number(study->options.truth_parameters[j]));
    routh_json_put(&object, "law", json_string(truth->name));
    routh_json_put(&object, "parameters", parameters);
    return object;
}

json_t *routh_published_json(const routh_frame_study *f) {
    json_t *list = json_array();
    for (size_t i = 0; i < f->published_count; i++) {
        const routh_published *p = &f->published[i];
        json_t *object = json_object();
        routh_json_put(&object, "row", json_string(p->row));
        routh_json_put(&object, "law", json_string(p->law));
        routh_json_put(&object, "quantity", json_string(p->quantity));
        routh_json_put(&object, "printed", routh_json_number(p->printed));
        routh_json_put(&object, "printed_sd", routh_json_number(p->printed_sd));
        routh_json_put(&object, "found", routh_json_number(p->found));
        routh_json_put(&object, "found_sd", routh_json_number(p->found_sd));
        routh_json_put(&object, "later", routh_json_number(p->later));
        routh_json_put(&object, "why", p->why ? json_string(p->why) : json_null());
        routh_json_add(&list, object);
    }
    return list;
}

static json_t *text_or_null(const char *text) {
    return text ? json_string(text) : json_null();
}

void routh_put_origin(json_t **object, const routh_study_options *options) {
    routh_json_put(object, "command", text_or_null(options->command));
    routh_json_put(object, "checksum", text_or_null(options->checksum));
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
    routh_json_put(&root, "approach", routh_approach_json(f->approach));
    routh_json_put(&root, "laws", laws);
    routh_json_put(&root, "bounds", routh_bounds_json(f));
    routh_json_put(&root, "reversals", routh_json_count(f->reversals));
    routh_json_put(&root, "reach_tolerance", routh_json_numbers(routh_reach_tolerance, ROUTH_REACH_TOLERANCES));
    routh_json_put(&root, "noise", f->noise > 0 ? routh_json_number(f->noise) : json_null());
    routh_json_put(&root, "noise_error", f->noise > 0 ? routh_json_number(f->noise_error) : json_null());
    if (f->noise > 0) {
        routh_json_put(&root, "noise_from", json_string(routh_name(&routh_noise_sources, f->noise_source)));
        routh_json_put(&root, "noise_interval", routh_json_numbers((const double[]){f->noise_low, f->noise_high}, 2));
        routh_json_put(&root, "noise_bound", routh_json_number(f->noise_bound));
    }
    routh_json_put(&root, "zero_friction", routh_json_count(f->zero_friction));
    if (f->published)
        routh_json_put(&root, "published", routh_published_json(f));
    if (frame == 0)
        routh_json_put(&root, "systematics", routh_systematics_json(&study->systematics));
    if (frame == 0 && study->split.groups > 0)
        routh_json_put(&root, "split", routh_split_json(&study->split));
    routh_put_learning(&root, study, frame);
    routh_put_covariates(&root, f->dependence, f->exploration);
    routh_put_inputs(&root, f->inputs);
    routh_json_put(&root, "words", routh_sentences_json(&f->findings, NULL));
    routh_json_put(&root, "metric", json_string("relative velocity error, omega weighted by the radius of gyration"));
    routh_json_put(&root, "truth", routh_truth_json(study));
    routh_json_put(&root, "seed", json_integer((json_int_t)study->options.seed));
    routh_put_origin(&root, &study->options);
    routh_json_put(&root, "version", json_string(routh_version()));
    return root;
}

routh_status routh_study_write_json(routh_context *context, const routh_study *study, size_t frame, routh_io to) {
    if (frame >= study->frame_count)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "the study has no frame %zu", frame);
    return routh_json_write(context, study_object(study, frame), JSON_INDENT(2) | JSON_REAL_PRECISION(10), to);
}
