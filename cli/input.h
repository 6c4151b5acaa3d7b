/* Impacts from a file or standard input, with the law's parameters from columns, options or defaults.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_INPUT_H
#define ROUTH_CLI_INPUT_H

#include <routh/routh.h>

#include "options.h"

typedef struct impact_input {
    routh_context context;
    routh_table table;
    routh_impact *impact; /* table.rows of them; NULL: not taken */
} impact_input;

/* A table with those columns. `path` NULL or "-": standard input. 0, or the exit code after a message; release the
 * table in either case. */
int read_table(routh_context *context, const char *verb, const char *path, const routh_table_columns *columns,
               routh_table *table);

/* Reads a table of impacts; `parameters` are the columns to read where present, NULL-terminated. `path` NULL or "-":
 * standard input. 0, or the exit code after a message; input_release in either case. */
int input_read_table(impact_input *input, const char *verb, const char *path, const char *const *parameters);

/* Reads the table and takes every row for an impact. */
int input_read(impact_input *input, const char *verb, const char *path, const char *const *parameters);
void input_release(impact_input *input);

/* Parameters that can be given as options, all that any law has: "mu", "eps", "et", "eta2", then those of modifiers. */
enum { PARAMETER_OPTIONS = 9, UNMODIFIED_OPTIONS = 4 };
extern const char *const parameter_option_names[PARAMETER_OPTIONS];

/* Entries for a group whose offset is that of an option_number[PARAMETER_OPTIONS]. */
extern const option_entry parameter_entries[PARAMETER_OPTIONS];

/* The option for a parameter of that name; NULL if there is none. */
const option_number *find_parameter_option(const option_number *options, const char *name);

/* Are the options' values within the law's bounds? 0, or the exit code after a message. */
int check_parameter_options(const char *verb, const routh_law *law, const option_number *options);

/* Are the values in the law's own columns within its bounds, in one row or in all? 0, or the exit code after a message.
 */
int check_parameter_row(const impact_input *input, const char *verb, const routh_law *law, size_t row);
int check_parameter_columns(const impact_input *input, const char *verb, const routh_law *law);

#endif
