/* OpenBLAS shares out large products over threads, and their sums then depend on the number of threads. That number is
 * one for the whole process, and there is no call that leaves other callers alone. So it is set to 1 while any thread
 * works here and restored when the last one leaves. This is the library's only state outside a call, and it has no
 * effect once no call is running. The caller's own BLAS calls on other threads meanwhile run on one thread each.
 *
 * The OpenMP build of OpenBLAS takes its number from the calling thread instead, so that is set and set back too.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "learn/one_thread.h"

#include <cblas.h>
#include <pthread.h>

#include "base/openmp.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int under_way;
static int blas_threads; /* before the first running call */

routh_one_thread routh_one_thread_begin(void) {
    const routh_one_thread before = {omp_get_max_threads()};
    pthread_mutex_lock(&lock);
    if (under_way++ == 0) {
        blas_threads = openblas_get_num_threads();
        if (blas_threads != 1)
            openblas_set_num_threads(1);
    }
    pthread_mutex_unlock(&lock);
    omp_set_num_threads(1);
    return before;
}

void routh_one_thread_end(routh_one_thread before) {
    pthread_mutex_lock(&lock);
    if (--under_way == 0 && blas_threads != 1)
        openblas_set_num_threads(blas_threads);
    pthread_mutex_unlock(&lock);
    omp_set_num_threads(before.threads);
}
