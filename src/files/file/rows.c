/* Tables in text, comma-separated values and pages.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "file/json_struct.h"
#include <routh/file.h>

enum { CELL = 512 };

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

/* Every byte of a character in UTF-8 but its first is 10xxxxxx. */
int routh_count_characters(const char *text, size_t length) {
    int count = 0;
    for (size_t i = 0; i < length; i++)
        count += ((unsigned char)text[i] & 0xC0) != 0x80;
    return count;
}
