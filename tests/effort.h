/* How often a test repeats its work, set by the environment variable ROUTH_EFFORT: quick while working, check before a
 * change is shared, soak for tests that take long. Under sanitizers ctest sets quick.
 *
 *     const int seeds = effort(2, 20, 100);
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_EFFORT_H
#define ROUTH_TESTS_EFFORT_H

#include <stdlib.h>
#include <string.h>

/* 0: quick, 1: check (also if not set), 2: soak */
static inline int effort_level(void) {
    const char *asked = getenv("ROUTH_EFFORT");
    return !asked ? 1 : strcmp(asked, "quick") == 0 ? 0 : strcmp(asked, "soak") == 0 ? 2 : 1;
}

#define effort(quick, check, soak) (effort_level() == 0 ? (quick) : effort_level() == 1 ? (check) : (soak))

#endif
