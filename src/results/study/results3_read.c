/* What results.json of one recording in space has for another: calibration and parameters.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "file/json_struct.h"
#include "material/material.h"
#include "study/study3.h"

/* A number within its range; what is missing where it may be stays as it is. */
static void read_number(routh_fields *fields, const char *key, routh_presence presence, double low, double high,
                        double *value) {
    routh_read_number(fields, key, presence, value);
    if (fields->status == ROUTH_OK && !(*value >= low && *value <= high))
        routh_refuse(fields, key, "%g; it must be from %g to %g", *value, low, high);
}

/* An interval is there where its error is. */
static void read_interval(routh_fields *fields, const char *key, double value, double error, routh_interval *interval) {
    json_t *object = routh_read_field(fields, key, ROUTH_MAY_MISS);
    routh_fields within = {.context = fields->context, .source = fields->source, .object = object};
    *interval = (routh_interval){value, value, error};
    if (!object)
        return;
    if (!json_is_object(object))
        routh_refuse(fields, key, "%s, not an object", routh_json_kind(object));
    ROUTH_READ(&within, ROUTH_MUST_BE, routh_interval, interval, low, high);
    if (fields->status == ROUTH_OK)
        fields->status = within.status;
}

#define KEY(field) ROUTH_KEY(routh_calibration3, field)

static void read_calibration(routh_fields *fields, routh_calibration3 *c) {
    ROUTH_READ_BETWEEN(fields, ROUTH_MUST_BE, 0.01, 100, routh_calibration3, c, scale);
    ROUTH_READ_BETWEEN(fields, ROUTH_MUST_BE, -1e3, 1e3, routh_calibration3, c, drag);
    ROUTH_READ_BETWEEN(fields, ROUTH_MUST_BE, -10, 10, routh_calibration3, c, ground);
    ROUTH_READ_BETWEEN(fields, ROUTH_MUST_BE, 0, 10, routh_calibration3, c, rounding);
    ROUTH_READ_BETWEEN(fields, ROUTH_MUST_BE, 1e-12, 1e12, routh_calibration3, c, inertia);
    ROUTH_READ_BETWEEN(fields, ROUTH_MAY_MISS, 0, 1e3, routh_calibration3, c, scale_error, rest_error);
    ROUTH_READ_BETWEEN(fields, ROUTH_MAY_MISS, 0, 1e6, routh_calibration3, c, drag_error);
    ROUTH_READ_BETWEEN(fields, ROUTH_MAY_MISS, 0, 10, routh_calibration3, c, rounding_error, flight_noise);
    ROUTH_READ_BETWEEN(fields, ROUTH_MAY_MISS, 0, 1e12, routh_calibration3, c, inertia_error);
    ROUTH_READ(fields, ROUTH_MUST_BE, routh_calibration3, c, centre);
    ROUTH_READ(fields, ROUTH_MAY_MISS, routh_calibration3, c, centre_error);
    for (int i = 0; i < 3 && fields->status == ROUTH_OK; i++)
        if (!(fabs(c->centre[i]) <= 10))
            routh_refuse(fields, KEY(centre), "%g m; it must be from -10 to 10", c->centre[i]);
    read_interval(fields, KEY(scale_interval), c->scale, c->scale_error, &c->scale_interval);
    read_interval(fields, KEY(drag_interval), c->drag, c->drag_error, &c->drag_interval);
    read_interval(fields, KEY(rounding_interval), c->rounding, c->rounding_error, &c->rounding_interval);
    read_interval(fields, KEY(inertia_interval), c->inertia, c->inertia_error, &c->inertia_interval);
    ROUTH_READ(fields, ROUTH_MAY_MISS, routh_calibration3, c, flights);
}

static const char laws[] = "laws";

/* The parameters of one law; a law that this version does not have is passed over. */
static void read_law(routh_fields *fields, const json_t *object, size_t at, routh_results3 *results) {
    const char *name = json_string_value(json_object_get(object, ROUTH_KEY(routh_law3, name)));
    const json_t *parameters = json_object_get(object, "parameters");
    for (size_t l = 0; name && routh_law3_at(l) && l < ROUTH_MOST_CONTESTANTS3; l++) {
        const routh_law3 *law = routh_law3_at(l);
        for (int d = 0; strcmp(law->name, name) == 0 && d < law->parameter_count; d++) {
            const routh_parameter *parameter = &law->parameter[d];
            results->parameters[l][d] = routh_result_parameter_of(parameters, parameter->name).value;
            if (!(results->parameters[l][d] >= parameter->low && results->parameters[l][d] <= parameter->high))
                routh_refuse(fields, laws, "law %zu, %s: %s must be a number from %g to %g", at + 1, law->name,
                             routh_results3_key(parameter), parameter->low, parameter->high);
        }
    }
}

/* The body: that of a cube by its edge. Files of earlier versions have none. */
static void read_shape(routh_fields *fields, routh_results3 *results) {
    json_t *object = routh_read_field(fields, "shape", ROUTH_MAY_MISS);
    double width = 0, corners = 8;
    if (!json_is_object(object))
        return;
    routh_fields within = {.context = fields->context, .source = fields->source, .object = object};
    read_number(&within, "width", ROUTH_MAY_MISS, 0, 1e6, &width);
    read_number(&within, "corners", ROUTH_MAY_MISS, 0, 1e9, &corners);
    results->volume = width * width * width;
    ROUTH_READ_BETWEEN(&within, ROUTH_MAY_MISS, 0, 1e18, routh_results3, results, volume);
    results->corners = results->volume > 0 ? (size_t)corners : 0;
    if (fields->status == ROUTH_OK)
        fields->status = within.status;
}

static routh_status read_fields(routh_source *source, json_t *root, void *user) {
    routh_results3 *results = user;
    routh_fields all = {.context = source->context, .source = source->shown, .object = root};
    if (!json_is_object(root))
        routh_refuse(&all, NULL, "%s, not the results of a study of tosses", routh_json_kind(root));
    const json_t *kind = json_object_get(root, "kind");
    if (kind && json_is_string(kind) && strcmp(json_string_value(kind), "rollouts") == 0)
        routh_refuse(&all, "kind", "rollouts: it has no calibration; give the JSON report of single impacts");
    json_t *object = routh_read_field(&all, ROUTH_KEY(routh_results3, calibration), ROUTH_MUST_BE);
    if (object && !json_is_object(object))
        routh_refuse(&all, ROUTH_KEY(routh_results3, calibration), "%s, not an object", routh_json_kind(object));
    if (json_is_false(json_object_get(root, KEY(applied))))
        routh_refuse(&all, KEY(applied), "false: that study did not use its calibration");
    if (all.status != ROUTH_OK)
        return all.status;
    routh_fields inner = {.context = source->context, .source = source->shown, .object = object};
    read_calibration(&inner, &results->calibration);
    if (inner.status != ROUTH_OK)
        return inner.status;
    read_shape(&all, results);
    ROUTH_READ(&all, ROUTH_MAY_MISS, routh_results3, results, name);
    json_t *list = routh_read_list(&all, laws, ROUTH_MAY_MISS);
    for (size_t i = 0; i < json_array_size(list); i++)
        read_law(&all, json_array_get(list, i), i, results);
    return all.status;
}

routh_status routh_results3_read(routh_context *context, routh_io from, routh_results3 *results) {
    *results = (routh_results3){
        .calibration = {.spin_ratio = NAN, .spin_body = NAN, .spin_world = NAN, .rest_scale = NAN, .applied = true}};
    for (size_t l = 0; l < ROUTH_MOST_CONTESTANTS3; l++)
        for (int d = 0; d < ROUTH_MAX_PARAMETERS; d++)
            results->parameters[l][d] = NAN;
    return routh_json_read_file(context, from, read_fields, results);
}

routh_status routh_results3_check(routh_context *context, const routh_results3 *results,
                                  const routh_dataset3 *dataset) {
    const double width = dataset->width, volume = dataset->shape ? dataset->shape->volume : width * width * width;
    const size_t corners = dataset->shape ? dataset->shape->count : 8;
    const double ratio = results->volume / volume;
    if (results->corners == 0 || (results->corners == corners && ratio > 0.999 && ratio < 1.001))
        return ROUTH_OK;
    return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "calibration",
                            "the calibration is of another body: it has %zu corners and %.4g cm³, this one %zu corners "
                            "and %.4g cm³",
                            results->corners, 1e6 * results->volume, corners, 1e6 * volume);
}
