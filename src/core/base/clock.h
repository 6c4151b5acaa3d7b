/* Seconds of work, for reports; no algorithm looks at the clock. POSIX has one that only goes on; where there is only standard
 * C, it may be set; and a machine may have none.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_BASE_CLOCK_H
#define ROUTH_SRC_BASE_CLOCK_H

#include <math.h>

#ifndef ROUTH_CORE_NO_CLOCK
#include <time.h>
#endif

/* Since some fixed moment, s; NaN where there is no clock. */
static inline double routh_seconds(void) {
#if defined(ROUTH_CORE_NO_CLOCK)
    return NAN;
#elif defined(CLOCK_MONOTONIC) && defined(_POSIX_C_SOURCE)
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
#elif defined(TIME_UTC)
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
#else
    return NAN;
#endif
}

/* Lets others work for so many nanoseconds, less than a second; not at all where there is no such call. */
static inline void routh_sleep(long nanoseconds) {
#if !defined(ROUTH_CORE_NO_CLOCK) && defined(CLOCK_MONOTONIC) && defined(_POSIX_C_SOURCE)
    nanosleep(&(struct timespec){.tv_nsec = nanoseconds}, NULL);
#else
    (void)nanoseconds;
#endif
}

#endif
