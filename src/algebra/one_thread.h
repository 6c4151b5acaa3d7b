/* BLAS on one thread while we compute, so that results do not depend on how many it may use.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_ALGEBRA_ONE_THREAD_H
#define ROUTH_SRC_ALGEBRA_ONE_THREAD_H

/* What to give back. */
typedef struct routh_one_thread {
    int threads; /* that the caller's parallel regions would have */
} routh_one_thread;

/* In pairs, by the thread that the caller called on, around all work with BLAS, parallel regions included; those need
 * their number of threads stated. */
routh_one_thread routh_one_thread_begin(void);
void routh_one_thread_end(routh_one_thread before);

#endif
