/* The plain page of insertions: their main numbers as HTML tables, for builds without Node.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include <routh/insertion.h>

#include "file/written.h"
#include "report/page.h"
#include "report/plain_parts.h"
#include "report/svg.h"

static double entry(const json_t *list, size_t index) {
    const json_t *value = json_array_get(list, index);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

static void number_cell(FILE *file, double value, int digits) {
    char number[SVG_NUMBER_SIZE];
    fprintf(file, "<td>%s</td>", isfinite(value) ? routh_svg_number(value, digits, number) : "–");
}

static void word_cell(FILE *file, const char *word) {
    fputs("<td>", file);
    routh_svg_escape(file, word);
    fputs("</td>", file);
}

static void estimate_row(FILE *file, const char *name, const json_t *fit) {
    routh_plain_begin_row(file, name);
    number_cell(file, routh_plain_number_of(fit, "stiffness"), 4);
    number_cell(file, routh_plain_number_of(fit, "stiffness_low"), 4);
    number_cell(file, routh_plain_number_of(fit, "stiffness_high"), 4);
    routh_plain_cell(file, routh_plain_number_of(fit, "friction"), 3);
    routh_plain_cell(file, routh_plain_number_of(fit, "friction_error"), 3);
    routh_plain_cell(file, 100 * sqrt(routh_plain_number_of(fit, "force_cost")), 1);
    number_cell(file, routh_plain_number_of(fit, "gamma"), 3);
    routh_plain_end_row(file);
}

static void write_estimates(FILE *file, const json_t *item) {
    static const char *const columns[] = {"", "K, N/m", "95 % from", "to", "μ", "± se", "wrench error, %", "γ"};
    const json_t *truth = json_object_get(item, "truth");
    PLAIN_TABLE(file, "Stiffness and friction", columns);
    estimate_row(file, "parts as drawn", json_object_get(item, "plain"));
    estimate_row(file, "parts displaced", json_object_get(item, "fit"));
    if (json_is_object(truth)) {
        routh_plain_begin_row(file, "truth");
        number_cell(file, routh_plain_number_of(truth, "stiffness"), 4);
        fputs("<td></td><td></td>", file);
        routh_plain_cell(file, routh_plain_number_of(truth, "friction"), 3);
        fputs("<td></td><td></td><td></td>", file);
        routh_plain_end_row(file);
    }
    routh_plain_end_table(file);
}

static void write_displacements(FILE *file, const json_t *study, const json_t *item) {
    static const char *const columns[] = {"displacement",    "unit", "estimate", "± se",
                                          "prior deviation", "seen", "truth",    "sensitivity, per unit"};
    const json_t *fit = json_object_get(item, "fit"), *seen = json_object_get(item, "observability");
    const json_t *truth = json_object_get(json_object_get(item, "truth"), "x");
    size_t j;
    json_t *d;
    PLAIN_TABLE(file,
                "Displacements of parts. Seen: on its own, only together with others, or not at all. Sensitivity: "
                "change of the regressor's first column, relative to it",
                columns);
    json_array_foreach(json_object_get(study, "displacements"), j, d) {
        const char *word = json_string_value(json_array_get(json_object_get(seen, "seen"), j));
        routh_plain_begin_row(file, routh_plain_text_of(d, "name"));
        word_cell(file, routh_plain_text_of(d, "unit"));
        number_cell(file, entry(json_object_get(fit, "x"), j), 4);
        number_cell(file, entry(json_object_get(fit, "error"), j), 3);
        number_cell(file, routh_plain_number_of(d, "deviation"), 3);
        word_cell(file, word ? word : "–");
        number_cell(file, entry(truth, j), 4);
        number_cell(file, entry(json_array_get(json_object_get(seen, "sensitivity"), j), 0), 3);
        routh_plain_end_row(file);
    }
    routh_plain_end_table(file);
}

static void write_lcurve(FILE *file, const json_t *lcurve) {
    static const char *const columns[] = {"γ", "force cost", "geometric cost", "K, N/m", "μ", ""};
    size_t i;
    json_t *point;
    if (!json_is_object(lcurve))
        return;
    PLAIN_TABLE(file, "L-curve: what the weight γ of the prior does", columns);
    json_array_foreach(json_object_get(lcurve, "points"), i, point) {
        const double index = (double)i;
        char gamma[SVG_NUMBER_SIZE];
        routh_plain_begin_row(file, routh_svg_number(routh_plain_number_of(point, "gamma"), 3, gamma));
        number_cell(file, routh_plain_number_of(point, "force_cost"), 3);
        number_cell(file, routh_plain_number_of(point, "geometric_cost"), 3);
        number_cell(file, routh_plain_number_of(point, "stiffness"), 4);
        routh_plain_cell(file, routh_plain_number_of(point, "friction"), 3);
        word_cell(file, index == routh_plain_number_of(lcurve, "chosen")   ? "chosen"
                        : index == routh_plain_number_of(lcurve, "corner") ? "corner"
                                                                           : "");
        routh_plain_end_row(file);
    }
    routh_plain_end_table(file);
}

/* One sign for each class, as the paper prints them. */
static const char *class_sign(double correlation) {
    switch (routh_correlation_class(correlation)) {
    case 2:
        return "■";
    case 1:
        return "▪";
    default:
        return "·";
    }
}

static void write_correlation(FILE *file, const json_t *study, const json_t *matrix, int number) {
    const json_t *displacements = json_object_get(study, "displacements");
    char caption[160];
    size_t i, j;
    json_t *row;
    snprintf(caption, sizeof caption,
             "P%d: correlation with column %d of the regressor (first) and of its derivatives. ■ from 0.85, ▪ from 0.5",
             number, number);
    routh_plain_begin_head(file, caption);
    routh_plain_column(file, "");
    for (i = 0; i < json_array_size(matrix); i++) {
        char title[SVG_NUMBER_SIZE];
        routh_plain_column(file, i ? routh_svg_fixed((double)i, 0, title) : "Φ");
    }
    routh_plain_end_head(file);
    json_array_foreach(matrix, i, row) {
        char name[256] = "Φ";
        if (i)
            snprintf(name, sizeof name, "%zu %s", i, routh_plain_text_of(json_array_get(displacements, i - 1), "name"));
        routh_plain_begin_row(file, name);
        for (j = 0; j < json_array_size(row); j++)
            word_cell(file, class_sign(entry(row, j)));
        routh_plain_end_row(file);
    }
    routh_plain_end_table(file);
}

static void write_case(FILE *file, const json_t *study, const json_t *item) {
    const json_t *seen = json_object_get(item, "observability");
    fputs("<h2>Recording ", file);
    routh_svg_escape(file, routh_plain_text_of(item, "name"));
    fputs("</h2>\n", file);
    routh_plain_words(file, json_object_get(item, "words"));
    write_estimates(file, item);
    write_displacements(file, study, item);
    write_lcurve(file, json_object_get(item, "lcurve"));
    for (int number = 1; number <= 2; number++)
        write_correlation(file, study, json_array_get(json_object_get(seen, "correlation"), (size_t)number - 1),
                          number);
    fputs("<p>Singular values of the projected, prior-scaled Jacobian:", file);
    for (size_t i = 0; i < json_array_size(json_object_get(seen, "singular")); i++) {
        char number[SVG_NUMBER_SIZE];
        fprintf(file, "%s %s", i ? "," : "", routh_svg_number(entry(json_object_get(seen, "singular"), i), 3, number));
    }
    fputs(".</p>\n", file);
}

routh_status routh_write_plain_insertion_page(routh_context *context, const char *study_json, size_t length,
                                              FILE *file) {
    json_t *study = routh_plain_load(context, study_json, length);
    if (!study)
        return ROUTH_BAD_FORMAT;
    routh_plain_begin_page(file, routh_plain_text_of(study, "title"));
    routh_plain_explain(file);
    size_t i;
    json_t *item;
    json_array_foreach(json_object_get(study, "recordings"), i, item) write_case(file, study, item);
    fputs("<p>Routh ", file);
    routh_svg_escape(file, routh_plain_text_of(study, "version"));
    fprintf(file, ", %.1f s.</p>\n</body>\n</html>\n", routh_plain_number_of(study, "seconds"));
    json_decref(study);
    return routh_written(context, file);
}
