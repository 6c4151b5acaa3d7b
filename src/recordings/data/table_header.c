/* What columns a table of a recording has.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>

#include "base/context.h"
#include "data/dataset.h"
#include "file/text.h"

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
