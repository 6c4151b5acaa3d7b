/* What plain pages are made of: pages of tables for builds without Node.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/plain_parts.h"

#include <math.h>

#include "base/context.h"
#include "report/svg.h"

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

json_t *routh_plain_load(routh_context *context, const char *study_json, size_t length) {
    json_error_t error;
    json_t *study = json_loadb(study_json, length, 0, &error);
    if (json_is_object(study))
        return study;
    routh_fail(context, ROUTH_BAD_FORMAT, "the study is no JSON object: %.200s",
               study ? "it is something else" : error.text);
    json_decref(study);
    return NULL;
}

void routh_plain_begin_page(FILE *file, const char *title) {
    fputs(head, file);
    routh_plain_element(file, "title", title);
    fputs("</head>\n<body>\n", file);
    routh_plain_element(file, "h1", title);
}

void routh_plain_explain(FILE *file) {
    fputs("<p>This is the plain report of a build without Node: the full one has figures too. All numbers are in "
          "results.json and the CSV files beside this page.</p>\n",
          file);
}

void routh_plain_words(FILE *file, const json_t *sentences) {
    size_t i;
    json_t *sentence;
    fputs("<ul>\n", file);
    json_array_foreach(sentences, i, sentence)
        routh_plain_element(file, "li", json_string_value(sentence) ? json_string_value(sentence) : "");
    fputs("</ul>\n", file);
}

const char *routh_plain_text_of(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

double routh_plain_number_of(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

void routh_plain_element(FILE *file, const char *tag, const char *text) {
    fprintf(file, "<%s>", tag);
    routh_svg_escape(file, text);
    fprintf(file, "</%s>\n", tag);
}

void routh_plain_cell(FILE *file, double value, int decimals) {
    char number[SVG_NUMBER_SIZE];
    fprintf(file, "<td>%s</td>", isfinite(value) ? routh_svg_fixed(value, decimals, number) : "–");
}

void routh_plain_begin_head(FILE *file, const char *caption) {
    fputs("<div class=\"scroll\" tabindex=\"0\"><table>\n<caption>", file);
    routh_svg_escape(file, caption);
    fputs("</caption>\n<thead><tr>", file);
}

void routh_plain_column(FILE *file, const char *title) {
    fprintf(file, "<th scope=\"col\">%s</th>", title);
}

void routh_plain_end_head(FILE *file) {
    fputs("</tr></thead>\n<tbody>\n", file);
}

void routh_plain_begin_table(FILE *file, const char *caption, const char *const *columns, size_t count) {
    routh_plain_begin_head(file, caption);
    for (size_t i = 0; i < count; i++)
        routh_plain_column(file, columns[i]);
    routh_plain_end_head(file);
}

void routh_plain_begin_row(FILE *file, const char *name) {
    fputs("<tr><th scope=\"row\">", file);
    routh_svg_escape(file, name);
    fputs("</th>", file);
}

void routh_plain_end_row(FILE *file) {
    fputs("</tr>\n", file);
}

void routh_plain_end_table(FILE *file) {
    fputs("</tbody>\n</table></div>\n", file);
}
