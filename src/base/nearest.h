/* The known name nearest to one that was mistyped, for messages that suggest it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_BASE_NEAREST_H
#define ROUTH_SRC_BASE_NEAREST_H

#include <stddef.h>

/* `at` gives the names 0 … count−1. Letter case does not count; a name that contains the mistyped one is near.
 * NULL when nothing is near enough to be what was meant; the first of equals. */
const char *routh_nearest_name(const char *name, size_t count, const char *(*at)(size_t index, const void *user),
                               const void *user);

#endif
