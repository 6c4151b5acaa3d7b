/* A context for so many threads.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_ON_THREADS_H
#define ROUTH_TESTS_ON_THREADS_H

#include <routh/base.h>

static inline routh_context on_threads(int threads) {
    routh_context context = routh_context_default();
    context.threads = threads;
    return context;
}

#endif
