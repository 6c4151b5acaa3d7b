/* The study as results.json: the numbers that other programs read. The layout is that of docs/study.md.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <math.h>
#include <string.h>

#include "base/context.h"
#include "fit/fit.h"

static json_t *rejected_json(const routh_dataset *dataset) {
    size_t counts[ROUTH_REASON_COUNT];
    routh_dataset_used(dataset, counts);
    return routh_counts_json(&routh_reasons, counts, ROUTH_REASON_COUNT);
}

void routh_put_dataset(json_t **object, const routh_dataset *dataset, bool name) {
    if (name)
        ROUTH_PUT(object, routh_dataset, dataset, name);
    ROUTH_PUT(object, routh_dataset, dataset, count);
    ROUTH_JSON_PUT(object, {"used", routh_json_count(routh_dataset_used(dataset, NULL))},
                   {"rejected", rejected_json(dataset)});
}

json_t *routh_hypotheses_json(const routh_frame_evidence *check, const char *key) {
    json_t *list = json_array();
    for (int i = 0; i < ROUTH_FRAME_COUNT; i++) {
        json_t *object = ROUTH_JSON_OBJECT({key, json_string(routh_name(&routh_frames, i))});
        ROUTH_PUT_SPAN(&object, routh_frame_hypothesis, &check->hypothesis[i], slope, residual);
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
    routh_json_put(&object, "hypotheses", routh_hypotheses_json(check, "frame"));
    return object;
}

static json_t *parameters_json(const routh_law_study *s) {
    json_t *object = json_object();
    for (int j = 0; j < s->law->parameter_count; j++) {
        json_t *parameter = json_object();
        ROUTH_PUT_AT(&parameter, routh_estimate, &s->fit, j, parameters);
        ROUTH_PUT(&parameter, routh_interval, &s->interval[j], deviation, low, high);
        routh_json_put(&object, s->law->parameter[j].name, parameter);
    }
    return object;
}

json_t *routh_law_json(const routh_frame_study *f, const routh_law_study *s) {
    char flags[ROUTH_FIT_TEXT];
    json_t *object = ROUTH_JSON_FIELDS(routh_law, s->law, name);
    ROUTH_JSON_PUT(
        &object, {"parameters", parameters_json(s)},
        {"correlation", routh_correlation_json(s->law->parameter, s->law->parameter_count, s->fit.correlation, NULL)},
        {"flags", json_string(routh_fit_text(s->fit.flags, flags))});
    ROUTH_PUT_SPAN(&object, routh_law_study, s, error_mean, worst_percent);
    ROUTH_PUT_AT(&object, routh_law_study, s, ROUTH_MOMENTUM, range_fraction);
    ROUTH_JSON_PUT(&object, {"range_fraction_velocity", routh_json_number(s->range_fraction[ROUTH_VELOCITY])},
                   {"range_fraction_unweighted", routh_json_number(s->range_fraction[ROUTH_UNWEIGHTED])});
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
    ROUTH_JSON_PUT(&object, {"error_mean", routh_json_number(s->transfer_error_mean)},
                   {"error_mean_velocity", routh_json_number(s->transfer_error_velocity)});
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

/* The two parameters that every table has a column for; null where the law has none. */
static void put_two(json_t **object, const routh_law_study *s) {
    static const char *const names[] = {"mu", "eps"}, *const sds[] = {"mu_sd", "eps_sd"};
    for (int k = 0; k < 2; k++) {
        const int j = routh_law_parameter(s->law, names[k]);
        routh_json_put(object, names[k], routh_json_number(j < 0 ? NAN : s->fit.parameters[j]));
        routh_json_put(object, sds[k], routh_json_number(j < 0 ? NAN : s->interval[j].deviation));
    }
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
    json_t *object = ROUTH_JSON_OBJECT({"law", json_string(truth->name)});
    routh_put_parameters(&object, truth, study->options.truth_parameters);
    return object;
}

json_t *routh_study_object(const void *what) {
    const routh_study *study = ((const routh_study_view *)what)->study;
    const size_t frame = ((const routh_study_view *)what)->frame;
    const routh_study_options *options = &study->options;
    const routh_frame_study *f = &study->frame[frame];
    json_t *laws = json_array(), *dataset = json_object();
    for (size_t l = 0; l < f->law_count; l++) {
        json_t *law = routh_law_json(f, &f->law[l]);
        if (options->transfer)
            routh_json_put(&law, "used", used_object(&f->law[l]));
        put_two(&law, &f->law[l]);
        ROUTH_PUT(&law, routh_law_study, &f->law[l], pulls, reversals_predicted, reversals_false);
        routh_json_add(&laws, law);
    }
    routh_put_dataset(&dataset, study->dataset, true);
    json_t *root = ROUTH_JSON_OBJECT({"dataset", dataset}, {"frame", frame_object(study, f)});
    if (options->calibration)
        routh_json_put(&root, "calibration", calibration_object(options->calibration));
    if (options->transfer)
        routh_json_put(&root, "used", json_string(options->transfer->name));
    routh_json_put(&root, "approach", routh_approach_json(f->approach));
    ROUTH_JSON_PUT(&root, {"laws", laws}, {"bounds", routh_bounds_json(f)});
    ROUTH_PUT(&root, routh_frame_study, f, reversals);
    ROUTH_JSON_PUT(&root, {"reach_tolerance", routh_json_numbers(routh_reach_tolerance, ROUTH_REACH_TOLERANCES)},
                   {"noise", routh_json_number(f->noise > 0 ? f->noise : NAN)},
                   {"noise_error", routh_json_number(f->noise > 0 ? f->noise_error : NAN)});
    if (f->noise > 0) {
        ROUTH_PUT(&root, routh_frame_study, f, noise_source);
        routh_json_put(&root, "noise_interval", routh_json_pair(f->noise_low, f->noise_high));
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
    ROUTH_JSON_PUT(&root, {"metric", json_string("relative velocity error, omega weighted by the radius of gyration")},
                   {"truth", routh_truth_json(study)});
    ROUTH_PUT(&root, routh_study_options, options, seed, command, checksum);
    routh_json_put_version(&root);
    return root;
}
