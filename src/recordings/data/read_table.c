/* Comma-separated values: the header says whether the rows are impacts or the samples of one trajectory.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdbool.h>

#include "base/context.h"
#include "data/dataset.h"
#include "file/text.h"

/* Neither kind of table: shows the header that was found. */
static routh_status fail_unrecognised(routh_source *source) {
    routh_lines lines;
    const char *line = NULL;
    size_t length = 0;
    routh_status status = routh_lines_create(source, &lines);
    if (status == ROUTH_OK && routh_first_line(&lines, &line, &length)) {
        char shown[ROUTH_SHOWN_HEADER];
        routh_show_text(shown, sizeof shown, line, length);
        status =
            routh_fail_at(source->context, ROUTH_BAD_FORMAT, &(routh_place){.file = source->shown, .field = "columns"},
                          ROUTH_NO_KNOWN_TABLE "; the header has %s%s", shown, routh_header_hint(line, length));
    } else if (status == ROUTH_OK) {
        status = routh_fail_at(source->context, ROUTH_BAD_FORMAT,
                               &(routh_place){.file = source->shown, .field = "columns"}, ROUTH_NO_KNOWN_TABLE);
    }
    routh_lines_release(&lines);
    return status;
}

routh_status routh_read_csv_file(routh_reading *reading) {
    enum { RX, RY, X, Y, Z, THETA, TH, NAMES };
    routh_header_column column[NAMES] = {
        [RX] = {"rx", false}, [RY] = {"ry", false},       [X] = {"x", false},  [Y] = {"y", false},
        [Z] = {"z", false},   [THETA] = {"theta", false}, [TH] = {"th", false}};
    routh_status status = routh_refuse_spatial(reading->source);
    if (status == ROUTH_OK)
        status = routh_read_header(reading->source, column, NAMES);
    if (status != ROUTH_OK)
        return status;
    if (column[RX].present || column[RY].present)
        return routh_read_impact_rows(reading);
    int motion =
        column[X].present + (column[Y].present || column[Z].present) + (column[THETA].present || column[TH].present);
    return motion >= 2 ? routh_read_one_trajectory(reading) : fail_unrecognised(reading->source);
}
