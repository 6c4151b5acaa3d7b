/* A context for one of several threads that work for one caller.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_BASE_THREAD_CONTEXT_H
#define ROUTH_SRC_BASE_THREAD_CONTEXT_H

#include <routh/base.h>

/* Has one thread, its own message, no log and no progress. It uses the caller's memory hooks one call at a time,
 * because these need not be thread-safe. `caller` may be NULL and must outlive the result. */
routh_context routh_thread_context(routh_context *caller);

#endif
