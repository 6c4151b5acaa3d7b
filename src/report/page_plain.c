/* The plain page: the study's main numbers as HTML tables, for builds without Node.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include <jansson.h>

#include "base/context.h"
#include "base/written.h"
#include "page.h"
#include "svg.h"

static const char head[] =
    "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n<style>\n"
    "body { max-width: 60rem; margin: 0 auto; padding: 1rem; font: 16px/1.5 system-ui, sans-serif; }\n"
    ".scroll { overflow-x: auto; }\n"
    "table { border-collapse: collapse; margin: 0 0 1.5rem; font-variant-numeric: tabular-nums; }\n"
    "caption { text-align: left; padding-bottom: 0.4rem; }\n"
    "th, td { padding: 0.25rem 0.7rem; border-bottom: 1px solid #8888; text-align: right; white-space: nowrap; }\n"
    "th:first-child { text-align: left; }\n"
    ".wrong, .warning { font-weight: bold; }\n"
    ".alarm { border-left: 6px solid #c33; padding: 0.3rem 0.8rem; }\n"
    "</style>\n";

static const char *text_of(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* NAN where it is missing or null. */
static double number_of(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

static void element(FILE *file, const char *tag, const char *text) {
    fprintf(file, "<%s>", tag);
    svg_escape(file, text);
    fprintf(file, "</%s>\n", tag);
}

static void cell(FILE *file, double value, int decimals) {
    char number[SVG_NUMBER_SIZE];
    fprintf(file, "<td>%s</td>", isfinite(value) ? svg_fixed(value, decimals, number) : "–");
}

static void begin_head(FILE *file, const char *caption) {
    fputs("<div class=\"scroll\" tabindex=\"0\"><table>\n<caption>", file);
    svg_escape(file, caption);
    fputs("</caption>\n<thead><tr>", file);
}

static void column(FILE *file, const char *title) {
    fprintf(file, "<th scope=\"col\">%s</th>", title);
}

static void end_head(FILE *file) {
    fputs("</tr></thead>\n<tbody>\n", file);
}

static void begin_table(FILE *file, const char *caption, const char *const *columns, size_t count) {
    begin_head(file, caption);
    for (size_t i = 0; i < count; i++)
        column(file, columns[i]);
    end_head(file);
}

static void begin_row(FILE *file, const char *name) {
    fputs("<tr><th scope=\"row\">", file);
    svg_escape(file, name);
    fputs("</th>", file);
}

static void end_row(FILE *file) {
    fputs("</tr>\n", file);
}

static void end_table(FILE *file) {
    fputs("</tbody>\n</table></div>\n", file);
}

#define BEGIN_TABLE(file, caption, columns) begin_table(file, caption, columns, sizeof(columns) / sizeof *(columns))

static void write_words(FILE *file, const json_t *frame) {
    size_t i;
    json_t *sentence;
    fputs("<ul>\n", file);
    json_array_foreach(json_object_get(frame, "words"), i, sentence)
        element(file, "li", json_string_value(sentence) ? json_string_value(sentence) : "");
    fputs("</ul>\n", file);
}

static void write_check(FILE *file, const json_t *check) {
    static const char *const columns[] = {"frame", "slope, 1/m²", "gyration, m",
                                          "R²",    "correlation", "residual, rad/s"};
    size_t i;
    json_t *entry;
    char kn[SVG_NUMBER_SIZE], kt[SVG_NUMBER_SIZE], caption[4 * SVG_NUMBER_SIZE];
    snprintf(caption, sizeof caption, "Frame check. Free coefficients as recorded: k_n = %s, k_t = %s per m²",
             svg_fixed(number_of(check, "kn"), 0, kn), svg_fixed(number_of(check, "kt"), 0, kt));
    BEGIN_TABLE(file, caption, columns);
    json_array_foreach(json_object_get(check, "hypotheses"), i, entry) {
        begin_row(file, text_of(entry, "frame"));
        cell(file, number_of(entry, "slope"), 0);
        cell(file, number_of(entry, "gyration"), 4);
        cell(file, number_of(entry, "r2"), 3);
        cell(file, number_of(entry, "correlation"), 3);
        cell(file, number_of(entry, "residual"), 2);
        end_row(file);
    }
    end_table(file);
    fputs("<ul>\n", file);
    json_array_foreach(json_object_get(check, "findings"), i, entry) {
        fputs("<li class=\"", file);
        svg_escape(file, text_of(entry, "kind"));
        fputs("\">", file);
        svg_escape(file, text_of(entry, "what"));
        fputs(": ", file);
        svg_escape(file, text_of(entry, "words"));
        fputs("</li>\n", file);
    }
    fputs("</ul>\n", file);
}

/* value ± sd and the 95 % interval of one parameter, or empty cells where the law has no such parameter. */
static void parameter_cells(FILE *file, const json_t *parameter) {
    cell(file, number_of(parameter, "value"), 3);
    cell(file, number_of(parameter, "sd"), 3);
    char low[SVG_NUMBER_SIZE], high[SVG_NUMBER_SIZE];
    if (parameter)
        fprintf(file, "<td>%s … %s</td>", svg_fixed(number_of(parameter, "low"), 3, low),
                svg_fixed(number_of(parameter, "high"), 3, high));
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
        svg_escape(file, name);
        fprintf(file, " = %s (%s … %s)", svg_fixed(number_of(parameter, "value"), 3, value),
                svg_fixed(number_of(parameter, "low"), 3, low), svg_fixed(number_of(parameter, "high"), 3, high));
    }
    fputs("</td>", file);
}

static void bound_row(FILE *file, const char *name, const json_t *bounds, const char *mean, const char *median) {
    begin_row(file, name);
    fputs("<td></td><td></td><td></td><td></td><td></td><td></td><td></td>", file);
    cell(file, number_of(bounds, mean), 3);
    cell(file, number_of(bounds, median), 3);
    fputs("<td></td><td></td>", file);
    end_row(file);
}

static void write_estimates(FILE *file, const json_t *frame) {
    static const char *const columns[] = {"law",  "μ",       "± sd",       "95 %",   "ε",      "± sd",
                                          "95 %", "further", "mean error", "median", "best %", "worst %"};
    size_t i;
    json_t *law;
    BEGIN_TABLE(file, "Table 1. Estimates, and relative velocity error on held-out impacts", columns);
    json_array_foreach(json_object_get(frame, "laws"), i, law) {
        const json_t *parameters = json_object_get(law, "parameters");
        begin_row(file, text_of(law, "title"));
        parameter_cells(file, json_object_get(parameters, "mu"));
        parameter_cells(file, json_object_get(parameters, "eps"));
        further_cell(file, parameters);
        cell(file, number_of(law, "error_mean"), 3);
        cell(file, number_of(law, "error_median"), 3);
        cell(file, number_of(law, "best_percent"), 1);
        cell(file, number_of(law, "worst_percent"), 1);
        end_row(file);
    }
    const json_t *bounds = json_object_get(frame, "bounds");
    bound_row(file, "best law of each impact", bounds, "best_post_hoc_mean", "best_post_hoc_median");
    bound_row(file, "ideal rigid-body bound", bounds, "irb_mean", "irb_median");
    end_table(file);
}

static void write_ranges(FILE *file, const json_t *frame) {
    static const char *const columns[] = {"law", "momentum metric", "velocity metric"};
    size_t i;
    json_t *law;
    BEGIN_TABLE(file, "Table 2. Fraction of impacts within each law's predictive range", columns);
    json_array_foreach(json_object_get(frame, "laws"), i, law) {
        begin_row(file, text_of(law, "title"));
        cell(file, number_of(law, "range_fraction"), 3);
        cell(file, number_of(law, "range_fraction_velocity"), 3);
        end_row(file);
    }
    end_table(file);
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
    begin_head(file, "Table 3. What learning adds: mean velocity error in m/s on held-out impacts, by impacts to learn "
                     "from. Outside: predictions that no rigid contact could give; projected: the error when those are "
                     "put back. Coverage: measurements within the 95 % interval");
    column(file, "model or law");
    json_array_foreach(json_object_get(learning, "sizes"), i, size) {
        char title[SVG_NUMBER_SIZE];
        column(file, svg_fixed(json_number_value(size), 0, title));
    }
    column(file, "outside %");
    column(file, "projected");
    column(file, "coverage %");
    end_head(file);
    json_array_foreach(json_object_get(learning, "contestants"), i, contestant) {
        const json_t *detail = json_object_get(contestant, "detail");
        begin_row(file, text_of(contestant, "title"));
        json_array_foreach(json_object_get(contestant, "curve"), j, point) cell(file, number_of(point, "mean"), 3);
        cell(file, 100 * number_of(detail, "outside"), 1);
        cell(file, number_of(detail, "projected_error"), 3);
        cell(file, 100 * widest_coverage(json_object_get(detail, "outputs")), 1);
        end_row(file);
    }
    end_table(file);
}

static void write_truth(FILE *file, const json_t *truth) {
    const char *name;
    json_t *value;
    if (!json_is_object(truth))
        return;
    fputs("<p>These data were made by ", file);
    svg_escape(file, text_of(truth, "law"));
    json_object_foreach(json_object_get(truth, "parameters"), name, value) {
        char number[SVG_NUMBER_SIZE];
        fputs(", ", file);
        svg_escape(file, name);
        fprintf(file, " = %s", svg_fixed(json_number_value(value), 3, number));
    }
    fputs(".</p>\n", file);
}

static void write_frame(FILE *file, const json_t *frame) {
    const json_t *data = json_object_get(frame, "dataset");
    int recorded = strcmp(text_of(frame, "frame"), "as-recorded") == 0;
    fputs("<h2>Frame ", file);
    svg_escape(file, text_of(frame, "frame"));
    fprintf(file, "</h2>\n<p%s>", recorded ? "" : " class=\"alarm\"");
    fputs(recorded ? "" : "Not as recorded: ", file);
    svg_escape(file, text_of(frame, "why"));
    fprintf(file, "</p>\n<p>%.0f of %.0f impacts used.</p>\n", number_of(data, "used"), number_of(data, "impacts"));
    write_words(file, frame);
    write_check(file, json_object_get(frame, "check"));
    write_estimates(file, frame);
    write_ranges(file, frame);
    write_learning(file, json_object_get(frame, "learning"));
}

routh_status routh_write_plain_page(routh_context *context, const char *study_json, size_t length, FILE *file) {
    json_error_t error;
    json_t *study = json_loadb(study_json, length, 0, &error);
    if (!json_is_object(study)) {
        json_decref(study);
        return routh_fail(context, ROUTH_BAD_FORMAT, "the study is no JSON object: %.200s",
                          study ? "it is something else" : error.text);
    }
    fputs(head, file);
    element(file, "title", text_of(study, "name"));
    fputs("</head>\n<body>\n", file);
    element(file, "h1", text_of(study, "name"));
    element(file, "p", text_of(study, "source"));
    fputs("<p>This is the plain report of a build without Node: the full one has figures too. All numbers are in "
          "results.json and the CSV files beside this page.</p>\n",
          file);
    write_truth(file, json_object_get(study, "truth"));
    size_t i;
    json_t *frame;
    json_array_foreach(json_object_get(study, "frames"), i, frame) write_frame(file, frame);
    fprintf(file, "<p>Routh ");
    svg_escape(file, text_of(study, "version"));
    fprintf(file, ", seed %.0f, %.1f s.</p>\n</body>\n</html>\n", number_of(study, "seed"),
            number_of(study, "seconds"));
    json_decref(study);
    return routh_written(context, file);
}
