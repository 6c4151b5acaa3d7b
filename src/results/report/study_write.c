/* The study as results.json: the numbers that other programs read. The layout is that of docs/study.md.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <math.h>
#include <string.h>

#include "base/context.h"

static json_t *rejected_json(const routh_dataset *dataset) {
    size_t counts[ROUTH_REASON_COUNT];
    routh_dataset_used(dataset, counts);
    return routh_counts_json(&routh_reasons, counts, ROUTH_REASON_COUNT);
}

json_t *routh_counts_of(const routh_dataset *dataset, bool name) {
    return ROUTH_JSON_NEW(routh_counts_layout, .name = name ? json_string(dataset->name) : routh_json_absent(),
                          .impacts = dataset->count, .used = routh_dataset_used(dataset, NULL),
                          .rejected = rejected_json(dataset));
}

json_t *routh_hypotheses_json(const routh_frame_evidence *check, bool named) {
    json_t *list = json_array();
    for (int i = 0; i < ROUTH_FRAME_COUNT; i++) {
        json_t *frame = json_string(routh_name(&routh_frames, i));
        routh_json_add(&list, ROUTH_JSON_NEW(routh_hypothesis_layout, named ? routh_json_absent() : frame,
                                             named ? frame : routh_json_absent(), &check->hypothesis[i]));
    }
    return list;
}

static json_t *frame_object(const routh_study *study, const routh_frame_study *f) {
    const routh_frame_evidence *check = &study->evidence;
    return ROUTH_JSON_NEW(routh_study_frame_layout, .frame = f, .check = check, .recommended = check->best,
                          .hypotheses = routh_hypotheses_json(check, false));
}

static json_t *parameters_json(const routh_law_study *s) {
    json_t *object = json_object();
    for (int j = 0; j < s->law->parameter_count; j++)
        routh_json_put(&object, s->law->parameter[j].name,
                       ROUTH_JSON_NEW(routh_value_layout, s->fit.parameters[j], s->interval[j].deviation,
                                      s->interval[j].low, s->interval[j].high));
    return object;
}

json_t *routh_law_json(const routh_frame_study *f, const routh_law_study *s) {
    char flags[ROUTH_FIT_TEXT];
    return ROUTH_JSON_NEW(
        routh_law_study_layout, .law = s, .frame = f, .name = s->law->name, .parameters = parameters_json(s),
        .correlation = routh_correlation_json(s->law->parameter, s->law->parameter_count, s->fit.correlation, NULL),
        .flags = routh_fit_text(s->fit.flags, flags), .range_fraction = s->range_fraction[ROUTH_MOMENTUM],
        .range_fraction_velocity = s->range_fraction[ROUTH_VELOCITY],
        .range_fraction_unweighted = s->range_fraction[ROUTH_UNWEIGHTED],
        .reference = s->reference.error.mean > 0 ? ROUTH_JSON_OF(routh_reference, &s->reference) : routh_json_absent());
}

/* The law at the other study's parameters; null where that has no such law. */
static json_t *used_object(const routh_law_study *s) {
    if (isnan(s->transfer_error_mean))
        return json_null();
    return ROUTH_JSON_NEW(routh_used_layout, .parameters = routh_parameters_json(s->law, s->transferred),
                          .error_mean = s->transfer_error_mean, .error_mean_velocity = s->transfer_error_velocity);
}

/* What was corrected, by name; --use reads it. */
static json_t *calibration_object(const routh_calibration *c) {
    json_t *object = json_object();
    for (int k = 0; k < ROUTH_CALIBRATION_COUNT; k++)
        if (c->value[k].freed)
            routh_json_put(&object, routh_name(&routh_calibration_values, k), routh_json_number(c->value[k].value));
    return object;
}

/* The two parameters that every table has a column for; null where the law has none. */
static json_t *two_object(const routh_law_study *s) {
    const int mu = routh_law_parameter(s->law, "mu"), eps = routh_law_parameter(s->law, "eps");
    return ROUTH_JSON_NEW(
        routh_two_layout, .mu = mu < 0 ? NAN : s->fit.parameters[mu], .mu_sd = mu < 0 ? NAN : s->interval[mu].deviation,
        .eps = eps < 0 ? NAN : s->fit.parameters[eps], .eps_sd = eps < 0 ? NAN : s->interval[eps].deviation);
}

json_t *routh_bounds_json(const routh_frame_study *f) {
    json_t *object = json_object();
    ROUTH_PUT_SPAN(&object, routh_frame_study, f, irb_mean, best_post_hoc_median);
    return object;
}

json_t *routh_truth_json(const routh_study *study) {
    const routh_law *truth = study->options.truth;
    return truth ? ROUTH_JSON_NEW(routh_truth_layout, .law = truth->name,
                                  .parameters = routh_parameters_json(truth, study->options.truth_parameters))
                 : json_null();
}

/* Of velocities; null where it is not known. */
static json_t *noise_object(const routh_frame_study *f) {
    const bool known = f->noise > 0;
    return ROUTH_JSON_NEW(
        routh_study_noise_layout, .noise = known ? f->noise : NAN, .noise_error = known ? f->noise_error : NAN,
        .noise_from = known ? json_string(routh_name(&routh_noise_sources, f->noise_source)) : routh_json_absent(),
        .noise_interval = known ? routh_json_pair(f->noise_low, f->noise_high) : routh_json_absent(),
        .noise_bound = known ? ROUTH_JSON_FIELDS(routh_frame_study, f, noise_bound) : json_object());
}

json_t *routh_study_object(const void *what) {
    const routh_study *study = ((const routh_study_view *)what)->study;
    const bool first = ((const routh_study_view *)what)->frame == 0;
    const routh_study_options *options = &study->options;
    const routh_frame_study *f = &study->frame[((const routh_study_view *)what)->frame];
    json_t *laws = json_array();
    for (size_t l = 0; l < f->law_count; l++) {
        const routh_law_study *law = &f->law[l];
        routh_json_add(&laws, ROUTH_JSON_NEW(routh_result_law_layout, .study = law, .law = routh_law_json(f, law),
                                             .used = options->transfer ? used_object(law) : routh_json_absent(),
                                             .two = two_object(law)));
    }
    return ROUTH_JSON_NEW(
        routh_study_layout, .study = f, .options = options, .dataset = routh_counts_of(study->dataset, true),
        .frame = frame_object(study, f),
        .calibration = options->calibration ? calibration_object(options->calibration) : routh_json_absent(),
        .used = options->transfer ? json_string(options->transfer->name) : routh_json_absent(),
        .approach = routh_approach_json(f->approach),
        .misfit = f->remainder.count > 0 ? ROUTH_JSON_NEW(routh_remainder_layout, .rest = &f->remainder)
                                         : routh_json_absent(),
        .laws = laws, .bounds = routh_bounds_json(f),
        .reach_tolerance = routh_json_numbers(routh_reach_tolerance, ROUTH_REACH_TOLERANCES), .noise = noise_object(f),
        .systematics = first ? routh_systematics_json(&study->systematics) : routh_json_absent(),
        .split = first && study->split.groups > 0 ? routh_split_json(&study->split) : routh_json_absent(),
        .learning = routh_learning_json(f), .covariates = routh_covariates_json(f->dependence),
        .exploration = routh_exploration_json(f->exploration), .inputs = routh_inputs_json(f->inputs),
        .metric = "relative velocity error, omega weighted by the radius of gyration", .truth = routh_truth_json(study),
        .version = routh_version());
}
