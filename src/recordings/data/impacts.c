/* Rows of a table to impacts. routh_contact_of checks each row; here its message gets file, row and column.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>

#include <routh/data.h>

#include "base/context.h"

/* Which number of an impact is too large or too small to compute with. */
typedef struct extreme_number {
    const char *column, *unit;
    double value;
} extreme_number;

/* How many of an impact's columns, from the first, make up the contact compliance, and all. */
enum { COMPLIANCE_COLUMNS = 4, ALL_COLUMNS = 7 };

/* Orders of magnitude from 1, where SI numbers of things that can be dropped lie; 0 is harmless. */
static double extremeness(double value) {
    if (!isfinite(value))
        return INFINITY;
    return value == 0 ? 0 : fabs(log10(fabs(value)));
}

/* The farthest from 1 of the first `count` columns. */
static extreme_number extreme_of(const routh_impact *impact, int count) {
    static const char *const unit[ALL_COLUMNS] = {"kg", "kg m²", "m", "m", "m/s", "m/s", "rad/s"};
    const double value[ALL_COLUMNS] = {impact->mass, impact->inertia, impact->rx,   impact->ry,
                                       impact->vx,   impact->vy,      impact->omega};
    int most = 0;
    for (int i = 1; i < count; i++)
        if (extremeness(value[i]) > extremeness(value[most]))
            most = i;
    return (extreme_number){routh_impact_columns[most], unit[most], value[most]};
}

const char *const routh_impact_columns[8] = {"mass", "inertia", "rx", "ry", "vx", "vy", "omega", NULL};

static void show_source_of(const routh_table *table, char source[ROUTH_SHOWN_SOURCE]) {
    routh_show_source(source, ROUTH_SHOWN_SOURCE, table->source ? table->source : "table");
}

/* A body's compliance is positive definite by its making: where it is not, precision or range was exceeded. */
static routh_status fail_extreme(routh_context *context, routh_place place, const routh_impact *impact,
                                 routh_status status) {
    const int all = status == ROUTH_NOT_FINITE;
    const extreme_number extreme = extreme_of(impact, all ? ALL_COLUMNS : COMPLIANCE_COLUMNS);
    place.column = extreme.column;
    place.number = &extreme.value;
    if (!isfinite(extreme.value))
        return routh_fail_at(context, status, &place, ", column %s: %g is not a finite number", extreme.column,
                             extreme.value);
    if (status == ROUTH_BAD_COMPLIANCE)
        return routh_fail_at(context, status, &place,
                             ", column %s: %g %s is out of proportion; with mass %g kg, inertia %g kg m² and r = (%g, "
                             "%g) m the contact compliance W is singular to rounding",
                             extreme.column, extreme.value, extreme.unit, impact->mass, impact->inertia, impact->rx,
                             impact->ry);
    return routh_fail_at(context, status, &place, ", column %s: %g %s is too %s a number to compute with",
                         extreme.column, extreme.value, extreme.unit, fabs(extreme.value) < 1 ? "small" : "large");
}

static routh_status fail_row(routh_context *context, const routh_table *table, size_t i, const routh_impact *impact,
                             routh_status status, const char *reason) {
    char source[ROUTH_SHOWN_SOURCE];
    show_source_of(table, source);
    routh_place place = {.file = source, .row = i + 1, .line = table->line ? table->line[i] : 0};
    const double v_n = impact->vy + impact->rx * impact->omega;
    switch (status) {
    case ROUTH_BAD_MASS:
        place.column = "mass";
        place.number = &impact->mass;
        return routh_fail_at(context, status, &place, ", column mass: %g kg is not positive", impact->mass);
    case ROUTH_BAD_INERTIA:
        place.column = "inertia";
        place.number = &impact->inertia;
        return routh_fail_at(context, status, &place, ", column inertia: %g kg m² is not positive", impact->inertia);
    case ROUTH_SEPARATING:
        place.column = "vy rx omega";
        place.number = &v_n;
        return routh_fail_at(context, status, &place,
                             ", columns vy, rx, omega: the contact point separates, v_n = vy + rx omega = %g m/s; an "
                             "impact needs v_n < 0 "
                             "(are the signs right, rx in m and omega in rad/s?)",
                             v_n);
    case ROUTH_NOT_FINITE:
    case ROUTH_BAD_COMPLIANCE:
    case ROUTH_OUT_OF_RANGE:
        return fail_extreme(context, place, impact, status);
    default:
        return routh_fail_at(context, status, &place, "%s", reason);
    }
}

/* The columns of an impact, in the order of routh_impact_columns. */
static routh_status find_columns(routh_context *context, const routh_table *table, const double *column[7]) {
    for (size_t j = 0; j < 7; j++) {
        column[j] = routh_table_column(table, routh_impact_columns[j]);
        if (!column[j]) {
            char source[ROUTH_SHOWN_SOURCE];
            show_source_of(table, source);
            return routh_fail_at(context, ROUTH_BAD_ARGUMENT,
                                 &(routh_place){.file = source, .column = routh_impact_columns[j]},
                                 "column \"%s\" has not been read", routh_impact_columns[j]);
        }
    }
    return ROUTH_OK;
}

static routh_impact impact_at(const double *const column[7], size_t i) {
    return (routh_impact){.mass = column[0][i],
                          .inertia = column[1][i],
                          .rx = column[2][i],
                          .ry = column[3][i],
                          .vx = column[4][i],
                          .vy = column[5][i],
                          .omega = column[6][i]};
}

static routh_status take_row(routh_context *context, const routh_table *table, const double *const column[7], size_t i,
                             routh_impact *impact) {
    *impact = impact_at(column, i);
    routh_context reason = routh_context_default();
    routh_contact contact;
    routh_status status = routh_contact_of(&reason, impact, &contact);
    return status == ROUTH_OK ? ROUTH_OK : fail_row(context, table, i, impact, status, reason.message);
}

routh_status routh_impacts_of_table(routh_context *context, const routh_table *table, size_t first, size_t count,
                                    routh_impact *impact) {
    if (!table || (!impact && count > 0) || first > table->rows || count > table->rows - first)
        return routh_fail(context, ROUTH_BAD_ARGUMENT,
                          "impacts from a table need a table with these rows, and room for them");
    const double *column[7];
    ROUTH_TRY(find_columns(context, table, column));
    for (size_t i = 0; i < count; i++)
        ROUTH_TRY(take_row(context, table, column, first + i, &impact[i]));
    return ROUTH_OK;
}

routh_status routh_impact_fail_row(routh_context *context, const routh_table *table, size_t row) {
    if (!table || row >= table->rows)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "an impact from a table needs a table with that row");
    const double *column[7];
    ROUTH_TRY(find_columns(context, table, column));
    const routh_impact impact = impact_at(column, row);
    return fail_row(context, table, row, &impact, ROUTH_NOT_FINITE, "");
}
