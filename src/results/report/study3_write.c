/* The study in space as JSON (results.json) and its records as comma-separated values.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <math.h>

#include "material/material.h"

static json_t *parameter_object(const routh_law3_study *r, int d) {
    return ROUTH_JSON_NEW(routh_law3_parameter_layout, .value = r->fit.parameters[d], .interval = r->interval[d],
                          .halves = {r->half[0][d], r->half[1][d]});
}

/* With the parameters of another recording, where there is one. */
static json_t *other_object(const routh_law3_study *r) {
    json_t *parameters = json_object();
    for (int d = 0; r->law && d < r->law->parameter_count; d++)
        routh_json_put(&parameters, routh_results3_key(&r->law->parameter[d]), routh_json_number(r->other[d]));
    return ROUTH_JSON_NEW(routh_other_law3_layout, .parameters = parameters, .error = r->other_error,
                          .error_interval = r->other_interval, .error_median = r->other_median);
}

static json_t *law_object(const routh_law3_study *r) {
    json_t *parameters = json_object();
    for (int d = 0; r->law && d < r->law->parameter_count; d++)
        routh_json_put(&parameters, routh_results3_key(&r->law->parameter[d]), parameter_object(r, d));
    char flags[ROUTH_FIT_TEXT];
    return ROUTH_JSON_NEW(routh_law3_study_layout, .study = r, .fit = &r->fit, .parameters = parameters,
                          .correlation = r->law ? routh_correlation_json(r->law->parameter, r->law->parameter_count,
                                                                         r->fit.correlation, routh_results3_key)
                                                : routh_json_absent(),
                          .flags = routh_fit_text(r->fit.flags, flags),
                          .with_other_parameters = isnan(r->other_error) ? routh_json_absent() : other_object(r));
}

static json_t *calibration_object(const routh_calibration3 *c) {
    json_t *one =
        ROUTH_JSON_FIELDS(routh_calibration3, c, flights, rests, scale, scale_error, drag, drag_error, flight_noise);
    ROUTH_PUT_SPAN(&one, routh_calibration3, c, rest_scale, inertia_error);
    ROUTH_PUT(&one, routh_calibration3, c, centre, centre_error);
#define PUT_MEASURED(interval)                                                                                         \
    if (c->interval.deviation > 0)                                                                                     \
    ROUTH_PUT(&one, routh_calibration3, c, interval)
    PUT_MEASURED(scale_interval);
    PUT_MEASURED(drag_interval);
    PUT_MEASURED(rest_interval);
    PUT_MEASURED(rounding_interval);
    PUT_MEASURED(inertia_interval);
#undef PUT_MEASURED
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

static json_t *study_object(const void *what) {
    const routh_study3 *study = what;
    const routh_dataset3 *dataset = study->dataset;
    const routh_calibration3 *calibration = &dataset->calibration;
    json_t *laws = json_array(), *held = json_array();
    for (size_t k = 0; study->compared && k < study->contestant_count; k++)
        routh_json_add(&laws, law_object(&study->contestant[k]));
    for (size_t t = 0; t < dataset->trajectory_count; t++) /* tosses that begin in the hand */
        if (dataset->trajectory[t].held > 0)
            routh_json_add(&held, ROUTH_JSON_FIELDS(routh_trajectory3, &dataset->trajectory[t], name, held));
    return ROUTH_JSON_NEW(routh_study3_layout, .dataset = dataset, .study = study, .measured = calibration,
                          .compared = study->compared ? study : NULL, .refused = study->compared ? NULL : study,
                          .options = &study->options, .shape = shape_object(dataset), .held = held,
                          .contacts = dataset->count, .approach = routh_approach_json(study->approach),
                          .rejected = routh_counts_json(&routh_reasons, study->rejected, ROUTH_REASON_COUNT),
                          .calibration = calibration_object(calibration), .laws = laws,
                          .split = study->split.groups > 0 ? routh_split_json(&study->split) : routh_json_absent(),
                          .version = routh_version());
}

/* Records -------------------------------------------------------------------------------------------------*/

static void print_csv(FILE *file, const void *what) {
    const routh_study3 *study = what;
    static const double nothing[10] = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    size_t at = 0;
    routh_rows rows = routh_rows_csv(
        file, NULL,
        "toss,time,reasons,rx,ry,rz,height,next,apart,vx,vy,vz,wx,wy,wz,vx_after,vy_after,vz_after,wx_after,wy_after,"
        "wz_after,corner_x,corner_y,corner_z,corner_x_after,corner_y_after,corner_z_after,px,py,pz,restitution,half");
    for (size_t k = 0; k < study->contestant_count; k++)
        fprintf(file, ",error_%s", study->contestant[k].name);
    routh_rows_end(&rows);
    for (size_t i = 0; i < study->dataset->count; i++) {
        const routh_record3 *record = &study->dataset->record[i];
        const bool used = at < study->count && study->sample[at].record == i;
        const routh_sample3 *sample = used ? &study->sample[at] : NULL;              /* of records that are used … */
        const routh_case3 *one = used && study->compared ? &study->cases[at] : NULL; /* … where laws were compared */
        char reasons[ROUTH_NAME_SIZE];
        at += used;
        ROUTH_CELLS(&rows, routh_cell_quoted(study->dataset->trajectory[record->trajectory].name), record->time,
                    routh_cell_quoted(routh_flags_words(&routh_reasons, record->reasons, " ", reasons)));
        ROUTH_CELL_FIELDS(&rows, routh_record3, record, point, height, next, apart);
        ROUTH_CELL_FIELDS(&rows, routh_velocity3, &record->before, velocity, spin);
        ROUTH_CELL_FIELDS(&rows, routh_velocity3, &record->after, velocity, spin);
        if (sample) {
            routh_rows_add_numbers(&rows, sample->contact.v, 3);
            ROUTH_CELL_FIELDS(&rows, routh_sample3, sample, contact_after, impulse, restitution);
        } else
            routh_rows_add_numbers(&rows, nothing, 10);
        ROUTH_CELLS(&rows, one ? (double)(one->half + 1) : (double)NAN);
        for (size_t k = 0; k < study->contestant_count; k++)
            ROUTH_CELLS(&rows, one ? one->error[k] : (double)NAN);
        routh_rows_end(&rows);
    }
}

routh_status routh_study3_write(routh_context *context, const routh_study3 *study, routh_io to) {
    return ROUTH_WRITE(context, "routh_study3", study, to, {".json", .object = study_object},
                       {".csv", .print = print_csv}, {".svg", .draw = routh_study3_picture},
                       {".txt", .print = routh_study3_print});
}
