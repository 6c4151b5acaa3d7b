/* The study of rebounding spheres: results as JSON, rows as comma-separated values, and a picture.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/write.h"

#include <math.h>

#include "base/numbers.h"

static const double degree = ROUTH_PI / 180;

/* As files have it: angles in degrees. */
static double shown(int quantity, double value) {
    return quantity == ROUTH_REBOUND_ANGLE ? value / degree : value;
}

static json_t *errors_object(const double error[ROUTH_REBOUND_QUANTITIES]) {
    json_t *object = json_object();
    for (int q = 0; q < ROUTH_REBOUND_QUANTITIES; q++)
        routh_json_put(&object, routh_name(&routh_rebound_quantities, q), routh_json_number(shown(q, error[q])));
    return object;
}

static json_t *law_object(const routh_law_rebounds *l) {
    json_t *parameters = json_object();
    for (int j = 0; j < l->law->parameter_count; j++)
        routh_json_put(&parameters, l->law->parameter[j].name,
                       ROUTH_JSON_NEW(routh_value_layout, .value = l->parameters[j], .sd = l->interval[j].deviation,
                                      .low = l->interval[j].low, .high = l->interval[j].high));
    return ROUTH_JSON_NEW(routh_law_rebounds_layout, .law = l, .name = l->law->name, .parameters = parameters,
                          .correlation =
                              routh_correlation_json(l->law->parameter, l->law->parameter_count, l->correlation, NULL),
                          .rms = errors_object(l->rms), .rms_held_out = errors_object(l->held_out));
}

static json_t *study_object(const void *what) {
    const routh_rebound_study *study = what;
    json_t *laws = json_array();
    for (size_t l = 0; l < study->law_count; l++)
        routh_json_add(&laws, law_object(&study->law[l]));
    return ROUTH_JSON_NEW(routh_rebound_study_layout, .rebounds = study->rebounds, .study = study,
                          .approach = routh_approach_json(study->approach), .laws = laws, .version = routh_version());
}

static void print_rows(FILE *file, const void *what) {
    const routh_rebound_study *study = what;
    routh_rows rows = routh_rows_csv(file, "%.10g", "quantity,incidence_deg,value");
    for (size_t l = 0; l < study->law_count; l++)
        fprintf(file, ",%s,%s_held_out", study->law[l].law->name, study->law[l].law->name);
    routh_rows_end(&rows);
    for (size_t i = 0; i < study->rebounds->count; i++) {
        const routh_rebound *row = &study->rebounds->rebound[i];
        const int q = (int)row->quantity;
        ROUTH_CELLS(&rows, routh_name(&routh_rebound_quantities, q), row->incidence / degree, shown(q, row->value));
        for (size_t l = 0; l < study->law_count; l++)
            ROUTH_CELLS(&rows, shown(q, study->law[l].predicted[i]), shown(q, study->law[l].predicted_held_out[i]));
        routh_rows_end(&rows);
    }
}

static routh_status draw(routh_context *context, FILE *file, const void *what) {
    static const char *const labels[ROUTH_REBOUND_QUANTITIES] = {"angle of rebound, °", "spin after, rad/s",
                                                                 "tangential restitution"};
    const routh_rebound_study *study = what;
    const routh_series incidence = {study->incidence, sizeof(double), 0, ROUTH_REBOUND_CURVE, 1 / degree};
    routh_figure figure = {.findings = &study->findings, .charts = json_array()};
    snprintf(figure.title, sizeof figure.title, "Rebounds of a sphere, and laws fitted to them: %s",
             study->rebounds->name);
    for (int q = 0; q < ROUTH_REBOUND_QUANTITIES; q++) {
        json_t *lines = json_array();
        routh_line measured = routh_points_begin("measured");
        size_t count = 0;
        for (size_t i = 0; i < study->rebounds->count; i++) {
            const routh_rebound *row = &study->rebounds->rebound[i];
            const double value = shown(q, row->value);
            if ((int)row->quantity == q && ++count)
                routh_points_add(&measured, row->incidence / degree, value, value, value);
        }
        routh_line_end(&measured, &lines);
        for (size_t l = 0; l < study->law_count; l++)
            routh_line_of(&lines, study->law[l].law->title, incidence,
                          (routh_series){study->law[l].curve[q], sizeof(double), 0, ROUTH_REBOUND_CURVE, shown(q, 1)});
        if (count > 0)
            routh_chart_end(&figure.charts, "", "incidence, °", labels[q], lines);
        else
            json_decref(lines);
    }
    return routh_draw_figure(context, file, figure);
}

static void print_text(FILE *file, const void *what) {
    const routh_rebound_study *study = what;
    fprintf(file, "%s: %zu rows\n\n", study->rebounds->name, study->rebounds->count);
    routh_print_findings(file, &study->findings, "");
}

routh_status routh_rebound_study_write(routh_context *context, const routh_rebound_study *study, routh_io to) {
    return ROUTH_WRITE(context, "routh_rebound_study", study, to, {".json", .object = study_object},
                       {".csv", .print = print_rows}, {".svg", .draw = draw}, {".txt", .print = print_text});
}
