/* Many things made by as many threads as there are, each by itself.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_SIMULATE_MAKE_ALL_H
#define ROUTH_SRC_SIMULATE_MAKE_ALL_H

#include <routh/base.h>

/* Calls `make` for 0 … count − 1. The first that fails, by its number, gives status and message: "drop 3: …". `one` is what
 * one of them is called; progress is reported of several, "drops". Cancelled by the progress hook: ROUTH_CANCELLED. */
routh_status routh_make_all(routh_context *context, const char *one, size_t count,
                            routh_status (*make)(routh_context *context, const void *all, size_t index),
                            const void *all);

#endif
