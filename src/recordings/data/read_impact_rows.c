/* A table of impacts, one a row: the body, where it touches, its velocity before and after.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "data/dataset.h"

enum { RX, RY, VX, VY, OMEGA, VX_AFTER, VY_AFTER, OMEGA_AFTER, REQUIRED };
static const char *const usual[REQUIRED + 1] = {"rx",       "ry",       "vx",          "vy", "omega",
                                                "vx_after", "vy_after", "omega_after", NULL};
static const char *const before[REQUIRED] = {[VX] = "vx_before", [VY] = "vy_before", [OMEGA] = "omega_before"};

enum { MASS, INERTIA, X, Y, THETA, TIME, FX, FY, TORQUE, GRAVITY_TILT, OPTIONAL };
static const char *const optional[OPTIONAL + 1] = {"mass",   "inertia",      "x", "y", "theta", "time", "fx", "fy",
                                                   "torque", "gravity_tilt", NULL};

/* Under which names there is the velocity before. */
static routh_status choose_names(routh_reading *reading, const routh_header *header,
                                 const char *required[REQUIRED + 1]) {
    memcpy(required, usual, sizeof usual);
    for (int j = VX; j <= OMEGA; j++) {
        const bool has_other = routh_header_has(header, before[j]);
        if (has_other && routh_header_has(header, usual[j]))
            return routh_fail_in(reading->source->context, ROUTH_BAD_FORMAT, reading->source->shown,
                                 "columns %s and %s; both are names of the velocity before", usual[j], before[j]);
        required[j] = has_other ? before[j] : usual[j];
    }
    return ROUTH_OK;
}

/* The one value of a column, NaN where there is no such column. A dataset has one body. */
static routh_status read_constant(routh_reading *reading, const routh_table *table, const char *name, double *value) {
    const double *column = routh_table_column(table, name);
    *value = column ? column[0] : NAN;
    for (size_t i = 1; column && i < table->rows; i++)
        if (column[i] < *value || column[i] > *value)
            return routh_fail_at(reading->source->context, ROUTH_BAD_FORMAT,
                                 &(routh_place){.file = reading->source->shown,
                                                .row = i + 1,
                                                .line = table->line ? table->line[i] : 0,
                                                .column = name,
                                                .number = &column[i]},
                                 ", column %s: %g, but row 1 has %g; a dataset has one body", name, column[i], *value);
    return ROUTH_OK;
}

static void copy_rows(const routh_table *table, const char *const *required, routh_record *record) {
    const double *number[REQUIRED], *more[OPTIONAL];
    for (int j = 0; j < REQUIRED; j++)
        number[j] = routh_table_column(table, required[j]);
    for (int j = 0; j < OPTIONAL; j++)
        more[j] = routh_table_column(table, optional[j]);
    for (size_t i = 0; i < table->rows; i++) {
        record[i].rx = number[RX][i];
        record[i].ry = number[RY][i];
        record[i].before = (routh_velocity){number[VX][i], number[VY][i], number[OMEGA][i]};
        record[i].after = (routh_velocity){number[VX_AFTER][i], number[VY_AFTER][i], number[OMEGA_AFTER][i]};
        record[i].x = more[X] ? more[X][i] : NAN;
        record[i].y = more[Y] ? more[Y][i] : NAN;
        record[i].theta = more[THETA] ? more[THETA][i] : NAN;
        record[i].time = more[TIME] ? more[TIME][i] : NAN;
        record[i].fx = more[FX] ? more[FX][i] : 0;
        record[i].fy = more[FY] ? more[FY][i] : 0;
        record[i].torque = more[TORQUE] ? more[TORQUE][i] : 0;
        record[i].gravity_tilt = more[GRAVITY_TILT] ? more[GRAVITY_TILT][i] : 0;
    }
}

/* What else the rows hold: any of it may be what a parameter depends on. */
static routh_status copy_extra(routh_reading *reading, const routh_table *table, const char *const *required) {
    for (size_t j = 0; j < table->columns; j++) {
        bool is_known = false;
        for (int k = 0; k < REQUIRED; k++)
            is_known = is_known || strcmp(table->name[j], required[k]) == 0;
        for (int k = 0; k < OPTIONAL; k++)
            is_known = is_known || strcmp(table->name[j], optional[k]) == 0;
        if (is_known)
            continue;
        double *value = routh_reading_extra(reading, table->name[j]);
        if (!value)
            return ROUTH_OUT_OF_MEMORY;
        memcpy(value, table->column[j], table->rows * sizeof *value);
    }
    return ROUTH_OK;
}

/* Body and records from a table that has all columns. */
static routh_status take_rows(routh_reading *reading, const routh_table *table, const char *const *required) {
    routh_recorded recorded = routh_recorded_nothing();
    routh_log(reading->source->context, ROUTH_LOG_INFO, "recognised a table of %zu impact%s", table->rows,
              table->rows == 1 ? "" : "s");
    ROUTH_TRY(read_constant(reading, table, optional[MASS], &recorded.body.mass));
    ROUTH_TRY(read_constant(reading, table, optional[INERTIA], &recorded.body.inertia));
    ROUTH_TRY(routh_reading_settle(reading, &recorded));
    ROUTH_TRY(routh_reading_records(reading, table->rows));

    copy_rows(table, required, reading->dataset->record);
    return copy_extra(reading, table, required);
}

routh_status routh_read_impact_rows(routh_reading *reading, const routh_header *header) {
    routh_table table = {0};
    const char *required[REQUIRED + 1];
    routh_status status = choose_names(reading, header, required);
    if (status == ROUTH_OK)
        status = routh_table_read(reading->source->context, reading->source->io,
                                  &(routh_table_columns){.required = required, .optional = optional, .others = true},
                                  &table);
    if (status == ROUTH_OK)
        status = take_rows(reading, &table, required);
    routh_table_release(reading->source->context, &table);
    return status;
}

routh_status routh_impact_rows_of_table(routh_reading *reading, const routh_table *table) {
    const char *required[REQUIRED + 1];
    ROUTH_TRY(choose_names(reading, &(routh_header){.table = table}, required));
    ROUTH_TRY(routh_table_check(reading->source->context, table, required));
    return take_rows(reading, table, required);
}
