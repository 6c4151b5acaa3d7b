/* A table of numbers with named columns.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include <routh/file.h>

#include "base/context.h"

const double *routh_table_column(const routh_table *table, const char *name) {
    if (!table || !name)
        return NULL;
    for (size_t j = 0; j < table->columns; j++)
        if (strcmp(table->name[j], name) == 0)
            return table->column[j];
    return NULL;
}

void routh_table_release(routh_context *context, routh_table *table) {
    if (!table)
        return;
    for (size_t j = 0; j < table->columns; j++) {
        routh_release(context, table->name[j]);
        routh_release(context, table->column[j]);
    }
    routh_release(context, table->name);
    routh_release(context, table->column);
    routh_release(context, table->line);
    routh_release(context, table->source);
    *table = (routh_table){0};
}
