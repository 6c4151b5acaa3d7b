/* Seconds of work, for reports; no algorithm looks at the clock.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_BASE_CLOCK_H
#define ROUTH_SRC_BASE_CLOCK_H

#include <time.h>

/* Since some fixed moment, s. */
static inline double routh_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
