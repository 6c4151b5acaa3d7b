/* What columns a table of a recording has.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>

#include "base/context.h"
#include "data/dataset.h"
#include "file/text.h"

/* The columns of a CSV file. */

bool routh_first_line(routh_lines *lines, const char **line, size_t *length) {
    routh_line_kind kind;
    do {
        kind = routh_next_line(lines, line, length);
    } while (kind == ROUTH_LINE_READ && routh_is_blank(*line, *length));
    return kind == ROUTH_LINE_READ;
}

/* Without a header every answer is no: reading the rows then reports the error. */
static void look_at_header(routh_lines *lines, routh_header_column *column, size_t count) {
    const char *line = NULL;
    size_t length = 0;
    if (!routh_first_line(lines, &line, &length))
        return;
    routh_csv_fields fields = routh_csv_fields_of(line, length);
    for (routh_field field; routh_csv_next_field(&fields, &field);)
        for (size_t j = 0; j < count; j++)
            column[j].present = column[j].present || routh_field_is(&field, column[j].name);
}

routh_status routh_read_header(routh_source *source, routh_header_column *column, size_t count) {
    routh_lines lines;
    const routh_status status = routh_lines_create(source, &lines);
    if (status == ROUTH_OK)
        look_at_header(&lines, column, count);
    routh_lines_release(&lines);
    return status;
}

bool routh_source_has_table(routh_source *source, bool *poses) {
    enum { X, Y, Z, THETA, TH, RX, RY, OTHERS, ROWS = 3 };
    routh_header_column column[] = {{"x", false},  {"y", false},  {"z", false},     {"theta", false},
                                    {"th", false}, {"rx", false}, {"ry", false},    {"vx", false},
                                    {"vy", false}, {"vz", false}, {"omega", false}, {"vth", false}};
    const size_t count = sizeof column / sizeof column[0];
    const char *line;
    size_t length, rows = 0;
    routh_lines lines;
    if (routh_lines_create(source, &lines) == ROUTH_OK) {
        look_at_header(&lines, column, count);
        while (rows < ROWS && routh_first_line(&lines, &line, &length))
            rows++;
    }
    routh_lines_release(&lines);
    const bool impacts = column[RX].present || column[RY].present;
    const int height = column[Y].present + column[Z].present, angle = column[THETA].present + column[TH].present;
    bool moving = false;
    for (size_t j = OTHERS; j < count; j++)
        moving |= column[j].present;
    *poses = rows == ROWS && !impacts && !moving && column[X].present && height == 1 && angle == 1;
    return impacts || column[X].present + (height > 0) + (angle > 0) >= 2;
}

routh_status routh_refuse_spatial(routh_source *source) {
    routh_header_column column[] = {{"vx", false}, {"vy", false}, {"vz", false},
                                    {"px", false}, {"py", false}, {"pz", false}};
    routh_status status = routh_read_header(source, column, sizeof column / sizeof column[0]);
    if (status != ROUTH_OK)
        return status;
    for (int first = 0; first < 6; first += 3)
        if (column[first].present && column[first + 1].present && column[first + 2].present)
            return routh_fail_in(source->context, ROUTH_BAD_FORMAT, source->shown,
                                 "columns %s, %s and %s: looks like a three-dimensional recording; only `routh toss` "
                                 "reads those",
                                 column[first].name, column[first + 1].name, column[first + 2].name);
    return ROUTH_OK;
}

void routh_table_header(const routh_table *table, routh_header_column *column, size_t count) {
    for (size_t j = 0; j < count; j++)
        column[j].present = routh_table_column(table, column[j].name) != NULL;
}

/* The names of the columns as a header would have them. */
static size_t join_names(const routh_table *table, char *names, size_t size) {
    size_t used = 0;
    for (size_t j = 0; j < table->columns && used < size; j++)
        used += (size_t)snprintf(names + used, size - used, "%s%s", j > 0 ? "," : "", table->name[j]);
    return used < size ? used : size - 1;
}

/* Fails for a column that is missing; NULL: for all of them. */
routh_status routh_table_fail_missing(routh_context *context, const routh_table *table, const char *source,
                                      const char *name) {
    char names[ROUTH_SHOWN_HEADER], shown[ROUTH_SHOWN_HEADER];
    const size_t length = join_names(table, names, sizeof names);
    routh_show_text(shown, sizeof shown, names, length);
    if (name)
        return routh_fail_at(context, ROUTH_BAD_FORMAT, &(routh_place){.file = source, .column = name},
                             "no column \"%s\" (there are %s)%s", name, shown, routh_header_hint(names, length));
    return routh_fail_at(context, ROUTH_BAD_FORMAT, &(routh_place){.file = source, .field = "columns"},
                         ROUTH_NO_KNOWN_TABLE "; the columns are %s%s", shown, routh_header_hint(names, length));
}

routh_status routh_table_check(routh_context *context, const routh_table *table, const char *const *required) {
    char shown[ROUTH_SHOWN_SOURCE];
    routh_show_source(shown, sizeof shown, table->source);
    for (; *required; required++) {
        const double *column = routh_table_column(table, *required);
        if (!column)
            return routh_table_fail_missing(context, table, shown, *required);
        for (size_t i = 0; i < table->rows; i++)
            if (!isfinite(column[i]))
                return routh_fail_at(
                    context, ROUTH_NOT_FINITE,
                    &(routh_place){.file = shown, .row = i + 1, .column = *required, .number = &column[i]},
                    ", column %s: %g is not a finite number", *required, column[i]);
    }
    return ROUTH_OK;
}
