/* Lists of names in messages.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_BASE_NAMES_H
#define ROUTH_SRC_BASE_NAMES_H

#include <stddef.h>

/* "a, b and c" with `last` between the last two, cut where the text ends. */
void routh_list_names(char *text, size_t size, const char *last, size_t count,
                      const char *(*at)(size_t index, const void *user), const void *user);

#endif
