/* Comma-separated values to a table: one pass, a line at a time, numbers straight into their columns.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <routh/file.h>

#include "base/context.h"
#include "file/text.h"

#define SKIPPED        SIZE_MAX
#define FIRST_CAPACITY ((size_t)64)

typedef struct csv_reader {
    routh_context *context;
    routh_lines *lines;
    routh_table *table;
    size_t *target;     /* the table's column for each field of the header, or SKIPPED */
    size_t fields;      /* in the header */
    size_t capacity;    /* rows there is room for */
    size_t asked;       /* columns of the table that were asked for; those after them may lack numbers */
    const char *source; /* for messages */
} csv_reader;

/* The next line that is not blank; *line is NULL at the end. */
static routh_status next_line(csv_reader *reader, const char **line, size_t *length) {
    routh_status status;
    do {
        status = routh_line_read(reader->lines, "a table of impacts", line, length);
    } while (status == ROUTH_OK && *line && routh_is_blank(*line, *length));
    return status;
}

static char *copy_text(routh_context *context, const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = routh_allocate(context, size, 1);
    if (copy)
        memcpy(copy, text, size);
    return copy;
}

/* Header --------------------------------------------------------------------------------------------*/

static routh_status fail_unclosed(csv_reader *reader, size_t row, size_t count, const routh_field *field) {
    char shown[ROUTH_SHOWN_VALUE];
    const size_t column = count < reader->fields ? reader->target[count] : SKIPPED;
    routh_show_text(shown, sizeof shown, field->text, field->length);
    return routh_fail_at(reader->context, ROUTH_BAD_FORMAT,
                         &(routh_place){.file = reader->source,
                                        .row = row,
                                        .line = reader->lines->number,
                                        .column = column == SKIPPED ? NULL : reader->table->name[column],
                                        .value = shown},
                         ", field %zu: the quote of %s is not closed; a quoted field must end on its line", count + 1,
                         shown);
}

/* Counts the header's fields and asks for none of them yet. */
static routh_status begin_targets(csv_reader *reader, const char *header, size_t length) {
    routh_csv_fields fields = routh_csv_fields_of(header, length);
    routh_field field;
    size_t count = 0;
    while (routh_csv_next_field(&fields, &field))
        count++;
    if (fields.unclosed)
        return fail_unclosed(reader, 0, count, &field);
    reader->target = routh_allocate(reader->context, count, sizeof *reader->target);
    if (!reader->target)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; i < count; i++)
        reader->target[i] = SKIPPED;
    reader->fields = count;
    return ROUTH_OK;
}

static routh_status add_column(csv_reader *reader, const char *name, size_t position) {
    routh_table *table = reader->table;
    char *copy = copy_text(reader->context, name);
    if (!copy)
        return ROUTH_OUT_OF_MEMORY;
    table->name[table->columns] = copy;
    reader->target[position] = table->columns++;
    return ROUTH_OK;
}

static routh_status fail_missing(csv_reader *reader, const char *name, const char *header, size_t length) {
    char shown[ROUTH_SHOWN_VALUE], shown_header[ROUTH_SHOWN_HEADER];
    routh_show_text(shown, sizeof shown, name, strlen(name));
    routh_show_text(shown_header, sizeof shown_header, header, length);
    return routh_fail_at(reader->context, ROUTH_BAD_FORMAT, &(routh_place){.file = reader->source, .column = shown},
                         "no column \"%s\" (the header has %s)%s", shown, shown_header,
                         routh_header_hint(header, length));
}

/* Looks for one column in the header and adds it to the table. */
static routh_status find_column(csv_reader *reader, const char *name, bool required, const char *header,
                                size_t length) {
    routh_csv_fields fields = routh_csv_fields_of(header, length);
    routh_field field;
    size_t position = SKIPPED;
    for (size_t i = 0; routh_csv_next_field(&fields, &field); i++) {
        if (!routh_field_is(&field, name))
            continue;
        char shown[ROUTH_SHOWN_VALUE];
        routh_show_text(shown, sizeof shown, name, strlen(name));
        if (position != SKIPPED)
            return routh_fail_at(reader->context, ROUTH_BAD_FORMAT,
                                 &(routh_place){.file = reader->source, .column = shown},
                                 "column \"%s\" is in the header twice", shown);
        if (reader->target[i] != SKIPPED)
            return routh_fail_at(reader->context, ROUTH_BAD_ARGUMENT,
                                 &(routh_place){.file = reader->source, .column = shown},
                                 "column \"%s\" is asked for twice", shown);
        position = i;
    }
    if (position != SKIPPED)
        return add_column(reader, name, position);
    return required ? fail_missing(reader, name, header, length) : ROUTH_OK;
}

/* A column that nobody asked for, unless its name is of no use. */
static routh_status add_other(csv_reader *reader, const routh_field *field, size_t position) {
    char name[ROUTH_LABEL_SIZE];
    if (field->length == 0 || field->length >= sizeof name || field->quoted || memchr(field->text, '\0', field->length))
        return ROUTH_OK;
    memcpy(name, field->text, field->length);
    name[field->length] = '\0';
    for (size_t j = 0; j < reader->table->columns; j++)
        if (strcmp(reader->table->name[j], name) == 0)
            return ROUTH_OK;
    const bool is_full = reader->table->columns - reader->asked >= ROUTH_CSV_MOST_OTHERS;
    return is_full ? ROUTH_OK : add_column(reader, name, position);
}

static routh_status find_others(csv_reader *reader, const char *header, size_t length) {
    routh_csv_fields fields = routh_csv_fields_of(header, length);
    routh_field field;
    for (size_t i = 0; routh_csv_next_field(&fields, &field); i++)
        if (reader->target[i] == SKIPPED)
            ROUTH_TRY(add_other(reader, &field, i));
    return ROUTH_OK;
}

/* Columns that nobody asked for and that turned out to hold no number at all. */
static void drop_empty_others(csv_reader *reader) {
    routh_table *table = reader->table;
    size_t kept = reader->asked;
    for (size_t j = reader->asked; j < table->columns; j++) {
        bool has_number = false;
        for (size_t i = 0; i < table->rows && !has_number; i++)
            has_number = isfinite(table->column[j][i]);
        char *name = table->name[j];
        double *column = table->column[j];
        if (!has_number) {
            routh_release(reader->context, name);
            routh_release(reader->context, column);
            continue;
        }
        table->name[kept] = name;
        table->column[kept++] = column;
    }
    table->columns = kept;
}

static size_t count_names(const char *const *names) {
    size_t count = 0;
    while (names && names[count])
        count++;
    return count;
}

static routh_status read_header(csv_reader *reader, const routh_table_columns *asked) {
    const char *header;
    size_t length;
    ROUTH_TRY(next_line(reader, &header, &length));
    if (!header)
        return routh_fail_in(reader->context, ROUTH_BAD_FORMAT, reader->source, "the file %s",
                             reader->lines->number == 0 ? "is empty" : "has only blank lines");
    ROUTH_TRY(begin_targets(reader, header, length));
    const size_t required = count_names(asked->required), optional = count_names(asked->optional);
    const size_t most = required + optional + (asked->others ? ROUTH_CSV_MOST_OTHERS : 0);
    reader->table->name = routh_allocate(reader->context, most, sizeof *reader->table->name);
    reader->table->column = routh_allocate(reader->context, most, sizeof *reader->table->column);
    if (!reader->table->name || !reader->table->column)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; i < required; i++)
        ROUTH_TRY(find_column(reader, asked->required[i], true, header, length));
    for (size_t i = 0; i < optional; i++)
        ROUTH_TRY(find_column(reader, asked->optional[i], false, header, length));
    reader->asked = reader->table->columns;
    return asked->others ? find_others(reader, header, length) : ROUTH_OK;
}

/* Rows ----------------------------------------------------------------------------------------------*/

static routh_status make_room(csv_reader *reader) {
    routh_table *table = reader->table;
    if (table->rows < reader->capacity)
        return ROUTH_OK;
    size_t capacity = reader->capacity ? 2 * reader->capacity : FIRST_CAPACITY;
    size_t *line = routh_resize(reader->context, table->line, capacity, sizeof *line);
    if (!line)
        return ROUTH_OUT_OF_MEMORY;
    table->line = line;
    for (size_t j = 0; j < table->columns; j++) {
        double *column = routh_resize(reader->context, table->column[j], capacity, sizeof *column);
        if (!column)
            return ROUTH_OUT_OF_MEMORY;
        table->column[j] = column;
    }
    reader->capacity = capacity;
    return ROUTH_OK;
}

static routh_status fail_number(csv_reader *reader, size_t column, const routh_field *field, routh_number_kind kind) {
    char name[ROUTH_SHOWN_VALUE], shown[ROUTH_SHOWN_VALUE];
    routh_show_text(name, sizeof name, reader->table->name[column], strlen(reader->table->name[column]));
    routh_show_text(shown, sizeof shown, field->text, field->length);
    const routh_place place = {.file = reader->source,
                               .row = reader->table->rows + 1,
                               .line = reader->lines->number,
                               .column = name,
                               .value = shown};
    if (kind == ROUTH_NUMBER_EMPTY)
        return routh_fail_at(reader->context, ROUTH_BAD_FORMAT, &place, ", column %s: the field is empty", name);
    return routh_fail_at(reader->context, ROUTH_BAD_FORMAT, &place, ", column %s: \"%s\" is not a %snumber", name,
                         shown, kind == ROUTH_NUMBER_NOT_FINITE ? "finite " : "");
}

static routh_status read_row(csv_reader *reader, const char *text, size_t length) {
    routh_table *table = reader->table;
    routh_csv_fields fields = routh_csv_fields_of(text, length);
    routh_field field;
    size_t count = 0;
    for (; routh_csv_next_field(&fields, &field); count++) {
        size_t column = count < reader->fields ? reader->target[count] : SKIPPED;
        if (column == SKIPPED)
            continue;
        routh_number_kind kind = routh_parse_number(field.text, field.length, &table->column[column][table->rows]);
        if (kind != ROUTH_NUMBER_FINITE && column >= reader->asked)
            table->column[column][table->rows] = NAN;
        else if (kind != ROUTH_NUMBER_FINITE)
            return fail_number(reader, column, &field, kind);
    }
    size_t line = reader->lines->number;
    if (fields.unclosed)
        return fail_unclosed(reader, table->rows + 1, count, &field);
    if (count != reader->fields)
        return routh_fail_at(reader->context, ROUTH_BAD_FORMAT,
                             &(routh_place){.file = reader->source, .row = table->rows + 1, .line = line},
                             " has %zu field%s, the header has %zu", count, count == 1 ? "" : "s", reader->fields);
    table->line[table->rows++] = line;
    return ROUTH_OK;
}

static routh_status read_rows(csv_reader *reader) {
    for (;;) {
        const char *text;
        size_t length;
        ROUTH_TRY(next_line(reader, &text, &length));
        if (!text)
            break;
        ROUTH_TRY(make_room(reader));
        ROUTH_TRY(read_row(reader, text, length));
    }
    if (reader->table->rows == 0)
        return routh_fail_in(reader->context, ROUTH_BAD_FORMAT, reader->source, "has a header but no rows");
    drop_empty_others(reader);
    return ROUTH_OK;
}

/* The table ---------------------------------------------------------------------------------------------*/

static routh_status read_lines(csv_reader *reader, const char *name, const routh_table_columns *columns) {
    routh_table *table = reader->table;
    table->source = copy_text(reader->context, name);
    routh_status status = table->source ? read_header(reader, columns) : ROUTH_OUT_OF_MEMORY;
    if (status == ROUTH_OK)
        status = read_rows(reader);
    routh_release(reader->context, reader->target);
    if (status != ROUTH_OK)
        routh_table_release(reader->context, table);
    return status;
}

routh_status routh_table_read(routh_context *context, routh_io from, const routh_table_columns *columns,
                              routh_table *table) {
    if (table)
        *table = (routh_table){0};
    if (!columns || !table)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "reading a table needs columns and a table");
    ROUTH_SOURCE(source, context, from);
    ROUTH_LINES(lines, &source);
    csv_reader reader = {.context = context, .lines = &lines, .table = table, .source = source.shown};
    return read_lines(&reader, source.name, columns);
}

/* A table of numbers with named columns. */

const double *routh_table_column(const routh_table *table, const char *name) {
    if (!table || !name)
        return NULL;
    for (size_t j = 0; j < table->columns; j++)
        if (strcmp(table->name[j], name) == 0)
            return table->column[j];
    return NULL;
}

void routh_table_release(routh_context *context, routh_table *table) {
    if (!table)
        return;
    for (size_t j = 0; j < table->columns; j++) {
        routh_release(context, table->name[j]);
        routh_release(context, table->column[j]);
    }
    routh_release(context, table->name);
    routh_release(context, table->column);
    routh_release(context, table->line);
    routh_release(context, table->source);
    *table = (routh_table){0};
}
