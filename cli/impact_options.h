/* One impact, given by options in place of a table.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_IMPACT_OPTIONS_H
#define ROUTH_CLI_IMPACT_OPTIONS_H

#include <routh/routh.h>

#include "options.h"

/* Its numbers, in the order of routh_impact_columns. */
enum { IMPACT_NUMBERS = 7 };

/* The part of a verb's help text that explains them. */
#define IMPACT_OPTION_HELP                                                                                             \
    "  --mass M        mass, kg\n"                                                                                     \
    "  --inertia I     moment of inertia about the centre of mass, kg m²\n"                                           \
    "  --rx X --ry Y   centre of mass to contact point, m; x along the surface, y out of it\n"                         \
    "  --vx VX --vy VY velocity of the centre of mass before, m/s\n"                                                   \
    "  --omega W       angular velocity before, rad/s, counter-clockwise\n"

/* Adds their entries after the `count` that a verb has; returns how many there are then. */
size_t add_impact_entries(option_entry *entries, size_t count, option_number *number);

/* The impact; 0, or the exit code after a message that names what is missing. */
int impact_of_options(const char *verb, const option_number *number, routh_impact *impact);

#endif
