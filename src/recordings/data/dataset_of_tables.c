/* A dataset from tables in memory, as from files that hold them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "data/read_table.h"
#include "file/header_hint.h"

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
static routh_status fail_missing(routh_context *context, const routh_table *table, const char *source,
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
            return fail_missing(context, table, shown, *required);
        for (size_t i = 0; i < table->rows; i++)
            if (!isfinite(column[i]))
                return routh_fail_at(
                    context, ROUTH_NOT_FINITE,
                    &(routh_place){.file = shown, .row = i + 1, .column = *required, .number = &column[i]},
                    ", column %s: %g is not a finite number", *required, column[i]);
    }
    return ROUTH_OK;
}

/* Other columns than the required ones may hold anything, as in a file, but not infinities. */
static routh_status take_tables(routh_reading *reading, const routh_table *table, size_t count) {
    routh_context *context = reading->source->context;
    for (size_t i = 0; i < count; i++)
        if (!table[i].source || table[i].rows == 0)
            return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "tables", "table %zu of %zu %s", i + 1, count,
                                    table[i].source ? "has no rows" : "has no name");
    enum { RX, RY, X, Y, Z, THETA, TH, NAMES };
    routh_header_column column[NAMES] = {
        [RX] = {"rx", false}, [RY] = {"ry", false},       [X] = {"x", false},  [Y] = {"y", false},
        [Z] = {"z", false},   [THETA] = {"theta", false}, [TH] = {"th", false}};
    routh_table_header(&table[0], column, NAMES);
    bool known = false;
    for (int j = 0; j < NAMES; j++)
        known = known || column[j].present;
    if (!known)
        return fail_missing(context, &table[0], reading->source->shown, NULL);
    if (!column[RX].present && !column[RY].present)
        return routh_trajectories_of_tables(reading, table, count);
    if (count > 1)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "tables",
                                "%zu tables of impacts: a dataset has one of them, or several motions", count);
    return routh_impact_rows_of_table(reading, table);
}

routh_status routh_dataset_of_tables(routh_context *context, const routh_table *table, size_t count,
                                     const routh_import_options *options, routh_dataset *dataset) {
    *dataset = (routh_dataset){0};
    const routh_import_options as_recorded = routh_import_options_default();
    routh_source source = {.context = context, .name = count > 0 && table[0].source ? table[0].source : "tables"};
    routh_show_source(source.shown, sizeof source.shown, source.name);
    routh_reading reading = {
        .source = &source, .options = options ? options : &as_recorded, .dataset = dataset, .in_memory = true};
    routh_status status = routh_import_options_check(context, reading.options);
    if (status == ROUTH_OK && count == 0)
        status = routh_fail_field(context, ROUTH_BAD_ARGUMENT, "tables", "there is no table");
    if (status == ROUTH_OK)
        status = take_tables(&reading, table, count);
    if (status == ROUTH_OK)
        status = routh_reading_finish(&reading);
    if (status != ROUTH_OK)
        routh_dataset_release(context, dataset);
    return status;
}
