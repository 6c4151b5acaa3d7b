/* The study of rebounding spheres: results as JSON, rows as comma-separated values, and a picture.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/constants.h"
#include "base/context.h"
#include "file/ending.h"
#include "file/json_struct.h"
#include "file/json_write.h"
#include "file/output.h"
#include "report/findings_json.h"
#include "report/material_json.h"
#include "report/study_json.h"
#include "report/svg_plot.h"
#include "report/text.h"
#include "report/writers.h"

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
    json_t *object = json_object(), *parameters = json_object();
    for (int j = 0; j < l->law->parameter_count; j++)
        routh_json_put(&parameters, l->law->parameter[j].name,
                       ROUTH_JSON_ENTRIES({"value", l->parameters[j]}, {"sd", l->interval[j].deviation},
                                          {"low", l->interval[j].low}, {"high", l->interval[j].high}));
    ROUTH_PUT(&object, routh_law, l->law, name);
    routh_json_put(&object, "parameters", parameters);
    routh_json_put(&object, "correlation",
                   routh_correlation_json(l->law->parameter, l->law->parameter_count, l->correlation, NULL));
    routh_json_put(&object, "rms", errors_object(l->rms));
    routh_json_put(&object, "rms_held_out", errors_object(l->held_out));
    ROUTH_PUT(&object, routh_law_rebounds, l, advantage, advantage_error);
    return object;
}

static routh_status write_json(routh_context *context, const routh_rebound_study *study, routh_io to) {
    json_t *root = json_object(), *laws = json_array();
    for (size_t l = 0; l < study->law_count; l++)
        routh_json_add(&laws, law_object(&study->law[l]));
    ROUTH_PUT_SPAN(&root, routh_rebounds, study->rebounds, name, count);
    ROUTH_PUT(&root, routh_rebound_study, study, incidences);
    routh_put_approach(&root, study->approach);
    routh_json_put(&root, "laws", laws);
    ROUTH_PUT(&root, routh_rebound_study, study, findings);
    routh_json_put_version(&root);
    return routh_json_write(context, root, ROUTH_JSON_RESULTS, to);
}

static void print_rows(FILE *file, const void *what) {
    const routh_rebound_study *study = what;
    fputs("quantity,incidence_deg,value", file);
    for (size_t l = 0; l < study->law_count; l++)
        fprintf(file, ",%s,%s_held_out", study->law[l].law->name, study->law[l].law->name);
    fputc('\n', file);
    for (size_t i = 0; i < study->rebounds->count; i++) {
        const routh_rebound *row = &study->rebounds->rebound[i];
        fprintf(file, "%s,%.10g,%.10g", routh_name(&routh_rebound_quantities, (long)row->quantity),
                row->incidence / degree, shown((int)row->quantity, row->value));
        for (size_t l = 0; l < study->law_count; l++)
            fprintf(file, ",%.10g,%.10g", shown((int)row->quantity, study->law[l].predicted[i]),
                    shown((int)row->quantity, study->law[l].predicted_held_out[i]));
        fputc('\n', file);
    }
}

/* All in pixels. */
enum { LEFT = 66, TOP = 48, WIDTH = 240, HEIGHT = 230, GAP = 84, FOOT = 84 };

/* Okabe and Ito's palette, safe for colour-blind readers. */
static const char *const colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"};
enum { COLOURS = sizeof colours / sizeof *colours };

static const svg_axis axes[ROUTH_REBOUND_QUANTITIES] = {{INFINITY, -INFINITY, "angle of rebound", "°"},
                                                        {INFINITY, -INFINITY, "spin after", "rad/s"},
                                                        {INFINITY, -INFINITY, "tangential restitution", NULL}};

static void draw_quantity(FILE *file, const routh_rebound_study *study, int quantity) {
    const routh_rebounds *rebounds = study->rebounds;
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
    fprintf(file, "<g transform=\"translate(%d,%d)\">\n", LEFT + quantity * (WIDTH + GAP), TOP);
    routh_svg_plot_axes(file, &plot, 1);
    for (size_t l = 0; l < study->law_count; l++) {
        const char *begin = "M";
        fprintf(file, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"2\" d=\"", colours[l % COLOURS]);
        for (int k = 0; k < ROUTH_REBOUND_CURVE; k++) {
            const double value = shown(quantity, study->law[l].curve[quantity][k]);
            const svg_spot at = routh_svg_plot_at(&plot, study->incidence[k] / degree, value);
            if (isfinite(value)) {
                fprintf(file, "%s%.2f,%.2f", begin, at.x, at.y);
                begin = "L";
            }
        }
        fputs("\"/>\n", file);
    }
    for (size_t i = 0; i < rebounds->count; i++) {
        const routh_rebound *row = &rebounds->rebound[i];
        const svg_spot at = routh_svg_plot_at(&plot, row->incidence / degree, shown(quantity, row->value));
        if ((int)row->quantity == quantity)
            fprintf(file, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"3.4\" fill=\"%s\"/>\n", at.x, at.y, SVG_INK);
    }
    fputs("</g>\n", file);
}

static void print_picture(FILE *file, const void *what) {
    const routh_rebound_study *study = what;
    const double width = LEFT + 3 * WIDTH + 2 * GAP + 24, height = TOP + HEIGHT + FOOT;
    routh_svg_begin_description(file, width, height, "Rebounds of a sphere, and laws fitted to them");
    for (size_t i = 0; i < study->findings.count; i++) {
        fputs(i ? " " : "", file);
        routh_xml_escape(file, study->findings.finding[i].text);
    }
    routh_svg_end_description(file, width, height);
    routh_svg_text(file, LEFT, 24, 14, SVG_START, "font-weight=\"bold\"", study->rebounds->name);
    for (int q = 0; q < ROUTH_REBOUND_QUANTITIES; q++)
        draw_quantity(file, study, q);
    double x = LEFT;
    for (size_t l = 0; l < study->law_count; l++) {
        const char *title = study->law[l].law->title;
        fprintf(file, "<path d=\"M%.2f,%.2fh16\" stroke=\"%s\" stroke-width=\"3\"/>\n", x, height - 20,
                colours[l % COLOURS]);
        routh_svg_text(file, x + 22, height - 16, 12, SVG_START, "", title);
        x += 46 + routh_svg_text_width(title, 12);
    }
    fprintf(file, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"3.4\" fill=\"%s\"/>\n", x + 4, height - 20, SVG_INK);
    routh_svg_text(file, x + 14, height - 16, 12, SVG_START, "", "measured");
    fputs("</svg>\n", file);
}

static void print_text(FILE *file, const void *what) {
    const routh_rebound_study *study = what;
    fprintf(file, "%s: %zu rows\n", study->rebounds->name, study->rebounds->count);
    routh_print_sentences(file, &study->findings);
}

routh_status routh_rebound_study_write(routh_context *context, const routh_rebound_study *study, routh_io to) {
    static const char *const endings[] = {".json", ".csv", ".svg", ".txt", NULL};
    switch (routh_ending_of(context, "routh_rebound_study", endings, to)) {
    case 0:
        return write_json(context, study, to);
    case 1:
        return routh_text_print(context, to, print_rows, study);
    case 2:
        return routh_text_print(context, to, print_picture, study);
    case 3:
        return routh_text_print(context, to, print_text, study);
    default:
        return ROUTH_BAD_ARGUMENT;
    }
}
