/* The study of rebounding spheres: results as JSON, rows as comma-separated values, and a picture.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/svg.h"
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

/* All in pixels. */
enum { LEFT = 66, TOP = 48, WIDTH = 240, HEIGHT = 230, GAP = 84, FOOT = 84 };

static const svg_axis axes[ROUTH_REBOUND_QUANTITIES] = {{INFINITY, -INFINITY, "angle of rebound", "°"},
                                                        {INFINITY, -INFINITY, "spin after", "rad/s"},
                                                        {INFINITY, -INFINITY, "tangential restitution", NULL}};

static void draw_quantity(FILE *file, const routh_rebound_study *study, int quantity) {
    const routh_rebounds *rebounds = study->rebounds;
    const routh_series incidence = {study->incidence, sizeof(double), 0, ROUTH_REBOUND_CURVE, 1 / degree};
    svg_plot plot = {WIDTH, HEIGHT, {0, 0, "incidence", "°"}, axes[quantity]};
    for (size_t i = 0; i < rebounds->count; i++)
        if ((int)rebounds->rebound[i].quantity == quantity) {
            routh_svg_axis_hold(&plot.x, rebounds->rebound[i].incidence / degree);
            routh_svg_axis_hold(&plot.y, shown(quantity, rebounds->rebound[i].value));
        }
    if (!(plot.y.high >= plot.y.low))
        return; /* no row */
    for (size_t l = 0; l < study->law_count; l++)
        for (int k = 0; k < ROUTH_REBOUND_CURVE; k++)
            if (isfinite(study->law[l].curve[quantity][k]))
                routh_svg_axis_hold(&plot.y, shown(quantity, study->law[l].curve[quantity][k]));
    routh_svg_axis_finish(&plot.x, 1);
    routh_svg_axis_finish(&plot.y, 1e-3);
    routh_svg_group(file, LEFT + quantity * (WIDTH + GAP), TOP);
    routh_svg_plot_axes(file, &plot, 1);
    for (size_t l = 0; l < study->law_count; l++) {
        const routh_series curve = {study->law[l].curve[quantity], sizeof(double), 0, ROUTH_REBOUND_CURVE,
                                    shown(quantity, 1)};
        char look[80];
        snprintf(look, sizeof look, "fill=\"none\" stroke=\"%s\" stroke-width=\"2\"", routh_svg_colour(l));
        routh_svg_curve(file, &plot, incidence, curve, look);
    }
    for (size_t i = 0; i < rebounds->count; i++) {
        const routh_rebound *row = &rebounds->rebound[i];
        if ((int)row->quantity == quantity)
            routh_svg_dot(file, routh_svg_plot_at(&plot, row->incidence / degree, shown(quantity, row->value)), 3.4,
                          "fill=\"" SVG_INK "\"");
    }
    fputs("</g>\n", file);
}

static void draw(FILE *file, const void *what) {
    const routh_rebound_study *study = what;
    const double width = LEFT + 3 * WIDTH + 2 * GAP + 24, height = TOP + HEIGHT + FOOT;
    routh_svg_begin_findings(file, width, height, "Rebounds of a sphere, and laws fitted to them", &study->findings);
    routh_svg_text(file, LEFT, 24, 14, SVG_START, "font-weight=\"bold\"", study->rebounds->name);
    for (int q = 0; q < ROUTH_REBOUND_QUANTITIES; q++)
        draw_quantity(file, study, q);
    double x = LEFT;
    for (size_t l = 0; l < study->law_count; l++) {
        const char *title = study->law[l].law->title;
        fprintf(file, "<path d=\"M%.2f,%.2fh16\" stroke=\"%s\" stroke-width=\"3\"/>\n", x, height - 20,
                routh_svg_colour(l));
        routh_svg_text(file, x + 22, height - 16, 12, SVG_START, "", title);
        x += 46 + routh_svg_text_width(title, 12);
    }
    routh_svg_dot(file, (svg_spot){x + 4, height - 20, 0}, 3.4, "fill=\"" SVG_INK "\"");
    routh_svg_text(file, x + 14, height - 16, 12, SVG_START, "", "measured");
    fputs("</svg>\n", file);
}

static void print_text(FILE *file, const void *what) {
    const routh_rebound_study *study = what;
    fprintf(file, "%s: %zu rows\n\n", study->rebounds->name, study->rebounds->count);
    routh_print_findings(file, &study->findings, "");
}

routh_status routh_rebound_study_write(routh_context *context, const routh_rebound_study *study, routh_io to) {
    return ROUTH_WRITE(context, "routh_rebound_study", study, to, {".json", .object = study_object},
                       {".csv", .print = print_rows}, {".svg", .print = draw}, {".txt", .print = print_text});
}
