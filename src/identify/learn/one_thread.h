/* BLAS on one thread while we compute, so that results do not depend on how many it may use.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_LEARN_ONE_THREAD_H
#define ROUTH_SRC_LEARN_ONE_THREAD_H

/* What to restore. */
typedef struct routh_one_thread {
    int threads; /* that the caller's parallel regions would have */
} routh_one_thread;

/* Call in pairs, on the calling thread, around all work with BLAS, parallel regions included. Parallel regions must
 * state their number of threads. */
routh_one_thread routh_one_thread_begin(void);
void routh_one_thread_end(routh_one_thread before);

#endif
