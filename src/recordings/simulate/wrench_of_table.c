/* A force over time from a table's columns.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>

#include <routh/simulate.h>

#include "base/context.h"

routh_status routh_wrench_of_table(routh_context *context, const routh_table *table, routh_wrench *wrench) {
    static const char *const name[4] = {"time", "fx", "fy", "torque"};
    const double *column[4];
    char from[201];
    snprintf(from, sizeof from, "%s", table->source ? table->source : "its table");
    *wrench = routh_wrench_default();
    for (size_t k = 0; k < 4; k++) {
        column[k] = routh_table_column(table, name[k]);
        if (!column[k])
            return routh_fail_at(context, ROUTH_BAD_ARGUMENT,
                                 &(routh_place){.what = "wrench", .file = from, .column = name[k]},
                                 " has no column \"%s\"%s", name[k], k == 0 ? " (s)" : "");
    }
    wrench->kind = ROUTH_SAMPLED;
    wrench->samples = (routh_wrench_samples){.count = table->rows,
                                             .time = column[0],
                                             .fx = column[1],
                                             .fy = column[2],
                                             .torque = column[3],
                                             .source = table->source};
    return ROUTH_OK;
}
