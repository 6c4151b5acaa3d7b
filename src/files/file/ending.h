/* Which format an output gets: the ending of its name decides.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FILE_ENDING_H
#define ROUTH_SRC_FILE_ENDING_H

#include <stdbool.h>

#include <routh/file.h>

/* The index of the ending, of a NULL-terminated list, that the output's name has. −1 if it has none of them, after a message
 * for ROUTH_BAD_ARGUMENT that lists what `thing` can be written as. */
int routh_ending_of(routh_context *context, const char *thing, const char *const *endings, routh_io to);

/* Is the output a file of this table? Without folder and ending, its name is the table's, or continues it after a '-'. With
 * `last` it may have something before the table's name and a '-' instead. */
bool routh_output_is_table(const routh_io *to, const char *table, bool last);

#endif
