/* What columns a table of a recording has.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "data/dataset.h"
#include "file/text.h"

static bool find_line(routh_lines *lines, const char **line, size_t *length) {
    routh_line_kind kind;
    do {
        kind = routh_next_line(lines, line, length);
    } while (kind == ROUTH_LINE_READ && routh_is_blank(*line, *length));
    return kind == ROUTH_LINE_READ;
}

/* Without a header every answer is no: reading the rows then reports the error. */
static routh_status take_header(routh_lines *lines, routh_arena *room, routh_header *header) {
    const char *line;
    size_t length;
    *header = (routh_header){.line = NULL};
    if (!find_line(lines, &line, &length))
        return ROUTH_OK;
    header->line = routh_take(room, length, 1);
    ROUTH_TRY(room->status);
    memcpy(header->line, line, length);
    header->length = length;
    return ROUTH_OK;
}

routh_status routh_header_read(routh_source *source, routh_arena *room, routh_header *header) {
    *header = (routh_header){.line = NULL};
    ROUTH_LINES(lines, source);
    return take_header(&lines, room, header);
}

bool routh_header_has(const routh_header *header, const char *name) {
    if (header->table)
        return routh_table_column(header->table, name);
    routh_csv_fields fields = routh_csv_fields_of(header->line, header->length);
    bool has = false;
    for (routh_field field; header->line && !has && routh_csv_next_field(&fields, &field);)
        has = routh_field_is(&field, name);
    return has;
}

bool routh_header_has_impacts(const routh_header *header) {
    return routh_header_has(header, "rx") || routh_header_has(header, "ry");
}

bool routh_header_has_motion(const routh_header *header) {
    return routh_header_has(header, "x") + (routh_header_has(header, "y") || routh_header_has(header, "z")) +
               (routh_header_has(header, "theta") || routh_header_has(header, "th")) >=
           2;
}

/* x, one height and one angle, and no velocity. */
static bool has_poses(const routh_header *header) {
    static const char *const velocities[] = {"vx", "vy", "vz", "omega", "vth"};
    bool moving = false;
    for (size_t j = 0; j < sizeof velocities / sizeof *velocities; j++)
        moving = moving || routh_header_has(header, velocities[j]);
    return !moving && routh_header_has(header, "x") && routh_header_has(header, "y") != routh_header_has(header, "z") &&
           routh_header_has(header, "theta") != routh_header_has(header, "th");
}

bool routh_source_has_table(routh_source *source, bool *poses) {
    enum { ROWS = 3 };
    routh_header header = {.line = NULL};
    const char *line;
    size_t length, rows = 0;
    routh_lines lines;
    ROUTH_ARENA(room, source->context);
    if (routh_lines_create(source, &lines) == ROUTH_OK && take_header(&lines, &room, &header) == ROUTH_OK)
        while (rows < ROWS && find_line(&lines, &line, &length))
            rows++;
    const bool impacts = routh_header_has_impacts(&header), motion = routh_header_has_motion(&header);
    *poses = rows == ROWS && !impacts && has_poses(&header);
    routh_lines_release(&lines);
    return impacts || motion;
}

routh_status routh_refuse_spatial(const routh_source *source, const routh_header *header) {
    static const char *const columns[2][3] = {{"vx", "vy", "vz"}, {"px", "py", "pz"}};
    for (int i = 0; i < 2; i++)
        if (routh_header_has(header, columns[i][0]) && routh_header_has(header, columns[i][1]) &&
            routh_header_has(header, columns[i][2]))
            return routh_fail_in(source->context, ROUTH_BAD_FORMAT, source->shown,
                                 "columns %s, %s and %s: looks like a three-dimensional recording; only `routh toss` "
                                 "reads those",
                                 columns[i][0], columns[i][1], columns[i][2]);
    return ROUTH_OK;
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
