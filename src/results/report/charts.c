/* Charts and tables of pages, and text for people.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/charts.h"

#include <string.h>

#include "fields/layouts.h"
#include "file/json_struct.h"

enum { LINE_WIDTH = 100 };

json_t *routh_rows_page(routh_rows *rows, const char *title) {
    json_t *columns = json_array();
    for (size_t i = 0; i < rows->count; i++)
        routh_json_add(&columns, json_string(rows->column[i].title));
    json_decref(rows->row);
    return ROUTH_JSON_NEW(routh_table_layout, .title = title, .columns = columns, .rows = rows->all);
}

double routh_series_at(const routh_series *s, size_t index) {
    return s->factor * *(const double *)(const void *)((const char *)s->first + index * s->stride + s->offset);
}

json_t *routh_series_json(routh_series series) {
    json_t *list = json_array();
    for (size_t i = 0; i < series.count; i++)
        routh_json_add(&list, routh_json_number(routh_series_at(&series, i)));
    return list;
}

routh_line routh_line_begin(const char *name) {
    return (routh_line){name, json_array(), json_array(), routh_json_absent(), routh_json_absent()};
}

void routh_line_add(routh_line *line, double x, double y) {
    routh_json_add(&line->x, routh_json_number(x));
    routh_json_add(&line->y, routh_json_number(y));
}

routh_line routh_points_begin(const char *name) {
    return (routh_line){name, json_array(), json_array(), json_array(), json_array()};
}

void routh_points_add(routh_line *line, double x, double y, double low, double high) {
    routh_line_add(line, x, y);
    routh_json_add(&line->low, routh_json_number(low));
    routh_json_add(&line->high, routh_json_number(high));
}

void routh_line_end(routh_line *line, json_t **lines) {
    if (line->x && json_array_size(line->x) == 0) {
        json_decref(line->x);
        json_decref(line->y);
        json_decref(line->low);
        json_decref(line->high);
    } else
        routh_json_add(lines, ROUTH_JSON_NEW(routh_line_layout, line->name, line->x, line->y, line->low, line->high));
}

void routh_line_of(json_t **lines, const char *name, routh_series x, routh_series y) {
    routh_line_end(
        &(routh_line){name, routh_series_json(x), routh_series_json(y), routh_json_absent(), routh_json_absent()},
        lines);
}

void routh_chart_end(json_t **charts, const char *title, const char *x, const char *y, json_t *lines) {
    routh_json_add(charts, ROUTH_JSON_NEW(routh_chart_layout, .title = title, .x = x, .y = y, .lines = lines));
}

static void print_spaces(FILE *file, int count) {
    fprintf(file, "%*s", count > 0 ? count : 0, "");
}

void routh_print_padded(FILE *file, const char *text, int width) {
    fputs(text, file);
    print_spaces(file, width - routh_count_characters(text, strlen(text)));
}

void routh_print_wrapped(FILE *file, const char *text, int at, int indent) {
    bool begins = at <= indent;
    print_spaces(file, indent - at);
    at = at < indent ? indent : at;
    while (*(text += strspn(text, " "))) {
        const size_t length = strcspn(text, " ");
        const int width = routh_count_characters(text, length);
        if (!begins && at + 1 + width > LINE_WIDTH) {
            fputc('\n', file);
            print_spaces(file, indent);
            at = indent;
            begins = true;
        }
        fprintf(file, "%s%.*s", begins ? "" : " ", (int)length, text);
        at += width + !begins;
        begins = false;
        text += length;
    }
}

void routh_print_count(FILE *file, size_t count, const char *noun, const char *plural) {
    fprintf(file, "%zu %s%s", count, count == 1 || !plural ? noun : plural, count == 1 || plural ? "" : "s");
}

const char *routh_finding_mark(const routh_finding *finding) {
    static const char *const marks[] = {[ROUTH_FINE] = "",
                                        [ROUTH_NOTE] = "",
                                        [ROUTH_WARNING] = "warning:",
                                        [ROUTH_WRONG] = "wrong:",
                                        [ROUTH_NOT_DETERMINED] = "not determined:"};
    return marks[finding->kind];
}

void routh_print_findings(FILE *file, const routh_findings *findings, const char *indent) {
    for (size_t i = 0; i < findings->count; i++)
        fprintf(file, "%s%s%s", indent ? indent : i ? " " : "", findings->finding[i].text, indent ? "\n" : "");
}

void routh_print_topics(FILE *file, const routh_findings *findings, size_t from, bool marks) {
    enum { TOPIC = 15 }; /* width of the topics before sentences */
    for (size_t i = from; i < findings->count; i++) {
        const routh_finding *one = &findings->finding[i];
        const char *mark = marks ? routh_finding_mark(one) : "";
        fprintf(file, "  %-12s %s", one->topic, mark);
        routh_print_wrapped(file, one->text, TOPIC + (int)strlen(mark), TOPIC);
        fputc('\n', file);
    }
}
