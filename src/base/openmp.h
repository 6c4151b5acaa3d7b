/* OpenMP's functions, and what they say where the library is compiled without it: on one thread.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_BASE_OPENMP_H
#define ROUTH_SRC_BASE_OPENMP_H

#ifdef _OPENMP
#include <omp.h>
#else

static inline int omp_get_max_threads(void) {
    return 1;
}

static inline int omp_get_num_threads(void) {
    return 1;
}

static inline int omp_get_thread_num(void) {
    return 0;
}

static inline void omp_set_num_threads(int threads) {
    (void)threads;
}

#endif
#endif
