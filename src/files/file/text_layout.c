/* Headers of text: those of motion capture systems, and how any other text of separated numbers is laid out.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/text_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "file/text.h"

/* Headers of the text that motion capture systems write. */

routh_status routh_line_keep(routh_lines *lines, routh_arena *room, routh_kept_line *kept) {
    const char *line;
    size_t length;
    *kept = (routh_kept_line){.text = NULL};
    ROUTH_TRY(routh_line_read(lines, "a recording", &line, &length));
    if (!line)
        return ROUTH_OK;
    kept->text = routh_take(room, length + 1, 1);
    ROUTH_TRY(room->status);
    memcpy(kept->text, line, length);
    kept->length = length;
    kept->number = lines->number;
    return ROUTH_OK;
}

bool routh_field_at(const routh_kept_line *line, char separator, size_t index, routh_field *field) {
    if (!line->text)
        return false;
    routh_csv_fields fields = routh_fields_between(line->text, line->length, separator);
    for (size_t i = 0; routh_csv_next_field(&fields, field); i++)
        if (i == index)
            return true;
    return false;
}

size_t routh_fields_filled(const routh_kept_line *line, char separator) {
    size_t count = 0, filled = 0;
    if (!line->text)
        return 0;
    routh_csv_fields fields = routh_fields_between(line->text, line->length, separator);
    for (routh_field field; routh_csv_next_field(&fields, &field);) {
        count++;
        filled = field.length > 0 ? count : filled;
    }
    return filled;
}

double routh_field_number(const routh_field *field) {
    double value;
    return routh_parse_number(field->text, field->length, &value) == ROUTH_NUMBER_FINITE ? value : NAN;
}

size_t routh_mark_length(const unsigned char *byte, size_t count) {
    static const unsigned char mark[] = {0xEF, 0xBB, 0xBF};
    return count >= sizeof mark && memcmp(byte, mark, sizeof mark) == 0 ? sizeof mark : 0;
}

bool routh_text_begins(const unsigned char *byte, size_t count, const char *words) {
    const size_t mark = routh_mark_length(byte, count), length = strlen(words);
    return count - mark >= length && memcmp(byte + mark, words, length) == 0;
}

routh_status routh_header_fail(const routh_source *source, const routh_channel_reader *reader, const char *what) {
    return routh_fail_in(source->context, ROUTH_BAD_FORMAT, source->shown, "begins like %s, but %s", reader->about,
                         what);
}

routh_channel *routh_header_add(routh_context *context, routh_channels *channels, const routh_field *part,
                                const routh_field *axis, const routh_field *body) {
    if (part->length == 0 || axis->length == 0)
        return routh_text_add(context, channels, part->length > 0 ? part : axis, body);
    const size_t length = part->length + 1 + axis->length;
    char *name = routh_allocate(context, length, 1);
    if (!name)
        return NULL;
    memcpy(name, part->text, part->length);
    name[part->length] = ' ';
    memcpy(name + part->length + 1, axis->text, axis->length);
    routh_channel *channel = routh_text_add(context, channels, &(routh_field){.text = name, .length = length}, body);
    routh_release(context, name);
    return channel;
}

/* What the fields of a line are. */
typedef struct line_kind {
    size_t fields; /* 0: a blank line, a comment, or one with a quote that is not closed */
    size_t filled; /* the last field that is not empty, from 1 */
    size_t numbers, texts;
    bool begins; /* with a number */
} line_kind;

/* The rows of a layout: what most of them are, and the fields of the longest. */
typedef struct row_kind {
    line_kind usual;
    size_t longest;
} row_kind;

/* Among equals the first: points rather than commas, commas rather than blanks. Between commas, numbers with a decimal
 * comma are in quotes. */
static const struct {
    char separator, decimal;
} candidates[] = {{',', '.'}, {';', '.'}, {';', ','}, {'\t', '.'}, {'\t', ','}, {' ', '.'}, {' ', ','}, {',', ','}};

static line_kind kind_of(const char *text, size_t length, char separator, char decimal) {
    line_kind kind = {0};
    routh_csv_fields fields = routh_fields_between(text, length, separator);
    for (routh_field field; routh_csv_next_field(&fields, &field);) {
        routh_gap_reason reason;
        double value;
        kind.fields++;
        if (field.length > 0)
            kind.filled = kind.fields;
        if (routh_parse_decimal(field.text, field.length, decimal, &value) == ROUTH_NUMBER_FINITE) {
            kind.numbers++;
            kind.begins = kind.begins || kind.fields == 1;
        } else if (!routh_is_gap(&field, &reason)) {
            kind.texts++;
        }
    }
    return fields.unclosed ? (line_kind){0} : kind;
}

static line_kind kind_of_line(const routh_text_line *line, char separator, char decimal) {
    if (routh_is_bare(line->text, line->length, separator) || routh_comment_length(line->text, line->length) > 0)
        return (line_kind){0};
    return kind_of(line->text, line->length, separator, decimal);
}

static bool is_row(const line_kind *kind) {
    return kind->numbers > 0 && kind->texts <= kind->numbers;
}

/* Rows ---------------------------------------------------------------------------------------------------*/

static int compare_kinds(const void *a, const void *b) {
    const line_kind *x = a, *y = b;
    if (x->fields != y->fields)
        return x->fields < y->fields ? -1 : 1;
    return (x->texts > y->texts) - (x->texts < y->texts);
}

/* The kind of row that most lines are. Text counts against them, so that lines such as "Rate,120" of a header are
 * outweighed. Returns how many numbers there are in such rows, less their texts. `sorted` is scratch. */
static double usual_row(const line_kind *kind, size_t count, line_kind *sorted, row_kind *row) {
    size_t rows = 0;
    double most = 0;
    for (size_t i = 0; i < count; i++)
        if (is_row(&kind[i]))
            sorted[rows++] = kind[i];
    qsort(sorted, rows, sizeof *sorted, compare_kinds);
    for (size_t from = 0, to; from < rows; from = to) {
        for (to = from + 1; to < rows && compare_kinds(&sorted[from], &sorted[to]) == 0;)
            to++;
        const double good = 1 - 2 * (double)sorted[from].texts / (double)sorted[from].fields;
        const double weight = (double)(to - from) * (good > 0 ? good : 1e-3);
        if (weight > most) {
            most = weight;
            row->usual = sorted[from];
        }
    }
    row->longest = rows > 0 ? sorted[rows - 1].fields : 0;
    return most * (double)row->usual.fields;
}

/* Has it as many fields as rows have, or as some of them? Empty ones at the end do not count. */
static bool is_as_long(const line_kind *kind, const row_kind *row) {
    const line_kind *usual = &row->usual;
    return kind->fields == usual->fields || kind->filled == usual->filled ||
           (kind->filled >= usual->fields && kind->filled <= row->longest);
}

/* Text in at least half of the columns. */
static bool is_heading(const line_kind *kind, const row_kind *rows) {
    const size_t columns = rows->usual.filled < rows->usual.fields ? rows->usual.filled : rows->usual.fields;
    return kind->texts > kind->numbers && 2 * kind->texts >= columns && is_as_long(kind, rows);
}

/* No row may be lost in front of the first that is as usual. One with text where others have numbers belongs to the rows
 * if it comes after the names: reading it says what is wrong with it. Without names, numbers just above are rows. */
static size_t first_row(const line_kind *kind, size_t count, const row_kind *rows) {
    const line_kind *usual = &rows->usual;
    size_t row = 0;
    while (row < count && !(is_row(&kind[row]) && kind[row].fields == usual->fields && kind[row].texts <= usual->texts))
        row++;
    size_t below = row; /* the first row, if the names are found above it */
    for (size_t i = row; i-- > 0;) {
        if (is_heading(&kind[i], rows))
            return below;
        if (kind[i].texts > kind[i].numbers)
            break;
        below = kind[i].fields > 0 ? i : below;
    }
    while (row > 0 && is_row(&kind[row - 1]) && kind[row - 1].texts <= usual->texts &&
           kind[row - 1].begins == usual->begins)
        row--;
    return row;
}

/* Names --------------------------------------------------------------------------------------------------*/

/* Units in at least half of the fields that say something; the last ones may be missing. */
static bool is_unit_row(const char *text, size_t length, char separator, const line_kind *kind, const row_kind *rows) {
    routh_csv_fields fields = routh_fields_between(text, length, separator);
    routh_quantity quantity;
    double unit;
    size_t units = 0;
    if (kind->filled > rows->longest)
        return false;
    for (routh_field field; routh_csv_next_field(&fields, &field);)
        units += routh_unit_of(field.text, field.length, &quantity, &unit);
    return units > 0 && 2 * units >= kind->texts + kind->numbers;
}

/* Are two of the names the same? Then the line above may say whose they are: "cube,cube,board,board" above "x,y,x,y". */
static bool has_repeated(const char *text, size_t length, char separator) {
    routh_csv_fields fields = routh_fields_between(text, length, separator);
    enum { MOST_COMPARED = 64 };
    routh_field name[MOST_COMPARED];
    for (size_t count = 0; count < MOST_COMPARED && routh_csv_next_field(&fields, &name[count]); count++)
        for (size_t i = 0; i < count; i++)
            if (name[i].length > 0 && name[i].length == name[count].length &&
                memcmp(name[i].text, name[count].text, name[i].length) == 0)
                return true;
    return false;
}

static void find_bodies(const routh_text_line *line, size_t count, const row_kind *rows, routh_text_layout *layout) {
    const routh_text_line *names = &line[layout->names];
    layout->bodies = count;
    if (layout->names == 0 || layout->comment > 0 || !has_repeated(names->text, names->length, layout->separator))
        return;
    const line_kind kind = kind_of_line(&line[layout->names - 1], layout->separator, layout->decimal);
    if (kind.texts > kind.numbers && kind.filled > 1 && kind.filled <= rows->longest)
        layout->bodies = layout->names - 1;
}

/* The lines before the first row, from its end: units, then names. Names may be in a comment: "# time x y". A line with
 * one word, the name of pandas' index, may be between them and the rows. */
static void find_names(const routh_text_line *line, size_t count, const row_kind *rows, routh_text_layout *layout) {
    bool is_next = true; /* no blank line yet: a comment farther up is not about the columns */
    layout->names = layout->units = count;
    for (size_t i = layout->row; i-- > 0;) {
        if (routh_is_bare(line[i].text, line[i].length, layout->separator)) {
            is_next = false;
            continue;
        }
        const size_t comment = routh_comment_length(line[i].text, line[i].length);
        const char *text = line[i].text + comment;
        const size_t length = line[i].length - comment;
        const line_kind kind = kind_of(text, length, layout->separator, layout->decimal);
        if (layout->units == count && is_unit_row(text, length, layout->separator, &kind, rows)) {
            layout->units = i;
        } else if ((is_next || !comment) && is_heading(&kind, rows)) {
            layout->names = i;
            layout->comment = comment;
            return;
        } else if (!comment && !(kind.texts == 1 && kind.filled == 1 && kind.fields == rows->usual.fields)) {
            break;
        }
    }
    if (layout->units < count) { /* nothing above: then these are the names */
        layout->names = layout->units;
        layout->comment = routh_comment_length(line[layout->names].text, line[layout->names].length);
        layout->units = count;
    }
}

bool routh_text_layout_find(routh_context *context, const routh_text_line *line, size_t count,
                            routh_text_layout *layout, routh_status *status) {
    ROUTH_ARENA(room, context);
    line_kind *kind = routh_take(&room, 2 * count, sizeof *kind);
    row_kind best = {.longest = 0};
    double most = 0;
    *layout = (routh_text_layout){0};
    *status = kind ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    for (size_t c = 0; kind && c < sizeof candidates / sizeof candidates[0]; c++) {
        row_kind rows = {.longest = 0};
        for (size_t i = 0; i < count; i++)
            kind[i] = kind_of_line(&line[i], candidates[c].separator, candidates[c].decimal);
        const double weight = usual_row(kind, count, kind + count, &rows);
        if (weight <= most)
            continue;
        most = weight;
        best = rows;
        layout->separator = candidates[c].separator;
        layout->decimal = candidates[c].decimal;
        layout->fields = rows.usual.fields;
        layout->row = first_row(kind, count, &rows);
    }
    layout->bodies = count;
    if (most > 0)
        find_names(line, count, &best, layout);
    if (most > 0 && layout->names < count)
        find_bodies(line, count, &best, layout);
    return most > 0;
}
