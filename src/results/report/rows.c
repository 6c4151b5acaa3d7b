/* Tables in text, comma-separated values and pages, and text for people.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fields/layouts.h"
#include "file/json_struct.h"
#include <routh/file.h>

enum { CELL = 512, LINE_WIDTH = 100 };

/* A column's format in its parts: what stands before, how wide it is, how its number is printed, and what stands behind. */
typedef struct cell_format {
    int before, width; /* before: bytes */
    bool left;
    char number[24];
    const char *behind;
} cell_format;

static cell_format parts_of(const char *format) {
    cell_format f = {.before = (int)strcspn(format, "%")};
    char *number = f.number;
    *number++ = '%';
    for (format += f.before + 1; *format == '-' || *format == '+'; format++)
        if (*format == '-')
            f.left = true;
        else
            *number++ = '+';
    f.width = (int)strtol(format, (char **)&format, 10);
    const size_t length = strcspn(format, "sgfe") + 1;
    memcpy(number, format, length);
    number[length] = '\0';
    f.behind = format + length;
    return f;
}

/* What stands in the cell, without its column. */
static const char *text_of(const routh_cell *cell, const cell_format *f, const char *missing, char text[CELL]) {
    const char *unit = strcmp(f->behind, "%%") == 0 ? "%" : f->behind;
    const bool has_digits = f->number[strlen(f->number) - 1] != 's';
    if (cell->kind == ROUTH_CELL_COUNT)
        snprintf(text, CELL, "%lld%s", cell->count, unit);
    else if (cell->kind != ROUTH_CELL_NUMBER)
        return cell->text ? cell->text : "";
    else if (!isfinite(cell->number))
        return missing;
    else {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral" /* of a table of ours */
        const int used = has_digits ? snprintf(text, CELL, f->number, cell->number) : 0;
#pragma GCC diagnostic pop
        if (!has_digits)
            routh_shortest_text(cell->number, text);
        snprintf(text + used, CELL - (size_t)used, "%s", has_digits ? unit : "");
    }
    return text;
}

/* Blanks at the end of a line are left out. */
static void print_column(routh_rows *rows, const routh_column *column, const char *text, const cell_format *f) {
    const int behind = strcmp(f->behind, "%%") == 0 ? 1 : routh_count_characters(f->behind, strlen(f->behind));
    const int width = routh_count_characters(text, strlen(text)), all = f->width + (f->width ? behind : 0);
    const int room = all > width ? all - width : 0, lead = (int)strspn(column->format, " ");
    rows->blanks += (lead < f->before ? lead : f->before) + (f->left ? 0 : room);
    if (f->before > lead || *text) {
        fprintf(rows->file, "%*s%.*s%s", rows->blanks, "", f->before - lead, column->format + lead, text);
        rows->blanks = 0;
    }
    rows->blanks += f->left ? room : 0;
}

static void print_quoted(FILE *file, const char *text) {
    fputc('"', file);
    for (; text && *text; text++)
        fputs(*text == '"' ? "\"\"" : (const char[2]){*text, '\0'}, file);
    fputc('"', file);
}

static void print_comma_separated(routh_rows *rows, const routh_cell *cell) {
    char text[CELL];
    if (rows->at > 0)
        fputc(',', rows->file);
    if (cell->kind == ROUTH_CELL_QUOTED)
        print_quoted(rows->file, cell->text);
    else if (cell->kind == ROUTH_CELL_NUMBER && isfinite(cell->number) && !rows->number)
        fputs(routh_shortest_text(cell->number, text), rows->file);
    else {
        const cell_format f = parts_of(rows->number ? rows->number : "%s");
        fputs(text_of(cell, &f, rows->missing, text), rows->file);
    }
}

routh_rows routh_rows_csv(FILE *file, const char *number, const char *head) {
    fputs(head, file);
    const size_t length = strlen(head);
    return (routh_rows){.file = file, .number = number, .missing = "", .at = length > 0 && head[length - 1] != '\n'};
}

routh_rows routh_rows_begin(FILE *file, const routh_column *column, size_t count) {
    routh_rows rows = {.file = file, .column = column, .count = count, .missing = "–"};
    if (!file) {
        rows.all = json_array();
        rows.row = json_array();
    } else if (column[0].title) {
        for (size_t i = 0; i < count; i++)
            routh_rows_add(&rows, &(routh_cell){.kind = ROUTH_CELL_TEXT, .text = column[i].title}, 1);
        routh_rows_end(&rows);
    }
    return rows;
}

void routh_rows_add(routh_rows *rows, const routh_cell *cell, size_t count) {
    for (size_t i = 0; i < count; i++, rows->at++) {
        if (!rows->column) {
            print_comma_separated(rows, &cell[i]);
            continue;
        }
        char text[CELL];
        const routh_column *column = &rows->column[rows->at];
        const cell_format f = parts_of(column->format);
        const char *shown = text_of(&cell[i], &f, rows->missing, text);
        if (rows->file)
            print_column(rows, column, shown, &f);
        else
            routh_json_add(&rows->row, json_string(shown));
    }
}

void routh_rows_add_numbers(routh_rows *rows, const double *number, size_t count) {
    for (size_t i = 0; i < count; i++)
        ROUTH_CELLS(rows, number[i]);
}

void routh_rows_add_names(routh_rows *rows, routh_chosen chosen) {
    for (size_t i = 0; i < chosen.count; i++) {
        const routh_struct_field *f = routh_struct_field_at(chosen.of, chosen.field[i]);
        ROUTH_CELLS(rows, f->key ? f->key : f->name);
    }
}

static routh_cell cell_of(const routh_struct_field *f, const void *at) {
    switch ((routh_kind)f->kind) {
    case ROUTH_KIND_NUMBER:
        return routh_cell_number(*(const double *)at);
    case ROUTH_KIND_FLAG:
        return routh_cell_count(*(const bool *)at);
    case ROUTH_KIND_TEXT:
        return routh_cell_quoted(at);
    case ROUTH_KIND_STRING:
        return routh_cell_text(*(const char *const *)at);
    case ROUTH_KIND_NAME:
        return routh_cell_text(routh_name(f->names, (long)routh_struct_integer(f, at)));
    default:
        return routh_cell_count(routh_struct_integer(f, at));
    }
}

/* Arrays are as many cells as they have numbers. */
void routh_rows_add_fields(routh_rows *rows, routh_chosen chosen, const void *from) {
    for (size_t i = 0; i < chosen.count; i++) {
        const routh_struct_field *f = routh_struct_field_at(chosen.of, chosen.field[i]);
        const size_t several = (f->rows ? f->rows : 1) * (f->columns ? f->columns : 1);
        for (size_t k = 0; k < (f->kind == ROUTH_KIND_TEXT ? 1 : several); k++) {
            const routh_cell cell = cell_of(f, (const char *)from + f->offset + k * f->size);
            routh_rows_add(rows, &cell, 1);
        }
    }
}

void routh_rows_end(routh_rows *rows) {
    if (rows->file) {
        fputc('\n', rows->file);
    } else {
        routh_json_add(&rows->all, rows->row);
        rows->row = json_array();
    }
    rows->at = 0;
    rows->blanks = 0;
}

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

/* Every byte of a character in UTF-8 but its first is 10xxxxxx. */
int routh_count_characters(const char *text, size_t length) {
    int count = 0;
    for (size_t i = 0; i < length; i++)
        count += ((unsigned char)text[i] & 0xC0) != 0x80;
    return count;
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
