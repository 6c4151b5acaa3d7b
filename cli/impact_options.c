/* One impact, given by options in place of a table.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "impact_options.h"

#include <stdio.h>
#include <string.h>

size_t add_impact_entries(option_entry *entries, size_t count, option_number *number) {
    for (int i = 0; i < IMPACT_NUMBERS; i++)
        entries[count++] = (option_entry){routh_impact_columns[i], OPTION_NUMBER, &number[i]};
    return count;
}

int impact_of_options(const char *verb, const option_number *number, routh_impact *impact) {
    char missing[128] = "";
    int count = 0;
    for (int i = 0; i < IMPACT_NUMBERS; i++) {
        if (number[i].given)
            continue;
        const size_t used = strlen(missing);
        snprintf(missing + used, sizeof missing - used, "%s--%s", count++ ? ", " : "", routh_impact_columns[i]);
    }
    if (count > 0)
        return fail(verb, "%s %s missing: give the impact in full, or --input", missing, count > 1 ? "are" : "is");
    *impact = (routh_impact){.mass = number[0].value,
                             .inertia = number[1].value,
                             .rx = number[2].value,
                             .ry = number[3].value,
                             .vx = number[4].value,
                             .vy = number[5].value,
                             .omega = number[6].value};
    return 0;
}
