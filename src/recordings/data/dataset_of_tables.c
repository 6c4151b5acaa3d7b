/* A dataset from tables in memory, as from files that hold them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */

#include "base/context.h"
#include "data/dataset.h"

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
        return routh_table_fail_missing(context, &table[0], reading->source->shown, NULL);
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
