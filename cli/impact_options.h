/* One impact, given by options in place of a table.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_IMPACT_OPTIONS_H
#define ROUTH_CLI_IMPACT_OPTIONS_H

#include <routh/routh.h>

#include "options.h"

/* Its numbers, in the order of routh_impact_columns. */
enum { IMPACT_NUMBERS = 7 };

/* Entries for a group whose offset is that of an option_number[IMPACT_NUMBERS]. */
extern const option_entry impact_entries[IMPACT_NUMBERS];

/* The impact; 0, or the exit code after a message that names what is missing. */
int impact_of_options(const char *verb, const option_number *number, routh_impact *impact);

#endif
