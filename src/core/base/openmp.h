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

static inline int omp_get_num_procs(void) {
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

/* As many as asked for, or as OpenMP has it; results do not depend on it, and more than four on a processor only take memory. */
static inline int routh_useful_threads(int asked) {
    const int threads = asked > 0 ? asked : omp_get_max_threads(), most = 4 * omp_get_num_procs();
    return threads < most ? threads : most > 8 ? most : threads < 8 ? threads : 8;
}

#endif
