/* A context for one of several threads that work for one caller.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_BASE_THREAD_CONTEXT_H
#define ROUTH_SRC_BASE_THREAD_CONTEXT_H

#include <routh/base.h>

/* Has one thread, a message of its own, neither log nor progress, and the caller's memory hooks, one call at a time: these need
 * not bear being called by two threads at once. `caller` may be NULL, and must outlive the answer. */
routh_context routh_thread_context(routh_context *caller);

#endif
