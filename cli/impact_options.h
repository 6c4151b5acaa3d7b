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

/* The library's failure about that impact, with the options that are to blame for such a status. */
int fail_impact(const char *verb, routh_status status, const routh_context *context);

/* The impact; 0, or the exit code after a message that names what is missing or wrong. */
int impact_of_options(const char *verb, const option_number *number, routh_impact *impact);

#endif
