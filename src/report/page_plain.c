/* The plain page: the study's main numbers as HTML tables, for builds without Node.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "file/written.h"
#include "report/page.h"
#include "report/plain_parts.h"
#include "report/svg.h"

static void write_check(FILE *file, const json_t *check) {
    static const char *const columns[] = {"frame", "slope, 1/m²", "gyration, m",
                                          "R²",    "correlation", "residual, rad/s"};
    size_t i;
    json_t *entry;
    char kn[SVG_NUMBER_SIZE], kt[SVG_NUMBER_SIZE], caption[4 * SVG_NUMBER_SIZE];
    snprintf(caption, sizeof caption, "Frame check. Free coefficients as recorded: k_n = %s, k_t = %s per m²",
             routh_svg_fixed(routh_plain_number_of(check, "kn"), 0, kn),
             routh_svg_fixed(routh_plain_number_of(check, "kt"), 0, kt));
    PLAIN_TABLE(file, caption, columns);
    json_array_foreach(json_object_get(check, "hypotheses"), i, entry) {
        routh_plain_begin_row(file, routh_plain_text_of(entry, "frame"));
        routh_plain_cell(file, routh_plain_number_of(entry, "slope"), 0);
        routh_plain_cell(file, routh_plain_number_of(entry, "gyration"), 4);
        routh_plain_cell(file, routh_plain_number_of(entry, "r2"), 3);
        routh_plain_cell(file, routh_plain_number_of(entry, "correlation"), 3);
        routh_plain_cell(file, routh_plain_number_of(entry, "residual"), 2);
        routh_plain_end_row(file);
    }
    routh_plain_end_table(file);
    fputs("<ul>\n", file);
    json_array_foreach(json_object_get(check, "findings"), i, entry) {
        fputs("<li class=\"", file);
        routh_svg_escape(file, routh_plain_text_of(entry, "kind"));
        fputs("\">", file);
        routh_svg_escape(file, routh_plain_text_of(entry, "what"));
        fputs(": ", file);
        routh_svg_escape(file, routh_plain_text_of(entry, "words"));
        fputs("</li>\n", file);
    }
    fputs("</ul>\n", file);
}

/* value ± sd and the 95 % interval of one parameter, or empty cells where the law has no such parameter. */
static void parameter_cells(FILE *file, const json_t *parameter) {
    routh_plain_cell(file, routh_plain_number_of(parameter, "value"), 3);
    routh_plain_cell(file, routh_plain_number_of(parameter, "sd"), 3);
    char low[SVG_NUMBER_SIZE], high[SVG_NUMBER_SIZE];
    if (parameter)
        fprintf(file, "<td>%s … %s</td>", routh_svg_fixed(routh_plain_number_of(parameter, "low"), 3, low),
                routh_svg_fixed(routh_plain_number_of(parameter, "high"), 3, high));
    else
        fputs("<td>–</td>", file);
}

/* The law's other parameters, by name, with their 95 % intervals. */
static void further_cell(FILE *file, const json_t *parameters) {
    const char *name;
    json_t *parameter;
    fputs("<td>", file);
    json_object_foreach((json_t *)parameters, name, parameter) {
        char value[SVG_NUMBER_SIZE], low[SVG_NUMBER_SIZE], high[SVG_NUMBER_SIZE];
        if (strcmp(name, "mu") == 0 || strcmp(name, "eps") == 0)
            continue;
        routh_svg_escape(file, name);
        fprintf(file, " = %s (%s … %s)", routh_svg_fixed(routh_plain_number_of(parameter, "value"), 3, value),
                routh_svg_fixed(routh_plain_number_of(parameter, "low"), 3, low),
                routh_svg_fixed(routh_plain_number_of(parameter, "high"), 3, high));
    }
    fputs("</td>", file);
}

static void bound_row(FILE *file, const char *name, const json_t *bounds, const char *mean, const char *median) {
    routh_plain_begin_row(file, name);
    fputs("<td></td><td></td><td></td><td></td><td></td><td></td><td></td>", file);
    routh_plain_cell(file, routh_plain_number_of(bounds, mean), 3);
    routh_plain_cell(file, routh_plain_number_of(bounds, median), 3);
    fputs("<td></td><td></td>", file);
    routh_plain_end_row(file);
}

static void write_estimates(FILE *file, const json_t *frame) {
    static const char *const columns[] = {"law",  "μ",       "± sd",       "95 %",   "ε",      "± sd",
                                          "95 %", "further", "mean error", "median", "best %", "worst %"};
    size_t i;
    json_t *law;
    PLAIN_TABLE(file, "Table 1. Estimates, and relative velocity error on held-out impacts", columns);
    json_array_foreach(json_object_get(frame, "laws"), i, law) {
        const json_t *parameters = json_object_get(law, "parameters");
        routh_plain_begin_row(file, routh_plain_text_of(law, "title"));
        parameter_cells(file, json_object_get(parameters, "mu"));
        parameter_cells(file, json_object_get(parameters, "eps"));
        further_cell(file, parameters);
        routh_plain_cell(file, routh_plain_number_of(law, "error_mean"), 3);
        routh_plain_cell(file, routh_plain_number_of(law, "error_median"), 3);
        routh_plain_cell(file, routh_plain_number_of(law, "best_percent"), 1);
        routh_plain_cell(file, routh_plain_number_of(law, "worst_percent"), 1);
        routh_plain_end_row(file);
    }
    const json_t *bounds = json_object_get(frame, "bounds");
    bound_row(file, "best law of each impact", bounds, "best_post_hoc_mean", "best_post_hoc_median");
    bound_row(file, "ideal rigid-body bound", bounds, "irb_mean", "irb_median");
    routh_plain_end_table(file);
}

static void write_ranges(FILE *file, const json_t *frame) {
    static const char *const columns[] = {"law", "momentum metric", "velocity metric"};
    size_t i;
    json_t *law;
    PLAIN_TABLE(file, "Table 2. Fraction of impacts within each law's predictive range", columns);
    json_array_foreach(json_object_get(frame, "laws"), i, law) {
        routh_plain_begin_row(file, routh_plain_text_of(law, "title"));
        routh_plain_cell(file, routh_plain_number_of(law, "range_fraction"), 3);
        routh_plain_cell(file, routh_plain_number_of(law, "range_fraction_velocity"), 3);
        routh_plain_end_row(file);
    }
    routh_plain_end_table(file);
}

/* Share of held-out measurements within the widest interval, the last of the levels, over a model's outputs. */
static double widest_coverage(const json_t *outputs) {
    size_t i;
    json_t *output;
    double sum = 0;
    json_array_foreach(outputs, i, output) {
        const json_t *coverage = json_object_get(output, "coverage");
        const size_t levels = json_array_size(coverage);
        const json_t *last = levels ? json_array_get(coverage, levels - 1) : NULL;
        sum += json_is_number(last) ? json_number_value(last) : NAN;
    }
    return sum / (double)json_array_size(outputs);
}

static void write_learning(FILE *file, const json_t *learning) {
    size_t i, j;
    json_t *size, *contestant, *point;
    if (!json_is_object(learning))
        return;
    routh_plain_begin_head(
        file, "Table 3. What learning adds: mean velocity error in m/s on held-out impacts, by impacts to learn "
              "from. Outside: predictions that no rigid contact could give; projected: the error when those are "
              "put back. Coverage: measurements within the 95 % interval");
    routh_plain_column(file, "model or law");
    json_array_foreach(json_object_get(learning, "sizes"), i, size) {
        char title[SVG_NUMBER_SIZE];
        routh_plain_column(file, routh_svg_fixed(json_number_value(size), 0, title));
    }
    routh_plain_column(file, "outside %");
    routh_plain_column(file, "projected");
    routh_plain_column(file, "coverage %");
    routh_plain_end_head(file);
    json_array_foreach(json_object_get(learning, "contestants"), i, contestant) {
        const json_t *detail = json_object_get(contestant, "detail");
        routh_plain_begin_row(file, routh_plain_text_of(contestant, "title"));
        json_array_foreach(json_object_get(contestant, "curve"), j, point)
            routh_plain_cell(file, routh_plain_number_of(point, "mean"), 3);
        routh_plain_cell(file, 100 * routh_plain_number_of(detail, "outside"), 1);
        routh_plain_cell(file, routh_plain_number_of(detail, "projected_error"), 3);
        routh_plain_cell(file, 100 * widest_coverage(json_object_get(detail, "outputs")), 1);
        routh_plain_end_row(file);
    }
    routh_plain_end_table(file);
}

static void write_truth(FILE *file, const json_t *truth) {
    const char *name;
    json_t *value;
    if (!json_is_object(truth))
        return;
    fputs("<p>These data were made by ", file);
    routh_svg_escape(file, routh_plain_text_of(truth, "law"));
    json_object_foreach(json_object_get(truth, "parameters"), name, value) {
        char number[SVG_NUMBER_SIZE];
        fputs(", ", file);
        routh_svg_escape(file, name);
        fprintf(file, " = %s", routh_svg_fixed(json_number_value(value), 3, number));
    }
    fputs(".</p>\n", file);
}

static void write_frame(FILE *file, const json_t *frame) {
    const json_t *data = json_object_get(frame, "dataset");
    int recorded = strcmp(routh_plain_text_of(frame, "frame"), "as-recorded") == 0;
    fputs("<h2>Frame ", file);
    routh_svg_escape(file, routh_plain_text_of(frame, "frame"));
    fprintf(file, "</h2>\n<p%s>", recorded ? "" : " class=\"alarm\"");
    fputs(recorded ? "" : "Not as recorded: ", file);
    routh_svg_escape(file, routh_plain_text_of(frame, "why"));
    fprintf(file, "</p>\n<p>%.0f of %.0f impacts used.</p>\n", routh_plain_number_of(data, "used"),
            routh_plain_number_of(data, "impacts"));
    routh_plain_words(file, json_object_get(frame, "words"));
    write_check(file, json_object_get(frame, "check"));
    write_estimates(file, frame);
    write_ranges(file, frame);
    write_learning(file, json_object_get(frame, "learning"));
}

routh_status routh_write_plain_page(routh_context *context, const char *study_json, size_t length, FILE *file) {
    json_t *study = routh_plain_load(context, study_json, length);
    if (!study)
        return ROUTH_BAD_FORMAT;
    routh_plain_begin_page(file, routh_plain_text_of(study, "name"));
    routh_plain_element(file, "p", routh_plain_text_of(study, "source"));
    routh_plain_explain(file);
    write_truth(file, json_object_get(study, "truth"));
    size_t i;
    json_t *frame;
    json_array_foreach(json_object_get(study, "frames"), i, frame) write_frame(file, frame);
    fprintf(file, "<p>Routh ");
    routh_svg_escape(file, routh_plain_text_of(study, "version"));
    fprintf(file, ", seed %.0f, %.1f s.</p>\n</body>\n</html>\n", routh_plain_number_of(study, "seed"),
            routh_plain_number_of(study, "seconds"));
    json_decref(study);
    return routh_written(context, file);
}
