/* Options that had another name once.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_RENAMED_H
#define ROUTH_CLI_RENAMED_H

/* The new spelling, with dashes, of an option of that verb; NULL where there was none of that name. */
const char *renamed_option(const char *verb, const char *name);

#endif
