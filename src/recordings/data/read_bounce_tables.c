/* A struct of tables of impacts, one row of each an impact: the layout in which the authors of Fundamental limitations
 * released their recording later. It has no flags.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>

#include "base/context.h"
#include "data/read_bounce.h"

enum { BEFORE, AFTER, NORMAL, TANGENT };
enum { STATE_NUMBERS = 6, ROW_NUMBERS = 3 };

const routh_bounce_field routh_bounce_tables[ROUTH_BOUNCE_FIELDS] = {
    {"states_i", STATE_NUMBERS}, {"states_f", STATE_NUMBERS}, {"n", ROW_NUMBERS}, {"d", ROW_NUMBERS}};

routh_status routh_bounce_table_fail(routh_reading *reading, int field, const char *what) {
    const char *name = routh_bounce_tables[field].name;
    return routh_fail_at(reading->source->context, ROUTH_BAD_FORMAT,
                         &(routh_place){.file = reading->source->shown, .column = name}, "%s.%s %s", reading->variable,
                         name, what);
}

routh_status routh_bounce_table_begin(routh_reading *reading, int field, size_t rows, size_t columns,
                                      routh_bounce_table *table) {
    const size_t numbers = routh_bounce_tables[field].numbers;
    if (rows == 0 || columns == 0 || (columns != numbers && rows != numbers)) {
        char what[96];
        snprintf(what, sizeof what, "is %zu×%zu, not a row of %zu numbers for each impact", rows, columns, numbers);
        return routh_bounce_table_fail(reading, field, what);
    }
    table->upright = columns != numbers;
    table->count = table->upright ? columns : rows;
    table->value = routh_allocate(reading->source->context, table->count, numbers * sizeof *table->value);
    return table->value ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
}

static void take(const routh_bounce_table *table, int field, size_t element, double *number) {
    const size_t numbers = routh_bounce_tables[field].numbers;
    for (size_t k = 0; k < numbers; k++)
        number[k] = table->value[table->upright ? element * numbers + k : k * table->count + element];
}

static routh_status store(routh_reading *reading, const routh_bounce_table *table) {
    for (int field = 0; field < ROUTH_BOUNCE_FIELDS; field++)
        if (table[field].count != table[0].count) {
            char what[96];
            snprintf(what, sizeof what, "has %zu impacts, %s %zu", table[field].count, routh_bounce_tables[0].name,
                     table[0].count);
            return routh_bounce_table_fail(reading, field, what);
        }
    routh_status status = routh_bounce_begin(reading, 1, table[0].count);
    for (size_t i = 0; status == ROUTH_OK && i < table[0].count; i++) {
        routh_bounce bounce = {{0}};
        take(&table[BEFORE], BEFORE, i, bounce[ROUTH_BOUNCE_STATES]);
        take(&table[AFTER], AFTER, i, bounce[ROUTH_BOUNCE_STATES] + STATE_NUMBERS);
        take(&table[NORMAL], NORMAL, i, bounce[ROUTH_BOUNCE_NORMAL]);
        take(&table[TANGENT], TANGENT, i, bounce[ROUTH_BOUNCE_TANGENT]);
        status = routh_bounce_store(reading, i, bounce);
    }
    return status;
}

routh_status routh_bounce_tables_end(routh_reading *reading, routh_status status,
                                     routh_bounce_table table[ROUTH_BOUNCE_FIELDS]) {
    if (status == ROUTH_OK)
        status = store(reading, table);
    for (int field = 0; field < ROUTH_BOUNCE_FIELDS; field++)
        routh_release(reading->source->context, table[field].value);
    return status;
}
