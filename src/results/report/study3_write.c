/* The study of tosses as text for people; as a picture, how large the errors of each law are and the velocity of the corner after
 * impact, predicted against measured; as JSON (results.json), and its records as comma-separated values.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/numbers.h"
#include "material/material.h"
#include "study/result_words.h"
#include "study/study3.h"

/* Text ------------------------------------------------------------------------------------------------*/

static void print_found(FILE *file, const routh_study3 *study) {
    const routh_calibration3 *c = &study->dataset->calibration;
    const routh_shape3 *shape = study->dataset->shape;
    fprintf(file, "\nThe recording%s\n",
            !c->applied ? " (measured, but not made use of)"
            : c->given  ? " (calibration of another one)"
                        : "");
    routh_print_topics(file, &study->recording, 0, false);
    if (shape)
        fprintf(file, "\nThe body: %s, %zu corners, %.4g cm³\n", shape->name, shape->count, 1e6 * shape->volume);
    else
        fprintf(file, "\nThe cube\n");
    routh_print_topics(file, &study->of_body, 0, false);
}

/* Restitution is called e here, as in the papers. */
static const char *title_of(const routh_parameter *parameter) {
    return strcmp(parameter->name, "eps") == 0 ? "e" : parameter->name;
}

/* Of the column of laws: modifiers make it longer. */
static int width_of(const routh_study3 *study) {
    size_t width = 13;
    for (size_t k = 0; k < study->contestant_count; k++)
        width = strlen(study->contestant[k].name) > width ? strlen(study->contestant[k].name) : width;
    return (int)width;
}

static void print_laws(FILE *file, const routh_study3 *study) {
    const routh_law3 *longest = study->contestant[study->compliant].law;
    fprintf(file, "\nLaws, on %zu impacts of %zu tosses, each half predicted with the parameters of the other\n\n",
            study->count, study->trajectory_count);
    const int width = width_of(study);
    fprintf(file, "%-*s %-24s %s", width, "LAW", "ERROR (m/s)", "MEDIAN");
    for (int d = 0; d < longest->parameter_count; d++)
        fprintf(file, "%*s%s", d == 0 ? 3 : 23 - (int)strlen(title_of(&longest->parameter[d - 1])), "",
                title_of(&longest->parameter[d]));
    fputc('\n', file);
    for (size_t k = 0; k < study->contestant_count; k++) {
        const routh_law3_study *r = &study->contestant[k];
        fprintf(file, "%-*s %.4f (%.4f … %.4f) %.4f", width, r->name, r->error, r->error_interval.low,
                r->error_interval.high, r->error_median);
        for (int d = 0; r->law && d < r->law->parameter_count; d++) {
            const char *title = title_of(&r->law->parameter[d]);
            const bool in_column = d < longest->parameter_count && strcmp(title, title_of(&longest->parameter[d])) == 0;
            fprintf(file, "%s%s%s%.3f", d == 0 ? "   " : "  ", in_column ? "" : title, in_column ? "" : " ",
                    r->fit.parameters[d]);
            if (isfinite(r->interval[d].deviation))
                fprintf(file, " (%.3f … %.3f)", r->interval[d].low, r->interval[d].high);
            else if (in_column && d + 1 < r->law->parameter_count) /* those of another law were asked for */
                fprintf(file, "%16s", "");
        }
        fputc('\n', file);
    }
    fputc('\n', file);
    for (size_t k = 0; k < study->contestant_count; k++) {
        const routh_law3_study *r = &study->contestant[k];
        char flags[ROUTH_FIT_TEXT];
        fprintf(file, "%s: %s", r->name, r->about);
        if (r->fit.flags)
            fprintf(file, " [%s]", routh_fit_text(r->fit.flags, flags));
        fputs(".\n", file);
    }
    fprintf(file,
            "\nThe error is the distance of the predicted from the measured motion after impact, ω weighted by "
            "the radius of\n"
            "gyration; the motion itself is %.2f m/s. In brackets: 95 %% intervals, tosses drawn with replacement.\n",
            study->speed);
}

/* Laws with the parameters of another run, where there are any. */
static void print_other(FILE *file, const routh_study3 *study) {
    bool first = true;
    for (size_t k = 0; k < study->contestant_count; k++) {
        const routh_law3_study *r = &study->contestant[k];
        if (!r->law || isnan(r->other_error))
            continue;
        if (first)
            fputs("\nWith calibration and parameters of the other run, on all impacts here\n\n", file);
        first = false;
        fprintf(file, "%-*s %.4f (%.4f … %.4f) %.4f", width_of(study), r->name, r->other_error, r->other_interval.low,
                r->other_interval.high, r->other_median);
        for (int d = 0; d < r->law->parameter_count; d++)
            fprintf(file, "   %s %.3f", title_of(&r->law->parameter[d]), r->other[d]);
        fputc('\n', file);
    }
}

static routh_status print_text(routh_context *context, FILE *file, const void *what) {
    const routh_study3 *study = what;
    routh_findings head = {0};
    ROUTH_TRY(routh_print_words(context, file, routh_study3_head(context, study, &head), &head));
    print_found(file, study);
    if (study->compared)
        print_laws(file, study);
    else
        fprintf(file, "\nLaws were not compared: %s.\n", study->why_not);
    routh_print_findings(file, &study->conclusion, "");
    print_other(file, study);
    if (study->split.groups > 0) {
        fputc('\n', file);
        routh_print_split(file, &study->split);
    }
    return ROUTH_OK;
}

/* The picture -----------------------------------------------------------------------------------------*/

/* The share of impacts whose error is no larger than that: a step for each impact. */
static void add_distribution(json_t **lines, const routh_study3 *study, size_t contestant, double *scratch) {
    const routh_law3_study *one = &study->contestant[contestant];
    char name[ROUTH_NAME_SIZE], number[ROUTH_NUMBER_TEXT];
    for (size_t i = 0; i < study->count; i++)
        scratch[i] = fmax(study->cases[i].error[contestant], 1e-6);
    qsort(scratch, study->count, sizeof *scratch, routh_ascending);
    snprintf(name, sizeof name, "%s %s m/s", one->name, routh_number_text(one->error, 3, number));
    routh_line steps = routh_line_begin(name);
    for (size_t i = 0; i < study->count; i++)
        for (size_t above = 0; above < 2; above++)
            routh_line_add(&steps, scratch[i], (double)(i + above) / (double)study->count);
    routh_line_end(&steps, lines);
}

static void add_corner(json_t **charts, const routh_study3 *study, bool normal) {
    const size_t shown[] = {study->rigid, study->compliant};
    double low = INFINITY, high = -INFINITY;
    json_t *lines = json_array();
    for (int k = 0; k < 2; k++) {
        routh_line dots = routh_points_begin(study->contestant[shown[k]].name);
        for (size_t i = 0; i < study->count; i++) {
            const routh_sample3 *sample = &study->sample[i];
            const double measured = routh_sample3_corner(sample, &sample->after, normal);
            const double predicted = routh_sample3_corner(sample, &study->cases[i].predicted[shown[k]], normal);
            routh_points_add(&dots, measured, predicted, predicted, predicted);
            low = fmin(low, measured);
            high = fmax(high, measured);
        }
        routh_line_end(&dots, &lines);
    }
    const routh_series diagonal = routh_series_of((const double[]){low, high}, 2);
    routh_line_of(&lines, "as measured", diagonal, diagonal);
    routh_chart_end(charts, normal ? "Corner, along the normal" : "Corner, along its slip before", "measured, m/s",
                    "predicted, m/s", lines);
}

static routh_status draw(routh_context *context, FILE *file, const void *what) {
    const routh_study3 *study = what;
    if (!study->compared)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "%s", study->why_not);
    double *scratch = routh_allocate(context, study->count, sizeof *scratch);
    if (!scratch)
        return ROUTH_OUT_OF_MEMORY;
    json_t *charts = json_array(), *errors = json_array();
    for (size_t k = 0; k < study->contestant_count; k++)
        add_distribution(&errors, study, k, scratch);
    routh_release(context, scratch);
    routh_chart_end(&charts, "Errors on held-out impacts", "error of the velocity after, m/s", "share of impacts",
                    errors);
    add_corner(&charts, study, true);
    add_corner(&charts, study, false);
    return routh_draw_figure(
        context, file,
        (routh_figure){.title = "Laws of impact on recorded tosses",
                       .note =
                           "Error: distance of the predicted from the measured motion after impact, spin counted at "
                           "the radius of gyration, and its mean. Each impact is predicted with parameters fitted "
                           "to the other half of the tosses.",
                       .findings = &study->conclusion,
                       .charts = charts,
                       .decades = 1});
}

/* JSON and records ------------------------------------------------------------------------------------*/

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
                       {".csv", .print = print_csv}, {".svg", .draw = draw}, {".txt", .draw = print_text});
}
