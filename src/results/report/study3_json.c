/* The study in space as JSON: results.json.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/report.h>

#include "base/context.h"
#include "file/json_build.h"
#include "file/json_write.h"
#include "file/output.h"
#include "material/result_parameter.h"
#include "report/material_json.h"
#include "report/split_json.h"
#include "report/writers.h"
#include "study/study3.h"

static json_t *interval_object(routh_interval interval) {
    return ROUTH_JSON_ENTRIES({"low", interval.low}, {"high", interval.high}, {"sd", interval.deviation});
}

static json_t *parameter_object(const routh_law3_study *r, int d) {
    json_t *object = json_object();
    routh_json_put(&object, "value", routh_json_number(r->fit.parameters[d]));
    routh_json_put(&object, "interval", interval_object(r->interval[d]));
    routh_json_put(&object, "halves", routh_json_pair(r->half[0][d], r->half[1][d]));
    return object;
}

static json_t *law_object(const routh_law3_study *r) {
    json_t *one = json_object(), *parameters = json_object();
    for (int d = 0; r->law && d < r->law->parameter_count; d++)
        routh_json_put(&parameters, routh_results3_key(&r->law->parameter[d]), parameter_object(r, d));
    char flags[ROUTH_FIT_TEXT];
    routh_json_put(&one, "name", json_string(r->name));
    routh_json_put(&one, "about", json_string(r->about));
    routh_json_put(&one, "parameters", parameters);
    if (r->law)
        routh_json_put(
            &one, "correlation",
            routh_correlation_json(r->law->parameter, r->law->parameter_count, r->fit.correlation, routh_results3_key));
    routh_json_put(&one, "flags", json_string(routh_fit_text(r->fit.flags, flags)));
    routh_json_put(&one, "error", routh_json_number(r->error));
    routh_json_put(&one, "error_interval", interval_object(r->error_interval));
    routh_json_put(&one, "error_median", routh_json_number(r->error_median));
    routh_json_put(&one, "error_fitted", routh_json_number(r->fit.cost));
    routh_json_put(&one, "above_rigid", interval_object(r->above_rigid));
    if (!isnan(r->other_error)) {
        json_t *other = json_object();
        for (int d = 0; d < r->law->parameter_count; d++)
            routh_json_put(&other, routh_results3_key(&r->law->parameter[d]), routh_json_number(r->other[d]));
        routh_json_put(&other, "error", routh_json_number(r->other_error));
        routh_json_put(&other, "error_interval", interval_object(r->other_interval));
        routh_json_put(&other, "error_median", routh_json_number(r->other_median));
        routh_json_put(&one, "with_other_parameters", other);
    }
    return one;
}

static json_t *calibration_object(const routh_calibration3 *c) {
    json_t *one = json_object();
    const struct {
        const char *name;
        double value;
    } numbers[] = {{"scale", c->scale},
                   {"scale_error", c->scale_error},
                   {"drag", c->drag},
                   {"drag_error", c->drag_error},
                   {"flight_noise", c->flight_noise},
                   {"rest_scale", c->rest_scale},
                   {"rest_error", c->rest_error},
                   {"ground", c->ground},
                   {"spin_ratio", c->spin_ratio},
                   {"spin_body", c->spin_body},
                   {"spin_world", c->spin_world},
                   {"rounding", c->rounding},
                   {"rounding_error", c->rounding_error},
                   {"depth", c->depth},
                   {"inertia", c->inertia},
                   {"inertia_error", c->inertia_error}};
    const struct {
        const char *name;
        routh_interval interval;
    } intervals[] = {{"scale_interval", c->scale_interval},
                     {"drag_interval", c->drag_interval},
                     {"rest_interval", c->rest_interval},
                     {"rounding_interval", c->rounding_interval},
                     {"inertia_interval", c->inertia_interval}};
    routh_json_put(&one, "flights", routh_json_count(c->flights));
    routh_json_put(&one, "rests", routh_json_count(c->rests));
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        routh_json_put(&one, numbers[i].name, routh_json_number(numbers[i].value));
    routh_json_put(&one, "centre", routh_json_numbers(c->centre, 3));
    routh_json_put(&one, "centre_error", routh_json_numbers(c->centre_error, 3));
    for (size_t i = 0; i < sizeof intervals / sizeof intervals[0]; i++)
        if (intervals[i].interval.deviation > 0)
            routh_json_put(&one, intervals[i].name, interval_object(intervals[i].interval));
    if (c->centre_interval[0].deviation > 0) {
        json_t *centre = json_array();
        for (int i = 0; i < 3; i++)
            routh_json_add(&centre, interval_object(c->centre_interval[i]));
        routh_json_put(&one, "centre_interval", centre);
    }
    if (c->tensor_measured) {
        json_t *tensor = json_array(), *error = json_array();
        for (int i = 0; i < 3; i++) {
            routh_json_add(&tensor, routh_json_numbers(c->tensor[i], 3));
            routh_json_add(&error, routh_json_numbers(c->tensor_error[i], 3));
        }
        routh_json_put(&one, "tensor", tensor);
        routh_json_put(&one, "tensor_error", error);
        routh_json_put(&one, "tensor_apart", routh_json_number(c->tensor_apart));
    }
    return one;
}

/* The body's shape; a cube has its width alone. */
static json_t *shape_object(const routh_dataset3 *dataset) {
    const routh_shape3 *shape = dataset->shape;
    if (!shape)
        return ROUTH_JSON_ENTRIES({"width", dataset->width});
    json_t *one = ROUTH_JSON_ENTRIES({"volume", shape->volume}, {"radius", shape->radius});
    json_t *gyration = json_array();
    for (int i = 0; i < 3; i++)
        routh_json_add(&gyration, routh_json_numbers(shape->gyration[i], 3));
    routh_json_put(&one, "name", json_string(shape->name));
    routh_json_put(&one, "corners", routh_json_count(shape->count));
    routh_json_put(&one, "centroid", routh_json_numbers(shape->centroid, 3));
    routh_json_put(&one, "gyration", gyration);
    return one;
}

/* Tosses that begin in the hand, with the number of frames left out. */
static json_t *held_list(const routh_dataset3 *dataset) {
    json_t *list = json_array();
    for (size_t t = 0; t < dataset->trajectory_count; t++) {
        if (dataset->trajectory[t].held == 0)
            continue;
        json_t *one = json_object();
        routh_json_put(&one, "toss", json_string(dataset->trajectory[t].name));
        routh_json_put(&one, "frames", routh_json_count(dataset->trajectory[t].held));
        routh_json_add(&list, one);
    }
    return list;
}

static json_t *identity_object(const routh_identity3 *identity) {
    return ROUTH_JSON_ENTRIES({"correlation", identity->correlation}, {"inertia", identity->inertia},
                              {"inertia_error", identity->inertia_error});
}

static json_t *quartiles_object(const routh_quartiles *q) {
    return ROUTH_JSON_ENTRIES({"low", q->low}, {"median", q->median}, {"high", q->high});
}

static json_t *study_object(const routh_study3 *study) {
    const routh_dataset3 *dataset = study->dataset;
    const routh_calibration3 *calibration = &dataset->calibration;
    json_t *all = json_object(), *rejected = json_object(), *laws = json_array();
    for (int reason = 0; reason < ROUTH_REASON_COUNT; reason++)
        if (study->rejected[reason] > 0)
            routh_json_put(&rejected, routh_name(&routh_reasons, reason), routh_json_count(study->rejected[reason]));
    for (size_t k = 0; study->compared && k < study->contestant_count; k++)
        routh_json_add(&laws, law_object(&study->contestant[k]));
    routh_json_put(&all, "name", json_string(dataset->name));
    routh_json_put(&all, "shape", shape_object(dataset));
    routh_json_put(&all, "body", routh_tossed_body_json(&study->body));
    routh_json_put(&all, "tosses", routh_json_count(dataset->trajectory_count));
    routh_json_put(&all, "frames", routh_json_count(calibration->frames));
    routh_json_put(&all, "held_frames", routh_json_count(calibration->held_frames));
    routh_json_put(&all, "held", held_list(dataset));
    routh_json_put(&all, "contacts", routh_json_count(dataset->count));
    routh_json_put(&all, "used", routh_json_count(study->count));
    routh_json_put(&all, "approach", routh_approach_json(study->approach));
    routh_json_put(&all, "rejected", rejected);
    routh_json_put(&all, "calibrated", json_boolean(calibration->applied));
    routh_json_put(&all, "calibration_given", json_boolean(calibration->given));
    routh_json_put(&all, "calibration", calibration_object(calibration));
    routh_json_put(&all, "identity", identity_object(&calibration->identity));
    routh_json_put(&all, "identity_as_stated", identity_object(&calibration->stated));
    routh_json_put(&all, "restitution", quartiles_object(&study->restitution));
    routh_json_put(&all, "restitution_slow", routh_json_number(study->restitution_slow));
    routh_json_put(&all, "restitution_fast", routh_json_number(study->restitution_fast));
    routh_json_put(&all, "friction", quartiles_object(&study->friction));
    routh_json_put(&all, "laws", laws);
    if (study->compared) {
        routh_json_put(&all, "speed", routh_json_number(study->speed));
        routh_json_put(&all, "sticking", routh_json_number(study->sticking));
    } else {
        routh_json_put(&all, "not_compared", json_string(study->why_not));
    }
    if (study->split.groups > 0)
        routh_json_put(&all, "split", routh_split_json(&study->split));
    routh_json_put(&all, "draws", routh_json_count(study->options.resamples));
    routh_json_put(&all, "seed", json_integer((json_int_t)study->options.seed));
    routh_json_put(&all, "version", json_string(routh_version()));
    return all;
}

routh_status routh_study3_write_json(routh_context *context, const routh_study3 *study, routh_io to) {
    return routh_json_write(context, study_object(study), ROUTH_JSON_RESULTS, to);
}
