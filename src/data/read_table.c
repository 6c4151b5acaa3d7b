/* Comma-separated values: the header says whether the rows are impacts or the samples of one trajectory.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "../base/context.h"
#include "field.h"
#include "lines.h"
#include "read_table.h"

/* The first line that is not blank. A file that cannot be read or has no such line leaves every answer at no: reading
 * the rows then says what is wrong. */
static void look_at_header(routh_lines *lines, routh_header_column *column, size_t count) {
    const char *line = NULL;
    size_t length = 0;
    routh_line_kind kind;
    do {
        kind = routh_next_line(lines, &line, &length);
    } while (kind == ROUTH_LINE_READ && routh_is_blank(line, length));
    if (kind != ROUTH_LINE_READ)
        return;
    routh_fields fields = routh_fields_of(line, length);
    for (routh_field field; routh_next_field(&fields, &field);)
        for (size_t j = 0; j < count; ++j)
            column[j].present = column[j].present || routh_field_is(&field, column[j].name);
}

routh_status routh_read_header(routh_context *context, const char *path, routh_header_column *column, size_t count) {
    char shown[ROUTH_SHOWN_SOURCE];
    routh_show_source(shown, sizeof shown, path);
    FILE *file = fopen(path, "rb");
    if (!file)
        return routh_fail(context, ROUTH_FILE_ERROR, "%s: cannot read: %s", shown, strerror(errno));
    routh_lines lines;
    routh_status status = routh_lines_from_file(context, file, &lines);
    if (status == ROUTH_OK)
        look_at_header(&lines, column, count);
    routh_lines_release(context, &lines);
    fclose(file);
    return status;
}

routh_status routh_read_table(routh_context *context, const char *path, const char *const *required,
                              const char *const *optional, routh_table *table) {
    *table = (routh_table){0};
    FILE *file = fopen(path, "rb");
    if (!file) {
        char shown[ROUTH_SHOWN_SOURCE];
        routh_show_source(shown, sizeof shown, path);
        return routh_fail(context, ROUTH_FILE_ERROR, "%s: cannot read: %s", shown, strerror(errno));
    }
    const routh_table_columns columns = {.required = required, .optional = optional};
    routh_status status = routh_table_read_csv(context, file, path, &columns, table);
    fclose(file);
    return status;
}

routh_status routh_read_csv_file(routh_reading *reading) {
    enum { RX, RY, X, Y, Z, THETA, TH, NAMES };
    routh_header_column column[NAMES] = {
        [RX] = {"rx", false}, [RY] = {"ry", false},       [X] = {"x", false},  [Y] = {"y", false},
        [Z] = {"z", false},   [THETA] = {"theta", false}, [TH] = {"th", false}};
    routh_status status = routh_read_header(reading->context, reading->path, column, NAMES);
    if (status != ROUTH_OK)
        return status;
    if (column[RX].present || column[RY].present)
        return routh_read_impact_rows(reading);
    int motion =
        column[X].present + (column[Y].present || column[Z].present) + (column[THETA].present || column[TH].present);
    if (motion >= 2) {
        const char *const path[] = {reading->path};
        return routh_read_trajectories(reading, path, 1);
    }
    return routh_fail(reading->context, ROUTH_BAD_FORMAT,
                      "%s: no table of impacts (rx,ry,vx,vy,omega,vx_after,vy_after,omega_after) and no trajectory "
                      "(x,y,theta or x,z,th)",
                      reading->shown);
}
