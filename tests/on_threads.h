/* A context for so many threads, and whether there are any.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_ON_THREADS_H
#define ROUTH_TESTS_ON_THREADS_H

#include <stdbool.h>
#include <stdio.h>

#include <routh/base.h>

static inline routh_context on_threads(int threads) {
    routh_context context = routh_context_default();
    context.threads = threads;
    return context;
}

/* Without OpenMP a test that compares numbers of threads proves nothing. */
static inline bool has_threads(void) {
#ifdef _OPENMP
    return true;
#else
    printf("compiled without OpenMP, for one thread\n");
    return false;
#endif
}

#endif
