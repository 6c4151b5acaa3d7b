/* The study as results.json: the numbers that other programs read. The layout is that of docs/study.md.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <routh/report.h>

#include "base/c_locale.h"
#include "base/context.h"
#include "base/written.h"
#include "learning_json.h"
#include "study_json.h"

json_t *routh_rejected_json(const routh_dataset *dataset) {
    size_t counts[ROUTH_REASON_COUNT];
    json_t *object = json_object();
    routh_dataset_used(dataset, counts);
    for (int i = 0; i < ROUTH_REASON_COUNT; i++)
        if (counts[i])
            json_put(&object, routh_reason_name(i), json_count(counts[i]));
    return object;
}

static json_t *dataset_object(const routh_study *study) {
    json_t *object = json_object();
    json_put(&object, "name", json_string(study->dataset->name));
    json_put(&object, "impacts", json_count(study->dataset->count));
    json_put(&object, "used", json_count(routh_dataset_used(study->dataset, NULL)));
    json_put(&object, "rejected", routh_rejected_json(study->dataset));
    return object;
}

json_t *routh_hypotheses_json(const routh_frame_check *check) {
    json_t *list = json_array();
    for (int i = 0; i < ROUTH_FRAME_COUNT; i++) {
        const routh_frame_hypothesis *h = &check->hypothesis[i];
        json_t *object = json_object();
        json_put(&object, "frame", json_string(routh_frame_name((routh_frame)i)));
        json_put(&object, "slope", json_number(h->slope));
        json_put(&object, "slope_error", json_number(h->slope_error));
        json_put(&object, "gyration", json_number(h->gyration));
        json_put(&object, "r2", json_number(h->r2));
        json_put(&object, "correlation", json_number(h->correlation));
        json_put(&object, "residual", json_number(h->residual));
        json_add(&list, object);
    }
    return list;
}

static json_t *frame_object(const routh_study *study, const routh_frame_study *f) {
    const routh_frame_check *check = &study->check.frame;
    json_t *object = json_object();
    json_put(&object, "chosen", json_string(routh_frame_name(f->frame)));
    json_put(&object, "why", json_string(f->why));
    json_put(&object, "recommended", json_string(routh_frame_name(check->best)));
    json_put(&object, "kn", json_number(check->kn));
    json_put(&object, "kt", json_number(check->kt));
    json_put(&object, "kn_error", json_number(check->kn_error));
    json_put(&object, "kt_error", json_number(check->kt_error));
    json_put(&object, "decided", json_boolean(check->decided));
    json_put(&object, "stated_gyration", json_number(check->stated_gyration));
    json_put(&object, "hypotheses", routh_hypotheses_json(check));
    return object;
}

json_t *routh_parameters_json(const routh_law_study *s) {
    json_t *object = json_object();
    for (int j = 0; j < s->law->parameter_count; j++) {
        json_t *parameter = json_object();
        json_put(&parameter, "value", json_number(s->fit.parameters[j]));
        json_put(&parameter, "sd", json_number(s->interval[j].deviation));
        json_put(&parameter, "low", json_number(s->interval[j].low));
        json_put(&parameter, "high", json_number(s->interval[j].high));
        json_put(&object, s->law->parameter[j].name, parameter);
    }
    return object;
}

json_t *routh_sentences_json(const routh_words *words) {
    json_t *list = json_array();
    for (size_t i = 0; i < words->count; i++)
        json_add(&list, json_string(words->sentence[i]));
    return list;
}

/* The two parameters that every table has a column for; null where the law has none. */
static void put_parameter(json_t **object, const routh_law_study *s, const char *name, const char *sd) {
    const int j = routh_law_parameter(s->law, name);
    json_put(object, name, j < 0 ? json_null() : json_number(s->fit.parameters[j]));
    json_put(object, sd, j < 0 ? json_null() : json_number(s->interval[j].deviation));
}

json_t *routh_law_json(const routh_frame_study *f, const routh_law_study *s) {
    const routh_words words = routh_law_words(f, s);
    json_t *object = json_object();
    json_put(&object, "name", json_string(s->law->name));
    json_put(&object, "parameters", routh_parameters_json(s));
    json_put(&object, "error_mean", json_number(s->error_mean));
    json_put(&object, "error_median", json_number(s->error_median));
    json_put(&object, "error_se", json_number(s->error_se));
    json_put(&object, "error_mean_velocity", json_number(s->error_mean_velocity));
    json_put(&object, "best_percent", json_number(s->best_percent));
    json_put(&object, "worst_percent", json_number(s->worst_percent));
    json_put(&object, "range_fraction", json_number(s->range_fraction[ROUTH_MOMENTUM]));
    json_put(&object, "range_fraction_velocity", json_number(s->range_fraction[ROUTH_VELOCITY]));
    json_put(&object, "slow_error_mean", json_number(s->slow_error_mean));
    json_put(&object, "convex", json_number(s->convex));
    json_put(&object, "gains", json_count(s->gains));
    json_put(&object, "penetrates", json_count(s->penetrates));
    json_put(&object, "notes", routh_sentences_json(&words));
    json_put(&object, "n_fit", json_count(f->fit_count));
    json_put(&object, "n_test", json_count(f->test_count));
    return object;
}

static json_t *law_object(const routh_frame_study *f, const routh_law_study *s) {
    json_t *object = routh_law_json(f, s);
    put_parameter(&object, s, "mu", "mu_sd");
    put_parameter(&object, s, "eps", "eps_sd");
    json_put(&object, "pulls", json_count(s->pulls));
    json_put(&object, "reversals_predicted", json_count(s->reversals_predicted));
    return object;
}

json_t *routh_bounds_json(const routh_frame_study *f) {
    json_t *object = json_object();
    json_put(&object, "irb_mean", json_number(f->irb_mean));
    json_put(&object, "irb_median", json_number(f->irb_median));
    json_put(&object, "irb_mean_velocity", json_number(f->irb_mean_velocity));
    json_put(&object, "best_post_hoc_mean", json_number(f->best_post_hoc_mean));
    json_put(&object, "best_post_hoc_median", json_number(f->best_post_hoc_median));
    return object;
}

json_t *routh_truth_json(const routh_study *study) {
    const routh_law *truth = study->options.truth;
    if (!truth)
        return json_null();
    json_t *object = json_object(), *parameters = json_object();
    for (int j = 0; j < truth->parameter_count; j++)
        json_put(&parameters, truth->parameter[j].name, json_number(study->options.truth_parameters[j]));
    json_put(&object, "law", json_string(truth->name));
    json_put(&object, "parameters", parameters);
    return object;
}

static routh_status write_json(routh_context *context, const routh_study *study, size_t frame, FILE *file) {
    const routh_frame_study *f = &study->frame[frame];
    const routh_words words = routh_study_words(study, frame);
    json_t *root = json_object(), *laws = json_array();
    for (size_t l = 0; l < f->law_count; l++)
        json_add(&laws, law_object(f, &f->law[l]));
    json_put(&root, "dataset", dataset_object(study));
    json_put(&root, "frame", frame_object(study, f));
    json_put(&root, "laws", laws);
    json_put(&root, "bounds", routh_bounds_json(f));
    json_put(&root, "reversals", json_count(f->reversals));
    json_put(&root, "zero_friction", json_count(f->zero_friction));
    routh_put_learning(&root, study, frame);
    json_put(&root, "words", routh_sentences_json(&words));
    json_put(&root, "metric", json_string("relative velocity error, omega weighted by the radius of gyration"));
    json_put(&root, "truth", routh_truth_json(study));
    json_put(&root, "seed", json_integer((json_int_t)study->options.seed));
    json_put(&root, "version", json_string(routh_version()));
    json_put(&root, "seconds", json_number(study->seconds));
    if (!root)
        return routh_fail(context, ROUTH_OUT_OF_MEMORY, "out of memory while writing the results");
    json_dumpf(root, file, JSON_INDENT(2) | JSON_REAL_PRECISION(10));
    fputc('\n', file);
    json_decref(root);
    return routh_written(context, file);
}

routh_status routh_study_write_json(routh_context *context, const routh_study *study, size_t frame, FILE *file) {
    routh_c_locale numbers;
    routh_status status = routh_c_locale_begin(context, &numbers);
    if (status != ROUTH_OK)
        return status;
    status = write_json(context, study, frame, file);
    routh_c_locale_end(&numbers);
    return status;
}
