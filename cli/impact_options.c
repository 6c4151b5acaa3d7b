/* One impact, given by options in place of a table.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "impact_options.h"

#include <stdio.h>
#include <string.h>

#include "message.h"

#define IMPACT_ENTRY(index, name, value, text)                                                                         \
    { name, OPTION_NUMBER, (index) * sizeof(option_number), value, .about = (text) }

const option_entry impact_entries[IMPACT_NUMBERS] = {
    IMPACT_ENTRY(0, "mass", "M", "mass, kg"),
    IMPACT_ENTRY(1, "inertia", "I", "moment of inertia about the centre of mass, kg m²"),
    IMPACT_ENTRY(2, "rx", "X", "centre of mass to contact point along the surface, m"),
    IMPACT_ENTRY(3, "ry", "Y", "the same out of the surface, m"),
    IMPACT_ENTRY(4, "vx", "VX", "velocity of the centre of mass before, along the surface, m/s"),
    IMPACT_ENTRY(5, "vy", "VY", "the same out of the surface, m/s"),
    IMPACT_ENTRY(6, "omega", "W", "angular velocity before, rad/s, counter-clockwise"),
};

int fail_impact(const char *verb, routh_status status, const routh_context *context) {
    routh_context named = *context;
    if (status == ROUTH_BAD_MASS)
        named.field = "mass";
    else if (status == ROUTH_BAD_INERTIA)
        named.field = "inertia";
    else if (status == ROUTH_SEPARATING)
        named.field = "rx vy omega";
    else if (!named.field)
        named.field = "mass inertia rx ry vx vy omega";
    return fail_input(verb, &named);
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
        return fail(verb, "missing %s: give all numbers of the impact, or --input", missing);
    *impact = (routh_impact){.mass = number[0].value,
                             .inertia = number[1].value,
                             .rx = number[2].value,
                             .ry = number[3].value,
                             .vx = number[4].value,
                             .vy = number[5].value,
                             .omega = number[6].value};
    routh_context context = routh_context_default();
    routh_contact contact;
    const routh_status status = routh_contact_of(&context, impact, &contact);
    return status == ROUTH_OK ? 0 : fail_impact(verb, status, &context);
}
