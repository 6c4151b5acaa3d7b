/* The study in space as JSON: results.json.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/report.h>

#include "base/context.h"
#include "file/json_build.h"
#include "file/json_struct.h"
#include "file/json_write.h"
#include "file/output.h"
#include "material/result_parameter.h"
#include "report/material_json.h"
#include "report/split_json.h"
#include "report/writers.h"
#include "study/study3.h"

static json_t *interval_object(routh_interval interval) {
    return ROUTH_JSON_FIELDS(routh_interval, &interval, low, high, deviation);
}

static json_t *parameter_object(const routh_law3_study *r, int d) {
    json_t *object = json_object();
    ROUTH_PUT_AT(&object, routh_estimate, &r->fit, d, parameters);
    routh_json_put(&object, "interval", interval_object(r->interval[d]));
    routh_json_put(&object, "halves", routh_json_pair(r->half[0][d], r->half[1][d]));
    return object;
}

static json_t *law_object(const routh_law3_study *r) {
    json_t *one = json_object(), *parameters = json_object();
    for (int d = 0; r->law && d < r->law->parameter_count; d++)
        routh_json_put(&parameters, routh_results3_key(&r->law->parameter[d]), parameter_object(r, d));
    char flags[ROUTH_FIT_TEXT];
    ROUTH_PUT(&one, routh_law3_study, r, name, about);
    routh_json_put(&one, "parameters", parameters);
    if (r->law)
        routh_json_put(
            &one, "correlation",
            routh_correlation_json(r->law->parameter, r->law->parameter_count, r->fit.correlation, routh_results3_key));
    routh_json_put(&one, "flags", json_string(routh_fit_text(r->fit.flags, flags)));
    ROUTH_PUT(&one, routh_law3_study, r, error, error_interval, error_median);
    ROUTH_PUT(&one, routh_estimate, &r->fit, cost);
    ROUTH_PUT(&one, routh_law3_study, r, above_rigid);
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
    json_t *one =
        ROUTH_JSON_FIELDS(routh_calibration3, c, flights, rests, scale, scale_error, drag, drag_error, flight_noise);
    ROUTH_PUT_SPAN(&one, routh_calibration3, c, rest_scale, inertia_error);
    ROUTH_PUT(&one, routh_calibration3, c, centre, centre_error);
    if (c->scale_interval.deviation > 0)
        ROUTH_PUT(&one, routh_calibration3, c, scale_interval);
    if (c->drag_interval.deviation > 0)
        ROUTH_PUT(&one, routh_calibration3, c, drag_interval);
    if (c->rest_interval.deviation > 0)
        ROUTH_PUT(&one, routh_calibration3, c, rest_interval);
    if (c->rounding_interval.deviation > 0)
        ROUTH_PUT(&one, routh_calibration3, c, rounding_interval);
    if (c->inertia_interval.deviation > 0)
        ROUTH_PUT(&one, routh_calibration3, c, inertia_interval);
    if (c->centre_interval[0].deviation > 0)
        ROUTH_PUT(&one, routh_calibration3, c, centre_interval);
    if (c->tensor_measured)
        ROUTH_PUT_SPAN(&one, routh_calibration3, c, tensor, tensor_apart);
    return one;
}

/* The body's shape; a cube has its width alone. */
static json_t *shape_object(const routh_dataset3 *dataset) {
    const routh_shape3 *shape = dataset->shape;
    if (!shape)
        return ROUTH_JSON_FIELDS(routh_dataset3, dataset, width);
    json_t *one = ROUTH_JSON_FIELDS(routh_shape3, shape, volume, radius);
    ROUTH_PUT(&one, routh_shape3, shape, name, count, centroid, gyration);
    return one;
}

/* Tosses that begin in the hand, with the number of frames left out. */
static json_t *held_list(const routh_dataset3 *dataset) {
    json_t *list = json_array();
    for (size_t t = 0; t < dataset->trajectory_count; t++) {
        if (dataset->trajectory[t].held == 0)
            continue;
        json_t *one = ROUTH_JSON_FIELDS(routh_trajectory3, &dataset->trajectory[t], name, held);
        routh_json_add(&list, one);
    }
    return list;
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
    ROUTH_PUT(&all, routh_dataset3, dataset, name);
    routh_json_put(&all, "shape", shape_object(dataset));
    ROUTH_PUT(&all, routh_study3, study, body);
    ROUTH_PUT(&all, routh_dataset3, dataset, trajectory_count);
    ROUTH_PUT(&all, routh_calibration3, calibration, frames, held_frames);
    routh_json_put(&all, "held", held_list(dataset));
    routh_json_put(&all, "contacts", routh_json_count(dataset->count));
    ROUTH_PUT(&all, routh_study3, study, count);
    routh_put_approach(&all, study->approach);
    routh_json_put(&all, "rejected", rejected);
    ROUTH_PUT(&all, routh_calibration3, calibration, applied, given);
    routh_json_put(&all, "calibration", calibration_object(calibration));
    ROUTH_PUT(&all, routh_calibration3, calibration, identity, stated);
    ROUTH_PUT_SPAN(&all, routh_study3, study, restitution, friction);
    routh_json_put(&all, "laws", laws);
    if (study->compared)
        ROUTH_PUT(&all, routh_study3, study, speed, sticking);
    else
        ROUTH_PUT(&all, routh_study3, study, why_not);
    if (study->split.groups > 0)
        routh_json_put(&all, "split", routh_split_json(&study->split));
    ROUTH_PUT(&all, routh_study3_options, &study->options, resamples, seed);
    routh_json_put_version(&all);
    return all;
}

routh_status routh_study3_write_json(routh_context *context, const routh_study3 *study, routh_io to) {
    return routh_json_write(context, study_object(study), ROUTH_JSON_RESULTS, to);
}
